"""Pages about people tell nothing that the rules hide, nothing private to others, and answer from an index."""

import json
from typing import Any

import pytest
from sqlalchemy import text, update
from tests.server.browsing import Browser
from tests.server.conftest import NearHouse, Person

from gridhall.registry import games, load
from gridhall.server.people.profiles import Filter, finished_query, wins_query
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


def lists_of(browser: Browser, room: str) -> list[str]:
    """All that lists tell somebody of a room, without its name and times."""
    pages = [browser.ask("GET", path) for path in ("/api/yours", "/api/people/me", "/api/people/ann", "/api/rooms")]
    cards: list[dict[str, Any]] = [*pages[3]]
    for page in pages[:3]:
        cards += [*page.get("open", []), *page.get("matches", [])]
    mine = [card for card in cards if room in (card.get("room"), card.get("id"))]
    for card in mine:
        for name in ("room", "id", "ended", "touched"):
            card.pop(name, None)
    return [json.dumps(card, sort_keys=True) for card in mine]


@pytest.mark.parametrize("game", DUELS)
def test_lists_and_profiles_tell_the_other_nothing_of_what_was_chosen_in_secret(house: NearHouse, game: str) -> None:
    ann, beth = two(house)
    stranger = Browser(house).arrive()
    seen, before = [], stranger.ask("GET", "/api/people/ann")
    for pick in (0, 1):
        room, first, _ = match_of(house, ann, beth, game)
        words = [choice["word"] for choice in first.scenes[1].get("choices", ()) if "why" not in choice]
        words = [word for word in words if word != "resign"]
        if words:  # otherwise it is the other's turn, which everybody knows
            first.play(words[pick], 1)
        seen.append((lists_of(beth, room), lists_of(stranger, room)))
        assert ann.ask("GET", "/api/people/me")["open"][0]["turn"] in ("yours", "theirs")
        assert stranger.ask("GET", "/api/people/ann") == before
    assert seen[0] == seen[1] and seen[0][0] and not seen[0][1]


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
        (finished_query("a", Filter(), False).limit(30), "ix_results_account ", True),
        (finished_query("a", Filter(game="g"), False).limit(30), "ix_results_account_game ", True),
        (finished_query("a", Filter(other="b"), False).limit(30), "ix_results_account ", True),
        (wins_query("a", False), "ix_results_account", False),
    ]
    for query, index, is_in_order in pages:
        compiled = str(query.compile(engine, compile_kwargs={"literal_binds": True}))
        with engine.begin() as connection:
            if not is_sqlite:  # it takes an index only where there are many rows, unless there is no other way
                connection.execute(text("SET LOCAL enable_seqscan = off"))
            explain = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
            plan = " ".join(str(row) for row in connection.execute(text(f"{explain} {compiled}")))
        assert index in plan, plan
        assert ("TEMP B-TREE" in plan or "Sort Key" in plan) != is_in_order, plan
