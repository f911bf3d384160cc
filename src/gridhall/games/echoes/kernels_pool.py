"""Fixed strategies: scripts that say the same in the same position, but for chance. What opponents are measured
against.

Lists are written for player 1, as in kernels_plan.py, and mirrored by `fits`. What a script cannot do it replaces by
the wall.
"""

from gridhall.games.echoes.kernels_plan import ANY_EXTENSION, ANY_NEW, TEMPLATE, chance, fits, plan_draw, struck, write
from gridhall.games.echoes.rules import (
    BUDGET,
    COST,
    CREATING,
    DASH,
    EXTENDING,
    FIRE,
    LONGEST,
    MINE,
    SHIELD,
    SIDE,
    WALK,
    decide,
    living_of,
    twin_of,
)
from gridhall.kernel import kernel, zeros

NAMES = (
    "wall", "wall_left", "shields", "slow_wall", "fan", "rush", "mines", "killer", "mirror", "extender", "hybrid", "long_wall", "wall_clock",
    "wall_greedy", "anti_wall", "archers", "flank", "late_wall", "templates", "patient",
)  # fmt: skip
(
    WALL, WALL_LEFT, SHIELDS, SLOW_WALL, FAN, RUSH, MINES, KILLER, MIRROR, EXTENDER, HYBRID, LONG_WALL, WALL_CLOCK,
    WALL_GREEDY, ANTI_WALL, ARCHERS, FLANK, LATE_WALL, TEMPLATES, PATIENT,
) = range(20)  # fmt: skip
ANYWHERE, LEFT, CENTRE = range(3)  # orders of columns
FROM_CENTRE = (3, 4, 2, 5, 1, 6, 0, 7)
ORDER = (ANYWHERE, LEFT, ANYWHERE, CENTRE, CENTRE, CENTRE, CENTRE, ANYWHERE, ANYWHERE, CENTRE, CENTRE, ANYWHERE, ANYWHERE) + (
    ANYWHERE, ANYWHERE, CENTRE, CENTRE, ANYWHERE, ANYWHERE, CENTRE,
)  # fmt: skip
NE, NW = 1, 7
# Tables, since for each literal Numba would compile `plan_draw` once more.
STYLE, EXTENDED = (TEMPLATE, ANY_NEW, ANY_EXTENSION), (0, 30)
TUNED = 100  # from here on a skill is a strategy made of parts: see `tuned`
# How many of each: order, list, every second list, extension, which echo, how often, improved by samples.
PARTS = (3, 8, 8, 5, 2, 4, 2)
LISTS = (
    (3, FIRE, FIRE, SHIELD, 0) + (4, FIRE, SHIELD, SHIELD, SHIELD) + (4, SHIELD, SHIELD, FIRE, SHIELD) + (3, FIRE, SHIELD, FIRE, 0)
    + (3, SHIELD, FIRE, FIRE, 0) + (3, FIRE + NE, FIRE, SHIELD, 0) + (4, SHIELD, SHIELD, SHIELD, FIRE) + (3, DASH, FIRE, SHIELD, 0)
)  # fmt: skip
EXTENSIONS = (
    (2, FIRE, SHIELD, 0)
    + (3, SHIELD, SHIELD, SHIELD, 0)
    + (2, SHIELD, FIRE, 0)
    + (2, DASH, SHIELD, 0)
    + (2, FIRE + NE, SHIELD, 0)
)
DECIDED = 1000  # a decided match, in a count of echoes


@kernel
def free_column(state, player, seed, order):
    """The first free column in an order; -1 if there is none."""
    turned = chance(seed, 900, SIDE)
    count, picked = 0, -1
    for at in range(SIDE):
        column = FROM_CENTRE[at] if order == CENTRE else (at + turned) % SIDE if order == ANYWHERE else at
        if not state.living >> (player * SIDE + column) & 1:
            count += 1
            if picked < 0 or (order == ANYWHERE and chance(seed, 901 + at, count) == 0):
                picked = column
    return picked


@kernel
def grown(state, player, longest):
    """The column of the shortest (or longest) echo that can still grow, ties to the lower letter.

    -1 if there is none.
    """
    picked, length = -1, 0
    for column in range(SIDE):
        slot = player * SIDE + column
        this = state.lengths[slot]
        if (
            state.living >> slot & 1
            and this < LONGEST - 2
            and (picked < 0 or (this > length if longest else this < length))
        ):
            picked, length = column, this
    return picked


@kernel(inline=False)
def wall(setup, state, player, seed, order, plan):
    """Two shots and a shield in the next free column; without one, a shot and a shield for the shortest echo."""
    column = free_column(state, player, seed, order)
    if column >= 0:
        write(plan, CREATING, column, 3, FIRE, FIRE, SHIELD, 0)
        fits(setup, state, player, plan)
    else:
        push(setup, state, player, grown(state, player, 0), plan)


