"""The levels that environments play: one, or a pool of equal shape."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from gridhall.errors import BadSetup
from gridhall.game import Game, Truth
from gridhall.kernel import array
from gridhall.registry import load, name_of, read_text

Levels = str | None | Sequence[str | None]


class Pool:
    """Setups and unstarted states of some levels of a game, as records and as arrays."""

    game: Game

    def __init__(self, game: str | Game, setup: Levels = None) -> None:
        """`setup` is a level's name, a file, a text, None for the default, or a sequence of such."""
        game = load(game) if isinstance(game, str) else game
        wanted = list(setup) if isinstance(setup, Sequence) and not isinstance(setup, str) else [setup]
        if not wanted:
            raise BadSetup("the pool has no level; give at least one")
        self._fill(game, [read_text(game, level) for level in wanted])

    def _fill(self, game: Game, texts: list[str]) -> None:
        self.game, self.texts = game, texts
        pairs = [game.read_setup(text) for text in texts]
        self.setups, self.states = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        self.shape = self._shape(0)
        for number, text in enumerate(texts):
            alike = type(pairs[number][0]) is type(pairs[0][0]) and type(pairs[number][1]) is type(pairs[0][1])
            if not alike or self._shape(number) != self.shape:
                first = text.splitlines()[0] if text else "the default"
                differs = f"{first!r} has {self._shape(number)}, the first has {self.shape}"
                raise BadSetup(f"the levels of one pool must have one shape; {differs}")
        self.setup_array, self.state_array = self._arrays(self.setups), self._arrays(self.states)

    def _shape(self, number: int) -> tuple[int, int, int, int]:
        """(planes, rows, columns, scalars) of a level's observations."""
        planes, rows, columns, scalars = map(int, self.game.shape(self.setups[number]))
        return planes, rows, columns, scalars

    def __getstate__(self) -> tuple[str, list[str]]:
        return name_of(self.game), self.texts

    def __setstate__(self, kept: tuple[str, list[str]]) -> None:
        self._fill(load(kept[0]), kept[1])

    @staticmethod
    def _arrays(records: list[Any]) -> Any:
        rows = array(type(records[0]), len(records))
        for i, record in enumerate(records):
            rows[i : i + 1] = array(record)
        return rows

    def begin(self, level: int, seed: int) -> Truth:
        """A started state."""
        state = copy.copy(self.states[level])
        state.rng = seed
        self.game.start(self.setups[level], state)
        return state


def fresh_seed() -> int:
    """A seed from the system's own chance."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
