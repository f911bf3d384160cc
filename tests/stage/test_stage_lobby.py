"""The lobby of a hall on the full screen: open seats, looking for somebody, being asked, and playing who was found."""

import asyncio
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import NearHouse
from tests.server.test_lobby import claim, seen, visitor
from tests.stage.sitting_at import PATIENCE, menu_of, shown, text_of, until

from gridhall.errors import GridhallError
from gridhall.stage import hall_line, hall_socket, hall_table
from gridhall.stage.app import Stage
from gridhall.stage.hall_address import RoomAddress, read_hall
from gridhall.stage.hall_keys import token_for
from gridhall.stage.lobby import LobbyPage
from gridhall.stage.match_screen import MatchScreen


@pytest.fixture
def hall(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NearHouse]:
    for module in (hall_line, hall_socket, hall_table):  # a hall that is held up by others is there all the same
        monkeypatch.setattr(module, "PATIENCE", PATIENCE)
    resource_tracker.ensure_running()  # as in test_stage_rooms
    house = NearHouse(f"sqlite:///{tmp_path}/hall.db")
    yield house
    house.close()


async def in_lobby(stage: Stage) -> Any:
    menu = await menu_of(stage)
    await until(stage, lambda: isinstance(menu.page, LobbyPage) and menu.page.line.is_live)
    return menu


def texts(menu: Any) -> list[str]:
    return [entry.text for entry in menu.entries]


def test_a_hall_is_read_as_the_browser_shows_it() -> None:
    assert read_hall("https://hall.example/lobby?x=1") == "https://hall.example"
    with pytest.raises(GridhallError, match="no address of a hall"):
        read_hall("hall.example")


def test_an_open_seat_is_taken_and_a_call_is_heard_and_played(hall: NearHouse) -> None:
    address = f"http://127.0.0.1:{hall.port}"
    other, _ = visitor(hall)

    async def work() -> None:
        token = await token_for(RoomAddress(address, ""))
        await asyncio.to_thread(claim, hall, token, "Terry")
        stage = Stage(lobby=address)
        stage.settings.speed = 0.0
        async with stage.run_test(size=(100, 30)) as pilot:
            menu = await in_lobby(stage)
            assert any("Nobody looks" in text for text in texts(menu))
            other.send(type="seek", game="echoes", clock=600)
            await until(stage, lambda: any(text.startswith("Echoes with ") for text in texts(menu)))
            menu.open(next(at for at, text in enumerate(texts(menu)) if text.startswith("Echoes with ")))
            await asyncio.to_thread(other.wait, "paired")
            await shown(stage, MatchScreen)
            screen: Any = stage.screen
            await until(stage, lambda: screen.table.active)
            assert "You are " in text_of(stage)
            await pilot.press("escape")
            menu = await menu_of(stage)
            other.send(type="challenge", name="Terry", game="maze_runner", clock=60)
            await until(stage, lambda: "asks you to play Maze Runner" in menu.message)
            menu.open(next(at for at, text in enumerate(texts(menu)) if text.startswith("Maze Runner with ")))
            await asyncio.to_thread(other.wait, "paired")
            await shown(stage, MatchScreen)
            await stage.table.close()  # type: ignore[union-attr]
            await menu.page.line.close()

    asyncio.run(work())


def test_looking_for_somebody_is_seen_by_others_ended_and_answered(hall: NearHouse) -> None:
    other, _ = visitor(hall)

    async def work() -> None:
        stage = Stage(lobby=f"http://127.0.0.1:{hall.port}")
        stage.settings.speed = 0.0
        async with stage.run_test(size=(100, 30)) as pilot:
            menu = await in_lobby(stage)
            menu.open(texts(menu).index("Play Echoes with somebody"))
            await asyncio.to_thread(seen, other, 1)
            await until(stage, lambda: "Stop looking for Echoes" in texts(menu))
            menu.open(texts(menu).index("Stop looking for Echoes"))
            await asyncio.to_thread(seen, other, 0)
            await until(stage, lambda: "Play Echoes with somebody" in texts(menu))
            menu.page.at = texts(menu).index("Clock")
            await pilot.press("right", "left", "left")  # to a minute a turn
            assert menu.page.clock == 60
            menu.open(texts(menu).index("Play Echoes with somebody"))
            await asyncio.to_thread(seen, other, 1)
            other.send(type="seek", game="echoes", clock=60)
            await asyncio.to_thread(other.wait, "paired")
            await shown(stage, MatchScreen)
            await stage.table.close()  # type: ignore[union-attr]
            await menu.page.line.close()

    asyncio.run(work())
