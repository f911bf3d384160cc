"""Echoes: two players plan in secret, one echo a turn, and all lists are replayed together from tick 1.

An echo is a list of actions that starts on its player's home row. Each turn a player creates an echo (5 points) or
extends one (3). In a replay every echo does its t-th action at tick t; what meets on a tile is destroyed, shields stop
one shot (EC21-EC44, in ticks.py). A destroyed echo is a point for the other side. Eight living echoes win, or the only
side left, or ten points (EC50-EC56).

Sixteen slots hold the echoes: slot = player * 8 + column in a match, any order in a position file. Cells and the codes
of a list's actions are explained in codes.py.
"""

from gridhall.game import DRAWN, LOST, PLAYING, WON
from gridhall.games.echoes.codes import CODES, COST, FIRE, LONGEST, REACH, STEP
from gridhall.games.echoes.ticks import SLOTS, advance, farthest, place
from gridhall.kernel import kernel, show, zeros

SIDE = 8  # columns, rows, and the echoes a side may have (EC10)
TO_WIN = 10  # points

# Actions of a turn: NEW or EXTEND + column, ACT + code, SUBMIT; then two that ACTIONS does not count, because neither
# searches nor learners need them.
NEW, EXTEND, ACT, SUBMIT, ACTIONS, TAKE_BACK, RESIGN = 0, 8, 16, 48, 49, 49, 50
CREATING, EXTENDING = 1, 2  # kinds of plans
BUDGET = (0, 5, 3)  # points of a kind of plan (EC4)
NO_REASON, EIGHT, ELIMINATION, POINTS, LIMIT_REACHED, RESIGNED = range(6)
SEALED, TICK, JUDGED = 1, 2, 3  # events, see `describe`

REASONS = (
    "",
    "the match is over",
    "you have submitted, which is final; wait for the replay (EC5)",
    "first say which echo: `new D` or `extend D` (EC67)",
    "this turn's echo is already chosen (EC3); `undo` takes the choice back",
    "a living echo of yours has this column (EC9); extend it, or choose a free column",
    "you have no living echo in this column (EC8); `new` creates one",
    "this echo has 120 actions or more and cannot grow (EC66); choose another",
    "this would leave the board (EC11)",
    "this has no target tile on the board (EC14)",
    "this costs 2 points and 1 is left (EC4); walk or shield costs 1",
    "all points are used (EC4); `submit`, or `undo` the last action",
    "1 point is left; all must be used before `submit` (EC4)",
    "2 points are left; all must be used before `submit` (EC4)",
    "3 points are left; all must be used before `submit` (EC4)",
    "4 points are left; all must be used before `submit` (EC4)",
    "5 points are left; all must be used before `submit` (EC4)",
    "nothing is planned, so there is nothing to take back (EC67)",
    "nothing is planned; begin with `new` or `extend` (EC67)",
    "there is no such action",
    "only the two players act",
)
(
    OVER, WAITS, NO_ECHO, CHOSEN, TAKEN, NO_SUCH, TOO_LONG, LEAVES, NO_TARGET, TOO_DEAR, ALL_USED, LEFT,
) = range(1, 13)  # fmt: skip
# LEFT says that 1 point is left; the four reasons after it that there are 2 to 5.
NOTHING_PLANNED, NOTHING_TO_SUBMIT, UNKNOWN, WATCHES = 17, 18, 19, 20


@kernel
def start(setup, state):
    """Find where every list ends. A position file is replayed at once (EC61); a match may end at once (EC66)."""
    for slot in range(SLOTS):
        cell = setup.home[slot]
        for at in range(state.lengths[slot]):
            code = state.lists[slot * LONGEST + at]
            if code < FIRE:
                cell += STEP[code]
        state.tips[slot] = cell
    if setup.position:
        run(setup, state)
        judge(setup, state)
        state.over = 1
    elif stuck(state):
        adjudicate(setup, state)


@kernel
def acting(setup, state):
    if state.over:
        return 0
    return (1 - state.submitted[0]) | (1 - state.submitted[1]) << 1


