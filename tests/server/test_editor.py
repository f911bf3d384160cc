"""Levels that visitors write.

Every text is answered with a scene or with all its defects, and proofs can be stopped.
"""

import contextlib
import http.client
import json
import os
import random
import select
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.conftest import FarHouse, House, NearHouse, OpenHouse

from gridhall.registry import games, levels, load
from gridhall.server.pages import editor
from gridhall.server.work import level_tasks
from gridhall.server.work.limits import Limits

FREE = Limits(work=1e6, work_burst=1e6, address_work=1e6, address_work_burst=1e6)


def text_of(game: str, name: str) -> str:
    return next(level.text for level in levels(load(game)) if level.name == name)


def proofs(house: House, game: str, text: str) -> list[dict[str, Any]]:
    """All that is told of a proof."""
    status, body = house.call("POST", f"/api/games/{game}/prove", text)
    assert status == 200, body
    return [json.loads(line.removeprefix("data: ")) for line in body.decode().splitlines() if line]


def test_a_text_is_drawn_or_all_its_defects_are_told(house: NearHouse) -> None:
    text = text_of("phase_shift", "walkthrough")
    status, checked = house.call("POST", "/api/games/phase_shift/check", text)
    assert status == 200 and checked["scene"]["width"] == 7 and "defects" not in checked
    assert [area["line"] for area in checked["draft"]["areas"]] == [2, 8]
    status, checked = house.call("POST", "/api/games/phase_shift/check", text.replace("E", "?"))
    assert status == 200 and "scene" not in checked
    assert [(defect["file"], defect.get("line"), defect.get("column")) for defect in checked["defects"]] == [
        ("_A.txt", None, None),
        ("_A.txt", 5, 6),
        ("_B.txt", 4, 6),
    ]
    assert checked["draft"]["areas"][1]["rows"] == 5, "a text with defects can be drawn on, too"


@pytest.mark.parametrize("game", games())
def test_a_new_level_begins_with_a_text_of_the_games_own(house: NearHouse, game: str) -> None:
    status, checked = house.call("POST", f"/api/games/{game}/check", "")
    assert status == 200 and checked["text"] == load(game).BLANK
    assert bool(checked.get("scene")) != bool(checked.get("defects"))


def test_a_level_is_written_as_json_and_back(house: NearHouse) -> None:
    text = text_of("grid_universe", "patrol")
    status, written = house.call("POST", "/api/games/grid_universe/rewrite?as=json", text)
    assert status == 200 and json.loads(written)["title"] == "Right of Way"
    status, back = house.call("POST", "/api/games/grid_universe/rewrite?as=text", written.decode())
    assert status == 200 and house.call("POST", "/api/games/grid_universe/rewrite?as=json", back.decode())[1] == written
    assert house.call("POST", "/api/games/grid_universe/rewrite?as=json", "?")[1]["code"] == "bad_setup"
    assert (
        house.call("POST", "/api/games/phase_shift/rewrite?as=json", text_of("phase_shift", "walkthrough"))[1]["code"]
        == "unavailable"
    )


def test_nothing_of_ones_own_level_is_fogged(house: NearHouse) -> None:
    checked = house.call("POST", "/api/games/maze_runner/check", text_of("maze_runner", "crossing"))[1]
    assert "fog" not in checked["scene"]["layers"][0] and {"nexus1", "nexus2"} <= {
        piece["id"] for piece in checked["scene"]["pieces"]
    }


def new_levels(house: House, game: str, **wish: Any) -> list[dict[str, Any]]:
    """All that is told while a level is made."""
    status, body = house.call("POST", f"/api/games/{game}/generate", wish)
    assert status == 200, body
    return [json.loads(line.removeprefix("data: ")) for line in body.decode().splitlines() if line]


