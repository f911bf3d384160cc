"""What moves by itself, before the agent acts: movers, then chasers (GU18, GU19)."""

from gridhall.kernel import kernel, show, zeros

from .board import ahead, body_of, cell_of, heading, holds, is_dead, is_here, is_open
from .codes import (
    BLOCKING,
    BOUNCE,
    CAME,
    CHASED,
    DOWN,
    LEFT,
    MOVED,
    PHASING,
    RIGHT,
    SLOTS,
    STOOD,
    STOPS_BOX,
    STOPS_WALK,
    STRAIGHT,
    TURNED,
    UP,
    WAIT,
    WALKED,
)
from .effects import serving
from .movement import arrive, carry


@kernel
def roam(setup, state, turn, trails):
    """Let the movers move, then the chasers, each carried by a portal at the end of its motion (GU18 to GU20)."""
    movers = setup.movers
    for n in range(movers + setup.chasers):
        chases = n >= movers
        entity = setup.chaser[n - movers] if chases else setup.mover[n]
        m = setup.mobile[entity]
        if state.cells[m] < 0 or is_dead(setup, state, entity):
            continue
        flags = setup.flags[entity]
        stops = STOPS_WALK
        if chases:
            count = 1
            way = hunt(setup, state, entity, m)
        else:
            count = setup.pace[m]
            way = heading(setup, state, m)
            if flags & BLOCKING and not is_open(setup, state, entity):
                stops = STOPS_BOX
        moved = False
        while count > 0 and way != WAIT:
            to = ahead(setup, state.cells[m], way, False)
            if to < 0 or holds(setup, state, to, stops, m):
                if not chases and flags & BOUNCE:
                    state.facing[m >> 5] ^= 1 << (m & 31)
                    show(state, TURNED, entity, state.cells[m])
                break
            arrive(state, turn, trails, m, to)
            show(state, CHASED if chases else MOVED, entity, to)
            moved = True
            count -= 1
        if moved:
            turn[SLOTS * m + CAME] = WALKED
            carry(setup, state, turn, trails, trails, m, False)
            turn[SLOTS * m + CAME] = STOOD


@kernel
def hunt(setup, state, entity, m):
    """The direction a chaser takes, or WAIT (GU19)."""
    prey = setup.target[entity]
    goal = cell_of(setup, state, prey)
    cell = state.cells[m]
    if goal < 0 or goal == cell or serving(setup, state, prey, PHASING) >= 0:
        return WAIT
    if not setup.flags[entity] & STRAIGHT:
        return flood(setup, state, cell, goal)
    down = (goal >> 5) - (cell >> 5)
    right = (goal & 31) - (cell & 31)
    if abs(down) >= abs(right):
        return DOWN if down > 0 else UP
    return RIGHT if right > 0 else LEFT


@kernel
def flood(setup, state, cell, goal):
    """The first step of a shortest path; of several the first of down, up, right, left. WAIT if there is no path.

    The reached tiles are rows of bits. They grow around the goal, by one tile a round, until a neighbour of `cell` is
    among them.
    """
    free, reached = zeros(34), zeros(34)  # one row above and one below the board stay empty
    height = setup.height
    for row in range(height):
        free[row + 1] = setup.free[row]
    for n in range(setup.changers):
        entity = setup.changing[n]
        if setup.flags[entity] & BLOCKING and is_here(setup, state, entity) and not is_open(setup, state, entity):
            free[(setup.place[entity] >> 5) + 1] &= ~(1 << (setup.place[entity] & 31))
    for other in range(setup.mobiles):
        at = state.cells[other]
        if at >= 0 and at != cell and body_of(setup, state, other) & STOPS_WALK:
            free[(at >> 5) + 1] &= ~(1 << (at & 31))
    row, col = (cell >> 5) + 1, cell & 31
    top = (goal >> 5) + 1
    reached[top] = 1 << (goal & 31) & free[top]
    bottom = top
    changed = reached[top]
    while changed != 0:
        if reached[row + 1] >> col & 1:
            return DOWN
        if reached[row - 1] >> col & 1:
            return UP
        if reached[row] >> 1 >> col & 1:
            return RIGHT
        if reached[row] << 1 >> col & 1:
            return LEFT
        changed = 0
        first, last = max(1, top - 1), min(height, bottom + 1)
        above = 0
        for line in range(first, last + 1):
            now = reached[line]
            grown = (now | now << 1 | now >> 1 | above | reached[line + 1]) & free[line]
            above = now
            if grown != now:
                reached[line] = grown
                changed = 1
                top = min(top, line)
                bottom = max(bottom, line)
    return WAIT
