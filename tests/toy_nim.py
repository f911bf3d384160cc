"""Pile, a game small enough to know who wins: take 1 to 3 stones, the last one wins; or give up, or ask what lies under
the stone (a secret that decides).

P1  Players in turn take one to three stones; whoever takes the last wins.
P2  Giving up loses at once.
P3  A setup with a `coin` has a hidden face, 1 or 2: naming it right wins at once, wrong loses.
"""

from gridhall.game import LOST, PLAYING, WON
from gridhall.kernel import i8, kernel, record, signed, u64
from gridhall.rng import mix

TITLE, VERSION, PLAYERS, ACTIONS = "Pile", 1, 2, 6
LEVELS_OF_PLAY: dict[str, dict[str, object]] = {}
GIVE_UP, NAME = 3, 4


@record
class Setup:
    coin: i8


@record
class State:
    rng: u64
    stones: i8
    turn: i8
    face: i8
    winner: i8
    spare: i8 * 4


@kernel
def acting(setup, state):
    return 0 if state.winner else 1 << state.turn


@kernel
def refusal(setup, state, player, action):
    if state.winner or player != state.turn or action < 0 or action >= ACTIONS:
        return 1
    if action < GIVE_UP:
        return 1 if action + 1 > state.stones else 0
    return 1 if action >= NAME and not setup.coin else 0


@kernel
def step(setup, state, player, action):
    if action < GIVE_UP:
        state.stones -= action + 1
        if state.stones == 0:
            state.winner = player + 1
    elif action == GIVE_UP:
        state.winner = 2 - player
    else:
        state.winner = player + 1 if state.face == action - NAME + 1 else 2 - player
    state.turn = 1 - state.turn


@kernel
def outcome(setup, state, player):
    return PLAYING if not state.winner else WON if state.winner == player + 1 else LOST


@kernel
def hide(setup, state, player):
    state.rng = 0
    state.face = 0


@kernel
def resample(setup, state, player, seed):
    state.rng = seed
    state.face = 1 + (signed(mix(seed) >> 40) & 1)
