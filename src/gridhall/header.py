"""A setup is one text: header lines `; key: value`, then a body. This splits the two, for every game."""

import json
from typing import NamedTuple

from gridhall.errors import Defect


class Entry(NamedTuple):
    """A header line `; key: value`."""

    key: str  # lower case
    value: str
    line: int  # from 1


class BodyLine(NamedTuple):
    """A line of the body."""

    line: int  # from 1
    text: str


def split_header(text: str) -> tuple[list[Entry], list[BodyLine], list[Defect]]:
    """The header's entries, the body's lines, and a defect for each header line that has no `key: value`.

    The header ends at the first line that is neither empty nor begins with `;`.
    """
    entries: list[Entry] = []
    body: list[BodyLine] = []
    defects: list[Defect] = []
    for number, line in enumerate(text.removesuffix("\n").replace("\r\n", "\n").split("\n"), 1):
        if body or not line.lstrip().startswith(";"):
            if body or line.strip():
                body.append(BodyLine(number, line))
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
