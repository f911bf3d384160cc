"""What players offer each other: a draw, a take-back, a rematch."""

from typing import TYPE_CHECKING

from gridhall.server.failures import Refused
from gridhall.server.messages.client import Answer, Propose
from gridhall.server.rooms import making as lobby
from gridhall.server.rooms.clients import Client

if TYPE_CHECKING:
    from gridhall.server.rooms.room import Room

MOST_DECLINED = 3  # how often a seat may offer the same thing and be declined


def offer(room: "Room", client: Client, message: Propose) -> None:
    """Offer something. The same offer from both sides is agreed on; alone, a rematch needs nobody's consent."""
    seat, what = message.seat, message.what
    _refuse_offer(room, seat, what)
    asked = _asked(room, seat)
    if what == "rematch" and not asked:
        room.enter_log(seat, "offer", what, message.number)
        room.send_taken(seat, message.number)
        lobby.make_rematch(room)
        return
    if any(offered.what == what for offered in room.board.offers):
        _agree(room, seat, what, message.number)
        return
    if what == "draw" and not asked:
        raise Refused("not_offered", "there is nobody to agree")
    room.enter_log(seat, "offer", what, message.number)
    room.send_taken(seat, message.number)
    room.send_room()


def _refuse_offer(room: "Room", seat: int, what: str) -> None:
    """Raise what is wrong with an offer."""
    board, game = room.board, room.game
    if what not in ("draw", "undo", "rematch"):
        raise Refused("not_offered", "a draw, undo or rematch can be offered")
    no_undo = not game.UNDO or game.SECRETS or room.row.rated or not board.plies_back(seat)
    if what == "rematch":
        if room.state != "over":
            raise Refused("not_offered", "a rematch is for after the end")
    elif room.state != "playing":
        raise Refused("match_over" if room.state == "over" else "not_started", "the match is not being played")
    elif room.players == 1 or (what == "undo" and no_undo):
        raise Refused("not_offered", f"{game.TITLE} has no such offer here")
    if any(offered.what == what and offered.seat == seat for offered in board.offers):
        raise Refused("not_offered", "that is offered already")
    if board.declined.get((seat, what), 0) >= MOST_DECLINED:
        raise Refused("not_offered", f"that was declined {MOST_DECLINED} times")


def answer(room: "Room", client: Client, message: Answer) -> None:
    """Accept or decline what another seat has offered."""
    if not any(offered.what == message.what and offered.seat != message.seat for offered in room.board.offers):
        raise Refused("not_offered", "nobody has offered that")
    if message.yes:
        _agree(room, message.seat, message.what, message.number)
        return
    room.enter_log(message.seat, "answer", f"{message.what} no", message.number)
    room.send_taken(message.seat, message.number)
    room.send_room()


def _agree(room: "Room", seat: int, what: str, number: int) -> None:
    room.enter_log(seat, "answer", f"{what} yes", number)
    room.send_taken(seat, number)
    room.send_room()
    if what == "rematch":
        lobby.make_rematch(room)


def _asked(room: "Room", seat: int) -> set[int]:
    """The seats of other people, who must agree to what this seat offers."""
    guest = room.chairs[seat - 1].account
    people = [chair for chair in room.chairs if chair.kind == "person"]
    return {chair.seat for chair in people if chair.seat != seat and chair.account != guest}


def complete(room: "Room") -> None:
    """Do what follows from the log of a room just read, if the hall was stopped before that was stored."""
    room.note_over()
    board = room.board
    needs_nobody = any(offered.what == "rematch" and not _asked(room, offered.seat) for offered in board.offers)
    if board.result is not None and not room.row.next and (board.rematch or needs_nobody):
        lobby.make_rematch(room)
