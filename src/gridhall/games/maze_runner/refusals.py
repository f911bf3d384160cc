"""What is allowed: why a player may not do something, from what they may know, and what an act costs."""

from gridhall.games.maze_runner.reasons import (
    ALL_DOORS,
    COOLING,
    DEAD,
    DEAR,
    DOORWAY,
    ENEMY_DOOR,
    GOLEM_THERE,
    LASER_SET,
    MISSING,
    NEAR_DOOR,
    NO_TARGET,
    NO_TOWERS,
    NO_WALLS,
    NOT_EMPTY,
    NOT_FLOOR,
    OVER,
    OWN_NEXUS,
    SAME_MIRROR,
    SHIELDED,
    SQUEEZED,
    TAKEN,
    TOWER_THERE,
    TURN,
    UNARMED,
    UNKNOWN,
    USED,
    WALLED,
)
from gridhall.games.maze_runner.sight import ray_end, unit_on
from gridhall.games.maze_runner.structures import is_door_against, is_door_of
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    BACK_BIT,
    DIRECTION_OF,
    DOOR_ACTS,
    DOOR_BIT,
    END,
    EXTRA_BIT,
    FLAGS,
    FLOOR,
    FRAGILE,
    GOLEM_BIT,
    GROUND,
    GROUP,
    HEART_BIT,
    KIND_OF_UNIT,
    LASERS,
    MAY,
    MIRROR_BIT,
    MIRRORS,
    MOST_DOORS,
    MOVES,
    NEXUS,
    NOWHERE,
    RESIGN,
    SOLID,
    STEP,
    STRIKES,
    SWITCHES,
    SWORD,
    TEAM,
    TOWER_BIT,
    WALLS,
    WHOLE_TURN,
    WIDTH,
)
from gridhall.kernel import kernel

WHOLE = 0  # a price: all actions that a minion was given for the turn (MR96)


@kernel(inline=False)
def refusal(setup, state, player, action):
    """Why an action is not allowed, from what the player may know; 0 if it is."""
    if state.over:
        return OVER
    if action == RESIGN:
        return 0
    if player != state.turn:
        return TURN
    if action == END:
        return 0
    if action < 0 or action > END:
        return UNKNOWN
    number, act = action // ACTS, action % ACTS
    unit, group = player * TEAM + number, GROUP[act]
    if number >= setup.minions:
        return MISSING
    if state.alive[unit] == 0:
        return DEAD
    if MAY[KIND_OF_UNIT[unit]] >> group & 1 == 0:
        return UNKNOWN
    cost = price(setup, group)
    if cost == WHOLE:
        if state.left[unit] < state.given:
            return USED
    elif state.left[unit] < cost:
        return DEAR
    here, direction = state.cell[unit], DIRECTION_OF[act]
    there = (here + STEP[direction]) % AREA
    if group == MOVES:
        return refuse_move(state, player, here, there, direction)
    if group == STRIKES:
        return refuse_strike(state, player, unit, here, there, direction)
    if group == MIRRORS:
        return refuse_mirror(state, here, act)
    if group in (WALLS, DOOR_ACTS):
        return refuse_building(setup, state, player, unit, there, group)
    if group == LASERS:  # at the price of a whole turn, too: a heart gives that anew (MR129)
        for beam in range(state.beams):
            if state.beam_unit[beam] == unit:
                return LASER_SET
    return 0


@kernel
def refuse_move(state, player, here, there, direction):
    """Why a minion may not walk to the next cell; 0 if it may (MR21 to MR24)."""
    code = state.cells[there]
    flags = FLAGS[code + 128]
    if flags & (SOLID | GOLEM_BIT):
        return GOLEM_THERE if flags & GOLEM_BIT else TOWER_THERE if flags & TOWER_BIT else WALLED
    if code == NEXUS + player:
        return OWN_NEXUS
    if unit_on(state, there) != NOWHERE:
        return TAKEN
    if is_door_against(code, player):
        return ENEMY_DOOR
    if direction & 1 and is_corner_closed(state, player, here, direction, True):
        return SQUEEZED
    return 0


@kernel
def refuse_strike(state, player, unit, here, there, direction):
    """Why a minion may not strike the next cell; 0 if it may (MR50 to MR52)."""
    if state.stance[unit] != SWORD:
        return UNARMED
    target = unit_on(state, there)
    if target == NOWHERE:
        if FLAGS[state.cells[there] + 128] & (DOOR_BIT | FRAGILE) == 0:
            return NO_TARGET
    elif target // TEAM == player:
        return NO_TARGET
    if direction & 1 and is_corner_closed(state, player, here, direction, False):
        return SHIELDED
    return 0


@kernel
def refuse_mirror(state, here, act):
    """Why a mirror may not be put on the minion's own cell; 0 if it may (MR71, MR72)."""
    flags = FLAGS[state.cells[here] + 128]
    if flags & DOOR_BIT:
        return DOORWAY
    if flags & GROUND == 0 or flags & (EXTRA_BIT | HEART_BIT):
        return NOT_FLOOR
    if flags & MIRROR_BIT and (flags & BACK_BIT != 0) == (act & 1 == 1):
        return SAME_MIRROR
    return 0


@kernel
def refuse_building(setup, state, player, unit, there, group):
    """Why a wall, a tower or a door may not be built on the next cell; 0 if it may.

    See MR74, MR75, MR78, MR82 to MR84, MR123.
    """
    if group == WALLS and state.walls[player] == 0:
        return NO_TOWERS if setup.towers > 0 else NO_WALLS
    if group == DOOR_ACTS and state.cooldown[unit] > 0:
        return COOLING
    if group == DOOR_ACTS and state.standing[player] >= MOST_DOORS:
        return ALL_DOORS
    if state.cells[there] != FLOOR or unit_on(state, there) != NOWHERE:
        return NOT_EMPTY
    if group == DOOR_ACTS and own_door_near(state, player, there):
        return NEAR_DOOR
    return 0


@kernel
def price(setup, group):
    """The actions that an act of a group costs; WHOLE: all that a minion was given for the turn (MR96, MR133)."""
    if WHOLE_TURN[group]:
        if group == LASERS:
            return setup.laser_price
        return setup.mirror_price if group == MIRRORS else WHOLE
    if group == MOVES:
        return setup.move_price
    if group == STRIKES:
        return setup.sword_price
    if group == SWITCHES:
        return setup.switch_price
    return setup.door_price


@kernel
def is_corner_closed(state, player, here, direction, walking):
    """Are both cells beside a diagonal closed (MR104)?"""
    if not is_side_closed(state, player, here, direction - 1, walking):
        return False
    return is_side_closed(state, player, here, direction + 1, walking)


@kernel
def is_side_closed(state, player, here, direction, walking):
    """Is a cell beside a diagonal closed? For walking an enemy minion closes it, too."""
    cell = (here + STEP[direction & 7]) % AREA
    if ray_end(state, cell):
        return True
    if walking:
        unit = unit_on(state, cell)
        return unit != NOWHERE and unit // TEAM != player
    return False


@kernel
def own_door_near(state, player, cell):
    """Is one of the player's doors in the 5x5 cells around a cell (MR82)?"""
    for row in range(-2, 3):
        for column in range(-2, 3):
            code = state.cells[(cell + row * WIDTH + column + AREA) % AREA]
            if is_door_of(code, player):
                return True
    return False
