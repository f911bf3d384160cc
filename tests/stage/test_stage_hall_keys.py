"""Keys of seats in halls: none is lost, whoever else writes, and whatever has become of the file."""

import asyncio
import threading
from pathlib import Path

from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import Seated
from gridhall.stage import hall_keys
from gridhall.stage.hall_address import RoomAddress
from gridhall.stage.hall_keys import keep_keys, keys_of
from gridhall.stage.hall_table import HallTable
from gridhall.stage.settings import load_settings

HALL = "http://127.0.0.1:1"  # at which nobody listens
ROOM = RoomAddress(HALL, "room")


def test_windows_that_sit_down_at_once_keep_each_others_keys(home: Path) -> None:
    rooms = [RoomAddress(HALL, f"room {number}") for number in range(24)]
    windows = [threading.Thread(target=keep_keys, args=(room, [SeatKey(1, room.room)])) for room in rooms]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    assert [keys_of(room) for room in rooms] == [[SeatKey(1, room.room)] for room in rooms]


def test_a_damaged_file_is_put_aside_before_another_is_written(home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / hall_keys.FILE).write_text('{"http://hall.example": {"token": "half of i')
    keep_keys(ROOM, [SeatKey(1, "secret")])
    assert "half of i" in (home / hall_keys.DAMAGED).read_text()
    assert keys_of(ROOM) == [SeatKey(1, "secret")]


def test_a_seat_is_ones_own_while_its_key_cannot_be_kept_and_that_is_said(home: Path) -> None:
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("a file in the place of the folder")

    async def sit() -> HallTable:
        table = HallTable(ROOM, "")
        table.line.is_live = True
        table._hear(Seated(2, "secret"))
        return table

    table = asyncio.run(sit())
    assert table._keys() == [SeatKey(2, "secret", -1)]
    assert "key of your seat cannot be kept" in table.notice


def test_a_speed_that_is_none_is_the_usual_one(home: Path) -> None:
    home.mkdir(exist_ok=True)
    for speed in ("-1", "1e9", '"fast"'):
        (home / "terminal.json").write_text(f'{{"speed": {speed}}}')
        assert load_settings().speed == 1.0
