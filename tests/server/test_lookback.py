"""Looking back over the wire: what positions were worth, another line from one of them, and what stays secret."""

import json

import pytest

from gridhall.match import Match
from gridhall.record import record_text
from gridhall.registry import games, levels, load

PUZZLES = [game for game in games() if load(game).PUZZLE]
SECRET = [game for game in games() if load(game).SECRETS]


def valued(house, path, headers=None, body=None):
    """What the hall says about values, one after the other."""
    status, content = house.call("POST" if body else "GET", path, body, headers=headers)
    if status != 200:
        return status, content
    return status, [json.loads(event.removeprefix("data: ")) for event in content.decode().split("\n\n") if event]


def play_words(person, words):
    for word in words:
        assert person.play(word)["type"] == "update"


def solved_room(house, game):
    """A shipped level, played by its proved way; the room, its keys, and the words."""
    level = levels(load(game))[0]
    room, keys = house.make(game, level=level.name)
    words = level.certificate["witness"].split("; ")
    play_words(house.person().join(room, keys), words)
    return room, keys, words


@pytest.mark.parametrize("game", SECRET)
def test_before_the_end_nobody_is_told_what_a_position_with_secrets_is_worth(house, game):
    token = house.guest()
    room, keys = house.make(game, token, seats=[{"kind": "me"}] * load(game).PLAYERS)
    house.person().join(room, keys)
    for headers in ({}, *({"X-Seat": key["secret"]} for key in keys)):
        status, answer = valued(house, f"/api/match/{room}/values", headers)
        assert (status, answer["code"]) == (403, "sealed")
    status, answer = house.call("POST", f"/api/match/{room}/branch?ply=0", token=token)
    assert (status, answer["code"]) == (403, "sealed")


@pytest.mark.parametrize("game", PUZZLES)
def test_before_the_end_of_a_puzzle_values_are_for_whoever_plays_it(house, game):
    level = levels(load(game))[0]
    token = house.guest()
    room, keys = house.make(game, token, level=level.name)
    words = level.certificate["witness"].split("; ")
    play_words(house.person().join(room, keys), words[:2])
    assert valued(house, f"/api/match/{room}/values")[0] == 403
    assert valued(house, f"/api/match/{room}/values", {"X-Seat": "x" + keys[0]["secret"]})[0] == 403
    status, heard = valued(house, f"/api/match/{room}/values", {"X-Seat": keys[0]["secret"]})
    assert status == 200 and heard[-1]["done"]
    assert [value["left"] for value in heard[-1]["values"]] == [len(words), len(words) - 1, len(words) - 2]
    status, answer = house.call("POST", f"/api/match/{room}/branch?ply=0", token=token)
    assert (status, answer["code"]) == (403, "sealed")


def test_values_come_in_order_are_kept_and_are_the_same_for_a_record(house):
    room, _, words = solved_room(house, PUZZLES[0])
    status, first = valued(house, f"/api/match/{room}/values")
    assert status == 200 and first[0]["values"] == [] and first[-1]["done"]
    assert [value.get("left", -1) for value in first[-1]["values"]] == list(range(len(words), -1, -1))
    _, again = valued(house, f"/api/match/{room}/values")
    assert again == first[-1:]  # nothing was searched for
    record = house.call("GET", f"/api/match/{room}/record")[1].decode()
    assert valued(house, "/api/replay/values", body=record)[1][-1] == first[-1]


def test_another_line_leaves_the_match_as_it_was(house):
    room, _, words = solved_room(house, PUZZLES[0])
    record = house.call("GET", f"/api/match/{room}/record")
    token = house.guest()
    status, branch = house.call("POST", f"/api/match/{room}/branch?ply=2", token=token)
    assert status == 201
    tried = house.person().join(branch["room"], branch["keys"])
    about = tried.wait("room")
    assert about["branch"] == {"room": room, "ply": 2} and about["open"]
    assert tried.wait("whole")["moves"] == 2
    assert tried.act("undo", count=1)["code"] == "illegal_action"  # these moves are the other match's
    play_words(tried, words[2:])
    assert tried.act("undo", count=0)["type"] == "update"
    assert house.call("GET", f"/api/match/{branch['room']}?from=0&to=9")[1]["plies"] == 2
    play_words(tried, words[2:])
    house.forget(branch["room"])  # it is made again from its log
    assert house.call("GET", f"/api/rooms/{branch['room']}")[1]["branch"] == {"room": room, "ply": 2}
    assert house.call("GET", f"/api/match/{room}/record") == record
    refused = house.call("POST", f"/api/match/{room}/branch?ply={len(words)}", token=token)
    assert (refused[0], refused[1]["code"]) == (400, "match_over")
    assert house.call("POST", f"/api/match/{room}/branch?ply=99", token=token)[0] == 400
    assert house.call("POST", f"/api/match/{room}/branch?ply=1")[1]["code"] == "no_guest"


@pytest.mark.parametrize("game", [game for game in SECRET if load(game).PLAYERS > 1])
def test_another_line_of_a_duel_is_played_against_a_machine_from_ones_own_seat(house, game):
    room, keys = house.make(game)
    person = house.person().join(room, keys)
    person.act("resign", 2)
    status, branch = house.call("POST", f"/api/match/{room}/branch?ply=0&seat=2", token=house.guest())
    assert status == 201 and [key["seat"] for key in branch["keys"]] == [2]
    seats = house.call("GET", f"/api/rooms/{branch['room']}")[1]["seats"]
    assert [seat["kind"] for seat in seats] == ["machine", "person"]
    assert house.call("POST", f"/api/match/{room}/branch?ply=0&seat=3", token=house.guest())[1]["code"] == "no_seat"


def test_a_record_that_is_not_over_has_no_values(house):
    record = record_text(Match(PUZZLES[0]))
    assert valued(house, "/api/replay/values", body=record)[0] == 400
