"""How a turn begins: beams fire (MR58, MR59), the dead are counted (MR61), minions come back and get their actions."""

from gridhall.games.maze_runner.arriving import arrive
from gridhall.games.maze_runner.sight import advance, is_visible, unit_on
from gridhall.games.maze_runner.structures import (
    door_code,
    door_hitpoints,
    golem_code,
    golem_hitpoints,
    golem_quarter,
    is_door_against,
    reflect,
    tower_code,
    tower_hitpoints,
    tower_owner,
)
from gridhall.games.maze_runner.tables import (
    ALL_SIGHT,
    AREA,
    BURNT,
    DIED,
    DOOR_BIT,
    DOOR_GONE,
    EXTRA,
    EXTRAS,
    FIRED,
    FLAGS,
    FLOOR,
    FRAGILE,
    GOLEM_BIT,
    GOLEM_FELL,
    GROUND,
    HEART,
    KIND_OF_UNIT,
    LANTERN,
    MIRROR_BIT,
    NO_SIGHT,
    NOWHERE,
    RESPAWNED,
    SCORCHED,
    STEP,
    TEAM,
    TOUGHNESS,
    TOWER_GONE,
    TOWERS,
    UNITS,
    WORDS,
)
from gridhall.games.maze_runner.walk import far_apart
from gridhall.kernel import kernel, show


@kernel(inline=False)
def fire_beams(setup, state):
    """Fire the pending beams one after the other (MR58, MR59, MR99); return whose sight may have changed.

    Only a door that is hit, or a minion without hit points, changes what is seen.
    """
    for word in range(2 * WORDS):
        state.lit[word] = 0
    count, changed = state.beams, NO_SIGHT
    for beam in range(count):
        start_cell = state.beam_cell[beam]
        cell, direction, first, hit, witnesses = start_cell, state.beam_direction[beam], -1, 0, 0
        while True:
            cell = advance(cell, direction)
            if cell * 8 + direction == first:
                break  # caught between mirrors (MR37)
            if first < 0:
                first = cell * 8 + direction
            flags = FLAGS[state.cells[cell] + 128]
            for player in range(2):
                if flags & GROUND and is_visible(state, player, cell):
                    state.lit[player * WORDS + (cell >> 6)] |= 1 << (cell & 63)
                    witnesses |= 1 << player
            if flags & GROUND == 0:
                if flags & FRAGILE:
                    show(state, SCORCHED, 0, cell)
                    damage_stone(state, cell, setup.laser_damage)
                    changed = ALL_SIGHT
                break
            target = unit_on(state, cell)
            if target != NOWHERE:
                if not hit >> target & 1:
                    hit |= 1 << target
                    state.hp[target] = max(0, state.hp[target] - setup.laser_damage)
                    if state.hp[target] == 0:
                        changed = ALL_SIGHT
                    show(state, BURNT, target, cell + AREA * direction)
            elif flags & DOOR_BIT:
                show(state, SCORCHED, 0, cell)
                damage_door(state, cell, setup.laser_damage)
                changed = ALL_SIGHT
                break
            if flags & MIRROR_BIT:
                direction = reflect(flags, direction)
        show(state, FIRED, state.beam_unit[beam], start_cell + AREA * witnesses)
        state.beam_unit[beam], state.beam_direction[beam], state.beam_cell[beam] = 0, 0, 0
    state.beams = 0
    return changed


@kernel
def damage_door(state, cell, damage):
    """Hurt a closed door; without hit points it vanishes, and its owner learns of it (MR20, MR98)."""
    code = state.cells[cell]
    owner = 1 if code < 0 else 0
    left = door_hitpoints(code) - damage
    if left > 0:
        state.cells[cell] = door_code(owner, left)
        return
    state.cells[cell] = FLOOR
    state.memory[owner * AREA + cell] = FLOOR
    state.standing[owner] -= 1
    show(state, DOOR_GONE, owner, cell)


@kernel(inline=False)
def damage_stone(state, cell, damage):
    """Hurt a golem or a built tower; without hit points the one leaves its heart (MR129), the other floor (MR124)."""
    code = state.cells[cell]
    if FLAGS[code + 128] & GOLEM_BIT:
        left = golem_hitpoints(code) - damage
        state.cells[cell] = golem_code(golem_quarter(code), left) if left > 0 else HEART
        if left <= 0:
            show(state, GOLEM_FELL, 0, cell)
        return
    owner, left = tower_owner(code), tower_hitpoints(code) - damage
    if left > 0:
        state.cells[cell] = tower_code(owner, left)
        return
    state.cells[cell] = FLOOR
    state.memory[(owner - 1) * AREA + cell] = FLOOR
    for index in range(TOWERS):
        if state.towers[index] == cell + 1:
            state.towers[index] = 0
    show(state, TOWER_GONE, owner - 1, cell)


