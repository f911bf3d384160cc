"""The lobby: people find each other, are called to their turn, greet, block and report."""

import time
from typing import Any

import pytest
from sqlalchemy import update
from tests.server.conftest import House, NearHouse, Person

from gridhall.server.lobby import seeks
from gridhall.server.lobby.seeks import SeekRow
from gridhall.server.messages import VERSION
from gridhall.server.people import manners
from gridhall.server.store.tables import accounts

pytestmark = pytest.mark.usefixtures("toys")


def visitor(house: House, token: str = "") -> tuple[Person, str]:
    """Somebody in the lobby, and their token."""
    token = token or house.guest()
    person = house.person()
    person.send(type="lobby?", version=VERSION, token=token)
    person.wait("lobby")
    return person, token


def claim(house: NearHouse, token: str, name: str) -> str:
    """Give somebody a name that stays; their id."""
    status, answer = house.call(
        "POST", "/api/account/claim", {"name": name, "password": "correct horse battery"}, token
    )
    assert status in (200, 201), answer
    account: str = answer["me"]["id"]
    return account


def seen(person: Person, count: int) -> list[dict[str, Any]]:
    """The seeks, as soon as there are so many."""
    while len(listed := person.wait("lobby").get("seeks", [])) != count:
        pass
    return listed


def test_two_who_look_for_the_same_are_paired(house: NearHouse) -> None:
    (ann, token), (bob, other) = visitor(house), visitor(house)
    ann.send(type="seek", game="coins", clock=60)
    (seek,) = seen(bob, 1)
    assert seek["game"] == "coins" and "mine" not in seek and "account" not in seek
    bob.send(type="seek", game="coins", clock=300)  # another clock is another wish
    seen(bob, 2)
    bob.send(type="seek", game="coins", clock=60)
    rooms = {ann.wait("paired")["room"], bob.wait("paired")["room"]}
    assert len(rooms) == 1
    room = rooms.pop()
    for who in (token, other):  # the seat is theirs by their account, without a key
        player = house.person()
        player.send(type="join", version=VERSION, room=room, keys=[{"seat": 1}, {"seat": 2}], token=who)
        assert len(player.wait("joined")["seats"]) == 1
    room = house.call("GET", f"/api/rooms/{room}")[1]
    assert room["state"] == "playing" and room["clock"] == 60 and not room.get("rated")


def test_an_open_seat_can_be_taken_and_is_gone_with_its_owner(house: NearHouse) -> None:
    (ann, _), (bob, _) = visitor(house), visitor(house)
    ann.send(type="seek", game="echoes", clock=60)
    (seek,) = seen(bob, 1)
    ann.send(type="take", id=seek["id"])
    assert ann.wait("error", "paired")["code"] == "not_offered"
    ann.close()
    seen(bob, 0)
    bob.send(type="take", id=seek["id"])
    assert bob.wait("error", "paired")["code"] == "not_offered"
    (cem, _) = visitor(house)
    cem.send(type="seek", game="echoes", clock=86400)  # a day a turn: it waits without its owner
    cem.rest()
    cem.close()
    (seek,) = seen(bob, 1)
    bob.send(type="take", id=seek["id"])
    assert bob.wait("error", "paired")["game"] == "echoes"


