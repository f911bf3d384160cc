"""Echoes: two players plan in secret, one echo a turn, and all lists are replayed together from tick 1.

An echo is a list of actions that starts on its player's home row. Each turn a player creates an echo (5 points) or
extends one (3). In a replay every echo does its t-th action at tick t; what meets on a tile is destroyed, shields stop
one shot (EC21-EC44). A destroyed echo is a point for the other side. Eight living echoes win, or the only side left, or
ten points (EC50-EC56).

A cell is row * 8 + column with row 0 on top, so A8 is 0 and H1 is 63. Sixteen slots hold the echoes: slot = player * 8
+ column in a match, any order in a position file. Sets of tiles are 64 bits: shots by direction and mines; two things
on one tile never outlive a tick, so a set has room for all of them.
"""

from gridhall.game import DRAWN, LOST, PLAYING, WON
from gridhall.kernel import i8, i16, i32, kernel, record, show, signed, u64, zeros
from gridhall.rng import draw, mix

LONGEST = 122  # actions of a list (EC56, EC66)
SLOTS = 16
SIDE = 8  # columns, rows, and the echoes a side may have (EC10)
TO_WIN = 10  # points

# What a list holds: the code of an action, then the directions N NE E SE S SW W NW (dash, shield: N E S W).
WALK, DASH, FIRE, MINE, SHIELD, CODES = 0, 8, 12, 20, 28, 32
COST = (1,) * 8 + (2,) * 4 + (2,) * 8 + (2,) * 8 + (1,) * 4
COMPASS_STEP = (-8, -7, 1, 9, 8, 7, -1, -9)
# Of a code, as in grid.COMPASS.
HEADING = (0, 1, 2, 3, 4, 5, 6, 7) + (0, 2, 4, 6) + (0, 1, 2, 3, 4, 5, 6, 7) * 2 + (0, 2, 4, 6)
STEP = tuple(
    COMPASS_STEP[HEADING[code]] * (2 if DASH <= code < FIRE else 0 if code >= SHIELD else 1) for code in range(CODES)
)
# The shield an action leaves: 0 none, 1-4 N E S W.
TURN = tuple(code - SHIELD + 1 if code >= SHIELD else 0 for code in range(CODES))
# Where fire and mine put their thing on the board.
FLIGHT = tuple(8 if MINE <= code < SHIELD else HEADING[code] for code in range(CODES))


def _reach(cell, code):
    """The tile an action needs: where it ends, or where its shot or mine appears; -1 off the board."""
    row, col = cell >> 3, cell & 7
    if code < SHIELD:
        far = 2 if DASH <= code < FIRE else 1
        row += far * (-1, -1, 0, 1, 1, 1, 0, -1)[HEADING[code]]
        col += far * (0, 1, 1, 1, 0, -1, -1, -1)[HEADING[code]]
    return row * 8 + col if 0 <= row < 8 and 0 <= col < 8 else -1


REACH = tuple(_reach(cell, code) for cell in range(64) for code in range(CODES))
# A shield covers its side and the two diagonals beside it (EC34); a shot comes from the side opposite to its direction
# (EC35).
COVERS = (0,) * 8 + tuple(int((heading + 4 - side) % 8 in (7, 0, 1)) for side in (0, 2, 4, 6) for heading in range(8))

# Actions: what agents choose, then words for people only.
NEW, EXTEND, ACT, SUBMIT, ACTIONS, TAKE_BACK, RESIGN = 0, 8, 16, 48, 49, 49, 50
CREATING, EXTENDING = 1, 2
BUDGET = (0, 5, 3)  # of a kind of plan (EC4)
NO_REASON, EIGHT, ELIMINATION, POINTS, LIMIT_REACHED, RESIGNED = range(6)
SEALED, TICK, JUDGED = 1, 2, 3  # moments shown

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
NOTHING_PLANNED, NOTHING_TO_SUBMIT, UNKNOWN, WATCHES = 17, 18, 19, 20


