"""Maze Runner: two teams in a maze neither has seen; who first steps on the other's nexus wins.

A turn gives each minion a few actions, spent in any order: move, switch between lantern (sees along four lines) and
sword (strikes), set a laser that fires as the enemy's turn begins, build a mirror, a wall or a door. Minions that die
come back at home. Nobody is told more than his minions saw. Numbers MRn are those of the rules page.
"""

from gridhall.game import DRAWN, LOST, PLAYING, WON
from gridhall.games.maze_runner.kernels_maze import dig
from gridhall.games.maze_runner.kernels_sight import is_visible, look, ray_end, spot, unit_on
from gridhall.games.maze_runner.kernels_walk import measure
from gridhall.games.maze_runner.tables import (
    ACTIONS,
    ACTS,
    APPROACH,
    AREA,
    BACK_BIT,
    BACKSLASH,
    BEGAN,
    BEND,
    BUILT,
    BURNT,
    CAPTURE,
    DIED,
    DOOR_ACTS,
    DOOR_BIT,
    DOOR_GONE,
    DOORS,
    DRAW,
    END,
    FINISHED,
    FIRED,
    FLAGS,
    FLOOR,
    GROUND,
    GROUP,
    KILLS,
    KIND_OF_UNIT,
    LANTERN,
    LASERS,
    MAY,
    MIRROR_BIT,
    MIRRORS,
    MOMENT,
    MOST_DOORS,
    MOVES,
    NEXUS,
    NEXUS_BIT,
    NOWHERE,
    OFF,
    OWNED_2,
    RESIGN,
    RESIGNED,
    RESPAWNED,
    RETREATS,
    REVEALED,
    SCORCHED,
    SLASH,
    SOLID,
    STEP,
    STRIKES,
    STRUCK,
    SWITCHES,
    SWORD,
    TEAM,
    TOUGHNESS,
    TURN_OF,
    UNITS,
    WALL,
    WALLS,
    WHOLE_TURN,
    WIDTH,
    WORDS,
)
from gridhall.kernel import i8, i16, i64, kernel, record, show, u64, unsigned, zeros
from gridhall.rng import below

__all__ = ["ACTIONS", "PLAYERS", "REASONS", "Setup", "State"]
PLAYERS = 2

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
(TURN, OVER, UNKNOWN, MISSING, DEAD, DEAR, USED, WALLED, TAKEN, OWN_NEXUS, ENEMY_DOOR, SQUEEZED, UNARMED, NO_TARGET, SHIELDED,
 DOORWAY, NOT_FLOOR, SAME_MIRROR, NO_WALLS, NOT_EMPTY, COOLING, ALL_DOORS, NEAR_DOOR) = range(1, len(REASONS))  # fmt: skip


@record
class Setup:
    """The parameters of a match (MR88), known to all; the map is no part of it."""

    size: i16  # of a generated map; 0: the map is drawn
    symmetric: i16
    minions: i16
    actions: i16
    first_actions: i16
    hitpoints: i16
    respawn: i16
    move_price: i16
    switch_price: i16
    sword_price: i16
    sword_damage: i16
    laser_damage: i16
    rounds: i16
    walls: i16
    door_price: i16
    door_cooldown: i16
    door_hitpoints: i16
    bends: i16
    siege: i16
    first: i16  # who begins on a drawn map
    round: i16  # the number of the first round
    spare: i16


@record
class State:
    """All that is secret or changes.

    Sets of cells and arrays by cell have player 1's part first. Units are player 1's three, then player 2's.
    """

    rng: u64
    visible: i64 * (2 * WORDS)  # sets of cells
    lit: i64 * (2 * WORDS)  # where a player saw beams in this beginning of turn (MR60)
    seen: i16 * (2 * AREA)  # the round a cell was seen last (MR43)
    cell: i16 * UNITS
    home: i16 * UNITS
    ghost: i16 * UNITS  # where a player saw each enemy last
    ghost_round: i16 * UNITS
    fallen: i16 * UNITS  # where each unit died last
    fallen_round: i16 * UNITS
    nexus: i16 * 2
    kills: i16 * 2
    approach: i16 * 2  # the closest so far, NOWHERE: never measured (MR102)
    beam_cell: i16 * TEAM
    round: i16
    origin: i16  # the cell that is x = 0, y = 0; in a view the corner of what is known
    cells: i8 * AREA  # the map with its structures
    memory: i8 * (2 * AREA)  # as each player remembers it (MR98); OFF: fog
    hp: i8 * UNITS
    stance: i8 * UNITS
    alive: i8 * UNITS
    left: i8 * UNITS  # actions
    respawn: i8 * UNITS
    cooldown: i8 * UNITS
    walls: i8 * 2  # left to build
    standing: i8 * 2  # doors
    beam_unit: i8 * TEAM
    beam_direction: i8 * TEAM
    beams: i8
    given: i8  # actions each minion got in this beginning of turn
    turn: i8
    first: i8
    over: i8  # how it ended
    winner: i8  # 1-based
    opening: i8  # the first turn of the match is on
    spare: i8 * 5


