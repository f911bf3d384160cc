"""The greedy player, which takes the best-looking way of each turn, and what it is worth to stand somewhere.

Dice in simulations are drawn here from `state.rng`, never from the setup, so that nobody who looks ahead reads
scripted dice.
"""

from gridhall.games.warpgrid.chances import CHANCES
from gridhall.games.warpgrid.records import CELLS, SIZE
from gridhall.games.warpgrid.rules import (
    ENTERED,
    ESCAPED,
    MOVING,
    OVER,
    PHASE_CELLS,
    ROLL,
    ROLL_1_1,
    STOOD,
    choose,
    take_roll,
)
from gridhall.games.warpgrid.ways import load, lowest, next_way, save
from gridhall.kernel import kernel, signed, zeros
from gridhall.rng import below, mix

CHARGES = 49  # of a row of the table: 0 to 48
ONE = 1_000_000  # a chance of 1


@kernel
def worth(state, grid):
    """How good the end of a way looks: first the portal, then a safe cell and much charge, then a phase that saves."""
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

    A seed decides between ways that look equal; with seed 0 it is the first of them.
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
            value += seed >> 16 & 15  # less than any difference in worth
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
    """The chance to win, in millionths, for a player who enters this grid with this charge."""
    return CHANCES[(grid - 1) * CHARGES + charge]


@kernel
def estimate(setup, state, player):
    """From -1000 (lost) to 1000 (won): twice the chance to win, less one."""
    if state.ending:
        return 1000 if state.ending == ESCAPED else -1000
    win = chance(state.grid, state.charge)
    if state.cell >= 0 and state.levels[state.cell] >= 2:
        win //= 2
    return win * 2000 // ONE - 1000


@kernel
def roll(state):
    """Roll two dice by WG3 and do what was due, even if the setup scripts the dice or asks for them."""
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
