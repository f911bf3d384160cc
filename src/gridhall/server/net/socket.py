"""One WebSocket, from its opening to its end."""

import time
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError
from starlette.types import Receive, Scope, Send

from gridhall.errors import GridhallError
from gridhall.rulings import numbers_in, plain
from gridhall.server.failures import Refused, code_of, log_bug
from gridhall.server.hall import Hall
from gridhall.server.messages import ToServer
from gridhall.server.messages import client as messages
from gridhall.server.messages.client import Join, Ping
from gridhall.server.messages.lobby import EnterLobby, Greet
from gridhall.server.messages.server import ErrorMessage, Pong
from gridhall.server.net.websocket_protocol import SHORT_WAY, Listener
from gridhall.server.operators import metrics
from gridhall.server.people import cookies, manners
from gridhall.server.rooms import acts, clock, offers, questions, seats
from gridhall.server.rooms.acts import Handler, once
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.encoding import encode
from gridhall.server.work.limits import Bucket

decode = msgspec.json.Decoder(ToServer).decode
PONG = encode(Pong())

# What a client in a room may ask for, and who does it.
HANDLERS: dict[type, Handler] = {
    messages.Play: once(acts.play),
    messages.Undo: once(acts.undo),
    messages.Resign: once(acts.resign),
    messages.Propose: once(offers.offer),
    messages.Answer: once(offers.answer),
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


async def serve_socket(hall: Hall, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one WebSocket to its end: one reader, no other task."""
    await receive()  # the wish to connect
    address, limits = hall.guard.address(scope), hall.limits
    most = max(1.0, limits.address_connections * hall.share)
    is_full = len(hall.clients) >= limits.connections or hall.addresses[address] >= most
    if scope["path"] != "/ws" or is_full or hall.guard.refusal(scope):
        metrics.refused("too_many" if is_full else "sealed", "socket")
        await send({"type": "websocket.close", "code": 4404})
        return
    short_way = scope["extensions"][SHORT_WAY]
    client = Client(send, Bucket(limits.messages, limits.message_burst), address, short_way["write"])
    if hall.guard.is_own_page(scope):
        client.token = cookies.token_of(hall.guard, scope)
    await send({"type": "websocket.accept"})
    await converse(hall, client, receive, short_way["listen"])


async def converse(
    hall: Hall, client: Client, receive: Receive, listen: Callable[[Listener], None] | None = None
) -> None:
    """Answer a client until one of the two goes.

    Nothing in a room has to be waited for. So once the client is in one, whoever receives its texts may hand them over
    at once instead of waking this task for each; `listen` says to whom.
    """
    address = client.visitor.address
    hall.clients[client] = None
    hall.addresses[address] += 1
    try:
        while not client.closed:
            event = await receive()
            if event["type"] != "websocket.receive":
                break
            text = event.get("text") or ""
            if not _answer_at_once(hall, client, text):
                await _answer(hall, client, text)
            if listen is not None and (client.room is not None or client.relay is not None):
                listen(_listener(hall, client))
                listen = None
    finally:
        client.closed = True
        del hall.clients[client]
        hall.addresses[address] -= 1
        if not hall.addresses[address]:
            del hall.addresses[address]
        for task in list(client.tasks):
            task.cancel()
        if client.relay is not None:
            client.relay.close()
        if client.room is not None:
            client.room.leave(client)
        if client.in_lobby:
            hall.lobby.leave(client)


def _listener(hall: Hall, client: Client) -> Listener:
    """What answers a client's texts at once. It runs in the context of this task, which names the room in log lines."""
    context = copy_context()
    return lambda text: context.run(_answer_at_once, hall, client, text)


def _answer_at_once(hall: Hall, client: Client, text: str) -> bool:
    """Answer a message of a client that is in a room; False if it is in none."""
    client.heard = time.monotonic()
    if client.relay is not None:
        client.relay.send(text)
        return True
    if client.room is None:
        return False
    message: Any = None
    try:
        message = decode(text)
        _count_message(client)
        kind = type(message)
        if kind is Ping:
            client.send_encoded(PONG)
        elif kind in HANDLERS:
            HANDLERS[kind](client.room, client, message)
        elif kind in (Join, EnterLobby):
            raise Refused("bad_message", "this connection is in a room already")
        else:
            raise Refused("bad_message", "this connection is in a room; the lobby has one of its own")
        client.bad = 0
    except Exception as wrong:
        _explain(hall, client, message, wrong)
    return True


async def _answer(hall: Hall, client: Client, text: str) -> None:
    """Answer a message of a client that is in no room, or not yet."""
    message: Any = None
    try:
        message = decode(text)
        _count_message(client)
        kind = type(message)
        if kind is Ping:
            client.send_encoded(PONG)
        elif client.in_lobby:
            await hall.lobby.handle(client, message)
        elif kind is Join:
            await hall.join(client, message, text)
        elif kind is EnterLobby:
            await hall.lobby.enter(client, message)
        else:
            raise Refused("not_joined", "the first message must be join")
        client.bad = 0
    except Exception as wrong:
        _explain(hall, client, message, wrong)


def _count_message(client: Client) -> None:
    """Refuse a message if there were too many of late."""
    if not client.bucket.take():
        raise Refused("too_fast", "that are too many messages; wait a second")


def _explain(hall: Hall, client: Client, message: Any, wrong: Exception) -> None:
    """Tell a client why its message was not done, whatever the reason."""
    if isinstance(wrong, (msgspec.DecodeError, UnicodeError, RecursionError)):
        client.send(ErrorMessage("bad_message", "this is no message of the protocol"))
        _count_bad(hall, client, 4400, "too many bad messages")
    elif isinstance(wrong, (Refused, GridhallError)):
        code = code_of(wrong)
        metrics.refused(code, "message")
        refusal = _refusal(code, plain(str(wrong)), message, ", ".join(numbers_in(str(wrong))))
        if code == "overtaken" and client.room is not None:
            client.room.send(client, refusal)  # after the act that overtook it, which may not be stored yet
        else:
            client.send(refusal)
        if code == "no_room":
            client.close(4404, "no such room")
        elif code == "too_fast":
            _count_bad(hall, client, 4429, "too many messages")
    elif isinstance(wrong, DBAPIError):  # the store cannot be reached from here: another process may
        log_bug("a message", wrong)
        client.close(1012, "come back")
    else:
        log_bug("a message", wrong)
        refusal = _refusal("internal", "something went wrong here; it has been logged", message)
        refusal.ask = 0
        client.send(refusal)
        if client.room is not None:
            client.room.fail()


def _refusal(code: str, sentence: str, message: Any, rule: str = "") -> ErrorMessage:
    """What is sent when a message is refused: which one it was, if it said so."""
    seat, number, ask = (getattr(message, name, 0) for name in ("seat", "number", "ask"))
    return ErrorMessage(code, sentence, seat, number, ask, rule)


def _count_bad(hall: Hall, client: Client, code: int, reason: str) -> None:
    """Close the connection of a client that goes on with what it was told not to do."""
    client.bad += 1
    if client.bad > hall.limits.bad_messages:
        client.close(code, reason)
