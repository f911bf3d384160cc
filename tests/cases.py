"""Every kind of match that can be played, found by asking the games: none is named here."""

import heapq
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from gridhall import registry
from gridhall.game import Game

ROOM, LINES, PIPE, KEYS = "room", "json", "pipe", "keys"  # ways of playing: in a room, by a program, piped, by keys


class Case(NamedTuple):
    """A kind of match. `setup` "" is the game's default; `level` "" is no machine; `side` is 1-based."""

    game: str
    setup: str
    level: str
    side: int
    way: str
    restarts: bool

    def __str__(self) -> str:
        opponent = f"{self.level}-{self.side}" if self.level else "people"
        return f"{self.game}-{self.setup or 'default'}-{opponent}-{self.way}{'-restart' * self.restarts}"

    @property
    def people(self) -> list[int]:
        return [self.side - 1] if self.level else list(range(registry.load(self.game).PLAYERS))


def setups(game: Game) -> list[str]:
    """Every shipped level, and "" where the default is none of them."""
    return [""] * (not game.DEFAULT) + [level.name for level in registry.levels(game)]


def opponents(game: Game) -> list[tuple[str, int]]:
    """No machine, and each level of play on each side."""
    levels = game.LEVELS_OF_PLAY if game.PLAYERS == 2 else {}
    return [("", 1), *((level, side) for level in levels for side in (1, 2))]


def all_cases() -> Iterator[Case]:
    """The whole product.

    A prompt has the word `restart`; in a room one begins again by taking all back, where one may.
    """
    for name in registry.games():
        game = registry.load(name)
        for setup in setups(game):
            for level, side in opponents(game):
                for way in (ROOM, LINES, PIPE, KEYS):
                    again = way in (PIPE, KEYS) or (way == ROOM and game.UNDO)
                    for restarts in (False, True) if again else (False,):
                        yield Case(name, setup, level, side, way, restarts)


def covering_cases() -> list[Case]:
    """So few cases that any two values (of setup, level, side, way, restart) that ever meet do meet in one of them."""
    pairs = {}
    for case in all_cases():
        values = ((case.game, case.setup), (case.game, case.level), case.side, case.way, case.restarts)
        pairs[case] = {(a, b, values[a], values[b]) for b in range(len(values)) for a in range(b)}
    left = set().union(*pairs.values())
    order = Random(1).sample(sorted(pairs), len(pairs))
    waiting = [(-len(pairs[case]), number, case) for number, case in enumerate(order)]
    heapq.heapify(waiting)
    chosen = []
    while left:  # the case that has most to add; what a case can add only shrinks, so a late count is never too small
        count, number, case = heapq.heappop(waiting)
        adds = len(pairs[case] & left)
        if adds == -count:
            chosen.append(case)
            left -= pairs[case]
        elif adds:
            heapq.heappush(waiting, (-adds, number, case))
    return sorted(chosen)
