"""The fewest moves that can still win, for searches; the distances behind it are those of distances.py.

Forget all gates. Every dark beacon must be visited, and then the exit. So no win is shorter than the way to any two of
the dark beacons, in the better order, and from there to the exit.
"""

from gridhall.games.phase_shift.rules import LAYER, MARKED, PLACES, RUNNING, SOLVED
from gridhall.kernel import kernel


@kernel
def bound(setup, state):
    """A number of moves that is never more than are still needed to win; -1 if winning has become impossible."""
    if state.ending != RUNNING:
        return 0 if state.ending == SOLVED else -1
    here = state.phase * LAYER + state.cell
    needed = setup.ways[here] - 1
    if needed < 0:
        return -1
    for n in range(setup.marked):
        if is_lit(state, setup.marks[n]):
            continue
        way = setup.ways[(n + 1) * PLACES + here] - 1
        if way < 0:
            return -1
        out = setup.legs[n * MARKED + n]
        needed = max(needed, way + out)
        for other in range(n):
            if not is_lit(state, setup.marks[other]):
                other_first = setup.ways[(other + 1) * PLACES + here] - 1 + out
                this_first = way + setup.legs[other * MARKED + other]
                needed = max(needed, setup.legs[n * MARKED + other] + min(other_first, this_first))
    return max(1, needed)


@kernel
def is_lit(state, cell):
    return state.lit[(cell >> 5) - 1] >> (cell & 31) & 1
