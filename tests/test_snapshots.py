"""Upgrades are survived: commands print what they printed, and everything that was stored is gone on with."""

import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.conftest import FarHouse, Person
from tests.upgrades import FOLDER, VERSIONS, copy_hall, load

from gridhall import registry
from gridhall.__main__ import main
from gridhall.match import Match
from gridhall.record import record_lines, replay
from gridhall.results import OwnResult, Results

OUTPUTS = [
    pytest.param(version, output, id=f"{version}-{number}-{' '.join(output['arguments'])[:60]}")
    for version in VERSIONS
    for number, output in enumerate(load(version, "commands.json")["outputs"])
]
ROOMS = [
    pytest.param(version, entry, id=f"{version}-{entry['game']}-{entry['kind']}")
    for version in VERSIONS
    for entry in load(version, "rooms.json")["rooms"]
]
RECORDS = [
    pytest.param(version, path.name, id=f"{version}-{path.stem}")
    for version in VERSIONS
    for path in sorted((FOLDER / version / "home" / "matches").iterdir())
]


def is_over(path: Path) -> bool:
    return "end" in record_lines(path, partial=True)[-1]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_game_has_outputs_records_results_and_rooms(version: str) -> None:
    games = set(registry.games())
    runs = [output["arguments"] for output in load(version, "commands.json")["outputs"]]
    assert {arguments[1] for arguments in runs if arguments[0] == "run"} >= games
    paths = list((FOLDER / version / "home" / "matches").iterdir())
    for over in (True, False):
        assert {record_lines(path, partial=True)[0]["game"] for path in paths if is_over(path) == over} >= games
    with closing(sqlite3.connect(FOLDER / version / "home" / "results.sqlite")) as base:
        assert {game for (game,) in base.execute("select distinct game from results")} >= games
    states = {(entry["game"], entry["message"]["state"]) for entry in load(version, "rooms.json")["rooms"]}
    assert states >= {(game, state) for game in games for state in ("playing", "over")}


def folded(text: str) -> str:
    """A help text without what argparse sets differently in other Pythons: line breaks, `-o X, --output X`."""
    return " ".join(re.sub(r"(-\w) ([A-Z]+), (--[\w-]+) \2", r"\1, \3 \2", text).split())


def missing_words(before: str, now: str) -> list[str]:
    """The words of a help text that are gone from it, or stand in another order; options may have been added."""
    coming = iter(now.split())
    return [word for word in before.split() if word not in coming]


def timeless(text: str) -> str:
    """An output without the seconds that a proof took."""
    return re.sub(r'"nodes": (\d+), "seconds": [\d.]+', r'"nodes": \1, "seconds": _', text)


@pytest.mark.parametrize("version, output", OUTPUTS)
def test_commands_print_what_they_printed(
    version: str,
    output: dict[str, Any],
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if output.get("home"):
        shutil.copytree(FOLDER / version / "home", home)
    monkeypatch.chdir(FOLDER / version)
    monkeypatch.setenv("COLUMNS", "80")
    code = main(output["arguments"])
    said = capsys.readouterr()
    for name, text in (("stdout", said.out), ("stderr", said.err)):
        if f"{name}_sha256" in output:
            assert hashlib.sha256(text.encode()).hexdigest() == output[f"{name}_sha256"], text
        elif "--help" in output["arguments"] and name == "stdout":
            assert missing_words(folded(output[name]), folded(text)) == [], text
        else:
            assert timeless(text) == timeless(output[name])
    assert code == output["exit"]


def words_to_the_end(match: Match) -> list[str]:
    """Words for the prompt: of one player until the match is over; where two play, one word and then a resignation."""
    luck = Random(1)
    words: list[str] = []
    while not match.over:
        player = match.acting[0]
        offered = [choice for choice in match.scene(player).choices if not choice.why]
        going_on = [choice for choice in offered if not choice.confirm and choice.action < match.game.ACTIONS]
        words.append(luck.choice(going_on or offered).word)
        match.play(words[-1], player)
        if match.game.PLAYERS > 1:
            return [words[0], "resign", "resign"]
    return words


@pytest.mark.parametrize("version, name", RECORDS)
def test_every_unfinished_match_goes_on_to_its_end_and_every_record_verifies(
    version: str, name: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "matches").mkdir(parents=True)
    path = home / "matches" / name
    shutil.copy(FOLDER / version / "home" / "matches" / name, path)
    if not is_over(path):
        before = path.read_bytes()
        words = words_to_the_end(replay(record_lines(path, partial=True)))
        command = [sys.executable, "-m", "gridhall", "play", "--resume", path.stem, "--plain"]
        text = "\n".join(words) + "\n"
        ended = subprocess.run(command, input=text, capture_output=True, text=True, timeout=180)
        assert ended.returncode == 0, ended.stderr
        assert path.read_bytes().startswith(before) and is_over(path)
        head = record_lines(path)[0]
        people = [player for player in head["players"] if not player.startswith("machine")]
        kept = Results(home).of(head["game"], registry.load(head["game"]).VERSION)
        assert [result.record for result in kept] == [path.stem] * (len(people) == 1)
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("version", VERSIONS)
def test_the_results_are_listed_and_take_a_new_one(version: str, tmp_path: Path) -> None:
    shutil.copytree(FOLDER / version / "home", tmp_path, dirs_exist_ok=True)
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as base:
        rows = base.execute("select game, version, level, kind, won, moves, record, facts from results").fetchall()
    store = Results(tmp_path)
    for game in registry.games():
        rules = registry.load(game)
        expected = [(*row[:4], bool(row[4]), *row[5:7], json.loads(row[7])) for row in rows if row[0] == game]
        listed = store.of(game, rules.VERSION)
        assert expected == [
            tuple(
                getattr(result, name)
                for name in ("game", "version", "level", "kind", "won", "moves", "record", "facts")
            )
            for result in listed
        ]
        assert all((tmp_path / "matches" / f"{result.record}.jsonl").exists() for result in listed)
        best = store.best(game, listed[0].level, rules.VERSION, rules.RANKING)
        assert best is not None and best.won == any(result.won for result in listed if result.level == listed[0].level)
        result = OwnResult(
            game, rules.VERSION, listed[0].level, 5, "level", True, 1, 0.5, 3, 9, listed[0].facts, finished=1.0
        )
        assert store.add(result) and not store.trouble
        assert store.of(game, rules.VERSION) == [*listed, result]


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, FarHouse]]:
    """A hall of today for each version, on a copy of its store."""
    opened: dict[str, FarHouse] = {}
    try:
        for version in VERSIONS:
            folder = tmp_path_factory.mktemp("hall")
            copy_hall(version, folder / "hall.sqlite")
            opened[version] = FarHouse(f"sqlite:///{folder}/hall.sqlite")
        yield opened
    finally:
        for hall in opened.values():
            hall.close()


