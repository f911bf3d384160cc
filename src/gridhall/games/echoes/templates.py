"""Plans drawn by chance: sensible ones from templates, or any that are legal. They are written as player 1's."""

from gridhall.games.echoes.codes import CODES, COST, DASH, FIRE, MINE, REACH, SHIELD, WALK
from gridhall.games.echoes.plans import fits, twin_of, write
from gridhall.games.echoes.rules import (
    BUDGET,
    CREATING,
    EXTEND,
    EXTENDING,
    NEW,
    SIDE,
    act_refusal,
    begin_refusal,
    first_cell,
)
from gridhall.kernel import add64, kernel, mul64, signed
from gridhall.rng import mix

TEMPLATE, ANY_NEW, ANY_EXTENSION = range(3)  # styles of drawing
FORWARD = (0, 0, 0, 0, 1, 7, 2, 6)  # headings of a shot that goes forward: half of them straight


@kernel(inline=False)
def chance(seed, number, count):
    """The draw number `number` of a seed, from 0 to `count` - 1."""
    return signed(mix(add64(seed, mul64(number, 0x9E3779B97F4A7C15))) >> 33) * count >> 31


@kernel(inline=False)
def plan_draw(setup, state, player, seed, style, share, plan):
    """Draw a legal plan: a template (`share` of 100 extend), any new list, or any extension.

    Where eight draws do not fit, it is the plainest plan: shields, or two shots and a shield.
    """
    grow = column_of(state, player, seed, 1, EXTENDING)
    free = column_of(state, player, seed, 3, CREATING)
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
    plain = SHIELD if extend else FIRE
    write(plan, kind, column, 3, plain, plain, SHIELD, 0)
    fits(setup, state, player, plan)


@kernel
def column_of(state, player, seed, number, kind):
    """A random column in which a plan of this kind may begin, for extensions in a third of the cases the longest.

    -1 if there is none. Uses the draws `number` and `number` + 1.
    """
    begin = NEW if kind == CREATING else EXTEND
    count, longest, most = 0, -1, -1
    for column in range(SIDE):
        if not begin_refusal(state, player, begin + column):
            count += 1
            length = state.lengths[player * SIDE + column]
            if length > most:
                longest, most = column, length
    if not count:
        return -1
    if kind == EXTENDING and chance(seed, number, 3) == 0:
        return longest
    left = chance(seed, number + 1, count)
    for column in range(SIDE):
        if not begin_refusal(state, player, begin + column):
            if left == 0:
                return column
            left -= 1
    return -1


@kernel
def any_list(setup, state, player, seed, base, plan):
    """Draw legal actions one after another, each as likely as the others, until the points are used.

    The kind and the column are already there; the actions are written for player 1.
    """
    cell = first_cell(setup, state, player * SIDE + plan[1], plan[0])
    left, count = BUDGET[plan[0]], 0
    while left > 0:
        codes = 0
        for code in range(CODES):
            codes += act_refusal(cell, left, code) == 0
        pick = chance(seed, base + count, codes)
        for code in range(CODES):
            if act_refusal(cell, left, code) == 0:
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
    """Forward, but for one in six."""
    return SHIELD if chance(seed, number, 6) else SHIELD + chance(seed, number + 40, 4)


@kernel
def dash(seed, number):
    """Forward in one half of the cases, anywhere in the other."""
    return DASH if chance(seed, number, 2) else DASH + chance(seed, number + 1, 4)


@kernel
def forward(seed, number):
    """A heading that goes forward."""
    return FORWARD[chance(seed, number, 8)]


@kernel
def half_forward(seed, number):
    """A heading that goes forward in one half of the cases, anywhere in the other."""
    return forward(seed, number) if chance(seed, number + 40, 2) else chance(seed, number + 80, 8)


@kernel
def template_new(seed, base, column, plan):
    """Draw a new list of a kind that people and good searches play: shots and a shield, some with a step or a mine."""
    kind = chance(seed, base, 12)
    shot = FIRE + forward(seed, base + 1)
    guard = shield(seed, base + 2)
    walk, walk_2 = WALK + half_forward(seed, base + 3), WALK + half_forward(seed, base + 4)
    rush = dash(seed, base + 5)
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
        shot_2 = FIRE + forward(seed, base + 9)
        write(plan, CREATING, column, 3, guard if half else shot, shot if half else guard, shot_2, 0)
    elif kind == 5:
        write(plan, CREATING, column, 3, walk, shot, FIRE + forward(seed, base + 9), 0)
    elif kind == 6:
        write(plan, CREATING, column, 3, rush, shot, guard, 0)
    elif kind == 7:
        write(plan, CREATING, column, 4, walk, walk_2, shot, guard)
    elif kind == 8:
        write(plan, CREATING, column, 3, mine, shot, guard, 0)
    elif kind == 9:
        write(plan, CREATING, column, 3, rush, DASH + chance(seed, base + 9, 4), guard if half else walk, 0)
    elif kind == 10:
        write(plan, CREATING, column, 3, mine, MINE + forward(seed, base + 9), guard, 0)
    else:
        write(plan, CREATING, column, 4, shot, walk, walk_2, guard)


@kernel
def template_extension(seed, base, column, plan):
    """Draw an extension of such a kind: shields, or a shot and a shield, some with a step."""
    kind = chance(seed, base, 10)
    shot = FIRE + half_forward(seed, base + 1)
    guard = shield(seed, base + 2)
    walk = WALK + half_forward(seed, base + 3)
    if kind < 3:
        write(plan, EXTENDING, column, 2, shot, guard, 0, 0)
    elif kind == 3:
        write(plan, EXTENDING, column, 2, guard, shot, 0, 0)
    elif kind == 4:
        write(plan, EXTENDING, column, 2, dash(seed, base + 5), guard, 0, 0)
    elif kind < 8:
        write(plan, EXTENDING, column, 3, guard, shield(seed, base + 4), shield(seed, base + 5), 0)
    elif kind == 8:
        write(plan, EXTENDING, column, 2, walk, shot, 0, 0)
    else:
        write(plan, EXTENDING, column, 3, walk, WALK + half_forward(seed, base + 4), guard, 0)
