"""Choices from views, for every game, compiled: uniform, proposed, greedy, and Monte-Carlo tree search over re-dealt
secrets.

Drivers for `kernel.bind`; `with_defaults` gives a game what it lacks. Nothing here reads a true state: the caller hands over
a view, and what is hidden in it is dealt anew for each look ahead.
"""

from functools import cache
from types import ModuleType
from typing import cast

from gridhall.game import DRAWN, PLAYING, WON, Game
from gridhall.kernel import add64, copy, kernel, signed
from gridhall.rng import mix

game = None  # filled by kernel.bind

# Integers of a node: action, first child, next sibling, visits, times it was possible, the player who chose it.
NODES = 6
ACTION, CHILD, SIBLING, VISITS, CHANCES, CHOOSER = range(NODES)
SCALE = 1000  # values are integers from -SCALE to SCALE, so that every machine adds them up alike
GUESSES = 8
EXPLORE = 1100  # weight of what was tried seldom


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
    return 0


@kernel
def value(setup, state, player):
    """What a position is worth to a player, from -SCALE to SCALE."""
    found = game.outcome(setup, state, player)
    if found == PLAYING:
        guess = game.estimate(setup, state, player)
        return min(SCALE - 1, max(1 - SCALE, guess))
    if found == WON:
        return SCALE
    if found == DRAWN:
        return 0
    return -SCALE


@kernel
def proposed(setup, view, player, seed):
    return game.propose(setup, view, player, seed)


@kernel
def ends_at_once(setup, view, scratch, player, seed, deals, values):
    """For every action.

    SCALE if it wins at once however the secrets lie, -SCALE if it loses at once, else 0; -2 SCALE if illegal.
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
            found = game.outcome(setup, scratch, player)
            won += found == WON
            lost += found != WON and found != PLAYING and found != DRAWN
        values[action] = SCALE if won == deals else -SCALE if lost == deals else 0


@kernel
def greedy(setup, view, scratch, player, seed, deals):
    """The action after which the position looks best, on average over deals of what is hidden; ties by chance."""
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


@kernel
def play_out(setup, state, seed, longest, guided):
    """Play on to the end, or for `longest` actions; `guided` of 8 actions are proposed, the others uniform.

    Modifies the state.
    """
    for _ in range(longest):
        mask = game.acting(setup, state)
        if mask == 0:
            return
        seed = next_seed(seed)
        player = who_acts(mask, seed)
        seed = next_seed(seed)
        if draw_below(seed, 8) < guided:
            action = game.propose(setup, state, player, seed)
        else:
            action = uniform(setup, state, player, seed)
        game.step(setup, state, player, action)


@kernel
def root_of(number):
    """The integer square root of a small number."""
    guess = 1
    while guess * guess < number:
        guess *= 2
    while guess * guess > number:
        guess = (guess + number // guess) >> 1
    return guess


@kernel
def tree_search(setup, view, state, tree, totals, path, player, seed, simulations, longest, guided):
    """Information-set Monte-Carlo tree search from a view; returns how many nodes `tree` holds.

    Each simulation deals what is hidden anew and walks the one tree through actions that are legal in that deal;
    `totals` is the summed value of a node for whoever chose it, `path` scratch. The caller reads the visits of the
    root's children.
    """
    count = 1
    for _ in range(simulations):
        seed = next_seed(seed)
        copy(state, view)
        game.resample(setup, state, player, seed)
        node, depth = 0, 0
        while depth < len(path):
            mask = game.acting(setup, state)
            if mask == 0:
                break
            seed = next_seed(seed)
            chooser = player if mask >> player & 1 else who_acts(mask, seed)
            # One look over the children that are legal now, and whether some legal action has no child yet.
            best, best_rank = 0, 0
            child = tree[node, CHILD]
            known = 0
            while child:
                if tree[child, CHOOSER] == chooser and game.refusal(setup, state, chooser, tree[child, ACTION]) == 0:
                    known += 1
                    tree[child, CHANCES] += 1
                    visits = tree[child, VISITS]
                    rank = totals[child] // visits + EXPLORE * root_of(tree[child, CHANCES]) // (1 + visits)
                    if best == 0 or rank > best_rank:
                        best, best_rank = child, rank
                child = tree[child, SIBLING]
            legal = 0
            for action in range(game.ACTIONS):
                legal += game.refusal(setup, state, chooser, action) == 0
            fresh = legal > known and count < len(tree)
            if fresh:
                seed = next_seed(seed)
                left = draw_below(seed, legal - known)
                for action in range(game.ACTIONS):
                    if game.refusal(setup, state, chooser, action):
                        continue
                    child = tree[node, CHILD]
                    while child and (tree[child, ACTION] != action or tree[child, CHOOSER] != chooser):
                        child = tree[child, SIBLING]
                    if child:
                        continue
                    if left == 0:
                        best = count
                        count += 1
                        tree[best, ACTION] = action
                        tree[best, CHOOSER] = chooser
                        tree[best, CHANCES] = 1
                        tree[best, SIBLING] = tree[node, CHILD]
                        tree[node, CHILD] = best
                        break
                    left -= 1
            if best == 0:
                break
            node = best
            path[depth] = node
            depth += 1
            game.step(setup, state, chooser, tree[node, ACTION])
            if fresh:
                break
        play_out(setup, state, seed, longest, guided)
        for i in range(depth):
            walked = path[i]
            tree[walked, VISITS] += 1
            totals[walked] += value(setup, state, tree[walked, CHOOSER])
    return count


@kernel
def play_outs(setup, start, state, seed, times, longest, guided):
    """Play `times` matches out from one state; returns how many of them player 0 won."""
    won = 0
    for _ in range(times):
        seed = next_seed(seed)
        copy(state, start)
        play_out(setup, state, seed, longest, guided)
        won += game.outcome(setup, state, 0) == WON
    return won


@cache
def with_defaults(this: Game) -> Game:
    """The game with `propose` and `estimate`, if it has none of its own."""
    from gridhall.kernel import bind

    made = ModuleType(this.__name__)
    own = {"estimate": this.estimate or no_estimate, "propose": this.propose or bind(uniform, this)}
    vars(made).update({**vars(this), **own})
    return cast(Game, made)
