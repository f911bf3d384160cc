"""Fixed strategies, against which opponents are measured: in the same position each plans the same, but for chance.

Lists are written as player 1's and mirrored by `fits`, as in plans.py. What a strategy cannot do it replaces by the
wall: two shots and a shield in the next free column.
"""

from gridhall.games.echoes.codes import COST, DASH, FIRE, LONGEST, MINE, SHIELD, WALK
from gridhall.games.echoes.plans import fits, struck, twin_of, write
from gridhall.games.echoes.rules import (
    BUDGET,
    CREATING,
    EXTEND,
    EXTENDING,
    NEW,
    SIDE,
    begin_refusal,
    decide,
    living_of,
)
from gridhall.games.echoes.templates import ANY_EXTENSION, ANY_NEW, TEMPLATE, chance, plan_draw
from gridhall.kernel import kernel, zeros

NAMES = (
    "wall", "wall_left", "shields", "slow_wall", "fan", "rush", "mines", "killer", "mirror", "extender",
    "hybrid", "long_wall", "wall_clock", "wall_greedy", "anti_wall", "archers", "flank", "late_wall", "templates",
    "patient",
)  # fmt: skip
(
    WALL, WALL_LEFT, SHIELDS, SLOW_WALL, FAN, RUSH, MINES, KILLER, MIRROR, EXTENDER,
    HYBRID, LONG_WALL, WALL_CLOCK, WALL_GREEDY, ANTI_WALL, ARCHERS, FLANK, LATE_WALL, TEMPLATES,
    PATIENT,
) = range(20)  # fmt: skip
ANYWHERE, LEFT, CENTRE = range(3)  # the order in which columns are filled
FROM_CENTRE = (3, 4, 2, 5, 1, 6, 0, 7)
ORDER = (  # of each strategy
    ANYWHERE, LEFT, ANYWHERE, CENTRE, CENTRE, CENTRE, CENTRE, ANYWHERE, ANYWHERE, CENTRE,
    CENTRE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, CENTRE, CENTRE, ANYWHERE, ANYWHERE,
    CENTRE,
)  # fmt: skip
NE, NW = 1, 7  # headings
# These two are tables because Numba would compile `plan_draw` again for each literal argument.
STYLE, EXTENDED = (TEMPLATE, ANY_NEW, ANY_EXTENSION), (0, 30)
# From here on a skill's number stands for a strategy made of parts; see `tuned`. PARTS is how many there are of each:
# the order of columns, the list, every second list, the extension, which echo is extended, how often, and whether
# drawn plans are tried besides.
TUNED = 100
PARTS = (3, 8, 8, 5, 2, 4, 2)
LISTS = (  # how many actions, and four codes
    3, FIRE, FIRE, SHIELD, 0,
    4, FIRE, SHIELD, SHIELD, SHIELD,
    4, SHIELD, SHIELD, FIRE, SHIELD,
    3, FIRE, SHIELD, FIRE, 0,
    3, SHIELD, FIRE, FIRE, 0,
    3, FIRE + NE, FIRE, SHIELD, 0,
    4, SHIELD, SHIELD, SHIELD, FIRE,
    3, DASH, FIRE, SHIELD, 0,
)  # fmt: skip
EXTENSIONS = (  # how many actions, and three codes
    2, FIRE, SHIELD, 0,
    3, SHIELD, SHIELD, SHIELD,
    2, SHIELD, FIRE, 0,
    2, DASH, SHIELD, 0,
    2, FIRE + NE, SHIELD, 0,
)  # fmt: skip
DECIDED = 1000  # what a decided match counts in `gain`


@kernel
def free_column(state, player, seed, order):
    """The first free column in an order, or any; -1 if there is none."""
    turned = chance(seed, 900, SIDE)
    count, picked = 0, -1
    for at in range(SIDE):
        column = at
        if order == CENTRE:
            column = FROM_CENTRE[at]
        elif order == ANYWHERE:
            column = (at + turned) % SIDE
        if not begin_refusal(state, player, NEW + column):
            count += 1
            if picked < 0 or (order == ANYWHERE and chance(seed, 901 + at, count) == 0):
                picked = column
    return picked