def test_a_level_is_made_as_the_command_line_makes_it(house: NearHouse, capsys: pytest.CaptureFixture[str]) -> None:
    from gridhall.__main__ import main

    last = new_levels(house, "phase_shift", seed="7", options={"size": "5", "beacons": "2"})[-1]
    assert main(["generate", "phase_shift", "--seed", "7", "--size", "5", "--beacons", "2", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert last["text"] == printed["setup"] and last["proof"]["length"] == printed["certificate"]["length"]


def test_a_wish_for_a_level_that_cannot_be_is_refused_in_a_sentence(house: NearHouse) -> None:
    def refused(game: str, options: dict[str, str]) -> str:
        _, failure = house.call("POST", f"/api/games/{game}/generate", {"options": options})
        return failure["message"]

    assert "Size is '99'; choose a whole number from 3 to 16" in refused("phase_shift", {"size": "99"})
    assert "there is no option 'colour'" in refused("phase_shift", {"colour": "red"})
    assert "makes no levels" in refused("echoes", {})
    crowded = new_levels(house, "phase_shift", options={"size": "3", "beacons": "8"})[-1]
    assert "do not fit a board" in crowded["problem"]


def test_a_level_that_takes_too_long_is_given_up_with_a_sentence(open_house: OpenHouse) -> None:
    house = open_house(Limits(new_level_seconds=0.0))
    last = new_levels(house, "phase_shift", seed="7")[-1]
    assert last["problem"] == level_tasks.NONE_IN_TIME


def test_a_room_is_made_with_the_games_own_settings(house: NearHouse) -> None:
    room, keys = house.make("echoes", settings={"turns": "7"})
    person = house.person().join(room, keys)
    assert "of 7" in person.wait("whole")["scene"]["status"]
    room_page = house.call("GET", f"/api/rooms/{room}")[1]
    assert room_page["settings"] == ["Turns: 7"] and "open" not in room_page, (
        "whoever is invited is told; nobody chose the chances"
    )


def test_settings_that_no_form_offers_make_no_room(house: NearHouse) -> None:
    for wish in ({"settings": {"turns": "1000"}}, {"settings": {"turns": "7"}, "level": "needle"}):
        status, failure = house.call("POST", "/api/rooms", {"game": "echoes", **wish}, house.guest())
        assert status == 400 and failure["code"] == "bad_setup", failure


def test_a_room_of_ones_own_text_shows_its_title(house: NearHouse) -> None:
    room, _ = house.make("echoes", text="; title: My duel\n")
    assert house.call("GET", f"/api/rooms/{room}")[1]["level_title"] == "My duel"


def test_what_is_too_large_too_much_or_no_text_is_refused(open_house: OpenHouse) -> None:
    house = open_house(Limits(work=0.0001, work_burst=0.05))
    assert house.call("POST", "/api/games/ecoes/check", "x")[1]["code"] == "unknown_game"
    status, failure = house.call("POST", "/api/games/phase_shift/check", "#" * 70_000)
    assert (status, failure["code"]) == (413, "too_large")
    connection = http.client.HTTPConnection("127.0.0.1", house.port)
    with contextlib.closing(connection):
        connection.request("POST", "/api/games/phase_shift/check", b"\xff\xfe#")
        answer = connection.getresponse()
        assert answer.status == 400 and json.loads(answer.read())["code"] == "bad_message"
    while (answered := house.call("POST", "/api/games/phase_shift/check", "#"))[0] == 200:
        pass
    assert (answered[0], answered[1]["code"]) == (429, "too_fast")
    assert house.call("POST", "/api/games/phase_shift/prove", "#")[1]["code"] == "too_fast"


def test_what_cannot_be_proved_is_said_at_once(house: NearHouse) -> None:
    assert house.call("POST", "/api/games/phase_shift/prove", "#")[1]["code"] == "bad_setup"
    assert house.call("POST", "/api/games/echoes/prove", "")[1]["code"] == "unavailable"


def test_a_level_is_proved_to_be_won_in_so_many_moves_or_never(house: NearHouse) -> None:
    text = text_of("phase_shift", "walkthrough")
    *before, last = proofs(house, "phase_shift", text)
    assert all("status" not in proof for proof in before)
    assert (last["status"], last["length"], "".join(last["witness"])) == ("OPTIMAL", 8, "eeewssee")
    last = proofs(house, "phase_shift", text.replace(".E", "#E"))[-1]
    assert last["status"] == "UNSOLVABLE" and "witness" not in last
    last = proofs(house, "phase_shift", "; limit: 7\n" + text)[-1]
    assert last["status"] == "UNSOLVABLE" and "8 moves" in last["note"]


def test_a_proof_that_costs_too_much_is_left_open(open_house: OpenHouse) -> None:
    house = open_house(msgspec.structs.replace(FREE, proof_seconds=-1.0))
    last = proofs(house, "phase_shift", text_of("phase_shift", "walkthrough"))[-1]
    assert last["status"] == "OPEN" and "length" not in last


def test_a_proof_whose_process_dies_is_left_open(far_house: FarHouse) -> None:
    assert proofs(far_house, "lasting", "die\n" + text_of("phase_shift", "walkthrough"))[-1]["status"] == "OPEN"


def test_who_hangs_up_stops_the_proof_and_the_slot_is_free(far_house: FarHouse, tmp_path: Path) -> None:
    text = text_of("phase_shift", "walkthrough")
    os.mkfifo(tmp_path / "alive")
    alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)  # it ends when nobody proves any more
    os.set_blocking(alive, True)
    connection = http.client.HTTPConnection("127.0.0.1", far_house.port)
    connection.request("POST", "/api/games/lasting/prove", f"wait {tmp_path}\n{text}")
    assert connection.getresponse().readline().startswith(b"data: ")
    begun = b""
    while not begun:
        select.select([alive], [], [])
        begun += os.read(alive, 100)
    connection.close()
    assert os.read(alive, 100) == b""
    os.close(alive)
    assert proofs(far_house, "lasting", text)[-1]["status"] == "OPTIMAL"


@pytest.mark.parametrize("game", [game for game in games() if load(game).draft is not None])
def test_the_signs_of_every_shipped_level_look_as_its_scene_does(game: str) -> None:
    """What the client sketches of a sign is what the game itself draws there; a second board may show a reflection."""
    for level in levels(load(game)):
        checked = editor.checked(load(game), level.text)
        scene, draft = checked.scene, checked.draft
        assert scene is not None and not checked.defects
        known = {sign.sign: sign for sign in draft.signs}
        lines = level.text.split("\n")
        for layer, area in enumerate(draft.areas):
            is_whole_board = (scene.width, scene.height) == (area.columns, area.rows)
            for row in range(area.rows):
                for col, letter in enumerate(lines[area.line - 1 + row].ljust(area.columns, draft.pad)):
                    where = level.name, letter
                    assert letter in known, where
                    if is_whole_board:
                        cell, sign = row * area.columns + col, known[letter]
                        pieces = {piece.kind for piece in scene.pieces if (piece.cell, piece.layer) == (cell, layer)}
                        assert scene.layers[layer].tiles[row][col] == draft.legend[sign.under or sign.kind].text, where
                        assert not sign.under or sign.kind in pieces or (layer and pieces), where


def test_a_game_that_says_nothing_of_drawing_is_edited_as_text(far_house: FarHouse) -> None:
    status, checked = far_house.call("POST", "/api/games/nim/check", "")
    assert status == 200 and checked["scene"] and checked["draft"] == {}


def test_few_bytes_that_mean_millions_are_refused_unmade() -> None:
    rows = "\n".join("x" * 32 for _ in range(32))
    for meaning in ("agent inventory(" + ", ".join(["key red"] * 6000) + ")", " + ".join(["coin"] * 6000)):
        checked = editor.checked(load("grid_universe"), f"{rows}\nx = {meaning}\n")
        assert [defect.message for defect in checked.defects if "room for 2,048" in defect.message]
    checked = editor.checked(load("grid_universe"), "xx\nxx\nx = " + "agent inventory(" * 3000 + ")" * 3000)
    assert "nested too deeply" in checked.defects[0].message


@pytest.mark.parametrize("game", games())
def test_any_text_is_answered(open_house: OpenHouse, game: str) -> None:
    house = open_house(FREE)
    chance = random.Random(5)
    module = load(game)
    texts = [level.text for level in levels(module)] + [module.BLANK]
    signs = sorted({sign for text in texts for sign in text} | set("\0\t\r\n;:-=+(){}[]\"'\\é☃😀\u2028"))
    for number in range(100):
        text = list(chance.choice(texts))
        for _ in range(chance.choice((1, 2, 8, 40))):
            at = chance.randrange(len(text) + 1)
            text[at : at + chance.choice((0, 1, 1, 5))] = chance.choices(signs, k=chance.choice((0, 1, 1, 6)))
        if number % 10 == 0:
            text = text[: chance.randrange(len(text) + 1)] * chance.randrange(4)
        sent = "".join(text)
        status, checked = house.call("POST", f"/api/games/{game}/check", sent)
        assert status == 200, sent
        assert ("scene" in checked) != bool(checked.get("defects")), sent
        for area in checked["draft"].get("areas", []):
            assert area["line"] + area["rows"] - 1 <= len(checked["text"].split("\n")), sent
