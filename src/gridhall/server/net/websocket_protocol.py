"""uvicorn's WebSocket protocol with a short way for what every move is: a text in one frame.

The library behind uvicorn makes objects of every frame, and uvicorn hands messages to a task through a queue; for a
short text that costs more than all the hall does with it. Here such frames are read and written directly, and a text
goes at once to the function of the hall that listens (`listen`). All else is left to the library. It is only ever given
whole frames, so that it never waits for the rest of a frame of which it has seen the beginning.

It overrides methods of uvicorn that are not public, so pyproject.toml bounds uvicorn's version, and a test says what
has changed if another one no longer fits.
"""

import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN
from websockets.utils import apply_mask

WAITING = 16  # messages not yet taken from a connection, before it is read no further
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # the first byte of a frame that is a whole message
SHORT_KINDS = (TEXT, CLOSE, PING, PONG)
# The second byte is the size, or says that two or eight bytes with it follow. Clients add MASKED, because four bytes
# with which their content is masked stand before that.
LONGER, HUGE = 126, 127
MASKED = 0x80
SHORT_WAY = "gridhall.short_way"  # the extension of a connection's scope by which the hall finds `listen` and `write`

Listener = Callable[[str], bool]


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Reading stops only when several messages wait, so a client that floods still waits for its answers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unread = b""  # the beginning of a frame whose rest is yet to come
        self._for_library = False  # everything from now on
        self._listener: Listener | None = None

    def listen(self, listener: Listener) -> None:
        """Call this with every text that comes, unless others wait to be received; if it says False, it waits, too."""
        self._listener = listener

    def handle_connect(self, event: Any) -> None:
        """Let the hall know of `listen` and `write` when somebody connects."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][SHORT_WAY] = {"listen": self.listen, "write": self.write}

    def data_received(self, data: bytes) -> None:
        """Read the frames that have come."""
        if not self.handshake_complete:
            # The first is the wish to connect. What comes before that is answered should not be sent yet.
            self._for_library = self.handshake_initiated
            super().data_received(data)
        elif self._for_library:
            super().data_received(data)
        else:
            data = self._unread + data
            self._unread = data[self._read_frames(data) :]

    def _read_frames(self, data: bytes) -> int:
        """Read the whole frames that this begins with; how many bytes they are."""
        at, end = 0, len(data)
        while at + 2 <= end:
            kind, length = data[at], data[at + 1] - MASKED
            size, start = length, at + 6
            if length == LONGER:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
            if kind not in SHORT_KINDS or not 0 <= length <= LONGER or size > self.config.ws_max_size:
                self._for_library = True  # a message in several frames, a huge one, or nonsense
                super().data_received(data[at:])
                return end
            if start + size > end:
                break
            if kind == TEXT:
                self._take(apply_mask(data[start : start + size], data[start - 4 : start]))
            else:
                super().data_received(data[at : start + size])
            at = start + size
        return at

    def _take(self, message: bytes) -> None:
        """Let the hall answer a text at once, or queue it."""
        if self._listener is not None and self.queue.empty() and not self.close_sent:
            try:
                if self._listener(message.decode()):
                    return
            except UnicodeDecodeError:
                pass  # uvicorn closes the connection for it
        self.curr_msg_data_type, self.frames = "text", [message]
        self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """Queue a message that has come in whole."""
        few = not self.read_paused and self.queue.qsize() < WAITING
        self.read_paused = self.read_paused or few  # so uvicorn takes reading as stopped already, and does not stop it
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False

    def write(self, content: bytes) -> bool:
        """Send an encoded text at once; False if there is something to wait for, or nobody to send it to."""
        is_open = self.conn.state is OPEN and self.writable.is_set() and not self.disconnected and not self.close_sent
        if is_open:
            self.transport.write(text_frame(content))
        return is_open


def text_frame(content: bytes) -> bytes:
    """An encoded text as a server's frame."""
    size = len(content)
    if size < LONGER:
        return bytes((TEXT, size)) + content
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT, LONGER, size) + content
    return struct.pack("!BBQ", TEXT, HUGE, size) + content
