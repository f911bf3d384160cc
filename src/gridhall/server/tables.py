"""What the hall keeps: guests, rooms, seats, and each room's log, which only ever grows. SQLite or PostgreSQL.

Whoever changes a table here also writes a migration (see migrations/), so that stores that are in use survive the
upgrade.
"""

import hashlib
from typing import NamedTuple

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, MetaData, String, Table, Text

from gridhall.record import commitment

metadata = MetaData()
guests = Table(
    "guests", metadata,
    Column("id", String(16), primary_key=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),  # hashed
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
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
)  # fmt: skip
seats = Table(
    "seats", metadata,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),  # from 1
    Column("kind", String(8), nullable=False),
    Column("level", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("guest", String(16), nullable=False, index=True),
    Column("secret", LargeBinary(32), nullable=False),  # hashed
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
    sqlite_with_rowid=False,
)  # fmt: skip


class LogEntry(NamedTuple):
    """A line of a room's log. Entries of the same seat and number are one act.

    Kinds are play, undo, offer, answer, resign, clock and left. What merely befalls a seat has number 0.
    """

    room: str
    entry: int
    seat: int
    number: int
    kind: str
    word: str
    at: float


class SeatRow(msgspec.Struct):
    """Who sits on a seat; `kind` is person, machine or open."""

    seat: int
    kind: str
    level: str = ""
    name: str = ""
    guest: str = ""
    secret: bytes = b""


class RoomRow(msgspec.Struct):
    """What of a room never changes, but for `over` and `next`."""

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

    @property
    def commitment(self) -> str:
        """What everybody is told of the seed before the match, so that it cannot be changed later."""
        return commitment(bytes.fromhex(self.nonce), int(self.seed))


def hashed(secret: str) -> bytes:
    """What is stored of a secret. A secret is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()
