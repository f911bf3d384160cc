"""One position as arrays: what a player sees, which actions are legal, and an action taken at compiled speed."""

import numpy as np
from numpy.typing import NDArray

from gridhall.game import DRAWN, PLAYING, WON, Game, Position, SetupRecord, Truth, View
from gridhall.kernel import array, bind, compiled
from gridhall.learn import episodes

Planes = dict[str, NDArray[np.generic]]


def observe(game: Game, setup: SetupRecord, view: View, player: int) -> Planes:
    """Planes and scalars of what a player sees, as new arrays."""
    planes, rows, columns, scalars = game.shape(setup)
    flat, numbers = np.zeros(planes * rows * columns, np.int8), np.zeros(scalars, np.int32)
    compiled(game.observe)(array(setup)[0], array(view)[0], player, flat, numbers)
    return {"planes": flat.reshape(planes, rows, columns), "scalars": numbers}


def mask_of(game: Game, setup: SetupRecord, state: Position, player: int) -> NDArray[np.int8]:
    """Which actions are legal, as Gymnasium and PettingZoo want it."""
    mask = np.zeros(game.ACTIONS, np.int8)
    compiled(bind(episodes.legal_actions, game))(array(setup)[0], array(state)[0], player, mask)
    return mask


def payoff(game: Game, setup: SetupRecord, state: Truth, player: int) -> float:
    """What a player has earned between players: 1 for a win, 0 for a draw or while it lasts, -1 for everything else."""
    return {PLAYING: 0.0, DRAWN: 0.0, WON: 1.0}.get(game.outcome(setup, state, player), -1.0)


def act(game: Game, setup: SetupRecord, state: Truth, player: int, action: int) -> None:
    """Take a legal action, compiled; modifies the state."""
    compiled(game.step)(array(setup)[0], array(state)[0], player, action)
