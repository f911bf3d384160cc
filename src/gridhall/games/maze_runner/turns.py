"""How a turn begins: beams fire (MR58, MR59), the dead are counted (MR61), minions come back and get their actions."""

from gridhall.games.maze_runner.sight import advance, is_visible, unit_on
from gridhall.games.maze_runner.structures import door_code, door_hitpoints, is_door_against, reflect
from gridhall.games.maze_runner.tables import (
    ALL_SIGHT,
    AREA,
    BURNT,
    DIED,
    DOOR_BIT,
    DOOR_GONE,
    FIRED,
    FLAGS,
    FLOOR,
    GROUND,
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
    UNITS,
    WORDS,
)
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
    for unit in range(player * TEAM, player * TEAM + setup.minions):
        if state.alive[unit] == 0:
            if state.respawn[unit] > 0:
                state.respawn[unit] -= 1
            else:
                place = respawn_cell(state, player, unit)
                if place != NOWHERE:
                    state.cell[unit] = place
                    state.alive[unit] = 1
                    state.hp[unit] = full_hitpoints(setup, unit)
                    state.stance[unit] = LANTERN
                    state.respawn[unit] = 0
                    back += 1
                    show(state, RESPAWNED, unit, place)
        if state.cooldown[unit] > 0:
            state.cooldown[unit] -= 1
        state.left[unit] = state.given if state.alive[unit] else 0
    return back


@kernel
def respawn_cell(state, player, unit):
    """The start cell, or else the nexus' first free neighbour clockwise; NOWHERE if none is free (MR62, MR101)."""
    for turn in range(9):
        cell = state.home[unit] if turn == 0 else (state.nexus[player] + STEP[turn - 1]) % AREA
        if cell < 0:
            continue
        code = state.cells[cell]
        if is_door_against(code, player):
            continue
        if FLAGS[code + 128] & GROUND and unit_on(state, cell) == NOWHERE:
            return cell
    return NOWHERE


@kernel
def full_hitpoints(setup, unit):
    return setup.hitpoints * TOUGHNESS[KIND_OF_UNIT[unit]]
