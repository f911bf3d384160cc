"""Observations of levels of different sizes in planes of one size, in a batch."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridhall.kernel import compiled
from gridhall.learn import episodes
from gridhall.learn.levels import Pool


class Padding:
    """Room for what matches show in their own size, `fresh`, and how it is brought into the common planes."""

    def __init__(self, pool: Pool, planes: NDArray[np.int8]) -> None:
        count = len(planes)
        self.kinds, self.sizes, self.places, self.blanks = pool.places()
        room = (self.places.shape[1] + 7) // 8  # in numbers of 64 bits
        self.words, self.old = np.zeros((count, room), np.int64), np.zeros((count, room), np.int64)
        self.fresh = self.words.view(np.int8)
        self.shown = np.full(count, -1, np.int64)
        self.planes = planes.reshape(count, -1)
        self.code = compiled(episodes.pad_slice).code_for(self.kinds, *self._arrays(), 0, count)

    def _arrays(self) -> tuple[Any, ...]:
        read = self.kinds, self.shown, self.sizes, self.places, self.fresh, self.words, self.old
        return (*read, self.blanks, self.planes)

    def write(self, which: NDArray[np.int64], first: int, last: int) -> None:
        """Write what has changed in a slice of the matches."""
        self.code(which, *self._arrays(), first, last)
