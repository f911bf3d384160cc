"""A store that an older Gridhall has made is brought up to date and goes on; nothing in it is lost on the way."""

import io
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, select, text, update
from tests.server.conftest import NearHouse
from tests.upgrades import copy_hall
from tests.upgrades import load as load_snapshot

from gridhall.errors import Unavailable
from gridhall.server.people import accounts, sessions
from gridhall.server.store import tables
from gridhall.server.store.database import (
    FIRST,
    LATEST,
    MIGRATIONS,
    bring_up_to_date,
    open_database,
    run_migrations,
    versions,
)

ADDED = (0.0, False, False, "", "")  # columns of a room that 1.0.0 did not have
NEXT = """
from alembic import op
from sqlalchemy import Column, String

revision, down_revision = "0006", "0005"

def upgrade():
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(Column("motto", String(40), nullable=False, server_default="onward"))
        rooms.create_index("ix_rooms_motto", ["motto"])
"""


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """An empty database."""
    empty = create_engine(database)
    yield empty
    empty.dispose()


@pytest.fixture
def next_migrations(tmp_path: Path) -> Path:
    """The migrations, and one more that adds a column."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / "motto_0006.py").write_text(NEXT)
    return folder


def make_store_of_1_0_0(engine: Engine) -> None:
    """A store as 1.0.0 left it: the tables of the first migration, no version, a guest and a room."""
    with engine.begin() as connection:
        run_migrations(connection, MIGRATIONS, FIRST)
        versions.drop(connection)
        connection.execute(text("INSERT INTO guests VALUES ('guest', '0123', 'Ann', 1.0)"))
        connection.execute(
            text(
                "INSERT INTO rooms VALUES ('room', 'nim', 1, '', '9', '18446744073709551615', '00', "
                "false, false, 0, 'guest', 1.5, false, '')"
            )
        )


def version_of(engine: Engine) -> str:
    with engine.connect() as connection:
        return str(connection.execute(select(versions.c.version_num)).scalar_one())


def rooms_in(engine: Engine) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text("SELECT * FROM rooms"))]


def columns_of(engine: Engine, table: str) -> set[str]:
    return {column["name"] for column in inspect(engine).get_columns(table)}


def test_all_migrations_together_make_the_tables_of_today(engine: Engine) -> None:
    with engine.begin() as connection:
        run_migrations(connection, MIGRATIONS, LATEST)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, tables.metadata) == []
    assert version_of(engine) == LATEST
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            layout = connection.execute(text("SELECT sql FROM sqlite_master WHERE name = 'log'")).scalar_one()
        assert "WITHOUT ROWID" in layout


def test_the_last_migration_is_the_one_that_a_new_store_is_marked_with(engine: Engine) -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [LATEST]
    bring_up_to_date(engine)
    assert version_of(engine) == LATEST


def test_a_store_of_1_0_0_is_marked_and_keeps_its_rows(engine: Engine) -> None:
    make_store_of_1_0_0(engine)
    before = rooms_in(engine)
    bring_up_to_date(engine)
    assert version_of(engine) == LATEST and rooms_in(engine) == [(*row, *ADDED) for row in before] != []
    bring_up_to_date(engine)  # it is up to date
    assert version_of(engine) == LATEST


@pytest.mark.parametrize("earlier", [FIRST, "0002"])
def test_a_guest_of_before_is_an_account_whose_token_still_opens_it(engine: Engine, earlier: str) -> None:
    with engine.begin() as connection:
        run_migrations(connection, MIGRATIONS, earlier)
        guest = {"id": "ann", "token": tables.hashed("secret"), "name": "Guest 1234", "made": 7.0}
        connection.execute(text("INSERT INTO guests VALUES (:id, :token, :name, :made)"), guest)
        connection.execute(text("INSERT INTO seats VALUES ('room', 1, 'person', '', 'Ann', 'ann', '')"))
    bring_up_to_date(engine)
    account = sessions.account_of_session(engine, "secret", time.time())
    assert account == accounts.Account("ann", "Guest 1234", 7.0, 7.0)
    assert sessions.account_of_session(engine, "other", time.time()) is None
    with engine.connect() as connection:
        assert connection.execute(select(tables.seats.c.account)).scalar_one() == "ann"


def test_a_later_migration_reaches_new_stores_and_those_of_1_0_0(engine: Engine, next_migrations: Path) -> None:
    make_store_of_1_0_0(engine)
    (before,) = rooms_in(engine)
    bring_up_to_date(engine, next_migrations, "0006")
    assert version_of(engine) == "0006" and rooms_in(engine) == [(*before, *ADDED, "onward")]
    assert "ix_rooms_maker" in {index["name"] for index in inspect(engine).get_indexes("rooms")}


def test_a_migration_that_fails_leaves_the_store_as_it_was(engine: Engine, next_migrations: Path) -> None:
    make_store_of_1_0_0(engine)
    before = rooms_in(engine)
    migration = next_migrations / "versions" / "motto_0006.py"
    migration.write_text(NEXT + "    raise RuntimeError('the power fails')\n")
    with pytest.raises(RuntimeError, match="the power fails"):
        bring_up_to_date(engine, next_migrations, "0006")
    assert rooms_in(engine) == before and "motto" not in columns_of(engine, "rooms")
    bring_up_to_date(engine)
    assert version_of(engine) == LATEST


def test_a_store_of_a_newer_gridhall_is_left_alone(database: str, engine: Engine) -> None:
    bring_up_to_date(engine)
    with engine.begin() as connection:
        connection.execute(update(versions).values(version_num="9999"))
    with pytest.raises(Unavailable, match="newer Gridhall: its layout is 9999"):
        open_database(database)
    assert version_of(engine) == "9999"


def test_rooms_of_1_0_0_are_gone_on_with(tmp_path: Path) -> None:
    """The store is a real one, made by 1.0.0; test_snapshots.py plays every room of it to its end."""
    copy_hall("1.0.0", tmp_path / "hall.sqlite")
    rooms = load_snapshot("1.0.0", "rooms.json")["rooms"]
    house = NearHouse(f"sqlite:///{tmp_path}/hall.sqlite")
    try:
        assert version_of(house.app.hall.engine) == LATEST
        for entry in (room for room in rooms if room["kind"] in ("in play", "two at one screen")):
            person = house.person().join(entry["room"], entry["keys"])
            person.rest()
            choices = {seat: scene.get("choices", []) for seat, scene in person.scenes.items()}
            seat, word = next(
                (seat, choice["word"]) for seat in choices for choice in choices[seat] if "why" not in choice
            )
            number = person.numbers[seat] + 1
            update = person.play(word, seat)
            assert (update["type"], update.get("number")) == ("update", number), entry["game"]
    finally:
        house.close()


def test_a_hall_that_is_up_to_date_opens_without_alembic(database: str) -> None:
    code = (
        "import sys; from gridhall.server.store.database import open_database; open_database(sys.argv[1]).dispose(); "
        "open_database(sys.argv[1]).dispose(); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, database]).returncode == 0


def test_migrations_can_be_run_in_postgresql() -> None:
    """No server is here to ask; what Alembic would send is."""
    sent = io.StringIO()
    context = MigrationContext.configure(dialect_name="postgresql", opts={"as_sql": True, "output_buffer": sent})
    with Operations.context(context):
        for revision in reversed(list(ScriptDirectory(str(MIGRATIONS)).walk_revisions())):
            revision.module.upgrade()
    for table in tables.metadata.sorted_tables:
        assert f"CREATE TABLE {table.name} (" in sent.getvalue()
    assert "token BYTEA NOT NULL" in sent.getvalue() and "number BIGINT NOT NULL" in sent.getvalue()
