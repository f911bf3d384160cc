"""Whole turns for an opponent: draw a plan, play two against each other, and say who stands better afterwards.

A plan is PLAN numbers: CREATING or EXTENDING, the column, how many actions, their codes. What is drawn is written for
player 1 (N is forward) and mirrored for player 2. Turns are resolved and lists replayed by rules.py. Whether a whole
plan is legal is decided here once more, by `fits`, because to ask `refusal` action by action is too slow; a test
compares the two.
"""

from gridhall.games.echoes.rules import (
    ACT,
    BUDGET,
    CODES,
    COST,
    CREATING,
    DASH,
    EXTEND,
    EXTENDING,
    FIRE,
    GUARD,
    LONGEST,
    MINE,
    NEW,
    REACH,
    SHIELD,
    SIDE,
    SLOTS,
    SUBMIT,
    TAKE_BACK,
    WALK,
    advance,
    clear_plan,
    farthest,
    living_of,
    place,
    replay,
    resolve,
    twin_of,
)  # fmt: skip
from gridhall.kernel import add64, copy, kernel, mul64, signed, zeros
from gridhall.rng import mix

PLAN = 8
TEMPLATE, ANY_NEW, ANY_EXTENSION = range(3)  # styles of drawing
LATE = 12  # ticks looked past the end of a replay
FORWARD = (0, 0, 0, 0, 1, 7, 2, 6)  # headings of a shot that goes forward: half of them straight
HOME_ROWS = (-72057594037927936, 255)  # bits of player 1's and player 2's home row


@kernel(inline=False)
def chance(seed, number, count):
    """The number-th draw below `count` of a seed."""
    return signed(mix(add64(seed, mul64(number, 0x9E3779B97F4A7C15))) >> 33) * count >> 31


@kernel
def plan_begin(setup, state, player):
    """Take back all that this player has planned in this turn; modifies the state."""
    clear_plan(state, player)
    state.submitted[player] = 0


@kernel
def plan_act(setup, state, player, plan):
    """The next action of a plan, given what is already entered; what belongs to another plan is taken back first."""
    if not state.plan_kind[player]:
        return (NEW if plan[0] == CREATING else EXTEND) + plan[1]
    done = state.plan_count[player]
    same = state.plan_kind[player] == plan[0] and state.plan_column[player] == plan[1] and done <= plan[2]
    for at in range(done):
        if state.plan[player * 5 + at] != plan[3 + at]:
            same = False
    if not same:
        return TAKE_BACK
    return ACT + plan[3 + done] if done < plan[2] else SUBMIT


@kernel(inline=False)
def plan_play(setup, state, mine, his):
    """Enter player 1's and player 2's plan and resolve the turn; modifies the state."""
    for player in range(2):
        plan = mine if player == 0 else his
        slot = player * SIDE + plan[1]
        cell = setup.home[slot] if plan[0] == CREATING else state.tips[slot]
        state.plan_kind[player] = plan[0]
        state.plan_column[player] = plan[1]
        state.plan_count[player] = plan[2]
        for at in range(plan[2]):
            code = plan[3 + at]
            state.plan[player * 5 + at] = code
            if code < FIRE:
                cell = REACH[cell * CODES + code]
        state.plan_cell[player] = cell
        state.submitted[player] = 1
    resolve(setup, state)


@kernel(inline=False)
def fits(setup, state, player, plan):
    """Mirror a plan drawn for player 1 if it is player 2's, and tell whether it is legal and costs all points."""
    slot = player * SIDE + plan[1]
    lives = state.living >> slot & 1
    if plan[0] == CREATING:
        if lives:
            return 0
        cell = setup.home[slot]
    else:
        if not lives or state.lengths[slot] >= LONGEST - 2:
            return 0
        cell = state.tips[slot]
    cost = 0
    for at in range(plan[2]):
        code = plan[3 + at]
        if player:
            code = twin_of(code)
            plan[3 + at] = code
        cost += COST[code]
        reached = REACH[cell * CODES + code]
        if reached < 0:
            return 0
        if code < FIRE:
            cell = reached
    return cost == BUDGET[plan[0]]


