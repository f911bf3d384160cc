"""Batches of matches, compiled: one call steps, resets or observes a slice of them. Drivers for `kernel.bind`."""

from gridhall.game import LIMIT, PLAYING
from gridhall.kernel import add64, copy, kernel, mul64, signed, unsigned
from gridhall.rng import mix
from gridhall.solve.search import fingerprint, same, slot_of

game = None  # filled by kernel.bind

ENDED, REFUSED = 1, 2  # what step_slice returns, added up: some match ended; some action was illegal


@kernel
def step_slice(
    setups, which, states, actions, skip, rewards, totals, outcomes, terminated, truncated, illegal, first, last
):
    """Act in matches `first` to `last`; those marked in `skip` are left alone and count as playing.

    The reward is the change of score.
    """
    happened = 0
    for i in range(first, last):
        rewards[i] = 0
        illegal[i] = terminated[i] = truncated[i] = 0
        outcomes[i] = PLAYING
        if skip[i]:
            continue
        setup = setups[which[i]]
        action = actions[i]
        if action < 0 or action >= game.ACTIONS or game.refusal(setup, states[i], 0, action):
            illegal[i] = 1
            happened |= REFUSED
            continue
        before = game.score(setup, states[i], 0)
        game.step(setup, states[i], 0, action)
        rewards[i] = game.score(setup, states[i], 0) - before
        totals[i] += rewards[i]
        outcome = game.outcome(setup, states[i], 0)
        if outcome != PLAYING:
            outcomes[i] = outcome
            truncated[i] = outcome == LIMIT
            terminated[i] = outcome != LIMIT
            happened |= ENDED
    return happened


@kernel
def episode_seed(seed, episode):
    """The match's seed in an environment's n-th episode; the same in single and batched environments."""
    return mix(add64(mul64(seed, 0x2545F4914F6CDD1D), mul64(episode + 1, 0x9E3779B97F4A7C15)))


@kernel
def level_of(seed, count):
    """Which level of a pool an episode plays."""
    return signed(mix(unsigned(seed) ^ unsigned(0x5851F42D4C957F2D)) >> 33) * count >> 31


@kernel
def begin_slice(setups, which, blanks, states, bases, episodes, wanted, drawn, first, last):
    """Begin the next episode where `wanted`; its level is drawn from its seed, or (not `drawn`) already in which[i]."""
    for i in range(first, last):
        if wanted[i]:
            episodes[i] += 1
            seed = episode_seed(bases[i], episodes[i])
            if drawn:
                which[i] = level_of(seed, len(setups))
            copy(states[i], blanks[which[i]])
            states[i].rng = seed
            game.start(setups[which[i]], states[i])


@kernel
def observe_slice(setups, which, states, planes, scalars, masks, masked, first, last):
    """Write what the player sees, and (if `masked`) which actions are legal."""
    for i in range(first, last):
        setup = setups[which[i]]
        game.observe(setup, states[i], 0, planes[i], scalars[i])
        if masked:
            for action in range(game.ACTIONS):
                masks[i, action] = game.refusal(setup, states[i], 0, action) == 0


@kernel
def legal_actions(setup, state, player, mask):
    for action in range(game.ACTIONS):
        mask[action] = game.refusal(setup, state, player, action) == 0


@kernel
def expand(setup, nodes, words, table, children, ends, memory):
    """Find every reachable position: children[n, action] is a node, or what `ends` says: -1 nothing, -2 a win, -3
    another end.

    memory is [head, found]; goes on where it stopped when there was no more room.
    """
    head, found = memory[0], memory[1]
    while head < found and found + game.ACTIONS < len(nodes):
        for action in range(game.ACTIONS):
            children[head, action] = -1
            if game.refusal(setup, nodes[head], 0, action):
                continue
            copy(nodes[found], nodes[head])
            game.step(setup, nodes[found], 0, action)
            if game.acting(setup, nodes[found]) == 0:
                children[head, action] = -2 if game.outcome(setup, nodes[found], 0) == ends else -3
                continue
            game.canonicalize(setup, nodes[found])
            slot = slot_of(words, table, found)
            if table[slot] == 0:
                table[slot] = found + 1
                found += 1
            children[head, action] = table[slot] - 1
        head += 1
    memory[0], memory[1] = head, found


@kernel
def distances(children, count, left):
    """Fill `left` with the fewest moves to a win from each node, -1 if there is none, by relaxing until nothing
    changes.
    """
    for node in range(count):
        left[node] = -1
    changed = 1
    while changed:
        changed = 0
        for back in range(count):
            node = count - 1 - back
            best = left[node]
            for action in range(children.shape[1]):
                child = children[node, action]
                if child == -2:
                    through = 1
                elif child >= 0 and left[child] >= 0:
                    through = left[child] + 1
                else:
                    continue
                if best < 0 or through < best:
                    best = through
            if best != left[node]:
                left[node] = best
                changed = 1


@kernel
def node_of(words, table, key):
    """The node whose position has these words, or -1."""
    mask = len(table) - 1
    slot = signed(fingerprint(key)) & mask
    while table[slot]:
        if same(words[table[slot] - 1], key):
            return table[slot] - 1
        slot = (slot + 1) & mask
    return -1