@kernel
def refusal(setup, state, player, action):
    if state.over:
        return OVER
    if player < 0 or player > 1:
        return WATCHES
    if action == RESIGN:
        return 0
    if action < 0 or action > RESIGN:
        return UNKNOWN
    if state.submitted[player]:
        return WAITS
    kind = state.plan_kind[player]
    if action < ACT:
        return CHOSEN if kind else begin_refusal(state, player, action)
    if action == TAKE_BACK:
        return 0 if kind else NOTHING_PLANNED
    left = state.plan_left[player]
    if action == SUBMIT:
        if not kind:
            return NOTHING_TO_SUBMIT
        return LEFT - 1 + left if left else 0
    if not kind:
        return NO_ECHO
    return act_refusal(state.plan_cell[player], left, action - ACT)


@kernel
def begin_refusal(state, player, action):
    """Why a plan cannot begin with this `new` or `extend`: 0, or an index into REASONS."""
    slot = player * SIDE + (action & 7)
    lives = state.living >> slot & 1
    if action < EXTEND:
        return TAKEN if lives else 0
    if not lives:
        return NO_SUCH
    return 0 if may_grow(state, slot) else TOO_LONG


@kernel
def may_grow(state, slot):
    """Whether a list is short enough for any extension: it has at most three actions (EC66)."""
    return state.lengths[slot] < LONGEST - 2


@kernel
def act_refusal(cell, left, code):
    """Why an echo that stands on a cell with so many points left cannot do this: 0, or an index into REASONS."""
    if not left:
        return ALL_USED
    if COST[code] > left:
        return TOO_DEAR
    if REACH[cell * CODES + code] < 0:
        return LEAVES if code < FIRE else NO_TARGET
    return 0


@kernel
def step(setup, state, player, action):
    if action == RESIGN:
        finish(state, 2 - player, RESIGNED)
        show(state, JUDGED, player, 0)
    elif action == TAKE_BACK:
        take_back(state, player)
    elif action == SUBMIT:
        state.submitted[player] = 1
        if state.submitted[1 - player]:
            resolve(setup, state)
        else:
            show(state, SEALED, player, 0)
    elif action < ACT:
        slot = player * SIDE + (action & 7)
        kind = CREATING if action < EXTEND else EXTENDING
        state.plan_kind[player] = kind
        state.plan_column[player] = action & 7
        state.plan_left[player] = BUDGET[kind]
        state.plan_cell[player] = first_cell(setup, state, slot, kind)
    else:
        code = action - ACT
        state.plan[player * 5 + state.plan_count[player]] = code
        state.plan_count[player] += 1
        state.plan_left[player] -= COST[code]
        if code < FIRE:
            state.plan_cell[player] += STEP[code]


@kernel
def outcome(setup, state, player):
    if not state.over:
        return PLAYING
    if not state.winner:
        return DRAWN
    return WON if state.winner == player + 1 else LOST


@kernel
def score(setup, state, player):
    return state.points[player] if player < 2 else 0


@kernel
def hide(setup, state, player):
    """Blank the other's plan wholly; that they have submitted is known (EC20, EC68)."""
    state.rng = 0
    for other in range(2):
        if other != player and state.plan_kind[other]:  # without a kind nothing is planned
            clear_plan(state, other)


@kernel
def canonicalize(setup, state):
    """Blank what plays no part in what follows: the last replay, the generator, and without a limit the turn."""
    state.rng = 0
    state.replay_turn = 0
    state.replay_ticks = 0
    for slot in range(SLOTS):
        state.fell[slot] = 0
    if not setup.turns:
        state.turn = 0


@kernel
def first_cell(setup, state, slot, kind):
    """Where an echo stands before the first action of a plan of this kind."""
    return setup.home[slot] if kind == CREATING else state.tips[slot]


@kernel
def first_index(state, slot, kind):
    """The place in the list of the first action of a plan of this kind."""
    return 0 if kind == CREATING else state.lengths[slot]


@kernel
def clear_plan(state, player):
    state.plan_kind[player] = 0
    state.plan_column[player] = 0
    state.plan_count[player] = 0
    state.plan_left[player] = 0
    state.plan_cell[player] = 0
    for at in range(5):
        state.plan[player * 5 + at] = 0


@kernel
def take_back(state, player):
    """Take back the last action, or the choice of the echo if there is none (EC67)."""
    count = state.plan_count[player]
    if not count:
        clear_plan(state, player)
        return
    code = state.plan[player * 5 + count - 1]
    state.plan[player * 5 + count - 1] = 0
    state.plan_count[player] = count - 1
    state.plan_left[player] += COST[code]
    if code < FIRE:
        state.plan_cell[player] -= STEP[code]


