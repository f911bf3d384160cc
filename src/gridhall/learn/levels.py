"""The levels that environments play: one, or a pool; of equal shape, or padded to a common one."""

import copy
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridhall.errors import BadSetup, Defect, Usage
from gridhall.game import Game, Truth
from gridhall.kernel import array
from gridhall.registry import Authored, SetupLike, ShippedLevel, games, load, name_of, read_text

Levels = SetupLike | Sequence[SetupLike]
Shape = tuple[int, int, int, int]  # planes, rows, columns, scalars


class Pool:
    """Setups and unstarted states of some levels of a game, as records and as arrays."""

    game: Game

    def __init__(
        self, game: str | Game, setup: Levels = None, pad: tuple[int, int] | None = None, marked: bool = True
    ) -> None:
        """`setup` is a level's name, a file, a text, a level, None for the default, or a sequence of such.

        With `pad`, rows and columns, levels of different sizes make one pool; if it is `marked`, one plane more, the
        last, tells which cells are outside a level.
        """
        if not isinstance(game, (str, ModuleType)):
            raise Usage(f"the game is {game!r}; give its name, such as {games()[0]!r}")
        loaded = load(game) if isinstance(game, str) else game
        single = setup is None or isinstance(setup, (str, ShippedLevel, Authored)) or not isinstance(setup, Sequence)
        wanted: list[Any] = [setup] if single else list(setup)  # type: ignore[arg-type]
        if not wanted:
            raise BadSetup("the pool has no level; give at least one")
        self._fill(loaded, [read_text(loaded, level) for level in wanted], pad, marked)

    def _fill(self, game: Game, texts: list[str], pad: tuple[int, int] | None, marked: bool) -> None:
        self.game, self.texts, self.pad, self.marked = game, texts, pad, marked and pad is not None
        pairs = [game.read_setup(text) for text in texts]
        self.setups, self.states = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        self.shapes: list[Shape] = [self._shape(number) for number in range(len(texts))]
        planes, rows, columns, scalars = self.shapes[0]
        self.shape: Shape = (planes + self.marked, *(pad or (rows, columns)), scalars)
        for number, text in enumerate(texts):
            alike = type(pairs[number][0]) is type(pairs[0][0]) and type(pairs[number][1]) is type(pairs[0][1])
            if not alike:
                raise BadSetup([Defect(f"{_begin(text)} is too large to share a pool with the first level")])
            if pad is None and self.shapes[number] != self.shape:
                differs = f"{_begin(text)} has {self.shapes[number]}, the first has {self.shape}"
                cure = "or give pad=(rows, columns), into which all of them fit"
                raise BadSetup(f"the levels of one pool must have one shape; {differs}; {cure}")
            _, rows, columns, _ = self.shapes[number]
            if rows > self.shape[1] or columns > self.shape[2]:
                raise BadSetup(
                    f"{_begin(text)} has {rows} rows and {columns} columns, more than pad={pad} has room for"
                )
        self.setup_array, self.state_array = self._arrays(self.setups), self._arrays(self.states)

    def _shape(self, number: int) -> Shape:
        """(planes, rows, columns, scalars) of a level's own observations."""
        planes, rows, columns, scalars = map(int, self.game.shape(self.setups[number]))
        return planes, rows, columns, scalars

    def __getstate__(self) -> tuple[str, list[str], tuple[int, int] | None, bool]:
        return name_of(self.game), self.texts, self.pad, self.marked

    def __setstate__(self, kept: tuple[str, list[str], tuple[int, int] | None, bool]) -> None:
        self._fill(load(kept[0]), *kept[1:])

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

    def blank(self, shape: Shape) -> NDArray[np.int8]:
        """The common planes before a level of this shape is written into them."""
        planes = np.zeros(self.shape[:3], np.int8)
        if self.marked:
            planes[-1] = 1
            planes[-1, : shape[1], : shape[2]] = 0
        return planes

    def places(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int8]]:
        """For padding: of each level its kind of shape; of each kind how many numbers its planes have, where in the
        common planes each of them belongs, and what those are before."""
        kinds = sorted(set(self.shapes))
        numbers = np.array([kinds.index(shape) for shape in self.shapes], np.int64)
        sizes = np.array([planes * rows * columns for planes, rows, columns, _ in kinds], np.int64)
        table = np.zeros((len(kinds), int(sizes.max())), np.int32)
        common = np.arange(np.prod(self.shape[:3]), dtype=np.int32).reshape(self.shape[:3])
        for kind, (planes, rows, columns, _) in enumerate(kinds):
            table[kind, : sizes[kind]] = common[:planes, :rows, :columns].ravel()
        return numbers, sizes, table, np.stack([self.blank(shape).ravel() for shape in kinds])


def _begin(text: str) -> str:
    return repr(text.splitlines()[0]) if text else "the default"


def fresh_seed() -> int:
    """A seed from the system's own chance."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
