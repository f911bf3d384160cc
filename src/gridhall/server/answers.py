"""What HTTP requests carry, and what they are answered with."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridhall.server.failures import Refused

STATUS = {  # of the codes that are not answered with 400
    "no_guest": 401,
    "sealed": 403,
    "no_room": 404,
    "unknown_game": 404,
    "no_seat": 404,
    "too_large": 413,
    "too_fast": 429,
    "too_many": 429,
    "unavailable": 503,
    "internal": 500,
}


def answer(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    content = msgspec.json.encode(value)
    return Response(content, status, media_type="application/json", headers={"cache-control": "no-store"})


def download(content: bytes, kind: str, name: str) -> Response:
    """A file to keep."""
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


async def body_of(request: Request, limit: int) -> str:
    """The text sent, unless it is too large."""
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > limit:
            raise Refused("too_large", f"at most {limit} bytes are taken")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise Refused("bad_message", "the body is not UTF-8 text") from wrong


def number_of(request: Request, name: str, default: int) -> int:
    """A whole number of the address."""
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        raise Refused("bad_message", f"{name} must be a whole number")
    return int(text)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""
