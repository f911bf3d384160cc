"""Maze Runner: two teams in a maze that neither has seen; who first steps on the other's nexus wins.

A turn gives each minion a few actions, spent in any order: move, switch between lantern (sees along four lines) and
sword (strikes), set a laser that fires as the enemy's turn begins, build a mirror, a wall or a door. Minions that die
come back at home. Nobody is told more than their minions saw. Numbers MRn are those of the rules page.

This file has what is allowed, what an act does, and the order of a turn. Details are in turns.py (beams, deaths and
respawns as a turn begins), ending.py (who has won), sight.py (light, fog and memory), secrecy.py (what a player may
know of a state), digging.py (new mazes) and walk.py (distances). tables.py says what the numbers mean, records.py what
a setup and a state consist of.
"""

from gridhall.game import DRAWN, LOST, PLAYING, WON
from gridhall.games.maze_runner.digging import dig
from gridhall.games.maze_runner.ending import adjudicate, besiege
from gridhall.games.maze_runner.sight import ray_end, refresh_sight, remember_enemies, unit_on
from gridhall.games.maze_runner.structures import door_code, is_door_against, is_door_of
from gridhall.games.maze_runner.tables import (
    ACTS,
    ALL_SIGHT,
    AREA,
    BACK_BIT,
    BACKSLASH,
    BEGAN,
    BUILT,
    CAPTURE,
    DIRECTION_OF,
    DOOR_ACTS,
    DOOR_BIT,
    END,
    EVENT_OF,
    FINISHED,
    FLAGS,
    FLOOR,
    GROUND,
    GROUP,
    KIND_OF_UNIT,
    LANTERN,
    LASERS,
    MAY,
    MIRROR_BIT,
    MIRRORS,
    MOST_DOORS,
    MOVES,
    NEXUS,
    NEXUS_BIT,
    NO_SIGHT,
    NOWHERE,
    OWN_SIGHT,
    RESIGN,
    RESIGNED,
    RETREATS,
    SLASH,
    SOLID,
    STEP,
    STRIKES,
    STRUCK,
    SWITCHES,
    SWORD,
    TEAM,
    UNITS,
    WALLS,
    WHOLE_TURN,
    WIDTH,
)
from gridhall.games.maze_runner.turns import bury, count_dead, damage_door, fire_beams, full_hitpoints, give_actions
from gridhall.games.maze_runner.walk import measure
from gridhall.kernel import kernel, show
from gridhall.rng import below

PLAYERS = 2

AFTER_ACT, BEAMS, DEATHS, ACTIONS_GIVEN = range(4)  # phases of `settle`: one after an act, three as a turn begins
REASONS = (
    "",
    "it is the other player's turn (MR94)",
    "the match is over (MR95)",
    "there is no such action (MR92)",
    "this match has no minion of that number (MR88)",
    "that minion is dead and acts again after it has come back (MR61)",
    "that minion has too few actions left (MR12)",
    "that costs the whole turn, and the minion has already used an action (MR73, MR96)",
    "a wall is in the way (MR1)",
    "a minion stands there (MR23)",
    "your own nexus is solid for you (MR24)",
    "an enemy door lets only its owner pass; strike it down (MR79)",
    "both cells beside that diagonal are closed; go round the corner (MR22)",
    "a strike needs the sword in hand; switch first (MR50)",
    "there is nothing to strike: only enemy minions and closed doors can be struck (MR52)",
    "both cells beside that diagonal are closed; strike straight (MR51)",
    "a mirror cannot be put into a doorway (MR71)",
    "a mirror can only be put on floor (MR71)",
    "the same mirror is already there; only the other kind turns it (MR72)",
    "you have no wall left to build (MR75)",
    "it can only be built on empty floor, without minion, mirror or door (MR74, MR78)",
    "that minion built a door too recently (MR83)",
    "you have three doors standing already (MR84)",
    "one of your doors stands within two cells of that place (MR82)",
)  # fmt: skip
(
    TURN, OVER, UNKNOWN, MISSING, DEAD, DEAR, USED, WALLED, TAKEN, OWN_NEXUS, ENEMY_DOOR, SQUEEZED, UNARMED, NO_TARGET,
    SHIELDED, DOORWAY, NOT_FLOOR, SAME_MIRROR, NO_WALLS, NOT_EMPTY, COOLING, ALL_DOORS, NEAR_DOOR,
) = range(1, len(REASONS))  # fmt: skip


