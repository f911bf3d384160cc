# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs, allow-untyped-decorators
"""Scripted players, from a view only: what is known, what follows from the map's symmetry (MR4, MR5), and nothing else.

Skill 0 walks to the nearest unknown and slips; 1 looks farther, shuts its gates and fights; 2 infers where the enemy's
nexus must be; 3 keeps a guard at home as well, and shoots at whomever it sees in line. An action is decided alone:
capture, fight, shut a gate, walk; the next call sees its result.
"""

from gridhall.games.maze_runner.kernels_sight import ray_end, unit_on
from gridhall.games.maze_runner.rules import refusal
from gridhall.games.maze_runner.tables import (
    ACTS,
    AREA,
    BUILD_DOOR,
    BUILD_WALL,
    BUILT,
    DOOR_BIT,
    DOORS,
    END,
    FLAGS,
    GROUND,
    LANTERN,
    LASER,
    MIRROR_BIT,
    MOVE,
    NEXUS,
    NEXUS_BIT,
    NOWHERE,
    OFF,
    STEP,
    STRIKE,
    SWITCH,
    SWORD,
    TEAM,
    WIDTH,
)
from gridhall.kernel import kernel, mul64, signed, unsigned, zeros
from gridhall.rng import mix

EASY, CASUAL, NORMAL, HARD = 0, 1, 2, 3
GUESSES = 6  # hypotheses a runner looks at
UNSEEN_ROOM, UNSEEN_PASSAGE = 5, 11  # prices in quarter steps; a known floor costs 4
HOPELESS = 1 << 20


@kernel
def propose(setup, state, player, seed):
    """A sensible action: mostly the casual player's, sometimes any legal one."""
    if seed & 7 == 0:
        return any_action(setup, state, player, seed)
    return policy(setup, state, player, seed, CASUAL)


@kernel
def any_action(setup, state, player, seed):
    """A legal action by chance; END, which always is, if the tries fail."""
    for attempt in range(40):
        action = chance(seed, attempt, END)
        if refusal(setup, state, player, action) == 0:
            return action
    return END


@kernel(inline=False)
def policy(setup, state, player, seed, skill):
    """The action of a scripted player of this skill."""
    if state.over or state.turn != player:
        return END
    legal = zeros(97)
    for action in range(END + 1):
        legal[action] = refusal(setup, state, player, action) == 0
    known_goal = state.nexus[1 - player] >= 0
    guesses, count = zeros(1280), 0  # corner of the board, weight; best first
    guess_goal = setup.size > 0 and setup.symmetric and skill >= NORMAL and not known_goal
    if guess_goal:
        count = weigh_boards(setup, state, player, guesses)
    elif setup.size > 0 and setup.symmetric and skill >= NORMAL:
        guesses[0] = (state.nexus[player] - ring_at(setup, state, player) + AREA) % AREA
        count = 1
    for phase in range(3):
        if phase == 0 and not known_goal:
            continue
        if phase == 1:
            action = fight(setup, state, player, seed, skill, legal)
            if action != NOWHERE:
                return action
            continue
        for number in range(setup.minions):
            unit = player * TEAM + number
            if state.alive[unit] == 0 or state.left[unit] < setup.move_price:
                continue
            if phase == 2:
                action = NOWHERE
                if skill == EASY and chance(seed, 17 + number, 100) < 22:
                    action = number * ACTS + MOVE + chance(seed, 29 + number, 8)
                    if legal[action] == 0:
                        action = NOWHERE
                if action == NOWHERE:
                    action = keep_house(setup, state, player, number, skill, legal)
                if action == NOWHERE:
                    action = change_stance(setup, state, player, number, skill)
                if action != NOWHERE:
                    return action
            action = travel(setup, state, player, number, seed, skill, phase, guesses, count, legal)
            if action != NOWHERE:
                return action
    return END


@kernel
def chance(seed, salt, count):
    """A number below `count` from a seed."""
    return signed(mix(unsigned(seed) ^ mul64(salt + 1, 0x9E3779B97F4A7C15)) >> 33) * count >> 31


