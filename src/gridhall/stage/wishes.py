"""What somebody wishes to play, as the arguments of `gridhall play`."""

from argparse import Namespace


def wish(game: str | None = None, setup: str | None = None, **more: object) -> Namespace:
    """The arguments of `gridhall play` for what was picked."""
    usual = {"against": None, "side": None, "seed": None, "resume": None, "lesson": None, "json": False}
    return Namespace(game=game, setup=setup, **{**usual, "settings": {}, **more})
