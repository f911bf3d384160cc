"""Acts: what a seat does to the match. An act has a number, and happens once however often it is sent.

The number tells two things apart that look alike: an act that is sent again, because its device came back, and an act
of another device that did not know yet of the first. The first is acknowledged again, the second refused.
"""

import contextlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gridhall.errors import GridhallError
from gridhall.game import Action, Player
from gridhall.server.failures import Refused
from gridhall.server.messages.client import NUMBERS, Play, Resign, Undo, place_of
from gridhall.server.messages.server import Taken
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.seat_view import SeatView

if TYPE_CHECKING:
    from gridhall.server.rooms.room import Room

Handler = Callable[["Room", Client, Any], None]


def check_seat(room: "Room", client: Client, seat: int) -> None:
    """Raise unless the client holds this seat."""
    if seat not in client.seats:
        is_there = 0 < seat <= room.players
        raise Refused("no_seat", f"you do not hold seat {seat}" if is_there else f"there is no seat {seat}")


def once(act: Handler) -> Handler:
    """An act that is done if it is the next one of its seat; one that was done is only acknowledged again."""

    def handle(room: "Room", client: Client, message: Any) -> None:
        seat, number = message.seat, message.number
        check_seat(room, client, seat)
        place, last = place_of(number), place_of(room.board.last_number(seat))
        if not 0 < number < NUMBERS or not 0 < place <= last + 1:
            raise Refused("bad_number", f"the next act of seat {seat} has place {last + 1}")
        if place <= last and number in room.board.numbers[seat]:
            room.send(client, Taken(seat, number))
        elif place <= last or seat in client.overtaken:
            client.overtaken.add(seat)
            raise Refused("overtaken", "the match has gone on in the meantime; look at the board and choose again")
        else:
            act(room, client, message)

    return handle


def play(room: "Room", client: Client | None, message: Play) -> None:
    """Play a word or an action, or a walk of several; without a client it is the hall that plays."""
    if room.state == "over":
        raise Refused("match_over", "the match is over")
    if room.state != "playing":
        raise Refused("not_started", "a seat is still open")
    end_at_cap(room)
    first = action_of(room, message.seat - 1, message, client is None)
    actions = [first, *message.then[: room.hall.limits.walk]]
    before = room.board.acting
    entries, effects = room.board.play(message.seat, message.number, actions, time.time())
    room.happened(entries, effects, before)


def end_at_cap(room: "Room") -> None:
    """End a match without a result that has had as many acts as the hall keeps of one, and refuse more."""
    most = room.hall.limits.acts
    if room.board.entries < most:
        return
    if room.state == "playing":
        room.enter_log(0, "limit", "0")
    raise Refused("match_over", f"a match may have {most:,} acts; this one has ended without a result")


def action_of(room: "Room", player: Player, message: Play, trusted: bool) -> Action:
    """The action that is meant. A number must be one of the game's, or of those offered to this player."""
    match, game = room.board.match, room.game
    if message.action < 0:
        return int(game.read_word(match.setup, match.moment(player).view, message.word))
    if message.action < game.ACTIONS or trusted:
        return message.action
    view = room.views[player] or SeatView(room.board, player)
    if not any(choice.action == message.action for choice in view.scene.choices):
        raise Refused("bad_action", f"{game.TITLE} has no action {message.action}")
    return message.action


def undo(room: "Room", client: Client, message: Undo) -> None:
    """Take plies back."""
    end_at_cap(room)
    board = room.board
    begun = board.branch.ply if board.branch else 0  # what was played elsewhere is not taken back
    plies = len(board.match.plies) - begun
    if not room.game.UNDO:
        raise Refused("illegal_action", f"{room.game.TITLE} takes nothing back")
    if not room.alone:
        raise Refused("not_offered", "ask the other: offer a take-back")
    if message.count < 0 or not plies:
        raise Refused("illegal_action", "there is nothing to take back")
    if board.result is not None and board.has_chance and not room.row.known:
        raise Refused("match_over", "the match is over and its seed is told; a new one has other luck")
    if room.stands:
        raise Refused("match_over", "it is won, and stands in a table; play it again from the start")
    count = plies if begun and not message.count else min(message.count, plies)
    room.enter_log(message.seat, "undo", str(count), message.number)


def resign(room: "Room", client: Client, message: Resign) -> None:
    """Give up, by the game's own word if it has one."""
    if room.state == "over":
        raise Refused("match_over", "the match is over")
    if room.state == "playing":
        with contextlib.suppress(GridhallError):
            play(room, client, Play(message.seat, message.number, "resign"))
            return
    room.enter_log(message.seat, "resign", str(room.other_seat(message.seat)), message.number)
    room.send_taken(message.seat, message.number)
