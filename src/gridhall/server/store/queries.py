"""What is asked of the database, and what jobs of the writer do to it (those get its connection)."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Integer,
    Select,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from gridhall.server.store.ranking_tables import counted
from gridhall.server.store.tables import (
    LogEntry,
    ResultRow,
    RoomRow,
    SeatRow,
    accounts,
    films,
    leases,
    log,
    results,
    rooms,
    seats,
)


def read_room(engine: Engine, room: str) -> tuple[RoomRow, list[SeatRow], list[LogEntry]] | None:
    """A room with its seats and its whole log."""
    with engine.connect() as connection:
        row = connection.execute(select(rooms).where(rooms.c.id == room)).one_or_none()
        if row is None:
            return None
        chairs = connection.execute(select(*list(seats.c)[1:]).where(seats.c.room == room).order_by(seats.c.seat)).all()
        lines = connection.execute(select(log).where(log.c.room == room).order_by(log.c.entry)).all()
    return RoomRow(*row), [SeatRow(*chair) for chair in chairs], [LogEntry(*line) for line in lines]


def seats_of(engine: Engine, room: str) -> list[SeatRow]:
    """Who sits in a room."""
    with engine.connect() as connection:
        return [SeatRow(*row) for row in connection.execute(select(*list(seats.c)[1:]).where(seats.c.room == room))]


def unfinished_with(engine: Engine, account: str) -> list[str]:
    """The rooms that are not over where somebody sits."""
    seated = select(seats.c.room).where(seats.c.account == account)
    wanted = select(rooms.c.id).where(rooms.c.id.in_(seated), rooms.c.over.is_(False)).order_by(rooms.c.made.desc())
    with engine.connect() as connection:
        return [str(row[0]) for row in connection.execute(wanted)]


class RoomSummary(NamedTuple):
    """A room in a list: its row, its seats, how many of its plies stand, and when it last changed."""

    room: RoomRow
    chairs: list[SeatRow]
    plies: int
    touched: float


def rooms_of(engine: Engine, account: str, limit: int = 40) -> list[RoomSummary]:
    """The rooms where somebody sits, newest first."""
    seated = select(seats.c.room).where(seats.c.account == account)
    newest = select(rooms).where(rooms.c.id.in_(seated)).order_by(rooms.c.made.desc()).limit(limit)
    with engine.connect() as connection:
        room_rows = connection.execute(newest).all()
        ids = [row.id for row in room_rows]
        chairs: dict[str, list[SeatRow]] = {room: [] for room in ids}
        for chair in connection.execute(select(seats).where(seats.c.room.in_(ids)).order_by(seats.c.seat)):
            chairs[chair.room].append(SeatRow(*chair[1:]))
        counts = {row[0]: (row[1], row[2]) for row in connection.execute(_standing_plies(ids))}
    return [RoomSummary(RoomRow(*row), chairs[row.id], *counts.get(row.id, (0, row.made))) for row in room_rows]


def _standing_plies(ids: Sequence[str]) -> Select[Any]:
    """Ask of each of these rooms how many plies were played and not taken back, and when its last entry was made.

    An undo of "0" has taken back everything before it.
    """
    restarted = (
        select(log.c.room, func.max(log.c.entry).label("entry"))
        .where(log.c.kind == "undo", log.c.word == "0")
        .group_by(log.c.room)
        .subquery()
    )
    stands = case(
        (log.c.entry <= restarted.c.entry, 0),
        (log.c.kind == "play", 1),
        (log.c.kind == "undo", -cast(log.c.word, Integer)),
        else_=0,
    )
    return (
        select(log.c.room, func.sum(stands), func.max(log.c.at))
        .select_from(log.outerjoin(restarted, log.c.room == restarted.c.room))
        .where(log.c.room.in_(ids))
        .group_by(log.c.room)
    )


def unfinished_of(engine: Engine, guest: str) -> int:
    """How many rooms that are not over a guest has made."""
    unfinished = select(func.count()).select_from(rooms).where(rooms.c.maker == guest, rooms.c.over.is_(False))
    with engine.connect() as connection:
        return int(connection.execute(unfinished).scalar_one())


def room_ids(engine: Engine) -> list[str]:
    """All rooms there are."""
    with engine.connect() as connection:
        return [str(row[0]) for row in connection.execute(select(rooms.c.id).order_by(rooms.c.id))]


def bytes_of(engine: Engine, guest: str) -> int:
    """How many bytes the texts of the rooms hold that a guest has made."""
    size = select(func.coalesce(func.sum(func.length(rooms.c.setup)), 0)).where(rooms.c.maker == guest)
    with engine.connect() as connection:
        return int(connection.execute(size).scalar_one())


class Ages(NamedTuple):
    """Which rooms are old, in seconds since 1970: those that are not over and saw no act since `untouched`, or none at
    all and were made before `unplayed`; and those that are over since before `finished`.
    """

    untouched: float
    unplayed: float
    finished: float


def abandoned(engine: Engine, ages: Ages, live: Collection[str] = ()) -> list[str]:
    """Some of the old rooms, but none that is `live`."""
    last = select(log.c.room, func.max(log.c.at).label("at")).group_by(log.c.room).subquery()
    is_untouched = last.c.at.is_not(None) & (last.c.at < ages.untouched)
    is_unplayed = last.c.at.is_(None) & (rooms.c.made < ages.unplayed)
    is_finished = rooms.c.over.is_(True) & (func.coalesce(last.c.at, rooms.c.made) < ages.finished) & ~_is_somebodys()
    forgotten = (
        select(rooms.c.id)
        .select_from(rooms.outerjoin(last, rooms.c.id == last.c.room))
        .where((rooms.c.over.is_(False) & (is_untouched | is_unplayed)) | is_finished)
        .where(rooms.c.id.not_in(select(counted.c.room)))  # tables and ratings rest on them
        .limit(500 + len(live))
    )
    with engine.connect() as connection:
        return [row[0] for row in connection.execute(forgotten) if row[0] not in live]


def _is_somebodys() -> ColumnElement[bool]:
    """Whether a finished match is among the results of a claimed account, and so is kept."""
    owner = results.join(accounts, accounts.c.id == results.c.account)
    is_kept = accounts.c.claimed > 0, accounts.c.deleted == 0, results.c.room == rooms.c.id
    return exists(select(results.c.room).select_from(owner).where(*is_kept))


def add_room(connection: Connection, room: RoomRow, chairs: Iterable[SeatRow]) -> None:
    """Keep a new room with its seats."""
    connection.execute(insert(rooms).values(**msgspec.structs.asdict(room)))
    connection.execute(insert(seats), [{"room": room.id, **msgspec.structs.asdict(chair)} for chair in chairs])


def add_entries(connection: Connection, entries: Sequence[LogEntry]) -> None:
    """Keep the first lines of a new room's log."""
    connection.execute(insert(log), [entry._asdict() for entry in entries])


