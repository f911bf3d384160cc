"""Many whole matches by the random, the greedy and the searching player, for measuring balance and speed.

The dice of each match follow WG3 from a seed of its own.
"""

from gridhall.games.warpgrid.greedy import CHARGES, play_out
from gridhall.games.warpgrid.rules import ENTERED, OVER, ROLL_1_1, STOOD, enter_grid, refusal, score, start, step
from gridhall.games.warpgrid.search import play_searching
from gridhall.kernel import copy, kernel
from gridhall.rng import below, mix

COLUMNS = 5  # of the results: how it ended, grid, turns, score, decisions or searches


@kernel
def note(setup, state, results, match, decisions):
    """Write a match's row of results."""
    results[match * COLUMNS] = state.ending
    results[match * COLUMNS + 1] = state.grid
    results[match * COLUMNS + 2] = state.turn
    results[match * COLUMNS + 3] = score(setup, state, 0)
    results[match * COLUMNS + 4] = decisions


@kernel
def random_matches(setup, states, results, first, count):
    """Play any legal word. `states` has three records: the match, a fresh one, and one for the player's own dice."""
    state, fresh, own = states[0], states[1], states[2]
    own.rng = mix(first + 1)
    for match in range(count):
        copy(state, fresh)
        state.rng = first + match
        start(setup, state)
        decisions = 0
        while state.phase != OVER:
            options, legal = 0, 0
            for action in range(ROLL_1_1):
                if refusal(setup, state, 0, action) == 0:
                    legal |= 1 << action
                    options += 1
            chosen = below(own, options)
            action = 0
            while chosen > 0 or legal >> action & 1 == 0:
                chosen -= legal >> action & 1
                action += 1
            step(setup, state, 0, action)
            decisions += 1
        note(setup, state, results, match, decisions)


@kernel
def greedy_matches(setup, states, results, first, count):
    """Play the best-looking way of each turn."""
    state, fresh = states[0], states[1]
    for match in range(count):
        copy(state, fresh)
        state.rng = first + match
        start(setup, state)
        while state.phase != OVER:
            play_out(setup, state)
        note(setup, state, results, match, state.turn)


@kernel
def search_matches(setup, states, results, first, count, ends, plans, looks, prints, sums, tries):
    """Play by search; `tries` as in `search`."""
    state, fresh = states[0], states[1]
    for match in range(count):
        copy(state, fresh)
        state.rng = first + match
        start(setup, state)
        searches = play_searching(
            setup, state, ends, plans, looks, prints, sums, states[2], tries, (first + match) * 7_919 + 11
        )
        note(setup, state, results, match, searches)


@kernel
def grids_left(setup, states, grid, charge, count, seed, left):
    """Enter a grid with a charge `count` times and leave it greedily.

    left[c] counts the matches that leave it with c cells, left[CHARGES] those that are lost.
    """
    state, fresh = states[0], states[1]
    for number in range(count):
        copy(state, fresh)
        state.rng = mix(seed + number)
        state.charge = charge
        enter_grid(state, grid)
        play_out(setup, state)
        left[CHARGES if state.ending in (STOOD, ENTERED) else state.charge] += 1
