"""What a player may know of a state (MR5, MR46): `hide` blanks the rest, `resample` guesses it."""

from gridhall.games.maze_runner.placing import list_places
from gridhall.games.maze_runner.rules import PLAYERS
from gridhall.games.maze_runner.sight import is_visible, refresh_sight, unit_on
from gridhall.games.maze_runner.structures import is_built, is_door_of
from gridhall.games.maze_runner.tables import (
    AREA,
    EXTRA,
    EXTRA_BIT,
    FLAGS,
    FLOOR,
    FRAGILE,
    GROUND,
    LARGEST,
    MOST_DOORS,
    NEXUS,
    NEXUS_BIT,
    NOWHERE,
    OFF,
    OWNED_2,
    STEP,
    TEAM,
    UNITS,
    WALL,
    WIDTH,
    WORDS,
)
from gridhall.games.maze_runner.turns import count_held, full_hitpoints
from gridhall.kernel import kernel, unsigned, zeros
from gridhall.rng import below


@kernel(inline=False)
def hide(setup, state, player):
    """Leave what the player knows, on a ring that begins at their nexus.

    So nothing tells where on the board the nexus is (MR5).
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
        state.given = setup.first_actions if state.opening else setup.actions  # not who holds extra nexuses (MR134)
    for unit in range(UNITS):
        hide_unit(state, player, unit, known, shift)
    for owner in range(2):
        if state.nexus[owner] >= 0:
            place = (state.nexus[owner] - shift) % AREA
            state.nexus[owner] = place if known and fresh[place] == NEXUS + owner else NOWHERE
        state.approach[owner] = NOWHERE
        if owner != player:
            state.walls[owner] = 0
            state.standing[owner] = 0
    if state.turn != player:  # the beams that are pending are the other player's (MR46)
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
    if setup.nexuses > 0 or setup.towers > 0:
        list_places(state)  # only those that are known


@kernel
def hide_unit(state, player, unit, known, shift):
    """Blank what a player may not know of a unit (MR46), and shift the rest onto the player's ring."""
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
        if state.ghost[unit] >= 0:  # what the unit's own player remembers of an enemy
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


@kernel(inline=False)
def resample(setup, state, player, seed):
    """Guess what `hide` blanked: a board round what is known, the enemy's nexus and minions, what they see."""
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
    side_x = setup.size if setup.size > 0 else min(LARGEST, spread_x + 2 + below(state, 6))
    side_y = setup.size if setup.size > 0 else min(LARGEST, spread_y + 2 + below(state, 6))
    side_x, side_y = max(side_x, spread_x), max(side_y, spread_y)
    margin_x, margin_y, goal = 0, 0, state.nexus[enemy]
    for _ in range(60):  # a place that MR5 allows, with the enemy where the half-turn puts them
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
    missing = 2 * setup.nexuses - count_held(state, player) - count_held(state, enemy)  # one's own are known (MR117)
    for row in range(side_y):
        for column in range(side_x):
            cell = (corner + row * WIDTH + column) % AREA
            if state.cells[cell] == OFF:
                image = state.memory[player * AREA + (turned - cell + AREA) % AREA] if setup.symmetric else OFF
                if FLAGS[image + 128] & EXTRA_BIT and missing > 0:
                    state.cells[cell] = EXTRA + enemy
                    missing -= 1
                elif image != OFF:
                    state.cells[cell] = FLOOR if FLAGS[image + 128] & (GROUND | FRAGILE) else WALL
                elif row == 0 or column == 0 or row == side_y - 1 or column == side_x - 1:
                    state.cells[cell] = WALL
                else:
                    state.cells[cell] = FLOOR if below(state, 100) < 62 else WALL
    if goal == NOWHERE:
        goal = unknown_cell(state, player, corner, side_x, side_y, True)
    if goal != NOWHERE:
        state.nexus[enemy] = goal
        state.cells[goal] = NEXUS + enemy
    for _ in range(missing):
        cell = unknown_cell(state, player, corner, side_x, side_y, True)
        if cell != NOWHERE:
            state.cells[cell] = EXTRA + enemy
    if setup.nexuses > 0:
        list_places(state)
    state.walls[enemy] = setup.walls
    for cell in range(AREA):
        code = state.cells[cell]
        if is_built(code) and (FLAGS[code + 128] & OWNED_2 != 0) == (enemy == 1) and state.walls[enemy] > 0:
            state.walls[enemy] -= 1
        if is_door_of(code, enemy) and state.standing[enemy] < MOST_DOORS:
            state.standing[enemy] += 1
    for unit in range(enemy * TEAM, enemy * TEAM + setup.minions):
        state.home[unit] = (state.nexus[enemy] + STEP[2 * (unit % TEAM)]) % AREA
        if state.alive[unit] and state.cell[unit] < 0:
            state.cell[unit] = unknown_cell(state, player, corner, side_x, side_y, False)
            state.hp[unit] = full_hitpoints(setup, unit)
        if state.alive[unit] == 0:
            state.respawn[unit] = below(state, setup.respawn + 1)
        elif state.turn == enemy:
            state.left[unit] = state.given
    refresh_sight(setup, state, enemy)
    state.rng = 0


@kernel
def unknown_cell(state, player, corner, side_x, side_y, unseen):
    """A cell where something unseen may stand: floor if there is any, else a cell of fog, which becomes floor.

    What never moves stands on none that the player has ever seen (`unseen`).
    """
    chosen, spare, count = NOWHERE, NOWHERE, 0
    for row in range(side_y):
        for column in range(side_x):
            cell = (corner + row * WIDTH + column) % AREA
            fog = state.memory[player * AREA + cell] == OFF
            if unseen and not fog:
                continue
            if is_visible(state, player, cell) == 0 and FLAGS[state.cells[cell] + 128] & (NEXUS_BIT | EXTRA_BIT) == 0:
                if fog:
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
    """Put everybody into a plain hall: a spectator knows nothing of the map, so any will do."""
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
        for number in range(setup.nexuses):  # between both first nexuses
            state.cells[state.nexus[player] + (2 - 4 * player) * (WIDTH + number)] = EXTRA + player
        if setup.nexuses > 0:
            list_places(state)
        refresh_sight(setup, state, player)


@kernel
def canonicalize(setup, state):
    """Blank memories that decide nothing: when a cell was seen, where enemies were, who fell where, past beams."""
    for index in range(2 * AREA):
        state.seen[index] = 0
    for word in range(2 * WORDS):
        state.lit[word] = 0
    for unit in range(UNITS):
        state.ghost[unit], state.ghost_round[unit] = NOWHERE, 0
        state.fallen[unit], state.fallen_round[unit] = NOWHERE, 0