@kernel
def echo_to_extend(state, player, longest):
    """The column of the shortest (or longest) echo that may be extended, of equals the first; -1 if there is none."""
    picked, best = -1, 0
    for column in range(SIDE):
        length = state.lengths[player * SIDE + column]
        if not begin_refusal(state, player, EXTEND + column):
            if picked < 0 or (length > best if longest else length < best):
                picked, best = column, length
    return picked


@kernel(inline=False)
def wall(setup, state, player, seed, order, plan):
    """Two shots and a shield in the next free column; without one, a shot and a shield for the shortest echo."""
    column = free_column(state, player, seed, order)
    if column >= 0:
        write(plan, CREATING, column, 3, FIRE, FIRE, SHIELD, 0)
        fits(setup, state, player, plan)
    else:
        push(setup, state, player, echo_to_extend(state, player, 0), plan)


@kernel(inline=False)
def push(setup, state, player, column, plan):
    """Extend an echo by a shot and a shield, or by shields; return whether that is legal."""
    if column < 0:
        return 0
    write(plan, EXTENDING, column, 2, FIRE, SHIELD, 0, 0)
    if not fits(setup, state, player, plan):
        write(plan, EXTENDING, column, 3, SHIELD, SHIELD, SHIELD, 0)
        return fits(setup, state, player, plan)
    return 1


@kernel(inline=False)
def create(setup, state, player, column, count, first, second, third, fourth, plan):
    """Create an echo with these actions; return whether that is legal."""
    if column < 0:
        return 0
    write(plan, CREATING, column, count, first, second, third, fourth)
    return fits(setup, state, player, plan)


@kernel(inline=False)
def shields(setup, state, player, column, plan):
    """Extend an echo by three shields; return whether that is legal."""
    if column < 0:
        return 0
    write(plan, EXTENDING, column, 3, SHIELD, SHIELD, SHIELD, 0)
    return fits(setup, state, player, plan)


@kernel
def gain(setup, state, scratch, player, plan, rival, count_only):
    """What a plan brings against another (or none): deaths only, or twice the living, the points, and the end."""
    died = struck(setup, state, scratch, player, plan, rival)
    lost, won = living_of(setup, died, player), living_of(setup, died, 1 - player)
    if count_only:
        return won - lost
    left = scratch.living & ~died
    mine, theirs = living_of(setup, left, player), living_of(setup, left, 1 - player)
    points, other = state.points[player] + won, state.points[1 - player] + lost
    winner = decide(mine, theirs, points, other) & 3
    value = 2 * (mine - theirs) + points - other
    if winner == 1:
        value += DECIDED
    elif winner == 2:
        value -= DECIDED
    return value


@kernel
def put(plans, number, plan):
    for at in range(8):
        plans[8 * number + at] = plan[at]


@kernel
def take(plans, number, plan):
    for at in range(8):
        plan[at] = plans[8 * number + at]


