"""uvicorn's HTTP protocol, but a connection that lets the hall wait is closed, and nobody opens too many.

Whoever sends the first request too slowly, never the rest of a later one, or does not read an answer, would otherwise
keep a connection, and the answer in the hall's memory, for ever.

It relies on attributes of uvicorn that are not public, so pyproject.toml bounds uvicorn's version, and a test says what
has changed if another one no longer fits.
"""

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gridhall.server.work.limits import Limits

LEAST_READ = 1 << 16  # bytes of an answer that are read between two looks, unless that is all of it


class HttpProtocol(H11Protocol):
    """A connection. One class is made for each server (`limited`), so that each has its own counts."""

    limits = Limits()
    open: Counter[str] = Counter()  # connections by the other end's address
    shared: frozenset[str] = frozenset()  # proxies, from whom everybody comes

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless this address has too many connections already."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self.open[self._address] += 1
        self._owed: object = None  # the request whose rest was awaited at the last look
        self._unread = 0  # bytes of answers that had not been read then
        self._look_after(self.limits.join_seconds)
        is_shared = not self._address or self._address in self.shared
        if not is_shared and self.open[self._address] > 2 * self.limits.address_connections:
            transport.abort()

    def _look_after(self, seconds: float) -> None:
        self._next_look = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        """Close a connection whose first request has not come, or for which the hall has waited since the last look."""
        awaits_rest = self.conn.their_state is h11.SEND_BODY
        if self.conn.their_state is h11.IDLE:
            awaits_rest = bool(self.conn.trailing_data[0])
        owed = self.cycle if awaits_rest else None
        unread = self.transport.get_write_buffer_size()
        is_late = owed is not None and owed is self._owed
        is_deaf = 0 < self._unread < unread + LEAST_READ and unread > 0
        if self.cycle is None or is_late or is_deaf:
            self.transport.abort()
            return
        self._owed, self._unread = owed, unread
        self._look_after(self.limits.silent_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to the WebSocket's protocol, which is counted by the hall."""
        self._ended()
        super().handle_websocket_upgrade(event)

    def _ended(self) -> None:
        self._next_look.cancel()
        if self._address:
            self.open[self._address] -= 1
            if self.open[self._address] <= 0:
                del self.open[self._address]
            self._address = ""


def limited(limits: Limits, shared: frozenset[str] = frozenset()) -> type[HttpProtocol]:
    """The protocol for one server."""
    return type("HttpProtocol", (HttpProtocol,), {"limits": limits, "open": Counter(), "shared": shared})
