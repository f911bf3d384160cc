"""What a player of an environment would see, as pixels or as text."""

import numpy as np
from numpy.typing import NDArray

from gridhall.game import Game, SetupRecord, Truth
from gridhall.match import view_of
from gridhall.scene import Scene

Pixels = NDArray[np.uint8]


def scene_of(game: Game, setup: SetupRecord, state: Truth, player: int) -> Scene:
    return game.scene(setup, view_of(game, setup, state, player), player)


def boards(game: Game, setup: SetupRecord, state: Truth, player: int, cell: int, shape: tuple[int, int, int]) -> Pixels:
    """The boards alone, side by side, in a picture of this shape; levels that are smaller leave it dark."""
    from gridhall.render.boards import rgb_of_boards

    scene = scene_of(game, setup, state, player)
    return rgb_of_boards(game, scene, cell, shape)


def pixels(game: Game, setup: SetupRecord, state: Truth, player: int, cell: int) -> Pixels:
    """All that a person sees, as an array of height x width x 3 bytes."""
    from gridhall.render.picture import rgb

    return rgb(game, scene_of(game, setup, state, player), cell=cell)


def text(game: Game, setup: SetupRecord, state: Truth, player: int) -> str:
    """The picture as text."""
    from gridhall.render.text import render

    return render(scene_of(game, setup, state, player))
