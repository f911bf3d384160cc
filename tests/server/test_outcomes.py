"""Results: how each person's seat of a match that is over fared, and whose it is."""

import asyncio
import json
import time

from sqlalchemy import update
from tests.server.conftest import NearHouse

from gridhall.registry import load
from gridhall.server.people import accounts, sessions
from gridhall.server.store import queries
from gridhall.server.store.tables import ResultRow, results, rooms

WAY = ["e", "e", "e", "w", "s", "s", "e", "e"]


def results_of(house: NearHouse, token: str) -> list[ResultRow]:
    engine = house.app.hall.engine
    account = sessions.account_of_session(engine, token, time.time())
    assert account is not None
    return accounts.results_of_account(engine, account.id)


def test_a_won_puzzle_is_a_result_and_stays_one(house: NearHouse) -> None:
    token = house.guest()
    room, keys = house.make("phase_shift", token, level="walkthrough")
    me = house.person().join(room, keys)
    for word in WAY[:-1]:
        me.play(word)
    assert results_of(house, token) == []
    me.play(WAY[-1])
    me.wait("room")
    (result,) = results_of(house, token)
    assert (result.room, result.seat, result.game, result.level) == (room, 1, "phase_shift", "walkthrough")
    assert (result.outcome, result.reason, result.moves, result.undone) == ("won", "rules", 8, 0)
    assert result.stars == 3 and result.mark == "perfect" and result.proved and result.ended > 0
    assert set(json.loads(result.facts)) == {name.lstrip("-") for name in load("phase_shift").RANKING}
    assert me.act("undo", count=1)["code"] == "match_over"
    assert results_of(house, token) == [result]


def test_a_match_of_two_has_a_result_for_each_and_none_if_it_does_not_count(house: NearHouse) -> None:
    ann, bob = house.guest(), house.guest()
    for act, wanted in (("resign", ["lost", "won"]), ("leave", ["none", "none"])):
        room, keys = house.make("echoes", ann, seats=[{"kind": "me"}, {"kind": "open"}])
        first, second = house.person().join(room, keys), house.person().join(room, token=bob)
        second.send(type="sit", seat=2)
        second.wait("seated")
        second.numbers[2] = 0
        second.play("new A", 2)
        first.send(type=act, seat=1, **({"number": 1} if act == "resign" else {}))
        while second.wait("room")["state"] != "over":
            pass
        assert [results_of(house, token)[0].outcome for token in (ann, bob)] == wanted
        assert [results_of(house, token)[0].seat for token in (ann, bob)] == [1, 2]


def test_who_plays_both_sides_has_played_alone(house: NearHouse) -> None:
    token = house.guest()
    room, keys = house.make("echoes", token)
    us = house.person().join(room, keys)
    us.play("new A", 2)
    us.act("resign", 1)
    us.rest()
    assert [result.outcome for result in results_of(house, token)] == ["solo", "solo"]


def test_matches_that_ended_before_there_were_results_get_theirs(house: NearHouse) -> None:
    token = house.guest()
    room, keys = house.make("phase_shift", token, level="walkthrough")
    me = house.person().join(room, keys)
    for word in WAY:
        me.play(word)
    me.wait("room")
    before = results_of(house, token)
    engine = house.app.hall.engine
    with engine.begin() as connection:
        connection.execute(results.delete())
        connection.execute(update(rooms).values(ended=0))
    me.close()
    house.forget(room)
    hall = house.app.hall
    asyncio.run_coroutine_threadsafe(hall.sweep(time.time()), hall.writer.loop).result(60)
    (after,) = results_of(house, token)
    _, _, log = queries.read_room(engine, room)
    assert after.ended == log[-1].at
    assert [after.outcome, after.facts, after.seconds] == [before[0].outcome, before[0].facts, before[0].seconds]
    assert queries.without_results(engine, 10) == []
