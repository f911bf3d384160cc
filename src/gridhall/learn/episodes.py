"""Episodes, compiled: one call begins, steps or observes a slice of many matches; and the seeds and levels they have.

These are drivers: `kernel.bind` puts a game in the place of the name `game`.
"""

from gridhall.game import LIMIT, LOST, PLAYING, WON
from gridhall.kernel import add64, copy, copy_numbers, kernel, mul64, signed, unsigned
from gridhall.learn.rewards import SCORE
from gridhall.rng import mix

game = None  # filled by kernel.bind

ENDED, REFUSED, OUTSIDE = 1, 2, 4  # some match ended; some action was illegal; some is no action, and nothing was done


@kernel
def at_the_end(reward, outcome):
    """What the end of an episode earns (rewards.py)."""
    if reward == SCORE:
        return 0.0
    return 1.0 if outcome == WON else -1.0 if outcome == LOST else 0.0


@kernel
def first_outside(actions, most):
    """The place of the first number that is not from 0 to `most`, or -1."""
    for at in range(len(actions)):
        if actions[at] < 0 or actions[at] > most:
            return at
    return -1


@kernel
def step_slice(
    setups, which, states, actions, skip, reward, limits, costs, ages, rewards, totals, outcomes, terminated,
    truncated, illegal, bell, first, last,
):  # fmt: skip
    """Act in the matches from `first` up to `last`; who has the first slice rings for the others (crew.py).

    An illegal action changes nothing of the match, but it is a step: `ages` counts them, and a match that reaches
    `limits` of its level is truncated. Matches marked in `skip` are left alone and count as playing. Returns ENDED and
    REFUSED, added up, if they happened. Where `actions`, in this slice or another, has what is no action, this does
    nothing and returns OUTSIDE.
    """
    if first == 0:
        bell[0] += 1
    if first_outside(actions, game.ACTIONS - 1) >= 0:
        return OUTSIDE
    happened = 0
    for i in range(first, last):
        illegal[i] = terminated[i] = truncated[i] = 0
        outcomes[i] = PLAYING
        if skip[i]:
            rewards[i] = 0
            continue
        level = which[i]
        setup = setups[level]
        action = actions[i]
        outcome, gained = PLAYING, 0
        ages[i] += 1
        if game.refusal(setup, states[i], 0, action):
            illegal[i] = 1
            happened |= REFUSED
        else:  # `step` stands here once only: it is copied to every place that calls it
            before = game.score(setup, states[i], 0) if reward == SCORE else 0
            game.step(setup, states[i], 0, action)
            gained = game.score(setup, states[i], 0) - before if reward == SCORE else 0
            outcome = game.outcome(setup, states[i], 0)
        earned = gained - costs[level]
        if outcome == PLAYING and ages[i] >= limits[level]:
            outcome = LIMIT
        if outcome != PLAYING:
            earned += at_the_end(reward, outcome)
            outcomes[i] = outcome
            truncated[i] = outcome == LIMIT
            terminated[i] = outcome != LIMIT
            happened |= ENDED
        rewards[i] = earned
        totals[i] += earned
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
def begin_slice(setups, which, blanks, states, bases, episodes, ages, totals, wanted, drawn, first, last):
    """Begin the next episode where `wanted`; its level is drawn from its seed, or (not `drawn`) already in which[i]."""
    for i in range(first, last):
        if wanted[i]:
            episodes[i] += 1
            ages[i] = 0
            totals[i] = 0
            seed = episode_seed(bases[i], episodes[i])
            if drawn:
                which[i] = level_of(seed, len(setups))
            copy(states[i], blanks[which[i]])
            states[i].rng = seed
            game.start(setups[which[i]], states[i])


@kernel
def observe_slice(setups, which, states, planes, scalars, masks, masked, wanted, first, last):
    """Write where `wanted` what the player sees of a game without secrets, and (if `masked`) which actions are legal.

    Such a game promises that its `observe` and `refusal` tell the same of the truth as of the player's view.
    """
    for i in range(first, last):
        if not wanted[i]:
            continue
        setup = setups[which[i]]
        game.observe(setup, states[i], 0, planes[i], scalars[i])
        if masked:
            for action in range(game.ACTIONS):
                masks[i, action] = game.refusal(setup, states[i], 0, action) == 0


@kernel
def observe_views_slice(setups, which, states, planes, scalars, masks, masked, views, wanted, first, last):
    """The same where the player may not know all: `views` has room for a state, from which the secrets are taken."""
    for i in range(first, last):
        if not wanted[i]:
            continue
        setup = setups[which[i]]
        copy(views[first], states[i])
        game.hide(setup, views[first], 0)
        game.observe(setup, views[first], 0, planes[i], scalars[i])
        if masked:
            for action in range(game.ACTIONS):
                masks[i, action] = game.refusal(setup, views[first], 0, action) == 0


@kernel
def pad_slice(which, kinds, shown, sizes, places, fresh, words, old, blanks, planes, first, last):
    """Bring what was observed, `fresh`, into planes of a common size, which begin as `blanks` of the level's shape.

    `words` is the memory of `fresh` as 64-bit numbers, and `old` what it was when `planes` were written last: only what
    has changed is written. `kinds` has the shape of each level, `shown` the shapes that were written last, `sizes` how
    many numbers the planes of a shape have, and `places` where in the common planes each of them belongs.
    """
    for i in range(first, last):
        kind = kinds[which[i]]
        if shown[i] != kind:
            shown[i] = kind
            copy_numbers(planes[i], blanks[kind], blanks.shape[1])
            for word in range(old.shape[1]):
                old[i, word] = 0
        size = sizes[kind]
        for word in range((size + 7) >> 3):
            if words[i, word] != old[i, word]:
                old[i, word] = words[i, word]
                for at in range(8 * word, min(8 * word + 8, size)):
                    planes[i, places[kind, at]] = fresh[i, at]


@kernel
def legal_actions(setup, state, player, mask):
    """Write which actions are legal."""
    for action in range(game.ACTIONS):
        mask[action] = game.refusal(setup, state, player, action) == 0
