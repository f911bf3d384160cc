"""What the hall keeps: accounts, rooms, seats, and each room's log, which only ever grows. SQLite or PostgreSQL.

The entries of a log are a chain: each has a hash of itself and of the one before, the first also of what the room is,
so that a word that was changed later is found. Where several processes serve one database, `processes` and `leases` say
which of them has which room (see leases.py); `settings` holds what all of them share.

Whoever changes a table here also writes a migration (see migrations/), so that stores that are in use survive the
upgrade.
"""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

from gridhall.record import commitment

metadata = MetaData()
# An account without credentials is a guest: everybody who plays has one. The id is public and never changes.
accounts = Table(
    "accounts", metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),  # as it is shown; a guest's is not theirs alone
    Column("made", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when they were last here, to the hour
    Column("claimed", Float, nullable=False, server_default="0"),  # when the first credential came; 0: a guest
    Column("deleted", Float, nullable=False, server_default="0"),  # nothing else is kept of it any more
)  # fmt: skip
# Names of claimed accounts, and those they had before, which nobody else gets until then.
names = Table(
    "names", metadata,
    Column("skeleton", String(80), primary_key=True),  # the same for names that look the same (see names.py)
    Column("name", String(40), nullable=False),
    Column("account", String(16), nullable=False, index=True),
    Column("until", Float, nullable=False, server_default="0"),  # 0: it is the account's name now
)  # fmt: skip
credentials = Table(
    "credentials", metadata,
    Column("id", String(16), primary_key=True),
    Column("account", String(16), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # passkey, password or code
    Column("handle", LargeBinary(1023), nullable=True, unique=True),  # of a passkey, as its device calls it
    Column("secret", LargeBinary, nullable=False),  # public key, Argon2's text, or the hash of a recovery code
    Column("uses", BigInteger, nullable=False, server_default="0"),  # of a passkey, as its device counts them
    Column("label", String(80), nullable=False, server_default=""),
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False, server_default="0"),  # a recovery code is good for once
)  # fmt: skip
sessions = Table(
    "sessions", metadata,
    Column("id", String(16), primary_key=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),  # hashed
    Column("earlier", LargeBinary(32), nullable=True, unique=True),  # the token before the last rotation, hashed
    Column("account", String(16), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # browser (a cookie, which rotates) or program (sent as a header)
    Column("label", String(80), nullable=False),  # the device, for the list of devices
    Column("made", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("rotated", Float, nullable=False),
    Column("until", Float, nullable=False),
    # When its owner last proved to be there, which is asked for before anything is changed for good.
    Column("confirmed", Float, nullable=False, server_default="0"),
)  # fmt: skip
# What is begun and must be ended soon, once: a passkey's challenge, a program that waits for its owner, a merge.
tickets = Table(
    "tickets", metadata,
    Column("id", LargeBinary(32), primary_key=True),  # hashed
    Column("kind", String(8), nullable=False),  # passkey, merge, or the code and the ticket of a program that waits
    Column("account", String(16), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("until", Float, nullable=False),
)  # fmt: skip
rooms = Table(
    "rooms", metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("level", String(200), nullable=False),
    Column("setup", Text, nullable=False),
    Column("seed", String(20), nullable=False),  # 64 bits without sign: decimal
    Column("nonce", String(32), nullable=False),
    Column("open", Boolean, nullable=False),  # a person chose seed or text
    Column("known", Boolean, nullable=False),  # the seed is no secret
    Column("clock", Integer, nullable=False),
    Column("maker", String(16), nullable=False, index=True),
    Column("made", Float, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("next", String(16), nullable=False),
    Column("ended", Float, nullable=False, server_default="0", index=True),  # when; 0 until its results are stored
    Column("rated", Boolean, nullable=False, server_default=false()),  # it changes ratings, once it is over
    Column("helped", Boolean, nullable=False, server_default=false()),  # somebody asked for a hint, or looked back
    Column("day", String(10), nullable=False, server_default=""),  # whose secret seed it has, as 2026-11-18
    Column("series", String(40), nullable=False, server_default=""),  # points of each seat in the matches before
)  # fmt: skip
seats = Table(
    "seats", metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),  # from 1
    Column("kind", String(8), nullable=False),
    Column("level", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("account", String(16), nullable=False, index=True),
    Column("secret", LargeBinary(32), nullable=False),  # hashed
)  # fmt: skip
# How each person's seat of a match that is over has fared; a match that is taken up again has none.
results = Table(
    "results", metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("level", String(200), nullable=False),  # a shipped one's name, or ""
    Column("outcome", String(8), nullable=False),  # won, lost, drawn, none (the match does not count) or solo
    Column("reason", String(8), nullable=False),  # rules, resign, clock, draw, left or limit
    Column("ended", Float, nullable=False),
    Column("moves", Integer, nullable=False),  # as the game counts them
    Column("seconds", Float, nullable=False),
    Column("undone", Integer, nullable=False),
    Column("stars", Integer, nullable=False),  # -1: the game gives none
    Column("mark", String(8), nullable=False),  # perfect, near or nothing: against the proved best
    Column("facts", Text, nullable=False),  # JSON: those that the game's ranking names
    Column("proved", Boolean, nullable=False),  # the hall itself took the time; False: a record says so
    Column("points", Float, nullable=False, server_default="0"),  # of a win, summed over a ladder; 0: there are none
    Index("ix_results_account", "account", "ended"),
    Index("ix_results_account_game", "account", "game", "ended"),
)  # fmt: skip
log = Table(
    "log", metadata,
    Column("room", String(16), primary_key=True),
    Column("entry", Integer, primary_key=True),  # from 1; two writers cannot both add the same one
    Column("seat", Integer, nullable=False),
    Column("number", BigInteger, nullable=False),  # the seat's own
    Column("kind", String(8), nullable=False),
    Column("word", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("left", String(80), nullable=False, server_default=""),  # seconds of each seat, in a room with a clock
    Column("hash", LargeBinary(16), nullable=False, server_default=""),
    sqlite_with_rowid=False,
)  # fmt: skip
films = Table(
    "films", metadata,
    Column("room", String(16), primary_key=True),
    Column("content", LargeBinary, nullable=False),  # the Replay of all of it, compressed
)  # fmt: skip
processes = Table(
    "processes", metadata,
    Column("id", String(16), primary_key=True),
    Column("address", String(80), nullable=False),  # where it takes what is relayed
    Column("until", Float, nullable=False),  # by the database's clock; seconds since 1970
    Column("dead", Boolean, nullable=False),  # another process has taken its rooms: it may write no more
)  # fmt: skip
leases = Table(
    "leases", metadata,
    Column("room", String(16), primary_key=True),
    Column("process", String(16), nullable=False, index=True),
    Column("epoch", BigInteger, nullable=False),  # one more with every owner
)  # fmt: skip
settings = Table(
    "settings", metadata,
    Column("name", String(80), primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip


class LogEntry(NamedTuple):
    """A line of a room's log. Entries of the same seat and number are one act.

    Kinds are play, undo, offer, answer, resign, clock, left, limit, and branch (before all others). What merely befalls
    a seat has number 0: also a word that the clock plays for it.
    """

    room: str
    entry: int
    seat: int
    number: int
    kind: str
    word: str
    at: float
    left: str = ""
    hash: bytes = b""


class SeatRow(msgspec.Struct):
    """Who sits on a seat; `kind` is person, machine or open."""

    seat: int
    kind: str
    level: str = ""
    name: str = ""
    account: str = ""
    secret: bytes = b""


class ResultRow(msgspec.Struct):
    """How one person's seat fared in a match that is over; see the table `results`."""

    room: str
    seat: int
    account: str
    game: str
    level: str
    outcome: str
    reason: str
    ended: float
    moves: int
    seconds: float
    undone: int
    stars: int
    mark: str
    facts: str
    proved: bool = True
    points: float = 0.0


class RoomRow(msgspec.Struct):
    """What of a room never changes, but for `over`, `next`, `ended` and `helped`."""

    id: str
    game: str
    version: int
    level: str
    setup: str
    seed: str
    nonce: str
    open: bool
    known: bool
    clock: int
    maker: str
    made: float
    over: bool = False
    next: str = ""
    ended: float = 0.0
    rated: bool = False
    helped: bool = False
    day: str = ""
    series: str = ""

    @property
    def commitment(self) -> str:
        """What everybody is told of the seed before the match, so that it cannot be changed later."""
        return commitment(bytes.fromhex(self.nonce), int(self.seed))


def chain_start(room: RoomRow) -> bytes:
    """What the chain of a room's log begins with."""
    what = room.id, room.game, room.version, room.setup, room.seed, room.nonce
    return hashlib.sha256(repr(what).encode()).digest()[:16]


def chained(before: bytes, entry: LogEntry) -> LogEntry:
    """An entry with its hash, which is of all of it and of the hash before."""
    content = entry[:8]
    return LogEntry(*content, hashlib.sha256(before + repr(content).encode()).digest()[:16])


def chained_log(room: RoomRow, entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The entries of a whole log, with their hashes."""
    before, log_entries = chain_start(room), []
    for entry in entries:
        log_entries.append(chained(before, entry))
        before = log_entries[-1].hash
    return log_entries


def first_changed(room: RoomRow, entries: Iterable[LogEntry]) -> LogEntry | None:
    """The first entry of a log that is not what was stored."""
    before = chain_start(room)
    for entry in entries:
        if chained(before, entry).hash != entry.hash:
            return entry
        before = entry.hash
    return None


def hashed(secret: str) -> bytes:
    """What is stored of a secret. A secret is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()
