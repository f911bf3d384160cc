"""What each does not receive: two players and a spectator over whole matches of games with secrets, on the wire."""

import json
import logging
import random
import urllib.parse
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import FarHouse, House, NearHouse

from gridhall.match import Match
from gridhall.registry import load
from gridhall.server.messages import VERSION
from gridhall.server.operators.logs import set_up_logs

GOLDEN = Path(__file__).parents[1] / "golden"


class Table:
    """Two players and a spectator in one room."""

    def __init__(self, house: House, game: str, **wish: Any) -> None:
        self.house, self.game = house, game
        self.room, keys = house.make(game, seats=[{"kind": "me"}, {"kind": "open"}], **wish)
        self.secret = keys[0]["secret"]
        ann = house.person().join(self.room, keys)
        bob = house.person().join(self.room, token=house.guest())
        bob.send(type="sit", seat=2)
        bob.wait("seated")
        bob.numbers[2] = 0
        self.watcher = house.person().join(self.room)
        self.players = [ann, bob]
        self.everybody = [ann, bob, self.watcher]
        for person in self.everybody:
            person.rest()

    def play(self, player: int, word: str) -> list[list[dict[str, Any]]]:
        """A word, and what each of the others is sent because of it."""
        answer = self.players[player].play(word, player + 1)
        assert answer["type"] == "update", (word, answer)
        others = [self.players[1 - player], self.watcher]
        return [person.rest() for person in others]


def cases(name: str) -> Any:
    return json.loads((GOLDEN / name).read_text("utf-8"))


def split(word: str) -> tuple[int, str]:
    player, _, rest = word.partition(": ")
    return int(player) - 1, rest


def echoes_match(house: House, case: dict[str, Any]) -> tuple[Match, Table]:
    """Play a whole golden match and hold what the others get against what they may know."""
    table = Table(house, "echoes", **({"text": case["setup"]} if case["setup"] else {}))
    match = Match.of_text(load("echoes"), case["setup"])
    submitted = [False, False]
    for number, text in enumerate(case["words"], 1):
        if number in case.get("refused", []):
            continue
        player, word = split(text)
        match.play(text)
        told_other, told_watcher = table.play(player, word)
        if word in ("submit", "resign"):
            submitted[player] = True
            last = all(submitted) or word == "resign"
            assert (
                [message["type"] for message in told_other][:1]
                == ["update"]
                == [message["type"] for message in told_watcher][:1]
            )
            for message in (told_other[0], told_watcher[0]):
                assert "word" not in message and "by" not in message and "number" not in message
            if last:
                submitted = [False, False]
        else:  # while one plans, nothing at all goes to the others: neither the word, nor that there was one
            assert told_other == [] and told_watcher == []
    for player, person in enumerate(table.players):
        person.send(type="whole?", seat=player + 1)
        assert person.wait("whole")["scene"]["status"] == match.scene(player).status
    return match, table


def test_echoes_tells_nothing_while_the_other_plans(house: NearHouse) -> None:
    match, table = echoes_match(house, cases("echoes_matches.json")[0])
    assert match.over
    assert house.call("GET", f"/api/match/{table.room}")[1]["plies"] == len(match.plies)


@pytest.mark.slow
def test_echoes_tells_nothing_in_any_golden_match(house: NearHouse) -> None:
    for case in cases("echoes_matches.json"):
        echoes_match(house, case)


def test_what_the_others_receive_does_not_depend_on_the_plan(house: NearHouse) -> None:
    """Two rooms whose players differ only in a sealed plan, its length and its corrections.

    The others get the same bytes, message for message.
    """
    plans = (
        ["new D", "fire N", "fire N", "shield N", "submit"],
        ["new A", "walk N", "undo", "undo", "new H", "dash N", "dash N", "walk N", "submit"],
    )
    received: list[list[Any]] = []
    for plan in plans:
        table = Table(house, "echoes", seed="5")
        for person in table.everybody:
            person.heard.clear()
        for word in plan:
            table.play(0, word)
        bases = (table.players[1].at[2], table.watcher.at[0])  # a spectator's count begins anywhere
        heard = [
            [text for text in person.heard if '"pong"' not in text] for person in (table.players[1], table.watcher)
        ]
        received.append(
            [[text.replace(f'"at":{base},', '"at":0,') for text in texts] for base, texts in zip(bases, heard)]
        )
        # Nor does what a spectator may look back at.
        received[-1].append(house.call("GET", f"/api/match/{table.room}")[1])
    assert received[0] == received[1]
    assert [len(messages) for messages in received[0][:2]] == [1, 1] and received[0][2]["plies"] == 1