@record
class Setup:
    """What never changes.

    `home` and `side` are those of the slots; a position file (EC61) has its own, with ids of 8 signs.
    """

    turns: i16  # the limit of EC56, 0 for none
    position: i8
    side: i8 * 16
    home: i8 * 16
    ids: i8 * 128
    title: i8 * 161  # UTF-8, ends with 0


@record
class State:
    """What changes. `fell` is the tick of each slot's death in the last replay, 0 for none.

    `tick` is set while a replay is shown.
    """

    rng: u64
    turn: i32
    replay_turn: i32  # 0 before the first replay
    living: i32  # bits of slots
    points: i16 * 2
    lists: i8 * 1952  # 16 lists of 122 codes
    lengths: i8 * 16
    tips: i8 * 16  # where each list ends on its nominal path (EC11)
    fell: i8 * 16
    plan: i8 * 10  # this turn's actions, 5 a player
    plan_kind: i8 * 2
    plan_column: i8 * 2
    plan_count: i8 * 2
    plan_left: i8 * 2  # points
    plan_cell: i8 * 2  # where the planned echo stands after its plan so far
    submitted: i8 * 2
    replay_ticks: i8
    replaying: i8  # a moment inside a replay: `tick` is what is shown
    tick: i8
    over: i8
    winner: i8  # 1, 2 or 0
    reason: i8
    spare: i8 * 4


@kernel
def start(setup, state):
    """Find where every list ends.

    A position file is replayed at once (EC61), a match may have no move to begin with (EC66).
    """
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
    left = state.plan_left[player]
    if action < ACT:
        if kind:
            return CHOSEN
        slot = player * SIDE + (action & 7)
        lives = state.living >> slot & 1
        if action < EXTEND:
            return TAKEN if lives else 0
        if not lives:
            return NO_SUCH
        return TOO_LONG if state.lengths[slot] >= LONGEST - 2 else 0
    if action == TAKE_BACK:
        return 0 if kind else NOTHING_PLANNED
    if action == SUBMIT:
        if not kind:
            return NOTHING_TO_SUBMIT
        return LEFT - 1 + left if left else 0
    if not kind:
        return NO_ECHO
    if not left:
        return ALL_USED
    code = action - ACT
    if COST[code] > left:
        return TOO_DEAR
    if REACH[state.plan_cell[player] * CODES + code] < 0:
        return LEAVES if code < FIRE else NO_TARGET
    return 0


@kernel
def step(setup, state, player, action):
    if action == RESIGN:
        finish(state, 2 - player, RESIGNED)
        show(state, JUDGED, player, 0)
    elif action == TAKE_BACK:
        take_back(setup, state, player)
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
        state.plan_cell[player] = setup.home[slot] if kind == CREATING else state.tips[slot]
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
    """Blank the other's plan wholly; that he has submitted is known (EC20, EC68)."""
    state.rng = 0
    for other in range(2):
        if other != player:
            clear_plan(state, other)


@kernel
def resample(setup, state, player, seed):
    """Guess a whole plan for those who have submitted; for one who still plans, that he has planned nothing."""
    state.rng = seed
    for other in range(2):
        if other != player and state.submitted[other]:
            state.submitted[other] = 0
            for _ in range(8):
                action = propose(setup, state, other, signed(draw(state)))
                if action == SUBMIT:
                    break
                step(setup, state, other, action)
            state.submitted[other] = 1


@kernel
def canonicalize(setup, state):
    """Blank the last replay and chance, which play no part in what follows; without a limit also the turn."""
    state.rng = 0
    state.replay_turn = 0
    state.replay_ticks = 0
    for slot in range(SLOTS):
        state.fell[slot] = 0
    if not setup.turns:
        state.turn = 0


@kernel
def shape(setup):
    return 12, 8, 8, 20


