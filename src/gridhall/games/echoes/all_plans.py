"""Every list that may be planned in one turn, each replayed against lists that stay as they are. Puzzles are proved so.

Lists are legal by `act_refusal` and played by `replay`, so the rules stand in rules.py and ticks.py only.
"""

from gridhall.games.echoes.codes import CODES, COST, FIRE, LONGEST, REACH
from gridhall.games.echoes.rules import act_refusal, decide, living_of
from gridhall.games.echoes.ticks import SLOTS, replay
from gridhall.kernel import kernel, zeros

ROW = 6  # a list of one turn: its length, then up to five codes
ANY_WIN = 9  # as a goal: a win for whatever reason


@kernel
def lists_from(cell, budget, rows):
    """Write every list that starts on a tile and costs exactly `budget` into `rows`, ROW numbers each.

    Return how many there are, also those for which `rows` has no room.
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
        if act_refusal(cells[depth], left[depth], code):
            continue
        rest = left[depth] - COST[code]
        if rest:
            depth += 1
            cells[depth] = REACH[cells[depth - 1] * CODES + code] if code < FIRE else cells[depth - 1]
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
    """Replay once for each of `rows`, put after the first `before` actions of a slot; `living` has the slot.

    Modifies that list. results[i] is the set of destroyed slots (bits 0-15) and the last tick (from bit 16).
    """
    for number in range(len(results)):
        write_list(lists, lengths, slot, before, rows, number)
        board = zeros(64)
        fell = zeros(16)
        last = replay(living, lists, lengths, home, board, fell, 0)
        died = 0
        for victim in range(SLOTS):
            if fell[victim]:
                died |= 1 << victim
        results[number] = died | last << 16


@kernel
def meets(setup, living, points_1, points_2, died, player, destroy, lose, win):
    """Whether a replay reached a goal: it destroyed at least `destroy` echoes and lost at most `lose`.

    If `win` is not 0, it must also have won for that reason, or for any (ANY_WIN).
    """
    if living_of(setup, died, 1 - player) < destroy or living_of(setup, died, player) > lose:
        return 0
    if not win:
        return 1
    left = living & ~died
    lost_1 = living_of(setup, died, 0)
    lost_2 = living_of(setup, died, 1)
    verdict = decide(living_of(setup, left, 0), living_of(setup, left, 1), points_1 + lost_2, points_2 + lost_1)
    return 1 if verdict & 3 == player + 1 and (win == ANY_WIN or verdict >> 2 == win) else 0


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
