"""How good a position between two turns is, by what a replay of the survivors would bring."""

from gridhall.games.echoes.codes import FIRE, LONGEST, MINE
from gridhall.games.echoes.rules import SIDE, living_of
from gridhall.games.echoes.ticks import GUARD, SLOTS, advance, farthest, place
from gridhall.kernel import kernel, zeros

LATE = 12  # ticks looked past the end of a replay
HOME_ROWS = (-72057594037927936, 255)  # bits of player 1's and player 2's home row
NEVER = 99  # later than any tick
# What is counted for a side: counts[feature + side].
EARLY, SOON, LATER = 0, 2, 4  # deaths in the replay, up to three ticks after it, and after that
SHOTS, GUARDS, SURVIVORS = 6, 8, 10  # shots (three a list at most), shields that face forward at the end, the living
FIRST, LENGTH, EXPOSED = 12, 14, 16  # whether it suffers the first death; its longest list; free home tiles under fire


@kernel
def squash(value):
    """A smooth step from -1 to 1 (close to tanh, but alike on every machine)."""
    value = min(3.0, max(-3.0, value))
    return value * (27.0 + value * value) / (27.0 + 9.0 * value * value)


@kernel
def lead(counts, feature):
    """How much more player 1 has of something."""
    return counts[feature] - counts[feature + 1]


@kernel
def sign(number):
    return (number > 0) * 1.0 - (number < 0) * 1.0


@kernel
def only(mine, theirs):
    """1.0 if only the first number is above zero, -1.0 if only the second is."""
    return (mine > 0 and theirs == 0) * 1.0 - (theirs > 0 and mine == 0) * 1.0


@kernel(inline=False)
def plan_value(setup, state):
    """How good a position is for player 1, from -1 to 1.

    Replay the survivors once more, look LATE ticks past the end, count what happens on each side, and weigh it. Once
    both sides have eight echoes, deaths and shields weigh more, and how many echoes there are does not count.
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
        for kind in range(9):
            visited |= board[kind]
    first_death = NEVER
    for slot in range(SLOTS):
        if not state.living >> slot & 1:
            continue
        side, death = setup.side[slot], fell[slot]
        shots = 0
        for at in range(state.lengths[slot]):
            code = state.lists[slot * LONGEST + at]
            shots += FIRE <= code < MINE
        counts[SHOTS + side] += min(3, shots)
        if death:
            counts[(EARLY if death <= end else SOON if death <= end + 3 else LATER) + side] += 1
            first_death = min(first_death, death)
        else:
            counts[SURVIVORS + side] += 1
            counts[GUARDS + side] += board[GUARD + slot] == 1 + 2 * side
            counts[LENGTH + side] = max(counts[LENGTH + side], state.lengths[slot])
    for slot in range(SLOTS):
        if state.living >> slot & 1 and fell[slot] == first_death:
            counts[FIRST + setup.side[slot]] = 1
    for side in range(2):
        threatened = visited & HOME_ROWS[side]
        for column in range(SIDE):
            slot = side * SIDE + column
            if not state.living >> slot & 1 and threatened >> setup.home[slot] & 1:
                counts[EXPOSED + side] += 1
    red, blue = living_of(setup, state.living, 0), living_of(setup, state.living, 1)
    full = red == SIDE and blue == SIDE
    points, other = state.points[0], state.points[1]
    total = -lead(counts, EARLY) * (1.0 if full else 0.30) + -lead(counts, SOON) * (0.5 if full else 0.15)
    total += -lead(counts, LATER) * (0.3 if full else 0.12) + lead(counts, SHOTS) * (0.12 if full else 0.10)
    total += lead(counts, GUARDS) * (0.30 if full else 0.20) + lead(counts, SURVIVORS) * 0.30
    total += only(counts[SURVIVORS], counts[SURVIVORS + 1]) * (0.30 if full else 0.20)
    total += (points - other) * (0.10 if full else 0.08) + (points * points - other * other) / 10.0 * 0.05
    if first_death < NEVER:
        if first_death <= end + 3:
            total += -lead(counts, FIRST) * (0.4 if full else 0.05)
        total += -lead(counts, FIRST) * (0.2 if full else 0.05)
    if not full:
        total += 0.25 * (red - blue) + 2.0 * (red - blue) / (9.0 - min(8, max(red, blue)))
        total += 0.08 * -lead(counts, EXPOSED)
        total += 0.02 * sign(lead(counts, LENGTH))
    return 0.98 * squash(total)
