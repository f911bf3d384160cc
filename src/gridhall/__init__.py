"""Gridhall: grid games written once, for people, for proofs and for learning.

import gridhall
match = gridhall.Match("GAME", "LEVEL", seed=1)
match.play("WORD")
print(match.text())
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridhall import learn as learn
    from gridhall.errors import GridhallError as GridhallError
    from gridhall.match import Match as Match
    from gridhall.record import read_record as read_record
    from gridhall.registry import levels as levels
    from gridhall.registry import load as load
    from gridhall.solve import solve as solve
    from gridhall.solve.generator import generate as generate
    from gridhall.solve.problem import Problem as Problem

__version__ = "1.1.0"
HOMES = {  # where each public name is defined; "": it is a module itself
    "GridhallError": "gridhall.errors", "Match": "gridhall.match", "levels": "gridhall.registry",
    "load": "gridhall.registry", "read_record": "gridhall.record", "solve": "gridhall.solve", "learn": "",
    "generate": "gridhall.solve.generator", "Problem": "gridhall.solve.problem",
}  # fmt: skip


def _offer_environments() -> None:
    """Register the games with Gymnasium, if that is loaded; importing gridhall.learn does it in any case."""
    if "gymnasium" in sys.modules and "gridhall.learn" not in sys.modules:
        import_module("gridhall.learn")


def __getattr__(name: str) -> Any:
    """Import late, so that `import gridhall` costs nothing."""
    _offer_environments()
    if name not in HOMES:
        raise AttributeError(f"module 'gridhall' has no attribute {name!r}")
    return getattr(import_module(HOMES[name]), name) if HOMES[name] else import_module(f"gridhall.{name}")


_offer_environments()
