"""How scripted players look after their base: shut its gates (MR6), keep a guard, light the lantern again."""

from gridhall.games.maze_runner.sight import unit_on
from gridhall.games.maze_runner.skills import EASY, HARD, HOPELESS, is_guard
from gridhall.games.maze_runner.structures import door_hitpoints, is_door_against, tower_hitpoints
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    BUILD_DOOR,
    BUILD_WALL,
    DOOR_BIT,
    FLAGS,
    FRAGILE,
    GROUND,
    LANTERN,
    MOST_DOORS,
    MOVE,
    NOWHERE,
    OFF,
    STEP,
    SWITCH,
    TEAM,
    TOWER_BIT,
)
from gridhall.games.maze_runner.walk import far_apart
from gridhall.kernel import kernel


@kernel(inline=False)
def tend_gates(setup, state, player, number, skill, keen, legal):
    """Shut the gates of the base (MR6): go to the cell inside and build there; the guard stays at home.

    NOWHERE if there is nothing to do.
    """
    unit, nexus = player * TEAM + number, state.nexus[player]
    guard = is_guard(setup, state, number, skill)
    if setup.size == 0 or skill == EASY:
        return NOWHERE
    here, base = state.cell[unit], number * ACTS
    inside = far_apart(state, here, nexus) <= 2
    if not inside and not guard:
        return NOWHERE
    early = state.round <= 3
    gate, gate_side, best, index = NOWHERE, 0, HOPELESS, 0
    threat, danger = NOWHERE, 11  # the enemy nearest to home
    for enemy in range((1 - player) * TEAM, (1 - player) * TEAM + setup.minions):
        place = state.cell[enemy] if state.cell[enemy] >= 0 else NOWHERE
        ghost = player * TEAM + enemy % TEAM
        if place < 0 and state.ghost[ghost] >= 0 and state.round - state.ghost_round[ghost] <= 2:
            place = state.ghost[ghost]
        if place >= 0 and state.alive[enemy] and far_apart(state, place, nexus) < danger:
            threat, danger = place, far_apart(state, place, nexus)
    post, post_rank = NOWHERE, HOPELESS  # the cell inside the gate that is in danger
    for quarter in range(4):
        side = (2 * quarter + 4 * player * setup.symmetric) & 7  # in the order of the minions' start cells (MR7)
        for offset in range(-2, 3):
            out, along = STEP[side], STEP[(side + 2) & 7]
            cell = (nexus + 3 * out + offset * along + 5 * AREA) % AREA
            code = state.cells[cell]
            flags = FLAGS[code + 128]
            if flags & (GROUND | FRAGILE) == 0:
                continue
            within = (cell - out + AREA) % AREA
            hurt = flags & TOWER_BIT != 0 and tower_hitpoints(code) < setup.tower_hitpoints
            hurt = hurt or (flags & DOOR_BIT != 0 and door_hitpoints(code) < setup.door_hitpoints)
            rank = 0 if hurt else HOPELESS
            if threat != NOWHERE:
                rank = far_apart(state, threat, cell)
            if rank < post_rank:
                post, post_rank = within, rank
            if flags & (DOOR_BIT | FRAGILE) == 0 and unit_on(state, cell) == NOWHERE:
                rank = far_apart(state, here, within)
                if early and index != number:
                    rank += 20  # minion n looks after the n-th gate first
                if rank < best:
                    gate, gate_side, best = cell, side, rank
            index += 1
    may_build = state.cooldown[unit] == 0 and state.standing[player] < MOST_DOORS
    can_build = may_build and state.left[unit] >= setup.door_price
    walls = guard and state.walls[player] > 0 and state.round <= 4
    if setup.towers > 0:
        walls = guard and state.walls[player] > 0 and keen and (state.round <= 4 or threat == NOWHERE)
    if gate != NOWHERE and (early or skill == HARD) and (can_build or walls) and best < 20 and (inside or guard):
        within = (gate - STEP[gate_side] + AREA) % AREA
        if here == within:
            if walls:
                action = base + BUILD_WALL + gate_side // 2
                if legal[action]:
                    return action
                if state.left[unit] < state.given and state.round <= 3 and threat == NOWHERE:
                    return NOWHERE  # wait here for a whole turn
            action = base + BUILD_DOOR + gate_side // 2
            if legal[action]:
                return action
        elif inside:
            action = step_inside(state, player, number, within, legal)
            if action != NOWHERE and state.left[unit] >= setup.move_price:
                return action
    if not guard:
        return NOWHERE
    if not inside:
        return NOWHERE
    if state.stance[unit] == LANTERN and state.left[unit] >= setup.switch_price and not walls:
        return base + SWITCH
    target = post if post_rank < HOPELESS else (nexus + STEP[3]) % AREA
    return step_inside(state, player, number, target, legal)


@kernel
def step_inside(state, player, number, target, legal):
    """A step towards a cell of the player's own base, round the nexus; NOWHERE if none is legal."""
    here, best, chosen = state.cell[player * TEAM + number], HOPELESS, NOWHERE
    now = far_apart(state, here, target)
    for direction in range(8):
        cell = (here + STEP[direction]) % AREA
        rank = far_apart(state, cell, target) if state.cells[cell] != OFF else HOPELESS
        if rank < best and rank <= now and now > 0 and far_apart(state, cell, state.nexus[player]) <= 2:
            if legal[number * ACTS + MOVE + direction] and (rank < now or direction & 1 == 0):
                best, chosen = rank, number * ACTS + MOVE + direction
    return chosen


@kernel
def change_stance(setup, state, player, number, skill):
    """Switch back to the lantern when nothing is left to strike; otherwise NOWHERE."""
    unit = player * TEAM + number
    if state.stance[unit] == LANTERN or state.nexus[1 - player] >= 0 or is_guard(setup, state, number, skill):
        return NOWHERE
    if state.left[unit] < setup.switch_price:
        return NOWHERE
    here = state.cell[unit]
    for enemy in range((1 - player) * TEAM, (1 - player) * TEAM + setup.minions):
        if state.cell[enemy] >= 0 and far_apart(state, state.cell[enemy], here) <= 3:
            return NOWHERE
    for direction in range(8):
        code = state.cells[(here + STEP[direction]) % AREA]
        if is_door_against(code, player) or FLAGS[code + 128] & FRAGILE:
            return NOWHERE
    return number * ACTS + SWITCH
