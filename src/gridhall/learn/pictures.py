"""What a player of an environment would see, as pixels or as text."""

import copy
from typing import Any


def _scene(game: Any, setup: Any, state: Any, player: int) -> Any:
    view = copy.copy(state)
    game.hide(setup, view, player)
    return game.scene(setup, view, player)


def pixels(game: Any, setup: Any, state: Any, player: int, cell: int) -> Any:
    """The picture as an array of height x width x 3 bytes."""
    from gridhall.render.picture import rgb

    return rgb(game, _scene(game, setup, state, player), cell=cell)


def words(game: Any, setup: Any, state: Any, player: int) -> str:
    """The picture as text."""
    from gridhall.render.text import render

    return render(_scene(game, setup, state, player))
