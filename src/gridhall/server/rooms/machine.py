"""Machine players, and players who have no choice: the hall plays for them."""

import asyncio
import contextlib
import hashlib
import secrets
from typing import TYPE_CHECKING

from gridhall.errors import GridhallError
from gridhall.game import Action
from gridhall.server.failures import Refused, log_bug
from gridhall.server.messages.client import Play, place_of
from gridhall.server.rooms.acts import play
from gridhall.server.rooms.board import Board
from gridhall.server.store.tables import RoomRow, SeatRow
from gridhall.server.work import tasks
from gridhall.server.work.budget import Budget
from gridhall.server.work.fair_queue import Visitor

if TYPE_CHECKING:
    from gridhall.server.rooms.room import Room

MOST_REFUSED = 3  # choices in a row; then the game's own proposal is played


def machine_seed(row: RoomRow, seat: int) -> int:
    """The machine's own seed for a match: the same after a restart, and nothing to do with the match's dice."""
    return int.from_bytes(hashlib.sha256(f"machine {seat} {row.nonce}".encode()).digest()[:8], "big") >> 2


def run_machines(room: "Room") -> None:
    """Let the hall play while a machine is to act, or a player without a choice, and somebody is here to see it."""
    if room.thinking is None and room.clients and not room.dead:
        if _forced(room) is not None or (room.machines and _machine_to_act(room) is not None):
            room.thinking = asyncio.ensure_future(_think(room))


def _forced(room: "Room") -> Play | None:
    """The act of a seat whose player has no choice (the game's `automatic`)."""
    if room.state != "playing" or room.game.automatic is None:
        return None
    match = room.board.match
    for seat in room.board.acting_seats(match.state):
        action = room.game.automatic(match.setup, match.moment(seat - 1).view, seat - 1)
        if action >= 0:
            return Play(seat, _next_number(room, seat), action=action)
    return None


def _next_number(room: "Room", seat: int) -> int:
    """The number of the hall's next act for a seat: of its place alone, whichever device did the act before."""
    return place_of(room.board.last_number(seat)) + 1


def _machine_to_act(room: "Room") -> SeatRow | None:
    if room.state != "playing":
        return None
    acting = room.board.acting_seats(room.board.match.state)
    return next((chair for chair in room.chairs if chair.kind == "machine" and chair.seat in acting), None)


async def _think(room: "Room") -> None:
    """Play for machines and for players without a choice, until a person is to act or nobody is here."""
    refused = 0
    try:
        while room.clients and not room.dead:
            if (forced := _forced(room)) is not None:
                play(room, None, forced)
            elif (chair := _machine_to_act(room)) is not None:
                action = await _choice(room, chair, simple=refused >= MOST_REFUSED)
                try:
                    if not room.dead and _machine_to_act(room) is not None:
                        play(room, None, Play(chair.seat, _next_number(room, chair.seat), action=action))
                        refused = 0
                except (GridhallError, Refused):
                    refused += 1
            else:
                return
            await asyncio.sleep(0)
    except Exception as wrong:
        log_bug("a machine player's move", wrong)
        room.fail()
    finally:
        room.thinking = None


async def _choice(room: "Room", chair: SeatRow, simple: bool) -> Action:
    """What the machine on this seat does; something simple if it fails or cannot be trusted."""
    player = chair.seat - 1
    question = room.row.game, room.row.setup, bytes(room.board.match.view(player)), player
    try:
        if simple:
            raise RuntimeError("the machine's choices are refused")
        seed = machine_seed(room.row, chair.seat)
        return await room.hall.budget.run(_visitor(room), "move", tasks.choose, *question, chair.level, seed)
    except Exception as wrong:
        log_bug("a machine player", wrong)
        return tasks.simple_choice(*question, secrets.randbits(62))


def _visitor(room: "Room") -> Visitor:
    """For whom a machine plays: whoever holds a seat, or watches."""
    return next((client.visitor for client in room.clients if client.seats), next(iter(room.clients)).visitor)


async def wake_machine(budget: Budget, visitor: Visitor, row: RoomRow, chair: SeatRow) -> None:
    """Let a worker load what it needs for a new room, so that the machine's first move does not wait for that."""
    player = chair.seat - 1
    match = (await asyncio.to_thread(Board, row)).match
    if player in match.acting:
        seed = machine_seed(row, chair.seat)
        with contextlib.suppress(Exception):  # a machine that cannot play is found out when it must
            view = bytes(match.view(player))
            await budget.run(visitor, "move", tasks.choose, row.game, row.setup, view, player, chair.level, seed)
