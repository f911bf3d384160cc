"""From whose eyes a match is shown: the viewer that the option `--as` names."""

from gridhall.errors import Usage
from gridhall.game import EVERYONE, Game


def viewer_of(text: str | None, players: int) -> int:
    """The viewer that `--as` names: a player from 0, or the spectator; EVERYONE if nobody is named."""
    if text is None:
        return EVERYONE
    if text == "spectator":
        return players
    if text.isdecimal() and len(text) < 9 and 1 <= int(text) <= players + 1:
        return int(text) - 1
    numbers = f"1 to {players}" if players > 1 else "1"
    raise Usage(f"--as {text}: there is no such player; say {numbers} or spectator")


def person_or_everyone(text: str | None, game: Game) -> int:
    """The viewer that `--as` names; where nobody is named and one plays alone, that player."""
    viewer = viewer_of(text, game.PLAYERS)
    return 0 if viewer == EVERYONE and game.PLAYERS == 1 else viewer
