"""What one visitor can do to the others: nothing. Each of these once stopped a hall; all are bounded, on loopback."""

import asyncio
import contextlib
import http.client
import itertools
import json
import operator
import os
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from tests.server import conftest
from tests.server.conftest import NearHouse, OpenHouse

from gridhall.match import Match
from gridhall.record import record_text
from gridhall.registry import levels, load
from gridhall.server.failures import Refused
from gridhall.server.work.budget import KINDS
from gridhall.server.work.fair_queue import FairQueue, Visitor
from gridhall.server.work.limits import Limits
from gridhall.server.work.workers import memory_of

WAITING = Limits().waiting_each
SMALL = 400 << 20  # bytes
PATIENT = msgspec.structs.replace(conftest.PATIENT, free_bytes=1 << 20)


@pytest.fixture
def crowd() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(40) as pool:
        yield pool


@pytest.fixture
def public_house(open_house: OpenHouse) -> NearHouse:
    """A hall behind a proxy on this machine, so that a test can come from any address."""
    house = open_house(PATIENT)
    house.app.guard.proxies.extend(house.app.guard.operators)
    return house


def far_away(number: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"198.51.100.{number}"}


def level(game: str, name: str) -> str:
    return next(level.text for level in levels(load(game)) if level.name == name)


def hostile_level() -> str:
    """A large board that no search comes to the end of: monsters, keys, boxes, and an exit behind walls."""
    rows = [["." for _ in range(32)] for _ in range(32)]
    for number in range(30):
        rows[1 + number][2 + number % 28] = "B"
        rows[number][31 - number] = rows[number][(7 * number + 9) % 32] = "M"
    rows[0][0], rows[31][31] = "A", "E"
    rows[30][31] = rows[31][30] = "#"
    legend = "A = floor + agent\nE = floor + exit\nB = floor + box\nM = floor + monster moving(y, 1)\n"
    return "; objective: exit\n" + "\n".join("".join(row) for row in rows) + "\n" + legend


def easy_check(house: NearHouse, number: int) -> None:
    text = level("phase_shift", "walkthrough")
    status, answer = house.call("POST", "/api/games/phase_shift/check", text, headers=far_away(number))
    assert status == 200 and answer["scene"], answer


def long_record() -> str:
    """A valid record of several thousand plies: to and fro, and taken back by walking."""
    match = Match.of_text(load("phase_shift"), "; limit: 9999\n" + level("phase_shift", "walkthrough"))
    for _ in range(1500):
        match.play("e")
        match.play("w")
    return record_text(match)


def waiting(house: NearHouse, lane: str) -> tuple[int, int]:
    """How many jobs of a lane are under way, and how many wait."""
    queue = house.app.hall.budget.lanes[lane].queue
    count: tuple[int, int] = house.inside(lambda: (queue.running, len(queue)))
    return count


@contextlib.contextmanager
def busy_with(house: NearHouse, number: int, gate: Path) -> Iterator[None]:
    """Let a worker be busy with the visitor of an address until the test has seen what it wants to see.

    It opens a named pipe, which lasts until somebody opens its other end.
    """
    os.mkfifo(gate)
    hall, visitor = house.app.hall, Visitor(far_away(number)["X-Forwarded-For"])
    work = hall.budget.run(visitor, "check", os.open, str(gate), os.O_RDONLY)
    under_way = asyncio.run_coroutine_threadsafe(work, hall.writer.loop)
    while waiting(house, "quick") != (1, 0):
        pass
    try:
        yield
    finally:
        gate.write_text("")
        under_way.result(conftest.PATIENCE)


def test_ten_long_records_keep_nobody_from_joining(
    public_house: NearHouse, crowd: ThreadPoolExecutor, tmp_path: Path
) -> None:
    house, record = public_house, long_record()
    room, keys = house.make("phase_shift", level="walkthrough")
    with busy_with(house, 1, tmp_path / "gate"):
        replay = ("POST", "/api/replay?from=2900", record)
        sent = [crowd.submit(house.call, *replay, headers=far_away(1)) for _ in range(10)]
        list(itertools.islice(as_completed(sent), 10 - WAITING))  # those that are refused
        again = urllib.request.Request(f"http://127.0.0.1:{house.port}/api/replay", record.encode(), far_away(1))
        with pytest.raises(urllib.error.HTTPError) as refused, urllib.request.urlopen(again, timeout=conftest.PATIENCE):
            pass
        assert refused.value.code == 503 and int(refused.value.headers["Retry-After"]) > 0
        refused.value.close()
        for word in "ewewe":
            house.person().join(room, keys).play(word)
        easy_check(house, 2)
        assert waiting(house, "quick") == (1, WAITING), "one visitor never has more than one worker"
        assert sum(request.done() for request in sent) == 10 - WAITING, "somebody else does not wait for them"
    answered = [request.result()[0] for request in sent]
    assert set(answered) <= {200, 429, 503} and answered.count(503) == 10 - WAITING


