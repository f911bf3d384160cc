"""Phase Shift: light every beacon, then stand on the exit; two phases share one board.

Each of the five actions costs a move, also a wasted one (PS6). A shift is an entry like a step (PS5). The counter rises
first, then the move acts, then rift, limit and win are tested in that order (PS11). Numbers in comments are those of
the rules page.
"""

from gridhall.game import LIMIT, LOST, PLAYING, WON
from gridhall.kernel import copy_numbers, i8, i16, i32, kernel, record, show, u64

TITLE, VERSION, PLAYERS, ACTIONS = "Phase Shift", 1, 1, 5
PUZZLE, UNDO, FILES, RANKING, DEFAULT = True, True, ("_A.txt", "_B.txt"), ("-moves",), "walkthrough"
BREADTH_FIRST = True  # which levels a seed makes depends on the witness
NORTH, SOUTH, WEST, EAST, SHIFT, QUIT = range(6)
REASONS = ("", "the match is over (PS16)", "only player 1 moves", "there is no such action (PS12)")

LARGEST = 16  # rows and columns of the largest board (PS2)
CELLS = LARGEST * LARGEST
# A cell is (row + 1) * STRIDE + col, so that cell >> 5 is row + 1, and cell & 31 is the column. All round the board is
# void, so that leaving it needs no test.
STRIDE, LAYER = 32, 18 * 32
PLACES = 2 * LAYER  # the cells of Alpha, then those of Beta
STEP = (-STRIDE, STRIDE, -1, 1, 0)
VOID, FLOOR, WALL, EXIT, RIFT, BEACON, KEY, GATE = 0, 1, 2, 3, 4, 5, 8, 12  # KEY + id, GATE + id for four ids (PS8)
SIGNS = "_.#EXB  kuvwGUVW"  # by tile
DECOR = ",:"  # signs of floor that only looks different (PS18)
RUNNING, SOLVED, FELL, LATE, LEFT = range(5)  # how it ended
STARS = (60, 85)  # per cent of the limit for three and for two stars (PS13)
WORTH = (10, 12, 15)  # tenths of a point a star, by difficulty (PS13)
MOVED, WASTED, LIT, TOOK, EARLY, ENDED = 0, 8, 16, 17, 18, 19  # events, see `describe`; MOVED and WASTED + the action
KINDS = 10  # planes of a phase: void, floor, wall, exit, rift, dark beacon, lit beacon, key, closed gate, open gate
KEY_PLANE, GATE_PLANE = 7, 8  # the planes before them have the numbers of the tiles; an open gate is in the last
MARKED, FAR = 8, 126  # beacons that `bound` knows of, and the longest way it counts (lower_bound.py)
PLANES = 2 * KINDS + 1  # those of the phase the player is in, those of the other phase, and one for the player


@record
class Setup:
    limit: i32
    adorned: i32  # how many cells of both layers have décor (PS18)
    height: i16
    width: i16
    beacons: i16
    first: i16  # the cell where the player starts
    mixed: i16  # coordinates with different keys in the two phases: only there it matters later which was taken
    difficulty: i16  # 0 easy, 1 medium, 2 hard
    lively: i16 * 2  # how many cells of Alpha and of Beta hold something that changes: a beacon, a key or a gate
    places: i16 * (2 * CELLS)  # those cells, CELLS for each
    tiles: i8 * PLACES
    decor: i8 * PLACES  # how each cell of `tiles` looks: 0 as its tile, else 1 + the number of its sign in DECOR
    seen_in_alpha: i8 * (PLANES * CELLS)  # the planes of what never changes, as they are observed in Alpha
    seen_in_beta: i8 * (PLANES * CELLS)
    # What `bound` reads (lower_bound.py).
    marked: i32
    marks: i16 * MARKED  # cells of beacons
    legs: i8 * (MARKED * MARKED)  # fewest moves from beacon n to beacon m < n, and (m = n) from it to the exit
    ways: i8 * ((MARKED + 1) * PLACES)  # 1 + moves from each place to the exit, then to each beacon; 0: none


@record
class State:
    rng: u64
    moves: i32
    wastes: i32  # wasted moves in all
    lit: i16 * LARGEST  # beacons that are on: a number a row, a bit a column (PS7)
    taken: i16 * LARGEST  # keys that are gone
    cell: i16
    missing: i16  # beacons still dark
    keys: i8  # ids held, a bit each
    phase: i8
    ending: i8
    wasted: i8  # whether the last action was a wasted move (PS6)


@kernel
def start(setup, state):
    state.cell = setup.first  # in Alpha it is floor (PS9)
    state.missing = setup.beacons


@kernel
def acting(setup, state):
    return 1 if state.ending == RUNNING else 0


@kernel
def refusal(setup, state, player, action):
    """Refuse only what is no action at all: an illegal move is played and wasted (PS6)."""
    if state.ending != RUNNING:
        return 1
    if player != 0:
        return 2
    return 0 if 0 <= action <= QUIT else 3