@kernel(inline=False)
def best_of(setup, state, scratch, player, seed, samples, skill, plan):
    """Replace the plan by the best of `samples` drawn ones if it is better.

    They are compared against no plan of the other side, or (ANTI_WALL) against every wall it could build next.
    """
    rivals, rival, trial = zeros(64), zeros(8), zeros(8)
    count = 0
    if skill == ANTI_WALL:
        for column in range(SIDE):
            if not begin_refusal(state, 1 - player, NEW + column):
                write(trial, CREATING, column, 3, FIRE, FIRE, SHIELD, 0)
                fits(setup, state, 1 - player, trial)
                put(rivals, count, trial)
                count += 1
        if not count:
            push(setup, state, 1 - player, echo_to_extend(state, 1 - player, 0), trial)
            put(rivals, 0, trial)
    count = max(1, count)
    best, ties = 0, 0
    for sample in range(samples + 1):
        if sample == 0:
            take(plan, 0, trial)
        else:
            style = TEMPLATE if skill != WALL_GREEDY and chance(seed, 2 * sample + 1, 10) < 4 else ANY_NEW
            style = ANY_EXTENSION if chance(seed, 2 * sample, 10) < 3 else style
            plan_draw(setup, state, player, seed + sample, style, EXTENDED[0], trial)
        total = 0
        for number in range(count):
            take(rivals, number, rival)
            total += gain(setup, state, scratch, player, trial, rival, skill == WALL_GREEDY)
        better = sample == 0 or total > best
        if better:
            best, ties = total, 1
        elif total == best and skill != WALL_GREEDY:
            ties += 1
            better = chance(seed, 50000 + sample, ties) == 0
        if better:
            take(trial, 0, plan)


@kernel
def follow(setup, state, player, plan):
    """Do in a column what the other side has done there and this one has not yet; return whether there is such one."""
    for column in range(SIDE):
        own, theirs = player * SIDE + column, (1 - player) * SIDE + column
        if not state.living >> theirs & 1:
            continue
        lives = state.living >> own & 1
        before = state.lengths[own] if lives else 0
        same = before < state.lengths[theirs] and (before > 0 or not lives)
        for at in range(before):
            if same and state.lists[own * LONGEST + at] != twin_of(state.lists[theirs * LONGEST + at]):
                same = False
        if not same:
            continue
        plan[0], plan[1], plan[2] = EXTENDING if lives else CREATING, column, 0
        left = BUDGET[plan[0]]
        for at in range(before, state.lengths[theirs]):
            code = state.lists[theirs * LONGEST + at]
            if left >= COST[code] and plan[2] < 5:
                plan[3 + plan[2]] = code if player else twin_of(code)
                plan[2] += 1
                left -= COST[code]
        if left == 0 and fits(setup, state, player, plan):
            return 1
    return 0


@kernel(inline=False)
def tuned(setup, state, scratch, player, seed, number, plan):
    """The plan of the strategy that a number stands for, put together from PARTS.

    Among these strategies a best response to an opponent is sought (studies/best_response.py).
    """
    parts = zeros(7)
    for at in range(7):
        parts[at] = number % PARTS[at]
        number //= PARTS[at]
    free, column = free_column(state, player, seed, parts[0]), echo_to_extend(state, player, parts[4])
    done = 0
    if column >= 0 and (free < 0 or (parts[5] and state.turn % (2 + parts[5]) == 0)):
        at = 4 * parts[3]
        write(plan, EXTENDING, column, EXTENSIONS[at], EXTENSIONS[at + 1], EXTENSIONS[at + 2], EXTENSIONS[at + 3], 0)
        done = fits(setup, state, player, plan)
    elif free >= 0:
        at = 5 * parts[1 + state.turn % 2]
        first, second, third, fourth = LISTS[at + 1], LISTS[at + 2], LISTS[at + 3], LISTS[at + 4]
        done = create(setup, state, player, free, LISTS[at], first, second, third, fourth, plan)
    if not done:
        wall(setup, state, player, seed, parts[0], plan)
    if parts[6]:
        best_of(setup, state, scratch, player, seed, 1000, WALL_GREEDY, plan)


