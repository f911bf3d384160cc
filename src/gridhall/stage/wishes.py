"""What somebody wishes to play, as the arguments of `gridhall play`."""

from argparse import Namespace

from gridhall.game import Game
from gridhall.registry import ShippedLevel


def wish(game: str | None = None, setup: str | None = None, **more: object) -> Namespace:
    """The arguments of `gridhall play` for what was picked."""
    usual = {"against": None, "side": None, "seed": None, "resume": None, "lesson": None, "json": False}
    return Namespace(game=game, setup=setup, **{**usual, "settings": {}, **more})


def level_wish(name: str, game: Game, level: ShippedLevel) -> Namespace:
    """A level that one person plays; in a puzzle of a game for two a machine has the other seat."""
    against = next(iter(game.LEVELS_OF_PLAY), None) if level.side else None
    return wish(name, level.name, against=against, side=level.side if against else None)