def test_a_challenge_is_seen_by_two_and_a_block_ends_all_meeting(house: NearHouse) -> None:
    tokens = [house.guest() for _ in range(3)]
    ids = [claim(house, token, name) for token, name in zip(tokens, ("Ann", "Bob", "Cem"))]
    ann, bob, cem = (visitor(house, token)[0] for token in tokens)
    ann.send(type="challenge", name="bob", game="coins", clock=60, rated=True)
    (challenge,) = seen(bob, 1)
    assert challenge["challenge"] and challenge["rated"] and challenge["account"] == ids[0]
    assert challenge["rating"] == 1500 and challenge["provisional"]
    cem.rest()
    assert not any('"challenge"' in text for text in cem.heard)
    bob.send(type="unseek", id=challenge["id"])
    seen(ann, 0)
    assert house.call("POST", "/api/blocks", {"account": ids[0]}, tokens[1])[0] == 200
    assert house.call("GET", "/api/blocks", token=tokens[1])[1] == [{"account": ids[0], "name": "Ann"}]
    ann.send(type="challenge", name="Bob", game="coins", clock=60)
    ann.send(type="seek", game="coins", clock=60)
    (seek,) = seen(bob, 1)
    bob.send(type="take", id=seek["id"])
    assert bob.wait("error", "paired")["code"] == "not_offered"
    bob.send(type="seek", game="coins", clock=60)
    seen(cem, 2)
    cem.send(type="seek", game="coins", clock=60)  # the third is free to meet either
    assert cem.wait("paired", "error")["type"] == "paired"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"type": "seek", "game": "phase_shift", "clock": 60}, "not_offered"),
        ({"type": "seek", "game": "coins", "clock": 0}, "bad_message"),
        ({"type": "seek", "game": "coins", "clock": 60, "rated": True}, "not_offered"),
        ({"type": "challenge", "game": "coins", "clock": 60, "name": "Nobody"}, "not_offered"),
        ({"type": "play", "seat": 1, "number": 1, "word": "heads"}, "bad_message"),
    ],
)
def test_what_cannot_be_wished_for_is_refused(house: NearHouse, wish: dict[str, Any], code: str) -> None:
    person, _ = visitor(house)
    person.send(**wish)
    assert person.wait("error")["code"] == code


def test_somebody_without_an_account_only_looks(house: NearHouse) -> None:
    person = house.person()
    person.send(type="lobby?", version=VERSION)
    assert person.wait("lobby")["people"] >= 1
    person.send(type="seek", game="coins", clock=60)
    assert person.wait("error")["code"] == "no_guest"


def test_whoever_is_elsewhere_is_called_to_their_turn(house: NearHouse) -> None:
    """Nobody hears more by that than they may know: whether the other has laid a coin is secret."""
    (ann, token), (bob, other) = visitor(house), visitor(house)
    for person in (ann, bob):
        person.send(type="seek", game="coins", clock=600)
    room = ann.wait("paired")["room"]
    bob.wait("paired")
    players = []
    for who in (token, other):
        player = house.person()
        player.send(type="join", version=VERSION, room=room, keys=[{"seat": 1}, {"seat": 2}], token=who)
        players.append((player, player.wait("joined")["seats"][0]))
    (first, first_seat), (second, second_seat) = players
    first.play("heads", first_seat)
    first.close()
    while house.call("GET", f"/api/rooms/{room}")[1]["seats"][first_seat - 1].get("here"):
        pass
    second.play("tails", second_seat)
    assert ann.wait("turn") == {"type": "turn", "room": room, "game": "coins", "title": "Coins"}
    bob.rest()
    assert not any('"type":"turn"' in text for text in bob.heard)


def test_whoever_has_not_come_back_since_the_room_was_read_is_called_to_their_turn(house: NearHouse) -> None:
    (ann, token), (_, other) = visitor(house), visitor(house)
    room, keys = house.make("coins", token, seats=[{"kind": "me"}, {"kind": "open"}], clock=86400)
    first, second = house.person().join(room, keys, token), house.person().join(room, token=other)
    second.send(type="sit", seat=2)
    second.wait("seated")
    first.play("heads")
    first.close()
    second.close()
    house.forget(room)
    second = house.person().join(room, [{"seat": 2}], other)
    second.play("tails", 2)
    assert ann.wait("turn")["room"] == room


def test_greetings_are_read_by_all_but_those_who_have_blocked(house: NearHouse) -> None:
    (_, token), (_, other) = visitor(house), visitor(house)
    room, keys = house.make("coins", token, seats=[{"kind": "me"}, {"kind": "open"}])
    ann = house.person().join(room, keys, token)
    bob = house.person().join(room, token=other)
    ann.send(type="greet", seat=1, what="hello")
    assert bob.wait("greeted") == {"type": "greeted", "seat": 1, "what": "hello"} == ann.wait("greeted")
    ann.send(type="greet", seat=1, what="a text of one's own")
    assert ann.wait("error")["code"] == "not_offered"
    bob.send(type="greet", seat=1, what="hello")
    assert bob.wait("error")["code"] == "no_seat"
    me = house.call("GET", "/api/me", token=token)[1]["id"]
    house.call("POST", "/api/blocks", {"account": me}, other)
    ann.send(type="greet", seat=1, what="luck")
    ann.wait("greeted")
    assert not any(message["type"] == "greeted" for message in bob.rest())


