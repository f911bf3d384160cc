"""Many matches of two players at once, compiled: one call begins, steps or observes a slice of them.

These are drivers: `kernel.bind` puts a game in the place of the name `game`.
"""

from gridhall.game import DRAWN, LIMIT, PLAYING, WON
from gridhall.kernel import copy, kernel
from gridhall.learn.episodes import ENDED, OUTSIDE, REFUSED, episode_seed
from gridhall.learn.rewards import SCORE

game = None  # filled by kernel.bind


@kernel
def earned(setup, state, player, reward):
    """What a player has earned so far: the score, or 1, 0 or -1 at the end."""
    if reward == SCORE:
        return game.score(setup, state, player)
    outcome = game.outcome(setup, state, player)
    return 1 if outcome == WON else 0 if outcome in (PLAYING, DRAWN) else -1


@kernel
def duel_slice(setup, states, actions, skip, reward, limit, ages, rewards, terminated, truncated, illegal, first, last):
    """Let all who may act answer, in matches from `first` up to `last`; the others' answers do not count.

    An illegal action changes nothing; it is a step all the same. Matches marked in `skip` are left alone and count as
    playing. Returns ENDED and REFUSED, added up, if they happened.
    Where `actions`, in this slice or another, has what is no action, this does nothing and returns OUTSIDE.
    """
    for i in range(len(actions)):
        for player in range(game.PLAYERS):
            if actions[i, player] < 0 or actions[i, player] > game.ACTIONS:
                return OUTSIDE
    happened = 0
    for i in range(first, last):
        terminated[i] = truncated[i] = 0
        for player in range(game.PLAYERS):
            rewards[i, player] = 0
            illegal[i, player] = 0
        if skip[i]:
            continue
        acting = game.acting(setup, states[i])
        ages[i] += 1
        for player in range(game.PLAYERS):
            rewards[i, player] -= earned(setup, states[i], player, reward)
        for player in range(game.PLAYERS):
            if acting >> player & 1:
                action = actions[i, player]
                still = game.acting(setup, states[i]) >> player & 1
                if not still or action >= game.ACTIONS or game.refusal(setup, states[i], player, action):
                    illegal[i, player] = 1
                    happened |= REFUSED
                else:
                    game.step(setup, states[i], player, action)
        for player in range(game.PLAYERS):
            rewards[i, player] += earned(setup, states[i], player, reward)
        if game.acting(setup, states[i]) == 0:
            late = game.outcome(setup, states[i], 0) == LIMIT
            truncated[i] = late
            terminated[i] = not late
            happened |= ENDED
        elif ages[i] >= limit:
            truncated[i] = 1
            happened |= ENDED
    return happened


@kernel
def begin_duels_slice(setup, blank, states, bases, episodes, ages, wanted, first, last):
    """Begin the next match where `wanted`."""
    for i in range(first, last):
        if wanted[i]:
            episodes[i] += 1
            ages[i] = 0
            copy(states[i], blank[0])
            states[i].rng = episode_seed(bases[i], episodes[i])
            game.start(setup, states[i])


@kernel
def write_mask(setup, view, player, acts, mask):
    """Write what a player may do: the actions that are legal if `acts`, else only to wait, which is the last number."""
    mask[game.ACTIONS] = 1 - acts
    for action in range(game.ACTIONS):
        mask[action] = acts and game.refusal(setup, view, player, action) == 0


@kernel
def observe_duels_slice(setup, states, view, planes, scalars, masks, wanted, slot, first, last):
    """Write where `wanted` what each player sees, from a view of their own, and what they may do.

    view[slot] is room for a state.
    """
    for i in range(first, last):
        if not wanted[i]:
            continue
        acting = game.acting(setup, states[i])
        for player in range(game.PLAYERS):
            copy(view[slot], states[i])
            game.hide(setup, view[slot], player)
            at = i * game.PLAYERS + player
            game.observe(setup, view[slot], player, planes[at], scalars[at])
            write_mask(setup, view[slot], player, acting >> player & 1, masks[at])


@kernel
def observe_cropped_slice(setup, states, view, planes, scalars, masks, room, crop, wanted, slot, first, last):
    """The same with planes of crop[0] x crop[1] cells round the player's `focus`, on a ring.

    room[slot] is room for whole planes, of crop[2] rows and crop[3] columns.
    """
    rows, columns, width, area = crop[0], crop[1], crop[3], crop[2] * crop[3]
    for i in range(first, last):
        if not wanted[i]:
            continue
        acting = game.acting(setup, states[i])
        for player in range(game.PLAYERS):
            copy(view[slot], states[i])
            game.hide(setup, view[slot], player)
            at = i * game.PLAYERS + player
            game.observe(setup, view[slot], player, room[slot], scalars[at])
            corner = game.focus(setup, view[slot], player) - (rows >> 1) * width - (columns >> 1) + area
            to = 0
            for plane in range(len(planes[at]) // (rows * columns)):
                for row in range(rows):
                    for column in range(columns):
                        planes[at, to] = room[slot, plane * area + (corner + row * width + column) % area]
                        to += 1
            write_mask(setup, view[slot], player, acting >> player & 1, masks[at])
