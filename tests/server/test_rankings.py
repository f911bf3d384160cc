"""Tables that prove themselves: who stands where, what counts, and what is told of a day before it is over."""

import asyncio
import time
from typing import Any

import pytest
from sqlalchemy import insert, text, update
from tests.server.conftest import NearHouse, Person

from gridhall.record import commitment
from gridhall.registry import levels, load
from gridhall.server.messages import VERSION
from gridhall.server.store.ranking_tables import entries
from gridhall.server.store.tables import accounts
from gridhall.server.work.limits import DAY

pytestmark = pytest.mark.usefixtures("toys")
LEVEL = levels(load("phase_shift"))[0]
PROOF = LEVEL.certificate["witness"].split("; ")


def person(house: NearHouse, claimed: bool = True) -> tuple[str, str]:
    """The token and the id of somebody new."""
    token = house.guest()
    account = house.call("GET", "/api/me", token=token)[1]["id"]
    if claimed:
        with house.app.hall.engine.begin() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(claimed=time.time()))
    return token, account


def solve(house: NearHouse, token: str, words: list[str], **wish: Any) -> str:
    """Play a match alone, word by word; its room."""
    opened = house.call("POST", "/api/rooms", {"game": "phase_shift", "level": LEVEL.name, **wish}, token)[1]
    player = house.person().join(opened["room"], opened["keys"], token)
    for word in words:
        player.act("undo") if word == "undo" else player.play(word)
    wait_over(house, player, opened["room"])
    return str(opened["room"])


def wait_over(house: NearHouse, player: Person, room: str) -> None:
    while house.call("GET", f"/api/rooms/{room}")[1]["state"] != "over":
        pass
    player.rest()
    hall = house.app.hall
    asyncio.run_coroutine_threadsafe(hall.flushed(), hall.writer.loop).result(60)


def table(house: NearHouse, token: str = "", **asked: Any) -> dict[str, Any]:
    query = "&".join(f"{key}={value}" for key, value in {"level": LEVEL.name, **asked}.items())
    status, page = house.call("GET", f"/api/games/phase_shift/table?{query}", token=token)
    assert status == 200
    return page


def test_a_levels_table_is_by_ranking_and_shows_help_apart(house: NearHouse) -> None:
    (best, best_id), (longer, longer_id), (helped, helped_id) = (person(house) for _ in range(3))
    there_and_back = ["e", "w"] if PROOF[0] == "e" else [PROOF[0], "f", "f"]
    first = solve(house, best, PROOF)
    solve(house, longer, [*there_and_back, *PROOF])
    solve(house, helped, [PROOF[0], "undo", *PROOF])
    page = table(house, longer)
    assert [line["account"] for line in page["lines"]] == [best_id, longer_id] and page["best"] == len(PROOF)
    assert [line["place"] for line in page["lines"]] == [1, 2] and page["lines"][0].get("over", 0) == 0
    assert page["yours"]["account"] == longer_id and page["yours"]["over"] > 0 and page["yours"]["place"] == 2
    assert [line["account"] for line in table(house, helped=1)["lines"]] == [helped_id]
    assert page["lines"][0]["room"] == first
    status, record = house.call("GET", f"/api/match/{first}/record")
    assert status == 200 and b'"won"' in record
    # The first attempt is a match against the level: two won it, one with help for half a point.
    curves = {
        account: house.call("GET", f"/api/ratings/{account}")[1][0] for account in (best_id, longer_id, helped_id)
    }
    assert curves[best_id]["card"]["pace"] == "levels" and curves[best_id]["card"]["provisional"]
    assert all(curve["points"][0]["rating"] == 1500 for curve in curves.values())  # where everybody begins
    assert curves[best_id]["points"][1]["rating"] > 1500 > curves[helped_id]["points"][1]["rating"]
    assert page["level"]["rating"] < 1500


def test_a_won_level_that_stands_in_a_table_is_not_taken_up_again(house: NearHouse) -> None:
    token, _ = person(house)
    room = solve(house, token, PROOF)
    player = house.person().join(room, [{"seat": 1}], token)
    assert player.act("undo")["code"] == "match_over"
    assert len(table(house)["lines"]) == 1


def test_guests_are_listed_when_they_claim_their_account(house: NearHouse) -> None:
    token, account = person(house, claimed=False)
    solve(house, token, PROOF)
    assert table(house)["lines"] == [] and house.call("GET", f"/api/ratings/{account}")[1] == []
    body = {"name": "Ada", "password": "correct horse battery"}
    status, answer = house.call("POST", "/api/account/claim", body, token)
    assert status in (200, 201), answer
    assert [line["name"] for line in table(house)["lines"]] == ["Ada"]