def lasting(message: dict[str, Any]) -> dict[str, Any]:
    """What of a room does not depend on who is connected, and when."""
    seats = [{key: value for key, value in seat.items() if key != "here"} for seat in message["seats"]]
    return {**{key: value for key, value in message.items() if key != "left"}, "seats": seats}


@pytest.mark.parametrize("version, entry", ROOMS)
def test_every_room_is_as_it_was_and_goes_on_to_its_end(
    version: str, entry: dict[str, Any], halls: dict[str, FarHouse]
) -> None:
    hall, room, kind = halls[version], entry["room"], entry["kind"]
    address = f"/api/rooms/{room}"
    today = lasting(hall.call("GET", address)[1])
    before = lasting(entry["message"])
    if before.get("result", {}).get("winner") and len(before["seats"]) == 1:
        before.pop("undo", None)  # what is won stands in a table, and is played again instead
    assert {key: today.get(key) for key in before} == before  # there may be more today
    for token in entry["tokens"]:  # it opens the guest's seat without the key
        assert hall.call("GET", "/api/rooms", token=token)[0] == 200
        guest = hall.person().join(room, [{"seat": key["seat"]} for key in entry["keys"]], token)
        assert guest.numbers
        guest.close()
    person = hall.person().join(room, entry["keys"], entry["tokens"][0])
    for _ in entry["keys"]:
        person.wait("whole")
    # How a position is drawn may get better; that it is the same one the hashes of the record say, below.
    assert {str(seat) for seat, scene in person.scenes.items() if scene["layers"]} == set(entry["scenes"])
    if kind == "waiting":
        guest = hall.person().join(room, token=hall.guest())
        guest.send(type="sit", seat=2, name="Newcomer")
        guest.wait("seated")
    if kind == "draw offered":
        assert person.act("answer", 2, what="draw", yes=True)["type"] == "taken"
    elif entry["message"]["state"] != "over":
        acting = play_on(person, room, hall)
        assert person.act("resign", acting)["type"] in ("update", "taken")
    elif kind == "rematch offered":
        person.send(type="answer", seat=1, number=person.numbers[1] + 1, what="rematch", yes=True)
        following = person.wait("rematch", "error")
        assert following["type"] == "rematch" and [key["seat"] for key in following["keys"]] == [2, 1]
        assert hall.call("GET", f"/api/rooms/{following['room']}")[1]["state"] == "playing"
    elif kind == "rematch":
        assert hall.call("GET", f"/api/rooms/{entry['message']['next']}")[0] == 200
    after = hall.call("GET", address)[1]
    assert after["state"] == "over" and after["result"]["text"] and after["seed"]
    status, record = hall.call("GET", f"/api/match/{room}/record")
    assert status == 200
    replay(record_lines(record.decode()))  # every hash is compared


def play_on(person: Person, room: str, hall: FarHouse) -> int:
    """Play a word for one of the person's seats that is offered some; the seat."""
    for seat, scene in person.scenes.items():
        offered = [c for c in scene["choices"] if not c.get("why") and not c.get("confirm")]
        if offered and person.play(offered[0]["word"], seat)["type"] != "error":
            return seat
    raise AssertionError(f"nobody can play in {room}: {hall.call('GET', f'/api/rooms/{room}')}")
