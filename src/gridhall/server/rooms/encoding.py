"""Messages as the bytes that go over a WebSocket, and answers as they go over HTTP.

A message is encoded once and stays as it is on its way to all who get it: text would be encoded again for each.
"""

import gzip
from collections.abc import Sequence

import msgspec

encode = msgspec.json.Encoder().encode


def packed(answer: msgspec.Struct) -> bytes:
    """An answer over HTTP: JSON, compressed."""
    return gzip.compress(encode(answer), 5)


def with_seconds_left(update: bytes, left: Sequence[float]) -> bytes:
    """An encoded Update with its field `left`. It is the last one, so the rest need not be encoded again."""
    return b'%b,"left":%b}' % (update[:-1], encode(left)) if left else update
