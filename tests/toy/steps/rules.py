"""Steps, the smallest whole game: walk from the start to the exit.

S1  You walk one cell a move, north, east, south or west; walls and the edge stop you: such a move is refused.
S2  Whoever stands on the exit has won.
S3  After the last allowed move the match is lost.
"""

from gridhall.game import LIMIT, PLAYING, WON
from gridhall.kernel import i8, i16, i32, kernel, record, show, u64
from gridhall.rng import mix

ROW = 16  # cells a row in memory: a shift replaces a division, and a border of wall replaces edge tests
STEP = (-ROW, 1, ROW, -1)  # north, east, south, west
FLOOR, WALL = 0, 1
STEPPED, ARRIVED = 1, 2  # what `show` shows
REASONS = ("", "there is a wall (S1)", "the match is over (S2, S3)")


@record
class Setup:
    exit: i16
    limit: i16
    width: i16
    height: i16
    tiles: i8 * 256


@record
class State:
    rng: u64
    cell: i32
    moves: i32


@kernel
def start(setup, state):
    """Nothing is left to do: the drawing says it all."""


@kernel
def acting(setup, state):
    return 1 if state.cell != setup.exit and state.moves < setup.limit else 0


@kernel
def refusal(setup, state, player, action):
    if acting(setup, state) == 0:
        return 2
    return 1 if setup.tiles[state.cell + STEP[action]] == WALL else 0


@kernel
def step(setup, state, player, action):
    state.cell += STEP[action]
    state.moves += 1
    show(state, ARRIVED if state.cell == setup.exit else STEPPED, player, state.cell)


@kernel
def outcome(setup, state, player):
    if state.cell == setup.exit:
        return WON
    return PLAYING if state.moves < setup.limit else LIMIT


@kernel
def score(setup, state, player):
    return setup.limit - state.moves if state.cell == setup.exit else 0


@kernel
def hide(setup, state, player):
    """Only the generator is secret."""
    state.rng = 0


@kernel
def resample(setup, state, player, seed):
    state.rng = mix(seed)


@kernel
def canonicalize(setup, state):
    """Only the place matters: search meets each place first by the fewest moves, and chance plays no part."""
    state.rng, state.moves = 0, 0


@kernel
def shape(setup):
    return 2, setup.height, setup.width, 1


@kernel
def observe(setup, state, player, planes, scalars):
    """Planes: walls; you. Scalar: the share of moves left."""
    width, height, cell = setup.width, setup.height, state.cell
    for row in range(height):
        for col in range(width):
            here = (row + 1) * ROW + col + 1
            planes[row * width + col] = setup.tiles[here]
            planes[(height + row) * width + col] = 1 if here == cell else 0
    scalars[0] = (setup.limit - state.moves) / setup.limit


@kernel
def bound(setup, state):
    """Rows and columns to the exit: no walk is shorter."""
    rows, cols = (state.cell >> 4) - (setup.exit >> 4), (state.cell & 15) - (setup.exit & 15)
    return abs(rows) + abs(cols)
