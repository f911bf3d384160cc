"""The open dump of all finished public matches, and everything that follows from it, computed anew.

A dump is JSON Lines, compressed with gzip. The first line says what it is; then come the people (public id, present
name), the matches in the order in which they counted, each with its record, and at the end what the hall shows: every
rating and every line of a table. `rebuild` replays the records and computes all of that from nothing.
"""

import contextlib
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, Engine, select

from gridhall.errors import BadRecord
from gridhall.ratings import ledger
from gridhall.ratings.ledger import RankedLine, Standing
from gridhall.record import record_lines, replay
from gridhall.registry import load
from gridhall.server.people.accounts import FORMER
from gridhall.server.ranking import counting, days
from gridhall.server.rooms.board import Board
from gridhall.server.rooms.records import room_record
from gridhall.server.store import queries
from gridhall.server.store.ranking_tables import CountedRow, counted, entries, ratings
from gridhall.server.store.tables import RoomRow, SeatRow, accounts

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


class Difference(Exception):
    """What is computed anew is not what the hall shows."""


# -- writing


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


# -- reading


class Rebuilt:
    """All that follows from the matches of a dump."""

    def __init__(self) -> None:
        self.standings: dict[tuple[str, int, str, str], Standing] = {}
        self.lines: dict[tuple[Any, ...], ShownLine] = {}
        self.former: set[str] = set()  # people who are in no table any more
        self.matches = self.plies = 0
        self._last = 0

    def take(self, dumped: DumpedMatch) -> None:
        """Replay the next match and let it count."""
        if dumped.match <= self._last:
            raise BadRecord(f"match {dumped.match} stands after match {self._last}; the order of a dump is its meaning")
        self._last = dumped.match
        lines = record_lines(dumped.record)
        match = replay(lines, every=False)
        self.matches, self.plies = self.matches + 1, self.plies + len(match.plies)
        head = lines[0]
        row = RoomRow(
            id=dumped.room, game=match.name, version=match.game.VERSION, level=dumped.level, setup=match.setup_text,
            seed=str(match.seed), nonce="", open=bool(head.get("open")), known=False, clock=0, maker="", made=0.0,
            helped=dumped.helped, day=dumped.day,
        )  # fmt: skip
        if len(dumped.players) == 1:
            finished = counting.solo(row, dumped.players[0], match, 0, dumped.at)
            if finished is None or not counting.is_shipped(row):
                raise BadRecord(f"match {dumped.match} is of no shipped level, so it cannot count")
            players, score = finished.players, finished.score
            if finished.rank:
                self._enter(finished, dumped.match)
        else:
            players, score = (
                (dumped.players[0], dumped.players[1]),
                _score(dumped.match, match.over, match.winner, head),
            )
        if dumped.pace:
            self._rate(row, dumped, players, score)

    def _rate(self, row: RoomRow, dumped: DumpedMatch, players: tuple[str, str], score: float) -> None:
        keys = [(row.game, row.version, dumped.pace, player) for player in players]
        before = [self.standings.get(key) or ledger.first_standing(load(row.game), key[3]) for key in keys]
        fixed = ledger.is_fixed(players[0]), ledger.is_fixed(players[1])
        after = ledger.after_match(before[0], before[1], score, dumped.at, dumped.match, fixed)
        for key, standing, is_fixed in zip(keys, after, fixed):
            if not is_fixed:
                self.standings[key] = standing

    def _enter(self, finished: counting.Finished, number: int) -> None:
        key = finished.game, finished.version, finished.level, finished.day, finished.helped, finished.account
        old = self.lines.get(key)
        before = RankedLine(bytes.fromhex(old.rank), old.number) if old is not None else None
        if ledger.stands(before, RankedLine(finished.rank, number), finished.day):
            self.lines[key] = ShownLine(
                finished.account, finished.game, finished.version, finished.level, finished.day, finished.helped,
                finished.rank.hex(), number, finished.room, finished.moves, finished.seconds, finished.undone,
            )  # fmt: skip

    def shown(self) -> list[ShownRating | ShownLine]:
        """Everything as a dump shows it, in a fixed order."""
        rated: list[ShownRating | ShownLine] = [
            ShownRating(player, game, version, pace, *standing.rating, standing.matches, standing.at, standing.number)
            for (game, version, pace, player), standing in sorted(self.standings.items())
        ]
        return rated + [line for _, line in sorted(self.lines.items()) if line.account not in self.former]


def _score(number: int, is_over: bool, winner: int, head: dict[str, Any]) -> float:
    """The first seat's score: what the rules say, or what the hall says of a match that ended otherwise."""
    if not is_over:
        ended = head.get("ended")
        if not isinstance(ended, dict):
            raise BadRecord(f"match {number} has no end")
        winner = int(ended.get("winner", 0))
    return {0: 0.5, 1: 1.0}.get(winner, 0.0)


def rebuild(path: str | Path) -> tuple[Rebuilt, list[str]]:
    """Compute everything from a dump's matches; with a sentence for all that differs from what the dump shows."""
    books = Rebuilt()
    shown: list[ShownRating | ShownLine] = []
    with _opened(path) as file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
                if number == 1 and line != {"gridhall": "dump", "format": FORMAT}:
                    raise BadRecord("this is no dump of a hall, or of a later version")
                if line.get("former"):
                    books.former.add(line["person"])
                elif "match" in line:
                    books.take(msgspec.convert(line, DumpedMatch))
                elif "rated" in line:
                    shown.append(msgspec.convert(line, ShownRating))
                elif "rank" in line:
                    shown.append(msgspec.convert(line, ShownLine))
            except (ValueError, msgspec.ValidationError) as wrong:
                raise BadRecord(f"line {number} of the dump cannot be read: {wrong}") from wrong
    return books, [*_differences(books.shown(), shown)]


@contextlib.contextmanager
def _opened(path: str | Path) -> Iterator[IO[bytes]]:
    try:
        with gzip.open(path, "rb") as file:
            yield file  # type: ignore[misc]
    except (OSError, EOFError) as wrong:
        raise BadRecord(f"{path} cannot be read as a dump: {wrong}") from wrong


def _differences(computed: list[Any], shown: list[Any]) -> Iterator[str]:
    ours, theirs = ({_key(line): line for line in lines} for lines in (computed, shown))
    for key in sorted({*ours, *theirs}, key=repr):
        if ours.get(key) != theirs.get(key):
            yield f"{key}: the hall shows {theirs.get(key)}, its matches give {ours.get(key)}"


def _key(line: ShownRating | ShownLine) -> tuple[Any, ...]:
    if isinstance(line, ShownRating):
        return "rating", line.game, line.version, line.pace, line.rated
    return "line", line.game, line.version, line.level, line.day, line.helped, line.account
