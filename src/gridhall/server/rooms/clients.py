"""A connection: what it may send, and how it is sent to without waiting for it."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.types import Message, Send

from gridhall.server.rooms.encoding import encode
from gridhall.server.work.fair_queue import Visitor
from gridhall.server.work.limits import Bucket

if TYPE_CHECKING:
    from gridhall.server.people.accounts import Account
    from gridhall.server.people.sessions import SessionRow
    from gridhall.server.processes.relay import Relay
    from gridhall.server.rooms.room import Room

Write = Callable[[bytes], bool]  # sends an encoded message at once; False if something is to be waited for

BACKLOG = 200  # messages kept for a client that reads slowly; then it is closed


class _Resumed:
    """Lets a task carry on a coroutine that was begun without one."""

    def __init__(self, waits_for: Any, coroutine: Coroutine[Any, Any, None]) -> None:
        self.waits_for, self.coroutine = waits_for, coroutine

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.waits_for
        yield from self.coroutine.__await__()


class Client:
    """One WebSocket. It is in one room at most, and holds some of its seats (none: it watches)."""

    def __init__(self, send: Send, bucket: Bucket, address: str = "", write: Write | None = None) -> None:
        self._send, self._write = send, write  # of the ASGI server, and the short way beside it
        self._backlog: deque[Message] | None = None  # while the socket's buffer is full
        self.bucket = bucket
        self.room: Room | None = None
        self.relay: Relay | None = None  # to the process that has its room, if that is another one
        self.is_relayed = False  # whether it came to another process first
        self.seats: list[int] = []
        self.overtaken: set[int] = set()  # seats of which it does not know yet that another device has acted
        self.in_lobby = False  # instead of a room
        self.visitor = Visitor(address)
        self.tasks: set[asyncio.Future[None]] = set()  # what is done for it; ends with it
        self.token = ""  # of the browser's cookie
        self.account = self.session = ""
        self.name = ""
        self.claimed = False  # whether the account is somebody's for good
        self.bad = 0  # messages in a row that were refused as nonsense or as too many
        self.opened = self.heard = time.monotonic()  # when it came, and when it last sent something
        self.closed = False

    def know(self, session: "SessionRow", account: "Account") -> None:
        """Take note of who it is."""
        self.session, self.account, self.name = session.id, account.id, account.name
        self.claimed = bool(account.claimed)
        self.visitor = Visitor(self.visitor.address, account.id)

    def send(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.send_encoded(encode(message))

    def send_encoded(self, message: bytes) -> None:
        """Send an encoded message without waiting.

        It goes out at once, unless the socket's buffer is full: then a task of this client's own waits for room.
        """
        if self.closed or (self._backlog is None and self._write is not None and self._write(message)):
            return
        self._put({"type": "websocket.send", "text": message.decode()})

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection; the client sees the code."""
        if not self.closed:
            self.closed = True
            self._put({"type": "websocket.close", "code": code, "reason": reason})

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for this client, unless it goes away."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _put(self, event: Message) -> None:
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
