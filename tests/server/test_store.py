"""The store: what shares a commit, what fails alone, what a row holds."""

import threading
import time

import pytest
from sqlalchemy import insert, text

from gridhall.server.store import Entry, RoomRow, SeatRow, Store, add_room, entries, hashed, remove_rooms, set_over, tables


class Owner:
    """Stands for a room."""


@pytest.fixture
def store(database):
    made = Store(database)
    yield made
    made.close()


def wait(store, work=None):
    """Let the writer do something, and wait for it."""
    done = threading.Event()
    found = []

    def note(wrong):
        found.append(wrong)
        done.set()

    if work is None:
        store.append(Owner(), (), note)
    else:
        store.change(Owner(), work, note)
    assert done.wait(30)
    return found[0]


def row(name="room", made=0.0, seed=str(2**64 - 1)):
    return RoomRow(name, "nim", 1, "", "9", seed, "00" * 16, False, False, 0, "guest", made)


def entry(number, room="room", at=1.0):
    return Entry(room, number, 1, number, "play", "e", at)


def test_a_power_cut_loses_nothing_that_was_told(store):
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL


def test_a_room_comes_back_as_it_was_stored(store):
    chairs = [SeatRow(1, "person", "", "Ann", "guest", hashed("secret")), SeatRow(2, "machine", "easy")]
    assert wait(store, lambda connection: add_room(connection, row(), chairs)) is None
    log = [entry(1), entry(2)]
    store.append(Owner(), log, lambda wrong: None)
    wait(store)
    assert store.read_room("room") == (row(), chairs, log)
    assert store.read_room("other") is None


def test_the_tables_can_be_made_in_postgresql(store):
    """No server is here to ask; what SQLAlchemy would send is."""
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.schema import CreateTable

    dialect = postgresql.psycopg.dialect()
    for table in tables.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
    added = insert(entries).compile(dialect=dialect)
    assert not added.positional and set(added.params) == set(Entry._fields)


def test_what_waits_for_the_disk_shares_one_commit(store):
    gate, entered = threading.Event(), threading.Event()

    def hold(connection):
        entered.set()
        gate.wait(30)

    results = []
    store.change(Owner(), hold, results.append)
    assert entered.wait(30)
    for number in range(1, 101):
        store.append(Owner(), [entry(number)], results.append)
    gate.set()
    wait(store)
    assert results == [None] * 101 and store.commits == 2


def test_a_failure_spoils_nobody_else_but_stops_its_own_room(store):
    gate, entered = threading.Event(), threading.Event()

    def hold(connection):
        entered.set()
        gate.wait(30)

    store.change(Owner(), hold, lambda wrong: None)
    assert entered.wait(30)
    good, bad = Owner(), Owner()
    results = {}
    for name, owner, line in (("a", good, entry(1)), ("b", bad, entry(1)), ("c", bad, entry(7, "elsewhere")), ("d", good, entry(2))):
        store.append(owner, [line], lambda wrong, name=name: results.__setitem__(name, wrong))
    gate.set()
    wait(store)
    assert results["a"] is None and results["d"] is None
    assert results["b"] is not None and results["c"] is not None
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM log")).scalar() == 2
    late = []
    store.append(bad, [entry(8, "elsewhere")], late.append)
    wait(store)
    assert late[0] is not None


def test_abandoned_rooms_are_found_and_removed(store):
    now = time.time()

    def work(connection):
        for name, made in (("unplayed", now - 100), ("new", now), ("left", now - 100), ("played", now - 100), ("over", now - 100)):
            add_room(connection, row(name, made), [SeatRow(1, "person")])
        set_over(connection, "over", True)

    wait(store, work)
    store.append(Owner(), [entry(1, "left", now - 90), entry(1, "played", now - 5), entry(1, "over", now - 90)], lambda wrong: None)
    wait(store)
    assert sorted(store.abandoned(untouched=now - 50, unplayed=now - 50)) == ["left", "unplayed"]
    wait(store, lambda connection: remove_rooms(connection, ["left", "unplayed"]))
    assert store.read_room("left") is None and store.read_room("played") is not None
    assert store.abandoned(untouched=now - 50, unplayed=now - 50) == []
