"""Everything the hall keeps of somebody as one file: a ZIP with `account.json` and a record of each finished match."""

import contextlib
import io
import json
import zipfile
from typing import Any

import msgspec
from sqlalchemy import Column, Engine, LargeBinary, select

from gridhall.errors import GridhallError
from gridhall.server.failures import Refused
from gridhall.server.people import accounts, credentials, sessions
from gridhall.server.people.accounts import Account
from gridhall.server.ranking import days
from gridhall.server.store import queries
from gridhall.server.store.ranking_tables import blocks, entries, rating_steps, ratings, reports, seeks
from gridhall.server.store.tables import LogEntry, RoomRow, SeatRow, names, rooms, seats

Stored = tuple[RoomRow, list[SeatRow], list[LogEntry]]
MOST = 100_000  # results
# What else is kept by account, and the column that says whose it is.
KEPT = {
    "ratings": ratings.c.player,
    "rating_steps": rating_steps.c.player,
    "entries": entries.c.account,
    "seeks": seeks.c.account,
    "blocks": blocks.c.account,
    "reports": reports.c.account,
}


def collect(engine: Engine, account: Account, now: float) -> tuple[dict[str, Any], list[Stored]]:
    """What is kept of somebody, without secrets, and the rooms where they sit."""
    about = {
        "account": msgspec.to_builtins(account),
        "names": _names(engine, account.id),
        "keys": [
            {"kind": key.kind, "label": key.label, "made": key.made, "used": key.used}
            for key in credentials.credentials_of(engine, account.id)
        ],
        "devices": [
            {name: getattr(device, name) for name in ("label", "kind", "made", "seen", "until")}
            for device in sessions.sessions_of(engine, account.id, now)
        ],
        "results": msgspec.to_builtins(accounts.results_of_account(engine, account.id, MOST)),
        **{name: _rows(engine, column, account.id) for name, column in KEPT.items()},
    }
    stored = [queries.read_room(engine, room) for room in _rooms(engine, account.id)]
    return about, [room for room in stored if room is not None]


def _rows(engine: Engine, column: Column[str], account: str) -> list[dict[str, Any]]:
    """What a table has of somebody, without what only sorts it."""
    columns = [other for other in column.table.c if not isinstance(other.type, LargeBinary)]
    with engine.connect() as connection:
        return [dict(row._mapping) for row in connection.execute(select(*columns).where(column == account))]


def _names(engine: Engine, account: str) -> list[dict[str, Any]]:
    with engine.connect() as connection:
        rows = connection.execute(select(names.c.name, names.c.until).where(names.c.account == account))
        return [{"name": name, "reserved_until": until} for name, until in rows]


def _rooms(engine: Engine, account: str) -> list[str]:
    seated = select(seats.c.room).where(seats.c.account == account)
    wanted = select(rooms.c.id).where(rooms.c.id.in_(seated) | (rooms.c.maker == account)).order_by(rooms.c.made)
    with engine.connect() as connection:
        return [str(row[0]) for row in connection.execute(wanted)]


def packed(_: str, about: dict[str, Any], stored: list[Stored]) -> bytes:
    """The file; for a worker. Of a match that is not over only that it is there is told: it may have secrets."""
    from gridhall.server.rooms.board import Board
    from gridhall.server.rooms.records import room_record

    matches, file = [], io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for row, chairs, log in stored:
            path = ""
            if row.over and not days.is_closed(row):
                with contextlib.suppress(Refused, GridhallError):  # of older rules
                    path = f"matches/{row.game}-{row.id}.jsonl"
                    archive.writestr(path, room_record(row, chairs, Board(row, log)))
            sat = [{"seat": chair.seat, "kind": chair.kind, "name": chair.name} for chair in chairs]
            facts = {"room": row.id, "game": row.game, "level": row.level, "made": row.made, "over": row.over}
            matches.append({**facts, "seats": sat, "record": path})
        text = json.dumps({**about, "matches": matches}, indent=1, ensure_ascii=False)
        archive.writestr("account.json", text)
    return file.getvalue()
