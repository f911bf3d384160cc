"""What a client in a room may ask for, and who does it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gridhall.server.failures import Refused
from gridhall.server.messages import client as messages
from gridhall.server.messages.lobby import Greet
from gridhall.server.messages.server import Taken
from gridhall.server.people import manners
from gridhall.server.rooms import clock, offers, play, questions, seats
from gridhall.server.rooms.clients import Client

if TYPE_CHECKING:
    from gridhall.server.rooms.room import Room

Handler = Callable[["Room", Client, Any], None]

# Acts have a seat and a number, go into the room's log, and happen once however often they are sent.
ACTS: dict[type, Handler] = {
    messages.Play: play.play,
    messages.Undo: play.undo,
    messages.Resign: play.resign,
    messages.Propose: offers.offer,
    messages.Answer: offers.answer,
}
OTHERS: dict[type, Handler] = {
    messages.Sit: seats.sit,
    messages.Fill: seats.fill,
    messages.Leave: seats.leave,
    messages.Seen: clock.seen,
    messages.AskWhole: questions.whole,
    messages.AskPreview: questions.preview,
    messages.AskTimeline: questions.timeline,
    messages.AskHint: questions.hint,
    Greet: manners.greet,
}


def handle(room: "Room", client: Client, message: Any) -> None:
    """Do what a client of a room asks; raises Refused or GridhallError and has then changed nothing."""
    kind = type(message)
    if kind not in ACTS and kind not in OTHERS:
        raise Refused("bad_message", "this connection is in a room; the lobby has one of its own")
    if kind not in ACTS:
        OTHERS[kind](room, client, message)
        return
    seats.check_seat(room, client, message.seat)
    if _is_new(room, client, message.seat, message.number):
        ACTS[kind](room, client, message)


def _is_new(room: "Room", client: Client, seat: int, number: int) -> bool:
    """Whether an act is the next one of its seat; an older one is only acknowledged again."""
    last = room.board.numbers[seat]
    if 0 < number <= last:
        room.send(client, Taken(seat, number))
        return False
    if number != last + 1:
        raise Refused("bad_number", f"the next act of seat {seat} has number {last + 1}")
    return True
