"""What follows from finished matches, in the order in which they count: ratings, and the best results.

The hall does this match by match in its database, `gridhall rebuild` in memory from a dump; both by these functions, so
that they agree to the bit. A player is a text: an account's public id, `machine:NAME` for a level of play, `level:NAME`
for a shipped level. Machines are the fixed points of the scale: their strength was measured in the arena.
"""

import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gridhall.game import Game
from gridhall.ranking import rank_numbers
from gridhall.ratings.glicko2 import MIDDLE, NARROWEST, Encounter, Rating, rested, updated
from gridhall.ratings.priors import level_prior

MACHINE, LEVEL = "machine:", "level:"
LIVE, DAYS, LEVELS = "live", "days", "levels"  # paces; each has ratings of its own
A_DAY = 12 * 3600  # seconds a turn from which on nobody sits and waits
HALF = 1 << 63


class Standing(NamedTuple):
    """A player's rating, and of how many matches, the last at that time, it was made."""

    rating: Rating
    matches: int = 0
    at: float = 0.0
    number: int = 0


class RankedLine(NamedTuple):
    """A result as tables compare it: smaller bytes are better, and among equals who was first."""

    rank: bytes
    number: int


def pace_of(clock: int) -> str:
    """The pace of a match with so many seconds a turn."""
    return DAYS if clock >= A_DAY else LIVE


def is_fixed(player: str) -> bool:
    """Whether no match changes what is known of this player."""
    return player.startswith(MACHINE)


def first_standing(game: Game, player: str) -> Standing:
    """What is thought of a player before their first match."""
    if player.startswith(LEVEL):
        return Standing(level_prior(game, player.removeprefix(LEVEL)))
    if is_fixed(player):
        measured = game.LEVELS_OF_PLAY.get(player.removeprefix(MACHINE), {}).get("rating")
        return Standing(Rating(float(measured), NARROWEST) if measured is not None else Rating(MIDDLE))
    return Standing(Rating())


def after_match(
    first: Standing, second: Standing, score: float, at: float, number: int, fixed: tuple[bool, bool] = (False, False)
) -> tuple[Standing, Standing]:
    """What is thought of two players after their match, both seen from before it; `score` is the first's."""
    before = [
        rested(standing.rating, at - standing.at) if standing.matches else standing.rating
        for standing in (first, second)
    ]
    scores = Encounter(before[1], score), Encounter(before[0], 1.0 - score)
    after = [
        standing if fixed[n] else Standing(updated(before[n], [scores[n]]), standing.matches + 1, at, number)
        for n, standing in enumerate((first, second))
    ]
    return after[0], after[1]


def level_score(won: bool, helped: bool) -> float:
    """What a person scores against a level: a win with undo or hints is half a point."""
    return (0.5 if helped else 1.0) if won else 0.0


def rank_bytes(ranking: Sequence[str], facts: Mapping[str, int], seconds: float) -> bytes:
    """A result as bytes that sort the best first: the facts of a game's RANKING, then milliseconds."""
    values = [*rank_numbers(ranking, facts), round(seconds * 1000)]
    return struct.pack(f">{len(values)}Q", *(int(value) + HALF for value in values))


def stands(old: RankedLine | None, new: RankedLine, day: str) -> bool:
    """Whether a new result takes the place of somebody's old one; of a day the first attempt stands."""
    if old is None:
        return True
    return new.number < old.number if day else new < old