@kernel
def write(plan, kind, column, count, first, second, third, fourth):
    plan[0], plan[1], plan[2] = kind, column, count
    plan[3], plan[4], plan[5], plan[6], plan[7] = first, second, third, fourth, 0


@kernel(inline=False)
def plan_first(setup, state, player, plans):
    """The plans every choice starts from.

    Two shots and a shield in each free column; shields, or a shot and a shield, for each echo.
    """
    count = 0
    for column in range(SIDE):
        write(plans[count], CREATING, column, 3, FIRE, FIRE, SHIELD, 0)
        count += fits(setup, state, player, plans[count])
        write(plans[count], EXTENDING, column, 3, SHIELD, SHIELD, SHIELD, 0)
        count += fits(setup, state, player, plans[count])
        write(plans[count], EXTENDING, column, 2, FIRE, SHIELD, 0, 0)
        count += fits(setup, state, player, plans[count])
    return count


@kernel
def column_of(state, player, seed, number, alive):
    """A random free column, or (alive) one whose echo can grow, in a third of the cases the longest.

    -1 if there is none.
    """
    count, longest, most = 0, -1, -1
    for column in range(SIDE):
        slot = player * SIDE + column
        if (state.living >> slot & 1) == alive and (not alive or state.lengths[slot] < LONGEST - 2):
            count += 1
            if state.lengths[slot] > most:
                longest, most = column, state.lengths[slot]
    if not count:
        return -1
    if alive and chance(seed, number, 3) == 0:
        return longest
    left = chance(seed, number + 1, count)
    for column in range(SIDE):
        slot = player * SIDE + column
        if (state.living >> slot & 1) == alive and (not alive or state.lengths[slot] < LONGEST - 2):
            if left == 0:
                return column
            left -= 1
    return -1


@kernel(inline=False)
def plan_draw(setup, state, player, seed, style, share, plan):
    """Draw a legal plan.

    A template (`share` of 100 extend), any new list, or any extension; falls back to the plainest plan.
    """
    grow = column_of(state, player, seed, 1, 1)
    free = column_of(state, player, seed, 3, 0)
    extend = style == ANY_EXTENSION or (style == TEMPLATE and chance(seed, 5, 100) < share)
    if grow < 0:
        extend = 0
    if free < 0:
        extend = 1
    column = grow if extend else free
    kind = EXTENDING if extend else CREATING
    for attempt in range(8):
        base = 8 + 16 * attempt
        if style == TEMPLATE:
            if extend:
                template_extension(seed, base, column, plan)
            else:
                template_new(seed, base, column, plan)
        else:
            plan[0], plan[1] = kind, column
            any_list(setup, state, player, seed, base, plan)
        if fits(setup, state, player, plan):
            return
    write(plan, kind, column, 3, SHIELD if extend else FIRE, SHIELD if extend else FIRE, SHIELD, 0)
    fits(setup, state, player, plan)


@kernel
def any_list(setup, state, player, seed, base, plan):
    """Legal actions one after another, each as likely as the others, until the points are used.

    Written for player 1.
    """
    slot = player * SIDE + plan[1]
    cell = setup.home[slot] if plan[0] == CREATING else state.tips[slot]
    left, count = BUDGET[plan[0]], 0
    while left > 0:
        codes = 0
        for code in range(CODES):
            codes += COST[code] <= left and REACH[cell * CODES + code] >= 0
        pick = chance(seed, base + count, codes)
        for code in range(CODES):
            if COST[code] <= left and REACH[cell * CODES + code] >= 0:
                if pick == 0:
                    plan[3 + count] = twin_of(code) if player else code
                    left -= COST[code]
                    if code < FIRE:
                        cell = REACH[cell * CODES + code]
                    break
                pick -= 1
        count += 1
    plan[2] = count


@kernel
def shield(seed, number):
    return SHIELD if chance(seed, number, 6) else SHIELD + chance(seed, number + 40, 4)


