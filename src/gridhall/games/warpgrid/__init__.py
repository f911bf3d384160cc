"""Warpgrid: six grids, two dice, one tank of charge."""

from gridhall.games.warpgrid.advise import advise
from gridhall.games.warpgrid.danger import fatal
from gridhall.games.warpgrid.events import describe
from gridhall.games.warpgrid.greedy import estimate, propose
from gridhall.games.warpgrid.observation import observe, shape
from gridhall.games.warpgrid.observed import PLANES_SEEN, SCALARS_SEEN
from gridhall.games.warpgrid.preview import preview
from gridhall.games.warpgrid.records import Setup, State
from gridhall.games.warpgrid.review import review
from gridhall.games.warpgrid.rules import (
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
from gridhall.games.warpgrid.scene import scene
from gridhall.games.warpgrid.setup import OPTIONS, named_seed, ranked, read_setup, write_setup
from gridhall.games.warpgrid.words import facts, read_word, word

TITLE, VERSION = "Warpgrid", 1
SECRETS = True  # the dice to come
RANKING = ("score", "-turn", "charge")
DAILY = True
AIM = (
    "Six warpgrids, two dice. Each roll moves you along x and along y; every place you start from grows more "
    "distorted, and the distortion field raises more. Gather charge by moving, spend it on phases, and end a movement "
    "on the spiral to warp to the next grid. Enter a full circle, or stand on a half one when the field is done, and "
    "you are lost."
)
BLANK = "; title: My start\n; grid: 2\n; charge: 4\n"
HELP = """x+ x- y+ y-    move a die right, left, down, up (the first word of a turn chooses which die)
warp ricochet  at a wall: on at the opposite wall, or turn round (raises the wall cell)
stay           no phase
phase 1 .. 4   spend 12 charge cells a space and move on in the direction of your last step
roll 3 4       paper mode: your dice show x = 3, y = 4"""

__all__ = [
    "ACTIONS",
    "AIM",
    "BLANK",
    "HELP",
    "OPTIONS",
    "PLANES_SEEN",
    "PLAYERS",
    "RANKING",
    "REASONS",
    "SCALARS_SEEN",
    "SECRETS",
    "TITLE",
    "VERSION",
    "Setup",
    "State",
    "acting",
    "advise",
    "canonicalize",
    "describe",
    "estimate",
    "facts",
    "fatal",
    "hide",
    "named_seed",
    "observe",
    "outcome",
    "preview",
    "propose",
    "ranked",
    "read_setup",
    "read_word",
    "refusal",
    "resample",
    "review",
    "scene",
    "score",
    "shape",
    "start",
    "step",
    "word",
    "write_setup",
]
