"""Batches of matches that can be pickled: compiled code and threads stay behind, and are made anew."""

from typing import Any, ClassVar

from gridhall.game import Game
from gridhall.learn.levels import Pool


class Pickled:
    """What is made anew of a batch is named in LEFT_BEHIND; `_compile` makes it."""

    LEFT_BEHIND: ClassVar[set[str]]
    game: Game
    pool: Pool

    def _compile(self) -> None:
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in self.LEFT_BEHIND}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.game = self.pool.game
        self._compile()
