"""Coins, the smallest game with a secret: both lay a coin face down, then both are shown.

C1  In each of three rounds each player lays heads or tails, in any order, unseen.
C2  When both lie, they are shown: equal ones are a point for player 1, others for player 2.
C3  After three rounds more points win.
"""

from gridhall.game import LOST, PLAYING, WON
from gridhall.kernel import i8, kernel, record, show, u64
from gridhall.rng import mix

NOTHING, HEADS, TAILS, SEALED = 0, 1, 2, 3
ROUNDS = 3
SHOWN = 1  # what `show` shows
REASONS = ("", "your coin lies already (C1)", "the match is over (C3)")


@record
class Setup:
    rounds: i8


@record
class State:
    rng: u64
    laid: i8 * 2
    last: i8 * 2  # the coins of the round before
    points: i8 * 2
    round: i8
    spare: i8


@kernel
def start(setup, state):
    """Nothing is left to do."""


@kernel
def acting(setup, state):
    if state.round >= setup.rounds:
        return 0
    return (1 if state.laid[0] == NOTHING else 0) + (2 if state.laid[1] == NOTHING else 0)


@kernel
def refusal(setup, state, player, action):
    if state.round >= setup.rounds:
        return 2
    return 1 if state.laid[player] != NOTHING else 0


@kernel
def step(setup, state, player, action):
    state.laid[player] = HEADS + action
    if state.laid[1 - player] != NOTHING:
        state.last[0], state.last[1] = state.laid[0], state.laid[1]
        state.laid[0], state.laid[1] = NOTHING, NOTHING
        state.round += 1
        winner = 0 if state.last[0] == state.last[1] else 1
        state.points[winner] += 1
        show(state, SHOWN, winner, 0)


@kernel
def outcome(setup, state, player):
    if state.round < setup.rounds:
        return PLAYING
    return WON if state.points[player] > state.points[1 - player] else LOST


@kernel
def score(setup, state, player):
    return state.points[player]


@kernel
def hide(setup, state, player):
    """Of the other's coin not even that it lies is known; whoever has laid his own knows that the other's does not."""
    state.rng = 0
    for other in range(2):
        if other != player:
            state.laid[other] = NOTHING


@kernel
def resample(setup, state, player, seed):
    state.rng = mix(seed)


@kernel
def canonicalize(setup, state):
    state.rng = 0


@kernel
def shape(setup):
    return 1, 1, 2, 1


@kernel
def observe(setup, state, player, planes, scalars):
    planes[0], planes[1] = state.last[0], state.last[1]
    scalars[0] = state.points[player] - state.points[1 - player]