@kernel
def forward(seed, number):
    return FORWARD[chance(seed, number, 8)]


@kernel
def half_forward(seed, number):
    return forward(seed, number) if chance(seed, number + 40, 2) else chance(seed, number + 80, 8)


@kernel
def template_new(seed, base, column, plan):
    kind = chance(seed, base, 12)
    shot = FIRE + forward(seed, base + 1)
    guard = shield(seed, base + 2)
    walk, walk_2 = WALK + half_forward(seed, base + 3), WALK + half_forward(seed, base + 4)
    dash = DASH if chance(seed, base + 5, 2) else DASH + chance(seed, base + 6, 4)
    mine = MINE + forward(seed, base + 7)
    half = chance(seed, base + 8, 2)
    if kind < 3:
        write(plan, CREATING, column, 3, shot, shot, guard, 0)
    elif kind == 3:
        write(plan, CREATING, column, 4, shot, guard, SHIELD, SHIELD)
        if half:
            at = 4 + chance(seed, base + 9, 3)
            plan[3], plan[at] = plan[at], plan[3]
    elif kind == 4:
        write(
            plan,
            CREATING,
            column,
            3,
            guard if half else shot,
            shot if half else guard,
            FIRE + forward(seed, base + 9),
            0,
        )
    elif kind == 5:
        write(plan, CREATING, column, 3, walk, shot, FIRE + forward(seed, base + 9), 0)
    elif kind == 6:
        write(plan, CREATING, column, 3, dash, shot, guard, 0)
    elif kind == 7:
        write(plan, CREATING, column, 4, walk, walk_2, shot, guard)
    elif kind == 8:
        write(plan, CREATING, column, 3, mine, shot, guard, 0)
    elif kind == 9:
        write(plan, CREATING, column, 3, dash, DASH + chance(seed, base + 9, 4), guard if half else walk, 0)
    elif kind == 10:
        write(plan, CREATING, column, 3, mine, MINE + forward(seed, base + 9), guard, 0)
    else:
        write(plan, CREATING, column, 4, shot, walk, walk_2, guard)


@kernel
def template_extension(seed, base, column, plan):
    kind = chance(seed, base, 10)
    shot = FIRE + half_forward(seed, base + 1)
    guard = shield(seed, base + 2)
    walk = WALK + half_forward(seed, base + 3)
    if kind < 3:
        write(plan, EXTENDING, column, 2, shot, guard, 0, 0)
    elif kind == 3:
        write(plan, EXTENDING, column, 2, guard, shot, 0, 0)
    elif kind == 4:
        write(
            plan,
            EXTENDING,
            column,
            2,
            DASH if chance(seed, base + 5, 2) else DASH + chance(seed, base + 6, 4),
            guard,
            0,
            0,
        )
    elif kind < 8:
        write(plan, EXTENDING, column, 3, guard, shield(seed, base + 4), shield(seed, base + 5), 0)
    elif kind == 8:
        write(plan, EXTENDING, column, 2, walk, shot, 0, 0)
    else:
        write(plan, EXTENDING, column, 3, walk, WALK + half_forward(seed, base + 4), guard, 0)


@kernel(inline=False)
def struck(setup, state, scratch, player, plan, his):
    """The slots (bits) that fall if a player plays a plan and the other side `his`, or nothing if his[0] is 0.

    Scratch keeps who took part.
    """
    copy(scratch, state)
    enlist(scratch, player * SIDE + plan[1], plan)
    if his[0]:
        enlist(scratch, (1 - player) * SIDE + his[1], his)
    board, fell = zeros(64), zeros(16)
    replay(scratch.living, scratch.lists, scratch.lengths, setup.home, board, fell, 0)
    died = 0
    for slot in range(SLOTS):
        if fell[slot]:
            died |= 1 << slot
    return died


@kernel
def enlist(state, slot, plan):
    """Write a plan's actions to the end of a slot's list."""
    before = 0 if plan[0] == CREATING else state.lengths[slot]
    for at in range(plan[2]):
        state.lists[slot * LONGEST + before + at] = plan[3 + at]
    state.lengths[slot] = before + plan[2]
    state.living |= 1 << slot


