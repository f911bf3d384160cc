"""Whole plans of a turn, for opponents that choose between them: enter a plan, play two of them, see what falls.

A plan is PLAN numbers: CREATING or EXTENDING, the column, how many actions, their codes. Plans are written as player
1's, for whom N is forward, and mirrored by `fits` for player 2.
"""

from gridhall.games.echoes.codes import CODES, COST, DASH, FIRE, HEADING, LONGEST, MINE, REACH, SHIELD, WALK
from gridhall.games.echoes.rules import (
    ACT,
    BUDGET,
    CREATING,
    EXTEND,
    EXTENDING,
    NEW,
    SIDE,
    SUBMIT,
    TAKE_BACK,
    act_refusal,
    begin_refusal,
    clear_plan,
    first_cell,
    first_index,
    living_of,
    resolve,
)
from gridhall.games.echoes.ticks import SLOTS, replay
from gridhall.kernel import copy, kernel, zeros

PLAN = 8


@kernel
def plan_begin(setup, state, player):
    """Take back all that this player has planned in this turn; modifies the state."""
    clear_plan(state, player)
    state.submitted[player] = 0


@kernel
def plan_act(setup, state, player, plan):
    """The next action that enters a plan; what is entered already and does not belong to it is taken back first."""
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
def plan_play(setup, state, red, blue):
    """Enter player 1's and player 2's plan and resolve the turn; modifies the state."""
    for player in range(2):
        plan = red if player == 0 else blue
        slot = player * SIDE + plan[1]
        cell = first_cell(setup, state, slot, plan[0])
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
    """Mirror a plan drawn for player 1 if it is player 2's, and tell whether it is legal and uses all points."""
    if begin_refusal(state, player, (NEW if plan[0] == CREATING else EXTEND) + plan[1]):
        return 0
    cell = first_cell(setup, state, player * SIDE + plan[1], plan[0])
    left = BUDGET[plan[0]]
    for at in range(plan[2]):
        code = plan[3 + at]
        if player:
            code = twin_of(code)
            plan[3 + at] = code
        if act_refusal(cell, left, code):
            return 0
        left -= COST[code]
        if code < FIRE:
            cell = REACH[cell * CODES + code]
    return left == 0


@kernel
def twin_of(code):
    """The action mirrored in the middle line, N and S exchanged (EC70)."""
    heading = (12 - HEADING[code]) % 8
    if code < DASH:
        return WALK + heading
    if code < FIRE:
        return DASH + heading // 2
    if code < MINE:
        return FIRE + heading
    if code < SHIELD:
        return MINE + heading
    return SHIELD + heading // 2


@kernel
def write(plan, kind, column, count, first, second, third, fourth):
    """Put a plan of up to four actions into `plan`."""
    plan[0], plan[1], plan[2] = kind, column, count
    plan[3], plan[4], plan[5], plan[6], plan[7] = first, second, third, fourth, 0


@kernel(inline=False)
def plan_first(setup, state, player, plans):
    """Write the plans that every choice starts from, and return how many.

    They are two shots and a shield in each free column; shields, or a shot and a shield, for each echo.
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


@kernel(inline=False)
def struck(setup, state, scratch, player, plan, rival):
    """The slots, as bits, that fall if a player plays a plan against a rival plan, or against none if rival[0] is 0.

    Modifies scratch, whose `living` then tells who took part.
    """
    copy(scratch, state)
    enlist(scratch, player * SIDE + plan[1], plan)
    if rival[0]:
        enlist(scratch, (1 - player) * SIDE + rival[1], rival)
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
    before = first_index(state, slot, plan[0])
    for at in range(plan[2]):
        state.lists[slot * LONGEST + before + at] = plan[3 + at]
    state.lengths[slot] = before + plan[2]
    state.living |= 1 << slot


@kernel
def plan_careless(setup, state, scratch, player, plan):
    """Whether a plan would destroy an own echo even if the other side added nothing; modifies scratch."""
    nothing = zeros(8)  # as long as a plan: compiled code may read ahead
    return living_of(setup, struck(setup, state, scratch, player, plan, nothing), player) > 0
