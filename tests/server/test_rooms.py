"""Rooms: making, sitting, playing, watching, coming back, ending and beginning again."""

import hashlib
import json
from typing import Any

import pytest
from tests.server.conftest import FarHouse, NearHouse, Person

from gridhall.record import read_record
from gridhall.registry import games, levels, load
from gridhall.seeds import seed_of_name
from gridhall.server.messages import VERSION
from gridhall.server.messages.client import PLACES
from gridhall.server.net import socket

LEVEL = "walkthrough"
WAY = ["e", "e", "e", "w", "s", "s", "e", "e"]


def test_a_puzzle_is_played_to_its_end_and_its_record_replays(house: NearHouse) -> None:
    token = house.guest()
    room, keys = house.make("phase_shift", token, level=LEVEL)
    me = house.person().join(room, keys)
    assert me.wait("room")["state"] == "playing"
    assert me.wait("whole")["at"] == 0
    for number, word in enumerate(WAY, 1):
        update = me.play(word)
        assert (update["type"], update["at"], update["by"], update["word"]) == ("update", number, 1, word)
    end = me.wait("room")
    assert end["state"] == "over" and end["result"] == {"reason": "rules", "winner": 1, "text": "The match is won."}
    assert me.scenes[1]["outcome"]["won"] is True
    status, record = house.call("GET", f"/api/match/{room}/record")
    match = read_record(record.decode())
    assert status == 200 and match.outcome == "won" and [ply.word for ply in match.plies] == WAY


