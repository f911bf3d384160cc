"""All ways through the rest of a turn, one after the other.

A way is the choices up to where the next roll is due, or the match or the grid ends; no die is touched on it.
"""

from gridhall.games.warpgrid.records import CELLS
from gridhall.games.warpgrid.rules import MOVING, OVER, ROLL_1_1, SECOND, STAY, WALL, WARP, choose, refusal
from gridhall.kernel import kernel

ROOM_SAVED = 64  # numbers of a saved state


@kernel
def save(state, saved, depth):
    """Keep all that `choose` may change of a state, at a depth of the walk through the choices.

    A new field of the state that `choose` changes belongs here and into `load`.
    """
    base = depth * ROOM_SAVED
    for cell in range(CELLS):
        saved[base + cell] = state.levels[cell]
    saved[base + 36] = state.grid
    saved[base + 37] = state.charge
    saved[base + 38] = state.cell
    saved[base + 39] = state.out
    saved[base + 40] = state.die_x
    saved[base + 41] = state.die_y
    saved[base + 42] = state.direction
    saved[base + 43] = state.steps
    saved[base + 44] = state.field_left
    saved[base + 45] = state.phase
    saved[base + 46] = state.roll
    saved[base + 47] = state.leg
    saved[base + 48] = state.entered
    saved[base + 49] = state.axis
    saved[base + 50] = state.owed
    saved[base + 51] = state.ending
    saved[base + 52] = state.phases
    saved[base + 53] = state.spaces
    saved[base + 54] = state.visited[state.grid - 1]


@kernel
def load(state, saved, depth):
    """Put back what was saved at a depth."""
    base = depth * ROOM_SAVED
    for cell in range(CELLS):
        state.levels[cell] = saved[base + cell]
    state.grid = saved[base + 36]
    state.charge = saved[base + 37]
    state.cell = saved[base + 38]
    state.out = saved[base + 39]
    state.die_x = saved[base + 40]
    state.die_y = saved[base + 41]
    state.direction = saved[base + 42]
    state.steps = saved[base + 43]
    state.field_left = saved[base + 44]
    state.phase = saved[base + 45]
    state.roll = saved[base + 46]
    state.leg = saved[base + 47]
    state.entered = saved[base + 48]
    state.axis = saved[base + 49]
    state.owed = saved[base + 50]
    state.ending = saved[base + 51]
    state.phases = saved[base + 52]
    state.spaces = saved[base + 53]
    state.visited[state.grid - 1] = saved[base + 54]


@kernel
def lowest(phase):
    """The first action that may be legal when this is asked."""
    if phase <= SECOND:
        return 0
    return WARP if phase == WALL else STAY


@kernel
def next_way(setup, state, saved, tried, path, depth):
    """Go to the end of the next way and return the depth of its last choice, or -1 after the last way.

    Begin with `save(state, saved, 0)`, `tried[0] = lowest(state.phase)` and depth 0; between two calls `load(state,
    saved, depth)`. `path` holds the choices of the way. After the last way the state is as it was.
    """
    while True:
        action = tried[depth]
        while action < ROLL_1_1 and refusal(setup, state, 0, action):
            action += 1
        if action >= ROLL_1_1:
            depth -= 1
            if depth < 0:
                return -1
            load(state, saved, depth)
            continue
        tried[depth] = action + 1
        path[depth] = action
        choose(state, action)
        if state.phase in (MOVING, OVER):
            return depth
        depth += 1
        save(state, saved, depth)
        tried[depth] = lowest(state.phase)
