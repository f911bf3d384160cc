"""What `check`, `solve` and `generate` share: prove a match with progress for a person, and its exit codes."""

import sys
from typing import TYPE_CHECKING

from gridhall.commands import DONE, UNDECIDED, UNSOLVABLE

if TYPE_CHECKING:
    from gridhall.match import Match
    from gridhall.solve import Certificate

EXIT_CODES = {"OPTIMAL": DONE, "SOLVABLE": DONE, "UNSOLVABLE": UNSOLVABLE, "OPEN": UNDECIDED}


def prove_for_person(match: "Match", nodes: int | None) -> "Certificate":
    """Prove a match; somebody who waits at a terminal sees how far the search is."""
    from gridhall.solve.certificate import NODES, prove

    return prove(match, nodes or NODES, _progress if sys.stderr.isatty() else None)


def _progress(nodes: int, bound: int) -> None:
    print(f"{nodes:,} positions, more than {bound} moves ...", end="\r", file=sys.stderr, flush=True)