def test_a_running_match_with_secrets_is_sealed(house: NearHouse) -> None:
    table = Table(house, "echoes")
    for word in ("new D", "fire N"):
        table.play(0, word)
    table.play(1, "new A")
    for path in ("/record", "/picture.gif", "?as=1", "?as=2"):
        status, failure = house.call("GET", f"/api/match/{table.room}{path}")
        assert (status, failure["code"]) == (403, "sealed"), path
    status, failure = house.call("GET", f"/api/match/{table.room}?as=2", headers={"X-Seat": table.secret})
    assert (status, failure["code"]) == (403, "sealed")
    status, public = house.call("GET", f"/api/match/{table.room}")
    assert status == 200 and public["plies"] == 0 and public["shown"] == []
    status, own = house.call("GET", f"/api/match/{table.room}?as=1", headers={"X-Seat": table.secret})
    assert status == 200 and own["plies"] == 2 and [ply["word"] for ply in own["shown"]] == ["new D", "fire N"]
    cards = house.call("GET", "/api/rooms", token=house.guest())[1]
    assert cards == []


def test_numbers_and_changes_are_a_seats_own_affair(house: NearHouse) -> None:
    table = Table(house, "echoes")
    seen = table.watcher.at[0]
    for word in ("new D", "fire N", "undo", "fire N", "fire N", "shield N"):
        table.play(0, word)
    assert table.players[1].at[2] == 0 and table.watcher.at[0] == seen
    late = house.person().join(table.room)
    assert [message["at"] for message in late.rest() if message["type"] == "whole"] == [seen]
    other = house.person()
    other.send(type="join", version=VERSION, room=table.room, keys=[{"seat": 2, "secret": "wrong"}])
    other.wait("joined")
    assert other.numbers == {}


def test_the_first_spectator_cannot_count_the_words_before_them(house: NearHouse) -> None:
    room, keys = house.make("echoes")
    us = house.person().join(room, keys)
    for word in ("new D", "fire N", "undo", "fire N"):
        us.play(word)
    late = house.person().join(room)
    assert late.wait("whole")["at"] > 10_000  # it begins anywhere below 2^40


def test_the_room_tells_seed_and_nonce_only_at_the_end(house: NearHouse) -> None:
    table = Table(house, "echoes")
    seed = house.app.hall.rooms[table.room].row.seed
    nonce = house.app.hall.rooms[table.room].row.nonce
    for word in ("new D", "fire N", "fire N", "shield N", "submit"):
        table.play(0, word)
    sent = "".join(text for person in table.everybody for text in person.heard)
    assert nonce not in sent and seed not in sent
    table.players[1].play("resign", 2)
    assert nonce in "".join(json.dumps(message) for message in table.watcher.rest())


def test_logs_hold_no_word_seed_or_state(far_house: FarHouse) -> None:
    """A bug in the middle of a match is logged by its place only."""
    table = Table(far_house, "veiled")
    ann = table.players[0]
    ann.send(type="play", seat=1, number=1, word="break")
    error = ann.wait("error")
    assert error["code"] == "internal" and "secret" not in error["message"]
    assert ann.close_code() == 1012
    back = far_house.person().join(table.room, [{"seat": 1, "secret": table.secret}])
    assert back.numbers == {1: 0} and back.play("3")["type"] == "update"
    back.act("resign")
    seed = far_house.call("GET", f"/api/rooms/{table.room}")[1]["seed"]
    _, text = far_house.end()
    assert "internal error in a message: KeyError" in text
    assert "secret" not in text and "break" not in text and seed not in text and "Traceback" not in text


