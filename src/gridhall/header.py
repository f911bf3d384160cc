"""A setup is one text: `; key: value` header lines, then a body. This reads the header for every game."""

import json
from typing import NamedTuple

from gridhall.errors import Defect


class Entry(NamedTuple):
    key: str  # lower case
    value: str
    line: int  # from 1


class Body(NamedTuple):
    line: int  # from 1
    text: str


def split_header(text: str) -> tuple[list[Entry], list[Body], list[Defect]]:
    """Header entries (lines that begin with `;`, before the body), the body's lines, and header lines that have no
    `key: value`.
    """
    entries: list[Entry] = []
    body: list[Body] = []
    defects: list[Defect] = []
    for number, line in enumerate(text.removesuffix("\n").replace("\r\n", "\n").split("\n"), 1):
        if body or not line.lstrip().startswith(";"):
            if body or line.strip():
                body.append(Body(number, line))
            continue
        key, colon, value = line.lstrip()[1:].partition(":")
        if colon and key.strip():
            entries.append(Entry(key.strip().lower(), value.strip(), number))
        else:
            defects.append(Defect(f"{line.strip()!r} is no header line", "write `; key: value`", number))
    return entries, body, defects


def title_of(text: str) -> str:
    """The title that a setup gives itself, in a header line or as JSON; "" if it has none."""
    if text.lstrip().startswith("{"):
        try:
            return str(json.loads(text).get("title", ""))
        except ValueError:
            return ""
    return next((entry.value for entry in split_header(text)[0] if entry.key == "title"), "")
