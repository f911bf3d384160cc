"""What a person keeps of halls: who they are there, and the keys of their seats."""

import contextlib

import msgspec

from gridhall.paths import home, write_private
from gridhall.server.messages.http import Guest
from gridhall.server.messages.parts import SeatKey
from gridhall.stage.hall_address import RoomAddress
from gridhall.stage.hall_line import fetch

FILE = "halls.json"
MOST = 60  # rooms whose keys are kept


class KeptHall(msgspec.Struct, omit_defaults=True):
    """A hall: the guest's token, and by room the seats."""

    token: str = ""
    rooms: dict[str, list[SeatKey]] = {}


def _read() -> dict[str, KeptHall]:
    try:
        return msgspec.json.decode((home() / FILE).read_bytes(), type=dict[str, KeptHall])
    except (OSError, msgspec.DecodeError):
        return {}


def _write(halls: dict[str, KeptHall]) -> None:
    """Write them so that only the person can read them; where nothing can be written they are forgotten."""
    with contextlib.suppress(OSError):
        write_private(home() / FILE, msgspec.json.encode(halls))


async def token_for(address: RoomAddress) -> str:
    """The guest's token in a hall; a new guest's if there is none yet."""
    halls = _read()
    hall = halls.setdefault(address.hall, KeptHall())
    if not hall.token:
        hall.token = msgspec.json.decode(await fetch(f"{address.hall}/api/guests", b""), type=Guest).token
        _write(halls)
    return hall.token


def set_token(hall: str, token: str) -> None:
    """Be somebody else in a hall from now on; "" is a new guest."""
    halls = _read()
    halls.setdefault(hall, KeptHall()).token = token
    _write(halls)


def keys_of(address: RoomAddress) -> list[SeatKey]:
    hall = _read().get(address.hall)
    return sorted(hall.rooms.get(address.room, []), key=lambda key: key.seat) if hall else []


def keep_keys(address: RoomAddress, keys: list[SeatKey]) -> None:
    halls = _read()
    hall = halls.setdefault(address.hall, KeptHall())
    seats = {key.seat for key in keys}
    before = [key for key in hall.rooms.pop(address.room, []) if key.seat not in seats]
    hall.rooms[address.room] = [*before, *(SeatKey(key.seat, key.secret) for key in keys)]
    for room in list(hall.rooms)[:-MOST]:
        del hall.rooms[room]
    _write(halls)
