"""Addresses of halls and of their rooms, as a browser shows them."""

from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from gridhall.errors import Usage


class RoomAddress(msgspec.Struct, frozen=True):
    """Where a room is: the hall's address without a slash at its end, and the room's name."""

    hall: str
    room: str

    @property
    def url(self) -> str:
        return f"{self.hall}/r/{self.room}"

    @property
    def socket(self) -> str:
        return f"{self.hall.replace('http', 'ws', 1)}/ws"


def read_hall(text: str) -> str:
    """A hall's address without what follows it: http://HALL."""
    if (parts := _parts_of(text)) is None:
        raise Usage(f"{text} is no address of a hall; it looks like http://HALL, as the browser shows it")
    return f"{parts.scheme}://{parts.netloc}"


def read_address(text: str) -> RoomAddress:
    """The room of an address as the browser shows it: http://HALL/r/ROOM."""
    parts = _parts_of(text)
    path = [part for part in parts.path.split("/") if part] if parts else []
    if parts is None or len(path) != 2 or path[0] not in ("r", "m"):
        raise Usage(f"{text} is no address of a room; it looks like http://HALL/r/ROOM, as the browser shows it")
    return RoomAddress(f"{parts.scheme}://{parts.netloc}", unquote(path[1]))


def _parts_of(text: str) -> SplitResult | None:
    """The parts of an address that a browser could open; None if it is none."""
    try:
        parts = urlsplit(text.strip())
        is_place = bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc
    except ValueError:  # half an IPv6 address, or a port that is none
        return None
    is_readable = parts.netloc.isprintable() and not any(sign.isspace() for sign in parts.netloc)
    return parts if parts.scheme in ("http", "https") and is_place and is_readable else None
