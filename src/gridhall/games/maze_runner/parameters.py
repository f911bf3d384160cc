"""Every number that a match of Maze Runner can be set up with: its name, range, default and meaning (MR88, MR114)."""

from typing import NamedTuple

from gridhall.games.maze_runner.tables import (
    LARGEST,
    MOST_GOLEM_HITPOINTS,
    MOST_PAIRS,
    MOST_TOWER_HITPOINTS,
    TEAM,
)
from gridhall.options import Option


class Setting(NamedTuple):
    """A parameter of a match: how it is written, the field it fills, its range and default, and what it means."""

    name: str
    field: str
    least: int
    most: int
    default: int
    group: str = ""
    title: str = ""
    meaning: str = ""


SMALLEST = 23  # two bases at least half the board apart need as much
TURN, MINIONS_GROUP, BUILDING, MAZE = "A turn", "Minions", "Building", "The maze"
MORE = "Golems, towers, extra nexuses"
KEYS = (
    Setting("minions", "minions", 1, TEAM, 3, MINIONS_GROUP, "Minions", "of each team"),
    Setting("actionsNumber", "actions", 1, 9, 5, TURN, "Actions", "of a minion in a turn"),
    # Its default is half of actionsNumber, rounded up.
    Setting("firstTurnActions", "first_actions", 1, 9, 0, TURN, "Actions in the very first turn",
              "of a minion; left empty it is half of the actions, rounded up"),
    Setting("minionsHitpoints", "hitpoints", 1, 99, 5, MINIONS_GROUP, "Hit points", "of a minion"),
    Setting("turnsToRespawn", "respawn", 0, 99, 2, MINIONS_GROUP, "Turns until it comes back",
              "how long a fallen minion is away"),
    Setting("movePrice", "move_price", 1, 9, 1, TURN, "Price of a step", "in actions"),
    Setting("switchPrice", "switch_price", 1, 9, 1, TURN, "Price of a switch",
              "between lantern and sword, in actions"),
    Setting("swordPrice", "sword_price", 1, 9, 1, TURN, "Price of a strike", "in actions"),
    Setting("swordDamage", "sword_damage", 1, 99, 1, MINIONS_GROUP, "Damage of a strike", "in hit points"),
    Setting("laserDamage", "laser_damage", 1, 99, 3, MINIONS_GROUP, "Damage of a laser", "in hit points"),
    Setting("rounds", "rounds", 1, 999, 60, TURN, "Rounds", "the match ends after so many"),
    Setting("wallBuildCount", "walls", 0, 9, 1, BUILDING, "Walls",
              "that each team may build; with towers leave it as it is"),
    Setting("doorPrice", "door_price", 1, 9, 2, BUILDING, "Price of a door", "in actions"),
    Setting("doorCooldown", "door_cooldown", 0, 99, 2, BUILDING, "Turns between two doors", "that one minion builds"),
    Setting("doorHitpoints", "door_hitpoints", 1, 99, 3, BUILDING, "Hit points of a door", "until it breaks"),
    Setting("maxMirrorsBending", "bends", 0, 99, 5, MAZE, "Mirrors", "that bend a ray of light before it ends"),
    Setting("golems", "golems", 0, MOST_PAIRS, 0, MORE, "Golems", "pairs of them that walk in the maze"),
    Setting("golemHitpoints", "golem_hitpoints", 1, MOST_GOLEM_HITPOINTS, 3, MORE, "Hit points of a golem",
              "until it leaves its heart"),
    Setting("golemDamage", "golem_damage", 1, 9, 2, MORE, "Damage of a golem", "to each minion beside it, a round"),
    Setting("towers", "towers", 0, MOST_PAIRS, 0, MORE, "Towers",
              "pairs of stone that stand in the maze; each team may build as many, instead of walls"),
    Setting("towerHitpoints", "tower_hitpoints", 1, MOST_TOWER_HITPOINTS, 3, MORE, "Hit points of a tower",
              "that was built"),
    Setting("towerRange", "tower_range", 1, 5, 5, MORE, "Sight of a tower", "in cells to every side, over walls"),
    Setting("nexuses", "nexuses", 0, MOST_PAIRS, 0, MORE, "Extra nexuses", "of each team"),
    Setting("laserPrice", "laser_price", 0, 9, 0, TURN, "Price of a laser", "in actions; 0 is the whole turn"),
    Setting("mirrorPrice", "mirror_price", 0, 9, 0, TURN, "Price of a mirror", "in actions; 0 is the whole turn"),
)  # fmt: skip
SIZE = Setting("size", "size", SMALLEST, LARGEST, 31, MAZE, "Size", "rows and columns of the maze, an odd number")
DUG_WALLS = 1  # of wallBuildCount at most, in a maze that is dug (MR76)
DRAWN = (Setting("first", "first", 1, 2, 1), Setting("round", "round", 1, 999, 1))
FIRST_TURN = next(key for key in KEYS if key.field == "first_actions")
SWITCHES = {"siege": ("off", "on"), "majority": ("off", "on"), "symmetry": ("half-turn", "none")}  # default first
NAMES = [key.name for key in KEYS] + ["siege", "majority", "size", "symmetry", "first", "round", "title", "author"]
KNOWN = {name.lower() for name in NAMES}


def _option(key: Setting) -> Option:
    """A parameter as something to choose for a maze that is dug."""
    most = DUG_WALLS if key.field == "walls" else key.most
    default = str(key.default) if key.default >= key.least else ""
    step = 2 if key is SIZE else 1
    return Option(key.name, key.title, key.meaning, default, key.least, most, step, group=key.group)


def _switch(name: str, meaning: str, group: str) -> Option:
    words = list(SWITCHES[name])
    return Option(name, name.capitalize(), meaning, words[0], words=words, group=group)


OPTIONS = (
    _option(SIZE),
    _switch("symmetry", "half-turn: both teams have the same maze, turned", MAZE),
    *map(_option, KEYS),
    _switch("siege", "on: a minion must hold the nexus for a turn", TURN),
    _switch("majority", "on: most of the extra nexuses, held for a turn, win, too", MORE),
)
