"""The ends of the scale: chance, the nearest step by a bound, and the solver."""

import copy

import numpy as np
from harness import Actions, Choose
from numpy.typing import NDArray

from gridhall.game import WON
from gridhall.learn.batch import Vector
from gridhall.solve import find


def chance(seed: int) -> Choose:
    """Any legal action."""
    draw = np.random.default_rng(seed)

    def choose(envs: Vector, planes: NDArray[np.int8]) -> Actions:
        actions: Actions = (draw.random(envs.masks.shape) * envs.masks).argmax(1)
        return actions

    return choose


def greedy(seed: int) -> Choose:
    """The action after which the game's own bound on the moves still needed is least; ties by chance.

    A game without a bound counts the moves to a win as 0 and all others as 1. It looks at the state, not at planes.
    """
    draw = np.random.default_rng(seed)

    def choose(envs: Vector, planes: NDArray[np.int8]) -> Actions:
        actions = np.zeros(envs.num_envs, np.int64)
        for i in range(envs.num_envs):
            setup, state = envs.pool.setups[envs.which[i]], type(envs.pool.states[0]).from_buffer_copy(envs.states[i])
            ranks = np.full(envs.game.ACTIONS, np.inf)
            for action in np.flatnonzero(envs.masks[i]):
                after = copy.copy(state)
                envs.game.step(setup, after, 0, int(action))
                ranks[action] = _moves_left(envs, setup, after) + draw.random() / 2
            actions[i] = int(ranks.argmin())
        return actions

    return choose


def _moves_left(envs: Vector, setup: object, state: object) -> float:
    if not envs.game.acting(setup, state):
        return 0.0 if envs.game.outcome(setup, state, 0) == WON else 1e9
    if envs.game.bound is None:
        return 1.0
    left = envs.game.bound(setup, state)
    return float(left) if left >= 0 else 1e8


def solver(seed: int) -> Choose:
    """The shortest way that is proved."""
    ways: dict[int, list[int]] = {}

    def choose(envs: Vector, planes: NDArray[np.int8]) -> Actions:
        actions = np.zeros(envs.num_envs, np.int64)
        for i in range(envs.num_envs):
            if i not in ways:
                state = type(envs.pool.states[0]).from_buffer_copy(envs.states[i])
                ways[i] = list(find(envs.game, envs.pool.setups[envs.which[i]], state).actions or [])
            actions[i] = ways[i].pop(0) if ways[i] else int(envs.masks[i].argmax())
        return actions

    return choose
