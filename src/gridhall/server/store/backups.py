"""Copies of SQLite's file: made while the hall runs, looked over, and brought back. PostgreSQL has pg_dump."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from gridhall.errors import Unavailable, Usage
from gridhall.server.store.database import lock_file, open_database
from gridhall.server.store.queries import read_room, room_ids
from gridhall.server.store.tables import first_changed


def _file_of(url: str) -> Path:
    if not url.startswith("sqlite"):
        raise Usage("this is for SQLite; PostgreSQL is copied with pg_dump and brought back with pg_restore")
    return Path(make_url(url).database or "")


def back_up(url: str, target: str) -> None:
    """Copy the store, as it is at one moment, into a new file that nobody else may read."""
    source = _file_of(url)
    if not source.is_file():
        raise Unavailable(f"there is no store {source}")
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as wrong:
        raise Unavailable(f"{target} cannot be written: {wrong.strerror}") from wrong
    try:
        reading = f"{source.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(reading, uri=True)) as store, closing(sqlite3.connect(target)) as copy:
            store.backup(copy)
    except sqlite3.Error as wrong:
        Path(target).unlink()
        raise Unavailable(f"{source} cannot be copied: {wrong}") from wrong


def changed_logs(file: str) -> tuple[int, dict[str, int]]:
    """How many rooms a store has; and of those whose log is not what was stored, the first entry that differs."""
    engine = open_database(f"sqlite:///{file}", check=True)
    changed: dict[str, int] = {}
    try:
        names = room_ids(engine)
        for name in names:
            stored = read_room(engine, name)
            entry = first_changed(stored[0], stored[2]) if stored else None
            if entry is not None:
                changed[name] = entry.entry
    finally:
        engine.dispose()
    return len(names), changed


def restore(file: str, url: str) -> str:
    """Put a backup in the place of the store; returns where what was there before is kept, "" if nothing was."""
    target = _file_of(url)
    if not Path(file).is_file():
        raise Unavailable(f"there is no file {file}")
    with lock_file(url):
        changed_logs(file)  # raises Unavailable if it is no store, or a damaged one
        beside = f"{target}.restoring"
        Path(beside).unlink(missing_ok=True)
        back_up(f"sqlite:///{file}", beside)
        kept = ""
        if target.exists():
            kept = f"{target}.before"
            Path(kept).unlink(missing_ok=True)
            back_up(url, kept)
        for tail in ("-wal", "-shm"):
            Path(f"{target}{tail}").unlink(missing_ok=True)
        os.replace(beside, target)
    return kept
