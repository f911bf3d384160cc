"""Messages as the text that goes over a WebSocket, and answers as they go over HTTP."""

import gzip
from collections.abc import Sequence

import msgspec

encode = msgspec.json.Encoder().encode


def text_of(message: msgspec.Struct) -> str:
    """A message as JSON."""
    return encode(message).decode()


def packed(answer: msgspec.Struct) -> bytes:
    """An answer over HTTP: JSON, compressed."""
    return gzip.compress(encode(answer), 5)


def with_seconds_left(update: str, left: Sequence[float]) -> str:
    """The text of an Update with its field `left`. It is the last one, so the rest need not be encoded again."""
    return f'{update[:-1]},"left":{encode(left).decode()}}}' if left else update
