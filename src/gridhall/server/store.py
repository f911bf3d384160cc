"""What the hall keeps: guests, rooms, seats, and each room's log, which only ever grows. SQLite or PostgreSQL.

One thread writes. What arrives while a commit is under way shares the next one, because a commit costs milliseconds and
a row microseconds; the thread is woken once a commit, because waking it costs more than a row. Nothing is told to
anybody before its commit (`Job.done`).
"""

import hashlib
import logging
import queue
import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from weakref import WeakSet

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    case,
    cast,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from gridhall.errors import Unavailable

log = logging.getLogger("gridhall.server")
tables = MetaData()
# Seconds a batch waits for more when the last one was less than QUIET ago: a commit costs as much for one row as for
# ten.
GATHER = 0.006
QUIET = 0.02
MOST = 64  # rows a statement
LATE = RuntimeError("an earlier entry of this room could not be written")

guests = Table(
    "guests", tables,
    Column("id", String(16), primary_key=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),  # hashed
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
)  # fmt: skip
rooms = Table(
    "rooms", tables,
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
    "seats", tables,
    Column("room", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),  # from 1
    Column("kind", String(8), nullable=False),
    Column("level", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("guest", String(16), nullable=False, index=True),
    Column("secret", LargeBinary(32), nullable=False),  # hashed
)  # fmt: skip
entries = Table(
    "log", tables,
    Column("room", String(16), primary_key=True),
    Column("entry", Integer, primary_key=True),  # from 1; two writers cannot both add the same one
    Column("seat", Integer, nullable=False),
    Column("number", BigInteger, nullable=False),  # the seat's own
    Column("kind", String(8), nullable=False),
    Column("word", Text, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)  # fmt: skip


class Entry(NamedTuple):
    """A line of a room's log. Entries of the same seat and number are one act; what merely befalls a seat has number 0.

    Kinds: play undo offer answer resign clock left.
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


class Job(NamedTuple):
    """Something to write: rows of the log, or whatever `work` does; `done` is then called in the loop's thread, with
    the error if it failed.

    When a job fails, all later ones of the same `owner` fail, too: they were checked against what is not there.
    """

    owner: object
    rows: Sequence[Entry]
    work: Callable[[Connection], None] | None
    done: Callable[[Exception | None], None]


def hashed(secret: str) -> bytes:
    """What is stored of a secret: it is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in (
        "page_size=1024",
        "journal_mode=WAL",
        "synchronous=FULL",
        "wal_autocheckpoint=16000",
        "busy_timeout=10000",
        "cache_size=-32768",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def opened(url: str) -> Engine:
    """Open a database and make the tables it lacks; raises Unavailable."""
    try:
        engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_up_sqlite)
        tables.create_all(engine)
    except ImportError as wrong:
        cure = (
            "pip install 'gridhall[postgres]'"
            if url.startswith("postgres")
            else "the hall keeps its matches in SQLite or PostgreSQL"
        )
        raise Unavailable(f"the database needs a module that is not installed: {wrong.name}; {cure}") from wrong
    except SQLAlchemyError as wrong:
        reason = str(getattr(wrong, "orig", None) or wrong).splitlines()[0]
        raise Unavailable(
            f"the database cannot be opened: {reason}; see whether its address is right and may be written to"
        ) from wrong
    return engine


class Store:
    """The database, read from any thread and written by one."""

    def __init__(self, url: str, loop: AbstractEventLoop) -> None:
        """`loop` is the one from whose thread `append` and `change` are called, and in which `done` is."""
        self.engine = opened(url)
        compiled = insert(entries).compile(dialect=self.engine.dialect)
        self._insert, self._positional = str(compiled), bool(compiled.positional)
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._queued: list[Job] = []
        self._writing = self._planned = False
        self._handed = 0.0  # when the last batch was
        self._loop = loop
        self._connection: Connection | None = None
        self._failed: WeakSet[Any] = WeakSet()
        self.commits = 0
        self.seconds = 0.0  # of CPU, spent by the writer
        self._thread = threading.Thread(target=self._write_all, name="gridhall-writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is queued, then end."""
        if self._queued:
            self._jobs.put(self._queued)
        self._jobs.put(None)
        self._thread.join()
        self.engine.dispose()

    # -- writing: a batch is under way, the next one is being gathered

    def append(self, owner: object, rows: Sequence[Entry], done: Callable[[Exception | None], None]) -> None:
        """Add to a room's log; without rows this only waits for what was queued before."""
        if not rows and not self._writing and not self._queued:
            done(LATE if owner in self._failed else None)
            return
        self._queue(Job(owner, rows, None, done))

    def change(
        self, owner: object, work: Callable[[Connection], None], done: Callable[[Exception | None], None]
    ) -> None:
        """Do something in a transaction of the writer."""
        self._queue(Job(owner, (), work, done))

    def _queue(self, job: Job) -> None:
        self._queued.append(job)
        if not self._writing and not self._planned:
            self._plan()

    def _plan(self) -> None:
        """Hand over what is queued at the end of this round of the loop, or a little later under load."""
        self._planned = True
        if self._loop.time() - self._handed < QUIET:
            self._loop.call_later(GATHER, self._hand_over)
        else:
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._planned, self._writing = False, True
        batch, self._queued = self._queued, []
        self._handed = self._loop.time()
        self._jobs.put(batch)

    def _written(self, batch: list[Job], results: list[Exception | None]) -> None:
        """Tell whoever waits for a batch, and go on with the next."""
        self._writing = False
        if self._queued:
            self._plan()
        for job, result in zip(batch, results):
            try:
                job.done(result)
            except Exception as wrong:  # the others are told all the same
                log.error("internal error after a commit: %s", type(wrong).__name__)

    def _write_all(self) -> None:
        """The writer's thread."""
        while (batch := self._jobs.get()) is not None:
            began = time.thread_time()
            results = self._commit(batch)
            self.seconds += time.thread_time() - began
            try:
                self._loop.call_soon_threadsafe(self._written, batch, results)
            except RuntimeError:  # the loop has ended; nobody is there to be told
                log.debug("the loop has ended before its writer")
        self._drop_connection()

    def _commit(self, batch: list[Job]) -> list[Exception | None]:
        """Write a batch in one transaction.

        If that fails, each job in one of its own, so that one cannot spoil the others'.
        """
        if not any(job.rows or job.work for job in batch):
            return [LATE if job.owner in self._failed else None for job in batch]
        if not any(job.owner in self._failed for job in batch) and self._try(batch) is None:
            return [None] * len(batch)
        results: list[Exception | None] = []
        for job in batch:
            wrong = LATE if job.owner in self._failed else self._try([job])
            if wrong is not None:
                self._failed.add(job.owner)
            results.append(wrong)
        return results

    def _try(self, batch: list[Job]) -> Exception | None:
        try:
            self._connection = self._connection or self.engine.connect()
            if any(job.work for job in batch):
                with self._connection.begin():
                    self._write(self._connection, batch)
            else:  # the usual case by the shortest way, because it is paid for every move
                self._append(self._connection.connection, [row for job in batch for row in job.rows])
            self.commits += 1
            return None
        except Exception as wrong:  # whatever happens, the thread goes on
            if len(batch) == 1:
                log.error("the store could not write: %s", type(wrong).__name__)
            if not isinstance(wrong, (IntegrityError, self.engine.dialect.loaded_dbapi.IntegrityError)):
                self._drop_connection()
            return wrong

    def _drop_connection(self) -> None:
        if self._connection is not None:
            try:
                self._connection.close()
            except SQLAlchemyError:
                self._connection.invalidate()
            self._connection = None

    def _append(self, connection: Any, rows: list[Entry]) -> None:
        """Add rows to the log in a transaction of their own."""
        try:
            cursor = connection.cursor()
            self._insert_rows(cursor, rows)
            cursor.close()
            connection.commit()
        except BaseException:
            connection.rollback()
            raise

    def _insert_rows(self, cursor: Any, rows: Sequence[Entry]) -> None:
        """Insert rows, many with one statement.

        SQLite's module lets go of Python's lock for each statement, and under load waits long to get it back.
        """
        if not self._positional:
            cursor.executemany(self._insert, [row._asdict() for row in rows])
            return
        head, values, one = self._insert.partition(" VALUES ")
        done = 0
        while done < len(rows):
            # Powers of two, so that few different statements are compiled.
            count = min(MOST, 1 << (len(rows) - done).bit_length() - 1)
            cursor.execute(
                head + values + ", ".join([one] * count), [value for row in rows[done : done + count] for value in row]
            )
            done += count

    def _write(self, connection: Connection, batch: Iterable[Job]) -> None:
        for job in batch:
            if job.rows:
                connection.execute(insert(entries), [row._asdict() for row in job.rows])
            if job.work is not None:
                job.work(connection)

    # -- reading

    def read_room(self, room: str) -> tuple[RoomRow, list[SeatRow], list[Entry]] | None:
        """A room with its seats and its whole log."""
        with self.engine.connect() as connection:
            row = connection.execute(select(rooms).where(rooms.c.id == room)).one_or_none()
            if row is None:
                return None
            chairs = connection.execute(
                select(*list(seats.c)[1:]).where(seats.c.room == room).order_by(seats.c.seat)
            ).all()
            lines = connection.execute(select(entries).where(entries.c.room == room).order_by(entries.c.entry)).all()
        return RoomRow(*row), [SeatRow(*chair) for chair in chairs], [Entry(*line) for line in lines]

    def guest_of(self, token: str) -> tuple[str, str] | None:
        """The guest's id and name."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(guests.c.id, guests.c.name).where(guests.c.token == hashed(token))
            ).one_or_none()
        return (row[0], row[1]) if row else None

    def rooms_of(self, guest: str, limit: int = 40) -> list[tuple[RoomRow, list[SeatRow], int, float]]:
        """The rooms where a guest sits, newest first, each with its seats, plies that stand and last change."""
        mine = select(seats.c.room).where(seats.c.guest == guest)
        with self.engine.connect() as connection:
            found = connection.execute(
                select(rooms).where(rooms.c.id.in_(mine)).order_by(rooms.c.made.desc()).limit(limit)
            ).all()
            ids = [row.id for row in found]
            chairs: dict[str, list[SeatRow]] = {one: [] for one in ids}
            for chair in connection.execute(select(seats).where(seats.c.room.in_(ids)).order_by(seats.c.seat)):
                chairs[chair.room].append(SeatRow(*chair[1:]))
            kind, word = entries.c.kind, entries.c.word
            again = (
                select(entries.c.room, func.max(entries.c.entry).label("entry"))
                .where(kind == "undo", word == "0")
                .group_by(entries.c.room)
                .subquery()
            )
            stands = case(
                (entries.c.entry <= again.c.entry, 0),
                (kind == "play", 1),
                (kind == "undo", -cast(word, Integer)),
                else_=0,
            )
            rows = entries.outerjoin(again, entries.c.room == again.c.room)
            counted = (
                select(entries.c.room, func.sum(stands), func.max(entries.c.at))
                .select_from(rows)
                .where(entries.c.room.in_(ids))
                .group_by(entries.c.room)
            )
            counts = {row[0]: (row[1], row[2]) for row in connection.execute(counted)}
        return [(RoomRow(*row), chairs[row.id], *counts.get(row.id, (0, row.made))) for row in found]

    def unfinished_of(self, guest: str) -> int:
        """How many rooms that are not over a guest has made."""
        with self.engine.connect() as connection:
            found = connection.execute(
                select(func.count()).select_from(rooms).where(rooms.c.maker == guest, rooms.c.over.is_(False))
            ).scalar_one()
        return int(found)

    def abandoned(self, untouched: float, unplayed: float) -> list[str]:
        """Rooms that are not over and saw no act since `untouched`.

        Those without any act, since `unplayed` (seconds since 1970).
        """
        last = select(entries.c.room, func.max(entries.c.at).label("at")).group_by(entries.c.room).subquery()
        found = (
            select(rooms.c.id)
            .select_from(rooms.outerjoin(last, rooms.c.id == last.c.room))
            .where(rooms.c.over.is_(False))
        )
        found = found.where(
            (last.c.at.is_not(None) & (last.c.at < untouched)) | (last.c.at.is_(None) & (rooms.c.made < unplayed))
        )
        with self.engine.connect() as connection:
            return [row[0] for row in connection.execute(found.limit(500))]


# -- what jobs do


def add_guest(connection: Connection, guest: str, token: str, name: str, made: float) -> None:
    """Keep a new guest."""
    connection.execute(insert(guests).values(id=guest, token=hashed(token), name=name, made=made))


def add_room(connection: Connection, room: RoomRow, chairs: Iterable[SeatRow]) -> None:
    """Keep a new room with its seats."""
    connection.execute(insert(rooms).values(**msgspec.structs.asdict(room)))
    connection.execute(insert(seats), [{"room": room.id, **msgspec.structs.asdict(chair)} for chair in chairs])


def set_seat(connection: Connection, room: str, chair: SeatRow) -> None:
    """Keep who sits on a seat now."""
    values = msgspec.structs.asdict(chair)
    connection.execute(update(seats).where(seats.c.room == room, seats.c.seat == chair.seat).values(**values))


def set_over(connection: Connection, room: str, over: bool) -> None:
    """Mark a room as over, or as taken up again, for lists and sweeping; its log says how."""
    connection.execute(update(rooms).where(rooms.c.id == room).values(over=over))


def set_next(connection: Connection, room: str, following: str) -> None:
    """Keep the room of the rematch."""
    connection.execute(update(rooms).where(rooms.c.id == room).values(next=following))


def remove_rooms(connection: Connection, ids: Sequence[str]) -> None:
    """Forget rooms."""
    for table, column in ((entries, entries.c.room), (seats, seats.c.room), (rooms, rooms.c.id)):
        connection.execute(delete(table).where(column.in_(ids)))
