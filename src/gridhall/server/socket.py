"""One WebSocket, from its opening to its end."""

import time
from typing import Any

import msgspec
from starlette.types import Receive, Send

from gridhall.errors import GridhallError
from gridhall.server import acts
from gridhall.server.clients import Client
from gridhall.server.encoding import text_of
from gridhall.server.failures import Refused, code_of, log_bug
from gridhall.server.hall import Hall
from gridhall.server.limits import Bucket
from gridhall.server.messages import ToServer
from gridhall.server.messages.client import Join, Ping
from gridhall.server.messages.server import ErrorMessage, Pong

decode = msgspec.json.Decoder(ToServer).decode
PONG = text_of(Pong())


async def serve_socket(hall: Hall, path: str, receive: Receive, send: Send) -> None:
    """Serve one WebSocket to its end: one reader, no other task."""
    await receive()  # the wish to connect
    if path != "/ws" or len(hall.clients) >= hall.limits.connections:
        await send({"type": "websocket.close", "code": 4404})
        return
    client = Client(send, Bucket(hall.limits.messages, hall.limits.message_burst))
    hall.clients[client] = None
    await send({"type": "websocket.accept"})
    try:
        while not client.closed:
            event = await receive()
            if event["type"] != "websocket.receive":
                break
            client.heard = time.monotonic()
            await _answer(hall, client, event.get("text"))
    finally:
        client.closed = True
        del hall.clients[client]
        if client.room is not None:
            client.room.leave(client)


async def _answer(hall: Hall, client: Client, text: str | None) -> None:
    """Answer one message, whatever it is."""
    message: Any = None
    try:
        message = decode(text or "")
        if not client.bucket.take():
            raise Refused("too_fast", "that are too many messages; wait a second")
        await _do(hall, client, message)
        client.bad = 0
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        client.send(ErrorMessage("bad_message", "this is no message of the protocol"))
        _count_bad(hall, client, 4400, "too many bad messages")
    except (Refused, GridhallError) as wrong:
        code = code_of(wrong)
        client.send(_refusal(code, str(wrong), message))
        if code == "no_room":
            client.close(4404, "no such room")
        elif code == "too_fast":
            _count_bad(hall, client, 4429, "too many messages")
    except Exception as wrong:
        log_bug("a message", wrong)
        refusal = _refusal("internal", "something went wrong here; it has been logged", message)
        refusal.ask = 0
        client.send(refusal)
        if client.room is not None:
            client.room.fail()


async def _do(hall: Hall, client: Client, message: Any) -> None:
    """Do what a message asks for."""
    kind = type(message)
    if kind is Ping:
        client.send_text(PONG)
    elif client.room is not None:
        if kind is Join:
            raise Refused("bad_message", "this connection is in a room already")
        acts.handle(client.room, client, message)
    elif kind is Join:
        await hall.join(client, message)
    else:
        raise Refused("not_joined", "the first message must be join")


def _refusal(code: str, sentence: str, message: Any) -> ErrorMessage:
    """What is sent when a message is refused: which one it was, if it said so."""
    seat, number, ask = (getattr(message, name, 0) for name in ("seat", "number", "ask"))
    return ErrorMessage(code, sentence, seat, number, ask)


def _count_bad(hall: Hall, client: Client, code: int, reason: str) -> None:
    """Close the connection of a client that goes on with what it was told not to do."""
    client.bad += 1
    if client.bad > hall.limits.bad_messages:
        client.close(code, reason)
