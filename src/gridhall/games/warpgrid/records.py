"""What a setup and a state of Warpgrid consist of."""

from gridhall.kernel import i8, i16, i64, record, u64

GRIDS, SIZE, CELLS = 6, 6, 36
ROOM = 2048  # scripted faces, WG1


@record
class Setup:
    """Options and scripted dice; public."""

    seed: u64  # what the text names, if `named`
    count: i16  # scripted faces
    dice: i8 * ROOM
    title: i8 * 96  # UTF-8
    named: i8
    ask: i8  # paper mode, WG4
    grid: i8
    charge: i8
    spare: i8 * 2


@record
class State:
    """The sheet. `rng` and `used` are secret: the dice to come."""

    rng: u64
    visited: i64 * GRIDS  # a bit for each cell that the player was on
    turn: i16
    used: i16  # scripted faces used up
    spaces: i16  # moved in all
    ins: i8 * GRIDS  # portals of the grids so far
    outs: i8 * GRIDS
    levels: i8 * CELLS
    grid: i8  # 1 to 6
    charge: i8
    cell: i8  # the player, or NOBODY before the in roll
    out: i8  # the out portal, or NOBODY before its roll
    die_x: i8  # 0: none
    die_y: i8
    direction: i8  # of the last step in this grid, or NOBODY
    steps: i8  # spaces left of the movement under way
    field_left: i8
    phase: i8
    roll: i8
    leg: i8
    entered: i8  # whether the player's cell was entered in this movement, WG14
    axis: i8  # of the first die of the turn
    owed: i8  # the drain that waits for the FIELD choice, WG19
    ending: i8
    rolled: i8  # the last roll
    phases: i8  # done so far
