"""Q-learning with a table, on each level by itself: what is learnt on one level says nothing about the next.

It is the only baseline that learns on the very levels it is scored on, so it shows what generalising is worth.
"""

import numpy as np
from harness import Actions, Choose
from numpy.typing import NDArray

from gridhall.learn.batch import Vector
from gridhall.learn.distances import WIN
from gridhall.learn.oracle import Oracle

EPISODES, LONGEST, STEP, EXPLORE = 600, 100, 0.8, 0.1


def q_table(oracle: Oracle, seed: int) -> NDArray[np.float64]:
    """Values of the actions in each position, from episodes that begin at the start; a move costs 1, a loss 1000."""
    draw = np.random.default_rng(seed)
    children = oracle.children[: oracle.count]
    values = np.where(children == -1, -np.inf, 0.0)  # optimistic, and never an illegal action
    for _ in range(EPISODES):
        node = 0
        for _ in range(LONGEST):
            row = values[node]
            legal = np.flatnonzero(children[node] != -1)
            action = int(draw.choice(legal)) if draw.random() < EXPLORE else int(row.argmax())
            child = int(children[node, action])
            worth = values[child].max() if child >= 0 else 0.0 if child == WIN else -1000.0
            row[action] += STEP * (worth - 1 - row[action])
            if child < 0:
                break
            node = child
    return values


def q_learning(seed: int) -> Choose:
    """Learn each level when it is first seen, then play by the table."""
    tables: dict[int, tuple[Oracle, NDArray[np.float64]]] = {}

    def choose(envs: Vector, planes: NDArray[np.int8]) -> Actions:
        actions = np.zeros(envs.num_envs, np.int64)
        for i in range(envs.num_envs):
            state = type(envs.pool.states[0]).from_buffer_copy(envs.states[i])
            if i not in tables:
                oracle = Oracle(envs.game, envs.pool.setups[envs.which[i]], state)
                tables[i] = oracle, q_table(oracle, seed)
            oracle, values = tables[i]
            node = oracle.node(state)
            actions[i] = int(values[node].argmax()) if node >= 0 else int(envs.masks[i].argmax())
        return actions

    return choose
