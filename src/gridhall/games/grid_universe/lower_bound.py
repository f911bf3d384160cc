"""The fewest actions that can still win, for searches; the distances behind it are those of distances.py."""

from gridhall.game import PLAYING, WON
from gridhall.kernel import kernel

from .board import is_here, is_open
from .codes import (
    AGENT,
    CHASING,
    COLLECTIBLE,
    DEFAULT_AIM,
    FAR,
    MOVING,
    PUSH,
    PUSHABLE,
    REACH_EXIT,
    UNLOCK,
    WRAP,
)


@kernel
def bound(setup, state):
    """A number of actions that is never more than are still needed to win; -1 if winning has become impossible.

    The distances of the setup ignore whatever may move, open or vanish; falling and being carried cost nothing in
    them.
    """
    if state.ending != PLAYING:
        return 0 if state.ending == WON else -1
    cell = state.cells[setup.agent]
    aim = state.aim
    needed, actions = 0, 0
    if aim == REACH_EXIT or (aim == DEFAULT_AIM and state.left == 0):
        needed = setup.ways[cell]
    elif aim == PUSH:
        needed = push_bound(setup, state)
    else:
        for n in range(setup.landmarks):
            entity = setup.landmark[n]
            if is_here(setup, state, entity) and not is_open(setup, state, entity):
                way = setup.ways[1024 * (n + 1) + cell]
                if aim == DEFAULT_AIM:
                    way += setup.ways[setup.place[entity]]
                needed = max(needed, way)
                actions += 1
        if aim == UNLOCK:
            actions = 1  # one use opens up to five tiles
    if needed >= FAR:
        return -1
    needed = max(1, actions + (needed + setup.stride - 1) // setup.stride)
    if setup.limit and state.turn + needed > setup.limit:
        return -1
    return needed


@kernel
def push_bound(setup, state):
    """The fewest small steps that bring the boxes to exits.

    Where a step moves the boxes of one tile only, the steps of all tiles add up; elsewhere the farthest box decides.
    """
    total, most = 0, 0
    for m in range(setup.mobiles):
        at = state.cells[m]
        if at < 0 or not is_plain_box(setup, m):
            continue
        way = setup.ways[at]
        most = max(most, way)
        for other in range(m):  # those of one tile move together
            if state.cells[other] == at and is_plain_box(setup, other):
                way = 0
        total += way
    if most >= FAR:
        return FAR
    return total if setup.stride == 1 and setup.move <= WRAP else most


@kernel
def is_plain_box(setup, m):
    """Is a mobile something that changes place only by being pushed?"""
    body = setup.body[m]
    return body & PUSHABLE != 0 and body & (MOVING | CHASING | COLLECTIBLE | AGENT) == 0