@kernel
def count_dead(setup, state):
    """Bury those without hit points; return whose sight may have changed.

    The turn that begins is that of the beams' enemy, so only the dead of this player count as kills (MR99).
    """
    changed = NO_SIGHT
    for unit in range(UNITS):
        if state.alive[unit] and state.hp[unit] == 0:
            counted = unit // TEAM == state.turn
            if counted:
                state.kills[1 - state.turn] += 1
            bury(setup, state, unit, 1 if counted else 0)
            changed = ALL_SIGHT
    return changed


@kernel
def bury(setup, state, unit, counted):
    """Take a unit off the board (MR61, MR108); `counted` is 1 if it is a kill, for the event."""
    state.fallen[unit] = state.cell[unit]
    state.fallen_round[unit] = state.round
    state.cell[unit] = NOWHERE
    state.alive[unit] = 0
    state.hp[unit] = 0
    state.left[unit] = 0
    state.stance[unit] = LANTERN
    state.respawn[unit] = setup.respawn
    show(state, DIED, unit, counted)


@kernel
def give_actions(setup, state):
    """Bring the dead back whose time has come, count cooldowns down, give actions; return how many came back."""
    player, back = state.turn, 0
    state.given = setup.first_actions if state.opening else setup.actions
    if setup.nexuses > 0 and setup.majority == 0:
        state.given = max(1, state.given + count_held(state, player) - setup.nexuses)  # MR134
    for unit in range(player * TEAM, player * TEAM + setup.minions):
        if state.alive[unit] == 0:
            if state.respawn[unit] > 0:
                state.respawn[unit] -= 1
            else:
                place = respawn_cell(setup, state, player, unit)
                if place != NOWHERE:
                    state.cell[unit] = place
                    state.alive[unit] = 1
                    state.hp[unit] = full_hitpoints(setup, unit)
                    state.stance[unit] = LANTERN
                    state.respawn[unit] = 0
                    back += 1
                    show(state, RESPAWNED, unit, place)
                    arrive(setup, state, unit)
        if state.cooldown[unit] > 0:
            state.cooldown[unit] -= 1
        state.left[unit] = state.given if state.alive[unit] else 0
    return back


@kernel
def count_held(state, player):
    """How many extra nexuses are a player's."""
    held = 0
    for index in range(EXTRAS):
        if state.extras[index] > 0 and state.cells[state.extras[index] - 1] == EXTRA + player:
            held += 1
    return held


@kernel(inline=False)
def respawn_cell(setup, state, player, unit):
    """Where a minion comes back: at the nearest nexus of its player (MR119), first the cell itself, at the first nexus
    its start cell, then the neighbours clockwise (MR62, MR101); NOWHERE if none is free.
    """
    if setup.nexuses > 0:
        nexus = nearest_extra(state, player, state.fallen[unit])
        if nexus != NOWHERE:
            for turn in range(9):
                cell = nexus if turn == 0 else advance(nexus, turn - 1)
                if is_free(state, player, cell):
                    return cell
    for turn in range(9):
        cell = state.home[unit] if turn == 0 else (state.nexus[player] + STEP[turn - 1]) % AREA
        if cell >= 0 and is_free(state, player, cell):
            return cell
    return NOWHERE


@kernel
def nearest_extra(state, player, fallen):
    """The player's extra nexus nearest to where a minion fell; NOWHERE if the first nexus is as near (MR119)."""
    if fallen < 0:
        return NOWHERE
    nearest, chosen = far_apart(state, fallen, state.nexus[player]), NOWHERE
    for index in range(EXTRAS):
        place = state.extras[index] - 1
        if place >= 0 and state.cells[place] == EXTRA + player and far_apart(state, fallen, place) < nearest:
            nearest, chosen = far_apart(state, fallen, place), place
    return chosen


@kernel
def is_free(state, player, cell):
    """Can a minion of this player come back on a cell (MR101)?"""
    code = state.cells[cell]
    if is_door_against(code, player) or FLAGS[code + 128] & GROUND == 0:
        return False
    return unit_on(state, cell) == NOWHERE


@kernel
def full_hitpoints(setup, unit):
    return setup.hitpoints * TOUGHNESS[KIND_OF_UNIT[unit]]
