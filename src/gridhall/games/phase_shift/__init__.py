"""Phase Shift: light every beacon in two overlaid phases of one board, then reach the exit."""

from gridhall.games.phase_shift.draft import BLANK, draft
from gridhall.games.phase_shift.generate import generate
from gridhall.games.phase_shift.lower_bound import bound
from gridhall.games.phase_shift.observed import PLANES_SEEN, SCALARS_SEEN
from gridhall.games.phase_shift.rules import (
    ACTIONS,
    BREADTH_FIRST,
    DEFAULT,
    FILES,
    PLAYERS,
    PUZZLE,
    RANKING,
    REASONS,
    TITLE,
    UNDO,
    VERSION,
    Setup,
    State,
    acting,
    canonicalize,
    hide,
    observe,
    outcome,
    refusal,
    resample,
    score,
    shape,
    start,
    step,
)
from gridhall.games.phase_shift.scene import describe, preview, scene
from gridhall.games.phase_shift.setup import read_setup, write_setup
from gridhall.games.phase_shift.words import HELP, facts, read_word, word

AIM = (
    "Light every beacon, then stand on the exit. The board exists twice, as Alpha and as Beta: a shift keeps your cell "
    "and changes the phase, and where one phase has a wall the other may have a way. Every move counts, also one into "
    "a wall; rifts are deadly in either phase."
)

__all__ = [
    "ACTIONS",
    "AIM",
    "BLANK",
    "BREADTH_FIRST",
    "DEFAULT",
    "FILES",
    "HELP",
    "PLANES_SEEN",
    "PLAYERS",
    "PUZZLE",
    "RANKING",
    "REASONS",
    "SCALARS_SEEN",
    "TITLE",
    "UNDO",
    "VERSION",
    "Setup",
    "State",
    "acting",
    "bound",
    "canonicalize",
    "describe",
    "draft",
    "facts",
    "generate",
    "hide",
    "observe",
    "outcome",
    "preview",
    "read_setup",
    "read_word",
    "refusal",
    "resample",
    "scene",
    "score",
    "shape",
    "start",
    "step",
    "word",
    "write_setup",
]