@kernel
def commit(state, player):
    """Write a player's plan into the lists, where it stays (EC6, EC7)."""
    slot = player * SIDE + state.plan_column[player]
    before = first_index(state, slot, state.plan_kind[player])
    count = state.plan_count[player]
    for at in range(count):
        state.lists[slot * LONGEST + before + at] = state.plan[player * 5 + at]
    state.lengths[slot] = before + count
    state.tips[slot] = state.plan_cell[player]
    state.living |= 1 << slot
    state.submitted[player] = 0
    clear_plan(state, player)


@kernel
def resolve(setup, state):
    """Both plans are in: replay, count, judge, begin the next turn."""
    commit(state, 0)
    commit(state, 1)
    state.replay_turn = state.turn
    run(setup, state)
    for slot in range(SLOTS):
        if state.fell[slot]:
            bury(state, slot)
    if not judge(setup, state):
        if setup.turns and state.turn >= setup.turns:
            adjudicate(setup, state)
        else:
            state.turn += 1
            if stuck(state):
                adjudicate(setup, state)
    show(state, JUDGED, 2, 0)


@kernel
def run(setup, state):
    """Replay all lists, showing every tick; note who fell when and give the points (EC45)."""
    board = zeros(64)
    fell = zeros(16)
    place(state.living, setup.home, board)
    state.replaying = 1
    state.tick = 0
    show(state, TICK, 2, 0)
    tick = 0
    last = farthest(state.lengths, board)
    while tick < last:
        tick += 1
        last = advance(state.lists, state.lengths, board, fell, tick, last)
        state.tick = tick
        show(state, TICK, 2, tick)
    state.replaying = 0
    state.tick = 0
    state.replay_ticks = tick
    for slot in range(SLOTS):
        state.fell[slot] = fell[slot]
        if fell[slot]:
            state.points[1 - setup.side[slot]] += 1
            state.living &= ~(1 << slot)


@kernel
def bury(state, slot):
    """Forget the list of a destroyed echo; its column is free (EC9)."""
    for at in range(state.lengths[slot]):
        state.lists[slot * LONGEST + at] = 0
    state.lengths[slot] = 0
    state.tips[slot] = 0


@kernel
def living_of(setup, living, player):
    count = 0
    for slot in range(SLOTS):
        count += living >> slot & 1 if setup.side[slot] == player else 0
    return count


@kernel
def decide(mine, theirs, my_points, their_points):
    """Who wins, 1 (me) or 2, and why, as winner + 4 * reason; 0 if play goes on (EC50-EC55, EC65)."""
    if (mine >= SIDE) != (theirs >= SIDE):
        return (1 if mine >= SIDE else 2) + 4 * EIGHT
    if (mine == 0) != (theirs == 0):
        return (1 if theirs == 0 else 2) + 4 * ELIMINATION
    if (my_points >= TO_WIN or their_points >= TO_WIN) and my_points != their_points:
        return (1 if my_points > their_points else 2) + 4 * POINTS
    return 0


@kernel
def judge(setup, state):
    """End the match if a condition is met; return whether it was."""
    red, blue = living_of(setup, state.living, 0), living_of(setup, state.living, 1)
    verdict = decide(red, blue, state.points[0], state.points[1])
    if verdict:
        finish(state, verdict & 3, verdict >> 2)
    return verdict


@kernel
def adjudicate(setup, state):
    """The turn limit: points, then living echoes, else a draw (EC56)."""
    ahead = state.points[0] - state.points[1]
    if ahead == 0:
        ahead = living_of(setup, state.living, 0) - living_of(setup, state.living, 1)
    finish(state, 1 if ahead > 0 else 2 if ahead < 0 else 0, LIMIT_REACHED)


@kernel
def stuck(state):
    """Whether some player can neither create an echo nor extend one (EC66)."""
    for player in range(2):
        can = 0
        for slot in range(player * SIDE, player * SIDE + SIDE):
            if not state.living >> slot & 1 or may_grow(state, slot):
                can = 1
        if not can:
            return 1
    return 0


@kernel
def finish(state, winner, reason):
    state.over = 1
    state.winner = winner
    state.reason = reason
    for player in range(2):
        state.submitted[player] = 0
        clear_plan(state, player)
