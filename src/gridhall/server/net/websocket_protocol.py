"""uvicorn's WebSocket protocol, but it does not stop reading after every message: that costs two system calls each.

It overrides a method of uvicorn that is not public, so pyproject.toml bounds uvicorn's version, and a test says what
has changed if another one no longer fits.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WAITING = 16  # messages not yet taken from a connection, before it is read no further


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Reading stops only when several messages wait, so a client that floods still waits for its answers."""

    def send_receive_event_to_app(self) -> None:
        """Queue a message that has come in whole."""
        few = not self.read_paused and self.queue.qsize() < WAITING
        self.read_paused = self.read_paused or few  # so uvicorn takes reading as stopped already, and does not stop it
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False