@pytest.mark.parametrize("where", ["elsewhere", "in the same house"])
def test_a_flood_of_proofs_leaves_room_for_somebody_elses(
    where: str, open_house: OpenHouse, crowd: ThreadPoolExecutor
) -> None:
    house = open_house(msgspec.structs.replace(PATIENT, proof_seconds=1e6))
    house.app.guard.proxies.extend(house.app.guard.operators)
    hard, stop, flooder = hostile_level(), threading.Event(), {"Authorization": f"Bearer {house.guest()}"}

    def flood() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=180)
        connection.request("POST", "/api/games/grid_universe/prove", hard, far_away(1) | flooder)
        answer = connection.getresponse()
        answer.readline()
        stop.wait(180)
        connection.close()

    flooding = [crowd.submit(flood) for _ in range(20)]
    workers = house.app.hall.budget.lanes["long"].workers
    while not (under_way := house.inside(lambda: [worker.pid for worker in workers if worker.pid])):
        time.sleep(0.01)
    os.kill(under_way[0], signal.SIGSTOP)  # so that no search comes to its end meanwhile, however slow all else is
    try:
        text = level("phase_shift", "walkthrough")
        address = far_away(2 if where == "elsewhere" else 1)
        status, body = house.call("POST", "/api/games/phase_shift/prove", text, house.guest(), address)
        assert status == 200 and b'"OPTIMAL"' in body
        assert waiting(house, "long")[0] == 1, "one visitor never has more than one worker, and their proof goes on"
    finally:
        os.kill(under_way[0], signal.SIGCONT)
        stop.set()
    for attacker in flooding:
        attacker.result()
    while waiting(house, "long") != (0, 0):  # whoever hangs up stops what was asked for
        time.sleep(0.01)


def test_one_address_never_has_all_workers_and_one_visitor_has_one(house: NearHouse) -> None:
    lanes = house.app.hall.budget.lanes
    assert lanes["quick"].queue.places >= 3 <= lanes["long"].queue.places
    queue: FairQueue[int] = FairQueue(3, 100, 100)
    for job in range(12):
        queue.put(Visitor("here", f"guest {job % 4}"), job)
    assert [queue.take(), queue.take()] == [(Visitor("here", "guest 0"), 0), (Visitor("here", "guest 1"), 1)]
    assert queue.take() is None, "the last place is for somebody from elsewhere"
    queue.put(Visitor("there"), 99)
    assert queue.take() == (Visitor("there"), 99)
    queue.ended(Visitor("here", "guest 0"))
    assert queue.take() == (Visitor("here", "guest 2"), 2), "everybody at an address has their turn"


def test_a_task_that_needs_more_memory_than_a_worker_has_is_refused(open_house: OpenHouse) -> None:
    house = open_house(msgspec.structs.replace(PATIENT, worker_bytes=SMALL))
    hall = house.app.hall
    greedy = hall.budget.run(Visitor(), "check", operator.mul, "x", SMALL + (64 << 20))
    with pytest.raises(Refused, match="more memory than the hall gives"):
        asyncio.run_coroutine_threadsafe(greedy, hall.writer.loop).result(180)
    easy_check(house, 2)


def test_work_that_nobody_waits_for_any_more_is_stopped(house: NearHouse) -> None:
    hall, sleep, ten_minutes = house.app.hall, cast(Any, time.sleep), cast(Any, 600.0)
    work = asyncio.run_coroutine_threadsafe(
        hall.budget.run(Visitor(), "generate", sleep, ten_minutes), hall.writer.loop
    )
    while waiting(house, "long")[0] < 1:
        time.sleep(0.01)
    work.cancel()
    while waiting(house, "long")[0]:  # and not when its two minutes are over
        time.sleep(0.01)


def test_a_hint_on_a_hostile_level_has_a_bound_of_memory(open_house: OpenHouse) -> None:
    house = open_house(msgspec.structs.replace(PATIENT, worker_bytes=SMALL, workers=1))
    room, keys = house.make("grid_universe", text=hostile_level())
    me = house.person().join(room, keys)
    budget, most = house.app.hall.budget, 0
    for ask in (1, 2):
        me.send(type="hint?", seat=1, ask=ask)
        while not (heard := [text for text in me.heard if f'"ask":{ask}' in text]):
            me.rest()
            most = max(most, house.inside(budget.memory))
            assert most < 2 * SMALL, "a worker has one limit, and there is one"
        assert json.loads(heard[0])["type"] in ("hint", "error")
    assert most > 0


