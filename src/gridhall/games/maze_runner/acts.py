"""What an act does: a step, a strike, a laser that is set, a thing that is built."""

from gridhall.games.maze_runner.arriving import arrive
from gridhall.games.maze_runner.refusals import WHOLE, price
from gridhall.games.maze_runner.sight import unit_on
from gridhall.games.maze_runner.structures import door_code, tower_code
from gridhall.games.maze_runner.tables import (
    ALL_SIGHT,
    AREA,
    BACKSLASH,
    BUILT,
    CAPTURE,
    DIRECTION_OF,
    DOOR_BIT,
    FLAGS,
    FRAGILE,
    GROUP,
    LANTERN,
    LASERS,
    MIRRORS,
    MOVES,
    NEXUS_BIT,
    NO_SIGHT,
    NOWHERE,
    OWN_SIGHT,
    RETREATS,
    SLASH,
    STRIKES,
    STRUCK,
    SWITCHES,
    SWORD,
    TOWERS,
    WALLS,
)
from gridhall.games.maze_runner.turns import bury, damage_door, damage_stone
from gridhall.kernel import kernel, show


@kernel(inline=False)
def perform(setup, state, player, unit, act, here, there):
    """Do an act; return whose sight may have changed by it: NO_SIGHT, OWN_SIGHT or ALL_SIGHT."""
    group, direction = GROUP[act], DIRECTION_OF[act]
    cost = price(setup, group)
    if cost == WHOLE:
        state.left[unit] = 0
    else:
        state.left[unit] -= cost
    if group == MOVES:
        state.cell[unit] = there
        if FLAGS[state.cells[there] + 128] & NEXUS_BIT and setup.siege == 0:
            state.over, state.winner = CAPTURE, player + 1  # MR68
        taken = arrive(setup, state, unit)
        through_door = (FLAGS[state.cells[here] + 128] | FLAGS[state.cells[there] + 128]) & DOOR_BIT
        return ALL_SIGHT if through_door or taken else OWN_SIGHT
    if group == SWITCHES:
        state.stance[unit] = SWORD if state.stance[unit] == LANTERN else LANTERN
        return OWN_SIGHT
    if group == STRIKES:
        target = unit_on(state, there)
        if target != NOWHERE:
            state.hp[target] = max(0, state.hp[target] - setup.sword_damage)
            show(state, STRUCK, unit, here + AREA * there)
            if state.hp[target] == 0:
                state.kills[player] += 1
                bury(setup, state, target, 1)
                return ALL_SIGHT
            return NO_SIGHT
        show(state, STRUCK, unit, here + AREA * there)
        if FLAGS[state.cells[there] + 128] & FRAGILE:
            damage_stone(state, there, setup.sword_damage)
        else:
            damage_door(state, there, setup.sword_damage)
        return ALL_SIGHT
    if group == LASERS:
        state.beam_unit[state.beams] = unit
        state.beam_direction[state.beams] = direction
        state.beam_cell[state.beams] = here
        state.beams += 1
        return NO_SIGHT
    if group == RETREATS:
        bury(setup, state, unit, 0)
        return ALL_SIGHT
    if group == MIRRORS:
        state.cells[here] = (BACKSLASH if act & 1 else SLASH) + 1 + player
    elif group == WALLS:
        state.cells[there] = BUILT + player
        state.walls[player] -= 1
        if setup.towers > 0:
            raise_tower(setup, state, player, there)
    else:
        state.cells[there] = door_code(player, setup.door_hitpoints)
        state.standing[player] += 1
        state.cooldown[unit] = setup.door_cooldown + 1  # MR100
    return ALL_SIGHT


@kernel
def raise_tower(setup, state, player, cell):
    """Put a tower where a wall would have been (MR123)."""
    state.cells[cell] = tower_code(player + 1, setup.tower_hitpoints)
    for index in range(TOWERS):
        if state.towers[index] == 0:
            state.towers[index] = cell + 1
            return
