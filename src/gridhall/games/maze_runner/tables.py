"""What there is in the maze, as tables: cells, structures, units, acts. A variant adds rows here.

The board is a ring of 1600 cells: 40 to a row, and the last cell is followed by the first. At most 37 rows and columns
of it are board, the rest is OFF. So a step to the side needs no test: where it leaves a row and enters the next, it
meets OFF. The rules are the same wherever on the ring cell 0 is, and a player's view makes use of that: it begins at
their own nexus (MR5).
"""

WIDTH = 40
AREA = WIDTH * WIDTH
LARGEST = 37  # the longest side of a board (MR89); 3 cells of OFF keep a 7x7 from reaching round the ring
WORDS = AREA // 64  # of 64 bits, in a set of cells
NOWHERE = -1

STEP = (AREA - 40, AREA - 39, 1, 41, 40, 39, AREA - 1, AREA - 41)  # N NE E SE S SW W NW, to be taken modulo AREA

# What a cell's number says. A door also tells its hit points: DOORS + n is player 1's, -n is player 2's.
OFF, WALL, FLOOR, NEXUS, BUILT, SLASH, BACKSLASH = 0, 1, 2, 3, 5, 7, 10
DOORS = 28
# NEXUS + player, BUILT + player; SLASH and BACKSLASH are nobody's, + 1 + player somebody's. A cell never seen is OFF in
# a view.
TOWER, EXTRA, HEART, GOLEM = 13, 25, -100, -128
# TOWER + 4 * owner + hit points: the owner is 0 nobody, 1, 2; without hit points it is of stone (MR122). EXTRA + player
# is an extra nexus. GOLEM + 6 * quarter + hit points - 1 is a golem that looks to a quarter: 0 north, 1 east and so on.
MOST_TOWER_HITPOINTS, MOST_GOLEM_HITPOINTS = 3, 6
MOST_PAIRS = 3  # of golems, of stone towers, of extra nexuses
EXTRAS = 2 * MOST_PAIRS  # extra nexuses in a match
TOWERS = 4 * MOST_PAIRS  # towers in a match: those of stone and all that can ever be built

SOLID, NEXUS_BIT, DOOR_BIT, MIRROR_BIT, GROUND, BACK_BIT, OWNED_2 = 1, 2, 4, 8, 16, 32, 64
TOWER_BIT, EXTRA_BIT, GOLEM_BIT, HEART_BIT = 128, 256, 512, 1024
FRAGILE = 2048  # stands on floor, blocks it, and can be struck down: a golem or a built tower
STRUCTURES = (  # name, first number, last number, flags: what it does to feet and light
    ("off", OFF, OFF, SOLID),
    ("wall", WALL, WALL, SOLID),
    ("floor", FLOOR, FLOOR, GROUND),
    ("nexus 1", NEXUS, NEXUS, NEXUS_BIT),
    ("nexus 2", NEXUS + 1, NEXUS + 1, NEXUS_BIT | OWNED_2),
    ("built wall 1", BUILT, BUILT, SOLID),
    ("built wall 2", BUILT + 1, BUILT + 1, SOLID | OWNED_2),
    ("mirror /", SLASH, SLASH + 1, GROUND | MIRROR_BIT),
    ("mirror / 2", SLASH + 2, SLASH + 2, GROUND | MIRROR_BIT | OWNED_2),
    ("mirror \\", BACKSLASH, BACKSLASH + 1, GROUND | MIRROR_BIT | BACK_BIT),
    ("mirror \\ 2", BACKSLASH + 2, BACKSLASH + 2, GROUND | MIRROR_BIT | BACK_BIT | OWNED_2),
    ("door 1", DOORS + 1, DOORS + 99, GROUND | DOOR_BIT),
    ("door 2", -99, -1, GROUND | DOOR_BIT | OWNED_2),
    ("tower of nobody", TOWER, TOWER, SOLID | TOWER_BIT),
    ("tower of stone 1", TOWER + 4, TOWER + 4, SOLID | TOWER_BIT),
    ("tower 1", TOWER + 5, TOWER + 7, SOLID | TOWER_BIT | FRAGILE),
    ("tower of stone 2", TOWER + 8, TOWER + 8, SOLID | TOWER_BIT | OWNED_2),
    ("tower 2", TOWER + 9, TOWER + 11, SOLID | TOWER_BIT | FRAGILE | OWNED_2),
    ("extra nexus 1", EXTRA, EXTRA, GROUND | EXTRA_BIT),
    ("extra nexus 2", EXTRA + 1, EXTRA + 1, GROUND | EXTRA_BIT | OWNED_2),
    ("golem", GOLEM, GOLEM + 23, GOLEM_BIT | FRAGILE),
    ("heart", HEART, HEART, GROUND | HEART_BIT),
)