@kernel
def step(setup, state, player, action):
    state.wasted = 0
    if action == QUIT:  # no move (PS16)
        state.ending = LEFT
        show(state, ENDED, player, state.cell)
        return
    state.moves += 1
    enter(setup, state, player, action)
    if state.ending == FELL:
        return
    if is_late(setup, state.moves):  # even on the exit (PS11)
        state.ending = LATE
        show(state, ENDED, player, state.cell)
    elif is_way_out(state, setup.tiles[state.phase * LAYER + state.cell]):
        state.ending = SOLVED
        show(state, ENDED, player, state.cell)


@kernel
def enter(setup, state, player, action):
    """Go where the action leads if the tile there lets the player in, and let the tile act."""
    cell = cell_ahead(state, action)
    phase = phase_ahead(state, action)
    tile = setup.tiles[phase * LAYER + cell]
    if is_solid(state, tile):
        state.wasted = 1
        state.wastes += 1
        show(state, WASTED + action, player, cell)
        return
    state.cell = cell
    state.phase = phase
    show(state, MOVED + action, player, cell)
    if tile < EXIT:
        return
    row, bit = (cell >> 5) - 1, 1 << (cell & 31)
    if tile == BEACON:
        if not state.lit[row] & bit:
            state.lit[row] |= bit
            state.missing -= 1
            show(state, LIT, player, cell)
    elif tile == RIFT:
        state.ending = FELL
        show(state, ENDED, player, cell)
    elif tile == EXIT:
        if state.missing:
            show(state, EARLY, player, cell)  # plain floor (PS10)
    elif tile < GATE and not is_taken(state, cell):
        state.taken[row] |= bit
        state.keys |= 1 << (tile - KEY)
        show(state, TOOK, player, cell)


@kernel
def cell_ahead(state, action):
    """The cell that an action leads to."""
    return state.cell + STEP[action]


@kernel
def phase_ahead(state, action):
    """The phase that an action leads to."""
    return state.phase ^ (action == SHIFT)


@kernel
def is_solid(state, tile):
    """Whether a tile lets nobody in, so that a move onto it is wasted (PS6)."""
    return tile in (VOID, WALL) or (tile >= GATE and not state.keys >> (tile - GATE) & 1)


@kernel
def is_taken(state, cell):
    """Whether the key of this coordinate is gone, in both layers (PS7)."""
    return state.taken[(cell >> 5) - 1] >> (cell & 31) & 1


@kernel
def is_late(setup, moves):
    """Whether so many moves are too many (PS11)."""
    return moves > setup.limit


@kernel
def is_way_out(state, tile):
    """Whether standing on this tile wins: the exit, when no beacon is dark."""
    return state.missing == 0 and tile == EXIT


@kernel
def outcome(setup, state, player):
    if state.ending == RUNNING:
        return PLAYING
    if state.ending == SOLVED:
        return WON
    return LIMIT if state.ending == LATE else LOST


@kernel
def stars(setup, state):
    """Three, two or one for a win, by the share of the limit it took (PS13)."""
    if state.ending != SOLVED:
        return 0
    used = 100 * state.moves
    return 3 if used <= STARS[0] * setup.limit else 2 if used <= STARS[1] * setup.limit else 1


@kernel
def score(setup, state, player):
    """Stars times the difficulty's multiplier, in tenths of a point (PS13)."""
    return stars(setup, state) * WORTH[setup.difficulty]


@kernel
def hide(setup, state, player):
    state.rng = 0  # nothing else is secret


@kernel
def resample(setup, state, player, seed):
    state.rng = seed


@kernel
def canonicalize(setup, state):
    state.rng = 0
    state.moves = 0
    state.wastes = 0
    state.wasted = 0
    if setup.mixed == 0:  # whether a key still lies there does not matter once its id is held
        for row in range(LARGEST):
            state.taken[row] = 0


@kernel
def shape(setup):
    return PLANES, setup.height, setup.width, 2


@kernel
def observe(setup, state, player, planes, scalars):
    """Write planes of ones (keys and closed gates: 1 + their id), and two scalars: moves left, beacons missing."""
    width, phase, keys = setup.width, state.phase, state.keys
    cells = setup.height * width
    copy_numbers(planes, setup.seen_in_beta if phase else setup.seen_in_alpha, PLANES * cells)
    for side in range(2):
        layer = phase ^ side
        for n in range(setup.lively[layer]):
            cell = setup.places[layer * CELLS + n]
            tile, row, bit = setup.tiles[layer * LAYER + cell], (cell >> 5) - 1, cell & 31
            at = side * KINDS * cells + row * width + bit
            if tile == BEACON:
                planes[at + cells * (BEACON + (state.lit[row] >> bit & 1))] = 1
            elif tile >= GATE:
                is_open = keys >> (tile - GATE) & 1
                planes[at + cells * (GATE_PLANE + is_open)] = 1 if is_open else 1 + tile - GATE
            elif is_taken(state, cell):
                planes[at + cells * FLOOR] = 1
            else:
                planes[at + cells * KEY_PLANE] = 1 + tile - KEY
    planes[2 * KINDS * cells + ((state.cell >> 5) - 1) * width + (state.cell & 31)] = 1
    scalars[0] = setup.limit - state.moves
    scalars[1] = state.missing
