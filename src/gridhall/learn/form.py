"""What all environments of one kind share: the levels, the reward, the time limit, and the form of observations."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gridhall.errors import Unavailable
from gridhall.learn.arguments import one_of, size_of, whole
from gridhall.learn.levels import Levels, Pool
from gridhall.learn.rewards import SPENT, VERSIONS, WIN_SOON, reward_of, time_limit

OBSERVATIONS = ("planes", "flat", "rgb", "text")
RENDER_MODES = ("rgb_array", "human", "ansi")
SCALAR = np.iinfo(np.int32)
LONGEST_TEXT = 100_000
# What texts are made of: Latin letters, punctuation, arrows, boxes and line ends.
SIGNS = frozenset(map(chr, (10, *range(32, 0x250), *range(0x2000, 0x2C00))))

# What one environment shows: a dictionary of arrays, an array, or a text, by the form of its observations.
Seen = Any


class Form:
    """The settings of an environment, checked."""

    def __init__(
        self, game: str, setup: Levels, version: int, reward: str | None, observation: str,
        pad: tuple[int, int] | None, max_steps: int | None, render_mode: str | None, cell: int,
    ) -> None:  # fmt: skip
        if version not in VERSIONS:
            raise Unavailable(f"there is no version {version!r}; there are {' and '.join(map(str, VERSIONS))}")
        self.version = int(version)
        self.kind = one_of("observation", observation, OBSERVATIONS)
        self.render_mode = None if render_mode is None else one_of("render mode", render_mode, RENDER_MODES)
        self.cell = whole("cell", cell)
        self.pool = Pool(game, setup, size_of(pad), marked=self.version > 1)
        if self.pool.game.PLAYERS != 1:
            players = f"{self.pool.game.TITLE} has {self.pool.game.PLAYERS} players; this environment has one"
            raise Unavailable(f"{players}: use gridhall.learn.aec, gridhall.learn.parallel or gridhall.learn.duels")
        self.reward = reward_of(self.pool.game, reward, self.version)
        asked = None if max_steps is None else whole("max_steps", max_steps)
        limits = [
            asked or time_limit(self.pool.game, self.version, rows, columns) for _, rows, columns, _ in self.pool.shapes
        ]
        self.limits = np.array(limits, np.int64)
        self.costs = SPENT / self.limits if self.reward == WIN_SOON else np.zeros(len(limits))
        self.lows, self.highs = scalar_bounds(self.pool, self.version)
        self.layers = 0  # boards of a picture

    def space(self) -> spaces.Space[object]:
        """What one environment shows."""
        planes, rows, columns, scalars = self.pool.shape
        if self.kind == "planes":
            return spaces.Dict(
                {
                    "planes": spaces.Box(-128, 127, (planes, rows, columns), np.int8),
                    "scalars": spaces.Box(self.lows, self.highs, (scalars,), np.int32),
                }
            )
        if self.kind == "flat":
            wide = np.full(planes * rows * columns, 128, np.float32)
            low, high = (np.concatenate([part, ends]) for part, ends in ((-wide, self.lows), (wide - 1, self.highs)))
            return spaces.Box(low.astype(np.float32), high.astype(np.float32), dtype=np.float32)
        if self.kind == "rgb":
            return spaces.Box(0, 255, self.picture_shape(), np.uint8)
        return spaces.Text(LONGEST_TEXT, min_length=0, charset=SIGNS)

    def picture_shape(self) -> tuple[int, int, int]:
        """Height, width and colours of a picture: the boards side by side, nothing else."""
        from gridhall.learn.pictures import scene_of

        if not self.layers:
            self.layers = len(scene_of(self.pool.game, self.pool.setups[0], self.pool.begin(0, 0), 0).layers)
        _, rows, columns, _ = self.pool.shape
        return rows * self.cell, self.layers * columns * self.cell, 3


def scalar_bounds(pool: Pool, version: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The least and the greatest value of each scalar; version 1 knows none but those of the numbers themselves."""
    entries = pool.game.SCALARS_SEEN if version > 1 else ()
    count = pool.shape[3]
    if len(entries) != count:
        return np.full(count, SCALAR.min, np.int32), np.full(count, SCALAR.max, np.int32)
    return np.array([entry[1] for entry in entries], np.int32), np.array([entry[2] for entry in entries], np.int32)
