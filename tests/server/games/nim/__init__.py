"""Nim: take one to three of a heap in turn; whoever takes the last has won.

Two players, no secrets, moves can be taken back.
"""

from gridhall.errors import BadAction, BadSetup
from gridhall.game import LOST, PLAYING, WON
from gridhall.kernel import i32, kernel, record, u64
from gridhall.scene import Choice, Kind, Layer, Meter, Scene

TITLE, VERSION, PLAYERS, ACTIONS, UNDO = "Nim", 1, 2, 3, True
REASONS = ("", "it is the other's turn (N1)", "so many are not there (N2)")
LEVELS_OF_PLAY = {"easy": {"agent": "propose"}}


@record
class Setup:
    heap: i32


@record
class State:
    rng: u64
    left: i32
    turn: i32


def read_setup(text):
    if text and not text.strip().isdigit():
        raise BadSetup("the heap is a number")
    return Setup(int(text or 9)), State()


def write_setup(setup, state):
    return str(setup.heap)


@kernel
def start(setup, state):
    state.left = setup.heap


@kernel
def acting(setup, state):
    return 1 << state.turn if state.left else 0


@kernel
def refusal(setup, state, player, action):
    return 1 if player != state.turn else 2 if action + 1 > state.left else 0


@kernel
def step(setup, state, player, action):
    state.left -= action + 1
    state.turn = 1 - state.turn


@kernel
def outcome(setup, state, player):
    return PLAYING if state.left else LOST if state.turn == player else WON


@kernel
def score(setup, state, player):
    return 1 if outcome(setup, state, player) == WON else 0


@kernel
def hide(setup, state, player):
    state.rng = 0


@kernel
def resample(setup, state, player, seed):
    state.rng = seed


@kernel
def canonicalize(setup, state):
    pass


@kernel
def shape(setup):
    return 1, 1, 1, 1


@kernel
def observe(setup, state, player, planes, scalars):
    scalars[0] = state.left


@kernel
def propose(setup, state, player, seed):
    return 0


def word(setup, state, action):
    return str(action + 1)


def read_word(setup, state, text):
    if text not in ("1", "2", "3"):
        raise BadAction("take 1, 2 or 3")
    return int(text) - 1


def facts(setup, state, player):
    return {"left": state.left, "turn": state.turn + 1}


def scene(setup, state, player):
    offered = (
        [Choice(action, str(action + 1)) for action in range(3) if not refusal(setup, state, player, action)]
        if player < 2
        else []
    )
    return Scene(
        1, 1, {"heap": Kind("o", "heap")}, [Layer(["o"])], meters=[Meter("number", "Left", state.left)], choices=offered
    )


def describe(setup, state, player, what, who, cell):
    return ""
