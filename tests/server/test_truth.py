"""Clocks and the store tell the truth: whatever the machine's clock does, and whatever happens to the file."""

import time
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.server.conftest import NearHouse

from gridhall.errors import Unavailable
from gridhall.server.messages import VERSION
from gridhall.server.serve import serve
from gridhall.server.store.database import open_database

HOUR = 3600


@pytest.mark.parametrize("jump", [10 * 86400.0, -10 * 86400.0], ids=["forward", "back"])
def test_a_jump_of_the_wall_clock_changes_nothing(
    house: NearHouse, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    room, keys = house.make("echoes", clock=HOUR)
    us = house.person().join(room, keys)
    us.play("new D", 1)
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + jump)
    us.play("fire N", 1)
    us.rest()
    us.send(type="whole?", seat=1)
    us.wait("whole")
    house.forget(room)
    again = house.person().join(room, keys)
    left = again.wait("room")["left"]
    assert len(left) == 2 and all(HOUR - 600 < seconds <= HOUR for seconds in left)
    assert again.play("fire N", 1)["type"] == "update"


def test_a_word_that_was_changed_in_the_store_is_found_and_named(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    for word in "ewe":
        me.play(word)
    house.forget(room)
    with house.app.hall.engine.begin() as connection:
        connection.execute(text("UPDATE log SET word = 'n' WHERE room = :room AND entry = 2"), {"room": room})
    late = house.person()
    late.send(type="join", version=VERSION, room=room, keys=keys)
    refused = late.wait("error")
    assert refused["code"] == "unavailable" and "at entry 2 of its log" in refused["message"]
    assert house.call("GET", f"/api/match/{room}")[0] == 503


def test_a_damaged_file_is_said_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite"
    open_database(f"sqlite:///{path}").dispose()
    content = bytearray(path.read_bytes())
    content[-4096:] = bytes(4096)
    path.write_bytes(content)
    with pytest.raises(Unavailable, match=r"damaged|malformed"):
        serve(port=0, database=f"sqlite:///{path}")
