"""A small network that plans: one layer applied again and again to every cell, read where the player stands.

What a shortest way needs is a wave that spreads from the goal through the cells one can walk on. So each cell keeps a
few numbers, and in every round it sees the greatest ones of its neighbours beside its own. The weights are the same
for all cells and rounds, which learns from few boards, and the number of rounds is how far it sees.

Where a game has several boards over each other, the names of its planes begin with the board's ("here: wall",
"there: wall"). Each is a floor of one building then, and the cells above and below are neighbours like the others.
"""

import torch
from torch import nn
from torch.nn.functional import pad

from gridhall.game import Game
from gridhall.registry import load, name_of

OWN = ("player", "agent")  # what games call the plane that marks whoever plays
SHOWN = ("collidable", "health")  # planes that show, beside others, whoever plays


class Planner(nn.Module):
    """Planes in; the logits of the actions and a value out."""

    def __init__(self, game: Game, width: int = 24, rounds: int = 20) -> None:
        super().__init__()
        names = [name for name, _ in game.PLANES_SEEN]
        self.game = name_of(game)
        self.own = next(number for number, name in enumerate(names) if name in OWN)
        self.shown = [number for number, name in enumerate(names) if name in SHOWN]
        self.planes, self.floors = len(names), _floors(names, self.own)
        self.rounds, self.width = rounds, width
        self.look = nn.Linear(len(self.floors[0]) + 1, 3 * width)  # one plane more tells where the board is
        self.spread = nn.Linear(2 * width, 2 * width)
        # What is known of a cell: itself, four beside it, other floors, its look, the whole board.
        self.knows = (6 + len(self.floors)) * width
        self.answer = nn.Sequential(nn.Linear(self.knows, 2 * width), nn.ReLU(), nn.Linear(2 * width, game.ACTIONS + 1))

    def save(self, path: str) -> None:
        torch.save({"game": self.game, "width": self.width, "rounds": self.rounds, "weights": self.state_dict()}, path)

    @classmethod
    def read(cls, path: str) -> "Planner":
        """A network that was saved."""
        kept = torch.load(path)
        network = cls(load(kept["game"]), kept["width"], kept["rounds"])
        network.load_state_dict(kept["weights"])
        return network

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What to do where the player stands."""
        known = self.around(self.floors_of(planes), 1).flatten(1, 3)
        return self.answers(known[torch.arange(len(planes)), self.here(planes)])

    def everywhere(self, planes: torch.Tensor) -> torch.Tensor:
        """The logits of the actions for every cell of the first floor, as if the player stood there."""
        return self.answers(self.around(self.floors_of(planes), 1)[:, 0])[0]

    def answers(self, known: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the actions and the value, of what is known of cells."""
        answers: torch.Tensor = self.answer(known)
        return answers[..., :-1], answers[..., -1]

    def here(self, planes: torch.Tensor) -> torch.Tensor:
        """The cell that the player stands on; it is on the first floor."""
        return planes[:, self.own].flatten(1).argmax(1)

    def floors_of(self, planes: torch.Tensor) -> torch.Tensor:
        """The planes of each floor without the player, and one more that is 1 on the board. Padded planes have one for
        what is outside."""
        outside = planes[:, self.planes :].sum(1, keepdim=True, dtype=planes.dtype)
        if self.shown:
            planes = planes.clone()
            planes[:, self.shown] *= 1 - planes[:, self.own, None]
        return torch.stack([torch.cat([planes[:, floor], 1 - outside], 1) for floor in self.floors], 1)

    def around(self, floors: torch.Tensor, first: int | None = None) -> torch.Tensor:
        """What each cell knows after all rounds, with its neighbours; of all floors, or of the first ones. Where the
        player stands does not matter for it."""
        seen = floors.permute(0, 1, 3, 4, 2).float().clamp(-2, 2)  # channels last, so that a layer is one product
        looked, hidden = self.look(seen).split([2 * self.width, self.width], -1)
        hidden = torch.relu(hidden)
        for _ in range(self.rounds):
            fresh, gate = (self.spread(torch.cat([hidden, _greatest(hidden)], -1)) + looked).chunk(2, -1)
            hidden = torch.lerp(torch.relu(fresh), hidden, torch.sigmoid(gate))
        others = [hidden.roll(-floor, 1) for floor in range(len(self.floors))]
        board = hidden.amax((1, 2, 3), keepdim=True).expand_as(hidden)
        parts = [*others, *_neighbours(hidden), looked[..., : self.width], board]
        return torch.cat([part[:, :first] for part in parts], -1)


def _floors(names: list[str], own: int) -> list[list[int]]:
    """The planes of each floor; a plane without a floor's name belongs to all of them."""
    boards = list(dict.fromkeys(name.split(": ")[0] for name in names if ": " in name)) or [""]
    return [
        [number for number, name in enumerate(names) if number != own and (": " not in name or name.startswith(board))]
        for board in boards
    ]


def _neighbours(hidden: torch.Tensor) -> list[torch.Tensor]:
    """What is above, below, left and right of each cell; 0 outside the board."""
    wide = pad(hidden, (0, 0, 1, 1, 1, 1))
    rows, columns = hidden.shape[2:4]
    return [wide[:, :, y : y + rows, x : x + columns] for y, x in ((0, 1), (2, 1), (1, 0), (1, 2))]


def _greatest(hidden: torch.Tensor) -> torch.Tensor:
    """The greatest numbers of a cell's neighbours, those on the next floor with them."""
    above, below, left, right = _neighbours(hidden)
    beside = _greater(_greater(above, below), _greater(left, right))
    return beside if hidden.shape[1] == 1 else _greater(beside, hidden.roll(1, 1))


def _greater(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """torch.maximum, whose way back takes seven times as long because it halves ties."""
    return first + torch.relu(second - first)