def set_seat(connection: Connection, room: str, chair: SeatRow) -> None:
    """Keep who sits on a seat now."""
    values = msgspec.structs.asdict(chair)
    connection.execute(update(seats).where(seats.c.room == room, seats.c.seat == chair.seat).values(**values))


def set_over(connection: Connection, room: str, over: bool, ended: float = 0.0, rows: Sequence[ResultRow] = ()) -> None:
    """Mark a room as over, with the results of its seats, or as taken up again; its log says how."""
    connection.execute(update(rooms).where(rooms.c.id == room).values(over=over, ended=ended))
    connection.execute(delete(results).where(results.c.room == room))
    if rows:
        connection.execute(insert(results), [msgspec.structs.asdict(row) for row in rows])


def without_results(engine: Engine, limit: int, live: Collection[str] = ()) -> list[str]:
    """Some rooms that are over and have no results yet, but none that is `live`."""
    missing = select(rooms.c.id).where(rooms.c.ended == 0, rooms.c.over.is_(True)).limit(limit + len(live))
    with engine.connect() as connection:
        return [row[0] for row in connection.execute(missing) if row[0] not in live]


def set_helped(connection: Connection, room: str) -> None:
    """Keep that somebody was helped in a match."""
    connection.execute(update(rooms).where(rooms.c.id == room).values(helped=True))


def set_next(connection: Connection, room: str, following: str) -> None:
    """Keep the room of the rematch."""
    connection.execute(update(rooms).where(rooms.c.id == room).values(next=following))


def keep_film(connection: Connection, room: str, content: bytes) -> None:
    """Keep the film of a match, instead of one from before it was taken up again."""
    connection.execute(delete(films).where(films.c.room == room))
    connection.execute(insert(films).values(room=room, content=content))


def film_of(engine: Engine, room: str) -> bytes | None:
    """The film of a match."""
    with engine.connect() as connection:
        content = connection.execute(select(films.c.content).where(films.c.room == room)).scalar_one_or_none()
    return bytes(content) if content is not None else None


def probe(connection: Connection) -> None:
    """Write something that changes nothing, to see whether that can be done."""
    connection.execute(update(rooms).where(rooms.c.id == "").values(next=""))


def remove_rooms(connection: Connection, ids: Sequence[str]) -> None:
    """Forget rooms."""
    for table, column in (
        (log, log.c.room),
        (seats, seats.c.room),
        (films, films.c.room),
        (results, results.c.room),
        (leases, leases.c.room),
        (rooms, rooms.c.id),
    ):
        connection.execute(delete(table).where(column.in_(ids)))