@kernel(inline=False)
def start(setup, state):
    """Draw the map if none is given, note what is known at the start, and begin the first turn."""
    if setup.size > 0:
        dig(setup, state)
        state.first = below(state, 2)  # MR10
    else:
        state.first = setup.first
    state.rng = 0  # from here on nothing is left to chance (MR11)
    for player in range(2):
        state.walls[player] = setup.walls
        state.approach[player] = NOWHERE
        state.standing[player] = 0
    for unit in range(UNITS):
        present = unit % TEAM < setup.minions
        state.home[unit] = state.cell[unit]
        state.alive[unit] = 1 if present else 0
        state.hp[unit] = full_hitpoints(setup, unit) if present else 0
        state.ghost[unit] = NOWHERE
        state.fallen[unit] = NOWHERE
        if not present:
            state.home[unit] = NOWHERE
            state.cell[unit] = NOWHERE
    state.turn = state.first
    state.round = setup.round
    state.opening = 1
    for cell in range(AREA):
        code = state.cells[cell]
        if FLAGS[code + 128] & DOOR_BIT:  # own drawn doors are known (MR91)
            owner = 1 if code < 0 else 0
            state.standing[owner] += 1
            state.memory[owner * AREA + cell] = code
            state.seen[owner * AREA + cell] = state.round
    settle(setup, state, BEAMS, ACTIONS_GIVEN, NO_SIGHT, state.turn, NOWHERE, 0, 0)


@kernel
def acting(setup, state):
    if state.over:
        return 0
    return 1 << state.turn


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
    if WHOLE_TURN[group]:
        if state.left[unit] < state.given:
            return USED
    elif state.left[unit] < price(setup, group):
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
        return refuse_building(state, player, unit, there, group)
    return 0


@kernel
def refuse_move(state, player, here, there, direction):
    """Why a minion may not walk to the next cell; 0 if it may (MR21 to MR24)."""
    code = state.cells[there]
    if FLAGS[code + 128] & SOLID:
        return WALLED
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
        if FLAGS[state.cells[there] + 128] & DOOR_BIT == 0:
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
    if flags & GROUND == 0:
        return NOT_FLOOR
    if flags & MIRROR_BIT and (flags & BACK_BIT != 0) == (act & 1 == 1):
        return SAME_MIRROR
    return 0


@kernel
def refuse_building(state, player, unit, there, group):
    """Why a wall or a door may not be built on the next cell; 0 if it may (MR74, MR75, MR78, MR82 to MR84)."""
    if group == WALLS and state.walls[player] == 0:
        return NO_WALLS
    if group == DOOR_ACTS and state.cooldown[unit] > 0:
        return COOLING
    if group == DOOR_ACTS and state.standing[player] >= MOST_DOORS:
        return ALL_DOORS
    if state.cells[there] != FLOOR or unit_on(state, there) != NOWHERE:
        return NOT_EMPTY
    if group == DOOR_ACTS and own_door_near(state, player, there):
        return NEAR_DOOR
    return 0


