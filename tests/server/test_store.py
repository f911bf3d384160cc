"""The store: what shares a commit, what fails alone, what a row holds."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest
from sqlalchemy import Connection, insert, text

from gridhall.errors import Unavailable
from gridhall.server.store import tables
from gridhall.server.store.database import open_database
from gridhall.server.store.queries import Ages, abandoned, add_room, read_room, remove_rooms, set_over
from gridhall.server.store.tables import LogEntry, RoomRow, SeatRow, hashed
from gridhall.server.store.writer import Done, Writer


class Owner:
    """Stands for a room."""


class Store:
    """A database, its writer and the writer's loop, for tests that are no part of the loop."""

    def __init__(self, database: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.engine = open_database(database)
        self.writer = Writer(self.engine, self.loop)

    def append(self, owner: object, rows: Sequence[LogEntry], done: Done) -> None:
        self.loop.call_soon_threadsafe(self.writer.append, owner, rows, done)

    def change(self, owner: object, work: Callable[[Connection], None], done: Done) -> None:
        self.loop.call_soon_threadsafe(self.writer.change, owner, work, done)

    def wait(self, work: Callable[[Connection], None] | None = None) -> Exception | None:
        """Let the writer do something, and wait for it; what went wrong."""
        done = threading.Event()
        outcome: list[Exception | None] = []

        def note(wrong: Exception | None) -> None:
            outcome.append(wrong)
            done.set()

        if work is None:
            self.append(Owner(), (), note)
        else:
            self.change(Owner(), work, note)
        assert done.wait(30)
        return outcome[0]

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.writer.close()
        self.engine.dispose()
        self.loop.close()


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def row(name: str = "room", made: float = 0.0, seed: str = str(2**64 - 1)) -> RoomRow:
    return RoomRow(name, "nim", 1, "", "9", seed, "00" * 16, False, False, 0, "guest", made)


def entry(number: int, room: str = "room", at: float = 1.0) -> LogEntry:
    return LogEntry(room, number, 1, number, "play", "e", at)


def ignore(wrong: Exception | None) -> None:
    """For jobs whose end does not matter."""


def test_a_power_cut_loses_nothing_that_was_sent(store: Store) -> None:
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
            assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        else:
            assert connection.execute(text("SHOW fsync")).scalar() == "on"
            assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"


@pytest.mark.parametrize("url", ["sqlite:////no/such/folder/hall.sqlite", "nonsense", "unheard://of"])
def test_a_database_that_cannot_be_opened_is_said_so_in_a_sentence(url: str) -> None:
    with pytest.raises(Unavailable, match="database"):
        open_database(url)


def test_a_room_comes_back_as_it_was_stored(store: Store) -> None:
    chairs = [SeatRow(1, "person", "", "Ann", "guest", hashed("secret")), SeatRow(2, "machine", "easy")]
    assert store.wait(lambda connection: add_room(connection, row(), chairs)) is None
    log = [entry(1), entry(2)]
    store.append(Owner(), log, ignore)
    store.wait()
    assert read_room(store.engine, "room") == (row(), chairs, log)
    assert read_room(store.engine, "other") is None


def test_the_tables_can_be_made_in_postgresql(store: Store) -> None:
    """No server is here to ask; what SQLAlchemy would send is."""
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.schema import CreateTable

    dialect = postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]
    for table in tables.metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
    added = insert(tables.log).compile(dialect=dialect)
    assert not added.positional and set(added.params) == set(LogEntry._fields)


def test_what_waits_for_the_disk_shares_one_commit(store: Store) -> None:
    gate, entered = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        entered.set()
        gate.wait(30)

    results: list[Exception | None] = []
    store.change(Owner(), hold, results.append)
    assert entered.wait(30)
    for number in range(1, 101):
        store.append(Owner(), [entry(number)], results.append)
    gate.set()
    store.wait()
    assert results == [None] * 101 and store.writer.commits == 2


def test_a_failure_spoils_nobody_else_but_stops_its_own_room(store: Store) -> None:
    gate, entered = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        entered.set()
        gate.wait(30)

    store.change(Owner(), hold, ignore)
    assert entered.wait(30)
    good, bad = Owner(), Owner()
    results: dict[str, Exception | None] = {}
    for name, owner, line in (
        ("a", good, entry(1)),
        ("b", bad, entry(1)),
        ("c", bad, entry(7, "elsewhere")),
        ("d", good, entry(2)),
    ):
        store.append(owner, [line], partial(results.__setitem__, name))
    gate.set()
    store.wait()
    assert results["a"] is None and results["d"] is None
    assert results["b"] is not None and results["c"] is not None
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM log")).scalar() == 2
    late: list[Exception | None] = []
    store.append(bad, [entry(8, "elsewhere")], late.append)
    store.wait()
    assert late[0] is not None


def test_abandoned_rooms_are_found_and_removed(store: Store) -> None:
    now = time.time()

    def work(connection: Connection) -> None:
        for name, made_at in (
            ("unplayed", now - 100),
            ("new", now),
            ("left", now - 100),
            ("played", now - 100),
            ("over", now - 100),
        ):
            add_room(connection, row(name, made_at), [SeatRow(1, "person")])
        set_over(connection, "over", True)

    store.wait(work)
    store.append(
        Owner(),
        [entry(1, "left", now - 90), entry(1, "played", now - 5), entry(1, "over", now - 90)],
        ignore,
    )
    store.wait()
    ages = Ages(untouched=now - 50, unplayed=now - 50, finished=now - 100)
    assert sorted(abandoned(store.engine, ages)) == ["left", "unplayed"]
    store.wait(lambda connection: remove_rooms(connection, ["left", "unplayed"]))
    assert read_room(store.engine, "left") is None and read_room(store.engine, "played") is not None
    assert abandoned(store.engine, ages) == []
    later = ages._replace(finished=now - 50)
    assert abandoned(store.engine, later) == ["over"] and abandoned(store.engine, later, live={"over"}) == []
