"""Grid Universe: boxes, monsters, portals, doors and power-ups on a grid; every mechanic of the player guide."""

from gridhall.games.grid_universe.danger import fatal
from gridhall.games.grid_universe.describe import describe
from gridhall.games.grid_universe.draft import BLANK, draft, write_json
from gridhall.games.grid_universe.generate import generate
from gridhall.games.grid_universe.lower_bound import bound
from gridhall.games.grid_universe.observation import observe, shape
from gridhall.games.grid_universe.observed import PLANES_SEEN, SCALARS_SEEN
from gridhall.games.grid_universe.preview import preview
from gridhall.games.grid_universe.records import Setup, State
from gridhall.games.grid_universe.rules import (
    ACTIONS,
    PLAYERS,
    REASONS,
    acting,
    canonicalize,
    hide,
    outcome,
    refusal,
    resample,
    score,
    start,
    step,
)
from gridhall.games.grid_universe.scene import scene
from gridhall.games.grid_universe.setup import named_seed, read_setup, write_setup
from gridhall.games.grid_universe.words import HELP, facts, read_word, word

TITLE = "Grid Universe"
VERSION = 1
PUZZLE = True
UNDO = True
DEFAULT = "walking"
CERTIFY_SCORE = True
RANKING = ("-turn", "score")
AIM = (
    "Collect every core and stand on the exit, or do whatever else the level asks for. Monsters move before you, boxes "
    "can be pushed, keys open doors, portals carry whoever comes to them, and power-ups bend the rules for a while. "
    "Every level is proved: the fewest turns, and the best score within them."
)

__all__ = [
    "ACTIONS",
    "AIM",
    "BLANK",
    "CERTIFY_SCORE",
    "DEFAULT",
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
    "fatal",
    "generate",
    "hide",
    "named_seed",
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
    "write_json",
    "write_setup",
]  # fmt: skip
