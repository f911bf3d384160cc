"""Maze Runner: two teams in a dark maze, lanterns, mirrors, lasers; see README.md for the rules."""

from gridhall.games.maze_runner.choices import automatic, out_of_time
from gridhall.games.maze_runner.danger import HARMLESS, fatal
from gridhall.games.maze_runner.describe import describe
from gridhall.games.maze_runner.draft import BLANK, draft
from gridhall.games.maze_runner.facts import facts
from gridhall.games.maze_runner.focus import focus
from gridhall.games.maze_runner.observation import observe, shape
from gridhall.games.maze_runner.observed import PLANES_SEEN, SCALARS_SEEN
from gridhall.games.maze_runner.parameters import OPTIONS
from gridhall.games.maze_runner.policy import estimate, policy, propose
from gridhall.games.maze_runner.preview import preview, preview_walk
from gridhall.games.maze_runner.reasons import REASONS
from gridhall.games.maze_runner.records import Setup, State
from gridhall.games.maze_runner.refusals import refusal
from gridhall.games.maze_runner.rules import PLAYERS, acting, outcome, score, start, step
from gridhall.games.maze_runner.scene import scene
from gridhall.games.maze_runner.secrecy import canonicalize, hide, resample
from gridhall.games.maze_runner.setup import read_setup, write_setup
from gridhall.games.maze_runner.tables import ACTIONS
from gridhall.games.maze_runner.words import read_word, word

TITLE = "Maze Runner"
VERSION = 1
SECRETS = True
AIM = (
    "Two teams wake in a maze that neither has seen. Your lanterns show what lies straight ahead; mirrors "
    "bend their light, lasers follow it, doors and walls stop it. Find the enemy's nexus and step onto it before they "
    "find yours."
)
LEVELS_OF_PLAY = {
    "easy": {"agent": "policy", "skill": 0, "rating": 729},
    "casual": {"agent": "policy", "skill": 1, "rating": 977},
    "normal": {"agent": "policy", "skill": 2, "rating": 1500},
    "hard": {"agent": "policy", "skill": 3, "rating": 1667},
}
HELP = """\
1 move NE   2 switch   1 strike E   3 laser N   2 mirror /   1 wall S   2 door W   3 retreat   end   resign
short: m move, s switch (lantern, sword), x strike, l laser, i mirror, w wall, d door, r retreat, e end: `1 m ne`
move and strike take N NE E SE S SW W NW, the others N E S W. Laser, mirror, wall and retreat cost the whole turn.
With towers: `2 tower S`, short t, in the wall's place. Step onto hearts and extra nexuses, beside stone towers."""

__all__ = [
    "ACTIONS",
    "AIM",
    "BLANK",
    "HARMLESS",
    "HELP",
    "LEVELS_OF_PLAY",
    "OPTIONS",
    "PLANES_SEEN",
    "PLAYERS",
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
    "describe",
    "draft",
    "estimate",
    "facts",
    "fatal",
    "focus",
    "hide",
    "observe",
    "out_of_time",
    "outcome",
    "policy",
    "preview",
    "preview_walk",
    "propose",
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
]  # fmt: skip
