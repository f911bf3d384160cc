"""How scripted players walk: the cheapest way over known and guessed cells to the enemy's nexus or the unknown."""

from gridhall.games.maze_runner.guessing import lay_guess
from gridhall.games.maze_runner.sight import unit_on
from gridhall.games.maze_runner.skills import (
    CAPTURING,
    CASUAL,
    HARD,
    HOPELESS,
    NORMAL,
    WALKING,
    chance,
    is_guard,
    towards,
)
from gridhall.games.maze_runner.structures import (
    door_hitpoints,
    golem_hitpoints,
    is_door_against,
    tower_hitpoints,
    tower_owner,
)
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    DOOR_BIT,
    EXTRA_BIT,
    FLAGS,
    FRAGILE,
    GOLEM_BIT,
    GROUND,
    LANTERN,
    MOVE,
    NEXUS_BIT,
    NOWHERE,
    OFF,
    STEP,
    STRIKE,
    SWITCH,
    SWORD,
    TEAM,
    TOWER_BIT,
    WIDTH,
)
from gridhall.games.maze_runner.walk import far_apart
from gridhall.kernel import kernel, zeros

GUESSES = 6  # hypotheses a runner looks at
PRICE_OF_A_MATE = (6, 6, 8, 14)  # by skill: what it costs to pass a cell where a minion of one's own stands
QUEUED = 1 << 20  # above every price
OWN_TOWER = 120  # quarter steps that it costs more to strike down a tower of one's own: rather go round
DETOUR = 24  # quarter steps that the way to an errand may be longer than straight


