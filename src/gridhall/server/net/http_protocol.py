"""uvicorn's HTTP protocol, but a connection that never finishes its first request is closed, and nobody opens too many.

It relies on attributes of uvicorn that are not public, so pyproject.toml bounds uvicorn's version, and a test says what
has changed if another one no longer fits.
"""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from gridhall.server.work.limits import Limits


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
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(self.limits.join_seconds, self._close_unless_asked)
        is_shared = not self._address or self._address in self.shared
        if not is_shared and self.open[self._address] > 2 * self.limits.address_connections:
            transport.abort()

    def _close_unless_asked(self) -> None:
        """Close a connection whose first request has not come in whole."""
        if self.cycle is None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to the WebSocket's protocol, which is counted by the hall."""
        self._ended()
        super().handle_websocket_upgrade(event)

    def _ended(self) -> None:
        self._deadline.cancel()
        if self._address:
            self.open[self._address] -= 1
            if self.open[self._address] <= 0:
                del self.open[self._address]
            self._address = ""


def limited(limits: Limits, shared: frozenset[str] = frozenset()) -> type[HttpProtocol]:
    """The protocol for one server."""
    return type("HttpProtocol", (HttpProtocol,), {"limits": limits, "open": Counter(), "shared": shared})
