"""uvicorn's WebSocket protocol, without stopping to read after every message.

That costs two calls of the system a message.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WAITING = 16  # messages not yet taken from a connection, before it is read no further


class Wire(WebSocketsSansIOProtocol):
    """Reading stops only when several messages wait, so a client that floods still waits for its answers."""

    def send_receive_event_to_app(self) -> None:
        """Queue a message that has come in whole."""
        few = not self.read_paused and self.queue.qsize() < WAITING
        self.read_paused = self.read_paused or few  # it believes that reading has stopped already
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False
