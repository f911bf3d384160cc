"""Echoes: a duel of simultaneous programs on 8 by 8. The names the platform sees."""

from gridhall.games.echoes.choices import preview
from gridhall.games.echoes.danger import HARMLESS, fatal
from gridhall.games.echoes.observation import observe, shape
from gridhall.games.echoes.observed import PLANES_SEEN, SCALARS_SEEN
from gridhall.games.echoes.plans import PLAN, plan_act, plan_begin, plan_careless, plan_first, plan_play
from gridhall.games.echoes.proposals import estimate, propose, resample
from gridhall.games.echoes.puzzles import automatic, counts, judge_puzzle, reply
from gridhall.games.echoes.records import Setup, State
from gridhall.games.echoes.rules import (
    ACTIONS,
    REASONS,
    TICK,
    acting,
    canonicalize,
    hide,
    outcome,
    refusal,
    score,
    start,
    step,
)
from gridhall.games.echoes.scene import scene, timeline
from gridhall.games.echoes.sentences import describe
from gridhall.games.echoes.setup import OPTIONS, read_setup, write_setup
from gridhall.games.echoes.strategies import NAMES, plan_script
from gridhall.games.echoes.templates import plan_draw
from gridhall.games.echoes.value import plan_value
from gridhall.games.echoes.words import facts, read_word, word

__all__ = [
    "ACTIONS",
    "AIM",
    "BLANK",
    "HARMLESS",
    "HELP",
    "LEVELS_OF_PLAY",
    "OPTIONS",
    "PLAN",
    "PLANES_SEEN",
    "PLAYERS",
    "POOL",
    "PUBLIC",
    "REASONS",
    "SCALARS_SEEN",
    "SECRETS",
    "TITLE",
    "VERSION",
    "Setup",
    "State",
    "acting",
    "automatic",
    "canonicalize",
    "counts",
    "describe",
    "estimate",
    "facts",
    "fatal",
    "hide",
    "judge_puzzle",
    "observe",
    "outcome",
    "plan_act",
    "plan_begin",
    "plan_careless",
    "plan_draw",
    "plan_first",
    "plan_play",
    "plan_script",
    "plan_value",
    "preview",
    "propose",
    "read_setup",
    "read_word",
    "refusal",
    "reply",
    "resample",
    "scene",
    "score",
    "shape",
    "start",
    "step",
    "timeline",
    "word",
    "write_setup",
]  # fmt: skip

TITLE = "Echoes"
VERSION = 1
PLAYERS = 2
SECRETS = True
PUBLIC = (TICK,)  # when a replay is shown, all plans are known
AIM = (
    "Plan in secret, then watch both plans run together. Each turn you create an echo or extend one; every echo "
    "repeats its whole list of actions in every replay. Hold all eight columns, be the only one left, or score ten "
    "points."
)
LEVELS_OF_PLAY = {
    "easy": {"agent": "duel", "templates": 8, "times": 1, "samples": 60, "tremble": 0.15, "slip": 0.3, "rating": 945},
    "normal": {"agent": "duel", "templates": 8, "times": 1, "samples": 60, "tremble": 0.15, "rating": 1500},
    "hard": {"agent": "duel", "templates": 12, "times": 3, "samples": 600, "tremble": 0.4, "ahead": 6, "rating": 1813},
}
BLANK = "; title: My position\n; turns: 40\n1 D: fire N, fire N, shield N\n2 E: fire S, fire S, shield S\n"
# Fixed strategies, to measure opponents against; they play in the arena only.
POOL = {name: {"agent": "script", "skill": skill} for skill, name in enumerate(NAMES)}
HELP = """\
new D, extend D      choose this turn's echo by its column (5 or 3 points)
walk N, dash E       move 1 tile in 8 directions (cost 1), 2 tiles in 4 (cost 2)   short: W N, D E
fire NE, mine SW     a shot that flies on, a mine that stays (cost 2)              short: F NE, M SW
shield N             stop one shot from that side and its diagonals (cost 1)       short: S N
undo                 take back the last step of your plan
submit               seal the plan; all points must be used
resign               lose at once"""
