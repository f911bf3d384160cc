"""What environments show and take, in Gymnasium's words; and the observation of one view."""

from typing import Any

import numpy as np
from gymnasium import spaces

from gridhall.kernel import array, bind, compiled
from gridhall.learn import kernels
from gridhall.learn.levels import Pool

SCALAR = np.iinfo(np.int32)


def observation_space(pool: Pool) -> spaces.Dict:
    planes, rows, columns, scalars = pool.shape
    return spaces.Dict(
        {
            "planes": spaces.Box(-128, 127, (planes, rows, columns), np.int8),
            "scalars": spaces.Box(SCALAR.min, SCALAR.max, (scalars,), np.int32),
        }
    )


def observe(game: Any, setup: Any, state: Any, player: int) -> dict[str, Any]:
    """Planes and scalars of one position, as new arrays."""
    planes, rows, columns, scalars = game.shape(setup)
    flat, few = np.zeros(planes * rows * columns, np.int8), np.zeros(scalars, np.int32)
    compiled(game.observe)(array(setup)[0], array(state)[0], player, flat, few)
    return {"planes": flat.reshape(planes, rows, columns), "scalars": few}


def mask_of(game: Any, setup: Any, state: Any, player: int) -> Any:
    """Which actions are legal, as Gymnasium and PettingZoo want it."""
    mask = np.zeros(game.ACTIONS, np.int8)
    compiled(bind(kernels.legal_actions, game))(array(setup)[0], array(state)[0], player, mask)
    return mask


def act(game: Any, setup: Any, state: Any, player: int, action: int) -> None:
    """Take a legal action, compiled; modifies the state."""
    compiled(game.step)(array(setup)[0], array(state)[0], player, action)
