"""Three in a row: two players mark cells of a 3 x 3 board in turn.

RU1  Red begins. In turn each marks an empty cell.
RU2  Three marks of one player in a row, a column or a diagonal win.
RU3  A full board without such a line is a draw.

All that never changes in a match is in `Setup`, all that changes in `State`. Functions marked @kernel run interpreted
for people and compiled for searches, so they use numbers, arrays and other kernels only.
"""

from gridhall.game import DRAWN, LOST, PLAYING, WON
from gridhall.kernel import i8, i32, kernel, record, show, u64

CELLS = 9
LINES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6)  # three cells each
MARKED = 1  # what `show` marks, so that it can be told
REASONS = ("", "this cell is marked (RU1)", "it is not your turn (RU1)", "the match is over (RU2, RU3)")


@record
class Setup:
    spare: i32  # a game with levels or options keeps them here


@record
class State:
    rng: u64  # every game has it: all chance comes from the match's seed. Here nothing is left to chance.
    turns: i32
    winner: i32  # 1 or 2; 0 nobody
    cells: i8 * 16  # 0 empty, else the player who marked it; the last seven are never used


@kernel
def start(setup, state):
    """The board is empty."""


@kernel
def acting(setup, state):
    """Bit mask of the players who may act; 0 is the end."""
    if state.winner != 0 or state.turns == CELLS:
        return 0
    return 1 << (state.turns & 1)


@kernel
def refusal(setup, state, player, action):
    """The one place for legality: 0, or why not (an index into REASONS). It is asked for spectators, too."""
    if acting(setup, state) == 0:
        return 3
    if player != state.turns & 1:
        return 2
    return 1 if state.cells[action] else 0


@kernel
def step(setup, state, player, action):
    """Act; whoever calls this has asked `refusal`."""
    state.cells[action] = player + 1
    state.turns += 1
    for line in range(0, len(LINES), 3):
        first = state.cells[LINES[line]]
        if first and first == state.cells[LINES[line + 1]] and first == state.cells[LINES[line + 2]]:
            state.winner = first
    show(state, MARKED, player, action)


@kernel
def outcome(setup, state, player):
    if acting(setup, state) != 0:
        return PLAYING
    if state.winner == 0:
        return DRAWN
    return WON if state.winner == player + 1 else LOST


@kernel
def score(setup, state, player):
    return 1 if state.winner == player + 1 else 0


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
    """Blank what does not matter for the future."""
    state.rng = 0


@kernel
def shape(setup):
    return 2, 3, 3, 1


@kernel
def observe(setup, state, player, planes, scalars):
    """What an agent sees: its own marks, and the other's."""
    for cell in range(CELLS):
        planes[cell] = 1 if state.cells[cell] == player + 1 else 0
        planes[CELLS + cell] = 1 if state.cells[cell] == 2 - player else 0
    scalars[0] = state.turns
