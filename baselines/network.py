"""A small network that plans: one layer applied again and again to every cell, read where the player stands.

What a shortest way needs is a wave that spreads from the goal through the cells one can walk on. So each cell keeps a
few numbers, and in every round it sees the greatest ones of its four neighbours beside its own. The weights are the
same for all cells and rounds, which learns from few boards, and the number of rounds is how far it sees.
"""

import torch
from torch import nn
from torch.nn.functional import pad


class Planner(nn.Module):
    """Planes in; the logits of the actions and a value out. `own` is the plane that marks the player."""

    def __init__(self, planes: int, actions: int, own: int, width: int = 24, rounds: int = 18) -> None:
        super().__init__()
        self.own, self.rounds, self.width = own, rounds, width
        self.look = nn.Linear(planes + 1, 3 * width)  # one plane more tells where the board is
        self.spread = nn.Linear(2 * width, 2 * width)
        self.answer = nn.Sequential(nn.Linear(7 * width, 2 * width), nn.ReLU(), nn.Linear(2 * width, actions + 1))

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = planes.permute(0, 2, 3, 1).float().clamp(-2, 2)  # channels last, so that a layer is one product
        seen = torch.cat([seen, torch.ones_like(seen[..., :1])], -1)
        looked, hidden = self.look(seen).split([2 * self.width, self.width], -1)
        hidden = torch.relu(hidden)
        for _ in range(self.rounds):
            fresh, gate = (self.spread(torch.cat([hidden, _greatest(hidden)], -1)) + looked).chunk(2, -1)
            hidden = torch.lerp(torch.relu(fresh), hidden, torch.sigmoid(gate))
        own = seen[..., self.own : self.own + 1] > 0
        here = [(part * own).sum((1, 2)) for part in (hidden, *_neighbours(hidden), looked[..., : self.width])]
        told = self.answer(torch.cat([*here, hidden.amax((1, 2))], -1))
        return told[:, :-1], told[:, -1]


def _neighbours(hidden: torch.Tensor) -> list[torch.Tensor]:
    """What is above, below, left and right of each cell; 0 outside the board."""
    wide = pad(hidden, (0, 0, 1, 1, 1, 1))
    rows, columns = hidden.shape[1:3]
    return [wide[:, y : y + rows, x : x + columns] for y, x in ((0, 1), (2, 1), (1, 0), (1, 2))]


def _greatest(hidden: torch.Tensor) -> torch.Tensor:
    above, below, left, right = _neighbours(hidden)
    return torch.maximum(torch.maximum(above, below), torch.maximum(left, right))
