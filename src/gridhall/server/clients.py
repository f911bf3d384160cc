"""A connection: what it may send, and how it is sent to without waiting for it."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from gridhall.server.rooms import Room

encode = msgspec.json.Encoder().encode
BACKLOG = 200  # messages kept for a client that reads slowly; then it is closed


class Bucket:
    """Allows `rate` things a second, and `burst` at once."""

    __slots__ = ("burst", "left", "rate", "when")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.when = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Take one; False if there is none."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.when) * self.rate)
        self.when = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class _Resumed:
    """Lets a task carry on a coroutine that was begun without one."""

    def __init__(self, waits_for: Any, coroutine: Coroutine[Any, Any, None]) -> None:
        self.waits_for, self.coroutine = waits_for, coroutine

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.waits_for
        yield from self.coroutine.__await__()


class Client:
    """One WebSocket. It is in one room at most, and holds some of its seats (none: it watches)."""

    def __init__(self, send: Callable[[Any], Awaitable[None]], bucket: Bucket) -> None:
        self._send = send
        self._backlog: deque[dict[str, Any]] | None = None  # while the socket's buffer is full
        self.bucket = bucket
        self.room: Room | None = None
        self.seats: list[int] = []
        self.guest = ""
        self.name = ""
        self.bad = 0
        self.heard = time.monotonic()
        self.closed = False

    def push(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.push_text(encode(message).decode())

    def push_text(self, text: str) -> None:
        """Send an encoded message.

        It goes out at once; only if the socket's buffer is full a task waits for it, and nobody else does.
        """
        if not self.closed:
            self._put({"type": "websocket.send", "text": text})

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection; the client sees the code."""
        if not self.closed:
            self.closed = True
            self._put({"type": "websocket.close", "code": code, "reason": reason})

    def _put(self, event: dict[str, Any]) -> None:
        if self._backlog is not None:
            self._backlog.append(event)
            if len(self._backlog) > BACKLOG and not self.closed:
                self.closed = True
                self._backlog = deque([{"type": "websocket.close", "code": 4409, "reason": "reads too slowly"}])
            return
        coroutine: Any = self._send(event)
        try:
            waits_for = coroutine.send(None)
        except StopIteration:
            return
        except Exception:  # the connection is gone; its reader will find out
            self.closed = True
            return
        self._backlog = deque()
        self._drainer = asyncio.ensure_future(self._drain(_Resumed(waits_for, coroutine)))

    async def _drain(self, first: _Resumed) -> None:
        try:
            await first
            while self._backlog:
                await self._send(self._backlog.popleft())
        except Exception:
            self.closed = True
        self._backlog = None
