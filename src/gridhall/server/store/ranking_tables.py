"""What the hall keeps of who is how strong, of the best results, and of who looks for somebody to play with.

`counted` is the one order in which finished matches came to count: all ratings and entries follow from the records of
these matches in this order, and from nothing else (see counting.py, and `gridhall rebuild`).
"""

from typing import NamedTuple

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, LargeBinary, String, Table, Text

from gridhall.server.store.tables import metadata

# A match that counts somewhere. It is the room's match up to an entry of its log: a puzzle may be taken up again later.
counted = Table(
    "counted", metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),  # from 1, without gaps
    Column("room", String(16), nullable=False, index=True),
    Column("entries", Integer, nullable=False),  # of the log, that belong to it
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),  # of the rules; another version has tables and ratings of its own
    Column("pace", String(8), nullable=False),  # live, days or levels; "": it has changed no rating
    Column("first", String(220), nullable=False),  # two players (see counting.py), and the score of the first
    Column("second", String(220), nullable=False),
    Column("score", Float, nullable=False),
    Column("at", Float, nullable=False),
)  # fmt: skip
ratings = Table(
    "ratings", metadata,
    Column("player", String(220), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("pace", String(8), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", Float, nullable=False),  # of the last match
    Column("number", BigInteger, nullable=False),  # of the last match in `counted`
    Index("ix_ratings_best", "game", "version", "pace", "rating"),
)  # fmt: skip
rating_steps = Table(
    "rating_steps", metadata,
    Column("player", String(220), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("pace", String(8), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("at", Float, nullable=False),
    Column("rating", Float, nullable=False),  # after that match
    Column("deviation", Float, nullable=False),
)  # fmt: skip
# The best result of each person in each table: of a level, of all matches without one, or of a day.
entries = Table(
    "entries", metadata,
    Column("game", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("level", String(200), primary_key=True),  # "": the match without a level
    Column("day", String(10), primary_key=True),  # 2026-11-18, or "" for all time
    Column("helped", Boolean, primary_key=True),  # with undo, hints or looking back: shown apart
    Column("account", String(16), primary_key=True),
    Column("listed", Boolean, nullable=False),  # a guest's is kept, and listed when they claim their account
    Column("rank", LargeBinary(128), nullable=False),  # smaller bytes are better: the game's ranking, then seconds
    Column("number", BigInteger, nullable=False),  # of the match in `counted`
    Column("room", String(16), nullable=False, index=True),
    Column("moves", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("undone", Integer, nullable=False),
    Column("facts", Text, nullable=False),  # JSON: those that the ranking names
    Column("at", Float, nullable=False),
    Index("ix_entries_best", "game", "version", "level", "day", "helped", "listed", "rank", "number"),
    Index("ix_entries_account", "account"),
)  # fmt: skip
# The secret seed of a day, drawn and committed to when it is first asked for.
days = Table(
    "days", metadata,
    Column("game", String(64), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("seed", String(20), nullable=False),
    Column("nonce", String(32), nullable=False),
)  # fmt: skip
# Who looks for somebody to play with. Its owner's process renews `until`; when a pair is found, `room` is theirs.
seeks = Table(
    "seeks", metadata,
    Column("id", String(16), primary_key=True),
    Column("account", String(16), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("target", String(16), nullable=False, index=True),  # the one who is challenged, or ""
    Column("game", String(64), nullable=False),
    Column("clock", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("made", Float, nullable=False),
    Column("until", Float, nullable=False),
    Column("room", String(16), nullable=False),
)  # fmt: skip
blocks = Table(
    "blocks", metadata,
    Column("account", String(16), primary_key=True),  # does not want to meet
    Column("other", String(16), primary_key=True),
    Column("at", Float, nullable=False),
)  # fmt: skip
reports = Table(
    "reports", metadata,
    Column("id", String(16), primary_key=True),
    Column("account", String(16), nullable=False),  # who reports
    Column("other", String(16), nullable=False),  # whom
    Column("room", String(16), nullable=False),
    Column("reason", String(16), nullable=False),
    Column("at", Float, nullable=False, index=True),
)  # fmt: skip


layout = metadata  # of the whole store: the tables of tables.py, and those of this file


class CountedRow(NamedTuple):
    """A row of `counted`."""

    number: int
    room: str
    entries: int
    game: str
    version: int
    pace: str
    first: str
    second: str
    score: float
    at: float


class EntryRow(NamedTuple):
    """A row of `entries`."""

    game: str
    version: int
    level: str
    day: str
    helped: bool
    account: str
    listed: bool
    rank: bytes
    number: int
    room: str
    moves: int
    seconds: float
    undone: int
    facts: str
    at: float
