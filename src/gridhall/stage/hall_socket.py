"""A connection to a hall that comes back by itself after a loss: to one of its rooms, or to its lobby."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec

from gridhall.server.messages import ToClient
from gridhall.server.messages.client import Ping

PING, DEAD = 2.5, 9.0  # seconds between pings, and without any message until the line is cut
RETRY_AFTER = (0.3, 1.0, 2.0, 4.0, 8.0, 15.0)  # seconds until the first, second ... try to connect again
PATIENCE = 15.0  # seconds until somebody must answer

_decode = msgspec.json.Decoder(ToClient).decode
_encode = msgspec.json.Encoder().encode


class HallSocket:
    """Stays connected. Subclasses say how they greet the hall, and what they do with its messages."""

    def __init__(self, address: str) -> None:
        """`address` is the socket's: ws://HALL/ws."""
        self.socket_address = address
        self.is_live = False  # whether the hall has answered the greeting
        self.gone = ""  # why there is nothing to come back to
        self.retry_at = 0.0
        self._socket: Any = None
        self._sending: set[asyncio.Future[None]] = set()
        self._heard = 0.0
        self._work: asyncio.Task[None] | None = None

    def greeting(self) -> msgspec.Struct:
        """The first message of a connection."""
        raise NotImplementedError

    def receive(self, message: Any) -> None:
        raise NotImplementedError

    def lost(self) -> None:
        """The connection was lost; it is tried again at `retry_at`, unless the hall is gone."""

    def open(self) -> None:
        self._work = asyncio.ensure_future(self._stay())

    async def close(self) -> None:
        if self._work is not None:
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work

    @property
    def retry_in(self) -> int:
        return max(0, round(self.retry_at - time.monotonic()))

    async def _stay(self) -> None:
        """Be connected until the line is closed or there is nothing to come back to."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        tries = 0
        while not self.gone:
            try:
                async with connect(self.socket_address, max_size=None, open_timeout=PATIENCE) as socket:
                    self._socket, self._heard = socket, time.monotonic()
                    self.send(self.greeting())
                    pinging = asyncio.ensure_future(self._ping(socket))
                    try:
                        async for text in socket:
                            self._heard = time.monotonic()
                            self.receive(_decode(text))
                            tries = 0 if self.is_live else tries
                    finally:
                        pinging.cancel()
            except (OSError, WebSocketException, msgspec.DecodeError):
                pass
            self._socket, self.is_live = None, False
            wait = RETRY_AFTER[min(tries, len(RETRY_AFTER) - 1)]
            tries += 1
            self.retry_at = time.monotonic() + wait
            self.lost()
            if not self.gone:
                await asyncio.sleep(wait)

    async def _ping(self, socket: Any) -> None:
        while True:
            await asyncio.sleep(PING)
            if time.monotonic() - self._heard > DEAD:
                await socket.close()
                return
            self.send(Ping())

    def send(self, message: msgspec.Struct) -> None:
        """Send what may be lost with the line."""
        if self._socket is not None:
            sending = asyncio.ensure_future(self._transmit(self._socket, _encode(message).decode()))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)

    async def _transmit(self, socket: Any, text: str) -> None:
        with contextlib.suppress(Exception):  # whatever is wrong with the line, its reader finds out
            await socket.send(text)
