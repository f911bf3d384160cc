"""From a process that a client came to, to the process that has its room: an internal connection for each client.

Both ends prove that they know the secret of the database they share; nothing is encrypted, so these connections belong
into a private network. Frames are four bytes of length and a text; what comes back has a letter before it: `t` for a
message, `c` for the code with which the client is closed.
"""

import asyncio
import contextlib
import hmac
import secrets
import struct
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.types import Message

from gridhall.server.failures import Refused, log_bug
from gridhall.server.operators.admin import answer_here
from gridhall.server.rooms.clients import Client
from gridhall.server.rooms.encoding import encode
from gridhall.server.work.limits import Bucket

if TYPE_CHECKING:
    from gridhall.server.hall import Hall

SIZE = 32  # bytes of a nonce, and of a proof
ANSWER = 5  # an answer may take so many times as long as the other end may take to prove itself
LONGEST = 8 << 20  # bytes of a frame
BUFFER = 1 << 20  # bytes that wait to be sent; then the client reads too slowly


class NoAnswer(Exception):
    """Nobody is at the address: that process has ended."""


class Head(msgspec.Struct):
    """What a relayed connection is for: a client from an address, a question after a `room`, or an operator's."""

    address: str = ""
    room: str = ""
    token: str = ""  # of the client's cookie
    question: str = ""


def _proof(secret: bytes, who: bytes, first: bytes, second: bytes) -> bytes:
    return hmac.digest(secret, who + first + second, "sha256")


def _frame(content: bytes) -> bytes:
    return struct.pack("!I", len(content)) + content


async def _read(reader: asyncio.StreamReader) -> bytes:
    (size,) = struct.unpack("!I", await reader.readexactly(4))
    if size > LONGEST:
        raise ConnectionError("a frame larger than any")
    return await reader.readexactly(size)


class Relay:
    """The client's end: carries its messages to the process that has the room, and brings back what that sends."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
        self.reader, self.writer, self.seconds = reader, writer, seconds

    @classmethod
    async def open(cls, address: str, secret: bytes, head: Head, seconds: float) -> "Relay":
        """Raises NoAnswer if nobody listens there, and OSError or TimeoutError if the other end is silent for long."""
        host, _, port = address.rpartition(":")
        try:
            reader, writer = await asyncio.wait_for(asyncio.open_connection(host, int(port)), seconds)
        except ConnectionRefusedError as wrong:
            raise NoAnswer(address) from wrong
        try:
            async with asyncio.timeout(seconds):
                theirs, ours = await reader.readexactly(SIZE), secrets.token_bytes(SIZE)
                writer.write(ours + _proof(secret, b"visitor", theirs, ours))
                if not hmac.compare_digest(await reader.readexactly(SIZE), _proof(secret, b"owner", ours, theirs)):
                    raise ConnectionError("the other end does not know the secret")
            writer.write(_frame(msgspec.json.encode(head)))
            return cls(reader, writer, seconds)
        except (asyncio.IncompleteReadError, ConnectionResetError) as wrong:  # it ended just now
            writer.close()
            raise NoAnswer(address) from wrong
        except BaseException:
            writer.close()
            raise

    def send(self, text: str) -> None:
        """Carry a message of the client."""
        self.writer.write(_frame(text.encode()))

    async def pump(self, client: Client) -> None:
        """Bring the client what is sent to it, until one of the two ends."""
        try:
            while True:
                content = await _read(self.reader)
                if content[:1] == b"t":
                    client.send_encoded(content[1:])
                else:
                    client.close(int(content[1:]), "closed")
        except (asyncio.IncompleteReadError, OSError):
            client.close(1012, "come back")
        finally:
            self.close()

    async def answer(self) -> bytes:
        """The answer to a question."""
        try:
            async with asyncio.timeout(ANSWER * self.seconds):
                return (await _read(self.reader))[1:]
        finally:
            self.close()

    def close(self) -> None:
        self.writer.close()


class RelayServer:
    """The owner's end: takes in the clients of other processes."""

    def __init__(self, hall: "Hall", secret: bytes) -> None:
        self.hall, self.secret = hall, secret
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> str:
        """Listen; returns the address."""
        self._server = await asyncio.start_server(self._serve, host, port)
        return f"{host}:{self._server.sockets[0].getsockname()[1]}"

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(self.hall.limits.relay_seconds):
                ours = secrets.token_bytes(SIZE)
                writer.write(ours)
                theirs, proof = await reader.readexactly(SIZE), await reader.readexactly(SIZE)
                if not hmac.compare_digest(proof, _proof(self.secret, b"visitor", ours, theirs)):
                    return
                writer.write(_proof(self.secret, b"owner", theirs, ours))
                head = msgspec.json.decode(await _read(reader), type=Head)
            if head.room:
                await self._answer(head.room, writer)
            elif head.question:
                writer.write(_frame(b"t" + msgspec.json.encode(await answer_here(self.hall, head.question.encode()))))
                await writer.drain()
            else:
                await self._serve_client(head, reader, writer)
        except (asyncio.IncompleteReadError, OSError, TimeoutError, msgspec.DecodeError):
            pass  # whoever it was has hung up, or was no process of ours
        except Exception as wrong:
            log_bug("a relayed connection", wrong)
        finally:
            with contextlib.suppress(OSError):
                writer.close()

    async def _answer(self, room: str, writer: asyncio.StreamWriter) -> None:
        try:
            content = encode((await self.hall.room(room)).message())
        except Refused:
            content = b""
        writer.write(_frame(b"t" + content))
        await writer.drain()

    async def _serve_client(self, head: Head, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from gridhall.server.net.socket import converse

        def write(message: bytes) -> bool:
            if writer.transport.get_write_buffer_size() > BUFFER:
                return False
            writer.write(_frame(b"t" + message))
            return True

        async def send(event: Message) -> None:
            if event["type"] == "websocket.send":
                writer.write(_frame(b"t" + event["text"].encode()))
                if writer.transport.get_write_buffer_size() > BUFFER:
                    await writer.drain()
            else:
                writer.write(_frame(b"c" + str(event["code"]).encode()))
                writer.close()

        async def receive() -> Any:
            try:
                return {"type": "websocket.receive", "text": (await _read(reader)).decode()}
            except (asyncio.IncompleteReadError, OSError, UnicodeDecodeError):
                return {"type": "websocket.disconnect"}

        limits = self.hall.limits
        client = Client(send, Bucket(limits.messages, limits.message_burst), head.address, write)
        client.token, client.is_relayed = head.token, True
        await converse(self.hall, client, receive)
