"""A room of a hall on the full screen: the same room as for everybody else there."""

import asyncio
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import NearHouse
from tests.stage.sitting_at import PATIENCE, text_of, until

from gridhall.errors import GridhallError
from gridhall.scene import Scene
from gridhall.server.messages.client import Play
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import ErrorMessage, Update, Whole
from gridhall.stage import hall_line, hall_socket, hall_table
from gridhall.stage.app import Stage
from gridhall.stage.hall_address import RoomAddress, read_address
from gridhall.stage.hall_keys import keep_keys
from gridhall.stage.hall_line import Act, HallLine
from gridhall.stage.hall_table import HallTable
from gridhall.stage.match_screen import MatchScreen

NOWHERE = RoomAddress("http://127.0.0.1:1", "room")  # of a line that is never opened


@pytest.fixture
def hall(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NearHouse]:
    for module in (hall_line, hall_socket, hall_table):  # a hall that is held up by others is there all the same
        monkeypatch.setattr(module, "PATIENCE", PATIENCE)
    # A hall in the process of a full screen is the test's: its workers need a standard error, which the screen takes.
    resource_tracker.ensure_running()
    house = NearHouse(f"sqlite:///{tmp_path}/hall.db")
    yield house
    house.close()


async def in_room(stage: Stage) -> tuple[MatchScreen, HallTable]:
    await until(stage, lambda: isinstance(stage.screen, MatchScreen))
    screen: Any = stage.screen
    await until(stage, lambda: screen.is_mounted)
    return screen, screen.table


def test_an_address_is_read_as_the_browser_shows_it() -> None:
    assert read_address("http://localhost:8000/r/abc") == RoomAddress("http://localhost:8000", "abc")
    assert read_address("https://hall.example/r/a%20b").socket == "wss://hall.example/ws"
    for wrong in ("http://localhost:8000/", "localhost/r/abc", "http://localhost/g/echoes"):
        with pytest.raises(GridhallError, match="no address of a room"):
            read_address(wrong)


def test_a_terminal_sits_down_against_somebody_plays_and_comes_back_after_a_loss(hall: NearHouse) -> None:
    room, keys = hall.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    other = hall.person().join(room, keys)

    async def work() -> None:
        stage = Stage(room=RoomAddress(f"http://127.0.0.1:{hall.port}", room))
        stage.settings.speed = 0.0
        async with stage.run_test(size=(100, 30)):
            screen, table = await in_room(stage)
            assert "You watch" in text_of(stage)
            screen.press("S")
            await until(stage, lambda: table.looking == 2 and table.active)
            assert "You are Blue" in text_of(stage)
            assert not any(line.text for line in table.log)
            for word in ("new D", "fire N", "fire N", "shield N", "submit"):
                await asyncio.to_thread(other.play, word)
            assert "fire" not in text_of(stage).lower().replace("f fire", "")  # a sealed plan stays sealed
            assert table.line._socket is not None
            table.line._socket.transport.abort()
            await until(stage, lambda: not table.line.is_live)
            screen.press("Enter")  # the ready plan, while the line is cut: it waits and counts once
            await until(stage, lambda: table.line.is_live and "all points are used" in table.scene.status)
            await until(stage, lambda: screen.work is not None and screen.work.done())
            screen.press("Enter")
            await until(stage, lambda: "Turn 2" in table.scene.status)
            assert other.scenes[1]["status"].startswith("Turn") or await asyncio.to_thread(other.wait, "update")
            await table.close()

    asyncio.run(work())


def own_room(hall: NearHouse, game: str, level: str) -> RoomAddress:
    """A room of a puzzle, of which this terminal has the seat."""
    room, keys = hall.make(game, level=level)
    address = RoomAddress(f"http://127.0.0.1:{hall.port}", room)
    keep_keys(address, [SeatKey(key["seat"], key["secret"]) for key in keys])
    return address


