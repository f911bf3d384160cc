"""The match of the day: everybody who plays it has the same seed, which nobody knows before the day is over.

The hall draws it when it is first asked for, and tells only the commitment (SHA-256 of a nonce and the seed). The next
day it tells both, so that everybody can verify that it was not changed. Until then nothing of such a match is shown to
others: neither its record, nor its film, nor the match itself while it is played.
"""

import asyncio
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, Engine, insert, select

from gridhall.record import commitment
from gridhall.seeds import draw_seed
from gridhall.server.failures import Refused
from gridhall.server.store.ranking_tables import days
from gridhall.server.store.tables import RoomRow
from gridhall.server.work.limits import DAY

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

CLOSED = "it is the match of the day: nothing is shown of it before the day is over, at midnight UTC"


class DayRow(NamedTuple):
    """A day's secret."""

    game: str
    day: str
    seed: str
    nonce: str

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.nonce), int(self.seed))


def today(now: float | None = None) -> str:
    """The day it is, in UTC, as 2026-11-18."""
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() if now is None else now))


def midnight() -> float:
    """When this day began, in seconds since 1970."""
    return time.time() // DAY * DAY


def is_closed(row: RoomRow) -> bool:
    """Whether a room is of a day that is not over."""
    return bool(row.day) and row.day >= today()


def refuse_closed(row: RoomRow) -> None:
    """Raise unless everybody may look at a room's match."""
    if is_closed(row):
        raise Refused("sealed", CLOSED)


def read_day(engine: Engine, game: str, day: str) -> DayRow | None:
    """A day's secret, if it was drawn."""
    with engine.connect() as connection:
        row = connection.execute(select(days).where(days.c.game == game, days.c.day == day)).one_or_none()
    return DayRow(*row) if row is not None else None


async def secret_of(hall: "Hall", game: str, day: str) -> DayRow:
    """The secret of today, which is drawn now if nobody has asked before."""
    row = await asyncio.to_thread(read_day, hall.engine, game, day)
    if row is None:
        try:
            await hall.stored(partial(_draw, game=game, day=day))
        except Refused:  # another process has drawn it meanwhile
            row = await asyncio.to_thread(read_day, hall.engine, game, day)
            if row is None:
                raise
        row = row or await asyncio.to_thread(read_day, hall.engine, game, day)
    assert row is not None
    return row


def _draw(connection: Connection, game: str, day: str) -> None:
    drawn = connection.execute(select(days.c.day).where(days.c.game == game, days.c.day == day)).first()
    if drawn is None:
        connection.execute(insert(days).values(game=game, day=day, seed=str(draw_seed()), nonce=secrets.token_hex(16)))
