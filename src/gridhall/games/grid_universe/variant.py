"""Movements and objectives of one's own: a variant of Grid Universe is a folder whose `__init__.py` names Grid
Universe's folder behind its own,

    __path__ += grid_universe.__path__

so that all files, this one too, are loaded once more as parts of the variant. What is added here is added to it alone.
The README has an example.
"""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from gridhall.kernel import bind

from . import kernels, rules
from .cipher import ORDERS
from .level import MOVES, OBJECTIVES

Kernel = Callable[..., Any]
WHOLE = import_module(f"gridhall.games.{Path(__file__).parent.name}")  # Grid Universe itself
LISTING = ("level", "drawing", "setup", "generate")  # files that know the names of movements and objectives


def add_move(name: str, own: Kernel) -> None:
    """Let levels say `.

    Move: name`: `own(setup, state, action, turn, trails, hits, used)` is up, down, left and right; its docstring is the
    hint.
    """
    number = _enlist("MOVES", name)
    rules.act = bind(kernels.act, _space(number=number, own=own, other=rules.act))
    _part("scene").MOVE_HINTS += (_doc(own),)


def add_objective(name: str, own: Kernel) -> None:
    """Let levels say `.

    Objective: name`: `own(setup, state, cell)` asks whether it is met, the agent being there; its docstring says what
    to do.
    """
    number = _enlist("OBJECTIVES", name)
    rules.AIMS = number + 1
    rules.is_won = bind(kernels.is_won, _space(number=number, own=own, other=rules.is_won))
    said = _doc(own).rstrip(".")
    _part("scene").AIMS += (said[:1].lower() + said[1:],)
    ORDERS[name] = (re.sub("[^A-Z]+", " ", said.upper()).strip(),)


def names() -> dict[str, Any]:
    """What the platform wants of a game: Grid Universe's names, each as the variant has it."""
    rules.bound = bind(kernels.bound, _space(moves=len(MOVES), aims=len(OBJECTIVES), other=rules.bound))
    found = {name: getattr(WHOLE, name) for name in WHOLE.__all__}
    origins = {name: str(getattr(value, "__module__", "")) for name, value in found.items()}
    own = {
        name: getattr(_part(origin.rpartition(".")[2]), name)
        for name, origin in origins.items()
        if origin.startswith(WHOLE.__name__)
    }
    return {**found, **own, "DEFAULT": ""}


def _part(name: str) -> Any:
    """A file of the variant; `from . import` would find a function of that name."""
    return import_module(f".{name}", __package__)


def _enlist(what: str, name: str) -> int:
    """Add a name to those that levels may say, and return its number."""
    if __package__ == WHOLE.__name__:
        raise ValueError(f"{WHOLE.TITLE} stays as it is; add {name!r} to a variant in a folder of its own")
    known: tuple[str, ...] = getattr(_part(LISTING[0]), what)
    if name in known or not name.isidentifier():
        raise ValueError(f"{name!r} cannot be added: names are words, and {', '.join(known)} are taken")
    for part in LISTING:
        setattr(_part(part), what, (*known, name))
    return len(known)


def _space(**values: Any) -> ModuleType:
    """Names that kernels can be bound to."""
    made = ModuleType("choice")
    made.__dict__.update(values)
    return made


def _doc(function: Kernel) -> str:
    """The first line of what a function says of itself."""
    return (function.__doc__ or function.__name__).strip().partition("\n")[0]