@kernel
def far_apart(state, first, second):
    """max(|dx|, |dy|) of two known cells."""
    one, two = (first - state.origin + AREA) % AREA, (second - state.origin + AREA) % AREA
    return max(abs(one % WIDTH - two % WIDTH), abs(one // WIDTH - two // WIDTH))


@kernel
def is_guard(setup, number, skill):
    return skill == HARD and setup.size > 0 and setup.minions == TEAM and number == TEAM - 1


@kernel
def ring_at(setup, state, player):
    """The own nexus' place on the board (y * WIDTH + x), from where the enemy's is."""
    own, goal = state.nexus[player], state.nexus[1 - player]
    one, two = (own - state.origin + AREA) % AREA, (goal - state.origin + AREA) % AREA
    x = (setup.size - 1 - (two % WIDTH - one % WIDTH)) // 2
    y = (setup.size - 1 - (two // WIDTH - one // WIDTH)) // 2
    return y * WIDTH + x


@kernel(inline=False)
def weigh_boards(setup, state, player, guesses):
    """Every place the board can have round what is known (MR5), best first.

    Corner and weight in pairs; return how many.
    """
    size, own, count = int(setup.size), (state.nexus[player] - state.origin + AREA) % AREA, 0
    known, kinds, total = zeros(1600), zeros(1600), 0
    for cell in range(AREA):
        code = state.cells[cell]
        if code != OFF:
            flags = FLAGS[code + 128]
            known[total] = cell
            kinds[total] = 3 if code in (BUILT, BUILT + 1) else 2 if flags & NEXUS_BIT else 1 if flags & GROUND else 0
            total += 1
    for y in range(5, size - 5, 2):
        for x in range(5, size - 5, 2):
            if 2 * max(abs(size - 1 - 2 * x), abs(size - 1 - 2 * y)) < size:
                continue
            corner = (state.nexus[player] - y * WIDTH - x + 2 * AREA) % AREA
            turned = 2 * corner + (size - 1) * (WIDTH + 1)
            weight, fits = 0, True
            for index in range(total):
                cell, kind = known[index], kinds[index]
                at = (cell - state.origin + AREA) % AREA
                column, row = at % WIDTH - own % WIDTH + x, at // WIDTH - own // WIDTH + y
                if column < 0 or row < 0 or column >= size or row >= size:
                    fits = False
                    break
                passage = (column ^ row) & 1
                if column == 0 or row == 0 or column == size - 1 or row == size - 1:
                    if kind != 0:
                        fits = False
                        break
                    weight += 8 * passage
                    continue
                if kind == 3:
                    continue
                code = state.cells[(turned - cell + 2 * AREA) % AREA]
                if code == OFF or code in (BUILT, BUILT + 1):
                    continue
                flags = FLAGS[code + 128]
                if kind != (2 if flags & NEXUS_BIT else 1 if flags & GROUND else 0):
                    fits = False
                    break
                if passage:
                    weight += 2
                elif kind == 1 and column & 1 == 0:
                    weight += 8
            if fits:
                place = count
                while place > 0 and guesses[2 * place - 1] < weight:
                    guesses[2 * place], guesses[2 * place + 1] = guesses[2 * place - 2], guesses[2 * place - 1]
                    place -= 1
                guesses[2 * place], guesses[2 * place + 1] = corner, weight
                count += 1
    return count


@kernel(inline=False)
def fight(setup, state, player, seed, skill, legal):
    """Strike, or set a laser, where it kills; near home, or with the sword at hand, also where it only hurts."""
    enemy_first, own_first = (1 - player) * TEAM, player * TEAM
    for enemy in range(enemy_first, enemy_first + setup.minions):
        place = state.cell[enemy]
        if state.alive[enemy] == 0 or place < 0:
            continue
        steps, queue = zeros(1600), zeros(400)  # 1 + steps to a cell from which the enemy can be struck
        head, tail = 0, 0
        for direction in range(8):
            cell = (place + STEP[direction]) % AREA
            if FLAGS[state.cells[cell] + 128] & GROUND and not squeezed(state, place, direction):
                steps[cell] = 1
                queue[tail] = cell
                tail += 1
        while head < tail:
            here = queue[head]
            head += 1
            if steps[here] > 8 or tail > 380:
                break
            for direction in range(8):
                cell = (here + STEP[direction]) % AREA
                flags = FLAGS[state.cells[cell] + 128]
                if (
                    steps[cell] == 0
                    and flags & GROUND
                    and flags & DOOR_BIT == 0
                    and cell != place
                    and not squeezed(state, here, direction)
                ):
                    steps[cell] = steps[here] + 1
                    queue[tail] = cell
                    tail += 1
        needed, best, best_damage, best_laser = state.hp[enemy], NOWHERE, 0, NOWHERE
        for beam in range(state.beams):  # what is already aimed at him
            if aligned(state, state.beam_cell[beam], place, state.beam_direction[beam]):
                needed -= setup.laser_damage
        if needed <= 0:
            continue
        total = 0
        for unit in range(own_first, own_first + setup.minions):
            here = state.cell[unit]
            if state.alive[unit] == 0:
                continue
            damage = 0
            if steps[here] > 0:
                left = (
                    state.left[unit]
                    - (steps[here] - 1) * setup.move_price
                    - (setup.switch_price if state.stance[unit] == LANTERN else 0)
                )
                damage = max(0, left // setup.sword_price) * setup.sword_damage
            laser = NOWHERE
            if skill >= CASUAL and state.left[unit] == state.given and damage < min(needed, setup.laser_damage):
                for direction in range(0, 8, 2):
                    if aligned(state, here, place, direction):
                        laser, damage = direction, setup.laser_damage
            total += damage
            if damage > best_damage or (damage == best_damage and damage > 0 and state.stance[unit] == SWORD):
                best, best_damage, best_laser = unit, damage, laser
        if best == NOWHERE:
            continue
        home = far_apart(state, place, state.nexus[player]) <= (3 if skill == HARD else 8)
        at_hand = state.stance[best] == SWORD and steps[state.cell[best]] == 1
        far_off = steps[state.cell[best]] == 0  # out of the sword's reach
        snipe = best_laser != NOWHERE and (skill == HARD or (far_off and chance(seed, enemy, 3) == 0))
        if total < needed and not at_hand and not snipe and not (home and skill >= NORMAL):
            continue
        if skill == EASY and steps[state.cell[best]] != 1:
            continue
        base, here = (best - own_first) * ACTS, state.cell[best]
        if best_laser != NOWHERE:
            action = base + LASER + best_laser // 2
        elif state.stance[best] == LANTERN and steps[here] <= 2:
            action = base + SWITCH
        elif steps[here] == 1:
            action = base + STRIKE + towards(here, place)
        else:
            action = NOWHERE
            for direction in range(8):
                cell = (here + STEP[direction]) % AREA
                if steps[cell] > 0 and steps[cell] < steps[here] and legal[base + MOVE + direction]:
                    action = base + MOVE + direction
        if action != NOWHERE and legal[action]:
            return action
    return NOWHERE


@kernel
def squeezed(state, here, direction):
    """Whether a diagonal is closed by what stands there (MR22), units left out."""
    if direction & 1 == 0:
        return False
    return ray_end(state, (here + STEP[direction - 1]) % AREA) and ray_end(
        state, (here + STEP[(direction + 1) & 7]) % AREA
    )


@kernel
def aligned(state, here, place, direction):
    """Whether a beam from here meets the place within 12 straight cells without a mate, a mirror or an end between."""
    cell = here
    for _ in range(12):
        cell = (cell + STEP[direction]) % AREA
        if cell == place:
            return FLAGS[state.cells[cell] + 128] & GROUND != 0
        if FLAGS[state.cells[cell] + 128] & MIRROR_BIT or unit_on(state, cell) != NOWHERE or ray_end(state, cell):
            return False
    return False


@kernel
def towards(here, there):
    """The direction of a neighbouring cell."""
    found = 0
    for direction in range(8):
        if (here + STEP[direction]) % AREA == there:
            found = direction
    return found


@kernel(inline=False)
def keep_house(setup, state, player, number, skill, legal):
    """Shut the gates of the own base (MR6): go to the cell inside, build, and for the guard stay."""
    unit, nexus = player * TEAM + number, state.nexus[player]
    guard = is_guard(setup, number, skill)
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
            if flags & GROUND == 0:
                continue
            within = (cell - out + AREA) % AREA
            hurt = flags & DOOR_BIT != 0 and (-code if code < 0 else code - DOORS) < setup.door_hitpoints
            rank = far_apart(state, threat, cell) if threat != NOWHERE else 0 if hurt else HOPELESS
            if rank < post_rank:
                post, post_rank = within, rank
            if flags & DOOR_BIT == 0 and unit_on(state, cell) == NOWHERE:
                rank = far_apart(state, here, within)
                if early and index != number:
                    rank += 20  # minion n looks after the n-th gate first
                if rank < best:
                    gate, gate_side, best = cell, side, rank
            index += 1
    can_build = state.cooldown[unit] == 0 and state.left[unit] >= setup.door_price and state.standing[player] < 3
    walls = guard and state.walls[player] > 0 and state.round <= 4
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
            action = step_inside(setup, state, player, number, within, legal)
            if action != NOWHERE and state.left[unit] >= setup.move_price:
                return action
    if not guard:
        return NOWHERE
    if not inside:
        return NOWHERE
    if state.stance[unit] == LANTERN and state.left[unit] >= setup.switch_price and not walls:
        return base + SWITCH
    target = post if post_rank < HOPELESS else (nexus + STEP[3]) % AREA
    return step_inside(setup, state, player, number, target, legal)


@kernel
def step_inside(setup, state, player, number, target, legal):
    """A step to a cell of the own base, round the nexus."""
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
    """Back to the lantern when nothing is left to strike."""
    unit = player * TEAM + number
    if state.stance[unit] == LANTERN or state.nexus[1 - player] >= 0 or is_guard(setup, number, skill):
        return NOWHERE
    if state.left[unit] < setup.switch_price:
        return NOWHERE
    here = state.cell[unit]
    for enemy in range((1 - player) * TEAM, (1 - player) * TEAM + setup.minions):
        if state.cell[enemy] >= 0 and far_apart(state, state.cell[enemy], here) <= 3:
            return NOWHERE
    for direction in range(8):
        code = state.cells[(here + STEP[direction]) % AREA]
        if FLAGS[code + 128] & DOOR_BIT and (code < 0) != (player == 1):
            return NOWHERE
    return number * ACTS + SWITCH


@kernel(inline=False)
def travel(setup, state, player, number, seed, skill, phase, guesses, count, legal):
    """A step of a minion's way; in phase 0 only if it captures the nexus this turn."""
    unit, goal = player * TEAM + number, state.nexus[1 - player]
    here, base = state.cell[unit], number * ACTS
    if phase == 2 and is_guard(setup, number, skill):
        if far_apart(state, here, state.nexus[player]) <= 2:
            return NOWHERE
        goal, count = (state.nexus[player] + STEP[3]) % AREA, 0
    tries = min(count, GUESSES) if goal < 0 else 1
    tries = max(1, tries)
    best_rank, best_step = HOPELESS, NOWHERE
    for attempt in range(tries):
        toll, far, came, queue = zeros(1600), zeros(1600), zeros(1600), zeros(2048)
        lay_tolls(setup, state, player, unit, skill, phase, toll)
        target, bonus = goal, 0
        if count > 0 and phase == 2:
            corner = guesses[2 * attempt]
            lay_guess(setup, state, player, corner, toll)
            if goal < 0:
                own = (state.nexus[player] - corner + AREA) % AREA
                target = (corner + (setup.size - 1) * (WIDTH + 1) - own + AREA) % AREA
                toll[target] = 4
                lead = guesses[1] - guesses[2 * attempt + 1]
                # Each has his own leaning.
                bonus = 6 * min(lead, 100) + chance(player * 977 + unit * 131 + 7, corner, 25)
        if goal >= 0:
            toll[goal] = 4
        spread(state, here, toll, far, came, queue)
        if target < 0:
            target = frontier(setup, state, player, unit, seed, skill, far)
        if target < 0 or far[target] <= 1:
            continue
        rank = far[target] + bonus
        if rank < best_rank:
            steps, cell = 0, target
            while came[cell] - 1 != here:
                cell = came[cell] - 1
                steps += 1
            if phase == 0 and (steps + 1) * setup.move_price > state.left[unit]:
                continue
            best_rank, best_step = rank, cell
    if best_step == NOWHERE:
        return NOWHERE
    direction = towards(here, best_step)
    if legal[base + MOVE + direction]:
        return base + MOVE + direction
    code = state.cells[best_step]
    blocked = FLAGS[code + 128] & DOOR_BIT != 0 and (code < 0) != (player == 1)
    other = unit_on(state, best_step)
    if blocked or (other != NOWHERE and other // TEAM != player):
        if state.stance[unit] == LANTERN:
            if state.left[unit] >= setup.switch_price + setup.sword_price or state.left[unit] < setup.move_price:
                if legal[base + SWITCH]:
                    return base + SWITCH
            return NOWHERE
        if legal[base + STRIKE + direction]:
            return base + STRIKE + direction
    if phase == 0:
        return NOWHERE
    turn = 1 if chance(seed, unit, 2) else 7  # somebody is in the way: round him, if that does not lead back
    for side in (turn, 8 - turn):
        if legal[base + MOVE + (direction + side & 7)]:
            cell = (here + STEP[direction + side & 7]) % AREA
            if far_apart(state, cell, best_step) <= 1 and state.left[unit] >= 2 * setup.move_price:
                return base + MOVE + (direction + side & 7)
    return NOWHERE


@kernel(inline=False)
def lay_tolls(setup, state, player, unit, skill, phase, toll):
    """What it costs to enter each known cell, in quarter steps; 0 is closed."""
    sword = 0 if state.stance[unit] == SWORD else 4
    for cell in range(AREA):
        code = state.cells[cell]
        flags = FLAGS[code + 128]
        if flags & GROUND:
            toll[cell] = 4
            if flags & DOOR_BIT and (code < 0) != (player == 1):
                toll[cell] = min(60, 4 + 4 * (-code if code < 0 else code - DOORS) + sword)
                if phase == 0:
                    toll[cell] = 0
    for other in range(2 * TEAM):
        place = state.cell[other]
        own = other // TEAM == player
        if other == unit or state.alive[other] == 0:
            continue
        reach = 0
        if not own and skill >= NORMAL and phase == 2:
            ghost = player * TEAM + other % TEAM
            if place < 0 and state.ghost[ghost] >= 0 and state.round - state.ghost_round[ghost] <= 2:
                place = state.ghost[ghost]
            reach = 2
        if place < 0:
            continue
        if phase == 0:
            toll[place] = 0
        elif own:
            if toll[place]:
                toll[place] += 6 if skill < NORMAL else 8 if skill == NORMAL else 14
        elif toll[place]:
            toll[place] += 16
        around(toll, place, reach, 8 if skill == HARD else 4)
    if skill == HARD and phase == 2:
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
def lay_guess(setup, state, player, corner, toll):
    """Tolls for unseen cells if the board lies so: what the half-turn image shows, else rooms and passages."""
    size = int(setup.size)
    turned = 2 * corner + (size - 1) * (WIDTH + 1)
    for row in range(1, size - 1):
        for column in range(1, size - 1):
            cell = (corner + row * WIDTH + column) % AREA
            if state.cells[cell] == OFF:
                image = state.cells[(turned - cell + 2 * AREA) % AREA]
                if image != OFF and image not in (BUILT, BUILT + 1):
                    toll[cell] = 4 if FLAGS[image + 128] & GROUND else 0
                elif column & 1 and row & 1:
                    toll[cell] = UNSEEN_ROOM
                elif (column ^ row) & 1:
                    toll[cell] = UNSEEN_PASSAGE


@kernel(inline=False)
def spread(state, start, toll, far, came, queue):
    """The cheapest ways from a cell.

    `far` is 1 + the price, `came` 1 + the cell before; a queue of cells to look at again.
    """
    far[start] = 1
    queue[0] = start
    head, tail = 0, 1
    while head != tail:
        here = queue[head & 2047]
        head += 1
        far[here] &= 0xFFFFF  # above: whether it waits in the queue
        open_sides = 0
        for direction in range(8):
            cell = here + STEP[direction]
            if cell >= AREA:
                cell -= AREA
            if toll[cell] > 0 and FLAGS[state.cells[cell] + 128] & (DOOR_BIT | NEXUS_BIT) == 0:
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
            if far[cell] == 0 or price < far[cell] & 0xFFFFF:
                waiting = far[cell] >> 20
                far[cell] = price | 1 << 20
                came[cell] = here + 1
                if waiting == 0:
                    queue[tail & 2047] = cell
                    tail += 1
    for cell in range(AREA):
        far[cell] &= 0xFFFFF


@kernel(inline=False)
def frontier(setup, state, player, unit, seed, skill, far):
    """The known cell beside the unknown that is most worth a walk."""
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
        enemy_door = flags & DOOR_BIT != 0 and (code < 0) != (player == 1)
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


@kernel
def estimate(setup, state, player):
    """Who stands better, from what a player knows: kills, life, what is found."""
    if player < 0 or player > 1:
        return 0
    worth = 30 * (state.kills[player] - state.kills[1 - player])
    for unit in range(player * TEAM, player * TEAM + setup.minions):
        worth += 10 * state.hp[unit] // setup.hitpoints if state.alive[unit] else -20
        enemy = (1 - player) * TEAM + unit % TEAM
        if state.alive[enemy] == 0:
            worth += 20
    goal = state.nexus[1 - player]
    if goal >= 0 and state.memory[player * AREA + goal] == NEXUS + 1 - player:
        near = 60
        for unit in range(player * TEAM, player * TEAM + setup.minions):
            if state.alive[unit]:
                near = min(near, far_apart(state, state.cell[unit], goal))
        worth += 300 - 5 * near
    return max(-900, min(900, worth))