def test_log_lines_are_json_with_the_ids_of_request_and_room_and_without_secrets(
    house: NearHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    house.inside(lambda: None)  # what was asked before is over
    before, level = logging.getLogger().handlers[:], logging.getLogger("gridhall").level
    set_up_logs("info")
    try:
        token = house.guest()
        room, keys = house.make("echoes", token, seed="123454321")
        me = house.person().join(room, keys, token)
        me.play("new D")
        status, _ = house.call("GET", f"/api/match/{room}?as=1&token={token}", headers={"X-Seat": keys[0]["secret"]})
        assert status == 200
        forged = urllib.parse.quote('x","level":"error","forged":"\n{}')
        house.call("GET", f"/api/games/{forged}")
        house.call("GET", "/api/games", headers={"Host": "elsewhere.example"})
        me.rest()
        house.inside(lambda: None)  # all of it is written
    finally:
        logging.getLogger().handlers[:] = before
        logging.getLogger("gridhall").setLevel(level)
    text = capsys.readouterr().err
    lines = [json.loads(line) for line in text.splitlines()]
    answered = [line for line in lines if line["message"] == "answered"]
    assert len({line["request"] for line in answered}) == len(answered)
    assert [line["status"] for line in answered] == [201, 201, 200, 404, 403], "whoever is turned away has a line, too"
    fields = {"time", "level", "message", "request", "method", "path", "status", "address", "seconds"}
    assert all(set(line) == fields for line in answered)
    assert [(line["room"], line["seats"]) for line in lines if line["message"] == "joined"] == [(room, [1, 2])]
    assert not any("forged" in line for line in lines)
    for secret in (token, *(key["secret"] for key in keys), "123454321", "new D"):
        assert secret not in text


def maze_match(house: House, setup: str, seed: int, limit: int) -> tuple[Match, list[int]]:
    """Random legal words on the wire: whoever may not know of one hears nothing at all. Returns how often each heard
    nothing.

    Here every word is typed, also the `end` of a team without a living minion, which the hall would otherwise say.
    """
    game, chance = load("maze_runner"), random.Random(seed)
    table = Table(house, "typed_maze", seed=str(seed), **({"text": setup} if setup else {}))
    match = Match.of_text(game, setup, seed)
    quiet = [0, 0, 0]
    for ply in range(limit):
        if match.over:
            break
        player = match.acting[0]
        action = chance.choice(match.legal(player))
        word = game.word(match.setup, match.state, action)
        views = [bytes(match.view(viewer)) for viewer in range(3)]
        moments = match.act(player, action)
        for viewer, messages in zip((1 - player, 2), table.play(player, word)):
            saw = bytes(match.view(viewer)) != views[viewer] or bool(list(match.moments(moments, viewer)))
            updates = [message for message in messages if message["type"] == "update"]
            assert len(updates) == saw, (ply, word, viewer)
            assert len(messages) == len(updates) or match.over
            quiet[viewer] += not saw
            for message in updates:
                assert "word" not in message and "by" not in message and "number" not in message
    return match, quiet


def test_maze_runner_tells_only_what_changed_a_view(far_house: FarHouse) -> None:
    case = next(case for case in cases("maze_runner_cases.json") if case["name"].startswith("MR69 the smaller"))
    match, quiet = maze_match(far_house, case["setup"], 3, 400)
    assert match.over
    match, quiet = maze_match(far_house, "", 4, 60)  # the usual maze, where nobody has met yet
    assert quiet[0] > 5 and quiet[1] > 5 and quiet[2] > 5


@pytest.mark.slow
def test_maze_runner_tells_only_what_changed_a_view_over_long_matches(far_house: FarHouse) -> None:
    for seed in range(5, 8):
        _, quiet = maze_match(far_house, "", seed, 1500)
        assert min(quiet) > 100
