"""Making rooms: from a visitor's wish, and for a rematch."""

import asyncio
import copy
import re
import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from gridhall.game import Game
from gridhall.match import Match, seed_for, seed_of_name
from gridhall.registry import levels, load, read_text
from gridhall.server import queries
from gridhall.server.failures import Refused
from gridhall.server.messages.http import MakeRoom, SeatWish
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import Rematch
from gridhall.server.tables import RoomRow, SeatRow, hashed

if TYPE_CHECKING:
    from gridhall.server.hall import Hall
    from gridhall.server.room import Room

SHORTEST_CLOCK, LONGEST_CLOCK = 5, 7 * 86400  # seconds a turn


async def make_room(
    hall: "Hall", guest: str, name: str, wish: MakeRoom
) -> tuple[RoomRow, list[SeatRow], list[SeatKey]]:
    """Make a room for a guest and store it; its row, its seats, and the keys to those of the guest."""
    game, limits = load(wish.game), hall.limits
    if not hall.buckets.take("rooms " + guest, limits.rooms, limits.room_burst):
        raise Refused("too_fast", "that are many rooms; wait a little")
    if await asyncio.to_thread(queries.unfinished_of, hall.engine, guest) >= limits.unfinished:
        raise Refused("too_many", f"you have {limits.unfinished} unfinished matches; end some first")
    text = _setup_text(game, wish, limits.text_bytes)
    seed, known = seed_for(game, text, _wished_seed(wish.seed))
    await asyncio.to_thread(Match.of_text, game, text, seed)  # raises BadSetup; the room's own is made of its row
    if not (wish.clock == 0 or SHORTEST_CLOCK <= wish.clock <= LONGEST_CLOCK):
        raise Refused("bad_message", "a clock is 5 seconds to 7 days per turn, or 0 for none")
    row = RoomRow(
        id=fresh_id(),
        game=wish.game,
        version=game.VERSION,
        level=wish.level,
        setup=text,
        seed=str(seed),
        nonce=secrets.token_hex(16),
        open=bool(wish.text or wish.seed),
        known=known,
        clock=wish.clock,
        maker=guest,
        made=time.time(),
    )
    chairs, keys = _chairs(game, wish.seats or [SeatWish("me")] * game.PLAYERS, guest, name)
    await hall.stored(partial(queries.add_room, room=row, chairs=chairs))
    return row, chairs, keys


def _setup_text(game: Game, wish: MakeRoom, most: int) -> str:
    """The text that is wished for, of the shipped level that is, or of the game's default."""
    if wish.text:
        if len(wish.text.encode()) > most:
            raise Refused("too_large", f"a setup may have {most} bytes")
        return wish.text
    if not wish.level:
        return read_text(game, None)
    for level in levels(game):
        if level.name == wish.level:
            return level.text
    raise Refused("bad_setup", f"{game.TITLE} has no level {wish.level[:80]!r}")


def _wished_seed(text: str) -> int | None:
    """The seed somebody wishes for, as a number or by a name; None without a wish."""
    if not text:
        return None
    if len(text) > 80 or (text.isdecimal() and int(text) >= 1 << 64):
        raise Refused("bad_setup", "a seed is a whole number from 0 to 2^64 - 1, `daily`, or a name of up to 80 signs")
    return int(text) if text.isdecimal() else seed_of_name(text)


def _chairs(game: Game, wishes: Sequence[SeatWish], guest: str, name: str) -> tuple[list[SeatRow], list[SeatKey]]:
    """The seats as somebody wishes them, and the keys to their own."""
    if len(wishes) != game.PLAYERS:
        raise Refused("no_seat", f"{game.TITLE} has {game.PLAYERS} seats, not {len(wishes)}")
    chairs, keys = [], []
    for seat, wish in enumerate(wishes, 1):
        if wish.kind == "me":
            secret = secrets.token_urlsafe(18)
            keys.append(SeatKey(seat, secret))
            chairs.append(SeatRow(seat, "person", "", tidy_name(wish.name) or name, guest, hashed(secret)))
        elif wish.kind == "open" and game.PLAYERS > 1:
            chairs.append(SeatRow(seat, "open"))
        elif wish.kind == "machine" and wish.level in game.LEVELS_OF_PLAY:
            chairs.append(SeatRow(seat, "machine", wish.level))
        else:
            offered = ", ".join(game.LEVELS_OF_PLAY) or "none"
            raise Refused(
                "no_seat",
                f"a seat is for me, open (of several) or machine; machine players of {game.TITLE}: {offered}",
            )
    return chairs, keys


def make_rematch(room: "Room") -> None:
    """Make the room of a rematch, with the seats one on, and send everybody the keys to their new seats.

    The text is that of the match before, and so is the seed if the text names one; a seed that somebody wished for
    was for one match.
    """
    old = room.row
    if old.next:
        return
    seed, known = seed_for(room.game, old.setup)
    shipped = {read_text(room.game, None), *(level.text for level in levels(room.game))}
    row = msgspec.structs.replace(
        old,
        id=fresh_id(),
        seed=str(seed),
        nonce=secrets.token_hex(16),
        open=old.open and old.setup not in shipped,
        known=known,
        made=time.time(),
        over=False,
        next="",
    )
    chairs: list[SeatRow] = []
    keys: dict[int, SeatKey] = {}  # by the old seat
    for old_chair in room.chairs:
        chair = copy.copy(old_chair)
        chair.seat = old_chair.seat % room.players + 1
        if chair.kind == "person":
            secret = secrets.token_urlsafe(18)
            keys[old_chair.seat] = SeatKey(chair.seat, secret)
            chair.secret = hashed(secret)
        chairs.append(chair)
    old.next = row.id

    def work(connection: Connection) -> None:
        queries.add_room(connection, row, chairs)
        queries.set_next(connection, old.id, row.id)

    def send() -> None:
        for client in room.clients:
            client.send(Rematch(row.id, [keys[seat] for seat in client.seats if seat in keys]))

    room.change(work, send)
    room.send_room()


def fresh_id() -> str:
    """A name for a room that nobody guesses: letters and digits without look-alikes."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(10))


def tidy_name(name: str) -> str:
    """A person's name fit to be shown: printable, one line, short."""
    return re.sub(r"\s+", " ", "".join(sign for sign in name if sign.isprintable())).strip()[:40]
