"""Crumble: walk to the exit over a floor that breaks behind you.

RU1  A move walks one cell up, right, down or left. Walls, gaps and the edge stop you: such a move is refused.
RU2  The cell you leave breaks: it becomes a gap.
RU3  On the exit you have won.    RU4  Where no move is left, you have lost.

All that never changes in a match is in `Setup`, all that changes in `State`. Functions marked @kernel run interpreted
for people and compiled for searches, so they use numbers, arrays and other kernels only.
"""

from gridhall.game import LOST, PLAYING, WON
from gridhall.kernel import i8, i32, kernel, record, show, u64

ROW = 16  # cells of a row in memory: one cell of wall all round the board replaces every test of its edge
STEP = (-ROW, 1, ROW, -1)  # up, right, down, left
WALKED, ARRIVED, STUCK = 1, 2, 3  # what `show` marks, so that it can be told
REASONS = ("", "there is no floor (RU1)", "the match is over (RU3, RU4)", "you only watch")


@record
class Setup:
    exit: i32
    width: i32
    height: i32
    tiles: i8 * 256  # 1 is wall


@record
class State:
    rng: u64  # every game has it: all chance comes from the match's seed. Here nothing is left to chance.
    cell: i32
    moves: i32
    gaps: i8 * 256  # 1 where the floor is gone


@kernel
def is_open(setup, state, cell):
    return setup.tiles[cell] == 0 and state.gaps[cell] == 0


@kernel
def start(setup, state):
    """Nothing is left to do: the drawing says it all."""


@kernel
def acting(setup, state):
    """Bit mask of the players who may act; 0 is the end."""
    return 1 if outcome(setup, state, 0) == PLAYING else 0


@kernel
def refusal(setup, state, player, action):
    """The one place for legality: 0, or why not (an index into REASONS). It is asked for spectators, too."""
    if player != 0:
        return 3
    if acting(setup, state) == 0:
        return 2
    return 0 if is_open(setup, state, state.cell + STEP[action]) else 1


@kernel
def step(setup, state, player, action):
    """Act; whoever calls this has asked `refusal`."""
    state.gaps[state.cell] = 1
    state.cell += STEP[action]
    state.moves += 1
    result = outcome(setup, state, player)
    show(state, ARRIVED if result == WON else STUCK if result == LOST else WALKED, player, state.cell)


@kernel
def outcome(setup, state, player):
    if state.cell == setup.exit:
        return WON
    for action in range(4):
        if is_open(setup, state, state.cell + STEP[action]):
            return PLAYING
    return LOST


@kernel
def score(setup, state, player):
    return -state.moves


@kernel
def hide(setup, state, player):
    """Blank what a player may not know: the one gate of secrecy."""
    state.rng = 0


@kernel
def resample(setup, state, player, seed):
    """Guess what `hide` blanked."""
    state.rng = 1


@kernel
def canonicalize(setup, state):
    """Blank what does not matter for the future: searches look at each position once."""
    state.rng, state.moves = 0, 0


@kernel
def shape(setup):
    return 2, setup.height, setup.width, 1


@kernel
def observe(setup, state, player, planes, scalars):
    """What an agent sees: where the floor is gone or never was, and where you and the exit are."""
    width, height = setup.width, setup.height
    for row in range(height):
        for col in range(width):
            cell = (row + 1) * ROW + col + 1
            planes[row * width + col] = 0 if is_open(setup, state, cell) else 1
            planes[(height + row) * width + col] = 2 if cell == state.cell else 1 if cell == setup.exit else 0
    scalars[0] = state.moves
