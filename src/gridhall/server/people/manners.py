"""Set greetings instead of chat, blocking a person, and reports to the operator."""

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, delete, insert, select

from gridhall.server.failures import Refused
from gridhall.server.messages.lobby import GREETINGS, REASONS, Block, Greet, Greeted, Report
from gridhall.server.people import accounts
from gridhall.server.rooms.acts import check_seat
from gridhall.server.rooms.clients import Client
from gridhall.server.store.ranking_tables import blocks, reports
from gridhall.server.store.tables import accounts as people

if TYPE_CHECKING:
    from gridhall.server.rooms.room import Room

MOST_BLOCKED = 1000  # people whom one person blocks
LISTED = 200  # reports that an operator is shown


def greet(room: "Room", client: Client, message: Greet) -> None:
    """Say a greeting to everybody in the room who has not blocked whoever says it."""
    check_seat(room, client, message.seat)
    if message.what not in GREETINGS:
        raise Refused("not_offered", "there are a few set greetings; this is none of them")
    if not room.hall.buckets.take(f"greetings {room.row.id} {message.seat}", 0.2, 4):
        raise Refused("too_fast", "that are many greetings; wait a little")
    client.spawn(_send_greeting(room, client, message))


async def _send_greeting(room: "Room", client: Client, message: Greet) -> None:
    readers = {other.account for other in room.clients if other.account}
    deaf = await asyncio.to_thread(blocking, room.hall.engine, readers, client.account)
    for other in list(room.clients):
        if other.account not in deaf:
            other.send(Greeted(message.seat, message.what))


def blocking(engine: Engine, people: set[str], account: str) -> set[str]:
    """Which of these people have blocked somebody."""
    wanted = select(blocks.c.account).where(blocks.c.account.in_(people), blocks.c.other == account)
    with engine.connect() as connection:
        return {row[0] for row in connection.execute(wanted)}


def blocked_by(engine: Engine, account: str) -> list[dict[str, str]]:
    """Whom somebody has blocked."""
    named = blocks.join(people, people.c.id == blocks.c.other)
    wanted = select(blocks.c.other, people.c.name).select_from(named).where(blocks.c.account == account)
    with engine.connect() as connection:
        return [{"account": row[0], "name": row[1]} for row in connection.execute(wanted)]


def set_block(connection: Connection, account: str, wish: Block) -> None:
    """Keep that somebody does not want to meet somebody, or does again."""
    connection.execute(delete(blocks).where(blocks.c.account == account, blocks.c.other == wish.account))
    if wish.on and len(connection.execute(select(blocks.c.at).where(blocks.c.account == account)).all()) < MOST_BLOCKED:
        connection.execute(insert(blocks).values(account=account, other=wish.account, at=time.time()))


def add_report(connection: Connection, account: str, report: Report) -> None:
    """Keep what the operator should know."""
    row = {"id": secrets.token_hex(8), "account": account, "other": report.account, "room": report.room}
    connection.execute(insert(reports).values(**row, reason=report.reason, at=time.time()))


def last_reports(engine: Engine) -> list[dict[str, Any]]:
    """The last reports, the newest first, with the names as they are now."""
    with engine.connect() as connection:
        rows = connection.execute(select(reports).order_by(reports.c.at.desc()).limit(LISTED)).all()
    known = accounts.accounts_of(engine, {person for row in rows for person in (row.account, row.other)})
    return [
        {
            "at": time.strftime("%Y-%m-%d %H:%M", time.gmtime(row.at)),
            "reason": REASONS.get(row.reason, row.reason),
            "of": f"{accounts.display_name(known.get(row.other))} ({row.other})",
            "by": f"{accounts.display_name(known.get(row.account))} ({row.account})",
            "room": row.room,
        }
        for row in rows
    ]