@kernel
def plan_careless(setup, state, scratch, player, plan):
    """Whether a plan would destroy an own echo even if the other side added nothing; modifies scratch."""
    nothing = zeros(8)  # a whole plan long: compiled code may look ahead
    return living_of(setup, struck(setup, state, scratch, player, plan, nothing), player) > 0


@kernel
def squash(value):
    """A smooth step from -1 to 1 (close to tanh, but alike on every machine)."""
    value = min(3.0, max(-3.0, value))
    return value * (27.0 + value * value) / (27.0 + 9.0 * value * value)


@kernel(inline=False)
def plan_value(setup, state):
    """How good a position is for player 1, from -1 to 1.

    Replay the survivors once more, look LATE ticks past the end, and weigh.
    """
    if state.over:
        return 0.0 if not state.winner else 1.0 if state.winner == 1 else -1.0
    board, fell, counts = zeros(64), zeros(16), zeros(32)
    place(state.living, setup.home, board)
    tick, visited, end = 0, 0, -1
    last = farthest(state.lengths, board)
    while end < 0 or tick < end + LATE:
        if end < 0 and tick >= last:
            end = tick
        tick += 1
        last = advance(state.lists, state.lengths, board, fell, tick, last)
        for thing in range(9):
            visited |= board[thing]
    mine, his = living_of(setup, state.living, 0), living_of(setup, state.living, 1)
    # Counts: a feature of player 1 at 2 * feature, of player 2 beside it. Deaths early, soon, late; fires; guards;
    # survivors; first; longest.
    first = 99
    for slot in range(SLOTS):
        if not state.living >> slot & 1:
            continue
        side, at = setup.side[slot], fell[slot]
        shots = 0
        for one in range(state.lengths[slot]):
            code = state.lists[slot * LONGEST + one]
            shots += FIRE <= code < MINE
        counts[6 + side] += min(3, shots)
        if at:
            counts[(0 if at <= end else 2 if at <= end + 3 else 4) + side] += 1
            first = min(first, at)
        else:
            counts[10 + side] += 1
            counts[8 + side] += board[GUARD + slot] == 1 + 2 * side
            counts[14 + side] = max(counts[14 + side], state.lengths[slot])
    for slot in range(SLOTS):
        if state.living >> slot & 1 and fell[slot] == first:
            counts[12 + setup.side[slot]] = 1
    for side in range(2):
        threatened = visited & HOME_ROWS[side]
        for column in range(SIDE):
            slot = side * SIDE + column
            if not state.living >> slot & 1 and threatened >> setup.home[slot] & 1:
                counts[16 + side] += 1
    both = mine == SIDE and his == SIDE
    points, other = state.points[0], state.points[1]
    total = (counts[0 + 1] - counts[0]) * (1.0 if both else 0.30) + (counts[3] - counts[2]) * (0.5 if both else 0.15)
    total += (counts[5] - counts[4]) * (0.3 if both else 0.12) + (counts[6] - counts[7]) * (0.12 if both else 0.10)
    total += (counts[8] - counts[9]) * (0.30 if both else 0.20) + (counts[10] - counts[11]) * 0.30
    total += ((counts[10] > 0 and counts[11] == 0) * 1.0 - (counts[11] > 0 and counts[10] == 0) * 1.0) * (
        0.30 if both else 0.20
    )
    total += (points - other) * (0.10 if both else 0.08) + (points * points - other * other) / 10.0 * 0.05
    if first < 99:
        lead = counts[13] - counts[12]
        if first <= end + 3:
            total += lead * (0.4 if both else 0.05)
        total += lead * (0.2 if both else 0.05)
    if not both:
        total += 0.25 * (mine - his) + 2.0 * (mine - his) / (9.0 - min(8, max(mine, his)))
        total += 0.08 * (counts[17] - counts[16])
        total += 0.02 * ((counts[14] > counts[15]) * 1.0 - (counts[15] > counts[14]) * 1.0)
    return 0.98 * squash(total)
