"""What a match does at full speed, to be compared with what it does interpreted; drivers, see kernel.bind."""

from gridhall.kernel import kernel

game = None  # filled by kernel.bind


@kernel
def play_and_watch(setup, state, players, actions, planes, scalars, legal):
    """Play the actions; count legal ones on the way, and write what the first player sees at the end."""
    for i in range(len(actions)):
        for action in range(game.ACTIONS):
            legal[i] += game.refusal(setup, state, players[i], action) == 0
        game.step(setup, state, players[i], actions[i])
    game.observe(setup, state, 0, planes, scalars)


@kernel
def hide_and_deal(setup, state, player, seed):
    game.hide(setup, state, player)
    game.resample(setup, state, player, seed)
