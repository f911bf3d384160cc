"""Golems: guardians that walk after every round, by rules that a player can foresee (MR125-MR128)."""

from gridhall.games.maze_runner.sight import advance, ray_end, unit_on
from gridhall.games.maze_runner.structures import golem_code, golem_hitpoints, golem_quarter
from gridhall.games.maze_runner.tables import (
    AREA,
    FLAGS,
    FLOOR,
    GOLEM_BIT,
    GOLEM_STRUCK,
    GOLEM_WALKED,
    LANTERN,
    MIRROR_BIT,
    NOWHERE,
)
from gridhall.games.maze_runner.turns import bury
from gridhall.kernel import kernel, show, zeros


@kernel(inline=False)
def walk_golems(setup, state):
    """Let every golem act once, from the board's north-west corner row by row."""
    acted = zeros(25)  # a set of cells: a golem that stepped ahead is met again
    for index in range(AREA):
        cell = state.origin + index
        if cell >= AREA:
            cell -= AREA
        if FLAGS[state.cells[cell] + 128] & GOLEM_BIT and acted[cell >> 6] >> (cell & 63) & 1 == 0:
            cell = walk_golem(state, cell)
            acted[cell >> 6] |= 1 << (cell & 63)
            for quarter in range(4):
                strike_from(setup, state, cell, quarter)


@kernel
def walk_golem(state, cell):
    """Turn a golem and let it take its step (MR126, MR127); return where it is then."""
    code = state.cells[cell]
    quarter, drawn = next_quarter(state, cell, golem_quarter(code))
    there = advance(cell, 2 * quarter)
    if not is_free_floor(state, there) and not drawn:
        quarter = quarter + 2 & 3
        there = advance(cell, 2 * quarter)
    if not is_free_floor(state, there):
        there = cell
    state.cells[cell] = FLOOR
    state.cells[there] = golem_code(quarter, golem_hitpoints(code))
    if there != cell:
        show(state, GOLEM_WALKED, 0, cell + AREA * there)
    return there


@kernel
def next_quarter(state, cell, quarter):
    """Where a golem on a cell looks next, and whether light draws it there (MR126)."""
    nearest, chosen = AREA, quarter
    for turn in range(4):
        distance = lantern_in_line(state, cell, 2 * (quarter + turn & 3))
        if distance < nearest:
            nearest, chosen = distance, quarter + turn & 3
    return chosen, nearest < AREA


@kernel
def lantern_in_line(state, cell, direction):
    """How far off the nearest minion with a lantern stands in a straight line over open floor; AREA: there is none."""
    for distance in range(1, 40):
        cell = advance(cell, direction)
        if ray_end(state, cell):
            break
        unit = unit_on(state, cell)
        if unit != NOWHERE and state.stance[unit] == LANTERN:
            return distance
        if FLAGS[state.cells[cell] + 128] & MIRROR_BIT:
            break
    return AREA


@kernel
def is_free_floor(state, cell):
    """Is a cell plain floor with nobody on it?"""
    return state.cells[cell] == FLOOR and unit_on(state, cell) == NOWHERE


@kernel
def strike_from(setup, state, cell, quarter):
    """Strike whoever stands on one of a golem's four sides (MR128)."""
    target = unit_on(state, advance(cell, 2 * quarter))
    if target == NOWHERE:
        return
    state.hp[target] = max(0, state.hp[target] - setup.golem_damage)
    show(state, GOLEM_STRUCK, target, cell + AREA * advance(cell, 2 * quarter))
    if state.hp[target] == 0:
        bury(setup, state, target, 0)
