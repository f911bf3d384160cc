"""All ways through the rest of a turn, and the greedy player that takes the best-looking one.

A way ends where the next roll is due, or the match or grid ends; no die is touched on it. Dice in simulations are drawn
here from `state.rng`, never from the setup, so that nobody who looks ahead reads scripted dice.
"""
# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls, no-check-untyped-defs

from gridhall.games.warpgrid.chances import CHANCES
from gridhall.games.warpgrid.rules import (
    CELLS,
    ENTERED,
    ESCAPED,
    MOVING,
    OVER,
    PHASE_CELLS,
    ROLL,
    ROLL_1_1,
    SECOND,
    SIZE,
    STAY,
    STOOD,
    WALL,
    WARP,
    choose,
    refusal,
    take_roll,
)
from gridhall.kernel import kernel, signed, zeros
from gridhall.rng import below, mix

ROOM_SAVED = 64  # numbers of a saved state
MOST = 49  # charges, 0 to 48
ONE = 1_000_000  # a chance of 1


@kernel
def save(state, saved, depth):
    """Keep what `choose` may change."""
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
    """Go to the end of the next way and return how many choices but one it has, or -1 after the last.

    Begin with `save(state, saved, 0)`, `tried[0] = lowest(state.phase)` and depth 0; between two calls `load(state,
    saved, depth)`. After the last the state is as it was.
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


@kernel
def worth(state, grid):
    """How good the end of a way looks: the portal, else safe and most charge."""
    if state.ending == ESCAPED or state.grid > grid:
        return 1_000_000 + state.charge
    if state.ending in (ENTERED, STOOD):
        return 0
    level = state.levels[state.cell]
    if level >= 2:
        return 100 + state.charge if state.charge >= PHASE_CELLS else 1 + state.charge
    return 1000 + 10 * state.charge


@kernel
def best_way(setup, state, plan, seed):
    """Write the choices of the best-looking way into `plan` and return how many; the state stays as it is.

    The seed decides between equals.
    """
    saved = zeros(1024)
    tried = zeros(16)
    path = zeros(16)
    grid = state.grid
    save(state, saved, 0)
    tried[0] = lowest(state.phase)
    best, length = -1, 0
    depth = next_way(setup, state, saved, tried, path, 0)
    while depth >= 0:
        value = worth(state, grid) * 16
        if seed:
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            value += seed >> 16 & 15
        if value > best:
            best, length = value, depth + 1
            for place in range(length):
                plan[place] = path[place]
        load(state, saved, depth)
        depth = next_way(setup, state, saved, tried, path, depth)
    return length


@kernel
def propose(setup, state, player, seed):
    """Draw the greedy player's choice; in paper mode, a fair roll."""
    noise = signed(mix(seed) >> 33)  # 31 bits
    if state.phase == ROLL:
        return ROLL_1_1 + (noise * CELLS >> 31)
    plan = zeros(16)
    best_way(setup, state, plan, noise | 1)
    return plan[0]


@kernel
def chance(grid, charge):
    """The chance to win of who enters this grid with this charge, in millionths."""
    return CHANCES[(grid - 1) * MOST + charge]


@kernel
def estimate(setup, state, player):
    """-1000 lost to 1000 won: twice the chance to win, less one."""
    if state.ending:
        return 1000 if state.ending == ESCAPED else -1000
    win = chance(state.grid, state.charge)
    if state.cell >= 0 and state.levels[state.cell] >= 2:
        win //= 2
    return win * 2000 // ONE - 1000


@kernel
def roll(state):
    """Roll two dice by WG3 and do what was due, whatever the setup scripts or asks."""
    column = below(state, SIZE)
    take_roll(state, below(state, SIZE) * SIZE + column)


@kernel
def play_out(setup, state):
    """Play on greedily with dice from `state.rng` to the end of the grid.

    Return the chance to win from there, in millionths.
    """
    plan = zeros(16)
    grid = state.grid
    while True:
        while state.phase == MOVING:
            if state.grid > grid:
                return chance(state.grid, state.charge)
            roll(state)
        if state.phase == OVER:
            return ONE if state.ending == ESCAPED else 0
        length = best_way(setup, state, plan, 0)
        for place in range(length):
            choose(state, plan[place])
