"""Maps that are drawn: player 1 has N and 1 2 3, player 2 has M and 4 5 6. What tests play and ask on them."""

import pytest

from gridhall.errors import GridhallError
from gridhall.match import Match

HALL = """
#########
#N......#
#.......#
#...1...#
#.......#
#...4...#
#.......#
#......M#
#########
"""


def begin(drawing=HALL, seed=0, **keys):
    keys = {"minions": 1, "firstTurnActions": 5, **keys}
    keys = {key: value for key, value in keys.items() if value is not None}
    head = "".join(f"; {key}: {value}\n" for key, value in keys.items())
    return Match("maze_runner", head + drawing.lstrip("\n"), seed)


def play(match, *words):
    for word in words:
        match.play(word)
    return match.facts()


def refused(match, word):
    before = bytes(match.state)
    with pytest.raises(GridhallError) as caught:
        match.play(word)
    assert bytes(match.state) == before
    return str(caught.value)


def at(match, number):
    minion = match.facts()["minions"][str(number)]
    return minion["x"], minion["y"]


def sentences(match, player, *words):
    """The sentences a player is told while the words are played."""
    texts = []
    for word in words:
        texts += [shown.text for shown in match.moments(match.play(word), player)]
    return [text for text in texts if text]


def sees(match, player, x, y):
    return [x, y] in match.facts()["sight"][str(player)]["visible"]


def knows(match, player, x, y):
    return [x, y] in match.facts()["sight"][str(player)]["revealed"]


def maze(size=31, seed=0, **keys):
    head = "".join(f"; {key}: {value}\n" for key, value in {"size": size, **keys}.items())
    return Match("maze_runner", head, seed)