@kernel(inline=False)
def push(setup, state, player, column, plan):
    """Extend an echo by a shot and a shield, or by shields; tells whether it can."""
    if column < 0:
        return 0
    write(plan, EXTENDING, column, 2, FIRE, SHIELD, 0, 0)
    if not fits(setup, state, player, plan):
        write(plan, EXTENDING, column, 3, SHIELD, SHIELD, SHIELD, 0)
        return fits(setup, state, player, plan)
    return 1


@kernel(inline=False)
def create(setup, state, player, column, count, first, second, third, fourth, plan):
    """Write a new list; tells whether it can be."""
    if column < 0:
        return 0
    write(plan, CREATING, column, count, first, second, third, fourth)
    return fits(setup, state, player, plan)


@kernel(inline=False)
def shields(setup, state, player, column, plan):
    if column < 0:
        return 0
    write(plan, EXTENDING, column, 3, SHIELD, SHIELD, SHIELD, 0)
    return fits(setup, state, player, plan)


@kernel
def gain(setup, state, scratch, player, plan, his, count_only):
    """What a plan brings against another (or nothing).

    Deaths, or twice the living and the points, and much for the end.
    """
    died = struck(setup, state, scratch, player, plan, his)
    lost, won = living_of(setup, died, player), living_of(setup, died, 1 - player)
    if count_only:
        return won - lost
    left = scratch.living & ~died
    mine, theirs = living_of(setup, left, player), living_of(setup, left, 1 - player)
    points, other = state.points[player] + won, state.points[1 - player] + lost
    end = decide(mine, theirs, points, other) & 3
    return 2 * (mine - theirs) + points - other + (DECIDED if end == 1 else -DECIDED if end == 2 else 0)


@kernel(inline=False)
def best_of(setup, state, scratch, player, seed, samples, skill, plan):
    """Better the plan that is there by drawn ones, against nothing or against every wall the other side could build
    next.
    """
    rivals, rival, one = zeros(64), zeros(8), zeros(8)
    count = 0
    if skill == ANTI_WALL:
        for column in range(SIDE):
            if not state.living >> ((1 - player) * SIDE + column) & 1:
                write(one, CREATING, column, 3, FIRE, FIRE, SHIELD, 0)
                fits(setup, state, 1 - player, one)
                for k in range(8):
                    rivals[8 * count + k] = one[k]
                count += 1
        if not count:
            push(setup, state, 1 - player, grown(state, 1 - player, 0), one)
            for k in range(8):
                rivals[k] = one[k]
    count = max(1, count)
    best, ties = 0, 0
    for sample in range(samples + 1):
        if sample == 0:
            for k in range(8):
                one[k] = plan[k]
        else:
            style = TEMPLATE if skill != WALL_GREEDY and chance(seed, 2 * sample + 1, 10) < 4 else ANY_NEW
            style = ANY_EXTENSION if chance(seed, 2 * sample, 10) < 3 else style
            plan_draw(setup, state, player, seed + sample, style, EXTENDED[0], one)
        total = 0
        for number in range(count):
            for k in range(8):
                rival[k] = rivals[8 * number + k]
            total += gain(setup, state, scratch, player, one, rival, skill == WALL_GREEDY)
        better = sample == 0 or total > best
        if better:
            best, ties = total, 1
        elif total == best and skill != WALL_GREEDY:
            ties += 1
            better = chance(seed, 50000 + sample, ties) == 0
        if better:
            for k in range(8):
                plan[k] = one[k]


@kernel
def follow(setup, state, player, plan):
    """Do in a column what the enemy has done there and I have not yet; tells whether there is such a column."""
    for column in range(SIDE):
        mine, his = player * SIDE + column, (1 - player) * SIDE + column
        if not state.living >> his & 1:
            continue
        lives = state.living >> mine & 1
        before = state.lengths[mine] if lives else 0
        same = before < state.lengths[his] and (before > 0 or not lives)
        for at in range(before):
            if same and state.lists[mine * LONGEST + at] != twin_of(state.lists[his * LONGEST + at]):
                same = False
        if not same:
            continue
        plan[0], plan[1], plan[2] = EXTENDING if lives else CREATING, column, 0
        left = BUDGET[plan[0]]
        for at in range(before, state.lengths[his]):
            code = state.lists[his * LONGEST + at]
            if left >= COST[code] and plan[2] < 5:
                plan[3 + plan[2]] = code if player else twin_of(code)
                plan[2] += 1
                left -= COST[code]
        if left == 0 and fits(setup, state, player, plan):
            return 1
    return 0


