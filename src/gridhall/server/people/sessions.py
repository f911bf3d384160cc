"""Sessions in the database: devices that are signed in, by a token of which only the hash is kept.

A browser's token is in a cookie that its pages cannot read, and is replaced every day. The one before is still good
until the new one was used for a minute: answers can be lost. A program keeps its token itself and sends it as a header.
"""

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, or_, select, update

from gridhall.server.people.accounts import Account
from gridhall.server.store.tables import accounts, hashed, seats, sessions
from gridhall.server.work.limits import DAY

if TYPE_CHECKING:
    from gridhall.server.rooms.clients import Client

ROTATE_AFTER = DAY  # seconds that a browser's token is used
GRACE = 60.0  # seconds after which the token before is good no more, once the new one is used
SEEN_AFTER = 3600.0  # seconds between two notes that somebody was here
CONFIRMED_FOR = 900.0  # seconds in which keys may be changed after somebody has proved that it is them


class SessionRow(msgspec.Struct, frozen=True):
    """A device that is signed in; `is_earlier` if it was asked for with the token before."""

    id: str
    account: str
    kind: str
    label: str
    made: float
    seen: float
    rotated: float
    until: float
    confirmed: float = 0.0
    is_earlier: bool = False

    def is_confirmed(self, now: float) -> bool:
        """Whether its owner has proved lately that it is them."""
        return now - self.confirmed < CONFIRMED_FOR


COLUMNS = [sessions.c[name] for name in SessionRow.__struct_fields__ if name != "is_earlier"]


def session_of(engine: Engine, token: str, now: float) -> tuple[SessionRow, Account] | None:
    """The session that a token opens, and whose it is; None if it opens none, or no longer."""
    digest = hashed(token)
    wanted = (
        select(*COLUMNS, sessions.c.token != digest, *accounts.c)
        .join(accounts, sessions.c.account == accounts.c.id)
        .where(or_(sessions.c.token == digest, sessions.c.earlier == digest))
        .where(sessions.c.until > now, accounts.c.deleted == 0)
    )
    with engine.connect() as connection:
        row = connection.execute(wanted).first()
    if row is None:
        return None
    split = len(COLUMNS) + 1
    return SessionRow(*row[:split]), Account(*row[split:])


def account_of_session(engine: Engine, token: str, now: float) -> Account | None:
    """Whose session a token opens; None if it opens none, or no longer."""
    opened = session_of(engine, token, now)
    return opened[1] if opened is not None else None


async def recognise(engine: Engine, client: "Client", token: str) -> None:
    """Let a client be whoever the token opens a session of; without one, whoever its cookie does."""
    token = token or client.token
    opened = await asyncio.to_thread(session_of, engine, token, time.time()) if token else None
    if opened is not None:
        client.know(*opened)


def sessions_of(engine: Engine, account: str, now: float) -> list[SessionRow]:
    """All devices that are signed in to an account, the one used last first."""
    wanted = select(*COLUMNS).where(sessions.c.account == account, sessions.c.until > now)
    with engine.connect() as connection:
        return [SessionRow(*row) for row in connection.execute(wanted.order_by(sessions.c.seen.desc()))]


def add_session(
    connection: Connection,
    account: str,
    digest: bytes,
    kind: str,
    label: str,
    now: float,
    until: float,
    confirmed: bool = False,
) -> None:
    """Let the token with this hash open an account until then."""
    identity = {"id": secrets.token_hex(8), "token": digest, "account": account, "kind": kind, "label": label}
    times = {"made": now, "seen": now, "rotated": now, "until": until, "confirmed": now if confirmed else 0.0}
    connection.execute(insert(sessions).values(**identity, **times))


def rotate(connection: Connection, session: str, token: str, now: float, until: float) -> None:
    """Let a new token open a session; the one before is good for a little longer."""
    values = {"token": hashed(token), "earlier": sessions.c.token, "rotated": now, "seen": now, "until": until}
    connection.execute(update(sessions).where(sessions.c.id == session).values(**values))


def note_seen(connection: Connection, session: SessionRow, now: float, until: float) -> None:
    """Note that a session was used: it lasts longer, and the token before its own is not needed any more."""
    values: dict[str, object] = {"seen": now, "until": until}
    if not session.is_earlier and now - session.rotated > GRACE:
        values["earlier"] = None
    connection.execute(update(sessions).where(sessions.c.id == session.id).values(**values))
    connection.execute(update(accounts).where(accounts.c.id == session.account).values(seen=now))


def confirm(connection: Connection, session: str, now: float) -> None:
    """Note that the owner of a session has proved that it is them."""
    connection.execute(update(sessions).where(sessions.c.id == session).values(confirmed=now))


def end_session(connection: Connection, account: str, session: str) -> None:
    """Sign one device out."""
    connection.execute(delete(sessions).where(sessions.c.account == account, sessions.c.id == session))


def end_other_sessions(connection: Connection, account: str, but: str = "") -> None:
    """Sign all devices out, but one, and let no key of a seat that was handed on open it any more."""
    connection.execute(delete(sessions).where(sessions.c.account == account, sessions.c.id != but))
    held = seats.c.account == account
    for room, seat in connection.execute(select(seats.c.room, seats.c.seat).where(held)).all():
        nobody = hashed(secrets.token_urlsafe(18))
        connection.execute(update(seats).where(seats.c.room == room, seats.c.seat == seat).values(secret=nobody))
