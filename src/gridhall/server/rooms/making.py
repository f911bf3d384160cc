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
from gridhall.options import header_lines
from gridhall.registry import levels, load, read_text
from gridhall.seeds import seed_for, seed_of_name
from gridhall.server.failures import Refused
from gridhall.server.messages.http import MakeRoom, SeatWish
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import Rematch
from gridhall.server.people import accounts
from gridhall.server.ranking import days
from gridhall.server.ranking.outcomes import series_points
from gridhall.server.store import queries
from gridhall.server.store.tables import RoomRow, SeatRow, hashed
from gridhall.server.work import level_tasks
from gridhall.server.work.fair_queue import Visitor
from gridhall.server.work.limits import DAY

if TYPE_CHECKING:
    from gridhall.server.hall import Hall
    from gridhall.server.rooms.room import Room

SHORTEST_CLOCK, LONGEST_CLOCK = 5, 7 * DAY  # seconds a turn


async def make_room(
    hall: "Hall", visitor: Visitor, guest: str, name: str, wish: MakeRoom
) -> tuple[RoomRow, list[SeatRow], list[SeatKey]]:
    """Make a room for a guest and store it; its row, its seats, and the keys to those of the guest."""
    game = load(wish.game)
    await refuse_too_many(hall, visitor)
    text = _setup_text(game, wish, hall.limits.text_bytes)
    seed, known = seed_for(game, text, wished_seed(wish.seed))
    nonce, day = secrets.token_hex(16), ""
    if wish.rated:
        await _refuse_unrated(hall, game, guest, wish)
    if wish.daily:
        seed, nonce, day = await _secret_of_today(hall, game, wish)
        known = False
    if wish.text or wish.settings:  # raises BadSetup; the room's own match is made of its row
        await hall.budget.run(visitor, "check", level_tasks.refuse_bad, wish.game, text, seed)
    if not (wish.clock == 0 or SHORTEST_CLOCK <= wish.clock <= LONGEST_CLOCK):
        raise Refused("bad_message", "a clock is 5 seconds to 7 days per turn, or 0 for none")
    row = RoomRow(
        id=fresh_id(),
        game=wish.game,
        version=game.VERSION,
        level=wish.level,
        setup=text,
        seed=str(seed),
        nonce=nonce,
        open=bool(wish.text or wish.seed),
        known=known,
        clock=wish.clock,
        maker=guest,
        made=time.time(),
        rated=wish.rated,
        day=day,
    )
    chairs, keys = chairs_of(game, wish.seats or [SeatWish("me")] * game.PLAYERS, guest, name)
    await hall.stored(partial(queries.add_room, room=row, chairs=chairs))
    hall.store.note(visitor.address, len(text))
    return row, chairs, keys


async def _refuse_unrated(hall: "Hall", game: Game, guest: str, wish: MakeRoom) -> None:
    """Refuse a rated match that could not be one."""
    is_usual = wish.level in ("", game.DEFAULT)  # in a level's position one side may have won already
    if game.PLAYERS != 2 or wish.text or wish.seed or wish.settings or not is_usual:
        raise Refused("not_offered", "a rated match is for two, on the usual board and with a seed that nobody chose")
    if not wish.clock:
        raise Refused("not_offered", "a rated match needs a clock, so that nobody can wait for ever")
    if len([seat for seat in wish.seats if seat.kind == "me"]) != 1:
        raise Refused("not_offered", "a rated match has one seat for you, and one for somebody else or a machine")
    known = await asyncio.to_thread(accounts.accounts_of, hall.engine, [guest])
    if guest not in known or not known[guest].claimed:
        raise Refused("not_offered", "rated matches are for claimed accounts: choose a name that stays yours first")


async def _secret_of_today(hall: "Hall", game: Game, wish: MakeRoom) -> tuple[int, str, str]:
    """The seed and the nonce of the match of the day, and the day."""
    if not game.DAILY or wish.text or wish.seed or wish.settings or wish.level:
        raise Refused("not_offered", f"{game.TITLE} has no match of the day like that")
    secret = await days.secret_of(hall, wish.game, days.today())
    return int(secret.seed), secret.nonce, secret.day


async def refuse_too_many(hall: "Hall", visitor: Visitor) -> None:
    """Refuse another room to a guest who makes them too fast, or has too many."""
    guest, limits = visitor.account, hall.limits
    if not hall.buckets.take("rooms " + guest, limits.rooms, limits.room_burst):
        raise Refused("too_fast", "that are many rooms; wait a little", 1 / limits.rooms)
    await hall.store.refuse_if_full(visitor.address, guest)
    if await asyncio.to_thread(queries.unfinished_of, hall.engine, guest) >= limits.unfinished:
        raise Refused("too_many", f"you have {limits.unfinished} unfinished matches; end some first")


def _setup_text(game: Game, wish: MakeRoom, most: int) -> str:
    """The text that is wished for, of the shipped level that is, or of the game's default with its settings."""
    if wish.settings and (wish.text or wish.level):
        raise Refused("bad_setup", "settings are for the match without a level: a level has its own")
    if wish.text:
        if len(wish.text.encode()) > most:
            raise Refused("too_large", f"a setup may have {most} bytes")
        return wish.text
    if not wish.level:
        return header_lines(game.OPTIONS, wish.settings) or read_text(game, None)
    for level in levels(game):
        if level.name == wish.level:
            return level.text
    raise Refused("bad_setup", f"{game.TITLE} has no level {wish.level[:80]!r}")


def wished_seed(text: str) -> int | None:
    """The seed somebody wishes for, as a number or by a name; None without a wish."""
    if not text:
        return None
    if len(text) > 80 or (text.isdecimal() and int(text) >= 1 << 64):
        raise Refused("bad_setup", "a seed is a whole number from 0 to 2^64 - 1, `daily`, or a name of up to 80 signs")
    return int(text) if text.isdecimal() else seed_of_name(text)


def chairs_of(game: Game, wishes: Sequence[SeatWish], guest: str, name: str) -> tuple[list[SeatRow], list[SeatKey]]:
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
        ended=0.0,
        helped=False,
        day="",
        series=_series(room),
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


def _series(room: "Room") -> str:
    """The points that each seat of a rematch has from the matches before; seats move one on."""
    if room.players != 2 or room.board.result is None:
        return ""
    first, second = series_points(room.board)
    return f"{second:g} {first:g}"


def fresh_id() -> str:
    """A name for a room that nobody guesses: letters and digits without look-alikes."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(10))


def tidy_name(name: str) -> str:
    """A person's name fit to be shown: printable, one line, short."""
    return re.sub(r"\s+", " ", "".join(sign for sign in name if sign.isprintable())).strip()[:40]
