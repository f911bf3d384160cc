"""A room of a hall on the full screen: the same room as for everybody else there."""

import asyncio
import time
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import NearHouse
from tests.stage.sitting_at import PATIENCE, menu_of, text_of, until

from gridhall.errors import GridhallError
from gridhall.scene import Choice, Scene
from gridhall.server.messages.client import Play, Sit
from gridhall.server.messages.parts import SeatKey
from gridhall.server.messages.server import ErrorMessage, Rematch, RoomMessage, Update, Whole
from gridhall.stage import hall_film, hall_line, hall_socket, hall_table
from gridhall.stage.app import Stage
from gridhall.stage.hall_address import RoomAddress, read_address
from gridhall.stage.hall_film import film_of
from gridhall.stage.hall_keys import keep_keys, set_token
from gridhall.stage.hall_line import Act, HallLine
from gridhall.stage.hall_room import KnownRoom, SeatScene
from gridhall.stage.hall_table import UNSENT, HallTable
from gridhall.stage.match_screen import MatchScreen
from gridhall.stage.speaker import Speaker

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


def test_a_move_waits_for_a_lost_hall_and_does_not_keep_anybody_there(hall: NearHouse) -> None:
    address = own_room(hall, "phase_shift", level="walkthrough")

    async def work() -> None:
        stage = Stage(room=address)
        stage.settings.speed = 0.0
        async with stage.run_test(size=(80, 24)) as pilot:
            screen, table = await in_room(stage)
            await until(stage, lambda: table.active)
            await table.line.close()  # no line comes back by itself
            table.line.is_live = False
            await pilot.press("right", "right")  # the second one waits behind the first
            await until(stage, lambda: table.is_cut_off)
            assert "Your move goes out when it is back." in table.notice
            assert [offer.key for offer in screen.offers() if offer.shown] == ["?", "Escape"]
            await pilot.press("escape")
            menu = await menu_of(stage)
            await until(stage, lambda: menu.message == UNSENT)
            assert stage.left_with == UNSENT and not stage.keys

    asyncio.run(work())


def test_spoken_lines_tell_of_a_lost_hall_once_and_let_one_quit_meanwhile(home: Path) -> None:
    heard: list[str] = []

    async def work() -> None:
        table = HallTable(NOWHERE, "")
        table.room = KnownRoom(RoomMessage("room", "phase_shift", "Phase Shift", [], "playing"))
        scene = Scene(1, 1, {}, [], choices=[Choice(0, "e", "East")])
        table.looking, table.views, table.scene = 1, {1: SeatScene(scene, 1, [1])}, scene
        table.line.is_live = True
        speaker = Speaker(table, heard.append)
        typed = iter(["e", "e", "quit"])

        async def read() -> str:
            line = next(typed)
            if line == "e" and table.line.is_live:
                table.line.is_live = False
                for seconds in (4, 8):
                    table.line.retry_at = time.monotonic() + seconds
                    table.line.lost()
            return f"{line}\n"

        await asyncio.wait_for(speaker.run(read), PATIENCE)
        assert speaker.has_left and table.left_behind == UNSENT
        await table.close()
        table.line.is_live = True
        speaker.changed()

    asyncio.run(work())
    lost = [line for line in heard if line.startswith("Connection lost")]
    assert len(lost) == 2 and lost[0].endswith("are safe.") and lost[1].endswith("when it is back.")
    assert heard[-2:] == ["Until the connection is back only quit is heard.", "The connection is back."]


def test_a_room_that_is_gone_offers_no_move_and_says_so_once(hall: NearHouse) -> None:
    address = own_room(hall, "phase_shift", level="walkthrough")

    async def work() -> None:
        stage = Stage(room=address)
        stage.settings.speed = 0.0
        async with stage.run_test(size=(80, 24)) as pilot:
            screen, table = await in_room(stage)
            await until(stage, lambda: table.active)
            await table.line.close()
            table.line.is_live = False
            screen.press("ArrowRight")
            await until(stage, lambda: table.line.waiting)
            table.line.receive(ErrorMessage("no_room", "there is no such room, or no longer"))
            await until(stage, lambda: not screen.is_busy)
            assert table.notice == "There is no such room, or no longer." and screen.message == UNSENT
            assert not table.active and all(offer.choice is None for offer in screen.offers())
            with pytest.raises(GridhallError, match="no such room"):
                await table.say_word("e")
            await pilot.press("escape")
            await menu_of(stage)

    asyncio.run(work())


def test_a_refused_seat_is_told_and_a_guest_whom_the_hall_has_forgotten_is_a_new_one(hall: NearHouse) -> None:
    room, _ = hall.make("echoes", seats=[{"kind": "open"}, {"kind": "open"}])
    address = RoomAddress(f"http://127.0.0.1:{hall.port}", room)
    set_token(address.hall, "of a hall that was here before")

    async def work() -> None:
        stage = Stage(room=address)
        stage.settings.speed = 0.0
        async with stage.run_test(size=(80, 24)):
            screen, table = await in_room(stage)
            table.line.send(Sit(3))  # of which there are two
            await until(stage, lambda: "no seat 3" in screen.message)
            screen.press("S")
            await until(stage, lambda: table.looking == 1)
            await table.close()

    asyncio.run(work())


def test_a_rematch_that_cannot_be_entered_is_told(hall: NearHouse) -> None:
    address = own_room(hall, "phase_shift", level="walkthrough")

    async def work() -> None:
        stage = Stage(room=address)
        stage.settings.speed = 0.0
        async with stage.run_test(size=(80, 24)):
            screen, table = await in_room(stage)
            table._hear(Rematch("a-room-that-is-not-there", []))
            await until(stage, lambda: "cannot be entered" in screen.message)
            assert screen.table is table and table.active
            await table.close()

    asyncio.run(work())


def test_behind_a_curtain_a_match_that_ends_or_turns_back_shows_its_board(home: Path) -> None:
    """Somebody who holds both seats; the clock, or another device of theirs, does not wait for the curtain."""

    async def work() -> None:
        for acting, curtain in (([], -1), ([2], 1)):
            table = HallTable(NOWHERE, "")
            table.watcher, table.looking, table.handing_over = Silent(), 1, True
            table.views = {seat: SeatScene(Scene(1, 1, {}, []), 1, acting) for seat in (1, 2)}
            await table.go_on()
            assert (table.handing_over, table.curtain) == (False, curtain)

    asyncio.run(work())


class Silent:
    """A watcher who does nothing."""

    def show(self, stills: object) -> None: ...
    def changed(self) -> None: ...
    def say(self, text: str) -> None: ...
    def leave_for(self, table: object) -> None: ...


def test_a_long_film_is_shown_to_its_end(hall: NearHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    room, keys = hall.make("phase_shift", level="walkthrough")
    player = hall.person().join(room, keys)
    for word in ("e", "w", "e", "w", "e"):
        player.play(word)
    address = RoomAddress(f"http://127.0.0.1:{hall.port}", room)
    whole = asyncio.run(film_of(address))
    monkeypatch.setattr(hall_film, "MOST_SHOWN", 2)
    assert asyncio.run(film_of(address)) == whole and len(whole) > 5


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
