"""Write docs/protocol.md from the messages themselves: `python -m gridhall.server.protocol docs/protocol.md`."""

import inspect
import json
import sys
import textwrap
import typing
from pathlib import Path

import msgspec

from gridhall.server import messages
from gridhall.server.net import http
from gridhall.server.typescript import default_of, sentence_of, written
from gridhall.server.work.limits import Limits

HEAD = """# The hall's protocol

Made from `server/messages/` by `python -m gridhall.server.protocol docs/protocol.md`; a test compares. Version
{version}.

{about}

What a scene is, is told in `scene.py`; the client's TypeScript comes from the same types (`server/typescript.py`).

## A conversation

    > {{"type": "join", "version": {version}, "room": "k3v9...",
       "keys": [{{"seat": 1, "secret": "..."}}], "token": "..."}}
    < {{"type": "joined", "version": {version}, "seats": [1], "numbers": [0]}}
    < {{"type": "room", "id": "k3v9...", "state": "playing", ...}}
    < {{"type": "whole", "seat": 1, "at": 0, "scene": {{...}}, "acting": [1]}}
    > {{"type": "play", "seat": 1, "number": 1, "word": "e"}}
    < {{"type": "update", "seat": 1, "at": 1, "number": 1, "by": 1, "word": "e",
       "steps": [{{"changed": {{"pieces": [...]}}}}], "acting": [1]}}

The `update` with a `number` is the acknowledgement: the act is on the disk. A client that hears nothing sends the act
again, on a new connection if need be, with the same number; if it was stored it hears `taken`. A client that comes back
joins with the `at` it has, and gets only the updates it missed, or a `whole` if they are many.

## Secrets

Everything a seat is sent comes from that seat's view. In a game with secrets a seat hears nothing at all of another's
act that does not change its view, and `by`, `word` and `number` are told of its own acts only. Spectators see what the
game lets spectators see. The seed's `commit` is SHA-256(nonce || seed), the nonce 16 bytes, the seed 8 bytes
big-endian; both are told at the end.
"""


def protocol() -> str:
    """The whole page."""
    about = inspect.cleandoc(messages.__doc__ or "")
    parts = [HEAD.format(version=messages.VERSION, about=about)]
    parts.append("## Over HTTP\n\n" + inspect.cleandoc((http.__doc__ or "").partition("\n")[2]) + "\n")
    parts += [
        _section("From the client", typing.get_args(messages.ToServer)),
        _section("From the server", typing.get_args(messages.ToClient)),
        _section("Parts of messages", messages.PARTS),
        _section("Bodies over HTTP", messages.OverHTTP),
    ]
    parts.append(
        _table("Codes of refusals", "code", messages.CODES)
        + _table("Codes of closed connections", "code", messages.CLOSES)
    )
    limits = {field.name: f"{field.default:g}" for field in msgspec.structs.fields(Limits)}
    parts.append(_table("Limits, unless the server was started with others", "limit", limits))
    return "\n".join(parts).rstrip() + "\n"


def _section(title: str, kinds: typing.Iterable[type[msgspec.Struct]]) -> str:
    return f"## {title}\n\n" + "\n".join(_kind(kind) for kind in kinds)


def _kind(kind: type[msgspec.Struct]) -> str:
    config, hints = kind.__struct_config__, typing.get_type_hints(kind)
    about = textwrap.fill(sentence_of(kind), 136, break_on_hyphens=False, break_long_words=False)
    lines = [f"### {config.tag or messages.public_name(kind)}", "", about, ""]
    fields = msgspec.structs.fields(kind)
    if fields:
        lines += ["| field | type | left out |", "|---|---|---|"]
    for field in fields:
        default = default_of(field)
        left_out = "" if field.required else "as before" if default is msgspec.UNSET else f"`{json.dumps(default)}`"
        kind_text = written(hints[field.name]).replace("|", "\\|")
        lines.append(f"| `{field.encode_name}` | `{kind_text}` | {left_out} |")
    return "\n".join([*lines, ""]) + ("\n" if fields else "")


def _table(title: str, head: str, rows: typing.Mapping[typing.Any, str]) -> str:
    lines = [f"## {title}\n\n| {head} | |\n|---|---|", *(f"| `{key}` | {value} |" for key, value in rows.items())]
    return "\n".join(lines) + "\n\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(protocol(), "utf-8")
