"""Sitting down in a room, letting the machine sit down, and standing up."""

import copy
import secrets
from functools import partial
from typing import TYPE_CHECKING

from gridhall.server.failures import Refused
from gridhall.server.messages.client import Fill, Leave, Sit
from gridhall.server.messages.server import Seated
from gridhall.server.people.names import skeleton
from gridhall.server.rooms import machine
from gridhall.server.rooms.acts import check_seat
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.making import tidy_name
from gridhall.server.store import queries
from gridhall.server.store.tables import SeatRow, hashed

if TYPE_CHECKING:
    from gridhall.server.rooms.room import Room


def sit(room: "Room", client: Client, message: Sit) -> None:
    """Give an open seat to a client."""
    if not client.account:
        raise Refused("no_guest", "send a guest's token when you join, to sit down")
    if room.row.rated and not client.claimed:
        raise Refused("not_offered", "this match is rated: claim your account, by choosing a name, to sit down")
    if room.row.rated and any(chair.account == client.account for chair in room.chairs):
        raise Refused("not_offered", "this match is rated: nobody plays it against themselves")
    chair = _open_chair(room, message.seat)
    secret = secrets.token_urlsafe(18)
    chair.kind, chair.account, chair.secret = "person", client.account, hashed(secret)
    wished, others = tidy_name(message.name), {skeleton(name) for name in room.profiles.values()}
    is_free = not client.claimed and wished and skeleton(wished) not in others
    chair.name = wished if is_free else client.name
    if client.claimed:
        room.profiles[client.account] = client.name
    _store(room, chair)
    room.audience[room.players].pop(client, None)
    room.forget_spectators()
    client.seats = sorted([*client.seats, message.seat])
    texts = room.look_again(client, message.seat, -1)
    room.send(client, Seated(message.seat, secret), *texts)
    _begin_if_full(room)


def fill(room: "Room", client: Client, message: Fill) -> None:
    """Let the machine take an open seat."""
    if not client.seats:
        raise Refused("no_seat", "only who sits here can ask the machine to sit down")
    if message.level not in room.game.LEVELS_OF_PLAY:
        raise Refused("not_offered", f"{room.game.TITLE} has no machine player {message.level[:40]!r}")
    chair = _open_chair(room, message.seat)
    chair.kind, chair.level, chair.name = "machine", message.level, ""
    _store(room, chair)
    _begin_if_full(room)


def leave(room: "Room", client: Client, message: Leave) -> None:
    """Give a seat up: before the first act it is open again, later the match is lost."""
    check_seat(room, client, message.seat)
    give_up(room, message.seat)


def give_up(room: "Room", number: int) -> None:
    """Let whoever sits on a seat stand up."""
    chair, audience = room.chairs[number - 1], room.audience[number - 1]
    if not room.board.entries and room.players > 1:
        chair.kind, chair.account, chair.name, chair.secret = "open", "", "", b""
        room.note_seats()
        _store(room, chair)
    elif room.state != "over":
        room.enter_log(number, "left", str(room.other_seat(number)))
    for other in list(audience):
        other.seats = [seat for seat in other.seats if seat != number]
        del audience[other]
        if not other.seats:
            room.send(other, *room.look_again(other, 0, -1))
    if chair.kind == "open":
        room.views[number - 1] = None
    room.send_room()


def _open_chair(room: "Room", seat: int) -> SeatRow:
    if not 1 <= seat <= room.players:
        raise Refused("no_seat", f"there is no seat {seat}")
    if room.state == "over":
        raise Refused("match_over", "the match is over")
    chair = room.chairs[seat - 1]
    if chair.kind != "open":
        raise Refused("seat_taken", "somebody sits there")
    return chair


def _store(room: "Room", chair: SeatRow) -> None:
    """Keep who sits on a seat as it is at this moment."""
    room.change(partial(queries.set_seat, room=room.row.id, chair=copy.copy(chair)))


def _begin_if_full(room: "Room") -> None:
    """Begin the match if nobody is missing any more."""
    room.note_seats()
    if room.state == "playing":
        room.clock.start()
    room.send_room()
    machine.run_machines(room)
