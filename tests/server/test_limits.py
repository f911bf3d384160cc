"""Limits on messages, rooms, guests and silence; abandoned rooms; slow readers; the clock."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import MutableMapping
from typing import Any

import pytest
from sqlalchemy import text
from tests.server.conftest import NearHouse, OpenHouse, Person
from websockets.exceptions import ConnectionClosed

from gridhall.server.messages.server import Pong
from gridhall.server.rooms import clock as clocks
from gridhall.server.rooms.clients import BACKLOG, Client
from gridhall.server.serve import bound_socket
from gridhall.server.work.limits import Bucket, Limits

DAY = 86400


def test_whoever_sends_too_much_is_told_and_then_closed(open_house: OpenHouse) -> None:
    house = open_house(Limits(messages=0.001, message_burst=10, bad_messages=5))
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    for _ in range(9):
        me.send(type="ping")
    me.send(type="play", seat=1, number=1, word="e")
    error = me.wait("error")
    assert (error["code"], error["number"]) == ("too_fast", 1)
    with contextlib.suppress(ConnectionClosed):  # it may be closed before all are sent
        for _ in range(6):
            me.send(type="ping")
    assert me.close_code() == 4429


def test_whoever_talks_nonsense_is_told_and_then_closed(open_house: OpenHouse) -> None:
    house = open_house(Limits(bad_messages=5))
    person = house.person()
    with contextlib.suppress(ConnectionClosed):  # it may be closed before all are sent
        for _ in range(6):
            person.socket.send("nonsense")
    assert person.close_code() == 4400
    assert [json.loads(text)["code"] for text in person.heard] == ["bad_message"] * 6


def test_rooms_and_guests_are_limited(open_house: OpenHouse) -> None:
    house = open_house(Limits(rooms=0.0001, room_burst=3, unfinished=2, guests=0.0001, guest_burst=2))
    token = house.guest()
    wish = {"game": "phase_shift", "level": "walkthrough"}
    answers = [house.call("POST", "/api/rooms", wish, token) for _ in range(4)]
    assert [status for status, _ in answers] == [201, 201, 429, 429]
    assert [answer.get("code") for _, answer in answers] == [None, None, "too_many", "too_fast"]
    house.guest()
    assert house.call("POST", "/api/guests")[1]["code"] == "too_fast"


def test_too_many_connections_are_turned_away(open_house: OpenHouse) -> None:
    from websockets.exceptions import InvalidStatus

    house = open_house(Limits(connections=1))
    first = house.person()
    with pytest.raises(InvalidStatus):
        house.person()
    assert first.rest() == []


def test_silent_connections_are_closed_and_idle_rooms_forgotten(open_house: OpenHouse) -> None:
    house = open_house(Limits(join_seconds=1e5, silent_seconds=2e5, idle_seconds=1e5))
    room, keys = house.make("phase_shift", level="walkthrough")
    idle, silent = house.person(), house.person().join(room, keys)
    hall = house.app.hall
    house.inside(lambda: hall.tidy_up(time.monotonic() + 1.5e5))
    assert idle.close_code() == 4408
    silent.play("e")
    house.inside(lambda: hall.tidy_up(time.monotonic() + 3e5))
    assert silent.close_code() == 4408
    while house.inside(lambda: bool(hall.clients)):
        pass
    assert room in hall.rooms
    house.inside(lambda: hall.tidy_up(time.monotonic() + 3e5))
    assert room not in hall.rooms
    assert house.person().join(room, keys).play("e")["type"] == "update"


def test_abandoned_rooms_are_swept(house: NearHouse) -> None:
    hall = house.app.hall
    kept, _ = house.make("phase_shift", level="walkthrough")
    gone, _ = house.make("phase_shift", level="walkthrough")
    sweeping = asyncio.run_coroutine_threadsafe(hall.sweep(time.time() + 1e7), hall.writer.loop)
    house.inside(lambda: None)
    assert sweeping.result(60) == 2
    assert house.call("GET", f"/api/rooms/{gone}")[0] == 404 == house.call("GET", f"/api/rooms/{kept}")[0]


def test_a_room_somebody_is_in_is_not_swept(house: NearHouse) -> None:
    hall = house.app.hall
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    assert asyncio.run_coroutine_threadsafe(hall.sweep(time.time() + 1e7), hall.writer.loop).result(60) == 0
    assert me.play("e")["type"] == "update"


def test_a_slow_reader_holds_nobody_up_and_is_closed() -> None:
    """The socket's buffer is full: what is pushed waits aside, in order, and too much of it closes the connection."""

    async def scenario() -> None:
        room_in_buffer = asyncio.Event()
        sent: list[dict[str, Any]] = []

        async def send(event: MutableMapping[str, Any]) -> None:
            await room_in_buffer.wait()
            sent.append(dict(event))

        patient = Client(send, Bucket(1, 1))
        for _ in range(3):
            patient.send(Pong())
        assert sent == []
        room_in_buffer.set()
        while len(sent) < 3:
            await asyncio.sleep(0)
        assert [event["text"] for event in sent] == ['{"type":"pong"}'] * 3
        patient.send(Pong())
        assert len(sent) == 4
        room_in_buffer.clear()
        for _ in range(BACKLOG + 3):
            patient.send(Pong())
        assert patient.closed
        room_in_buffer.set()
        while sent[-1]["type"] != "websocket.close":
            await asyncio.sleep(0)
        assert sent[-1]["code"] == 4409

    asyncio.run(scenario())


