"""A sealed turn as a matrix game, compiled, for any game that offers whole plans (the `plan_` functions of game.py).

The rows of the matrix are plans of player 1, its columns plans of player 2, and an entry is the value of the position
after both: player 1 wants it high, player 2 low. It begins with a few plans of each side; then each side in turn adds
the best answers it finds to the other's mixture (`respond`). Regret matching solves the matrix: it gives each side a
mixture, from which a plan is drawn, so that the choice cannot be read. `spent` counts the pairs of plans played.

These are drivers: `kernel.bind` puts a game in the place of the name `game`.
"""

from gridhall.agents.players import draw_below, next_seed
from gridhall.kernel import copy, kernel

game = None  # filled by kernel.bind

MOST = 96  # plans of a side in one matrix
NEAR, FRESH = 6, 2  # likeliest plans of the other side, and new ones, that a best response is measured against
KEPT = 3  # best responses added at a time
FEWEST = 60  # candidates that are measured against all
# Numbers that are handed to kernels which are not inlined stand in tables: Numba would compile such a kernel anew for
# each literal.
STYLE = (0, 1, 2)  # of drawing a plan: templates, any new list, any extension
SHARE = (30, 15)  # percent of templates that extend: usually, and of slips
ROUNDS = (400, 100, 1000)  # of regret matching: this turn, a turn that follows, what comes of it


@kernel(inline=False)
def worth(setup, state, scratch, first, second, spent):
    """The value of the position after both players' plans; modifies scratch and counts in `spent`."""
    spent[0] += 1
    copy(scratch, state)
    game.plan_play(setup, scratch, first, second)
    return game.plan_value(setup, scratch)


@kernel(inline=False)
def fill(setup, state, scratch, plans, matrix, rows, columns, from_row, from_column, spent):
    """Fill in the entries of which at least one plan is new: a row from `from_row` or a column from `from_column`."""
    for row in range(rows):
        for column in range(from_column if row < from_row else 0, columns):
            matrix[row, column] = worth(setup, state, scratch, plans[0, row], plans[1, column], spent)


@kernel(inline=False)
def regret_matching(matrix, rows, columns, rounds, work, mixes):
    """Solve the matrix game (regret matching plus, linear averages); writes both mixtures and returns the value.

    `work` has rows for each side: its regrets (0, 1), the sum of its mixtures (2, 3), and its mixture of now (4, 5).
    """
    for i in range(MOST):
        for part in range(6):
            work[part, i] = 0.0
    for turn in range(rounds):
        for side in range(2):
            count, total = (rows, 0.0) if side == 0 else (columns, 0.0)
            for i in range(count):
                total += work[side, i]
            for i in range(count):
                work[4 + side, i] = work[side, i] / total if total > 0 else 1.0 / count
                work[2 + side, i] += (turn + 1) * work[4 + side, i]
        value = 0.0
        for row in range(rows):
            gain = 0.0
            for column in range(columns):
                gain += matrix[row, column] * work[5, column]
            mixes[0, row] = gain  # scratch until the end
            value += gain * work[4, row]
        for row in range(rows):
            work[0, row] = max(0.0, work[0, row] + mixes[0, row] - value)
        for column in range(columns):
            loss = 0.0
            for row in range(rows):
                loss += matrix[row, column] * work[4, row]
            work[1, column] = max(0.0, work[1, column] + value - loss)
    for side in range(2):
        count, total = (rows, 0.0) if side == 0 else (columns, 0.0)
        for i in range(count):
            total += work[2 + side, i]
        for i in range(MOST):
            mixes[side, i] = work[2 + side, i] / total if i < count else 0.0
    value = 0.0
    for row in range(rows):
        for column in range(columns):
            value += mixes[0, row] * mixes[1, column] * matrix[row, column]
    return value


@kernel
def sort_down(order, scores, count):
    """Order candidates, best first (shell sort)."""
    gap = count // 2
    while gap > 0:
        for i in range(gap, count):
            this, j = order[i], i
            while j >= gap and scores[order[j - gap]] < scores[this]:
                order[j] = order[j - gap]
                j -= gap
            order[j] = this
        gap //= 2


