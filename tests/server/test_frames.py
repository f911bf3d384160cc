"""Frames of a WebSocket, however they are cut: what comes the short way means what the library would make of it."""

import json
import os
import socket
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.conftest import PATIENCE, NearHouse
from websockets.frames import Frame, Opcode
from websockets.utils import apply_mask

from gridhall.server.messages import VERSION
from gridhall.server.net.websocket_protocol import text_frame

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80


def frame(content: bytes, kind: int = TEXT, final: bool = True, masked: bool = True) -> bytes:
    """A client's frame."""
    mask, size = os.urandom(4) if masked else b"", len(content)
    sign = 0x80 if masked else 0
    head = bytes((kind | (FINAL if final else 0),))
    head += bytes((sign | size,)) if size < 126 else struct.pack("!BH", sign | 126, size)
    return head + mask + (apply_mask(content, mask) if masked else content)


def ping(text: str = "") -> bytes:
    """The protocol's own ping, as long as one likes."""
    return json.dumps({"type": "ping", "ignored": text}).encode()


class RawClient:
    """Somebody who writes bytes and reads frames."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wish = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self.socket.sendall((wish + key).encode())
        self.reader = self.socket.makefile("rb")
        while self.reader.readline() != b"\r\n":
            pass

    def send(self, *parts: bytes) -> None:
        for part in parts:
            self.socket.sendall(part)

    def read(self) -> tuple[int, bytes]:
        """The kind of the next frame, and what is in it."""
        kind, size = self.reader.read(2)
        if size == 126:
            (size,) = struct.unpack("!H", self.reader.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.reader.read(8))
        return kind & 15, self.reader.read(size)

    def hear(self) -> str:
        """What the next message is, such as `pong`."""
        kind, content = self.read()
        assert kind == TEXT, (kind, content)
        return str(json.loads(content)["type"])

    def close_code(self) -> int:
        while True:
            kind, content = self.read()
            if kind == CLOSE:
                return int.from_bytes(content[:2], "big")

    def join(self, room: str, keys: list[dict[str, Any]]) -> None:
        message = {"type": "join", "version": VERSION, "room": room, "keys": keys}
        self.send(frame(json.dumps(message).encode()))
        while self.hear() != "whole":
            pass


@pytest.fixture(params=["outside", "in a room"])
def client(request: pytest.FixtureRequest, house: NearHouse) -> Iterator[RawClient]:
    """A connection whose messages are answered by its task, and one whose messages are answered at once."""
    raw = RawClient(house.port)
    if request.param == "in a room":
        raw.join(*house.make("phase_shift", level="walkthrough"))
    yield raw
    raw.reader.close()
    raw.socket.close()


def test_several_messages_in_one_piece_are_all_answered(client: RawClient) -> None:
    client.send(frame(ping()) + frame(ping("x" * 200)) + frame(ping()))
    assert [client.hear() for _ in range(3)] == ["pong"] * 3


def test_a_message_that_comes_byte_by_byte_is_one_message(client: RawClient) -> None:
    for content in (ping(), ping("x" * 200)):
        client.send(*(bytes((byte,)) for byte in frame(content)))
        assert client.hear() == "pong"


def test_a_message_in_several_frames_is_one_message_and_all_goes_on(client: RawClient) -> None:
    content = ping("in parts")
    client.send(frame(content[:5], final=False) + frame(b"!", PING) + frame(content[5:9], 0, final=False))
    assert client.read() == (PONG, b"!")
    client.send(frame(content[9:], 0) + frame(ping()))
    assert [client.hear(), client.hear()] == ["pong", "pong"]


def test_pings_of_the_connection_are_answered_between_messages(client: RawClient) -> None:
    client.send(frame(ping()))
    assert client.hear() == "pong"
    client.send(frame(b"are you there", PING) + frame(b"", PONG) + frame(ping()))
    assert client.read() == (PONG, b"are you there")
    assert client.hear() == "pong"


def test_a_wish_to_close_is_answered(client: RawClient) -> None:
    client.send(frame(ping()))
    assert client.hear() == "pong"
    client.send(frame(struct.pack("!H", 1000), CLOSE))
    assert client.close_code() == 1000


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"\xff\xfe"), 1007),
        (frame(ping(), masked=False), 1002),
        (frame(ping(), 3), 1002),
        (frame(ping(), TEXT | 0x40), 1002),
        (bytes((FINAL | TEXT, 0xFF)) + struct.pack("!Q", 1 << 40), 1009),
        (frame(ping(), TEXT, final=False) + frame(ping()), 1002),
    ],
    ids=["no UTF-8", "not masked", "unknown kind", "reserved bit", "huge", "a message within another"],
)
def test_what_is_no_frame_closes_the_connection_as_the_standard_says(client: RawClient, sent: bytes, code: int) -> None:
    client.send(frame(ping()))
    assert client.hear() == "pong"
    client.send(sent)
    assert client.close_code() == code


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_texts_are_written_as_the_library_would_write_them(size: int) -> None:
    text = "ü" * (size // 2) + "u" * (size % 2)
    assert text_frame(text.encode()) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