@kernel(inline=False)
def start(setup, state):
    """Draw the map if there is none, make known what is known at the start, and begin the first turn."""
    if setup.size > 0:
        dig(setup, state)
        state.first = below(state, 2)  # MR10
    else:
        state.first = setup.first
    state.rng = 0  # nothing is left to chance (MR11)
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
    settle(setup, state, 1, 3, 0, state.turn, NOWHERE, 0, 0)


@kernel
def acting(setup, state):
    if state.over:
        return 0
    return 1 << state.turn


@kernel(inline=False)
def refusal(setup, state, player, action):
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
    here, direction = state.cell[unit], TURN_OF[act]
    there = (here + STEP[direction]) % AREA
    code = state.cells[there]
    flags = FLAGS[code + 128]
    if group == MOVES:
        if flags & SOLID:
            return WALLED
        if code == NEXUS + player:
            return OWN_NEXUS
        if unit_on(state, there) != NOWHERE:
            return TAKEN
        if flags & DOOR_BIT and (flags & OWNED_2 != 0) != (player == 1):
            return ENEMY_DOOR
        if (
            direction & 1
            and side_closed(state, player, here, direction - 1, 1)
            and side_closed(state, player, here, direction + 1, 1)
        ):
            return SQUEEZED
    elif group == STRIKES:
        if state.stance[unit] != SWORD:
            return UNARMED
        target = unit_on(state, there)
        if (target == NOWHERE and flags & DOOR_BIT == 0) or (target != NOWHERE and target // TEAM == player):
            return NO_TARGET
        if (
            direction & 1
            and side_closed(state, player, here, direction - 1, 0)
            and side_closed(state, player, here, direction + 1, 0)
        ):
            return SHIELDED
    elif group == MIRRORS:
        under = state.cells[here]
        under_flags = FLAGS[under + 128]
        if under_flags & DOOR_BIT:
            return DOORWAY
        if under_flags & GROUND == 0:
            return NOT_FLOOR
        if under_flags & MIRROR_BIT and (under_flags & BACK_BIT != 0) == (act & 1 == 1):
            return SAME_MIRROR
    elif group in (WALLS, DOOR_ACTS):
        if group == WALLS and state.walls[player] == 0:
            return NO_WALLS
        if group == DOOR_ACTS and state.cooldown[unit] > 0:
            return COOLING
        if group == DOOR_ACTS and state.standing[player] >= MOST_DOORS:
            return ALL_DOORS
        if code != FLOOR or unit_on(state, there) != NOWHERE:
            return NOT_EMPTY
        if group == DOOR_ACTS and own_door_near(state, player, there):
            return NEAR_DOOR
    return 0


@kernel(inline=False)
def step(setup, state, player, action):
    if action == RESIGN:
        state.over, state.winner = RESIGNED, 2 - player
        show(state, FINISHED, player, 0)
        return
    if action == END:
        pass_turn(setup, state)
        if state.over:
            show(state, FINISHED, player, 0)
            return
        settle(setup, state, 1, 3, 0, player, NOWHERE, 0, 0)
        return
    act = action % ACTS
    unit = player * TEAM + action // ACTS
    here = state.cell[unit]
    there = (here + STEP[TURN_OF[act]]) % AREA
    changed = perform(setup, state, player, unit, act, here, there)
    settle(setup, state, 0, 0, changed, player, MOMENT[GROUP[act]], unit, here + AREA * there)


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


@kernel(inline=False)
def hide(setup, state, player):
    """Leave what the player knows, on a ring that begins at his nexus.

    Nothing tells where on the board that is (MR5).
    """
    known = 0 <= player < PLAYERS
    shift = state.nexus[player] if known else 0
    fresh, rounds, sets = zeros(1600), zeros(1600), zeros(1600)
    if known:
        lowest_x, lowest_y = WIDTH, WIDTH
        for cell in range(AREA):
            code = state.memory[player * AREA + cell]
            if code != OFF:
                place = cell - shift
                if place < 0:
                    place += AREA
                fresh[place] = code
                rounds[place] = state.seen[player * AREA + cell]
                sets[place] = is_visible(state, player, cell) + 2 * (
                    state.lit[player * WORDS + (cell >> 6)] >> (cell & 63) & 1
                )
                at = (cell - state.origin) % AREA
                lowest_x, lowest_y = min(lowest_x, at % WIDTH), min(lowest_y, at // WIDTH)
        state.origin = (state.origin + lowest_y * WIDTH + lowest_x - shift) % AREA
    else:
        state.origin = 0
    for unit in range(UNITS):
        hide_unit(state, player, unit, known, shift)
    for one in range(2):
        if state.nexus[one] >= 0:
            place = (state.nexus[one] - shift) % AREA
            state.nexus[one] = place if known and fresh[place] == NEXUS + one else NOWHERE
        state.approach[one] = NOWHERE
        if one != player:
            state.walls[one] = 0
            state.standing[one] = 0
    if state.turn != player:  # what is pending in the other's turn is the other's (MR46)
        state.beams = 0
    for beam in range(TEAM):
        if beam < state.beams:
            state.beam_cell[beam] = (state.beam_cell[beam] - shift) % AREA
        else:
            state.beam_cell[beam], state.beam_unit[beam], state.beam_direction[beam] = 0, 0, 0
    for word in range(2 * WORDS):
        state.visible[word] = 0
        state.lit[word] = 0
    state.rng = 0
    mine, other = AREA * (player if known else 0), AREA * (1 - player if known else 1)
    for cell in range(AREA):
        code = fresh[cell]
        state.cells[cell] = code
        state.memory[mine + cell] = code
        state.seen[mine + cell] = rounds[cell]
        state.memory[other + cell] = 0
        state.seen[other + cell] = 0
        if sets[cell]:
            if sets[cell] & 1:
                state.visible[player * WORDS + (cell >> 6)] |= 1 << (cell & 63)
            if sets[cell] & 2:
                state.lit[player * WORDS + (cell >> 6)] |= 1 << (cell & 63)


@kernel(inline=False)
def resample(setup, state, player, seed):
    """Guess the unknown: a board round what is known, the enemy's nexus and minions; then what the enemy may know."""
    state.rng = unsigned(seed)
    if player < 0 or player >= PLAYERS:
        deal_for_spectator(setup, state)
        state.rng = 0
        return
    enemy = 1 - player
    spread_x, spread_y = 1, 1  # of what is known, from its corner
    for cell in range(AREA):
        if state.memory[player * AREA + cell] != OFF:
            at = (cell - state.origin) % AREA
            spread_x, spread_y = max(spread_x, at % WIDTH + 1), max(spread_y, at // WIDTH + 1)
    own = (state.nexus[player] - state.origin) % AREA
    west, north = own % WIDTH, own // WIDTH
    side_x = setup.size if setup.size > 0 else min(37, spread_x + 2 + below(state, 6))
    side_y = setup.size if setup.size > 0 else min(37, spread_y + 2 + below(state, 6))
    side_x, side_y = max(side_x, spread_x), max(side_y, spread_y)
    margin_x, margin_y, goal = 0, 0, state.nexus[enemy]
    for _ in range(60):  # a place that MR5 allows, with the enemy where the half-turn puts him
        margin_x, margin_y = below(state, side_x - spread_x + 1), below(state, side_y - spread_y + 1)
        x, y = west + margin_x, north + margin_y
        if setup.size == 0:
            break
        if x & 1 and y & 1 and 5 <= x <= side_x - 6 and 5 <= y <= side_y - 6:
            far = max(abs(side_x - 1 - 2 * x), abs(side_y - 1 - 2 * y))
            image = (state.origin + (side_y - 1 - y - margin_y) * WIDTH + side_x - 1 - x - margin_x + 2 * AREA) % AREA
            if 2 * far >= side_x and (
                (goal == NOWHERE and state.memory[player * AREA + image] == OFF) or goal == image
            ):
                goal = image
                break
    corner = (state.origin - margin_y * WIDTH - margin_x + 2 * AREA) % AREA
    state.origin = corner
    turned = (2 * corner + (side_y - 1) * WIDTH + side_x - 1) % AREA  # a cell's half-turn image is this minus the cell
    for row in range(side_y):
        for column in range(side_x):
            cell = (corner + row * WIDTH + column) % AREA
            if state.cells[cell] == OFF:
                image = state.memory[player * AREA + (turned - cell + AREA) % AREA] if setup.symmetric else OFF
                if image != OFF:
                    state.cells[cell] = FLOOR if FLAGS[image + 128] & GROUND else WALL
                elif row == 0 or column == 0 or row == side_y - 1 or column == side_x - 1:
                    state.cells[cell] = WALL
                else:
                    state.cells[cell] = FLOOR if below(state, 100) < 62 else WALL
    if goal == NOWHERE:
        goal = unknown_cell(setup, state, player, corner, side_x, side_y)
    if goal != NOWHERE:
        state.nexus[enemy] = goal
        state.cells[goal] = NEXUS + enemy
    state.walls[enemy] = setup.walls
    for cell in range(AREA):
        code = state.cells[cell]
        if code == BUILT + enemy and state.walls[enemy] > 0:
            state.walls[enemy] -= 1
        if FLAGS[code + 128] & DOOR_BIT and (code < 0) == (enemy == 1) and state.standing[enemy] < MOST_DOORS:
            state.standing[enemy] += 1
    for unit in range(enemy * TEAM, enemy * TEAM + setup.minions):
        state.home[unit] = (state.nexus[enemy] + STEP[2 * (unit % TEAM)]) % AREA
        if state.alive[unit] and state.cell[unit] < 0:
            state.cell[unit] = unknown_cell(setup, state, player, corner, side_x, side_y)
            state.hp[unit] = full_hitpoints(setup, unit)
        if state.alive[unit] == 0:
            state.respawn[unit] = below(state, setup.respawn + 1)
        elif state.turn == enemy:
            state.left[unit] = state.given
    look(setup, state, enemy)
    state.rng = 0


@kernel
def canonicalize(setup, state):
    """Blank memories that decide nothing: when a cell was seen, ghosts, the fallen, the light of past beams."""
    for index in range(2 * AREA):
        state.seen[index] = 0
    for word in range(2 * WORDS):
        state.lit[word] = 0
    for unit in range(UNITS):
        state.ghost[unit], state.ghost_round[unit], state.fallen[unit], state.fallen_round[unit] = (
            NOWHERE,
            0,
            NOWHERE,
            0,
        )


@kernel
def shape(setup):
    return 14, WIDTH, WIDTH, 9 * TEAM + 13


@kernel(inline=False)
def observe(setup, state, player, planes, scalars):
    """What the player knows, on the ring that begins at his nexus.

    Terrain, structures, sight, units, ages; then the numbers.
    """
    shift, mine = state.nexus[player], player * AREA
    for index in range(14 * AREA):
        planes[index] = 0
    for cell in range(AREA):
        code = state.memory[mine + cell]
        if code != OFF:
            place = (cell - shift) % AREA
            flags = FLAGS[code + 128]
            foreign = (flags & OWNED_2 != 0) != (player == 1)
            planes[place] = 1
            planes[AREA + place] = 1 if flags & SOLID else 0
            planes[2 * AREA + place] = 1 if flags & NEXUS_BIT and foreign else 0
            planes[3 * AREA + place] = 1 if flags & MIRROR_BIT and flags & BACK_BIT == 0 else 0
            planes[4 * AREA + place] = 1 if flags & BACK_BIT else 0
            if flags & DOOR_BIT:
                planes[(6 if foreign else 5) * AREA + place] = -code if code < 0 else code - DOORS
            planes[7 * AREA + place] = is_visible(state, player, cell)
            planes[8 * AREA + place] = min(100, state.round - state.seen[mine + cell])
    for number in range(TEAM):
        unit, enemy = player * TEAM + number, (1 - player) * TEAM + number
        if state.alive[unit]:
            place = (state.cell[unit] - shift) % AREA
            planes[9 * AREA + place] = number + 1
            planes[10 * AREA + place] = state.left[unit]
        here = state.cell[enemy]
        if state.alive[enemy] and here >= 0 and is_visible(state, player, here):
            planes[11 * AREA + (here - shift) % AREA] = number + 1
            planes[12 * AREA + (here - shift) % AREA] = state.hp[enemy]
        ghost = state.ghost[player * TEAM + number]
        if ghost >= 0:
            planes[13 * AREA + (ghost - shift) % AREA] = min(
                100, 1 + state.round - state.ghost_round[player * TEAM + number]
            )
        scalars[number] = state.hp[unit]
        scalars[TEAM + number] = state.stance[unit]
        scalars[2 * TEAM + number] = state.left[unit]
        scalars[3 * TEAM + number] = state.cooldown[unit]
        scalars[4 * TEAM + number] = state.respawn[unit]
        scalars[5 * TEAM + number] = state.alive[unit]
        scalars[6 * TEAM + number] = state.alive[enemy]
    rest = 7 * TEAM
    scalars[rest] = state.round
    scalars[rest + 1] = 1 if state.turn == player else 0
    scalars[rest + 2] = 1 if state.first == player else 0
    scalars[rest + 3] = state.walls[player]
    scalars[rest + 4] = state.standing[player]
    scalars[rest + 5] = state.kills[player]
    scalars[rest + 6] = state.kills[1 - player]
    scalars[rest + 7] = state.given
    scalars[rest + 8] = setup.size
    scalars[rest + 9] = setup.rounds
    scalars[rest + 10] = setup.hitpoints
    scalars[rest + 11] = setup.actions
    rest += 12
    for beam in range(TEAM):
        scalars[rest + beam] = 1 + state.beam_unit[beam] % TEAM if state.turn == player and beam < state.beams else 0
        scalars[rest + TEAM + beam] = state.beam_direction[beam] if state.turn == player and beam < state.beams else 0
    scalars[rest + 2 * TEAM] = setup.siege


@kernel
def full_hitpoints(setup, unit):
    return setup.hitpoints * TOUGHNESS[KIND_OF_UNIT[unit]]


@kernel
def price(setup, group):
    """What an act costs that does not cost the whole turn."""
    if group == MOVES:
        return setup.move_price
    if group == STRIKES:
        return setup.sword_price
    if group == SWITCHES:
        return setup.switch_price
    return setup.door_price


@kernel
def side_closed(state, player, here, direction, walking):
    """Whether a cell beside a diagonal is closed (MR104); for walking an enemy minion closes it, too."""
    cell = (here + STEP[direction & 7]) % AREA
    if ray_end(state, cell):
        return True
    if walking:
        unit = unit_on(state, cell)
        return unit != NOWHERE and unit // TEAM != player
    return False


@kernel
def own_door_near(state, player, cell):
    """The 5x5 rule (MR82)."""
    for row in range(-2, 3):
        for column in range(-2, 3):
            code = state.cells[(cell + row * WIDTH + column + AREA) % AREA]
            if FLAGS[code + 128] & DOOR_BIT and (code < 0) == (player == 1):
                return True
    return False


@kernel(inline=False)
def perform(setup, state, player, unit, act, here, there):
    """Do an act; return 0 if no sight can have changed, 1 if only the player's own, 2 if anybody's."""
    group, direction = GROUP[act], TURN_OF[act]
    if WHOLE_TURN[group]:
        state.left[unit] = 0
    else:
        state.left[unit] -= price(setup, group)
    if group == MOVES:
        state.cell[unit] = there
        if FLAGS[state.cells[there] + 128] & NEXUS_BIT and setup.siege == 0:
            state.over, state.winner = CAPTURE, player + 1  # MR68
        return 2 if (FLAGS[state.cells[here] + 128] | FLAGS[state.cells[there] + 128]) & DOOR_BIT else 1
    if group == SWITCHES:
        state.stance[unit] = SWORD if state.stance[unit] == LANTERN else LANTERN
        return 1
    if group == STRIKES:
        target = unit_on(state, there)
        if target != NOWHERE:
            state.hp[target] = max(0, state.hp[target] - setup.sword_damage)
            show(state, STRUCK, unit, here + AREA * there)
            if state.hp[target] == 0:
                state.kills[player] += 1
                bury(setup, state, target, 1)
                return 2
            return 0
        show(state, STRUCK, unit, here + AREA * there)
        damage_door(state, there, setup.sword_damage)
        return 2
    if group == LASERS:
        state.beam_unit[state.beams] = unit
        state.beam_direction[state.beams] = direction
        state.beam_cell[state.beams] = here
        state.beams += 1
        return 0
    if group == RETREATS:
        bury(setup, state, unit, 0)
        return 2
    if group == MIRRORS:
        state.cells[here] = (BACKSLASH if act & 1 else SLASH) + 1 + player
    elif group == WALLS:
        state.cells[there] = BUILT + player
        state.walls[player] -= 1
    else:
        state.cells[there] = -setup.door_hitpoints if player else DOORS + setup.door_hitpoints
        state.standing[player] += 1
        state.cooldown[unit] = setup.door_cooldown + 1  # MR100
    return 2


@kernel
def bury(setup, state, unit, counted):
    """Take a unit off the board (MR61, MR108)."""
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
def damage_door(state, cell, damage):
    """Hurt a closed door; at 0 it vanishes and its owner learns it (MR20, MR98)."""
    code = state.cells[cell]
    owner = 1 if code < 0 else 0
    left = (-code if owner else code - DOORS) - damage
    if left > 0:
        state.cells[cell] = -left if owner else DOORS + left
        return
    state.cells[cell] = FLOOR
    state.memory[owner * AREA + cell] = FLOOR
    state.standing[owner] -= 1
    show(state, DOOR_GONE, owner, cell)


@kernel(inline=False)
def settle(setup, state, first, last, changed, player, what, who, cell):
    """Sight after an act (phase 0), or the beginning of a turn.

    1 beams, 2 deaths, 3 respawns and actions (MR15, MR98).
    """
    for phase in range(first, last + 1):
        if phase == 1:
            changed = fire_beams(setup, state)
        elif phase == 2:
            changed = count_dead(setup, state)
        elif phase == 3:
            # A new round: its number is remembered.
            changed = 2 if give_actions(setup, state) or state.turn == state.first else 0
        if changed:
            for one in range(2):
                if changed == 2 or one == player:
                    look(setup, state, one)
        for one in range(2):
            spot(state, one)
        if phase == 2 and setup.siege:
            besiege(state)
            if state.over:
                break
    if what != NOWHERE and what != STRUCK:
        show(state, what, who, cell)
    if last == 3 and state.over == 0:
        show(state, BEGAN, state.turn, 0)
    if state.over:
        show(state, FINISHED, player, 0)


@kernel
def pass_turn(setup, state):
    """End a turn: measure the approach, adjudicate after the last round (MR69), else hand over."""
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


@kernel
def adjudicate(state):
    """The end without a capture (MR69)."""
    ours = state.approach[0] if state.approach[0] >= 0 else AREA
    theirs = state.approach[1] if state.approach[1] >= 0 else AREA
    if ours != theirs:
        state.over, state.winner = APPROACH, 1 if ours < theirs else 2
        return
    if state.kills[0] != state.kills[1]:
        state.over, state.winner = KILLS, 1 if state.kills[0] > state.kills[1] else 2
        return
    ours, theirs = revealed_floor(state, 0), revealed_floor(state, 1)
    if ours != theirs:
        state.over, state.winner = REVEALED, 1 if ours > theirs else 2
        return
    state.over, state.winner = DRAW, 0


@kernel
def revealed_floor(state, player):
    """How many true floor cells a player has revealed (MR102)."""
    count = 0
    for cell in range(AREA):
        if state.memory[player * AREA + cell] != OFF and FLAGS[state.cells[cell] + 128] & GROUND:
            count += 1
    return count


@kernel(inline=False)
def fire_beams(setup, state):
    """Fire the pending beams one after the other (MR58, MR59, MR99); return 2 if a door or the last hit point of
    somebody was lost.

    Otherwise nothing can have changed in anybody's sight, and the look after the actions are given is enough.
    """
    for word in range(2 * WORDS):
        state.lit[word] = 0
    count, changed = state.beams, 0
    for beam in range(count):
        start_cell = state.beam_cell[beam]
        cell, direction, first, hit, witnesses = start_cell, state.beam_direction[beam], -1, 0, 0
        while True:
            cell = (cell + STEP[direction]) % AREA
            if cell * 8 + direction == first:
                break
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
                        changed = 2
                    show(state, BURNT, target, cell + AREA * direction)
            elif flags & DOOR_BIT:
                show(state, SCORCHED, 0, cell)
                damage_door(state, cell, setup.laser_damage)
                changed = 2
                break
            if flags & MIRROR_BIT:
                direction = BEND[direction + 8] if flags & BACK_BIT else BEND[direction]
        show(state, FIRED, state.beam_unit[beam], start_cell + AREA * witnesses)
        state.beam_unit[beam], state.beam_direction[beam], state.beam_cell[beam] = 0, 0, 0
    state.beams = 0
    return changed


@kernel
def count_dead(setup, state):
    """Bury those without hit points; the turn that begins is that of the beams' enemy, so his dead count (MR99)."""
    changed = 0
    for unit in range(UNITS):
        if state.alive[unit] and state.hp[unit] == 0:
            counted = unit // TEAM == state.turn
            if counted:
                state.kills[1 - state.turn] += 1
            bury(setup, state, unit, 1 if counted else 0)
            changed = 2
    return changed


@kernel
def give_actions(setup, state):
    """Respawns, cooldowns, actions; return how many came back."""
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
    """The first free cell of start cell and the nexus' neighbours clockwise (MR62, MR101)."""
    for turn in range(9):
        cell = state.home[unit] if turn == 0 else (state.nexus[player] + STEP[turn - 1]) % AREA
        if cell < 0:
            continue
        code = state.cells[cell]
        flags = FLAGS[code + 128]
        if flags & DOOR_BIT and (code < 0) != (player == 1):
            continue
        if flags & GROUND and unit_on(state, cell) == NOWHERE:
            return cell
    return NOWHERE


@kernel
def besiege(state):
    """With siege a minion wins that stood on the nexus until its owner's next turn (MR103)."""
    player = state.turn
    for unit in range(player * TEAM, (player + 1) * TEAM):
        if state.alive[unit] and state.cell[unit] == state.nexus[1 - player]:
            state.over, state.winner = CAPTURE, player + 1


@kernel
def hide_unit(state, player, unit, known, shift):
    """Blank what a player may not know of a unit (MR46), and move the rest."""
    own = known and unit // TEAM == player
    here = state.cell[unit]
    seen = here >= 0 and known and (own or is_visible(state, player, here))
    state.cell[unit] = (here - shift) % AREA if seen else NOWHERE
    if not seen and not own:
        state.hp[unit] = 0
        state.stance[unit] = 0
    if own:
        if state.home[unit] >= 0:
            state.home[unit] = (state.home[unit] - shift) % AREA
        if state.ghost[unit] >= 0:  # of a player, like his units
            state.ghost[unit] = (state.ghost[unit] - shift) % AREA
        if state.fallen[unit] >= 0:
            state.fallen[unit] = (state.fallen[unit] - shift) % AREA
        return
    state.left[unit] = 0
    state.cooldown[unit] = 0
    state.respawn[unit] = 0
    state.home[unit] = NOWHERE
    state.ghost[unit], state.ghost_round[unit] = NOWHERE, 0
    state.fallen[unit], state.fallen_round[unit] = NOWHERE, 0


@kernel
def unknown_cell(setup, state, player, corner, side_x, side_y):
    """A cell where something unseen may stand: floor if there is any, else a cell of fog made floor."""
    chosen, spare, count = NOWHERE, NOWHERE, 0
    for row in range(side_y):
        for column in range(side_x):
            cell = (corner + row * WIDTH + column) % AREA
            if is_visible(state, player, cell) == 0 and FLAGS[state.cells[cell] + 128] & NEXUS_BIT == 0:
                if state.memory[player * AREA + cell] == OFF:
                    spare = cell
                if state.cells[cell] == FLOOR and unit_on(state, cell) == NOWHERE:
                    count += 1
                    if below(state, count) == 0:
                        chosen = cell
    if chosen == NOWHERE and spare != NOWHERE:
        state.cells[spare] = FLOOR
        chosen = spare
    return chosen


@kernel
def deal_for_spectator(setup, state):
    """A hall large enough for everybody: a spectator knows nothing of the map."""
    for row in range(15):
        for column in range(15):
            edge = row == 0 or column == 0 or row == 14 or column == 14
            state.cells[row * WIDTH + column] = WALL if edge else FLOOR
    for player in range(2):
        state.nexus[player] = (3 + 8 * player) * WIDTH + 3 + 8 * player
        state.cells[state.nexus[player]] = NEXUS + player
        state.walls[player] = setup.walls
        for number in range(setup.minions):
            unit = player * TEAM + number
            state.home[unit] = (state.nexus[player] + STEP[2 * number]) % AREA
            if state.alive[unit]:
                state.cell[unit] = state.home[unit]
                state.hp[unit] = full_hitpoints(setup, unit)
                state.left[unit] = state.given if state.turn == player else 0
        look(setup, state, player)