def test_reports_reach_the_operator(house: NearHouse) -> None:
    (_, token), (_, other) = visitor(house), visitor(house)
    account = house.call("GET", "/api/me", token=other)[1]["id"]
    report = {"account": account, "reason": "stalling", "room": "abc"}
    assert house.call("POST", "/api/reports", report, token)[0] == 201
    assert house.call("POST", "/api/reports", {**report, "reason": "dull"}, token)[1]["code"] == "bad_message"
    assert house.call("POST", "/api/reports", {**report, "account": "nobody"}, token)[1]["code"] == "not_offered"
    (line,) = manners.last_reports(house.app.hall.engine)
    assert account in line["of"] and line["room"] == "abc" and "wait" in line["reason"]


def test_a_series_has_a_running_score(house: NearHouse) -> None:
    ann_token, bob_token = house.guest(), house.guest()
    room, keys = house.make("coins", ann_token, seats=[{"kind": "me"}, {"kind": "open"}])
    ann = house.person().join(room, keys, ann_token)
    bob = house.person().join(room, token=bob_token)
    bob.send(type="sit", seat=2)
    bob.numbers[bob.wait("seated")["seat"]] = 0
    ann.play("heads")
    ann.act("resign")
    ann.act("offer", what="rematch")
    bob.act("answer", 2, what="rematch", yes=True)
    following = bob.wait("rematch")
    score = house.call("GET", f"/api/rooms/{following['room']}")[1]["series"]
    assert following["keys"][0]["seat"] == 1 and score == [1.0, 0.0]  # who won sits first now
    bob = house.person().join(following["room"], following["keys"], bob_token)
    bob.play("heads")
    bob.act("resign")
    assert house.call("GET", f"/api/rooms/{following['room']}")[1]["series"] == [
        1.0,
        1.0,
    ]  # with the match that is over


def row(number: int, rating: float, waited: float, now: float, **more: Any) -> SeekRow:
    wish = {"game": "coins", "clock": 60, "rated": False, **more}
    return SeekRow(
        f"s{number}", f"p{number}", "", "", rating=rating, deviation=100.0, made=now - waited, until=now + 9, **wish
    )  # fmt: skip


def test_pairs_are_the_nearest_by_rating_and_widen_with_waiting() -> None:
    now = time.time()
    people = [row(1, 1500, 0, now), row(2, 1590, 0, now), row(3, 1610, 0, now), row(4, 2400, 0, now)]
    assert [{seek.id, other.id} for seek, other in seeks.matched(people, (), now)] == [{"s2", "s3"}]
    apart = [frozenset(("p2", "p3"))]
    assert [{seek.id, other.id} for seek, other in seeks.matched(people, apart, now)] == [{"s1", "s2"}]
    patient = [row(1, 1500, 40, now), row(4, 2400, 40, now)]
    assert len(seeks.matched(patient, (), now)) == 1
    others = [row(1, 1500, 0, now), row(2, 1500, 0, now, rated=True), row(3, 1500, 0, now, clock=5)]
    assert seeks.matched(others, (), now) == []


def test_claimed_accounts_are_paired_by_what_they_are_rated(house: NearHouse) -> None:
    token = house.guest()
    account = house.call("GET", "/api/me", token=token)[1]["id"]
    with house.app.hall.engine.begin() as connection:
        connection.execute(update(accounts).where(accounts.c.id == account).values(claimed=time.time()))
    person, _ = visitor(house, token)
    person.send(type="seek", game="coins", clock=60, rated=True)
    (seek,) = seen(person, 1)
    assert seek["mine"] and seek["rated"] and seek["rating"] == 1500
