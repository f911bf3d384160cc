"""The store: what shares a commit, what fails alone, what a row holds."""

import asyncio
import threading
import time

import pytest
from sqlalchemy import insert, text

from gridhall.errors import Unavailable
from gridhall.server.store import (
    Entry,
    RoomRow,
    SeatRow,
    Store,
    add_room,
    entries,
    hashed,
    opened,
    remove_rooms,
    set_over,
    tables,
)


class Owner:
    """Stands for a room."""


class Writer:
    """A store and its loop, for tests that are no part of the loop."""

    def __init__(self, database):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.store = Store(database, self.loop)

    def append(self, owner, rows, done):
        self.loop.call_soon_threadsafe(self.store.append, owner, rows, done)

    def change(self, owner, work, done):
        self.loop.call_soon_threadsafe(self.store.change, owner, work, done)

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.store.close()
        self.loop.close()


@pytest.fixture
def writer(database):
    made = Writer(database)
    yield made
    made.close()


@pytest.fixture
def store(writer):
    return writer.store


def wait(writer, work=None):
    """Let the writer do something, and wait for it."""
    done = threading.Event()
    found = []

    def note(wrong):
        found.append(wrong)
        done.set()

    if work is None:
        writer.append(Owner(), (), note)
    else:
        writer.change(Owner(), work, note)
    assert done.wait(30)
    return found[0]


def row(name="room", made=0.0, seed=str(2**64 - 1)):
    return RoomRow(name, "nim", 1, "", "9", seed, "00" * 16, False, False, 0, "guest", made)


def entry(number, room="room", at=1.0):
    return Entry(room, number, 1, number, "play", "e", at)


def test_a_power_cut_loses_nothing_that_was_told(writer, store):
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
            assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        else:
            assert connection.execute(text("SHOW fsync")).scalar() == "on"
            assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"


@pytest.mark.parametrize("url", ["sqlite:////no/such/folder/hall.sqlite", "nonsense", "unheard://of"])
def test_a_database_that_cannot_be_opened_is_said_so_in_a_sentence(url):
    with pytest.raises(Unavailable, match="database"):
        opened(url)


def test_a_room_comes_back_as_it_was_stored(writer, store):
    chairs = [SeatRow(1, "person", "", "Ann", "guest", hashed("secret")), SeatRow(2, "machine", "easy")]
    assert wait(writer, lambda connection: add_room(connection, row(), chairs)) is None
    log = [entry(1), entry(2)]
    writer.append(Owner(), log, lambda wrong: None)
    wait(writer)
    assert store.read_room("room") == (row(), chairs, log)
    assert store.read_room("other") is None


def test_the_tables_can_be_made_in_postgresql(writer, store):
    """No server is here to ask; what SQLAlchemy would send is."""
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.schema import CreateTable

    dialect = postgresql.psycopg.dialect()
    for table in tables.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
    added = insert(entries).compile(dialect=dialect)
    assert not added.positional and set(added.params) == set(Entry._fields)


def test_what_waits_for_the_disk_shares_one_commit(writer, store):
    gate, entered = threading.Event(), threading.Event()

    def hold(connection):
        entered.set()
        gate.wait(30)

    results = []
    writer.change(Owner(), hold, results.append)
    assert entered.wait(30)
    for number in range(1, 101):
        writer.append(Owner(), [entry(number)], results.append)
    gate.set()
    wait(writer)
    assert results == [None] * 101 and store.commits == 2


def test_a_failure_spoils_nobody_else_but_stops_its_own_room(writer, store):
    gate, entered = threading.Event(), threading.Event()

    def hold(connection):
        entered.set()
        gate.wait(30)

    writer.change(Owner(), hold, lambda wrong: None)
    assert entered.wait(30)
    good, bad = Owner(), Owner()
    results = {}
    for name, owner, line in (
        ("a", good, entry(1)),
        ("b", bad, entry(1)),
        ("c", bad, entry(7, "elsewhere")),
        ("d", good, entry(2)),
    ):
        writer.append(owner, [line], lambda wrong, name=name: results.__setitem__(name, wrong))
    gate.set()
    wait(writer)
    assert results["a"] is None and results["d"] is None
    assert results["b"] is not None and results["c"] is not None
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM log")).scalar() == 2
    late = []
    writer.append(bad, [entry(8, "elsewhere")], late.append)
    wait(writer)
    assert late[0] is not None


def test_abandoned_rooms_are_found_and_removed(writer, store):
    now = time.time()

    def work(connection):
        for name, made in (
            ("unplayed", now - 100),
            ("new", now),
            ("left", now - 100),
            ("played", now - 100),
            ("over", now - 100),
        ):
            add_room(connection, row(name, made), [SeatRow(1, "person")])
        set_over(connection, "over", True)

    wait(writer, work)
    writer.append(
        Owner(),
        [entry(1, "left", now - 90), entry(1, "played", now - 5), entry(1, "over", now - 90)],
        lambda wrong: None,
    )
    wait(writer)
    assert sorted(store.abandoned(untouched=now - 50, unplayed=now - 50)) == ["left", "unplayed"]
    wait(writer, lambda connection: remove_rooms(connection, ["left", "unplayed"]))
    assert store.read_room("left") is None and store.read_room("played") is not None
    assert store.abandoned(untouched=now - 50, unplayed=now - 50) == []