def test_hints_and_own_texts_do_not_count_with_the_others(house: NearHouse) -> None:
    token, _ = person(house)
    opened = house.call("POST", "/api/rooms", {"game": "phase_shift", "level": LEVEL.name}, token)[1]
    player = house.person().join(opened["room"], opened["keys"], token)
    player.send(type="hint?", seat=1, ask=1)
    player.wait("hint", "error")
    for word in PROOF:
        player.play(word)
    wait_over(house, player, opened["room"])
    solve(house, token, PROOF, level="", text=LEVEL.text)
    assert table(house)["lines"] == [] and len(table(house, helped=1)["lines"]) == 1


def test_a_warning_that_all_is_well_is_no_help(house: NearHouse) -> None:
    token, _ = person(house)
    opened = house.call("POST", "/api/rooms", {"game": "phase_shift", "level": LEVEL.name}, token)[1]
    player = house.person().join(opened["room"], opened["keys"], token)
    player.send(type="hint?", seat=1, ask=1, warn=True)
    assert player.wait("hint") == {"type": "hint", "seat": 1, "ask": 1}
    for word in PROOF:
        player.play(word)
    wait_over(house, player, opened["room"])
    assert len(table(house)["lines"]) == 1 and table(house, helped=1)["lines"] == []


def test_the_next_level_is_one_that_is_not_won(house: NearHouse) -> None:
    token, _ = person(house)
    first = house.call("GET", "/api/games/phase_shift/next", token=token)[1]
    solve(house, token, PROOF)
    after = house.call("GET", "/api/games/phase_shift/next", token=token)[1]
    assert 0 < first["chance"] < 1 and after["level"] not in ("", LEVEL.name)


def duel(house: NearHouse, host: str, guest: str, **wish: Any) -> tuple[Person, Person, dict[str, Any]]:
    seats = [{"kind": "me"}, {"kind": "open"}]
    opened = house.call("POST", "/api/rooms", {"game": "coins", "seats": seats, "clock": 600, **wish}, host)[1]
    first = house.person().join(opened["room"], opened["keys"], host)
    second = house.person().join(opened["room"], token=guest)
    second.send(type="sit", seat=2)
    return first, second, opened


def test_a_rated_duel_changes_two_ratings_once(house: NearHouse) -> None:
    (host, first_id), (guest, second_id) = person(house), person(house)
    first, second, opened = duel(house, host, guest, rated=True)
    assert second.wait("seated")["seat"] == 2
    now = house.call("GET", f"/api/rooms/{opened['room']}/ratings")[1]
    assert now == [{"seat": seat, "rating": 1500, "provisional": True} for seat in (1, 2)]
    first.play("heads")
    first.act("resign")
    wait_over(house, first, opened["room"])
    loser = house.call("GET", f"/api/ratings/{first_id}")[1]
    winner = house.call("GET", f"/api/ratings/{second_id}")[1]
    assert loser[0]["points"][1]["rating"] < 1500 < winner[0]["points"][1]["rating"]
    assert loser[0]["card"]["pace"] == "live" and len(loser[0]["points"]) == 2
    assert house.call("GET", f"/api/rooms/{opened['room']}")[1]["rated"]
    ratings = house.call("GET", f"/api/rooms/{opened['room']}/ratings")[1]
    assert [rating["before"] for rating in ratings] == [1500, 1500] and all(rating["provisional"] for rating in ratings)
    assert [rating["rating"] for rating in ratings] == [loser[0]["card"]["rating"], winner[0]["card"]["rating"]]


def test_a_duel_by_link_or_without_a_result_changes_no_rating(house: NearHouse) -> None:
    (host, first_id), (guest, _) = person(house), person(house)
    for rated, words in ((False, ["heads"]), (True, [])):
        first, second, opened = duel(house, host, guest, rated=rated)
        second.wait("seated")
        for word in words:
            first.play(word)
        first.act("resign")
        wait_over(house, first, opened["room"])
    assert house.call("GET", f"/api/ratings/{first_id}")[1] == []


@pytest.mark.parametrize(
    "wish",
    [
        {"clock": 0},
        {"seed": "7"},
        {"seats": [{"kind": "me"}, {"kind": "me"}]},
        {"game": "phase_shift"},
        {"game": "echoes", "level": "needle"},  # a position that one side wins
    ],
)
def test_what_cannot_be_rated_is_refused(house: NearHouse, wish: dict[str, Any]) -> None:
    token, _ = person(house)
    seats = [{"kind": "me"}, {"kind": "open"}]
    asked = {"game": "coins", "seats": seats, "clock": 600, "rated": True, **wish}
    assert house.call("POST", "/api/rooms", asked, token)[1]["code"] == "not_offered"


