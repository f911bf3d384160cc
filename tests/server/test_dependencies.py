"""What the hall needs of uvicorn and Starlette beyond what they promise. pyproject.toml bounds their versions.

When a bound is raised and one of these fails, its message says what has changed and which file has to follow.
"""

import asyncio
import gzip
from collections.abc import MutableMapping
from typing import Any

import starlette
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from gridhall.server.net.websocket_protocol import WAITING, WebSocketProtocol

UVICORN = f"uvicorn {uvicorn.__version__}, see server/net/websocket_protocol.py: "
STARLETTE = f"Starlette {starlette.__version__}, see server/net/http.py: "


class Transport(asyncio.Transport):
    """Counts how often reading is stopped and gone on with."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped = self.resumed = 0

    def pause_reading(self) -> None:
        self.stopped += 1

    def resume_reading(self) -> None:
        self.resumed += 1


def test_uvicorn_stops_reading_where_our_protocol_can_keep_it_from_that() -> None:
    method = getattr(WebSocketsSansIOProtocol, "send_receive_event_to_app", None)
    assert callable(method), UVICORN + "the method that queues a message, send_receive_event_to_app, is gone"

    async def scenario(kind: type[WebSocketsSansIOProtocol], count: int) -> tuple[WebSocketsSansIOProtocol, Transport]:
        protocol = kind(uvicorn.Config(Starlette(), ws=kind), ServerState(), {}, asyncio.get_running_loop())
        for name in ("read_paused", "queue", "frames", "curr_msg_data_type"):
            assert hasattr(protocol, name), UVICORN + f"its attribute {name} is gone"
        protocol.transport = transport = Transport()
        for _ in range(count):
            protocol.curr_msg_data_type, protocol.frames = "text", [b"{}"]
            protocol.send_receive_event_to_app()
        assert protocol.queue.qsize() == count, UVICORN + "a message no longer waits in `queue` until it is taken"
        return protocol, transport

    async def check() -> None:
        _, transport = await scenario(WebSocketsSansIOProtocol, 1)
        assert transport.stopped == 1, UVICORN + "it no longer stops reading after one message: the class can go"
        _, transport = await scenario(WebSocketProtocol, WAITING)
        assert transport.stopped == 0, UVICORN + "reading stops although `read_paused` says that it has stopped already"
        protocol, transport = await scenario(WebSocketProtocol, WAITING + 1)
        assert transport.stopped == 1, UVICORN + "a client that floods is read on and on"
        for _ in range(WAITING + 1):
            await protocol.receive()
        assert transport.resumed == 1, UVICORN + "reading is not gone on with when all messages are taken"

    asyncio.run(check())


def test_uvicorn_reads_and_writes_where_our_protocol_takes_the_short_way() -> None:
    for name in ("data_received", "handle_connect", "send"):
        assert callable(getattr(WebSocketsSansIOProtocol, name, None)), UVICORN + f"its method {name} is gone"

    async def check() -> None:
        protocol = WebSocketProtocol(uvicorn.Config(Starlette()), ServerState(), {}, asyncio.get_running_loop())
        for name in ("handshake_initiated", "handshake_complete", "close_sent", "disconnected", "writable", "conn"):
            assert hasattr(protocol, name), UVICORN + f"its attribute {name} is gone"
        assert hasattr(protocol.conn, "state"), UVICORN + "its connection no longer says whether it is open"

    asyncio.run(check())


def test_starlette_answers_a_bug_raises_it_again_and_leaves_streams_alone() -> None:
    async def broken(request: Request) -> Response:
        raise ValueError("secret")

    async def stream(request: Request) -> Response:
        return StreamingResponse((line for line in (b"data: 1\n\n", b"data: 2\n\n")), media_type="text/event-stream")

    async def zipped(request: Request) -> Response:
        return Response(gzip.compress(bytes(5000)), headers={"content-encoding": "gzip"})

    async def handler(request: Request, wrong: Exception) -> Response:
        return Response("a bug", 500)

    routes = [Route("/broken", broken), Route("/stream", stream), Route("/zipped", zipped)]
    middleware = [Middleware(GZipMiddleware, minimum_size=1, compresslevel=5)]
    app = Starlette(routes=routes, middleware=middleware, exception_handlers={Exception: handler})

    async def call(path: str) -> tuple[list[MutableMapping[str, Any]], Exception | None]:
        sent: list[MutableMapping[str, Any]] = []
        headers = [(b"accept-encoding", b"gzip")]
        scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""}

        async def receive() -> MutableMapping[str, Any]:
            if any(event["type"] == "http.response.body" and not event.get("more_body") for event in sent):
                return {"type": "http.disconnect"}
            await asyncio.sleep(0)
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(event: MutableMapping[str, Any]) -> None:
            sent.append(event)

        try:
            await app(scope, receive, send)
        except Exception as wrong:
            return sent, wrong
        return sent, None

    sent, wrong = asyncio.run(call("/broken"))
    assert sent[0]["status"] == 500, STARLETTE + "a bug is no longer answered by the handler of Exception"
    assert isinstance(wrong, ValueError), STARLETTE + "a bug is no longer raised again: App need not catch it"
    sent, _ = asyncio.run(call("/stream"))
    parts = [event["body"] for event in sent if event["type"] == "http.response.body" and event["body"]]
    assert parts == [b"data: 1\n\n", b"data: 2\n\n"], STARLETTE + "a proof's progress is compressed or held back"
    sent, _ = asyncio.run(call("/zipped"))
    body = b"".join(event.get("body", b"") for event in sent)
    assert gzip.decompress(body) == bytes(5000), STARLETTE + "what is compressed already is compressed again"
