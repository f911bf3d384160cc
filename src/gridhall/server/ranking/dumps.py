"""The open dump of all finished public matches.

It is JSON Lines, compressed with gzip. The first line says what it is; then come the people (public id, present name),
the matches in the order in which they counted, each with its record, and at the end what the hall shows: every rating
and every line of a table. From the matches alone all of that can be computed anew (see rebuilding.py).
"""

import gzip
from collections.abc import Iterator
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, Engine, select

from gridhall.registry import load
from gridhall.server.people.accounts import FORMER
from gridhall.server.ranking import days
from gridhall.server.rooms.board import Board
from gridhall.server.rooms.records import room_record
from gridhall.server.store import queries
from gridhall.server.store.ranking_tables import CountedRow, counted, entries, ratings
from gridhall.server.store.tables import SeatRow, accounts

FORMAT = 1
AT_ONCE = 500  # matches that are read together


class DumpedMatch(msgspec.Struct, omit_defaults=True):
    """A match of a dump. What the record cannot prove is the hall's word: who sat where, `helped`, and `at`."""

    match: int  # its number in the one order
    room: str
    players: list[str]  # see ledger.py, by seat; of one person alone theirs
    at: float
    record: str
    pace: str = ""  # "": it has changed no rating
    level: str = ""
    day: str = ""
    helped: bool = False


class ShownRating(msgspec.Struct):
    """A rating that the hall shows."""

    rated: str
    game: str
    version: int
    pace: str
    rating: float
    deviation: float
    volatility: float
    matches: int
    at: float
    number: int


class ShownLine(msgspec.Struct):
    """A line of a table that the hall shows."""

    account: str
    game: str
    version: int
    level: str
    day: str
    helped: bool
    rank: str  # hex
    number: int
    room: str
    moves: int
    seconds: float
    undone: int


def write_dump(engine: Engine, file: IO[bytes]) -> int:
    """Write a dump; returns how many matches are in it. The store may be in use: what is read is of one moment."""
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed, engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        matches = 0
        for line in _lines(engine, connection):
            matches += isinstance(line, DumpedMatch)
            packed.write(msgspec.json.encode(line) + b"\n")
    return matches


def _lines(engine: Engine, connection: Connection) -> Iterator[Any]:
    yield {"gridhall": "dump", "format": FORMAT}
    people = accounts.c.claimed > 0
    for row in connection.execute(select(accounts.c.id, accounts.c.name, accounts.c.deleted).where(people)):
        yield (
            {"person": row.id, "name": FORMER, "former": True} if row.deleted else {"person": row.id, "name": row.name}
        )
    shown = [*_shown_lines(connection)]
    public = {line.number for line in shown}
    last = 0
    while rows := connection.execute(
        select(counted).where(counted.c.number > last).order_by(counted.c.number).limit(AT_ONCE)
    ).all():
        for row in rows:
            if row.pace or row.number in public:
                match = _dumped(engine, CountedRow._make(row))
                if match is not None:
                    yield match
        last = rows[-1].number
    for row in connection.execute(select(ratings)):
        yield ShownRating(*list(row))
    yield from shown


def _shown_lines(connection: Connection) -> Iterator[ShownLine]:
    """The lines of all tables of days that are over."""
    for row in connection.execute(select(entries).where(entries.c.listed)):
        if row.day < days.today():
            yield ShownLine(
                row.account, row.game, row.version, row.level, row.day, bool(row.helped), bytes(row.rank).hex(),
                row.number, row.room, row.moves, row.seconds, row.undone,
            )  # fmt: skip


def _dumped(engine: Engine, row: CountedRow) -> DumpedMatch | None:
    """A counted match with its record as it was when it counted; None if its day is not over."""
    stored = queries.read_room(engine, row.room)
    if stored is None or days.is_closed(stored[0]) or stored[0].version != load(row.game).VERSION:
        return None
    room, chairs, log = stored
    board = Board(room, log[: row.entries])
    if len(chairs) == 1:
        players = [chairs[0].account]
    else:
        players = [row.first, row.second]
    return DumpedMatch(
        row.number, row.room, players, row.at, room_record(room, _named(chairs), board), row.pace, room.level, room.day,
        room.helped,
    )  # fmt: skip


def _named(chairs: list[SeatRow]) -> list[SeatRow]:
    """Seats without names: those are told once, as they are at present."""
    return [msgspec.structs.replace(chair, name="") for chair in chairs]
