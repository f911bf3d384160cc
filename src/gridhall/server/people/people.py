"""What becomes of live rooms when an account changes: seats get other names or owners, and nobody is interrupted."""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from gridhall.server.failures import Refused
from gridhall.server.people import accounts
from gridhall.server.rooms import seats
from gridhall.server.store import queries
from gridhall.server.store.tables import SeatRow

if TYPE_CHECKING:
    from gridhall.server.hall import Hall
    from gridhall.server.rooms.room import Room


async def changed(hall: "Hall", old: str, new: str = "") -> None:
    """An account has another name, or has become part of the account `new`: tell everybody who sees it."""
    await read_again(hall, old, new or old)
    if hall.leases is not None:
        await asyncio.to_thread(hall.leases.tell, f"account {old} {new or old}")


async def signed_out(hall: "Hall", sessions: Iterable[str]) -> None:
    """These sessions have ended: close what they have opened."""
    for session in sessions:
        close_session(hall, session)
        if hall.leases is not None:
            await asyncio.to_thread(hall.leases.tell, f"session {session}")


def close_session(hall: "Hall", session: str) -> None:
    """Close the connections of a session; whoever comes back is a stranger."""
    for client in list(hall.clients):
        if client.session == session:
            client.close(1012, "signed out")


async def read_again(hall: "Hall", old: str, new: str) -> None:
    """Take note, in the live rooms of an account, of what the store now says of their seats."""
    account = (await asyncio.to_thread(accounts.accounts_of, hall.engine, [new])).get(new)
    for client in hall.clients:
        if client.account == old and account is not None:
            client.account, client.name, client.claimed = account.id, account.name, bool(account.claimed)
    for room in [room for room in hall.rooms.values() if any(chair.account == old for chair in room.chairs)]:
        stored = {chair.seat: chair for chair in await asyncio.to_thread(queries.seats_of, hall.engine, room.row.id)}
        for chair in room.chairs:
            if chair.account == old and chair.seat in stored:
                now = stored[chair.seat]
                chair.account, chair.name, chair.secret = now.account, now.name, now.secret
        room.profiles.pop(old, None)
        if account is not None and account.claimed and not account.deleted:
            room.profiles[account.id] = account.name
        if not room.dead:
            room.send_room()


def profiles_of(hall: "Hall", chairs: Iterable[SeatRow]) -> dict[str, str]:
    """The names of those among the seats who have an account of their own, by account."""
    known = accounts.accounts_of(hall.engine, {chair.account for chair in chairs if chair.account})
    return {account.id: account.name for account in known.values() if account.claimed and not account.deleted}


async def leave_everything(hall: "Hall", account: str) -> None:
    """Give up every match that somebody is in the middle of; others do not wait for who never comes back."""
    for name in await asyncio.to_thread(queries.unfinished_with, hall.engine, account):
        try:
            room: Room = await hall.room(name)
        except Refused:
            continue
        for chair in room.chairs:
            if chair.account == account and room.state != "over":
                seats.give_up(room, chair.seat)
    await hall.flushed()


async def delete(hall: "Hall", account: str, now: float) -> None:
    """Delete an account: its matches with others are given up, its own are gone."""
    await leave_everything(hall, account)
    gone = await hall.stored_answer(partial(accounts.delete_account, account=account, now=now))
    for name in gone:
        if name in hall.rooms:
            hall.rooms[name].fail()
    await changed(hall, account)
    for client in list(hall.clients):
        if client.account == account:
            client.close(1012, "signed out")