@kernel
def observe(setup, state, player, planes, scalars):
    """Planes, mine then his.

    Homes (length of list, -1 free), list ends, last shields, nominal tick of the first shot or mine there; edited echo,
    its home.
    """
    for at in range(12 * 64):
        planes[at] = 0
    for at in range(20):
        scalars[at] = 0
    me = player if player < 2 else 0
    for column in range(SIDE):
        planes[setup.home[me * SIDE + column]] = -1
        planes[64 + setup.home[(1 - me) * SIDE + column]] = -1
    for slot in range(SLOTS):
        if state.living >> slot & 1:
            theirs = 1 if setup.side[slot] != me else 0
            length = state.lengths[slot]
            planes[theirs * 64 + setup.home[slot]] = max(1, length)
            planes[(2 + theirs) * 64 + state.tips[slot]] = 1
            if length:
                planes[(4 + theirs) * 64 + state.tips[slot]] = TURN[state.lists[slot * LONGEST + length - 1]]
            cell = setup.home[slot]
            for at in range(length):
                cell = foresee(planes, (6 + theirs) * 64, cell, state.lists[slot * LONGEST + at], at + 1)
    if player < 2 and state.plan_kind[player]:
        slot = player * SIDE + state.plan_column[player]
        cell = setup.home[slot] if state.plan_kind[player] == CREATING else state.tips[slot]
        before = 0 if state.plan_kind[player] == CREATING else state.lengths[slot]
        planes[8 * 64 + state.plan_cell[player]] = 1
        planes[9 * 64 + setup.home[slot]] = 1
        for at in range(state.plan_count[player]):
            code = state.plan[player * 5 + at]
            scalars[10 + at] = code + 1
            planes[10 * 64 + cell] = at + 1
            cell = foresee(planes, 11 * 64, cell, code, before + at + 1)
        scalars[6] = state.plan_kind[player]
        scalars[7] = state.plan_column[player]
        scalars[8] = state.plan_left[player]
        scalars[9] = before
    scalars[0] = state.points[me]
    scalars[1] = state.points[1 - me]
    scalars[2] = state.turn
    scalars[3] = setup.turns
    scalars[4] = state.submitted[me]
    scalars[5] = state.submitted[1 - me]
    scalars[15] = living_of(setup, state.living, me)
    scalars[16] = living_of(setup, state.living, 1 - me)
    scalars[17] = me
    scalars[18] = state.replay_ticks
    scalars[19] = state.over


@kernel
def foresee(planes, plane, cell, code, tick):
    """Note the first tick a shot or mine of this action would be on each tile, with nobody in its way.

    Return where the echo then stands.
    """
    if code < FIRE:
        return cell + STEP[code]
    if code < SHIELD:
        target = REACH[cell * CODES + code]
        while target >= 0:
            if planes[plane + target] == 0 or planes[plane + target] > tick:
                planes[plane + target] = min(tick, 126)
            if code >= MINE:
                break
            target = REACH[target * CODES + code]
            tick += 1
    return cell


@kernel
def estimate(setup, state, player):
    """Living echoes, how near eight they are, and points; a decided match is 1000."""
    if state.over:
        return 0 if not state.winner else 1000 if state.winner == player + 1 else -1000
    mine = living_of(setup, state.living, player)
    his = living_of(setup, state.living, 1 - player)
    race = 300 * abs(mine - his) // (9 - min(8, max(mine, his)))
    value = 60 * (mine - his) + (race if mine > his else -race) + 40 * (state.points[player] - state.points[1 - player])
    return max(-950, min(950, value))