def test_rated_seats_are_for_claimed_accounts(house: NearHouse) -> None:
    (host, _), (guest, _) = person(house), person(house, claimed=False)
    _, second, _ = duel(house, host, guest, rated=True)
    assert second.wait("seated", "error")["code"] == "not_offered"
    asked = {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": 600, "rated": True}
    assert house.call("POST", "/api/rooms", asked, guest)[1]["code"] == "not_offered"


def test_nothing_of_a_day_is_told_before_it_is_over(house: NearHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time
    noon = DAY / 2 - now() % DAY  # from now; no midnight comes in between
    monkeypatch.setattr(time, "time", lambda: now() + noon)
    (first_token, _), (second_token, _) = person(house), person(house)
    day = house.call("GET", "/api/games/warpgrid/day")[1]
    assert set(day) == {"day", "commit"}
    rooms = []
    for token in (first_token, second_token):
        opened = house.call("POST", "/api/rooms", {"game": "warpgrid", "daily": True}, token)[1]
        player = house.person().join(opened["room"], opened["keys"], token)
        player.wait("whole")
        room = house.call("GET", f"/api/rooms/{opened['room']}")[1]
        assert room["commit"] == day["commit"] and "seed" not in room and "nonce" not in room
        while not player.scenes[1].get("outcome"):
            player.act("play", action=player.scenes[1]["choices"][0]["action"])
        wait_over(house, player, opened["room"])
        rooms.append(opened["room"])
    room = house.call("GET", f"/api/rooms/{rooms[0]}")[1]
    assert room["state"] == "over" and "seed" not in room and "nonce" not in room
    for path in ("", "/record", "/picture.gif", "/picture.png"):
        assert house.call("GET", f"/api/match/{rooms[0]}{path}", token=first_token)[1]["code"] == "sealed"
    stranger = house.person()
    stranger.send(type="join", version=VERSION, room=rooms[0], keys=[], token="")
    assert stranger.wait("joined", "error")["code"] == "sealed"
    page = house.call("GET", "/api/games/warpgrid/table?day=today")[1]
    assert page["closed"] and len(page["lines"]) == 2 and not any(line["room"] for line in page["lines"])
    assert house.call("GET", "/api/games/warpgrid/table")[1]["lines"] == []
    monkeypatch.setattr(time, "time", lambda: now() + noon + DAY)
    revealed = house.call("GET", f"/api/games/warpgrid/day?day={day['day']}")[1]
    assert commitment(bytes.fromhex(revealed["nonce"]), int(revealed["seed"])) == day["commit"] == revealed["commit"]
    assert house.call("GET", f"/api/match/{rooms[0]}/record")[0] == 200
    page = house.call("GET", f"/api/games/warpgrid/table?day={day['day']}")[1]
    assert {line["room"] for line in page["lines"]} == set(rooms) and "closed" not in page


def test_tables_are_read_along_an_index(house: NearHouse) -> None:
    """However many lines there are, a page walks along an index and sorts nothing."""
    from gridhall.server.people.profiles import Filter, finished_query
    from gridhall.server.ranking.standings import best_query, place_query, table_query

    engine = house.app.hall.engine
    row = type("Row", (), {"game": "g", "version": 1, "level": "l", "day": "", "helped": False, "rank": b"00000005"})
    asked = [table_query("g", 1, "l", "", False).limit(50), place_query(row), best_query("g", 1, "live").limit(50)]
    asked.append(finished_query("p", Filter(), False).limit(50))
    indexes = ("ix_entries_best", "ix_entries_best", "ix_ratings_best", "ix_results_account")
    is_sqlite = engine.dialect.name == "sqlite"
    of_all = {"game": "g", "version": 1, "level": "l", "day": "", "helped": False, "listed": True, "room": "r"}
    of_all |= {"moves": 1, "seconds": 1.0, "undone": 0, "facts": "{}", "at": 1.0}
    lines = [{**of_all, "account": f"{n:016x}", "rank": b"%08d" % n, "number": n} for n in range(3000)]
    with engine.begin() as connection:  # of an empty table every plan is as good as any
        connection.execute(insert(entries), lines)
        connection.execute(text("ANALYZE"))
    with engine.connect() as connection:
        if not is_sqlite:
            connection.execute(text("SET enable_seqscan = off"))
            connection.execute(text("SET enable_sort = off"))
            connection.execute(text("SET enable_bitmapscan = off"))
        for query, index in zip(asked, indexes, strict=True):
            compiled = query.compile(engine, compile_kwargs={"literal_binds": True})
            explain = "EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN "
            plan = "\n".join(
                str(line) for line in connection.execute(text(explain + str(compiled).replace(":", r"\:")))
            )
            assert index in plan and "TEMP B-TREE" not in plan and "Sort" not in plan, plan
            assert "SCAN rooms" not in plan and "Seq Scan on rooms" not in plan, plan
