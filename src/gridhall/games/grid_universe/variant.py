"""Movements and objectives of one's own.

A variant of Grid Universe is a folder whose `__init__.py` adds Grid Universe's folder to its own path,

    __path__ += grid_universe.__path__

so that Python loads all files of Grid Universe, this one too, once more as parts of the variant. What is added here is
therefore added to the variant alone. The README has an example.
"""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from gridhall.kernel import bind

from . import rules, variant_choice
from .cipher import ORDERS
from .describe import OBJECTIVE_TEXTS
from .level import MOVES, OBJECTIVES
from .scene import MOVE_HINTS

Kernel = Callable[..., Any]
WHOLE = import_module(f"gridhall.games.{Path(__file__).parent.name}")  # Grid Universe itself
OWN_MOVES, OWN_OBJECTIVES = len(MOVES), len(OBJECTIVES)  # Grid Universe's, before anything is added


def add_move(name: str, own: Kernel) -> None:
    """Let levels say `; move: name`.

    `own(setup, state, action, turn, trails, hits, used)` plays up, down, left and right; its docstring is the hint.
    """
    number = _enlist(MOVES, name)
    rules.act = bind(variant_choice.act, _space(number=number, own=own, other=rules.act))
    MOVE_HINTS.append(_doc(own))


def add_objective(name: str, own: Kernel) -> None:
    """Let levels say `; objective: name`.

    `own(setup, state, cell)` answers whether it is met, with the agent on that tile; its docstring says what to do.
    """
    number = _enlist(OBJECTIVES, name)
    rules.AIMS = number + 1
    rules.is_won = bind(variant_choice.is_won, _space(number=number, own=own, other=rules.is_won))
    order = _doc(own).rstrip(".")
    OBJECTIVE_TEXTS.append(order[:1].lower() + order[1:])
    ORDERS[name] = (re.sub("[^A-Z]+", " ", order.upper()).strip(),)


def names() -> dict[str, Any]:
    """What the platform wants of a game: Grid Universe's names, each as the variant has it."""
    lower_bound = _part("lower_bound")
    choice = _space(moves=OWN_MOVES, aims=OWN_OBJECTIVES, other=lower_bound.bound)
    lower_bound.bound = bind(variant_choice.bound, choice)
    whole = {name: getattr(WHOLE, name) for name in WHOLE.__all__}
    origins = {name: str(getattr(value, "__module__", "")) for name, value in whole.items()}
    own = {
        name: getattr(_part(origin.rpartition(".")[2]), name)
        for name, origin in origins.items()
        if origin.startswith(WHOLE.__name__)
    }
    return {**whole, **own, "DEFAULT": ""}


def _part(name: str) -> Any:
    """A file of the variant; `from . import` would find the function `scene` instead of the file."""
    return import_module(f".{name}", __package__)


def _enlist(known: list[str], name: str) -> int:
    """Add a name to those that levels may say, and return its number."""
    if __package__ == WHOLE.__name__:
        raise ValueError(f"{WHOLE.TITLE} stays as it is; add {name!r} to a variant in a folder of its own")
    if name in known or not name.isidentifier():
        raise ValueError(f"{name!r} cannot be added: names are words, and {', '.join(known)} are taken")
    known.append(name)
    return len(known) - 1


def _space(**values: Any) -> ModuleType:
    """Names that kernels can be bound to."""
    space = ModuleType("choice")
    space.__dict__.update(values)
    return space


def _doc(function: Kernel) -> str:
    """The first line of what a function says of itself."""
    return (function.__doc__ or function.__name__).strip().partition("\n")[0]