@kernel
def propose(setup, state, player, seed):
    """Draw a sensible legal action: by class first (three extensions in ten), forward more often than not."""
    chance = signed(mix(seed) >> 8) & 0xFFFFF
    if state.plan_kind[player]:
        left = state.plan_left[player]
        if not left:
            return SUBMIT
        forward = 4 * player
        ahead = 2 * player
        for _ in range(8):
            chance = chance * 1103 + 12345 & 0xFFFFF
            kind, turn = (chance >> 4) % 20, (chance >> 9) % 16
            heading = (
                forward
                if turn < 8
                else (forward + 1) % 8
                if turn < 10
                else (forward + 7) % 8
                if turn < 12
                else (chance >> 13) % 8
            )
            if left == 1:
                code = SHIELD + ahead if kind < 15 else WALK + heading
            elif kind < 9:
                code = FIRE + heading
            elif kind < 14:
                code = SHIELD + (ahead if turn < 13 else (chance >> 13) % 4)
            elif kind < 17:
                code = WALK + heading
            elif kind < 19:
                code = DASH + heading // 2
            else:
                code = MINE + heading
            if not refusal(setup, state, player, ACT + code):
                return ACT + code
        return ACT + SHIELD + ahead
    grown = 0
    free = 0
    for column in range(SIDE):
        grown += 1 if not refusal(setup, state, player, EXTEND + column) else 0
        free += 1 if not refusal(setup, state, player, NEW + column) else 0
    base = NEW
    count = free
    if grown and (not free or chance % 10 < 3):
        base = EXTEND
        count = grown
    if not count:
        return RESIGN
    pick = (chance >> 5) % count
    for column in range(SIDE):
        if not refusal(setup, state, player, base + column):
            if not pick:
                return base + column
            pick -= 1
    return RESIGN


# Planning.


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
def take_back(setup, state, player):
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
def commit(setup, state, player):
    """Write a player's plan into the lists, where it stays (EC6, EC7)."""
    slot = player * SIDE + state.plan_column[player]
    before = 0 if state.plan_kind[player] == CREATING else state.lengths[slot]
    count = state.plan_count[player]
    for at in range(count):
        state.lists[slot * LONGEST + before + at] = state.plan[player * 5 + at]
    state.lengths[slot] = before + count
    state.tips[slot] = state.plan_cell[player]
    state.living |= 1 << slot
    state.submitted[player] = 0
    clear_plan(state, player)


# A turn's end.


@kernel
def resolve(setup, state):
    """Both plans are in: replay, count, judge, begin the next turn."""
    commit(setup, state, 0)
    commit(setup, state, 1)
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
def decide(mine, his, my_points, his_points):
    """Who wins, 1 (me) or 2, and why: winner + 4 * reason, or 0 to play on (EC50-EC55, EC65)."""
    if (mine >= SIDE) != (his >= SIDE):
        return (1 if mine >= SIDE else 2) + 4 * EIGHT
    if (mine == 0) != (his == 0):
        return (1 if his == 0 else 2) + 4 * ELIMINATION
    if (my_points >= TO_WIN or his_points >= TO_WIN) and my_points != his_points:
        return (1 if my_points > his_points else 2) + 4 * POINTS
    return 0


@kernel
def judge(setup, state):
    """End the match if a condition is met; return whether it was."""
    found = decide(
        living_of(setup, state.living, 0), living_of(setup, state.living, 1), state.points[0], state.points[1]
    )
    if found:
        finish(state, found & 3, found >> 2)
    return found


@kernel
def adjudicate(setup, state):
    """The turn limit: points, then living echoes, else a draw (EC56)."""
    ahead = state.points[0] - state.points[1]
    if ahead == 0:
        ahead = living_of(setup, state.living, 0) - living_of(setup, state.living, 1)
    finish(state, 1 if ahead > 0 else 2 if ahead < 0 else 0, LIMIT_REACHED)


@kernel
def stuck(state):
    """Whether some player could neither create nor extend (EC66)."""
    for player in range(2):
        can = 0
        for slot in range(player * SIDE, player * SIDE + SIDE):
            if not state.living >> slot & 1 or state.lengths[slot] < LONGEST - 2:
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


# The replay. A board is 64 numbers: shots by direction 0-7, mines 8, then the places named here.
# Everything that replays (matches, position files, previews, puzzles, search) does it by `place` and `advance`.

COUNT, DIED, BLOCKED, CLASHED, ORDER, CELL, GUARD = 9, 10, 11, 12, 16, 32, 48


