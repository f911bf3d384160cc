"""Arguments that several commands take, and the texts they accept."""

import contextlib
from argparse import ArgumentParser, ArgumentTypeError


def add_game(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")


def add_game_and_setup(parser: ArgumentParser) -> None:
    add_game(parser)
    text = "a shipped level's name, a file, or - for standard input; left out: the game's default"
    parser.add_argument("setup", metavar="SETUP", nargs="?", help=text)


def add_nodes(parser: ArgumentParser, purpose: str = "") -> None:
    parser.add_argument("--nodes", type=count, metavar="N", help=f"positions to search at most{purpose}")


def add_viewer(parser: ArgumentParser, text: str) -> None:
    parser.add_argument("--as", dest="viewer", metavar="PLAYER", help=text)


def whole_number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None


def seed(text: str) -> int:
    """A number, the day's seed, or the seed a name stands for: the same for everybody."""
    try:
        return whole_number(text)
    except ArgumentTypeError:
        from gridhall.seeds import seed_of_name

        return seed_of_name(text)


def count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def cell_size(text: str) -> int:
    if (pixels := count(text)) > 512:
        raise ArgumentTypeError(f"{text} pixels are too many; 512 is the most")
    return pixels


def speed(text: str) -> float:
    with contextlib.suppress(ValueError):
        times = float(text.rstrip("x"))
        if not times or 0.1 <= times <= 100:
            return times
    raise ArgumentTypeError(f"{text!r} is not a speed; say 0.5, 1, 2, 4, or 0 for no movement")
