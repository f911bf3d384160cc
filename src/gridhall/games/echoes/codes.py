"""The 32 actions that a list can hold, as tables by their code: what each costs, where it leads, what it leaves.

A cell is row * 8 + column with row 0 on top, so A8 is 0 and H1 is 63. Headings are those of grid.COMPASS: 0 is north,
then clockwise in steps of 45 degrees.
"""

LONGEST = 122  # actions of a list (EC56, EC66)

# The first code of each kind. The directions follow it: N NE E SE S SW W NW, for dash and shield N E S W.
WALK, DASH, FIRE, MINE, SHIELD, CODES = 0, 8, 12, 20, 28, 32
COST = (1,) * 8 + (2,) * 4 + (2,) * 8 + (2,) * 8 + (1,) * 4  # points
HEADING = (0, 1, 2, 3, 4, 5, 6, 7) + (0, 2, 4, 6) + (0, 1, 2, 3, 4, 5, 6, 7) * 2 + (0, 2, 4, 6)
COMPASS_STEP = (-8, -7, 1, 9, 8, 7, -1, -9)  # from a cell to its neighbour, by heading
COMPASS_ROW = (-1, -1, 0, 1, 1, 1, 0, -1)
COMPASS_COLUMN = (0, 1, 1, 1, 0, -1, -1, -1)


def _distance(code: int) -> int:
    """How many tiles off an action ends, or puts its shot or mine."""
    if code >= SHIELD:
        return 0
    return 2 if DASH <= code < FIRE else 1


def _reach(cell: int, code: int) -> int:
    row = (cell >> 3) + _distance(code) * COMPASS_ROW[HEADING[code]]
    column = (cell & 7) + _distance(code) * COMPASS_COLUMN[HEADING[code]]
    return row * 8 + column if 0 <= row < 8 and 0 <= column < 8 else -1


STEP = tuple(_distance(code) * COMPASS_STEP[HEADING[code]] for code in range(CODES))
# REACH[cell * CODES + code]: the tile where an action ends, or where its shot or mine appears; -1 off the board.
REACH = tuple(_reach(cell, code) for cell in range(64) for code in range(CODES))
# The shield that an action leaves: 0 none, 1 to 4 facing N E S W.
GUARD_AFTER = tuple(code - SHIELD + 1 if code >= SHIELD else 0 for code in range(CODES))
# Where the board of a replay keeps what fire and mine put down: shots by heading, mines in 8 (see ticks.py).
PUT_IN = tuple(8 if MINE <= code < SHIELD else HEADING[code] for code in range(CODES))
# COVERS[guard * 8 + heading]: whether a shield stops a shot of this heading. It covers its side and the two diagonals
# beside it (EC34); a shot comes from the side opposite to its heading (EC35).
COVERS = (0,) * 8 + tuple(int((heading + 4 - side) % 8 in (7, 0, 1)) for side in (0, 2, 4, 6) for heading in range(8))
