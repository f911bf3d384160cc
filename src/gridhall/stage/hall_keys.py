"""What a person keeps of halls: who they are there, and the keys of their seats."""

import contextlib
from collections.abc import Callable

import msgspec

from gridhall.hall_requests import no_hall_at
from gridhall.paths import home, locked, write_private
from gridhall.server.messages.http import Guest
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.people import Me
from gridhall.stage.hall_address import RoomAddress
from gridhall.stage.hall_line import fetch

FILE, DAMAGED = "halls.json", "halls.damaged.json"
MOST = 60  # rooms whose keys are kept


class KeptHall(msgspec.Struct, omit_defaults=True):
    """A hall: the guest's token, and by room the seats."""

    token: str = ""
    rooms: dict[str, list[SeatKey]] = {}


def _read() -> dict[str, KeptHall]:
    """What is kept; nothing if the file is no longer one of ours. Raises OSError where it cannot be read."""
    try:
        return msgspec.json.decode((home() / FILE).read_bytes(), type=dict[str, KeptHall])
    except (FileNotFoundError, msgspec.DecodeError):
        return {}


def _rewrite(change: Callable[[dict[str, KeptHall]], None]) -> None:
    """Change what is kept, so that only the person can read it; another window's changes stay.

    A damaged file is put aside. Raises OSError where nothing can be read or written.
    """
    path = home() / FILE
    with locked(path):
        halls = _read()
        if not halls and path.exists():
            path.replace(home() / DAMAGED)
        change(halls)
        write_private(path, msgspec.json.encode(halls))


async def token_for(address: RoomAddress) -> str:
    """The token of who this terminal is in a hall; a new guest's if the hall knows none, or not this one any more.

    Where nothing can be kept, that guest is one for this visit. Raises Unavailable where there is no hall.
    """
    url, kept = f"{address.hall}/api", ""
    with contextlib.suppress(OSError):
        kept = _read().get(address.hall, KeptHall()).token
    try:
        if kept and msgspec.json.decode(await fetch(f"{url}/me", token=kept), type=Me).id:
            return kept
        token = msgspec.json.decode(await fetch(f"{url}/guests", b""), type=Guest).token
    except msgspec.DecodeError as wrong:
        raise no_hall_at(url, "what answers there is none") from wrong
    with contextlib.suppress(OSError):
        set_token(address.hall, token)
    return token


def set_token(hall: str, token: str) -> None:
    """Be somebody else in a hall from now on; "" is a new guest."""

    def change(halls: dict[str, KeptHall]) -> None:
        halls.setdefault(hall, KeptHall()).token = token

    _rewrite(change)


def keys_of(address: RoomAddress) -> list[SeatKey]:
    """The keys of one's seats in a room. Raises OSError where they cannot be read."""
    hall = _read().get(address.hall)
    return sorted(hall.rooms.get(address.room, []), key=lambda key: key.seat) if hall else []


def keep_keys(address: RoomAddress, keys: list[SeatKey]) -> None:
    """Keep the keys of one's seats in a room. Raises OSError where that cannot be done."""

    def change(halls: dict[str, KeptHall]) -> None:
        hall = halls.setdefault(address.hall, KeptHall())
        hall.rooms[address.room] = with_keys(hall.rooms.pop(address.room, []), keys)
        for room in list(hall.rooms)[:-MOST]:
            del hall.rooms[room]

    _rewrite(change)


def with_keys(before: list[SeatKey], keys: list[SeatKey]) -> list[SeatKey]:
    """Keys of a room with others in the place of those of the same seats."""
    seats = {key.seat for key in keys}
    others = [key for key in before if key.seat not in seats]
    return sorted([*others, *(SeatKey(key.seat, key.secret) for key in keys)], key=lambda key: key.seat)
