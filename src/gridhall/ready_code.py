"""Matches that are hurried by compiled code where it is there already, shipped or cached: nobody waits for a compiler.

Loading such code takes a tenth of a second, once in a process. Halls, and whoever verifies many records, have it.
"""

import ctypes
import os
from typing import Any

from gridhall.kernel import bind, compiled
from gridhall.match import Match
from gridhall.ply import play_if_allowed

LARGE = 4096  # bytes of a state; of a smaller one a view takes the interpreter about as long as the call of such code
_codes: dict[tuple[Any, ...], Any] = {}  # that were found, by the kernel and the types of its arguments


def hurry_views(match: Match) -> None:
    """Let a match make its views by compiled code; for a large state the interpreter takes 200 times as long."""
    if ctypes.sizeof(match.state) >= LARGE:
        match.compiled_hide = _ready_code(match.game.hide, match.setup, match.state, 0)


def hurry_plies(match: Match) -> None:
    """Let a match repeat the plies of a record by compiled code."""
    match.compiled_ply = _ready_code(bind(play_if_allowed, match.game), match.setup, match.state, 0, 0)


def _ready_code(function: Any, *arguments: Any) -> Any | None:
    """The compiled code of a kernel for arguments like these, or None if it would have to be compiled first."""
    if os.environ.get("GRIDHALL_INTERPRETED"):
        return None
    key = function, *map(type, arguments)
    if key not in _codes:
        twin = compiled(function)
        if not twin.is_ready_for(*arguments):
            return None
        _codes[key] = twin.code_for(*arguments)
    return _codes[key]
