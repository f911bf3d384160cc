"""Whoever waits because something is prepared, once, is told so, and told when it is ready."""

import asyncio
import os
from pathlib import Path

import pytest
from tests.server.conftest import FarHouse

from gridhall.server.work import workers
from gridhall.server.work.budget import Budget
from gridhall.server.work.fair_queue import Visitor
from gridhall.server.work.limits import Limits

GAMES = Path(__file__).parent / "games"
TEXT = "preparing Veiled Nim for full speed, once: about 15 s"


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A named pipe that Veiled Nim's advice waits at until somebody writes into it."""
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


def test_everybody_in_a_room_of_the_game_is_told_until_it_is_ready(database: str, gate: Path) -> None:
    house = FarHouse(database, GAMES, VEILED_GATE=str(gate))
    try:
        me, elsewhere = house.person().join(*house.make("veiled")), house.person().join(*house.make("nim"))
        assert not [message for message in me.rest() if message["type"] == "preparing"]
        me.send(type="hint?", seat=1, ask=1)
        assert me.wait("preparing", "hint", "error") == {"type": "preparing", "texts": [TEXT]}
        late = house.person().join(*house.make("veiled"))  # also who comes later, and to another room
        assert [message for message in late.rest() if message["type"] == "preparing"] == [
            {"type": "preparing", "texts": [TEXT]}
        ]
        gate.write_text("go on")
        assert me.wait("hint", "error")["odds"]
        for person in (me, late):
            heard = person.rest()
            assert heard == [] or heard == [{"type": "preparing"}]
            assert '{"type":"preparing"}' in person.heard
        assert not [message for message in elsewhere.rest() if message["type"] == "preparing"]
    finally:
        house.close()


def test_what_a_task_prepares_ends_with_it_and_is_told_once(gate: Path) -> None:
    async def scenario() -> None:
        heard: asyncio.Queue[str] = asyncio.Queue()
        pool = Budget(Limits(workers=3), heard.put_nowait)
        try:
            tasks = [
                asyncio.ensure_future(pool.run(Visitor("", guest), "hint", _say_and_wait, "nim", str(gate)))
                for guest in "ab"
            ]
            assert [await heard.get(), await heard.get()] == ["nim", "nim"]
            assert pool.preparing("nim") == ["preparing nim"] and pool.preparing("echoes") == []
            for task in tasks:  # whatever ends it: an answer, a killed worker, a visitor who hangs up
                task.cancel()
            await asyncio.wait(tasks)
            assert [await heard.get(), await heard.get()] == ["nim", "nim"] and heard.empty()
            assert pool.preparing("nim") == []
        finally:
            pool.close()

    asyncio.run(scenario())


def _say_and_wait(game: str, gate: str) -> None:
    workers.say_preparing(f"preparing {game}")
    Path(gate).read_bytes()
