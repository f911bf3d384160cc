"""What environments are asked for, checked: every wrong call gets a sentence that says what to write instead."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from gridhall.errors import BadAction, Usage
from gridhall.game import Game

MOST_SEED = (1 << 64) - 1


def is_whole(value: object) -> TypeGuard[int]:
    """Whether this is a whole number, Python's or NumPy's; True and False are none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def one_of(what: str, value: object, allowed: Sequence[str]) -> str:
    """A name that must be one of a few."""
    if not isinstance(value, str) or value not in allowed:
        raise Usage(f"there is no {what} {value!r}; there are {' and '.join(', '.join(allowed).rsplit(', ', 1))}")
    return value


def whole(what: str, value: object, least: int = 1) -> int:
    """A whole number from `least` up."""
    if not is_whole(value) or value < least:
        raise Usage(f"{what} is {value!r}; it must be a whole number from {least} up")
    return int(value)


def seed_of(value: object) -> int | None:
    """A seed, or None for one from the system's own chance."""
    if value is None:
        return None
    if not is_whole(value) or not 0 <= value <= MOST_SEED:
        raise Usage(f"the seed is {value!r}; it must be a whole number from 0 to 2^64 - 1, or None")
    return int(value)


def seeds_of(value: object, count: int) -> list[int | None]:
    """A seed for each environment: from one number seed, seed + 1, ...; from a list its own."""
    if value is None or is_whole(value):
        first = seed_of(value)
        if first is None:
            return [None] * count
        seed_of(first + count - 1)
        return list(range(first, first + count))
    if isinstance(value, (str, bytes)) or not isinstance(value, (Sequence, np.ndarray)):
        raise Usage(f"the seed is {value!r}; it must be a whole number, None, or a list of {count} such")
    if len(value) != count:
        raise Usage(f"the list of seeds has length {len(value)}; there are {count} environments")
    return [seed_of(seed) for seed in value]


def action_of(game: Game, value: object) -> int:
    """An action of the action space. Whether the rules allow it now is another question."""
    if isinstance(value, np.ndarray) and value.shape == ():
        value = value[()]
    if not is_whole(value):
        raise BadAction(f"the action is {value!r}; it must be a whole number from 0 to {game.ACTIONS - 1}")
    if not 0 <= value < game.ACTIONS:
        raise BadAction(f"there is no action {value}; {game.TITLE} has 0 to {game.ACTIONS - 1}")
    return int(value)


def actions_of(value: object, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """The actions of all environments as one array. Kernels see whether each is an action (`episodes.OUTSIDE`)."""
    try:
        given = np.asarray(value)
    except ValueError:  # lists of different lengths
        given = np.zeros(0)
    if given.shape != shape:
        wanted = f"{shape[0]} actions" if len(shape) == 1 else f"actions of shape {shape}"
        raise Usage(f"step wants {wanted}, got an array of shape {given.shape}")
    if given.dtype.kind not in "iu":
        raise BadAction(f"actions must be whole numbers, got an array of {given.dtype}")
    return np.ascontiguousarray(given, np.int64)


def no_action(actions: NDArray[np.int64], most: int) -> BadAction:
    """What to say of actions of which one is not from 0 to `most`."""
    wrong = actions[(actions < 0) | (actions > most)]
    return BadAction(f"there is no action {wrong[0]}; there are 0 to {most}")


def options_of(options: object, known: Iterable[str]) -> dict[str, Any]:
    """The options of a reset, all of them known."""
    known = tuple(known)
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise Usage(f"options are {options!r}; they must be a dictionary")
    for name in options:
        if name not in known:
            raise Usage(f"reset knows no option {name!r}; it knows {' and '.join(known) or 'none at all'}")
    return options


def mask_of_resets(value: object, count: int, begun: bool) -> NDArray[np.bool_]:
    """Which environments are reset: all, or those marked; before any has begun, it must be all."""
    if value is None:
        return np.ones(count, np.bool_)
    wanted = np.ascontiguousarray(value)
    if wanted.shape != (count,) or wanted.dtype != np.bool_:
        shape = f"{wanted.dtype} of shape {wanted.shape}"
        raise Usage(f"options['reset_mask'] must be {count} of True and False, got {shape}")
    if not begun and not wanted.all():
        raise Usage("call reset() for all environments before some of them are reset")
    return wanted


def size_of(value: object, what: str = "pad") -> tuple[int, int] | None:
    """The rows and columns that observations are padded or cropped to."""
    if value is None:
        return None
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise Usage(f"{what} is {value!r}; it must be two numbers, rows and columns, as in {what}=(16, 16)")
    return whole(f"the rows of {what}", value[0]), whole(f"the columns of {what}", value[1])
