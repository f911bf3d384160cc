"""Pages about people tell nothing that the rules hide, nothing private to others, and answer from an index."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import text, update
from tests.server.browsing import Browser
from tests.server.conftest import NearHouse, Person

from gridhall.registry import games, load
from gridhall.server.people.profiles import Filter, closed_query, finished_query, wins_query
from gridhall.server.store import tables

DUELS = [game for game in games() if load(game).PLAYERS == 2 and load(game).SECRETS]
WAY = ["e", "e", "e", "w", "s", "s", "e", "e"]


def two(house: NearHouse) -> tuple[Browser, Browser]:
    ann, beth = Browser(house).arrive(), Browser(house).arrive()
    ann.claim("ann")
    beth.claim("beth")
    return ann, beth


def match_of(house: NearHouse, ann: Browser, beth: Browser, game: str) -> tuple[str, Person, Person]:
    room, keys = ann.make(game, seats=[{"kind": "me"}, {"kind": "open"}], seed="7")
    first, second = house.person().join(room, keys), house.person().join(room, token=beth.token)
    second.send(type="sit", seat=2)
    second.wait("seated")
    second.numbers[2] = 0
    first.rest()
    second.rest()
    return room, first, second


# All that somebody else can ask about a match that is played, its players and its game.
ASKED = (
    "/api/rooms/{room}", "/api/rooms/{room}/ratings", "/api/match/{room}", "/api/match/{room}?as=1&to=9",
    "/api/match/{room}/record", "/api/match/{room}/values", "/api/match/{room}/picture.gif",
    "/api/match/{room}/picture.png", "/r/{room}", "/m/{room}", "/api/yours", "/api/people/me", "/api/people/ann",
    "/api/people/ann?game={game}", "/api/people/ann?other=beth", "/api/rooms", "/api/ratings/{ann}",
    "/api/games/{game}/ratings", "/api/games/{game}/table", "/api/games/{game}/next", "/api/account/export",
)  # fmt: skip


def answers(browser: Browser, **names: str) -> dict[str, tuple[int, bytes]]:
    """What is answered to all of these, without what is another in every hall: drawn names, times and commitments."""
    told = {}
    for path in ASKED:
        browser.ask("GET", path.format(**names))
        content = browser.content
        if content.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                content = b"".join(name.encode() + archive.read(name) for name in archive.namelist())
        for name in ("room", "ann", "beth", "stranger", "guest", "port"):
            content = content.replace(names[name].encode(), name.upper().encode())
        content = re.sub(rb"1[0-9]{9}\.[0-9]+|[0-9a-f]{64}", b"_", content)
        told[path] = browser.status, content
    return told


def secret_words(person: Person) -> list[str]:
    """What may be chosen now without giving up."""
    return [
        choice["word"]
        for choice in person.scenes[1].get("choices", ())
        if "why" not in choice and choice["word"] != "resign"
    ]


@pytest.mark.parametrize("game", DUELS)
def test_nothing_that_can_be_asked_tells_what_somebody_chose_in_secret(tmp_path: Path, game: str) -> None:
    """Two halls with the same two people in the same match, which differ only in what one of them chose in secret."""
    seen = []
    for pick in (0, 1):
        house = NearHouse(f"sqlite:///{tmp_path}/{pick}.sqlite")
        ann, beth = two(house)
        stranger = Browser(house).arrive()
        room, first, second = match_of(house, ann, beth, game)
        for _ in range(2):
            if words := secret_words(first):  # otherwise it is the other's turn, which everybody knows
                first.play(words[pick % len(words)], 1)
        assert ann.ask("GET", "/api/people/me")["open"][0]["turn"] in ("yours", "theirs")
        second.rest()
        people = [browser.ask("GET", "/api/me") for browser in (ann, beth, stranger)]
        names = {"room": room, "game": game, "ann": people[0]["id"], "beth": people[1]["id"]}
        names |= {"stranger": people[2]["id"], "guest": people[2]["name"], "port": f":{house.port}/"}
        seen.append((second.scenes[2], answers(beth, **names), answers(stranger, **names)))
        house.close()
    assert seen[0][0] == seen[1][0], "what was chosen was no secret"
    assert b"ROOM" in seen[0][1]["/api/yours"][1] and b"ROOM" not in seen[0][2]["/api/people/ann"][1]
    for before, after in zip(seen[0][1:], seen[1][1:]):
        assert [path for path in ASKED if before[path] != after[path]] == []


def test_open_matches_are_told_to_their_owner_only_and_those_first_where_it_is_their_turn(house: NearHouse) -> None:
    ann, beth = two(house)
    room, keys = ann.make("phase_shift", level="walkthrough")
    house.person().join(room, keys).play("e")
    waiting, _ = ann.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}])
    page = ann.ask("GET", "/api/people/ann")
    assert [(card["room"], card["turn"]) for card in page["open"]] == [(room, "yours"), (waiting, "waiting")]
    theirs = beth.ask("GET", "/api/people/ann")
    assert not {"open", "mine", "matches"} & set(theirs)


def test_matches_are_found_by_game_opponent_and_result(house: NearHouse) -> None:
    ann, beth = two(house)
    duel, first, second = match_of(house, ann, beth, "echoes")
    second.play("new A", 2)
    first.act("resign", 1)
    puzzle, keys = ann.make("phase_shift", level="walkthrough")
    person = house.person().join(puzzle, keys)
    for word in WAY:
        person.play(word)
    person.wait("room")
    asked = {
        "": [puzzle, duel], "game=echoes": [duel], "outcome=won": [puzzle], "outcome=lost": [duel],
        "other=BETH": [duel], "other=nora": [], "other=machine": [], "game=echoes&outcome=won": [],
    }  # fmt: skip
    for query, rooms in asked.items():
        page = beth.ask("GET", f"/api/people/ann?{query}")
        assert [card["room"] for card in page.get("matches", [])] == rooms, query
    card = beth.ask("GET", "/api/people/ann?game=echoes")["matches"][0]
    assert [seat["profile"] for seat in card["seats"]] == ["ann", "beth"] and card["own"] == [1]
    assert beth.ask("GET", "/api/people/ann?game=chess")["code"] == "unknown_game"
    assert beth.ask("GET", "/api/people/ann?outcome=cheated")["code"] == "bad_message"


def test_a_days_match_is_told_to_others_when_the_day_is_over(house: NearHouse) -> None:
    ann, beth = two(house)
    room, keys = ann.make("phase_shift", level="walkthrough")
    person = house.person().join(room, keys)
    for word in WAY:
        person.play(word)
    person.wait("room")
    for day, is_shown in (("9999-12-31", False), ("2020-01-01", True)):
        with house.app.hall.engine.begin() as connection:
            connection.execute(update(tables.rooms).where(tables.rooms.c.id == room).values(day=day))
        page = beth.ask("GET", "/api/people/ann")
        assert bool(page.get("matches")) == bool(page.get("games")) == is_shown
        assert ann.ask("GET", "/api/people/ann")["matches"][0]["room"] == room


def test_somebodys_matches_are_read_along_an_index(house: NearHouse) -> None:
    """However many results there are, a page walks along those of one account."""
    engine = house.app.hall.engine
    is_sqlite = engine.dialect.name == "sqlite"
    pages = [
        (closed_query("a"), "ix_results_account", True),
        (finished_query("a", Filter(), False).limit(30), "ix_results_account ", True),
        (finished_query("a", Filter(game="g"), False).limit(30), "ix_results_account_game ", True),
        (finished_query("a", Filter(other="b"), False).limit(30), "ix_results_account ", True),
        (wins_query("a", False), "ix_results_account", False),
    ]
    for query, index, is_in_order in pages:
        compiled = str(query.compile(engine, compile_kwargs={"literal_binds": True}))
        with engine.begin() as connection:
            if not is_sqlite:  # it takes an index only where there are many rows, unless there is no other way
                for other_way in ("seqscan", "bitmapscan", "sort"):
                    connection.execute(text(f"SET LOCAL enable_{other_way} = off"))
            explain = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
            plan = " ".join(str(row) for row in connection.execute(text(f"{explain} {compiled}")))
        assert index in plan and "SCAN rooms" not in plan and "Seq Scan on rooms" not in plan, plan
        assert ("TEMP B-TREE" in plan or "Sort Key" in plan) != is_in_order, plan