def _flags() -> tuple[int, ...]:
    table = [SOLID] * 256
    for _, first, last, flags in STRUCTURES:
        for number in range(first, last + 1):
            table[number + 128] = flags
    return tuple(table)


FLAGS = _flags()  # of the cell number + 128

BEND = (  # the direction a ray leaves in: BEND[direction] at `/`, BEND[8 + direction] at `\` (MR34)
    2, 2, 0, 0, 6, 6, 4, 4,
    6, 6, 4, 4, 2, 2, 0, 0,
)  # fmt: skip

# Acts of a unit: 32 numbers each, unit after unit.
MOVE, STRIKE, LASER, BUILD_WALL, BUILD_DOOR, BUILD_MIRROR, SWITCH, RETREAT = 0, 8, 16, 20, 24, 28, 30, 31
ACTS = 32
TEAM = 3  # units a player
UNITS = 2 * TEAM
END = TEAM * ACTS
ACTIONS = END + 1
RESIGN = ACTIONS  # for people only

MOVES, STRIKES, LASERS, WALLS, DOOR_ACTS, MIRRORS, SWITCHES, RETREATS = range(8)  # groups of acts
SIZES = (8, 8, 4, 4, 4, 2, 1, 1)  # how many acts a group has
GROUP = tuple(group for group, size in enumerate(SIZES) for _ in range(size))  # of an act
# The direction of an act; 0 for those that have none.
DIRECTION_OF = (0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 0, 0, 0)
WHOLE_TURN = (0, 0, 1, 1, 0, 1, 0, 1)  # groups that cost all of the turn's actions (MR96)

MINION = 0  # the one kind of unit so far
KIND_OF_UNIT = (MINION,) * UNITS
MAY = (0b11111111,)  # by kind of unit: the groups of acts it knows, as bits
TOUGHNESS = (1,)  # by kind of unit: its hit points, times minionsHitpoints

LANTERN, SWORD = 0, 1
MOST_DOORS = 3  # standing, a player (MR84)

# How it ended (MR110).
CAPTURE, RESIGNED, APPROACH, KILLS, REVEALED, DRAW, MAJORITY = 1, 2, 3, 4, 5, 6, 7

# Events, see `describe`; `cell` is here + AREA * there where both matter.
(STEPPED, SWITCHED, STRUCK, SET_LASER, BUILT_WALL, BUILT_DOOR, BUILT_MIRROR, RETREATED,
 FIRED, BURNT, SCORCHED, DOOR_GONE, DIED, RESPAWNED, BEGAN, FINISHED,
 GOLEM_WALKED, GOLEM_STRUCK, GOLEM_FELL, TOOK_HEART, TOWER_GONE, TOOK_TOWER, TOOK_NEXUS) = range(23)  # fmt: skip
EVENT_OF = (STEPPED, STRUCK, SET_LASER, BUILT_WALL, BUILT_DOOR, BUILT_MIRROR, SWITCHED, RETREATED)  # a group's acts

# Whose sight may have changed by something.
NO_SIGHT, OWN_SIGHT, ALL_SIGHT = range(3)
