"""What a player of an environment would see, as pixels or as text."""

from typing import Any

from gridhall.game import Game, SetupRecord, Truth
from gridhall.match import view_of
from gridhall.scene import Scene


def _scene(game: Game, setup: SetupRecord, state: Truth, player: int) -> Scene:
    return game.scene(setup, view_of(game, setup, state, player), player)


def pixels(game: Game, setup: SetupRecord, state: Truth, player: int, cell: int) -> Any:
    """The picture as an array of height x width x 3 bytes."""
    from gridhall.render.picture import rgb

    return rgb(game, _scene(game, setup, state, player), cell=cell)


def text(game: Game, setup: SetupRecord, state: Truth, player: int) -> str:
    """The picture as text."""
    from gridhall.render.text import render

    return render(_scene(game, setup, state, player))
