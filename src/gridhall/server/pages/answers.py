"""What HTTP requests carry, and what they are answered with."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gridhall.server.failures import Refused

BODY_SECONDS = 30.0  # in which a request's body must have come
Answer = TypeVar("Answer")
Body = TypeVar("Body")
STATUS = {  # of the codes that are not answered with 400
    "no_guest": 401,
    "bad_login": 401,
    "not_confirmed": 403,
    "sealed": 403,
    "no_room": 404,
    "unknown_game": 404,
    "no_seat": 404,
    "too_large": 413,
    "too_costly": 422,
    "busy": 503,
    "too_fast": 429,
    "too_many": 429,
    "unavailable": 503,
    "internal": 500,
}


def answer(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    content = msgspec.json.encode(value)
    return Response(content, status, media_type="application/json", headers={"cache-control": "no-store"})


def stream(reports: AsyncIterator[msgspec.Struct]) -> Response:
    """Reports as they come, each as a line `data: JSON`; whoever hangs up stops what makes them."""
    lines = (b"data: " + msgspec.json.encode(report) + b"\n\n" async for report in reports)
    return StreamingResponse(lines, media_type="text/event-stream", headers={"cache-control": "no-store"})


def download(content: bytes, kind: str, name: str) -> Response:
    """A file to keep."""
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


async def body_of(request: Request, limit: int) -> str:
    """The text sent, unless it is too large."""
    content = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                content += part
                if len(content) > limit:
                    raise Refused("too_large", f"at most {limit} bytes are taken")
    except TimeoutError as wrong:
        raise Refused("too_large", f"the body has not come within {BODY_SECONDS:.0f} seconds") from wrong
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise Refused("bad_message", "the body is not UTF-8 text") from wrong


async def decoded(request: Request, kind: type[Body], limit: int, empty: str = "") -> Body:
    """The JSON sent, as a message of this kind; `empty` is what is meant where nothing was sent."""
    try:
        return msgspec.json.decode(await body_of(request, limit) or empty, type=kind)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise Refused("bad_message", f"the body must be a {kind.__name__}; see docs/protocol.md") from wrong


def number_of(request: Request, name: str, default: int) -> int:
    """A whole number of the address."""
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        raise Refused("bad_message", f"{name} must be a whole number")
    return int(text)


def unpacked_for(request: Request, zipped: bytes, headers: dict[str, str] | None = None) -> Response:
    """JSON that a worker has compressed, as it is to whoever understands that."""
    headers = headers or {"cache-control": "no-store"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(zipped, media_type="application/json", headers={**headers, "content-encoding": "gzip"})
    return Response(gzip.decompress(zipped), media_type="application/json", headers=headers)


async def while_connected(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Wait for some work, but stop it if whoever asked hangs up."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Refused("unavailable", "nobody waits for this any more")
        return task.result()
    finally:
        for waiting in (task, gone):
            waiting.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
