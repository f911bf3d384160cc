"""The exact chance to survive the coming field round, if the choices in it are made for survival alone.

A phase moves along one line of six cells, so only the levels on that line matter one by one. Of all other cells it only
matters how many have which level, because raising them drains charge. Rolls that do the same are one case, and
positions that are the same are computed once.
"""

from gridhall.games.warpgrid.records import CELLS, SIZE
from gridhall.games.warpgrid.rules import (
    ESCAPED,
    MOVING,
    OVER,
    PHASE_CELLS,
    ROLL_1_1,
    ROLL_FIELD,
    X_MINUS,
    choose,
    refusal,
    take_roll,
)
from gridhall.games.warpgrid.ways import lowest
from gridhall.kernel import copy, kernel, zeros

SLOTS = 1 << 17  # of the table of known positions
POOL = 64  # records for looking ahead, one for each choice or roll of a round


@kernel
def position(state, others):
    """A number for all that matters until the round is over; `others` counts the cells beside the line by level."""
    across = state.direction <= X_MINUS
    first = state.cell // SIZE * SIZE if across else state.cell % SIZE
    apart = 1 if across else SIZE
    key = 1
    portal = SIZE  # its place on the line; SIZE: it is elsewhere
    for place in range(SIZE):
        cell = first + place * apart
        key = key * 4 + state.levels[cell]
        if cell == state.out:
            portal = place
    key = key * 8 + (state.cell - first) // apart
    key = key * 8 + portal
    key = key * 2 + state.direction % 2
    key = key * 8 + state.grid
    key = key * 8 + state.field_left
    key = key * 64 + state.charge
    return ((key * 32 + others[0]) * 32 + others[1]) * 32 + others[2]


@kernel
def survive(setup, pool, depth, keys, values):
    """The chance from pool[depth] on; the table of known positions (keys, values) may be kept for the next question."""
    state = pool[depth]
    if state.phase == OVER:
        return 1.0 if state.ending == ESCAPED else 0.0
    if state.phase != MOVING:
        best = 0.0
        for action in range(lowest(state.phase), ROLL_1_1):
            if refusal(setup, state, 0, action) == 0:
                copy(pool[depth + 1], state)
                choose(pool[depth + 1], action)
                best = max(best, survive(setup, pool, depth + 1, keys, values))
        return best
    if state.roll != ROLL_FIELD:
        return 1.0
    if state.charge < PHASE_CELLS:  # nothing will be asked: no roll may hit the player
        safe = 1.0 if state.levels[state.cell] < 2 else 0.0
        for _ in range(state.field_left):
            safe *= 35 / 36
        return safe
    others = zeros(4)
    example = zeros(4)
    across = state.direction <= X_MINUS
    for cell in range(CELLS):
        beside = cell // SIZE != state.cell // SIZE if across else cell % SIZE != state.cell % SIZE
        if beside:
            level = 3 if cell == state.out else state.levels[cell]
            others[level] += 1
            example[level] = cell
    key = position(state, others)
    slot = (key ^ key >> 17 ^ key >> 33) % SLOTS
    probes = 0
    while keys[slot] and keys[slot] != key and probes < 32:
        slot = (slot + 1) % SLOTS
        probes += 1
    if keys[slot] == key:
        return values[slot]
    total = 0.0
    for case in range(SIZE + 4):
        weight = 1
        if case < SIZE:
            rolled = state.cell // SIZE * SIZE + case if across else state.cell % SIZE + case * SIZE
        else:
            weight = others[case - SIZE]
            rolled = example[case - SIZE]
        if weight:
            copy(pool[depth + 1], state)
            take_roll(pool[depth + 1], rolled)
            total += weight * survive(setup, pool, depth + 1, keys, values)
    keys[slot] = key
    values[slot] = total / 36
    return total / 36
