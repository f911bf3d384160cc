"""Boards that many positions share: the network works out a board once, wherever the player stands on it.

What the network makes of a board does not depend on the player's place (network.py), and a board changes seldom: when
something is lit, taken or pushed. So a batch of environments is looked at anew only where its board has changed, and
what was learnt in all places of a board is one lesson. With the network as the cost of learning, that is several times
as many steps a second.
"""

import torch
from network import Planner


class Boards:
    """The boards that a batch of environments shows one after the other, for as long as the network stays as it is."""

    def __init__(self, network: Planner) -> None:
        self.network = network
        self.floors: list[torch.Tensor] = []  # of all boards, as they appear
        self.count = 0
        # Of each environment its board, what the network makes of it, and which of all boards it is.
        self.shown = self.known = torch.empty(0)
        self.number = torch.empty(0, dtype=torch.int64)

    def answers(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """For each environment the logits and the value, and where that was: the number of the board, and the place."""
        floors, own = in_order(self.network.floors_of(planes))
        every, cells = torch.arange(len(planes)), floors[0, 0, 0].numel()
        changed = every
        if self.count:
            changed = (floors != self.shown).flatten(1).any(1).nonzero()[:, 0]
        else:
            self.known = torch.zeros(len(planes), floors.shape[1] * cells, self.network.knows)
            self.number = torch.zeros_like(every)
        self.shown = floors
        if len(changed):
            with torch.no_grad():
                self.known[changed] = self.network.around(floors[changed]).flatten(1, 3)
            self.number[changed] = torch.arange(self.count, self.count + len(changed))
            self.floors.append(floors[changed])
            self.count += len(changed)
        place = own * cells + self.network.here(planes)
        with torch.no_grad():
            logits, value = self.network.answers(self.known[every, place])
        return logits, value, self.number.clone(), place

    def looked_at(self) -> torch.Tensor:
        """The floors of all boards so far."""
        return torch.cat(self.floors)


def in_order(floors: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Each board with the same of its floors first, whichever the player is on; and which floor that is."""
    count = floors.shape[1]
    first = (floors.flatten(2).double() @ _weights(floors[0, 0].numel())).argmin(1)
    order = (torch.arange(count) + first[:, None]) % count
    return floors[torch.arange(len(floors))[:, None], order], -first % count


def _weights(number: int) -> torch.Tensor:
    """Numbers that tell any two floors apart."""
    return torch.rand(number, dtype=torch.float64, generator=torch.Generator().manual_seed(0))


def at(
    network: Planner, floors: torch.Tensor, boards: torch.Tensor, places: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The logits and the values in these places of these boards."""
    known = network.around(floors)
    each = known[0, ..., 0].numel()
    return network.answers(known.flatten(0, 3).index_select(0, boards * each + places))
