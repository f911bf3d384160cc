"""Boards turned and mirrored, with the actions that then mean the same: eight times as many examples."""

import torch

from gridhall.game import Game
from gridhall.learn.generalisation import WAYS

# Actions and planes of directions come in the order up, down, left, right. A quarter turn against the clock makes up
# left, down right, left down and right up; a mirror exchanges left and right.
TURNED, MIRRORED = [3, 2, 0, 1], [0, 1, 3, 2]


class Symmetry:
    """The eight images of a game's boards."""

    def __init__(self, game: Game) -> None:
        names = [name for name, _ in game.PLANES_SEEN]
        self.ways = [names.index(name) for way in WAYS for name in names if name.endswith(way)]
        self.planes, self.actions = len(names), int(game.ACTIONS)

    def image(self, number: int, planes: torch.Tensor, moves: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Image 0 to 7 of planes, and of what is told of the actions in each cell (rows, columns, actions)."""
        for _ in range(number % 4):
            planes, moves = self._exchanged(planes.rot90(1, (2, 3)), moves.rot90(1, (1, 2)), TURNED)
        if number >= 4:
            planes, moves = self._exchanged(planes.flip(3), moves.flip(2), MIRRORED)
        return planes, moves

    def _exchanged(
        self, planes: torch.Tensor, moves: torch.Tensor, order: list[int]
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if len(self.ways) == 4:
            places = list(range(self.planes))
            for place, other in zip(self.ways, order):
                places[place] = self.ways[other]
            planes = planes[:, places]
        return planes, moves[..., order + list(range(4, self.actions))]