def test_alone_in_a_room_one_takes_back_and_begins_a_rematch(hall: NearHouse) -> None:
    address = own_room(hall, "phase_shift", level="walkthrough")

    async def work() -> None:
        stage = Stage(room=address)
        stage.settings.speed = 0.0
        async with stage.run_test(size=(80, 24)):
            screen, table = await in_room(stage)
            screen.press("ArrowRight")
            await until(stage, lambda: table.scene.meters[0].value == 1)
            await until(stage, lambda: screen.work.done())
            screen.press("z")
            await until(stage, lambda: table.scene.meters[0].value == 0)
            await until(stage, lambda: screen.work.done())
            screen.press("q")
            assert screen.choosing.question is not None
            screen.press("y")
            await until(stage, lambda: table.over and screen.work.done())
            screen.press("r")
            await until(stage, lambda: screen.table is not table)
            following: Any = screen.table
            assert following.address.room != address.room
            await until(stage, lambda: following.active)
            await following.close()

    asyncio.run(work())


def test_an_act_that_another_device_has_overtaken_is_told_and_chosen_again(hall: NearHouse) -> None:
    room, keys = hall.make("phase_shift", level="walkthrough")
    address = RoomAddress(f"http://127.0.0.1:{hall.port}", room)
    keep_keys(address, [SeatKey(key["seat"], key["secret"]) for key in keys])
    other = hall.person().join(room, keys)

    async def work() -> None:
        stage = Stage(room=address)
        stage.settings.speed = 0.0
        async with stage.run_test(size=(80, 24)):
            screen, table = await in_room(stage)
            await until(stage, lambda: table.active)
            await asyncio.to_thread(other.play, "e")
            await until(stage, lambda: table.scene.meters[0].value == 1)
            table.line.stored.clear()  # as if it had not heard of that
            screen.press("ArrowRight")
            await until(stage, lambda: "The match has gone on in" in text_of(stage))
            table.line.stored[1] = 1
            await until(stage, lambda: screen.work is not None and screen.work.done())
            screen.press("ArrowRight")
            await until(stage, lambda: table.scene.meters[0].value == 2)
            await table.close()

    asyncio.run(work())


def overtaken(act: Act) -> ErrorMessage:
    """What the hall says of an act that came too late."""
    return ErrorMessage("overtaken", "the match has gone on", act.seat, act.number)


def test_an_overtaken_act_fails_beside_the_board_as_it_is_now_whatever_comes_before(home: Path) -> None:
    async def work() -> None:
        table = HallTable(NOWHERE, "")
        table.looking = 1
        playing = asyncio.ensure_future(table.say_word("e"))
        while not table.line.waiting:
            await asyncio.sleep(0)
        table.line.receive(overtaken(table.line.waiting[0]))
        table.line.receive(Update(1, 1, [], number=1))
        assert table.acted is not None and not table.acted.done()
        table.line.receive(Whole(1, 1, Scene(1, 1, {}, [])))
        with pytest.raises(GridhallError, match="the match has gone on"):
            await playing

    asyncio.run(work())


def test_an_act_done_after_others_were_overtaken_outlives_the_refusal_of_the_last_of_those() -> None:
    line = HallLine(NOWHERE, "", list, lambda message: None, lambda: None)
    for _ in range(2):
        line.act(Play(1, 0, word="e"))
    first, second = line.waiting
    line.receive(overtaken(first))
    line.receive(Update(1, 1, [], number=1))
    third = Play(1, 0, word="e")
    line.act(third)
    line.receive(overtaken(second))
    assert line.waiting == [third]


def test_a_puzzle_won_in_a_room_tells_its_time(hall: NearHouse) -> None:
    address = own_room(hall, "grid_universe", level="walking")

    async def work() -> None:
        stage = Stage(room=address)
        stage.settings.speed = 0.0
        async with stage.run_test(size=(80, 24)):
            screen, table = await in_room(stage)
            for _ in range(4):
                screen.press("ArrowRight")
                await until(stage, lambda: screen.work.done())
            await until(stage, lambda: table.over)
            await until(stage, lambda: any(line.startswith("Time: ") for line in table.end_lines()))
            await table.close()

    asyncio.run(work())