@kernel
def place(living, home, board):
    """Put all living echoes on their start tiles (tick 0, EC21, EC43); `board` must be zero."""
    count = 0
    for slot in range(SLOTS):
        if living >> slot & 1:
            board[ORDER + count] = slot
            board[CELL + slot] = home[slot]
            count += 1
    board[COUNT] = count


@kernel
def farthest(lengths, board):
    """The last tick that would be run now: dead lists do not count (EC41)."""
    last = 0
    for at in range(board[COUNT]):
        last = max(last, lengths[board[ORDER + at]])
    return last


@kernel
def advance(lists, lengths, board, fell, tick, last):
    """Run one tick on the board (EC23) and return the last tick to run.

    Notes deaths in `fell`, and slots and tiles in DIED, BLOCKED, CLASHED.
    """
    # Shots move; those that leave the board vanish. Masks are taken so that no number passes 64 bits.
    board[0] = board[0] >> 8 & 0x00FFFFFFFFFFFFFF
    board[1] = board[1] >> 7 & 0x00FEFEFEFEFEFEFE
    board[2] = (board[2] & 0x7F7F7F7F7F7F7F7F) << 1
    board[3] = (board[3] & 0x007F7F7F7F7F7F7F) << 9
    board[4] = (board[4] & 0x00FFFFFFFFFFFFFF) << 8
    board[5] = (board[5] & 0x00FEFEFEFEFEFEFE) << 7
    board[6] = board[6] >> 1 & 0x7F7F7F7F7F7F7F7F
    board[7] = board[7] >> 9 & 0x007F7F7F7F7F7F7F
    once = board[8]  # tiles with a shot or mine, and with two or more
    twice = 0
    for heading in range(8):
        twice |= once & board[heading]
        once |= board[heading]
    here = 0  # tiles with an echo, and with two or more
    crowd = 0
    count = board[COUNT]
    for at in range(count):
        slot = board[ORDER + at]
        cell = board[CELL + slot]
        if tick <= lengths[slot]:  # others are idle: their last shield stays (EC36, EC39)
            code = lists[slot * LONGEST + tick - 1]
            board[GUARD + slot] = TURN[code]
            if code < FIRE:
                cell += STEP[code]
                board[CELL + slot] = cell
            elif code < SHIELD:
                bit = 1 << cell + STEP[code]
                twice |= once & bit
                once |= bit
                board[FLIGHT[code]] |= bit
        bit = 1 << cell
        crowd |= here & bit
        here |= bit
    clash = twice | crowd | once & here
    died = 0
    blocked = 0
    if clash:
        deadly = twice | crowd
        at = 0
        while at < count:
            slot = board[ORDER + at]
            bit = 1 << board[CELL + slot]
            safe = 1
            if clash & bit:
                safe = 0
                guard = board[GUARD + slot]
                if guard and not deadly & bit:  # one shot or mine and nothing else: a shot may be stopped (EC30-EC33)
                    for heading in range(8):
                        if board[heading] & bit:
                            safe = COVERS[guard * 8 + heading]
                if safe:
                    board[GUARD + slot] = 0
                    blocked |= 1 << slot
            if safe:
                at += 1
            else:
                died |= 1 << slot
                fell[slot] = tick
                count -= 1
                board[ORDER + at] = board[ORDER + count]
        for thing in range(9):
            board[thing] &= ~clash
        if died:
            board[COUNT] = count
            last = farthest(lengths, board)
    board[DIED] = died
    board[BLOCKED] = blocked
    board[CLASHED] = clash
    return last


@kernel
def replay(living, lists, lengths, home, board, fell, more):
    """Replay lists from tick 1, and `more` ticks past the end with all idle; return the last regular tick.

    `board` and `fell` must be zero.
    """
    place(living, home, board)
    tick = 0
    last = farthest(lengths, board)
    while tick < last:
        tick += 1
        last = advance(lists, lengths, board, fell, tick, last)
    for late in range(more):
        advance(lists, lengths, board, fell, tick + late + 1, last)
    return tick


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
