"""Frames nobody should send: every one is answered or the connection closed with a code, and the room goes on."""

import json
import random
from typing import Any

import pytest
from tests.server.conftest import PATIENCE, NearHouse, OpenHouse
from websockets.exceptions import ConnectionClosed

from gridhall.server.messages import VERSION
from gridhall.server.work.limits import Limits

KINDS = [
    "join",
    "play",
    "undo",
    "resign",
    "offer",
    "answer",
    "sit",
    "fill",
    "leave",
    "whole?",
    "preview?",
    "timeline?",
    "hint?",
    "ping",
    "nothing",
    "",
]
KINDS_HARMLESS = [kind for kind in KINDS if kind not in ("resign", "leave", "hint?")]
FIELDS = [
    "seat",
    "number",
    "word",
    "action",
    "then",
    "count",
    "what",
    "yes",
    "name",
    "level",
    "ask",
    "version",
    "room",
    "keys",
    "token",
]
ANSWERS = {"error", "update", "taken", "pong", "whole", "room", "preview", "timeline", "rematch"}


def value(chance: random.Random, depth: int = 0) -> Any:
    """Anything JSON can say."""
    kind = chance.randrange(12 if depth < 3 else 9)
    if kind < 3:
        return chance.choice([0, 1, 2, -1, 3, 7, 1 << 31, -(1 << 63), 1 << 64, 10**30])
    if kind < 5:
        return chance.choice(
            ["", "e", "new D", "2: new D", "undo", "draw", "rematch", "\x00", "é" * 300, "[" * 50, "easy", "resign now"]
        )
    if kind < 9:
        return chance.choice([None, True, False, 1.5, 1e308, -0.0])
    if kind == 9:
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(FIELDS): value(chance, depth + 1) for _ in range(chance.randrange(4))}


def frame(chance: random.Random) -> str | bytes:
    """A frame: half of them nearly right, the others anything."""
    style = chance.randrange(10)
    if style == 0:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
    if style == 1:
        return "".join(
            chr(chance.choice([34, 44, 58, 91, 93, 123, 125, 92, 48, 97, 0x1F600])) for _ in range(chance.randrange(80))
        )
    if style == 2:
        return json.dumps(value(chance))
    message: dict[str, Any] = {"type": chance.choice(KINDS_HARMLESS)}
    if style < 7:
        message.update(
            seat=chance.choice([0, 1, 2, 3]),
            number=chance.randrange(-1, 9),
            ask=1,
            word=value(chance),
            what="draw",
            yes=False,
        )
        message["action"] = chance.randrange(-2, 90)
        if chance.randrange(4):
            message["word"] = chance.choice(["e", "new D", "fire N", "submit", "undo", "walk NE", ""])
        if chance.randrange(3) == 0:
            message["then"] = [chance.randrange(-3, 99) for _ in range(chance.randrange(80))]
    for _ in range(chance.randrange(3)):
        message[chance.choice(FIELDS)] = value(chance)
    text = json.dumps(message)
    if style == 9:
        cut = chance.randrange(len(text))
        text = text[:cut] + chance.choice(["", "\\", "}", '"', "\ud7ff"]) + text[cut + chance.randrange(3) :]
    return text


def fuzz(open_house: OpenHouse, seed: int, count: int) -> None:
    patient = Limits(messages=1e9, message_burst=1e9, bad_messages=10**9, silent_seconds=1e9, join_seconds=1e9)
    house = open_house(patient)
    chance = random.Random(seed)
    game = ["echoes", "phase_shift"][seed % 2]
    room, keys = house.make(game)
    witness = house.person().join(room)
    person = house.person().join(room, keys)
    person.rest()
    for number in range(count):
        sent = frame(chance)
        try:
            person.socket.send(sent)
            person.send(type="whole?", seat=1)  # its answer comes after those of all that was sent before
            answers: list[str] = []
            while len(answers) < 2 or answers[-1] != "whole":
                answers.append(json.loads(person.socket.recv(PATIENCE))["type"])
            assert set(answers) <= ANSWERS, (number, sent)
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code in (1003, 1007, 4404, 1012), (number, sent)
            person = house.person().join(room, keys)
            person.rest()
    assert {message["type"] for message in witness.rest()} <= ANSWERS  # nobody else was thrown out
    assert house.call("GET", f"/api/rooms/{room}")[0] == 200
    fresh = house.person().join(*house.make("phase_shift", level="walkthrough"))
    assert fresh.play("e")["type"] == "update"


@pytest.mark.parametrize("seed", [0, 1])
def test_a_thousand_wild_frames_are_all_answered(
    open_house: OpenHouse, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    fuzz(open_house, seed, 1000)
    assert "internal error" not in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_ten_thousand_wild_frames_are_all_answered(
    open_house: OpenHouse, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    fuzz(open_house, seed, 10_000)
    assert "internal error" not in caplog.text


def test_a_frame_that_is_too_large_closes_with_1009(house: NearHouse) -> None:
    person = house.person()
    person.socket.send("x" * (1 << 17))
    assert person.close_code() == 1009


def test_a_fragmented_message_is_one_message(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level="walkthrough")
    person = house.person()
    text = json.dumps({"type": "join", "version": VERSION, "room": room, "keys": keys})
    person.socket.send([text[:5], text[5:20], text[20:]])
    assert person.wait("joined")["seats"] == [1]
