"""How scripted players use what lies in the maze: slay golems, fetch hearts, take extra nexuses and stone towers."""

from gridhall.games.maze_runner.fighting import count_steps
from gridhall.games.maze_runner.sight import is_visible
from gridhall.games.maze_runner.skills import HARD, HOPELESS, NORMAL, is_guard, towards
from gridhall.games.maze_runner.structures import golem_hitpoints, tower_owner
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    EXTRA,
    FLAGS,
    FRAGILE,
    GOLEM_BIT,
    GROUND,
    HEART,
    LANTERN,
    MOVE,
    NOWHERE,
    STEP,
    STRIKE,
    SWITCH,
    TEAM,
    TOWER_BIT,
)
from gridhall.games.maze_runner.walk import far_apart
from gridhall.kernel import kernel, zeros

# How many steps something is worth.
FETCH = 14  # a heart
SEIZE = 12  # an extra nexus
CONQUER = 40  # an extra nexus that counts for a majority
TOUCH = 2  # a tower of stone
SLAY = 8  # a golem
NEARBY = 3  # a heart or an extra nexus, below hard


@kernel(inline=False)
def hunt(setup, state, player, skill, legal):
    """A strike at a golem that can be slain in this turn, or a step towards that; NOWHERE if there is none."""
    if setup.golems == 0 or skill < NORMAL:
        return NOWHERE
    first = player * TEAM
    for place in range(AREA):
        if FLAGS[state.cells[place] + 128] & GOLEM_BIT == 0 or is_visible(state, player, place) == 0:
            continue
        steps, queue = zeros(1600), zeros(400)
        count_steps(state, place, steps, queue)
        total, best, best_damage = 0, NOWHERE, 0
        for unit in range(first, first + setup.minions):
            if state.alive[unit] == 0 or steps[state.cell[unit]] == 0 or is_guard(setup, state, unit - first, skill):
                continue
            left = state.left[unit] - (steps[state.cell[unit]] - 1) * setup.move_price
            if state.stance[unit] == LANTERN:
                left -= setup.switch_price
            damage = max(0, left // setup.sword_price) * setup.sword_damage
            total += damage
            if damage > best_damage:
                best, best_damage = unit, damage
        if best == NOWHERE or total < golem_hitpoints(state.cells[place]):
            continue
        if skill == NORMAL and best_damage < golem_hitpoints(state.cells[place]) + setup.sword_damage:
            continue  # the slayer would have no action left for the step onto the heart
        base, here = (best - first) * ACTS, state.cell[best]
        action = NOWHERE
        if state.stance[best] == LANTERN and steps[here] <= 2:
            action = base + SWITCH
        elif steps[here] == 1:
            action = base + STRIKE + towards(here, place)
        else:
            for direction in range(8):
                cell = (here + STEP[direction]) % AREA
                if 0 < steps[cell] < steps[here] and legal[base + MOVE + direction]:
                    action = base + MOVE + direction
        if action != NOWHERE and legal[action]:
            return action
    return NOWHERE


@kernel(inline=False)
def find_errand(setup, state, player, unit, skill):
    """Where this unit should go on its way: a heart, a golem, an extra nexus, or beside a tower not the player's."""
    if skill < NORMAL or setup.golems + setup.nexuses + setup.towers == 0:
        return NOWHERE
    chosen, nearest, here = NOWHERE, HOPELESS, state.cell[unit]
    for cell in range(AREA):
        code = state.cells[cell]
        reach = 0
        if code == HEART:
            reach = FETCH if skill == HARD else NEARBY
        elif code == EXTRA + 1 - player:
            reach = CONQUER if setup.majority else SEIZE if skill == HARD else NEARBY
        elif skill == HARD and FLAGS[code + 128] & GOLEM_BIT and state.round - state.seen[player * AREA + cell] <= 1:
            reach = SLAY
        elif skill == HARD and touches_tower(setup, state, player, cell):
            reach = TOUCH
        far = far_apart(state, here, cell) if reach > 0 else HOPELESS
        if far <= reach and far < nearest and is_nearest(setup, state, player, unit, cell, far):
            chosen, nearest = cell, far
    return chosen


@kernel
def lies_in_wait(setup, state, unit, errand):
    """Should a unit near a golem keep what is left of its turn? Slaying takes a whole one, and who stands beside
    a golem at the end of the round is struck (MR128).
    """
    golem = FLAGS[state.cells[errand] + 128] & GOLEM_BIT != 0
    return golem and far_apart(state, errand, state.cell[unit]) <= 2 and 2 * state.left[unit] <= setup.actions


@kernel
def is_nearest(setup, state, player, unit, cell, far):
    """Is no mate nearer to a cell?"""
    for mate in range(player * TEAM, player * TEAM + setup.minions):
        if mate != unit and state.alive[mate]:
            other = far_apart(state, state.cell[mate], cell)
            if other < far or (other == far and mate < unit):
                return False
    return True


@kernel
def touches_tower(setup, state, player, cell):
    """Is there a tower of stone beside a cell that would become the player's (MR122)?"""
    if setup.towers == 0 or FLAGS[state.cells[cell] + 128] & GROUND == 0:
        return False
    for direction in range(8):
        code = state.cells[(cell + STEP[direction]) % AREA]
        if FLAGS[code + 128] & (TOWER_BIT | FRAGILE) == TOWER_BIT and tower_owner(code) != player + 1:
            return True
    return False
