"""Monte-Carlo tree search over guesses of what is hidden, compiled, for every game.

These are drivers: `kernel.bind` puts a game in the place of the name `game` (after `choice.with_defaults`: it has
`propose` and `estimate`).
"""

from gridhall.agents.players import draw_below, next_seed, uniform, value, who_acts
from gridhall.game import WON
from gridhall.kernel import copy, kernel, unsigned

game = None  # filled by kernel.bind

# Integers of a node: action, first child, next sibling, visits, times it was possible, the player who chose it.
FIELDS = 6
ACTION, CHILD, SIBLING, VISITS, CHANCES, CHOOSER = range(FIELDS)
EXPLORE = 1100  # weight of what was tried seldom
# Seeds that follow each other overlap: matches that shall tell something of chance begin elsewhere.
APART, OTHER = 0x2545F4914F6CDD1D, 0x1B873593CC9E2D51


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
def search_tree(setup, view, state, tree, totals, path, player, seed, simulations, longest, guided):
    """Search from a view (information-set Monte-Carlo tree search) and return how many nodes `tree` holds.

    Each simulation guesses anew what is hidden and walks through the one tree by actions that are legal under that
    guess. `totals` has for each node the sum of its values for the player who chose it; `state` and `path` are scratch.
    The caller reads the visits of the root's children.

    All simulations draw from one chain of seeds, and a play-out does not hand back how far it came: what it drew is
    drawn again, for other choices, by the walks and guesses that follow. Every draw is uniform by itself, so no value
    is biased, but the values of neighbouring simulations are not independent, and their mean varies more than its
    visits promise. It stays so, because the machine's moves of a released version follow from its seeds; whoever
    estimates a chance uses `sample_values`, whose matches begin elsewhere in the chain.
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


@kernel
def sample_values(setup, start, state, seed, times, longest, guided, sums):
    """Play `times` matches on from one state, for at most `longest` actions, with other chances than those to come.

    Adds to `sums` what they came to for player 0: the values, and their squares.
    """
    for _ in range(times):
        seed = next_seed(seed)
        copy(state, start)
        state.rng = unsigned(next_seed(seed ^ OTHER))
        play_out(setup, state, next_seed(seed ^ APART), longest, guided)
        worth = value(setup, state, 0)
        sums[0] += worth
        sums[1] += worth * worth
