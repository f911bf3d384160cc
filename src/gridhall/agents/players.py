"""The simple players, compiled, for every game: uniform, proposed and greedy; and the chance that all players use.

These are drivers: `kernel.bind` puts a game in the place of the name `game` (after `choice.with_defaults`: it has
`propose` and `estimate`). They get views: what is hidden is guessed anew (`resample`) for each look ahead.
"""

from gridhall.game import DRAWN, PLAYING, WON
from gridhall.kernel import add64, copy, kernel, signed
from gridhall.rng import mix

game = None  # filled by kernel.bind

SCALE = 1000  # values are integers from -SCALE to SCALE, so that every machine adds them up alike
GUESSES = 8  # actions that `uniform` tries before it lists all of them


@kernel
def draw_below(seed, count):
    """A number below `count` from a seed."""
    return signed(mix(seed) >> 33) * count >> 31


@kernel
def next_seed(seed):
    """Another seed; seeds here have 62 bits, so that they are signed numbers that are never negative."""
    return signed(mix(add64(seed, 0x9E3779B97F4A7C15)) >> 2)


@kernel
def uniform(setup, state, player, seed):
    """A legal action, each as likely as the others: a few guesses first, which is quicker than to look at all."""
    for _ in range(GUESSES):
        action = draw_below(seed, game.ACTIONS)
        if game.refusal(setup, state, player, action) == 0:
            return action
        seed = next_seed(seed)
    count = 0
    for action in range(game.ACTIONS):
        if game.refusal(setup, state, player, action) == 0:
            count += 1
    left = draw_below(seed, count)
    for action in range(game.ACTIONS):
        if game.refusal(setup, state, player, action) == 0:
            if left == 0:
                return action
            left -= 1
    return 0


@kernel
def no_estimate(setup, state, player):
    """The `estimate` of a game that has none: every position looks even."""
    return 0


@kernel
def value(setup, state, player):
    """What a position is worth to a player, from -SCALE to SCALE."""
    outcome = game.outcome(setup, state, player)
    if outcome == PLAYING:
        guess = game.estimate(setup, state, player)
        return min(SCALE - 1, max(1 - SCALE, guess))
    if outcome == WON:
        return SCALE
    if outcome == DRAWN:
        return 0
    return -SCALE


@kernel
def proposed(setup, view, player, seed):
    """What the game proposes."""
    return game.propose(setup, view, player, seed)


@kernel
def ends_at_once(setup, view, scratch, player, seed, deals, values):
    """Write for every action what it decides at once, whatever is hidden: SCALE a win, -SCALE a loss, 0 neither.

    Illegal actions get -2 * SCALE. `deals` guesses are made of what is hidden.
    """
    for action in range(game.ACTIONS):
        if game.refusal(setup, view, player, action):
            values[action] = -2 * SCALE
            continue
        won, lost = 0, 0
        for _ in range(deals):
            seed = next_seed(seed)
            copy(scratch, view)
            game.resample(setup, scratch, player, seed)
            game.step(setup, scratch, player, action)
            outcome = game.outcome(setup, scratch, player)
            won += outcome == WON
            lost += outcome != WON and outcome != PLAYING and outcome != DRAWN
        values[action] = SCALE if won == deals else -SCALE if lost == deals else 0


@kernel
def greedy(setup, view, scratch, player, seed, deals):
    """The action after which the position looks best, on average over guesses of what is hidden; ties by chance."""
    best, best_value, ties = -1, 0, 0
    for action in range(game.ACTIONS):
        if game.refusal(setup, view, player, action):
            continue
        total = 0
        for deal in range(deals):
            copy(scratch, view)
            game.resample(setup, scratch, player, next_seed(seed ^ deal))
            game.step(setup, scratch, player, action)
            total += value(setup, scratch, player)
        if best < 0 or total > best_value:
            best, best_value, ties = action, total, 1
        elif total == best_value:
            ties += 1
            seed = next_seed(seed)
            if draw_below(seed, ties) == 0:
                best = action
    return best


@kernel
def who_acts(mask, seed):
    """One of the players of the mask; where several may act, by chance."""
    count = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)
    left = draw_below(seed, count) if count > 1 else 0
    for player in range(4):
        if mask >> player & 1:
            if left == 0:
                return player
            left -= 1
    return 0
