"""Opening the hall's database, and bringing one that an older Gridhall has made up to date.

The table `alembic_version` holds the name of the last migration a store has been through. A new store gets all tables
at once; a store of Gridhall 1.0.0 has no such table, but the layout of the first migration, so that it is only marked.
Alembic is imported only where a store really has to be changed.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError

from gridhall.errors import Unavailable
from gridhall.server.store.ranking_tables import layout

try:
    import fcntl
except ImportError:  # where there is none, nobody is kept from it
    fcntl = None  # type: ignore[assignment]

MIGRATIONS = Path(__file__).parents[1] / "migrations"
FIRST = "0001"  # the layout of Gridhall 1.0.0
LATEST = "0005"  # the layout of tables.py
# Settings of every connection to SQLite, so that a power cut loses nothing that was committed, and commits are quick.
PRAGMAS = (
    "page_size=1024",
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=16000",
    "busy_timeout=10000",
    "cache_size=-32768",
)
SQLITE = b"SQLite format 3\0"  # what every such file begins with
# The table as Alembic makes it.
versions = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


@contextlib.contextmanager
def lock_file(url: str) -> Iterator[None]:
    """Keep any other hall from serving the same SQLite file meanwhile; raises Unavailable if one does."""
    path = make_url(url).database if url.startswith("sqlite") else None
    if not path or path == ":memory:" or fcntl is None or not Path(path).parent.is_dir():
        yield
        return
    with open(os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR, 0o600), "w", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as wrong:
            raise Unavailable(
                f"another hall serves {path} already: SQLite's file is for one. Close that one, or let several share "
                "PostgreSQL with --database postgresql+psycopg://..."
            ) from wrong
        yield


def open_database(url: str, check: bool = False) -> Engine:
    """Open a database and bring it up to date; with `check` look it over first. Raises Unavailable."""
    try:
        engine = _opened(url)
        if check and engine.dialect.name == "sqlite":
            _quick_check(engine)
        return engine
    except ImportError as wrong:
        cure = "the hall keeps its matches in SQLite or PostgreSQL"
        if url.startswith("postgres"):
            cure = "pip install 'gridhall[postgres]'"
        raise Unavailable(f"the database needs a module that is not installed: {wrong.name}; {cure}") from wrong
    except SQLAlchemyError as wrong:
        reason = str(getattr(wrong, "orig", None) or wrong).splitlines()[0]
        raise Unavailable(
            f"the database cannot be opened: {reason}; see whether its address is right and may be written to"
        ) from wrong


def _quick_check(engine: Engine) -> None:
    """Raise Unavailable if SQLite's file is damaged."""
    with engine.connect() as connection:
        findings = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA quick_check(1)")]
    if findings != ["ok"]:
        raise Unavailable(f"the database is damaged: {findings[0]}; bring back a backup with `gridhall restore`")


def _make_private(path: str) -> None:
    """Let nobody else on this machine read the store; what is no store belongs to somebody else and stays as it is."""
    with (
        contextlib.suppress(OSError),  # what is wrong with it is told when it is opened
        open(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "rb") as file,
    ):
        is_file = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
        if is_file and file.read(len(SQLITE)) in (b"", SQLITE):
            os.chmod(path, 0o600)


def _opened(url: str) -> Engine:
    path = make_url(url).database if url.startswith("sqlite") else None
    if path and path != ":memory:":
        _make_private(path)
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    try:
        bring_up_to_date(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def bring_up_to_date(engine: Engine, migrations: Path = MIGRATIONS, latest: str = LATEST) -> None:
    """Give a database the layout after the migration `latest`, in one transaction.

    Raises Unavailable if it has a newer one.
    """
    with engine.connect() as connection:
        if _version_of(connection) == latest:
            return
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # Python's module begins no transaction before changes of the layout
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        version = _version_of(connection)
        if version > latest:
            raise Unavailable(
                f"the database was made by a newer Gridhall: its layout is {version}, this one knows {latest}; upgrade"
            )
        if not version and not inspect(connection).has_table("rooms"):
            layout.create_all(connection)
            _mark(connection, LATEST)
            version = LATEST
        elif not version:
            _mark(connection, FIRST)
            version = FIRST
        if version != latest:
            run_migrations(connection, migrations, latest)


def _version_of(connection: Connection) -> str:
    """The last migration a database has been through; "" if it is new or of Gridhall 1.0.0."""
    if not inspect(connection).has_table(versions.name):
        return ""
    return str(connection.execute(select(versions.c.version_num)).scalar_one_or_none() or "")


def _mark(connection: Connection, version: str) -> None:
    """Write down the version of a database that has none."""
    versions.create(connection, checkfirst=True)
    connection.execute(insert(versions).values(version_num=version))


def lock_out_others(connection: Connection, lock: int) -> None:
    """Let only one process at a time go on from here to the end of its transaction, among those that name this lock.

    SQLite's file is of one process, whose one writer does everything in turn.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": lock})


def run_migrations(connection: Connection, migrations: Path, latest: str) -> None:
    """Run all migrations that are still missing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, latest)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
