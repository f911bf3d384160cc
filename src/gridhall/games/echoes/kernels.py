"""Whole turns at machine speed: every list one may plan, and the replay of each against lists that stay as they are.

Puzzles are proved with it. The rules are those of rules.py: a list is legal by COST and REACH, and played by `replay`.
"""

from gridhall.games.echoes.rules import CODES, COST, FIRE, LONGEST, REACH, SLOTS, decide, living_of, replay
from gridhall.kernel import kernel, zeros

ROW = 6  # a list of one turn: its length, then up to five codes


@kernel
def lists_from(cell, budget, rows):
    """Write every list from a tile that costs exactly `budget` into `rows` (ROW numbers each) while there is room.

    Return how many there are.
    """
    codes = zeros(6)
    cells = zeros(6)
    left = zeros(6)
    room = len(rows) // ROW
    cells[0] = cell
    left[0] = budget
    codes[0] = -1
    depth = 0
    count = 0
    while depth >= 0:
        codes[depth] += 1
        code = codes[depth]
        if code == CODES:
            depth -= 1
            continue
        target = REACH[cells[depth] * CODES + code]
        rest = left[depth] - COST[code]
        if rest < 0 or target < 0:
            continue
        if rest:
            depth += 1
            cells[depth] = target if code < FIRE else cells[depth - 1]
            left[depth] = rest
            codes[depth] = -1
            continue
        if count < room:
            rows[count * ROW] = depth + 1
            for at in range(depth + 1):
                rows[count * ROW + 1 + at] = codes[at]
        count += 1
    return count


@kernel
def write_list(lists, lengths, slot, before, rows, number):
    """Put one of `rows` after the first `before` actions of a slot."""
    length = rows[number * ROW]
    for at in range(length):
        lists[slot * LONGEST + before + at] = rows[number * ROW + 1 + at]
    lengths[slot] = before + length


@kernel
def replay_each(living, lists, lengths, home, slot, before, rows, results):
    """Replay once for each of `rows` as the slot's list after `before` actions; `living` has the slot. Modifies that
    list.

    results[i] is the set of destroyed slots (bits 0-15) and the last tick (from bit 16).
    """
    for number in range(len(results)):
        write_list(lists, lengths, slot, before, rows, number)
        board = zeros(64)
        fell = zeros(16)
        last = replay(living, lists, lengths, home, board, fell, 0)
        died = 0
        for one in range(SLOTS):
            if fell[one]:
                died |= 1 << one
        results[number] = died | last << 16


@kernel
def meets(setup, living, points_1, points_2, died, player, destroy, lose, win):
    """Whether a replay reached a goal.

    Destroyed at least so many, lost at most so many, and, if `win`, won for that reason (or any, 9).
    """
    his = living_of(setup, died, 1 - player)
    mine = living_of(setup, died, player)
    if his < destroy or mine > lose:
        return 0
    if not win:
        return 1
    left = living & ~died
    lost_1 = living_of(setup, died, 0)
    lost_2 = living_of(setup, died, 1)
    found = decide(living_of(setup, left, 0), living_of(setup, left, 1), points_1 + lost_2, points_2 + lost_1)
    return 1 if found & 3 == player + 1 and (win == 9 or found >> 2 == win) else 0


@kernel
def count_goal(setup, living, points_1, points_2, results, player, destroy, lose, win, first):
    """How many results reach a goal; first[0] becomes the number of the first one."""
    count = 0
    for number in range(len(results)):
        if meets(setup, living, points_1, points_2, results[number] & 0xFFFF, player, destroy, lose, win):
            if not count:
                first[0] = number
            count += 1
    return count
