"""The levels that environments play: one, or a pool of equal shape."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from gridhall.errors import BadSetup
from gridhall.kernel import array
from gridhall.registry import load, name_of, read_text

Levels = str | None | Sequence[str | None]


class Pool:
    """Setups and unstarted states of some levels of a game, as records and as arrays."""

    def __init__(self, game: str | Any, setup: Levels = None) -> None:
        """`setup` is a level's name, a file, a text, None for the default, or a sequence of such."""
        game = load(game) if isinstance(game, str) else game
        wanted = list(setup) if isinstance(setup, Sequence) and not isinstance(setup, str) else [setup]
        if not wanted:
            raise BadSetup("the pool has no level; give at least one")
        self._fill(game, [read_text(game, one) for one in wanted])

    def _fill(self, game: Any, texts: list[str]) -> None:
        self.game: Any = game
        self.texts = texts
        pairs = [self.game.read_setup(text) for text in self.texts]
        self.setups, self.states = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        self.shape: tuple[int, int, int, int] = tuple(int(number) for number in self.game.shape(self.setups[0]))  # type: ignore[assignment]
        for text, one, state in zip(self.texts, self.setups, self.states):
            if (
                tuple(self.game.shape(one)) != self.shape
                or type(one) is not type(self.setups[0])
                or type(state) is not type(self.states[0])
            ):
                first = text.splitlines()[0] if text else "the default"
                raise BadSetup(
                    f"the levels of one pool must have one shape; {first!r} has {tuple(self.game.shape(one))}, the first has {self.shape}"
                )
        self.setup_array, self.state_array = self._arrays(self.setups), self._arrays(self.states)

    def __getstate__(self) -> tuple[str, list[str]]:
        return name_of(self.game), self.texts

    def __setstate__(self, kept: tuple[str, list[str]]) -> None:
        self._fill(load(kept[0]), kept[1])

    @staticmethod
    def _arrays(records: list[Any]) -> Any:
        made = array(type(records[0]), len(records))
        for i, record in enumerate(records):
            made[i : i + 1] = array(record)
        return made

    def begin(self, level: int, seed: int) -> Any:
        """A started state."""
        state = copy.copy(self.states[level])
        state.rng = seed
        self.game.start(self.setups[level], state)
        return state


def fresh_seed() -> int:
    """A seed nobody chose."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
