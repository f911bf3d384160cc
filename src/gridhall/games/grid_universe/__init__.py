"""Grid Universe: boxes, monsters, portals, doors and power-ups on a grid; every mechanic of the player guide."""

from gridhall.games.grid_universe.rules import (
    ACTIONS,
    PLAYERS,
    REASONS,
    Setup,
    State,
    acting,
    bound,
    forget,
    hide,
    observe,
    outcome,
    redeal,
    refusal,
    score,
    shape,
    start,
    step,
)
from gridhall.games.grid_universe.setup import named_seed, read_setup, write_setup
from gridhall.games.grid_universe.words import facts, read_word, word

TITLE = "Grid Universe"
VERSION = 1
PUZZLE = True
UNDO = True

__all__ = [
    "ACTIONS", "PLAYERS", "PUZZLE", "REASONS", "TITLE", "UNDO", "VERSION", "Setup", "State", "acting", "bound", "facts", "forget", "hide", "named_seed",
    "observe", "outcome", "read_setup", "read_word", "redeal", "refusal", "score", "shape", "start", "step", "word", "write_setup",
]  # fmt: skip
