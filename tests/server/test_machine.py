"""Machine players think in other processes; a killed one's move is taken up by another."""

import os
import select
import signal
from pathlib import Path

from tests.server.conftest import FarHouse, NearHouse

from gridhall.registry import levels, load

PATIENCE = 180.0  # seconds until a test that hears nothing fails


def test_the_machine_answers(far_house: FarHouse) -> None:
    room, keys = far_house.make("nim", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    me = far_house.person().join(room, keys)
    me.wait("whole")
    me.play("3")
    answer = me.wait("update")
    assert answer["by"] == 2 and answer["acting"] == [1]
    assert me.scenes[1]["meters"][0]["value"] < 6


def test_who_plays_the_machine_may_ask_what_it_would_do(far_house: FarHouse) -> None:
    room, keys = far_house.make("nim", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    me = far_house.person().join(room, keys)
    assert me.wait("room")["hints"]
    me.send(type="hint?", seat=1, ask=1)
    hint = me.wait("hint", "error")
    assert hint["type"] == "hint" and "what the machine would do" in hint["text"] and hint["word"] in ("1", "2", "3")
    assert me.play(hint["word"])["type"] == "update"


def test_who_plays_a_person_may_not(far_house: FarHouse) -> None:
    room, keys = far_house.make("nim", seats=[{"kind": "me"}, {"kind": "open"}])
    me = far_house.person().join(room, keys)
    assert not me.wait("room").get("hints")
    me.send(type="hint?", seat=1, ask=1)
    assert me.wait("hint", "error")["code"] == "not_offered"


def test_the_machine_takes_a_seat_nobody_came_to(far_house: FarHouse) -> None:
    room, keys = far_house.make("nim", seats=[{"kind": "open"}, {"kind": "me"}])
    me = far_house.person().join(room, keys)
    me.send(type="fill", seat=1, level="god")
    assert me.wait("error")["code"] == "not_offered"
    me.send(type="fill", seat=1, level="easy")
    assert me.wait("update")["by"] == 1
    assert me.play("1", 2)["type"] == "update"


def test_the_machine_goes_on_after_a_restart(far_house: FarHouse) -> None:
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


def next_thinker(pipe: Path) -> int:
    """The id of the next process that thinks and waits; one that has not begun yet is waited for."""
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        written = b""
        while select.select([end], [], [], PATIENCE)[0] and (more := os.read(end, 100)):
            written += more
        assert written, "no machine thinks"
        return int(written)
    finally:
        os.close(end)


def test_a_killed_workers_move_is_taken_up_by_another(far_house: FarHouse, tmp_path: Path) -> None:
    """Two workers are killed while they think; the third may go on, and the machine's word comes all the same."""
    for pipe in ("thinking", "go"):
        os.mkfifo(tmp_path / pipe)
    seats = [{"kind": "me"}, {"kind": "machine", "level": "easy"}]
    room, keys = far_house.make("thinker", text=f"9 wait {tmp_path}", seats=seats)
    me = far_house.person().join(room, keys)
    me.wait("whole")
    assert me.play("3")["type"] == "update"
    killed = []
    for _ in range(2):
        killed.append(next_thinker(tmp_path / "thinking"))
        os.kill(killed[-1], signal.SIGKILL)
    assert next_thinker(tmp_path / "thinking") not in killed
    (tmp_path / "go").write_text("")  # the pipe is opened and closed again
    update = me.wait("update")
    assert update["by"] == 2 and update["acting"] == [1]
    _, said = far_house.end()
    assert said.count("taken up by another") == 2 and "internal error" not in said


def test_a_machine_that_fails_is_replaced_by_a_simple_one(far_house: FarHouse) -> None:
    seats = [{"kind": "me"}, {"kind": "machine", "level": "easy"}]
    room, keys = far_house.make("thinker", text="9 fail", seats=seats)
    me = far_house.person().join(room, keys)
    me.wait("whole")
    assert me.play("3")["type"] == "update"
    update = me.wait("update")
    assert update["by"] == 2 and update["acting"] == [1]
    _, said = far_house.end()
    assert "internal error in a machine player: ValueError" in said and "secret plan" not in said


def test_a_player_without_a_choice_is_played_for(house: NearHouse) -> None:
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


def test_who_is_played_for_is_judged_by_what_they_may_know(far_house: FarHouse) -> None:
    """The hook `automatic` gets the player's view, as the contract says; of Forced Nim it refuses anything else."""
    room, keys = far_house.make("forced", text="4")
    us = far_house.person().join(room, keys)
    us.wait("whole")
    assert us.play("3")["type"] == "update"
    end = us.wait("room", "error")
    assert end["type"] == "room" and end["state"] == "over" and end["result"]["reason"] == "rules"
    _, said = far_house.end()
    assert "internal error" not in said