@kernel(inline=False)
def respond(
    setup, state, scratch, plans, counts, mixes, side, tremble, samples, seed,
    candidates, scores, order, rivals, weights, spent,
):  # fmt: skip
    """Draw `samples` plans of a side, and add the KEPT best against the other side's likeliest plans.

    With the chance `tremble` the other side plays something else: a few freshly drawn plans stand for that. The arrays
    from `candidates` to `weights` are scratch.
    """
    other = 1 - side
    count, total = 0, 0.0
    for i in range(counts[other]):
        order[i] = i
    sort_by_mix(order, mixes, other, counts[other])
    for i in range(min(NEAR, counts[other])):
        if mixes[other, order[i]] >= 0.01 or i == 0:
            for k in range(game.PLAN):
                rivals[count, k] = plans[other, order[i], k]
            weights[count] = mixes[other, order[i]]
            total += weights[count]
            count += 1
    for i in range(count):
        weights[i] *= (1.0 - tremble) / total
    if tremble > 0:
        for _ in range(FRESH):
            seed = next_seed(seed)
            game.plan_draw(setup, state, other, seed, STYLE[0], SHARE[0], rivals[count])
            weights[count] = tremble / FRESH
            count += 1
    for i in range(samples):
        seed = next_seed(seed)
        style = draw_below(seed, 100)
        seed = next_seed(seed)
        game.plan_draw(
            setup, state, side, seed, STYLE[0 if style < 35 else 1 if style < 70 else 2], SHARE[0], candidates[i]
        )
        scores[i] = 0.0
        order[i] = i
    alive = samples
    for rival in range(count):
        for i in range(alive):
            mine, other_plan = candidates[order[i]], rivals[rival]
            if side == 0:
                scores[order[i]] += weights[rival] * worth(setup, state, scratch, mine, other_plan, spent)
            else:
                scores[order[i]] -= weights[rival] * worth(setup, state, scratch, other_plan, mine, spent)
        if rival == 0 or rival == 1 or rival == 3:
            sort_down(order, scores, alive)
            alive = min(alive, max(FEWEST, alive // (4 if rival == 0 else 3)))
    sort_down(order, scores, alive)
    for i in range(min(KEPT, alive)):
        if counts[side] < MOST:
            for k in range(game.PLAN):
                plans[side, counts[side], k] = candidates[order[i], k]
            counts[side] += 1


@kernel
def sort_by_mix(order, mixes, side, count):
    """Order a side's plans, likeliest first (insertion: there are few)."""
    for i in range(1, count):
        this, j = order[i], i
        while j > 0 and mixes[side, order[j - 1]] < mixes[side, this]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = this


@kernel(inline=False)
def solve_turn(
    setup, state, scratch, plans, counts, matrix, mixes, work, candidates, scores, order, rivals, weights,
    seed, inner, templates, times, samples, tremble, spent,
):  # fmt: skip
    """Find both sides' mixtures for a turn in which nothing is planned; returns its value for player 1.

    `inner` is 0 for the turn to be played and 1 for one that follows, which is solved with less effort.
    """
    value, row, column = 0.0, 0, 0
    for turn in range(times + 1):
        for side in range(2):
            if turn == 0:
                counts[side] = game.plan_first(setup, state, side, plans[side])
                for _ in range(templates):
                    if counts[side] < MOST:
                        seed = next_seed(seed)
                        game.plan_draw(setup, state, side, seed, STYLE[0], SHARE[0], plans[side, counts[side]])
                        counts[side] += 1
            else:
                seed = next_seed(seed)
                respond(
                    setup, state, scratch, plans, counts, mixes, side, tremble, samples, seed,
                    candidates, scores, order, rivals, weights, spent,
                )  # fmt: skip
        fill(setup, state, scratch, plans, matrix, counts[0], counts[1], row, column, spent)
        row, column = counts[0], counts[1]
        value = regret_matching(matrix, counts[0], counts[1], ROUNDS[inner], work, mixes)
    return value


@kernel
def look_ahead(
    setup, state, following, scratch, plans, counts, matrix, mixes, work,
    inner_plans, inner_counts, inner_matrix, inner_mixes, candidates, scores, order, rivals, weights,
    seed, wide, templates, times, samples, tremble, spent,
):  # fmt: skip
    """Keep the `wide` best plans of each side and solve the turn after each pair of them.

    The values of these turns are the entries of a smaller matrix, which is solved in the end.
    """
    for side in range(2):
        other = 1 - side
        for i in range(counts[side]):
            payoff = 0.0
            for j in range(counts[other]):
                payoff += mixes[other, j] * (matrix[i, j] if side == 0 else -matrix[j, i])
            scores[i] = mixes[side, i] + 0.3 * payoff
            order[i] = i
        sort_down(order, scores, counts[side])
        kept = min(wide, counts[side])
        for i in range(kept):
            for k in range(game.PLAN):
                inner_plans[side, i, k] = plans[side, order[i], k]
        counts[side] = kept
        for i in range(kept):
            for k in range(game.PLAN):
                plans[side, i, k] = inner_plans[side, i, k]
    for row in range(counts[0]):
        for column in range(counts[1]):
            copy(following, state)
            game.plan_play(setup, following, plans[0, row], plans[1, column])
            if game.acting(setup, following) == 0:
                matrix[row, column] = game.plan_value(setup, following)
            else:
                seed = next_seed(seed)
                matrix[row, column] = 0.97 * solve_turn(
                    setup, following, scratch, inner_plans, inner_counts, inner_matrix, inner_mixes, work,
                    candidates, scores, order, rivals, weights,
                    seed, STYLE[1], templates, times, samples, tremble, spent,
                )  # fmt: skip
    return regret_matching(matrix, counts[0], counts[1], ROUNDS[2], work, mixes)


@kernel
def slip(setup, state, scratch, player, seed, plan):
    """Draw a plan without looking at the other side's, but none that harms its own side (`plan_careless`).

    Nothing is planned in `state`.
    """
    for _ in range(32):
        seed = next_seed(seed)
        game.plan_draw(setup, state, player, seed, STYLE[0], SHARE[1], plan)
        if game.plan_careless(setup, state, scratch, player, plan) == 0:
            return


@kernel
def enter(setup, view, player, plan):
    """The next action that enters a plan."""
    return game.plan_act(setup, view, player, plan)
