"""No match in a room is lost when the hall is killed: it goes on, and its record tells the same facts as everywhere."""

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, select
from tests.cases import ROOM, Case, all_cases, covering_cases
from tests.choices import ending_action, next_action
from tests.record_checks import check_record
from tests.server.conftest import FarHouse
from tests.sitting import LONGEST, MOST

from gridhall import registry
from gridhall.match import Match
from gridhall.server.store import tables

ROOMS_OF_A_GUEST = 30  # at once; the hall allows some more


class Visit:
    """People in a room, who know of it what the hall tells them and what it has stored."""

    def __init__(self, house: Any, token: str, case: Case) -> None:
        self.house, self.case = house, case
        self.followed: Match | None = None
        seats = [{"kind": "machine", "level": case.level}] * (2 if case.level else 0)
        for player in case.people if case.level else ():
            seats[player] = {"kind": "me"}
        self.room, self.keys = house.make(case.game, token, level=case.setup, seats=seats)
        self.join()

    def join(self) -> None:
        self.person = self.house.person().join(self.room, self.keys)
        self.acting: dict[int, list[int]] = {}
        self.over = False
        self.person.rest()
        self._note()

    def _note(self) -> None:
        """Take note of all that was heard since."""
        for message in map(json.loads, self.person.heard):
            if message["type"] in ("whole", "update"):
                self.acting[message["seat"]] = message.get("acting", [])
            elif message["type"] == "room":
                self.over = message["state"] == "over"
        self.person.heard.clear()

    def match(self) -> Match:
        """The match as the store has it; what is known of it already is not played again."""
        with self.house.base.connect() as base:
            if self.followed is None:
                row = base.execute(select(tables.rooms).where(tables.rooms.c.id == self.room)).one()
                self.followed = Match.of_text(registry.load(row.game), row.setup, int(row.seed))
                self.entries = 0
            log = tables.log.c
            new = select(log.seat, log.kind, log.word).where(log.room == self.room, log.entry > self.entries)
            for seat, kind, word in base.execute(new.order_by(log.entry)).all():
                self.entries += 1
                if kind == "undo":
                    self.followed.undo(int(word) or len(self.followed.plies))
                else:
                    self.followed.play(word, seat - 1)
        return self.followed

    def wait(self) -> tuple[Match, int]:
        """Wait until somebody's word is wanted; the match, and whose (-1: it is over)."""
        while not self.over:
            seats = {seat for seat, acting in self.acting.items() if seat in acting}
            match = self.match()
            if match.over:  # as the hall will tell when it has stored that
                self.person.wait("room")
                self._note()
                continue
            wanted = [player for player in match.acting if player + 1 in seats and player in self.case.people]
            if wanted and all(_automatic(match, player) < 0 for player in wanted):
                return match, wanted[0]
            self.person.hear()
            self._note()
        return self.match(), -1

    def play(self, match: Match, player: int, action: int) -> None:
        answer = self.person.play(match.game.word(match.setup, match.state, action), player + 1)
        assert answer["type"] != "error", f"{self.case}: {answer}"
        self.person.rest()
        self._note()

    def take_all_back(self, player: int) -> None:
        answer = self.person.act("undo", player + 1, count=0)
        assert answer["type"] == "update", f"{self.case}: {answer}"
        self.person.rest()
        self._note()


def _automatic(match: Match, player: int) -> int:
    return match.game.automatic(match.setup, match.view(player), player) if match.game.automatic is not None else -1


def visit_some(house: Any, token: str, case: Case) -> tuple[Visit, Random]:
    """Play until everybody has had a word, people two; in a new room with a word less, if that was the end."""
    most = MOST
    while True:
        chance, visit = Random(str(case)), Visit(house, token, case)
        match, player = visit.wait()
        if case.restarts:
            visit.play(match, player, next_action(match, player, chance))
            match, player = visit.wait()
            visit.take_all_back(player)
            match, player = visit.wait()
            assert not match.plies and match.undone
        own = 0
        while player >= 0 and own < most:
            if own >= 2 and len({ply.player for ply in match.plies}) == match.game.PLAYERS:
                break
            visit.play(match, player, next_action(match, player, chance))
            match, player = visit.wait()
            own += 1
        if player >= 0 or own == 0:
            return visit, chance
        most = own - 1
        assert most, f"{case} is over after one word"


def visit_to_the_end(visit: Visit, chance: Random) -> None:
    """Play one more word, then give up where that is possible, else play on."""
    for number in range(LONGEST):
        match, player = visit.wait()
        if player < 0:
            return
        action = ending_action(match, player) if number else None
        visit.play(match, player, next_action(match, player, chance, True) if action is None else action)
    raise AssertionError(f"{visit.case} has no end")


def all_go_on(house: Any, folder: Path, cases: Iterable[Case], wholly: bool) -> None:
    """Play all cases in rooms of one hall, kill it, open it again, and play them to their ends."""
    house.base = create_engine(house.database)
    visits, token = [], ""
    for number, case in enumerate(cases):
        token = token if number % ROOMS_OF_A_GUEST else house.guest()
        visits.append(visit_some(house, token, case))
    before = [list(visit.match().plies) for visit, _ in visits]
    house.kill()
    for visit, _ in visits:
        with suppress(OSError):
            visit.person.close()
    house.open()
    for (visit, chance), plies in zip(visits, before):
        visit.join()
        visit_to_the_end(visit, chance)
        visit.person.close()
        status, text = house.call("GET", f"/api/match/{visit.room}/record")
        assert status == 200, visit.case
        path = folder / f"{visit.room}.jsonl"
        path.write_bytes(text)
        visit.followed = None
        assert visit.match().plies[: len(plies)] == plies, visit.case
        check_record(path, visit.case, wholly)
    house.base.dispose()
    house.kill()


def test_a_match_in_a_room_goes_on_after_kill_9_and_its_record_is_whole(far_house: FarHouse, tmp_path: Path) -> None:
    all_go_on(far_house, tmp_path, [case for case in covering_cases() if case.way == ROOM], wholly=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.games())
def test_every_match_in_a_room_goes_on_after_kill_9_and_its_record_is_whole(
    far_house: FarHouse, tmp_path: Path, name: str
) -> None:
    cases = [case for case in all_cases() if case.way == ROOM and case.game == name]
    all_go_on(far_house, tmp_path, cases, wholly=True)
