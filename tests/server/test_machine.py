"""Machine players think in other processes; a killed one's move is taken up by another."""

import asyncio
import os
import signal

from gridhall.registry import levels, load


def test_the_machine_answers(far_house):
    room, keys = far_house.make("nim", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    me = far_house.person().join(room, keys)
    me.wait("whole")
    me.play("3")
    answer = me.wait("update")
    assert answer["by"] == 2 and answer["acting"] == [1]
    assert me.scenes[1]["meters"][0]["value"] < 6


def test_who_plays_the_machine_may_ask_what_it_would_do(far_house):
    room, keys = far_house.make("nim", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    me = far_house.person().join(room, keys)
    assert me.wait("room")["hints"]
    me.send(type="hint?", seat=1, ask=1)
    hint = me.wait("hint", "error")
    assert hint["type"] == "hint" and "what the machine would do" in hint["text"] and hint["word"] in ("1", "2", "3")
    assert me.play(hint["word"])["type"] == "update"


def test_who_plays_a_person_may_not(far_house):
    room, keys = far_house.make("nim", seats=[{"kind": "me"}, {"kind": "open"}])
    me = far_house.person().join(room, keys)
    assert not me.wait("room").get("hints")
    me.send(type="hint?", seat=1, ask=1)
    assert me.wait("hint", "error")["code"] == "not_offered"


def test_the_machine_takes_a_seat_nobody_came_to(far_house):
    room, keys = far_house.make("nim", seats=[{"kind": "open"}, {"kind": "me"}])
    me = far_house.person().join(room, keys)
    me.send(type="fill", seat=1, level="god")
    assert me.wait("error")["code"] == "not_offered"
    me.send(type="fill", seat=1, level="easy")
    assert me.wait("update")["by"] == 1
    assert me.play("1", 2)["type"] == "update"


def test_the_machine_goes_on_after_a_restart(far_house):
    room, keys = far_house.make("nim", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    me = far_house.person().join(room, keys)
    me.wait("whole")
    me.send(type="play", seat=1, number=1, word="3")
    me.wait("update")
    far_house.kill()
    far_house.open()
    back = far_house.person().join(room, keys)
    message = back.wait("whole")
    while message["acting"] != [1]:
        message = back.wait("update")
    assert back.play("1")["type"] == "update"


def test_a_killed_workers_move_is_taken_up_by_another(house, monkeypatch, caplog):
    """Workers are killed while they think; the machine's words come all the same."""
    game = load("echoes")
    monkeypatch.setattr(game, "LEVELS_OF_PLAY", {"propose": {"agent": "propose"}})
    workers = house.door.hall.workers
    kills = []
    run = workers.run

    async def run_and_kill(function, *arguments):
        thinking = asyncio.ensure_future(run(function, *arguments))
        while not workers.pids():
            await asyncio.sleep(0)
        if len(kills) < 2:
            kills.append(workers.pids()[0])
            os.kill(kills[-1], signal.SIGKILL)
        return await thinking

    monkeypatch.setattr(workers, "run", run_and_kill)
    room, keys = house.make("echoes", seats=[{"kind": "me"}, {"kind": "machine", "level": "propose"}])
    me = house.person().join(room, keys)
    me.wait("whole")
    for word in ("new D", "fire N", "fire N", "shield N"):
        assert me.play(word)["type"] == "update"
    update = me.play("submit")
    while update["acting"] != [1, 2]:
        update = me.wait("update")  # the machine has sealed its plan, too, and the replay has run
    assert len(kills) == 2
    assert "taken up by another" in caplog.text and "internal error" not in caplog.text
    assert me.play("new C")["type"] == "update"


def test_a_machine_that_fails_is_replaced_by_a_simple_one(house, monkeypatch, caplog):
    game = load("echoes")
    monkeypatch.setattr(game, "LEVELS_OF_PLAY", {"propose": {"agent": "propose"}})

    async def fail(function, *arguments):
        raise ValueError("a secret plan")

    monkeypatch.setattr(house.door.hall.workers, "run", fail)
    room, keys = house.make("echoes", seats=[{"kind": "me"}, {"kind": "machine", "level": "propose"}])
    me = house.person().join(room, keys)
    me.wait("whole")
    for word in ("new D", "fire N", "fire N", "shield N"):
        assert me.play(word)["type"] == "update"
    update = me.play("submit")
    while update["acting"] != [1, 2]:
        update = me.wait("update")
    assert "internal error in a machine player: ValueError" in caplog.text and "secret plan" not in caplog.text


def test_a_player_without_a_choice_is_played_for(house):
    """A shipped puzzle's other side has one plan, told beforehand; it needs nobody to type it."""
    puzzle = next(level for level in levels(load("echoes")) if level.note["side"] == 1)
    room, keys = house.make("echoes", level=puzzle.name, seats=[{"kind": "me"}, {"kind": "me"}])
    me = house.person().join(room, keys)
    mine = [word.removeprefix("1: ") for word in puzzle.certificate["witness"].split("; ") if word.startswith("1: ")]
    for word in mine:
        assert me.play(word)["type"] == "update"
    while not me.scenes[1].get("outcome"):
        me.wait("update")
    assert me.scenes[1]["outcome"]["title"] == "Solved"