def test_deep_nesting_is_answered_briefly_and_beside_the_loop(
    public_house: NearHouse, crowd: ThreadPoolExecutor, tmp_path: Path
) -> None:
    house = public_house
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    before = memory_of(os.getpid())
    with busy_with(house, 1, tmp_path / "gate"):
        nested = ("POST", "/api/games/grid_universe/rewrite?as=text", "[" * 65_000)
        sent = [crowd.submit(house.call, *nested, headers=far_away(1)) for _ in range(24)]
        list(itertools.islice(as_completed(sent), 24 - WAITING))  # those that are refused
        assert waiting(house, "quick") == (1, WAITING), "they wait for a worker, and the loop answers pings"
        me.rest()
    for request in sent:
        status, answer = request.result()
        assert status in (400, 429, 503), answer
        assert len(answer.get("defects", ())) <= 101 and len(answer["message"]) < 70_000
    assert memory_of(os.getpid()) - before < 200 << 20


def test_of_very_many_defects_a_hundred_are_told_and_how_many_more(house: NearHouse) -> None:
    status, checked = house.call("POST", "/api/games/grid_universe/check", ("?" * 60 + "\n") * 900)
    defects = checked["defects"]
    assert status == 200 and len(defects) == 101 and defects[-1]["message"].startswith("and 53,901 more")


def test_one_address_cannot_fill_the_disk(open_house: OpenHouse) -> None:
    house = open_house(Limits(address_bytes=300_000, guests=1e6, guest_burst=1e6, work_burst=1e6))
    text = level("phase_shift", "walkthrough") + "\n" * 50_000
    codes = []
    for _ in range(12):
        status, answer = house.call("POST", "/api/rooms", {"game": "phase_shift", "text": text}, house.guest())
        codes.append(answer.get("code", status))
    assert codes[0] == 201 and codes[-1] == "too_many" and codes.count(201) <= 7


def test_a_guest_has_a_quota_of_stored_bytes(open_house: OpenHouse) -> None:
    house = open_house(Limits(stored_bytes=120_000))
    token, text = house.guest(), level("phase_shift", "walkthrough") + "\n" * 50_000
    codes = [
        house.call("POST", "/api/rooms", {"game": "phase_shift", "text": text}, token)[1].get("code") for _ in range(5)
    ]
    assert codes == [None, None, None, "too_many", "too_many"]


def test_with_little_left_on_the_disk_there_are_no_new_rooms_and_matches_go_on(open_house: OpenHouse) -> None:
    house = open_house(PATIENT)
    token = house.guest()
    room, keys = house.make("phase_shift", token, level="walkthrough")
    me = house.person().join(room, keys)
    house.inside(lambda: setattr(house.app.hall.limits, "free_bytes", 1 << 62))
    status, answer = house.call("POST", "/api/rooms", {"game": "phase_shift"}, token)
    assert (status, answer["code"]) == (503, "unavailable") and "disk" in answer["message"]
    assert me.play("e")["type"] == "update"


def test_a_match_has_a_cap_of_acts_and_says_so(open_house: OpenHouse) -> None:
    house = open_house(Limits(acts=6))
    room, keys = house.make("phase_shift", level="walkthrough")
    me = house.person().join(room, keys)
    for word in "ewewew":
        assert me.play(word)["type"] == "update"
    refused = me.play("e")
    assert refused["code"] == "match_over" and "6 acts" in refused["message"]
    assert house.call("GET", f"/api/rooms/{room}")[1]["result"]["reason"] == "limit"
    assert me.act("undo")["code"] == "match_over"


def test_a_class_behind_one_address_plays_undisturbed(house: NearHouse, crowd: ThreadPoolExecutor) -> None:
    def play(_: int) -> int:
        room, keys = house.make("phase_shift", level="walkthrough")
        me = house.person().join(room, keys)
        me.send(type="hint?", seat=1, ask=1)
        assert me.wait("hint", "error")["type"] == "hint"
        return sum(me.play(word)["type"] == "update" for word in "eeewssee")

    assert list(crowd.map(play, range(40))) == [8] * 40


def test_a_picture_of_a_long_match_has_a_bound_of_scenes() -> None:
    from gridhall.render import picture

    match = Match.of_text(load("phase_shift"), "; limit: 9999\n" + level("phase_shift", "walkthrough"))
    for number in range(3 * picture.SCENES):
        match.play("ew"[number % 2])
    scenes = picture._scenes(match, 0)
    assert len(scenes) <= picture.SCENES + 1 and scenes[-1] == match.scene(0)
    assert KINDS["picture"].lane != KINDS["move"].lane, "machines play on meanwhile"