def test_the_short_way_is_taken_only_when_nothing_waits() -> None:
    """What can be written at once is; what comes after something that waits waits behind it."""

    async def scenario() -> None:
        is_writable, room_in_buffer = True, asyncio.Event()
        sent: list[Any] = []

        def write(message: bytes) -> bool:
            if is_writable:
                sent.append(message)
            return is_writable

        async def send(event: MutableMapping[str, Any]) -> None:
            await room_in_buffer.wait()
            sent.append(event["text"])

        client = Client(send, Bucket(1, 1), write=write)
        client.send_encoded(b"1")
        is_writable = False
        client.send_encoded(b"2")
        is_writable = True
        client.send_encoded(b"3")
        assert sent == [b"1"]
        room_in_buffer.set()
        while len(sent) < 3:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        client.send_encoded(b"4")
        assert sent == [b"1", "2", "3", b"4"]

    asyncio.run(scenario())


def test_small_messages_do_not_wait_for_each_other() -> None:
    with bound_socket("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_a_taken_port_gives_the_next_one() -> None:
    with bound_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with bound_socket("127.0.0.1", port) as second:
            assert second.getsockname()[1] > port


def test_the_clock_runs_out_for_whoever_acts(house: NearHouse) -> None:
    room, keys = house.make("echoes", clock=DAY)
    us = house.person().join(room, keys)
    first = us.wait("room")
    assert first["clock"] == DAY and all(DAY / 2 < left <= DAY for left in first["left"])
    for word in ("new D", "fire N", "fire N", "shield N"):
        us.play(word, 1)
    sealed = us.play("submit", 1)
    assert sealed["left"][0] == -1 and sealed["left"][1] > DAY / 2

    def fall() -> None:
        live = house.app.hall.rooms[room]
        live.clock.began = [began - DAY for began in live.clock.began]
        live.clock.on_timeout()

    house.inside(fall)
    end = us.wait("room")
    while end["state"] != "over":
        end = us.wait("room")
    text = "Player 2 ran out of time before it counted: no result."  # EC57: before the first replay
    assert end["result"] == {"reason": "clock", "text": text}
    assert us.play("new A", 2)["code"] == "match_over"


def test_a_turn_of_both_that_runs_out_for_both_is_nobodys(house: NearHouse) -> None:
    room, keys = house.make("echoes", clock=DAY)
    us = house.person().join(room, keys)
    us.play("new D", 1)

    def fall() -> None:
        live = house.app.hall.rooms[room]
        live.clock.on_timeout()
        assert live.board.result is None  # not yet
        live.clock.began = [began - DAY for began in live.clock.began]
        live.clock.on_timeout()

    house.inside(fall)
    us.rest()
    assert house.call("GET", f"/api/rooms/{room}")[1]["result"]["reason"] == "clock"
    assert "winner" not in house.call("GET", f"/api/rooms/{room}")[1]["result"]


@pytest.fixture
def slow_films(monkeypatch: pytest.MonkeyPatch) -> None:
    """A film may last for days, so that none is over before the test is."""
    assert clocks.STEP_SECONDS == 3
    monkeypatch.setattr(clocks, "STEP_SECONDS", DAY)


@pytest.mark.usefixtures("slow_films")
def test_a_new_turn_has_its_whole_time(house: NearHouse) -> None:
    room, keys = house.make("echoes", clock=DAY)
    us = house.person().join(room, keys)
    house.inside(lambda: setattr(house.app.hall.rooms[room].clock, "began", [time.monotonic() - DAY / 2] * 2))
    for seat in (1, 2):
        for word in ("new D", *(("fire N", "fire N", "shield N") if seat == 1 else ("fire S", "fire S", "shield S"))):
            assert max(us.play(word, seat)["left"]) <= DAY / 2
        last = us.play("submit", seat)
    assert last["left"] == [-1, -1], "the clocks stand while the film is shown"
    us.rest()
    for seat in (1, 2):
        assert us.rest() == []
        us.send(type="seen", seat=seat, at=us.at[seat])
    started = us.wait("room")
    assert min(started["left"]) > 0.9 * DAY, "and all have their whole time once everybody has seen it"


SHOTS = ("new D", "fire N", "fire N", "shield N", "submit"), ("new D", "fire S", "fire S", "shield S", "submit")


def play_first_turn(us: Person) -> None:
    """The first turn of Echoes, by both."""
    for seat, words in enumerate(SHOTS, 1):
        for word in words:
            assert us.play(word, seat)["type"] == "update"
    us.rest()


def let_run_out(house: NearHouse, room: str) -> None:
    def fall() -> None:
        clock = house.app.hall.rooms[room].clock
        clock.held_until, clock.began = 0.0, [began - 2 * DAY for began in clock.began]
        clock.on_timeout()

    house.inside(fall)


@pytest.mark.usefixtures("slow_films")
def test_a_film_holds_the_clocks_for_so_many_seconds_a_step_at_most(house: NearHouse) -> None:
    room, keys = house.make("echoes", clock=DAY)
    us = house.person().join(room, keys)
    play_first_turn(us)
    clock = house.app.hall.rooms[room].clock
    held = clock.held_until - time.monotonic()
    steps = max(len(json.loads(text)["steps"]) for text in us.heard if text.startswith('{"type":"update"'))
    assert steps > 2 and (steps - 0.1) * DAY < held <= steps * DAY
    us.send(type="seen", seat=1, at=us.at[1] - 1)  # not all of it yet
    us.send(type="seen", seat=1, at=us.at[1])
    us.rest()
    assert clock.is_held, "the other has not seen it"

    def end_film() -> None:
        clock.held_until = time.monotonic()
        clock.on_timeout()

    house.inside(end_film)
    assert min(us.wait("room")["left"]) == DAY


def test_ec57_both_out_of_time_at_once_is_a_draw_and_says_so(house: NearHouse) -> None:
    room, keys = house.make("echoes", clock=DAY)
    us = house.person().join(room, keys)
    play_first_turn(us)
    let_run_out(house, room)
    result = house.call("GET", f"/api/rooms/{room}")[1]["result"]
    assert result == {"reason": "clock", "text": "Both ran out of time at once: the match is drawn."}


def test_ec57_out_of_time_after_the_first_replay_is_a_loss(house: NearHouse) -> None:
    room, keys = house.make("echoes", clock=DAY)
    us = house.person().join(room, keys)
    play_first_turn(us)
    for word in ("new E", "fire N", "fire N", "shield N", "submit"):
        us.play(word, 1)
    let_run_out(house, room)
    result = house.call("GET", f"/api/rooms/{room}")[1]["result"]
    assert result == {"reason": "clock", "winner": 1, "text": "Player 2 ran out of time."}


def test_mr70_out_of_time_ends_the_turn_and_three_in_a_row_are_leaving(house: NearHouse) -> None:
    room, keys = house.make("maze_runner", clock=DAY)
    house.person().join(room, keys)
    for _ in range(4):
        let_run_out(house, room)
    assert house.call("GET", f"/api/rooms/{room}")[1]["state"] == "playing"
    house.forget(room)  # the store knows how often it was
    house.person().join(room, keys)
    let_run_out(house, room)
    result = house.call("GET", f"/api/rooms/{room}")[1]["result"]
    assert result["reason"] == "left" and result["text"] == f"Player {3 - result['winner']} left the match."


def test_time_while_the_hall_is_closed_counts_for_nobody(house: NearHouse) -> None:
    room, keys = house.make("echoes", clock=DAY)
    us = house.person().join(room, keys)
    house.inside(lambda: setattr(house.app.hall.rooms[room].clock, "began", [time.monotonic() - DAY / 2] * 2))
    us.play("new D", 1)
    us.rest()
    house.inside(lambda: None)
    house.forget(room)
    with house.app.hall.engine.begin() as connection:  # a day passes
        connection.execute(text("UPDATE rooms SET made = made - 86400"))
    left = house.person().join(room, keys).wait("room")["left"]
    assert all(0.4 * DAY < seconds <= DAY / 2 for seconds in left)
