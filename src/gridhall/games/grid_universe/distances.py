"""Distances that no play can beat, for `bound` in lower_bound.py; they are computed once, when a level is read."""

from collections import deque
from collections.abc import Iterable

from gridhall.game import SetupRecord

from .board import ahead
from .codes import (
    COLLECTIBLE,
    EXIT,
    FAR,
    GRAVITY,
    HIDDEN,
    LANDMARKS,
    LOCKED,
    PHASING,
    PORTAL,
    REQUIRED,
    SLIPPERY,
    SPEED,
    UNLOCK,
    UP,
    WINDY,
    WRAP,
)


def measure(setup: SetupRecord, objective: int) -> None:
    """Fill `ways`, `landmark`, `landmarks` and `stride` of a setup whose entities are in place.

    Of a hidden objective only the exits are measured.
    """
    width, height, entities = setup.width, setup.height, range(setup.entities)
    boosts = [
        setup.multiplier[setup.effect[n]]
        for n in range(setup.effects)
        if setup.bearer[n] == setup.hero and setup.flags[setup.effect[n]] & SPEED
    ]
    phases = any(setup.bearer[n] == setup.hero and setup.flags[setup.effect[n]] & PHASING for n in range(setup.effects))
    setup.stride = min(max([1, *boosts]), 1024) * (2 if setup.move == WINDY else 1) if setup.move != SLIPPERY else 1
    if setup.carriers or (setup.move == SLIPPERY and setup.portals):
        return  # portals that move, or that a slide goes on from: nothing is known
    free = {y * 32 + x for y in range(height) for x in range(width) if phases or setup.free[y] >> x & 1}
    jumps = {setup.place[n]: setup.place[setup.link[n]] for n in entities if setup.flags[n] & PORTAL}
    if len(jumps) < setup.portals:
        return  # two portals on one tile
    backwards: dict[int, list[int]] = {}
    for source, target in jumps.items():
        backwards.setdefault(target, []).append(source)
    exits = [n for n in entities if setup.flags[n] & EXIT and setup.holder[n] < 0]
    if all(setup.mobile[n] < 0 for n in exits):
        _write(setup, 0, _spread(setup, {setup.place[n] for n in exits}, free, backwards))
    if objective == HIDDEN:
        wanted = []
    elif objective == UNLOCK:
        wanted = [n for n in entities if setup.flags[n] & LOCKED and setup.place[n] >= 0]
    else:
        wanted = [
            n for n in entities if setup.flags[n] & REQUIRED and setup.flags[n] & COLLECTIBLE and setup.place[n] >= 0
        ]
    first = {setup.place[n]: n for n in reversed(wanted)}  # one for each tile
    for cell, n in sorted(first.items(), key=lambda item: item[1])[:LANDMARKS]:
        goals = {cell}
        if objective == UNLOCK:
            goals |= {to for way in range(4) if (to := ahead(setup, cell, way, False)) >= 0}
        setup.landmark[setup.landmarks] = n
        setup.landmarks += 1
        _write(setup, setup.landmarks, _spread(setup, goals, free, backwards))


def _write(setup: SetupRecord, table: int, distances: dict[int, int]) -> None:
    for y in range(setup.height):
        for x in range(setup.width):
            setup.ways[table * 1024 + y * 32 + x] = distances.get(y * 32 + x, FAR)


def _spread(
    setup: SetupRecord, goals: Iterable[int], free: set[int], backwards: dict[int, list[int]]
) -> dict[int, int]:
    """Small steps (on ice: actions) at least from each tile to the nearest goal, walking backwards from the goals."""
    distances = dict.fromkeys(goals, 0)
    queue = deque(distances)
    wraps, ice, falls = setup.move == WRAP, setup.move == SLIPPERY, setup.move == GRAVITY

    def reach(cell: int, cost: int, free_of_charge: bool) -> None:
        if cell not in distances or cost < distances[cell]:
            distances[cell] = cost
            if free_of_charge:
                queue.appendleft(cell)
            else:
                queue.append(cell)

    done: set[int] = set()
    while queue:
        cell = queue.popleft()
        if cell in done:
            continue
        done.add(cell)
        cost = distances[cell]
        for source in backwards.get(cell, ()):
            reach(source, cost, True)
        if cell not in free:
            continue  # the agent may stand in a wall and walk out, but it cannot walk in
        for way in range(4):
            to = ahead(setup, cell, way, wraps)
            while to >= 0:
                fell = falls and way == UP  # who came from above may have fallen
                reach(to, cost if fell else cost + 1, fell)
                if not ice or to not in free:
                    break
                to = ahead(setup, to, way, False)
    return distances