@kernel(inline=False)
def tuned(setup, state, scratch, player, seed, number, plan):
    """The plan of a strategy put together from PARTS: what is searched when a best response is trained."""
    parts = zeros(7)
    for at in range(7):
        parts[at] = number % PARTS[at]
        number //= PARTS[at]
    free, column = free_column(state, player, seed, parts[0]), grown(state, player, parts[4])
    done = 0
    if column >= 0 and (free < 0 or (parts[5] and state.turn % (2 + parts[5]) == 0)):
        at = 4 * parts[3]
        write(plan, EXTENDING, column, EXTENSIONS[at], EXTENSIONS[at + 1], EXTENSIONS[at + 2], EXTENSIONS[at + 3], 0)
        done = fits(setup, state, player, plan)
    elif free >= 0:
        at = 5 * parts[1 + state.turn % 2]
        done = create(
            setup, state, player, free, LISTS[at], LISTS[at + 1], LISTS[at + 2], LISTS[at + 3], LISTS[at + 4], plan
        )
    if not done:
        wall(setup, state, player, seed, parts[0], plan)
    if parts[6]:
        best_of(setup, state, scratch, player, seed, 1000, WALL_GREEDY, plan)


@kernel(inline=False)
def plan_script(setup, state, scratch, player, seed, skill, plan):
    """The plan of a fixed strategy; `state` is a view in which nothing is planned. Modifies scratch."""
    if skill >= TUNED:
        tuned(setup, state, scratch, player, seed, skill - TUNED, plan)
        return
    order = ORDER[skill]
    free = free_column(state, player, seed, order)
    shortest, longest = grown(state, player, 0), grown(state, player, 1)
    living = living_of(setup, state.living, player)
    done = 0
    if skill == SHIELDS:
        if free >= 0:
            write(plan, CREATING, free, 5, SHIELD, SHIELD, SHIELD, SHIELD)
            plan[7] = SHIELD
            done = fits(setup, state, player, plan)
        else:
            done = shields(setup, state, player, shortest, plan)
    elif skill == SLOW_WALL:
        done = create(setup, state, player, free, 4, SHIELD, SHIELD, FIRE, SHIELD, plan)
    elif skill == FAN:
        done = create(
            setup,
            state,
            player,
            free,
            3,
            FIRE + (NW if free == 7 else NE),
            FIRE + (0 if free == 0 or free == 7 else NW),
            SHIELD,
            0,
            plan,
        )
    elif skill == RUSH:
        if shortest >= 0 and state.lengths[player * SIDE + shortest] == 3:
            done = push(setup, state, player, shortest, plan)
        else:
            done = create(setup, state, player, free, 3, DASH, DASH, SHIELD, 0, plan)
    elif skill == MINES:
        done = create(
            setup,
            state,
            player,
            free,
            3,
            MINE + (NW if free == 7 else 0),
            MINE + (0 if free == 7 else NE),
            SHIELD,
            0,
            plan,
        )
    elif skill == MIRROR:
        done = follow(setup, state, player, plan)
    elif skill == EXTENDER:
        done = push(setup, state, player, shortest, plan) if living >= 3 else 0
    elif skill == HYBRID:
        done = push(setup, state, player, shortest, plan) if state.turn % 3 == 0 else 0
    elif skill == LONG_WALL:
        if living >= 3 and longest >= 0 and state.lengths[player * SIDE + longest] < 9:
            done = shields(setup, state, player, longest, plan)
    elif skill == WALL_CLOCK:
        done = shields(setup, state, player, longest, plan) if free < 0 else 0
    elif skill == ARCHERS:  # one late shot each, well covered
        done = create(setup, state, player, free, 4, SHIELD, SHIELD, SHIELD, FIRE, plan)
    elif skill == FLANK:  # leave the row and fire along the diagonals
        done = create(setup, state, player, free, 4, WALK, FIRE + (NE if free < 4 else NW), SHIELD, SHIELD, plan)
    elif skill == LATE_WALL:  # the wall, whose second phase waits behind shields until every list has nine actions
        if free < 0 and shortest >= 0 and state.lengths[player * SIDE + shortest] < 9:
            done = shields(setup, state, player, shortest, plan)
    elif skill == TEMPLATES:
        plan_draw(setup, state, player, seed, STYLE[TEMPLATE], EXTENDED[1], plan)
        done = 1
    # A shot that arrives with its shield up; then shields for the longest list, now and then a shot.
    elif skill == PATIENT:
        if free >= 0:
            done = create(setup, state, player, free, 4, FIRE, SHIELD, SHIELD, SHIELD, plan)
        else:
            done = (
                push(setup, state, player, longest, plan)
                if state.turn % 4 == 0
                else shields(setup, state, player, shortest, plan)
            )
    if not done:
        wall(setup, state, player, seed, order, plan)
    if skill in (KILLER, WALL_GREEDY, ANTI_WALL):
        best_of(
            setup,
            state,
            scratch,
            player,
            seed,
            4000 if skill == KILLER else 3000 if skill == WALL_GREEDY else 1000,
            skill,
            plan,
        )