@kernel(inline=False)
def step(setup, state, player, action):
    """Act; the caller has asked `refusal`. Modifies state, and keeps both players' sight up to date."""
    if action == RESIGN:
        state.over, state.winner = RESIGNED, 2 - player
        show(state, FINISHED, player, 0)
        return
    if action == END:
        pass_turn(setup, state)
        if state.over:
            show(state, FINISHED, player, 0)
            return
        settle(setup, state, BEAMS, ACTIONS_GIVEN, NO_SIGHT, player, NOWHERE, 0, 0)
        return
    act = action % ACTS
    unit = player * TEAM + action // ACTS
    here = state.cell[unit]
    there = (here + STEP[DIRECTION_OF[act]]) % AREA
    changed = perform(setup, state, player, unit, act, here, there)
    settle(setup, state, AFTER_ACT, AFTER_ACT, changed, player, EVENT_OF[GROUP[act]], unit, here + AREA * there)


@kernel
def outcome(setup, state, player):
    if state.over == 0:
        return PLAYING
    if state.winner == 0:
        return DRAWN
    return WON if state.winner == player + 1 else LOST


@kernel
def score(setup, state, player):
    """Enemy minions killed, and a hundred for the win."""
    if player < 0 or player >= PLAYERS:
        return 0
    return state.kills[player] + (100 if state.over != 0 and state.winner == player + 1 else 0)


@kernel
def price(setup, group):
    """The actions that an act costs, of a group that does not cost the whole turn."""
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


@kernel(inline=False)
def perform(setup, state, player, unit, act, here, there):
    """Do an act; return whose sight may have changed by it: NO_SIGHT, OWN_SIGHT or ALL_SIGHT."""
    group, direction = GROUP[act], DIRECTION_OF[act]
    if WHOLE_TURN[group]:
        state.left[unit] = 0
    else:
        state.left[unit] -= price(setup, group)
    if group == MOVES:
        state.cell[unit] = there
        if FLAGS[state.cells[there] + 128] & NEXUS_BIT and setup.siege == 0:
            state.over, state.winner = CAPTURE, player + 1  # MR68
        through_door = (FLAGS[state.cells[here] + 128] | FLAGS[state.cells[there] + 128]) & DOOR_BIT
        return ALL_SIGHT if through_door else OWN_SIGHT
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
    else:
        state.cells[there] = door_code(player, setup.door_hitpoints)
        state.standing[player] += 1
        state.cooldown[unit] = setup.door_cooldown + 1  # MR100
    return ALL_SIGHT


@kernel(inline=False)
def settle(setup, state, first, last, changed, player, what, who, cell):
    """Go through the phases `first` to `last`, and bring everybody's sight up to date after each (MR15, MR98).

    `changed` says whose sight may have changed by an act of `player`. `what`, `who` and `cell` are the act's event;
    NOWHERE is none, and a strike has shown its own.
    """
    for phase in range(first, last + 1):
        if phase == BEAMS:
            changed = fire_beams(setup, state)
        elif phase == DEATHS:
            changed = count_dead(setup, state)
        elif phase == ACTIONS_GIVEN:
            # In a new round even what is seen as before is seen later, and its round is remembered.
            changed = ALL_SIGHT if give_actions(setup, state) or state.turn == state.first else NO_SIGHT
        if changed:
            for viewer in range(2):
                if changed == ALL_SIGHT or viewer == player:
                    refresh_sight(setup, state, viewer)
        for viewer in range(2):
            remember_enemies(state, viewer)
        if phase == DEATHS and setup.siege:
            besiege(state)
            if state.over:
                break
    if what != NOWHERE and what != STRUCK:
        show(state, what, who, cell)
    if last == ACTIONS_GIVEN and state.over == 0:
        show(state, BEGAN, state.turn, 0)
    if state.over:
        show(state, FINISHED, player, 0)


@kernel
def pass_turn(setup, state):
    """End a turn: measure how near the player has come, adjudicate after the last round (MR69), else hand over."""
    player = state.turn
    for unit in range(player * TEAM, (player + 1) * TEAM):
        state.left[unit] = 0
    state.approach[player] = measure(state, player)
    if player != state.first and state.round >= setup.rounds:
        adjudicate(state)
        return
    if player != state.first:
        state.round += 1
    state.turn = 1 - player
    state.opening = 0
