"""The searching player, which tries the best-looking ways of a turn by greedy play-outs to the end of the grid.

Play-outs of different ways use the same dice, so that the ways are compared and not their luck.
"""

from gridhall.games.warpgrid.greedy import ONE, chance, play_out, roll, worth
from gridhall.games.warpgrid.records import CELLS
from gridhall.games.warpgrid.rules import ESCAPED, MOVING, OVER, choose
from gridhall.games.warpgrid.ways import load, lowest, next_way, save
from gridhall.kernel import copy, kernel, zeros
from gridhall.rng import mix

WAYS = 1024  # room for the ends of all ways; the most seen is under 600
KEPT = 16  # how many of them are tried
PLAN = 16  # room for the choices of a way
SEEDS_A_TURN = 1_000_003  # apart: more than the play-outs of one search, so that two never share dice


@kernel
def fingerprint(state):
    """A number that is the same for two states with the same future."""
    key = state.charge * 64 + state.cell + 1
    key = key * 8 + state.direction + 1
    key = key * 8 + state.grid
    key = key * 8 + state.ending
    key = key * 8 + state.field_left
    for cell in range(CELLS):
        key = ((key * 1099511628211) ^ state.levels[cell]) & 0x3FFFFFFFFFFFFFF
        key ^= key >> 29
    return key


@kernel
def all_ways(setup, state, ends, plans, looks, prints):
    """Write the different ends of all ways, their choices and how good they look; return how many.

    `prints` holds their fingerprints. The state stays as it is.
    """
    saved = zeros(1024)
    tried = zeros(16)
    path = zeros(16)
    grid = state.grid
    save(state, saved, 0)
    tried[0] = lowest(state.phase)
    count = 0
    depth = next_way(setup, state, saved, tried, path, 0)
    while depth >= 0:
        key = fingerprint(state) * 16 + path[0]  # ends of different first choices stay apart
        known = 0
        while known < count and prints[known] != key:
            known += 1
        if known == count and count < WAYS:
            copy(ends[count], state)
            for place in range(PLAN):
                plans[count * PLAN + place] = path[place] if place <= depth else -1
            looks[count] = worth(state, grid)
            prints[count] = key
            count += 1
        load(state, saved, depth)
        depth = next_way(setup, state, saved, tried, path, depth)
    return count


@kernel
def settled(state, grid):
    """The chance to win where it needs no play-out, in millionths; else -1."""
    if state.phase == OVER:
        return ONE if state.ending == ESCAPED else 0
    return chance(state.grid, state.charge) if state.grid > grid else -1


@kernel
def try_way(setup, end, scratch, count, seed, sums):
    """Add `count` play-outs from the end of a way to its sums: their number, the total, the total of squares.

    Values are in millionths, squares those of thousandths.
    """
    for number in range(count):
        copy(scratch, end)
        scratch.rng = mix(seed + number)
        value = play_out(setup, scratch)
        sums[0] += 1
        sums[1] += value
        sums[2] += (value // 1000) * (value // 1000)


@kernel
def search(setup, state, ends, plans, looks, prints, sums, scratch, tries, seed):
    """Choose a way by halving, and return its number.

    The best-looking 16 are tried, `tries` play-outs each; the worse half is dropped and the rest tried twice as often,
    until one is left. `sums` (3 a way) tell what was tried.
    """
    grid = state.grid
    count = all_ways(setup, state, ends, plans, looks, prints)
    kept = zeros(16)
    values = zeros(16)
    number = 0
    for way in range(count):  # insertion: the best-looking first
        place = min(number, KEPT)
        while place > 0 and looks[way] > looks[kept[place - 1]]:
            if place < KEPT:
                kept[place] = kept[place - 1]
            place -= 1
        if place < KEPT:
            kept[place] = way
            number = min(KEPT, number + 1)
    for place in range(number * 3):
        sums[kept[place // 3] * 3 + place % 3] = 0
    done = 0
    while number > 1:
        for place in range(number):
            way = kept[place]
            values[place] = settled(ends[way], grid)
            if values[place] < 0:
                try_way(setup, ends[way], scratch, tries, seed + done, sums[way * 3 : way * 3 + 3])
                values[place] = sums[way * 3 + 1] // sums[way * 3]
        done += tries
        tries *= 2
        for place in range(1, number):  # insertion: the best first
            way, value, to = kept[place], values[place], place
            while to > 0 and value > values[to - 1]:
                kept[to] = kept[to - 1]
                values[to] = values[to - 1]
                to -= 1
            kept[to] = way
            values[to] = value
        number = (number + 1) // 2
        if settled(ends[kept[0]], grid) >= 0 and (number == 1 or settled(ends[kept[1]], grid) >= 0):
            number = 1
    return kept[0]


@kernel
def play_searching(setup, state, ends, plans, looks, prints, sums, scratch, tries, seed):
    """Play a match on by search; return how many searches it took.

    Dice come from `state.rng`, the play-outs' from `seed`.
    """
    turns = 0
    while state.phase != OVER:
        if state.phase == MOVING:
            roll(state)
            continue
        way = search(setup, state, ends, plans, looks, prints, sums, scratch, tries, seed + turns * SEEDS_A_TURN)
        turns += 1
        for place in range(PLAN):
            if plans[way * PLAN + place] >= 0:
                choose(state, plans[way * PLAN + place])
    return turns


@kernel
def cut(count, plans, values, alive, limit):
    """Keep of each first choice the `limit` best ways that are alive."""
    for way in range(count):
        if alive[way]:
            better = 0
            for other in range(count):
                if alive[other] and plans[other * PLAN] == plans[way * PLAN]:
                    better += values[other] > values[way] or (values[other] == values[way] and other < way)
            if better >= limit:
                alive[way] = 2  # out after this round
    for way in range(count):
        alive[way] = alive[way] == 1


@kernel
def weigh(setup, state, ends, plans, looks, prints, sums, alive, scratch, tries, seed):
    """Find the best way of each first choice, as `search` does, and then estimate it by fresh play-outs.

    They must be fresh because a way that was chosen for its play-outs has been lucky in them. Return how many ways
    there are; `alive` marks the best of each first choice, `looks` has its chance to win in millionths, and `sums` its
    fresh play-outs. Each first choice gets 128 times `tries` play-outs.
    """
    grid = state.grid
    count = all_ways(setup, state, ends, plans, looks, prints)
    for way in range(count):
        alive[way] = 1
    cut(count, plans, looks, alive, KEPT)
    limit, done = KEPT, 0
    while limit:
        limit //= 2
        last = limit == 0
        often = 64 * tries if last else tries * (KEPT // 2 // limit)
        for way in range(count):
            if alive[way]:
                if last or limit == KEPT // 2:
                    sums[way * 3] = 0
                    sums[way * 3 + 1] = 0
                    sums[way * 3 + 2] = 0
                looks[way] = settled(ends[way], grid)
                if looks[way] < 0:
                    try_way(setup, ends[way], scratch, often, seed + done, sums[way * 3 : way * 3 + 3])
                    looks[way] = sums[way * 3 + 1] // sums[way * 3]
        done += often
        if not last:
            cut(count, plans, looks, alive, limit)
    return count