@kernel(inline=False)
def travel(setup, state, player, number, seed, skill, phase, keen, errand, guesses, count, legal):
    """A step of a minion's way, or NOWHERE; while CAPTURING only if it leads onto the nexus within this turn."""
    unit, goal = player * TEAM + number, state.nexus[1 - player]
    here, base = state.cell[unit], number * ACTS
    if phase == WALKING and is_guard(setup, state, number, skill):
        if far_apart(state, here, state.nexus[player]) <= 2:
            return NOWHERE
        goal, count = (state.nexus[player] + STEP[3]) % AREA, 0
    elif errand >= 0:
        goal, count = errand, min(count, 1) if setup.nexuses > 0 else 0  # an extra nexus is seen through unknown walls
    tries = min(count, GUESSES) if goal < 0 else 1
    tries = max(1, tries)
    best_rank, best_step = HOPELESS, NOWHERE
    for attempt in range(tries):
        toll, far, came, queue = zeros(1600), zeros(1600), zeros(1600), zeros(2048)
        lay_tolls(state, player, unit, skill, phase, keen, toll)
        target, bonus = goal, 0
        if count > 0 and phase == WALKING:
            corner = guesses[2 * attempt]
            lay_guess(setup, state, corner, toll)
            if goal < 0:
                own = (state.nexus[player] - corner + AREA) % AREA
                target = (corner + (setup.size - 1) * (WIDTH + 1) - own + AREA) % AREA
                toll[target] = 4
                lead = guesses[1] - guesses[2 * attempt + 1]
                # Minions lean to different guesses, so that they do not all go the same way.
                bonus = 6 * min(lead, 100) + chance(player * 977 + unit * 131 + 7, corner, 25)
        if goal >= 0:
            toll[goal] = 4
        spread(state, here, toll, far, came, queue)
        running = phase == WALKING and errand < 0 and count > 0 and target >= 0
        if running and keen and skill == HARD and setup.nexuses > 0:
            target = extra_on_the_way(setup, state, guesses[2 * attempt], far, target)
        if target < 0:
            target = frontier(setup, state, player, unit, skill, far)
        if target < 0 or far[target] <= 1:
            continue
        if errand >= 0 and far[target] > 4 * far_apart(state, here, errand) + DETOUR:
            return NOWHERE
        rank = far[target] + bonus
        if rank < best_rank:
            steps, cell = 0, target
            while came[cell] - 1 != here:
                cell = came[cell] - 1
                steps += 1
            if phase == CAPTURING and (steps + 1) * setup.move_price > state.left[unit]:
                continue
            best_rank, best_step = rank, cell
    if best_step == NOWHERE:
        return NOWHERE
    direction = towards(here, best_step)
    if legal[base + MOVE + direction]:
        return base + MOVE + direction
    code = state.cells[best_step]
    other = unit_on(state, best_step)
    strikable = is_door_against(code, player) or FLAGS[code + 128] & FRAGILE != 0
    if strikable or (other != NOWHERE and other // TEAM != player):
        if state.stance[unit] == LANTERN:
            if state.left[unit] >= setup.switch_price + setup.sword_price or state.left[unit] < setup.move_price:
                if legal[base + SWITCH]:
                    return base + SWITCH
            return NOWHERE
        if legal[base + STRIKE + direction]:
            return base + STRIKE + direction
    if phase == CAPTURING:
        return NOWHERE
    turn = 1 if chance(seed, unit, 2) else 7  # somebody is in the way: go round, if that does not lead back
    for side in (turn, 8 - turn):
        if legal[base + MOVE + (direction + side & 7)]:
            cell = (here + STEP[direction + side & 7]) % AREA
            if far_apart(state, cell, best_step) <= 1 and state.left[unit] >= 2 * setup.move_price:
                return base + MOVE + (direction + side & 7)
    return NOWHERE


@kernel(inline=False)
def extra_on_the_way(setup, state, corner, far, nexus):
    """The nearest unseen extra nexus that must lie where the half-turn shows it (MR115), if it is nearer than the
    nexus itself; else the nexus.
    """
    turned = 2 * corner + (setup.size - 1) * (WIDTH + 1)
    chosen, nearest = nexus, far[nexus]
    for cell in range(AREA):
        if FLAGS[state.cells[cell] + 128] & EXTRA_BIT:
            image = (turned - cell + 2 * AREA) % AREA
            if state.cells[image] == OFF and 1 < far[image] < nearest:
                chosen, nearest = image, far[image]
    return chosen


@kernel(inline=False)
def lay_tolls(state, player, unit, skill, phase, keen, toll):
    """Write what it costs to enter each known cell, in quarter steps; 0 is closed."""
    sword = 0 if state.stance[unit] == SWORD else 4
    for cell in range(AREA):
        code = state.cells[cell]
        flags = FLAGS[code + 128]
        if flags & GROUND:
            toll[cell] = 4
            if is_door_against(code, player):
                toll[cell] = min(60, 4 + 4 * door_hitpoints(code) + sword)
                if phase == CAPTURING:
                    toll[cell] = 0
        elif flags & FRAGILE and phase != CAPTURING:
            hitpoints = golem_hitpoints(code) if flags & GOLEM_BIT else tower_hitpoints(code)
            toll[cell] = 4 + 4 * hitpoints + sword + (24 if flags & GOLEM_BIT else 0)
            if flags & TOWER_BIT and tower_owner(code) == player + 1:
                toll[cell] += OWN_TOWER
    for cell in range(AREA):
        if keen and FLAGS[state.cells[cell] + 128] & GOLEM_BIT:
            for direction in range(0, 8, 2):
                beside = (cell + STEP[direction]) % AREA
                toll[beside] += 8 if toll[beside] > 0 else 0
    for other in range(2 * TEAM):
        place = state.cell[other]
        own = other // TEAM == player
        if other == unit or state.alive[other] == 0:
            continue
        reach = 0
        if not own and skill >= NORMAL and phase == WALKING:
            ghost = player * TEAM + other % TEAM
            if place < 0 and state.ghost[ghost] >= 0 and state.round - state.ghost_round[ghost] <= 2:
                place = state.ghost[ghost]
            reach = 2
        if place < 0:
            continue
        if phase == CAPTURING:
            toll[place] = 0
        elif own:
            if toll[place]:
                toll[place] += PRICE_OF_A_MATE[skill]
        elif toll[place]:
            toll[place] += 16
        around(toll, place, reach, 8 if skill == HARD else 4)
    if skill == HARD and phase == WALKING:
        for mate in range(player * TEAM, (player + 1) * TEAM):
            if state.fallen[mate] >= 0 and state.round - state.fallen_round[mate] <= 10:
                around(toll, state.fallen[mate], 2, 4)


@kernel
def around(toll, place, reach, price):
    """Make the cells within `reach` dearer, the nearest doubly."""
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            cell = (place + row * WIDTH + column + AREA) % AREA
            if toll[cell] and (row != 0 or column != 0):
                toll[cell] += 2 * price if max(abs(row), abs(column)) == 1 else price


@kernel(inline=False)
def spread(state, start, toll, far, came, queue):
    """Find the cheapest ways from a cell: write 1 + the price into `far`, 1 + the cell before into `came`.

    While the search runs, bit QUEUED of `far` says that a cell is in the queue of cells to look at again.
    """
    far[start] = 1
    queue[0] = start
    head, tail = 0, 1
    while head != tail:
        here = queue[head & 2047]
        head += 1
        far[here] &= QUEUED - 1
        open_sides = 0
        for direction in range(8):
            cell = here + STEP[direction]
            if cell >= AREA:
                cell -= AREA
            if toll[cell] > 0 and FLAGS[state.cells[cell] + 128] & (DOOR_BIT | NEXUS_BIT | FRAGILE) == 0:
                open_sides |= 1 << direction
        for direction in range(8):
            if direction & 1 and open_sides >> (direction - 1) & 1 == 0 and open_sides >> (direction + 1 & 7) & 1 == 0:
                continue
            cell = here + STEP[direction]
            if cell >= AREA:
                cell -= AREA
            if toll[cell] == 0:
                continue
            price = far[here] + toll[cell]
            if far[cell] == 0 or price < far[cell] & QUEUED - 1:
                waiting = far[cell] & QUEUED
                far[cell] = price | QUEUED
                came[cell] = here + 1
                if waiting == 0:
                    queue[tail & 2047] = cell
                    tail += 1
    for cell in range(AREA):
        far[cell] &= QUEUED - 1


@kernel(inline=False)
def frontier(setup, state, player, unit, skill, far):
    """The known cell beside unknown ones that is most worth a walk, or NOWHERE."""
    best, chosen, nexus = HOPELESS, NOWHERE, state.nexus[player]
    drawn = setup.size == 0
    wide, high = 0, 0  # of what is known: a drawn map may end without a wall, so what lies beyond is looked at last
    for cell in range(AREA):
        if drawn and state.cells[cell] != OFF:
            at = (cell - state.origin + AREA) % AREA
            wide, high = max(wide, at % WIDTH), max(high, at // WIDTH)
    for cell in range(AREA):
        if far[cell] <= 1:
            continue
        code = state.cells[cell]
        flags = FLAGS[code + 128]
        if flags & GROUND == 0:
            continue
        enemy_door = is_door_against(code, player)
        unseen = 1 if enemy_door and skill >= CASUAL else 0
        beyond = 0
        for direction in range(0, 8, 2 if drawn else 1):
            if state.cells[(cell + STEP[direction]) % AREA] == OFF:
                unseen += 1
                if drawn:
                    at = (cell - state.origin + AREA) % AREA
                    x, y = at % WIDTH, at // WIDTH
                    edge = (
                        (direction == 0 and y == 0)
                        or (direction == 2 and x == wide)
                        or (direction == 4 and y == high)
                        or (direction == 6 and x == 0)
                    )
                    beyond += 1 if edge else 0
        if unseen == 0:
            continue
        rank = 4 * far[cell] + (800 if beyond == unseen else 0)
        if skill >= CASUAL:
            rank -= 10 * far_apart(state, cell, nexus)
            if enemy_door:
                rank -= 190
            for mate in range(player * TEAM, (player + 1) * TEAM):
                if mate != unit and state.alive[mate]:
                    rank += 14 * max(0, 8 - far_apart(state, cell, state.cell[mate]))
            rank += chance(player * 977 + unit * 131 + 5, cell, 24)
        else:
            rank += chance(player * 977 + unit * 131 + state.round // 4, cell, 30)
        if rank < best:
            best, chosen = rank, cell
    return chosen
