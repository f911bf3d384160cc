"""Questions that change nothing: the whole scene, previews, timelines and hints."""

import secrets
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from gridhall.danger import preview_of
from gridhall.errors import GridhallError
from gridhall.server.failures import Refused, code_of, log_bug
from gridhall.server.messages.client import AskHint, AskPreview, AskTimeline, AskWhole
from gridhall.server.messages.server import ErrorMessage, Hinted, Previewed, Timelined
from gridhall.server.rooms.acts import check_seat
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.machine import machine_seed
from gridhall.server.store import queries
from gridhall.server.work import tasks

if TYPE_CHECKING:
    from gridhall.server.rooms.room import Room


def whole(room: "Room", client: Client, message: AskWhole) -> None:
    """Send the whole scene of a seat."""
    client.overtaken.discard(message.seat)
    room.send(client, room.view_for(client, message.seat).whole())


def preview(room: "Room", client: Client, message: AskPreview) -> None:
    """Send what a choice would do; with its further actions only if just these are offered."""
    view = room.view_for(client, message.seat)
    game, match = room.game, room.board.match
    offered = [choice for choice in view.scene.choices if choice.action == message.action]
    if game.preview is None or not offered:
        raise Refused("not_offered", "there is no preview of that")
    is_walk = any(choice.then and choice.then == message.then for choice in offered)
    actions = [message.action, *(message.then if is_walk else [])]
    answer = preview_of(game, match.setup, match.view(view.viewer), view.viewer, actions)
    assert answer is not None  # the game has previews
    client.send(Previewed(message.seat, message.ask, answer))


def timeline(room: "Room", client: Client, message: AskTimeline) -> None:
    """Send the frames of the scene's timeline."""
    view = room.view_for(client, message.seat)
    game, match = room.game, room.board.match
    if game.timeline is None:
        raise Refused("not_offered", f"{game.TITLE} has no timeline")
    frames = game.timeline(match.setup, match.view(view.viewer), view.viewer)
    client.send(Timelined(message.seat, message.ask, frames))


def hint(room: "Room", client: Client, message: AskHint) -> None:
    """Let a worker find a hint; it is sent when it is found."""
    check_seat(room, client, message.seat)
    if not room.hints:
        which = f" in {room.game.TITLE}, unless against the machine" if room.players > 1 else ""
        raise Refused("not_offered", f"there are no hints{which}")
    if room.state != "playing":
        raise Refused("match_over", "the match is over")
    if not room.board.acting >> message.seat - 1 & 1:
        raise Refused("not_your_turn", "a hint is for your own turn")
    if client in room.hall.hinted:
        raise Refused("too_fast", "one hint after the other")
    room.hall.hinted.add(client)
    if not message.warn:
        _count_help(room)
    client.spawn(_send_hint(room, client, message, _find_hint(room, client, message.seat)))


def _count_help(room: "Room") -> None:
    """Keep that somebody was helped here: tables show such matches apart."""
    if not room.row.helped:
        room.row.helped = True
        room.change(partial(queries.set_helped, room=room.row.id))


def _find_hint(room: "Room", client: Client, seat: int) -> Coroutine[Any, Any, Hinted]:
    """Ask a worker: the solver in a puzzle, else the game's own search, else the strongest machine.

    What it answers still lacks the seat and the number of the question.
    """
    match, setup = room.board.match, room.row.setup
    run = partial(room.hall.budget.run, client.visitor)
    if room.game.PUZZLE:
        plies = [(ply.player, ply.action) for ply in match.plies]
        return run("hint", tasks.hint, room.row.game, setup, match.seed, plies)
    player = seat - 1
    view = bytes(match.view(player))
    if room.game.advise is not None:
        return run("odds", tasks.odds, room.row.game, setup, view, player, secrets.randbits(63))
    # With its own seed the machine keeps to its plan for the whole turn.
    return run("hint", tasks.advice, room.row.game, setup, view, player, machine_seed(room.row, seat))


async def _send_hint(room: "Room", client: Client, message: AskHint, search: Coroutine[Any, Any, Hinted]) -> None:
    try:
        hinted = await search
        if message.warn and hinted.lost:
            _count_help(room)
        elif message.warn:
            hinted = Hinted(message.seat, message.ask)
        client.send(msgspec.structs.replace(hinted, seat=message.seat, ask=message.ask))
    except (GridhallError, Refused) as wrong:
        client.send(ErrorMessage(code_of(wrong), str(wrong), seat=message.seat, ask=message.ask))
    except Exception as wrong:
        log_bug("a hint", wrong)
        client.send(ErrorMessage("unavailable", "no hint could be found", seat=message.seat, ask=message.ask))
    finally:
        room.hall.hinted.discard(client)
