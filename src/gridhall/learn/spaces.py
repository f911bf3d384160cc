"""What environments show and take, in Gymnasium's words; and the observation of one view."""

from typing import Any

import numpy as np
from gymnasium import spaces

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


def observe(pool: Pool, setup: Any, state: Any, player: int) -> dict[str, Any]:
    """Planes and scalars of one position, as new arrays."""
    planes, rows, columns, scalars = pool.shape
    flat, few = np.zeros(planes * rows * columns, np.int8), np.zeros(scalars, np.int32)
    pool.game.observe(setup, state, player, flat, few)
    return {"planes": flat.reshape(planes, rows, columns), "scalars": few}


def mask_of(pool: Pool, setup: Any, state: Any, player: int) -> Any:
    """Which actions are legal, as Gymnasium and PettingZoo want it."""
    game = pool.game
    return np.array([game.refusal(setup, state, player, action) == 0 for action in range(game.ACTIONS)], np.int8)