@kernel
def new_list(setup, state, player, skill, free, plan):
    """Create the echo that a strategy wants in a free column; return whether it wants one and that is legal."""
    if skill == SHIELDS:
        if free >= 0:
            write(plan, CREATING, free, 5, SHIELD, SHIELD, SHIELD, SHIELD)
            plan[7] = SHIELD
            return fits(setup, state, player, plan)
    elif skill == SLOW_WALL:
        return create(setup, state, player, free, 4, SHIELD, SHIELD, FIRE, SHIELD, plan)
    elif skill == FAN:
        right = FIRE + (NW if free == 7 else NE)
        left = FIRE + (0 if free == 0 or free == 7 else NW)
        return create(setup, state, player, free, 3, right, left, SHIELD, 0, plan)
    elif skill == MINES:
        ahead = MINE + (NW if free == 7 else 0)
        right = MINE + (0 if free == 7 else NE)
        return create(setup, state, player, free, 3, ahead, right, SHIELD, 0, plan)
    elif skill == ARCHERS:  # one late shot each, well covered
        return create(setup, state, player, free, 4, SHIELD, SHIELD, SHIELD, FIRE, plan)
    elif skill == FLANK:  # leave the row and fire along the diagonals
        return create(setup, state, player, free, 4, WALK, FIRE + (NE if free < 4 else NW), SHIELD, SHIELD, plan)
    elif skill == PATIENT:  # a shot that arrives with its shield up
        return create(setup, state, player, free, 4, FIRE, SHIELD, SHIELD, SHIELD, plan)
    return 0


@kernel
def other_plan(setup, state, player, seed, skill, free, plan):
    """Write what else a strategy wants, extensions for the most part; return whether it wants it and that is legal."""
    shortest, longest = echo_to_extend(state, player, 0), echo_to_extend(state, player, 1)
    living = living_of(setup, state.living, player)
    if skill == SHIELDS:
        if free < 0:
            return shields(setup, state, player, shortest, plan)
    elif skill == RUSH:
        if shortest >= 0 and state.lengths[player * SIDE + shortest] == 3:
            return push(setup, state, player, shortest, plan)
        return create(setup, state, player, free, 3, DASH, DASH, SHIELD, 0, plan)
    elif skill == MIRROR:
        return follow(setup, state, player, plan)
    elif skill == EXTENDER:
        if living >= 3:
            return push(setup, state, player, shortest, plan)
    elif skill == HYBRID:
        if state.turn % 3 == 0:
            return push(setup, state, player, shortest, plan)
    elif skill == LONG_WALL:
        if living >= 3 and longest >= 0 and state.lengths[player * SIDE + longest] < 9:
            return shields(setup, state, player, longest, plan)
    elif skill == WALL_CLOCK:
        if free < 0:
            return shields(setup, state, player, longest, plan)
    elif skill == LATE_WALL:  # the wall, whose second phase waits behind shields until every list has nine actions
        if free < 0 and shortest >= 0 and state.lengths[player * SIDE + shortest] < 9:
            return shields(setup, state, player, shortest, plan)
    elif skill == TEMPLATES:
        plan_draw(setup, state, player, seed, STYLE[TEMPLATE], EXTENDED[1], plan)
        return 1
    elif skill == PATIENT and free < 0:  # shields for the shortest list, every fourth turn a shot of the longest
        if state.turn % 4 == 0:
            return push(setup, state, player, longest, plan)
        return shields(setup, state, player, shortest, plan)
    return 0


@kernel(inline=False)
def plan_script(setup, state, scratch, player, seed, skill, plan):
    """The plan of a fixed strategy; `state` is a view in which nothing is planned. Modifies scratch."""
    if skill >= TUNED:
        tuned(setup, state, scratch, player, seed, skill - TUNED, plan)
        return
    order = ORDER[skill]
    free = free_column(state, player, seed, order)
    done = new_list(setup, state, player, skill, free, plan)
    if not done:
        done = other_plan(setup, state, player, seed, skill, free, plan)
    if not done:
        wall(setup, state, player, seed, order, plan)
    samples = 0  # plans drawn besides
    if skill == KILLER:
        samples = 4000
    elif skill == WALL_GREEDY:
        samples = 3000
    elif skill == ANTI_WALL:
        samples = 1000
    if samples:
        best_of(setup, state, scratch, player, seed, samples, skill, plan)
