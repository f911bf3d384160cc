"""Bodies of HTTP answers about who is how strong, and about the best results."""

from msgspec import Struct


class RatingCard(Struct, omit_defaults=True):
    """How strong somebody is thought to be; `provisional` is shown as a question mark."""

    game: str
    pace: str  # live, days (a day a turn) or levels (against the levels of a puzzle)
    rating: int
    deviation: int
    matches: int = 0
    provisional: bool = False
    account: str = ""  # "": a machine or a level
    name: str = ""
    place: int = 0  # in a list of the best


class RatingPoint(Struct):
    """A rating after a match: its time, in seconds since 1970, and what was thought then."""

    at: float
    rating: float
    deviation: float


class RatingCurve(Struct, omit_defaults=True):
    """A rating, and how it came about: at most a few hundred points, oldest first."""

    card: RatingCard
    points: list[RatingPoint] = []


class SeatRating(Struct, omit_defaults=True):
    """The rating of somebody who sits in a rated match: what it is now or, once the match has counted, after it."""

    seat: int
    rating: int
    provisional: bool = False
    before: int = 0  # what it was before the match; 0: the match has not counted


class TableLine(Struct, omit_defaults=True):
    """A line of a table: somebody's best result, and the room whose record proves it."""

    place: int  # 0: farther down than is counted
    account: str
    name: str
    room: str
    moves: int
    seconds: float
    facts: dict[str, int] = {}  # those that the ranking names
    over: int = 0  # moves more than the proved fewest
    undone: int = 0
    at: float = 0.0


class BestTable(Struct, omit_defaults=True):
    """The best results of a level, of a day, or of all matches without a level.

    Those that were helped, by undo, hints or looking back, are in a table of their own.
    """

    lines: list[TableLine]
    ranking: list[str]  # as in GameCard
    best: int = 0  # the proved fewest moves
    more: bool = False  # there are lines after these
    yours: TableLine | None = None
    day: str = ""
    closed: bool = False  # the day is not over: nothing of its matches is shown yet
    level: RatingCard | None = None  # how hard it is thought to be


class DayCard(Struct, omit_defaults=True):
    """A day's match: what the hall committed to, and the seed with its nonce once the day is over."""

    day: str
    commit: str
    seed: str = ""
    nonce: str = ""


class NextLevel(Struct, omit_defaults=True):
    """The level to try next: the one that is neither too easy nor too hard. `level` "" is none: all are won."""

    level: str = ""
    title: str = ""
    chance: float = 0.0  # of winning it at the first attempt
