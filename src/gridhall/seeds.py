"""Seeds, which all chance of a match comes from: drawn, wished for, named, or read from a setup."""

import operator
import os

from gridhall.errors import BadSetup
from gridhall.game import Game


def seed_of_name(name: str) -> int:
    """The seed a name stands for, the same for everybody; `daily` is the day's."""
    import hashlib
    import time

    text = time.strftime("daily %Y-%m-%d", time.gmtime()) if name == "daily" else name
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def seed_for(game: Game, setup_text: str, wished: int | None = None) -> tuple[int, bool]:
    """The seed of a new match between people, and whether they know it beforehand.

    It is the one somebody wished for, else the one the setup's text names, else one that is drawn now.
    """
    if wished is None and game.named_seed is not None:
        wished = game.named_seed(setup_text)
    return (draw_seed(), False) if wished is None else (wished, True)


def checked_seed(seed: int) -> int:
    """A seed as a whole number of Python's own; NumPy's are taken, too."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 1 << 64:
        raise BadSetup(f"the seed is {seed}; it must be from 0 to 2^64 - 1")
    return number


def draw_seed() -> int:
    """A seed that nobody can know beforehand."""
    return int.from_bytes(os.urandom(8))
