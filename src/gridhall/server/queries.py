"""What is asked of the database, and what jobs of the writer do to it (those get its connection)."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Integer, Select, case, cast, delete, func, insert, select, update

from gridhall.server.tables import LogEntry, RoomRow, SeatRow, guests, hashed, log, rooms, seats


def read_room(engine: Engine, room: str) -> tuple[RoomRow, list[SeatRow], list[LogEntry]] | None:
    """A room with its seats and its whole log."""
    with engine.connect() as connection:
        row = connection.execute(select(rooms).where(rooms.c.id == room)).one_or_none()
        if row is None:
            return None
        chairs = connection.execute(select(*list(seats.c)[1:]).where(seats.c.room == room).order_by(seats.c.seat)).all()
        lines = connection.execute(select(log).where(log.c.room == room).order_by(log.c.entry)).all()
    return RoomRow(*row), [SeatRow(*chair) for chair in chairs], [LogEntry(*line) for line in lines]


def guest_of(engine: Engine, token: str) -> tuple[str, str] | None:
    """The guest's id and name."""
    with engine.connect() as connection:
        row = connection.execute(
            select(guests.c.id, guests.c.name).where(guests.c.token == hashed(token))
        ).one_or_none()
    return (row[0], row[1]) if row else None


class RoomSummary(NamedTuple):
    """A room in a list: its row, its seats, how many of its plies stand, and when it last changed."""

    room: RoomRow
    chairs: list[SeatRow]
    plies: int
    touched: float


def rooms_of(engine: Engine, guest: str, limit: int = 40) -> list[RoomSummary]:
    """The rooms where a guest sits, newest first."""
    seated = select(seats.c.room).where(seats.c.guest == guest)
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


def abandoned(engine: Engine, untouched: float, unplayed: float) -> list[str]:
    """Rooms that are not over and saw no act since `untouched`, or none at all and were made before `unplayed`.

    Both are seconds since 1970.
    """
    last = select(log.c.room, func.max(log.c.at).label("at")).group_by(log.c.room).subquery()
    is_untouched = last.c.at.is_not(None) & (last.c.at < untouched)
    is_unplayed = last.c.at.is_(None) & (rooms.c.made < unplayed)
    forgotten = (
        select(rooms.c.id)
        .select_from(rooms.outerjoin(last, rooms.c.id == last.c.room))
        .where(rooms.c.over.is_(False))
        .where(is_untouched | is_unplayed)
        .limit(500)
    )
    with engine.connect() as connection:
        return [row[0] for row in connection.execute(forgotten)]


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
    for table, column in ((log, log.c.room), (seats, seats.c.room), (rooms, rooms.c.id)):
        connection.execute(delete(table).where(column.in_(ids)))