def test_the_scene_made_of_changes_is_the_whole_scene(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    me.wait("whole")
    for word in WAY:
        me.play(word)
    mine = {key: value for key, value in me.scenes[1].items() if value not in ([], "", None)}
    me.send(type="whole?", seat=1)
    assert me.wait("whole")["scene"] == mine


def test_a_move_sent_twice_counts_once(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me, again = house.person().join(room, keys), house.person().join(room, keys)
    me.wait("whole")
    again.wait("whole")
    me.play("e")
    me.send(type="play", seat=1, number=1, word="e")
    again.send(type="play", seat=1, number=1, word="w")
    assert me.wait("taken", "error", "update") == {"type": "taken", "seat": 1, "number": 1}
    assert [message["type"] for message in again.rest()] == ["update", "taken"]
    assert house.call("GET", f"/api/match/{room}")[1]["plies"] == 1


@pytest.mark.parametrize("game", games())
def test_of_two_devices_of_a_seat_that_act_at_once_one_is_refused(house: NearHouse, game: str) -> None:
    rules = load(game)
    level = levels(game)[0].name if rules.PUZZLE else ""
    room, keys = house.make(game, level=level, seats=[{"kind": "me"}] * rules.PLAYERS if rules.PLAYERS > 1 else [])
    desk, phone = [house.person().join(room, keys) for _ in range(2)]
    seat = next(message["acting"] for message in desk.rest() if message["type"] == "whole")[0]
    phone.rest()
    action = next(choice["action"] for choice in desk.scenes[seat]["choices"] if "why" not in choice)
    first, second = 5 * PLACES + 1, 7 * PLACES + 1

    def answer(device: Person, number: int) -> tuple[str, str]:
        device.send(type="play", seat=seat, number=number, action=action)
        while (message := device.wait("update", "taken", "error")).get("number") != number:
            pass
        return message["type"], message.get("code", "")

    assert answer(desk, first) == ("update", "")
    assert answer(phone, second) == ("error", "overtaken")
    assert answer(phone, second + 1) == ("error", "overtaken")  # typed ahead, for a board that never was
    assert answer(desk, first) == ("taken", "")
    phone.send(type="whole?", seat=seat)
    whole = phone.wait("whole")
    action = next((choice["action"] for choice in whole["scene"].get("choices", []) if "why" not in choice), action)
    expected = ("update", "") if seat in whole.get("acting", []) else ("error", "not_your_turn")
    assert answer(phone, second + 1) == expected
    house.forget(room)
    back, late = [house.person().join(room, keys) for _ in range(2)]
    assert answer(back, first) == ("taken", "")
    assert answer(late, second) == ("error", "overtaken")


def test_an_act_is_refused_as_overtaken_after_what_overtook_it_is_told(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    _, phone = [house.person().join(room, keys) for _ in range(2)]
    phone.rest()
    hall = house.app.hall

    def act_at_once() -> None:
        """Let both devices act in one turn of the hall's loop, so that nothing is stored in between."""
        for device, client in enumerate(list(hall.rooms[room].clients)):
            act = {"type": "play", "seat": 1, "number": device * PLACES + 1, "word": "e"}
            assert socket._answer_at_once(hall, client, json.dumps(act))

    house.inside(act_at_once)
    assert [phone.wait("update", "error")["type"] for _ in range(2)] == ["update", "error"]


def two_people(house: NearHouse | FarHouse, game: str) -> tuple[str, Person, Person]:
    """A room in which Ann has the first seat and Bob has taken the second."""
    room, keys = house.make(game, seats=[{"kind": "me"}, {"kind": "open"}])
    ann = house.person().join(room, keys)
    bob = house.person().join(room, token=house.guest())
    bob.send(type="sit", seat=2)
    bob.wait("seated")
    bob.numbers[2] = 0
    return room, ann, bob


def test_every_device_of_a_seat_knows_the_number_of_its_last_act(house: NearHouse) -> None:
    room, keys = house.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    ann, again = house.person().join(room, keys), house.person().join(room, keys)
    bob = house.person().join(room, token=house.guest())
    bob.send(type="sit", seat=2)
    bob.wait("seated")
    again.rest()
    assert ann.play("new D")["number"] == 1
    assert again.wait("update")["number"] == 1
    assert ann.act("offer", what="draw") == {"type": "taken", "seat": 1, "number": 2}
    assert again.wait("taken") == {"type": "taken", "seat": 1, "number": 2}
    assert not [message for message in bob.rest() if message["type"] == "taken"]


def test_a_number_left_out_is_refused_and_told(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    me.send(type="play", seat=1, number=3, word="e")
    error = me.wait("error")
    assert (error["code"], error["seat"], error["number"]) == ("bad_number", 1, 3) and "place 1" in error["message"]


def test_who_comes_back_gets_just_what_they_missed(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    me.wait("whole")
    for word in WAY[:5]:
        me.play(word)
    back = house.person()
    back.at[1], back.scenes[1] = 2, {}
    back.join(room, [{**keys[0], "at": 2}])
    assert [(message["type"], message.get("at")) for message in back.rest()] == [
        ("room", None),
        ("update", 3),
        ("update", 4),
        ("update", 5),
    ]
    assert [message["word"] for message in map(json.loads, back.heard) if message["type"] == "update"] == WAY[2:5]
    fresh = house.person()
    fresh.join(room, [{**keys[0], "at": 5}])
    assert [message["type"] for message in fresh.rest()] == ["room"]
    unknown = house.person()
    unknown.join(room, [{**keys[0], "at": 99}])
    assert [message["type"] for message in unknown.rest()] == ["room", "whole"]


def test_a_page_loaded_again_is_told_what_was_said(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    assert "said" not in me.wait("whole")
    updates = [me.play(word) for word in WAY[:5]]
    said = [
        {"at": update["at"], "text": step["text"]} for update in updates for step in update["steps"] if step.get("text")
    ]
    again = house.person().join(room, keys)
    assert len(said) >= 5 and again.wait("whole")["said"] == said


def test_who_was_away_for_long_gets_the_whole_scene(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    me.wait("whole")
    for _ in range(15):
        me.play("e")
        me.act("undo")
    back = house.person()
    back.join(room, [{**keys[0], "at": 3}])
    assert [(message["type"], message.get("at")) for message in back.rest()] == [("room", None), ("whole", 30)]


def test_a_gif_of_a_finished_match(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    for word in WAY:
        me.play(word)
    status, picture = house.call("GET", f"/api/match/{room}/picture.gif")
    assert status == 200 and picture.startswith(b"GIF89a")


def test_words_the_game_or_the_rules_refuse_are_explained(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    me.wait("whole")
    assert me.play("jump")["code"] == "bad_action"
    assert me.play("1: e")["code"] == "bad_action"  # nobody speaks for a seat by naming it
    assert me.act("play", action=4711)["code"] == "bad_action"
    assert me.play("e")["type"] == "update"


def test_undo_and_restart_of_a_puzzle_alone(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    first = me.wait("whole")["scene"]
    assert me.act("undo")["code"] == "illegal_action"
    for word in WAY[:-1]:
        me.play(word)
    update = me.act("undo", count=2)
    assert update["undone"] == 2 and update["acting"] == [1]
    assert house.call("GET", f"/api/rooms/{room}")[1]["state"] == "playing"
    assert me.act("undo", count=0)["undone"] == 5
    me.send(type="whole?", seat=1)
    assert me.wait("whole")["scene"] == first
    for word in WAY:
        me.play(word)
    assert me.act("undo")["code"] == "match_over"  # it is won, and stands in a table
    _, record = house.call("GET", f"/api/match/{room}/record")
    assert read_record(record.decode()).undone == 7


def test_hints_come_from_the_solver(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    me.send(type="hint?", seat=1, ask=5)
    hint = me.wait("hint", "error")
    assert hint["type"] == "hint" and hint["ask"] == 5 and hint["word"] == "e" and not hint.get("lost")


def test_odds_of_a_game_of_chance_come_with_their_samples_and_interval(house: NearHouse) -> None:
    room, keys = house.make("warpgrid", seed="77")
    me = house.person().join(room, keys)
    me.send(type="hint?", seat=1, ask=6)
    odds = me.wait("hint", "error")["odds"]
    assert {choice["word"] for choice in odds} == {"x+", "x-", "y+", "y-"}
    assert [choice["value"] for choice in odds] == sorted((choice["value"] for choice in odds), reverse=True)
    assert all(
        choice["samples"] > 1000 and 0 < choice["error"] < choice["value"] < 1 and "(exact)" in choice["text"]
        for choice in odds
    )


def test_previews_and_timelines_come_when_asked_for(house: NearHouse) -> None:
    room, keys = house.make("echoes")
    me = house.person().join(room, keys)
    scene = next(message for message in me.rest() if message["type"] == "whole" and message["seat"] == 1)["scene"]
    me.send(type="preview?", seat=1, ask=1, action=scene["choices"][0].get("action", 0))
    assert me.wait("preview", "error")["type"] == "preview"
    me.send(type="preview?", seat=1, ask=2, action=99999)
    assert me.wait("preview", "error")["code"] == "not_offered"
    me.send(type="timeline?", seat=2, ask=3)
    assert me.wait("timeline", "error")["ask"] == 3


def test_a_walk_is_previewed_whole_and_only_one_that_is_offered(house: NearHouse) -> None:
    room, keys = house.make("maze_runner", level="two_rings")
    me = house.person().join(room, keys)
    scenes = {message["seat"]: message["scene"] for message in me.rest() if message["type"] == "whole"}
    seat, scene = next(
        (seat, scene) for seat, scene in scenes.items() if any(choice.get("then") for choice in scene["choices"])
    )
    walk = next(choice for choice in scene["choices"] if len(choice.get("then", [])) == 1)
    me.send(type="preview?", seat=seat, ask=1, action=walk["action"], then=walk["then"])
    assert me.wait("preview", "error")["preview"]["text"].startswith("Walk 2 steps to")
    me.send(type="preview?", seat=seat, ask=2, action=walk["action"], then=[walk["then"][0], 5, 5])
    assert me.wait("preview", "error")["preview"]["text"].startswith("Walk one step to")


def test_the_second_player_sits_down_by_the_link_and_a_third_watches(house: NearHouse) -> None:
    room, keys = house.make("echoes", seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])
    ann = house.person().join(room, keys)
    assert ann.wait("room")["state"] == "waiting"
    assert ann.play("new D")["code"] == "not_started"
    bob = house.person().join(room, token=house.guest())
    bob.send(type="sit", seat=2, name="  Bob\n\x07 ")
    secret = bob.wait("seated")["secret"]
    bob.numbers[2] = 0
    assert [message["type"] for message in bob.rest()] == ["whole", "room"]
    carl = house.person().join(room, token=house.guest())
    carl.send(type="sit", seat=2)
    assert carl.wait("error")["code"] == "seat_taken"
    rooms = [message for message in map(json.loads, carl.heard) if message["type"] == "room"]
    assert [seat.get("name") for seat in rooms[0]["seats"]] == ["Ann", "Bob"]
    assert ann.play("new D")["type"] == "update" and bob.play("new A", 2)["type"] == "update"
    carl.send(type="play", seat=2, number=2, word="walk S")
    assert carl.wait("error")["code"] == "no_seat"
    elsewhere = house.person().join(room, [{"seat": 2, "secret": secret}])
    assert elsewhere.numbers == {2: 1} and elsewhere.play("walk S", 2)["type"] == "update"
    thief = house.person()
    thief.send(type="join", version=VERSION, room=room, keys=[{"seat": 2, "secret": secret[:-1]}])
    assert thief.wait("error")["code"] == "no_seat" and thief.wait("joined")["seats"] == []


def test_a_guest_holds_their_seat_without_the_secret(house: NearHouse) -> None:
    token = house.guest()
    room, _ = house.make("phase_shift", token, level=LEVEL)
    me = house.person().join(room, [{"seat": 1}], token)
    assert me.numbers == {1: 0}
    other = house.person()
    other.send(type="join", version=VERSION, room=room, keys=[{"seat": 1}], token=house.guest())
    assert other.wait("joined", "error")["code"] == "no_seat"
    status, mine = house.call("GET", "/api/rooms", token=token)
    assert status == 200 and [(card["id"], card["keys"]) for card in mine] == [(room, [{"seat": 1}])]


def test_a_list_of_rooms_counts_the_plies_that_stand(house: NearHouse) -> None:
    token = house.guest()
    room, keys = house.make("phase_shift", token, level=LEVEL)
    me = house.person().join(room, keys)
    me.wait("whole")

    def plies() -> Any:
        return house.call("GET", "/api/rooms", token=token)[1][0]["plies"]

    for word in WAY[:3]:
        me.play(word)
    assert plies() == 3
    for number, count, left in ((4, 1, 2), (5, 0, 0)):  # one back; all back
        me.send(type="undo", seat=1, number=number, count=count)
        me.wait("update")
        assert plies() == left
    me.send(type="play", seat=1, number=6, word=WAY[0])
    me.wait("update")
    assert plies() == 1


def test_hotseat_is_one_client_with_both_seats(house: NearHouse) -> None:
    room, keys = house.make("echoes")
    us = house.person().join(room, keys)
    assert sorted(us.numbers) == [1, 2]
    us.play("new D", 1)
    us.play("new E", 2)
    assert {message["seat"] for message in map(json.loads, us.heard) if message["type"] == "update"} == {1, 2}


def test_resigning_loses_and_a_rematch_changes_sides(house: NearHouse) -> None:
    room, ann, bob = two_people(house, "echoes")
    assert ann.act("offer", what="rematch")["code"] == "not_offered"
    bob.play("new A", 2)
    ann.act("resign")
    end = bob.wait("room")
    while end["state"] != "over":
        end = bob.wait("room")
    assert end["result"]["reason"] == "resign" and end["result"]["winner"] == 2
    assert ann.play("new D")["code"] == "match_over"
    ann.act("offer", what="rematch")
    offered = bob.wait("room")
    while not offered.get("offers"):
        offered = bob.wait("room")
    assert offered["offers"] == [{"what": "rematch", "seat": 1}]
    bob.send(type="answer", seat=2, number=bob.numbers[2] + 1, what="rematch", yes=True)
    again = bob.wait("rematch")
    assert [key["seat"] for key in again["keys"]] == [1]
    assert [key["seat"] for key in ann.wait("rematch")["keys"]] == [2]
    back = house.person().join(again["room"], again["keys"])
    assert back.play("new A", 1)["type"] == "update"
    assert house.call("GET", f"/api/rooms/{room}")[1]["next"] == again["room"]


def test_a_puzzle_alone_begins_again_at_once(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    for word in WAY:
        me.play(word)
    me.act("offer", what="rematch")
    again = me.wait("rematch")
    assert house.person().join(again["room"], again["keys"]).play("e")["type"] == "update"


def test_draws_are_agreed_or_declined(house: NearHouse) -> None:
    room, ann, bob = two_people(house, "echoes")
    ann.wait("room")
    for _ in range(3):
        assert ann.act("offer", what="draw")["type"] == "taken"
        assert bob.act("answer", 2, what="draw", yes=False)["type"] == "taken"
    assert ann.act("offer", what="draw")["code"] == "not_offered"
    assert bob.act("answer", 2, what="draw", yes=True)["code"] == "not_offered"
    assert bob.act("offer", 2, what="draw")["type"] == "taken"
    assert ann.act("answer", what="draw", yes=True)["type"] == "taken"
    assert house.call("GET", f"/api/rooms/{room}")[1]["result"] == {"reason": "draw", "text": "A draw was agreed."}
    assert house.call("GET", f"/api/match/{room}/record")[0] == 200


def test_ec57_leaving_opens_the_seat_or_gives_no_result_before_the_first_replay(
    house: NearHouse,
) -> None:
    room, keys = house.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    ann = house.person().join(room, keys)
    bob = house.person().join(room, token=house.guest())
    for _ in range(2):
        bob.send(type="sit", seat=2)
        bob.wait("seated")
        bob.send(type="leave", seat=2)
        assert bob.wait("whole")["seat"] == 2 and bob.wait("whole")["seat"] == 0
    bob.send(type="sit", seat=2)
    bob.wait("seated")
    bob.rest()
    ann.play("new D")
    bob.send(type="leave", seat=2)
    bob.rest()
    assert house.call("GET", f"/api/rooms/{room}")[1]["result"] == {
        "reason": "left",
        "text": "Player 2 left the match before it counted: no result.",
    }


def test_take_backs_are_agreed_where_there_are_no_secrets(far_house: FarHouse) -> None:
    _, ann, bob = two_people(far_house, "nim")
    bob.wait("whole")
    ann.play("3")
    bob.play("2", 2)
    ann.play("1")
    assert ann.act("undo")["code"] == "not_offered"  # one asks
    assert bob.act("offer", 2, what="undo")["type"] == "taken"
    assert ann.act("answer", what="undo", yes=True)["undone"] == 2
    assert bob.wait("update")["undone"] == 2
    assert ann.scenes[1]["meters"][0]["value"] == 6 and bob.scenes[2]["choices"]
    assert bob.play("3", 2)["type"] == "update"


def test_the_dice_can_be_verified_after_the_match(house: NearHouse) -> None:
    room, keys = house.make("warpgrid")
    me = house.person().join(room, keys)
    before = me.wait("room")
    assert before["commit"] and not before.get("seed") and not before.get("nonce") and not before.get("open")
    me.act("resign")
    after = house.call("GET", f"/api/rooms/{room}")[1]
    assert after["state"] == "over"
    assert (
        hashlib.sha256(bytes.fromhex(after["nonce"]) + int(after["seed"]).to_bytes(8, "big")).hexdigest()
        == before["commit"]
    )


def test_a_seed_or_text_of_a_person_makes_a_room_open(house: NearHouse) -> None:
    named = house.call("GET", f"/api/rooms/{house.make('warpgrid', seed='77')[0]}")[1]
    assert named["open"] is True and named["seed"] == "77"
    evening = [house.call("GET", f"/api/rooms/{house.make('warpgrid', seed='our evening')[0]}")[1] for _ in range(2)]
    assert all(room["open"] is True and room["seed"] == str(seed_of_name("our evening")) for room in evening)
    text = next(level.text for level in levels(load("phase_shift")) if level.name == LEVEL)
    assert house.call("GET", f"/api/rooms/{house.make('phase_shift', text=text)[0]}")[1]["open"] is True
    assert "open" not in house.call("GET", f"/api/rooms/{house.make('phase_shift', level=LEVEL)[0]}")[1]


def test_wishes_that_cannot_be_granted(house: NearHouse) -> None:
    token = house.guest()
    cases = [
        ({"game": "ecoes"}, 404, "unknown_game"),
        ({"game": "echoes", "seats": [{"kind": "me"}]}, 404, "no_seat"),
        ({"game": "echoes", "seats": [{"kind": "me"}, {"kind": "machine", "level": "god"}]}, 404, "no_seat"),
        ({"game": "phase_shift", "seats": [{"kind": "open"}]}, 404, "no_seat"),
        ({"game": "phase_shift", "level": "/etc/passwd"}, 400, "bad_setup"),
        ({"game": "phase_shift", "text": "nonsense"}, 400, "bad_setup"),
        ({"game": "warpgrid", "seed": "18446744073709551616"}, 400, "bad_setup"),
        ({"game": "echoes", "clock": 1}, 400, "bad_message"),
        ({"game": 7}, 400, "bad_message"),
        ({"game": "phase_shift", "text": "#" * 70_000}, 413, "too_large"),
        ({"game": "phase_shift", "text": "#" * 700_000}, 413, "too_large"),
    ]
    for wish, status, code in cases:
        answer = house.call("POST", "/api/rooms", wish, token)
        assert (answer[0], answer[1]["code"]) == (status, code), wish
    assert house.call("POST", "/api/rooms", {"game": "echoes"})[1]["code"] == "no_guest"
    assert house.call("POST", "/api/rooms", {"game": "echoes"}, "wrong")[0] == 401


def test_pages_of_every_game(house: NearHouse) -> None:
    status, cards = house.call("GET", "/api/games")
    assert status == 200 and [card["game"] for card in cards] == games()
    for name in games():
        status, page = house.call("GET", f"/api/games/{name}")
        assert status == 200 and page["card"]["title"] == load(name).TITLE
        status, show = house.call("GET", f"/api/games/{name}/show")
        assert status == 200 and show["first"]["layers"]
        assert b"<svg" in house.call("GET", f"/api/games/{name}/theme.svg")[1]
        for level in page.get("levels", [])[:2]:
            status, opened = house.call("GET", f"/api/games/{name}/levels/{level['name']}")
            assert status == 200 and opened["scene"]["width"] > 0
    assert house.call("GET", "/api/games/ecoes")[0] == 404


def test_a_replay_is_given_in_pieces(house: NearHouse) -> None:
    room, keys = house.make("phase_shift", level=LEVEL)
    me = house.person().join(room, keys)
    first = me.wait("whole")["scene"]
    for word in WAY:
        me.play(word)
    status, whole = house.call("GET", f"/api/match/{room}")
    assert status == 200 and whole["plies"] == len(WAY) and [ply["word"] for ply in whole["shown"]] == WAY
    assert whole["first"]["pieces"] == first["pieces"]
    part = house.call("GET", f"/api/match/{room}?from=3&to=5&as=1")[1]
    assert [(ply["ply"], ply["word"]) for ply in part["shown"]] == [(4, "w"), (5, "s")]
    assert (
        part["first"]["pieces"]
        == {
            **whole["first"],
            **{k: v for p in whole["shown"][:3] for s in p["steps"] for k, v in s["changed"].items()},
        }["pieces"]
    )
    assert house.call("GET", f"/api/match/{room}?from=x")[1]["code"] == "bad_message"
    assert house.call("GET", f"/api/match/{room}?as=3")[1]["code"] == "no_seat"
    record = house.call("GET", f"/api/match/{room}/record")[1].decode()
    assert (
        house.call("POST", "/api/replay?from=3&to=5", record)[1]["shown"]
        == house.call("GET", f"/api/match/{room}?from=3&to=5")[1]["shown"]
    )
    assert house.call("POST", "/api/replay", record.replace('"word": "w"', '"word": "f"'))[1]["code"] == "bad_record"


def test_answers_to_what_is_not_there(house: NearHouse) -> None:
    person = house.person()
    person.send(type="join", version=VERSION, room="nowhere")
    assert person.wait("error")["code"] == "no_room" and person.close_code() == 4404
    for path in (
        "/api/rooms/nowhere",
        "/api/match/nowhere",
        "/api/match/nowhere/record",
        "/api/nothing",
        "/nothing.js",
        "/../../etc/passwd.txt",
    ):
        assert house.call("GET", path)[0] == 404, path
    old = house.person()
    old.send(type="join", version=0, room="nowhere")
    assert old.wait("error")["code"] == "old_client"


def test_headers_keep_the_page_to_itself(house: NearHouse) -> None:
    import urllib.request

    with urllib.request.urlopen(f"http://127.0.0.1:{house.port}/r/anything") as answer:
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
        assert b"Gridhall" in answer.read()
