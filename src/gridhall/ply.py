"""One ply of any game: a driver, in which `kernel.bind` puts a game in the place of the name `game`."""

from typing import Any

from gridhall.kernel import kernel

game: Any = None  # filled by kernel.bind


@kernel
def play_if_allowed(setup: Any, state: Any, player: int, action: int) -> int:
    """Play an action if it is this player's turn and the rules allow it; 1 if it was played, else nothing changed."""
    if not game.acting(setup, state) >> player & 1 or game.refusal(setup, state, player, action):
        return 0
    game.step(setup, state, player, action)
    return 1
