"""Proofs: a level in, a certificate out. The package can be called: `gridhall.solve(game, level)`.

search.py       the searches, compiled
positions.py    the positions they met, in arrays that grow
certificate.py  what a search has proved of a level
hints.py        what the solver would do from here
values.py       what each position of a match was worth
generation.py   a game's generator at work, each level proved; generator.py is the same from Python
problem.py      a level for searches of one's own
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridhall.solve.certificate import Certificate as Certificate
    from gridhall.solve.certificate import find as find
    from gridhall.solve.certificate import prove as prove
    from gridhall.solve.certificate import solve as solve
    from gridhall.solve.hints import Hint as Hint
    from gridhall.solve.hints import hint as hint


class _CallablePackage(ModuleType):
    """The package, so that `gridhall.solve("game", "level")` works beside `gridhall.solve.prove(match)`."""

    def __call__(self, *arguments: Any, **options: Any) -> "Certificate":
        from gridhall.solve import certificate

        return certificate.solve(*arguments, **options)

    def __getattr__(self, name: str) -> Any:
        """Import NumPy and Numba only when something is solved."""
        if name in ("solve", "prove", "find", "Certificate"):
            from gridhall.solve import certificate

            return getattr(certificate, name)
        if name in ("hint", "Hint"):
            from gridhall.solve import hints

            return getattr(hints, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


sys.modules[__name__].__class__ = _CallablePackage
