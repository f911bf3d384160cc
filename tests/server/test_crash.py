"""A hall that is killed at any moment: nothing acknowledged is lost, and everybody continues."""

import contextlib
import random
import tempfile
import threading
from pathlib import Path

from sqlalchemy import text
from tests.server.conftest import PATIENCE, FarHouse, NearHouse, Person
from websockets.exceptions import ConnectionClosed

from gridhall.match import Match
from gridhall.registry import load
from gridhall.server.store import tables

WORDS = ["new D", "fire N", "undo", "fire N", "undo", "undo"]  # of Echoes: a plan that begins again and again


def test_kill_9_loses_no_acknowledged_move(far_house: FarHouse) -> None:
    """Several rooms play while the process is killed.

    Afterwards each has all that was acknowledged, and at most the one move more that was under way.
    """
    for round_number in range(3):
        token = far_house.guest()
        rooms = [far_house.make("echoes", token) for _ in range(4)]
        people = [far_house.person().join(*room) for room in rooms]
        acknowledged = [0] * len(rooms)
        enough = threading.Barrier(len(rooms) + 1)

        def play(
            index: int,
            people: list[Person] = people,
            acknowledged: list[int] = acknowledged,
            enough: threading.Barrier = enough,
            wanted: int = 20 + round_number,
        ) -> None:
            try:
                while True:
                    answer = people[index].play(WORDS[acknowledged[index] % len(WORDS)])
                    assert answer["type"] == "update"
                    acknowledged[index] += 1
                    if acknowledged[index] == wanted:
                        enough.wait(PATIENCE)
            except ConnectionClosed:
                return

        threads = [threading.Thread(target=play, args=(index,)) for index in range(len(rooms))]
        for thread in threads:
            thread.start()
        enough.wait(PATIENCE)
        far_house.kill()
        for thread in threads:
            thread.join()
        far_house.open()
        for index, (room, keys) in enumerate(rooms):
            back = far_house.person().join(room, keys)
            assert acknowledged[index] <= back.numbers[1] <= acknowledged[index] + 1
            back.wait("whole")
            # the move that was under way is sent again, as a client does; it counts once
            back.send(type="play", seat=1, number=acknowledged[index] + 1, word=WORDS[acknowledged[index] % len(WORDS)])
            assert back.wait("update", "taken", "error")["type"] in ("update", "taken")
            number = acknowledged[index] + 2
            back.send(type="play", seat=1, number=number, word=WORDS[(number - 1) % len(WORDS)])
            assert back.wait("update", "error")["number"] == number


def test_ctrl_c_ends_cleanly_and_everybody_is_asked_to_come_back(far_house: FarHouse) -> None:
    room, keys = far_house.make("phase_shift", level="walkthrough")
    me = far_house.person().join(room, keys)
    me.play("e")
    status, said = far_house.end()
    assert me.close_code() == 1012
    assert status == 0 and "Traceback" not in said and "rror" not in said
    far_house.open()
    back = far_house.person()
    back.at[1], back.scenes[1] = me.at[1], me.scenes[1]
    back.join(room, [{**keys[0], "at": 1}])
    assert [message["type"] for message in back.rest()] == ["room"]
    assert back.play("e")["at"] == 2


def test_a_store_that_cannot_write_acknowledges_nothing(house: NearHouse) -> None:
    """The disk fails under a running match.

    The move is not acknowledged, the room is read again, and the match goes on from what was stored.
    """
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    me.play("e")
    engine = house.app.hall.engine
    with engine.begin() as connection:
        connection.execute(text(f"ALTER TABLE {tables.log.name} RENAME TO elsewhere"))
    me.send(type="play", seat=1, number=2, word="e")
    with contextlib.suppress(ConnectionClosed):  # the room may be gone by now
        me.send(type="play", seat=1, number=3, word="e")
    assert me.close_code() == 1012
    assert not any('"number":2' in heard for heard in me.heard)
    with engine.begin() as connection:
        connection.execute(text(f"ALTER TABLE elsewhere RENAME TO {tables.log.name}"))
    back = house.person().join(room, keys)
    assert back.numbers == {1: 1}
    assert back.play("e")["type"] == "update"


def test_random_words_in_random_order_replay_to_the_same_scene(house: NearHouse) -> None:
    """A room thrown out of the memory and read again shows every seat exactly what it had."""
    game, chance = load("echoes"), random.Random(4)
    assert game.propose is not None
    room, keys = house.make("echoes", seed="9")
    us = house.person().join(room, keys)
    match = Match.of_text(game, "", 9)
    for ply in range(60):
        player = chance.choice(match.acting)
        action = game.propose(match.setup, match.view(player), player, ply)
        word = game.word(match.setup, match.state, action)
        match.act(player, action)
        assert us.play(word, player + 1)["type"] == "update"
    us.rest()
    before = {
        seat: {key: value for key, value in scene.items() if value not in ([], "", None)}
        for seat, scene in us.scenes.items()
    }
    house.forget(room)
    again = house.person().join(room, keys)
    again.rest()
    assert again.scenes == before and again.at == us.at


def test_a_hall_leaves_no_temporary_files_behind(database: str) -> None:
    """What one that was killed has left is removed by the next; Ctrl-C and SIGTERM leave nothing."""
    with tempfile.TemporaryDirectory() as name:  # its workers' sockets need a short path
        folder = Path(name)

        def opened() -> FarHouse:
            """A hall whose workers are there and have drawn something."""
            house = FarHouse(database, TMPDIR=name)
            assert house.call("GET", "/api/games/phase_shift/picture.png")[0] == 200
            assert len(list(folder.iterdir())) == 1
            return house

        opened().kill()
        assert len(list(folder.iterdir())) == 1
        assert opened().end() == (0, "") and not list(folder.iterdir())  # Ctrl-C
        opened().close()  # SIGTERM
        assert not list(folder.iterdir())
