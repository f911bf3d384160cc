"""Episodes, compiled: one call begins, steps or observes a slice of many matches; and the seeds and levels they have.

These are drivers: `kernel.bind` puts a game in the place of the name `game`.
"""

from gridhall.game import LIMIT, PLAYING
from gridhall.kernel import add64, copy, kernel, mul64, signed, unsigned
from gridhall.rng import mix

game = None  # filled by kernel.bind

ENDED, REFUSED = 1, 2  # some match ended; some action was illegal


@kernel
def step_slice(
    setups, which, states, actions, skip, rewards, totals, outcomes, terminated, truncated, illegal, first, last
):
    """Act in the matches from `first` up to `last`; the reward is the change of score.

    Matches marked in `skip` are left alone and count as playing. Returns ENDED and REFUSED, added up, if they happened.
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
    """Write which actions are legal."""
    for action in range(game.ACTIONS):
        mask[action] = game.refusal(setup, state, player, action) == 0
