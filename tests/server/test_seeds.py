"""A room has one seed from its making to its record: whoever looks, however often the hall was stopped in between."""

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, insert
from tests.server.conftest import FarHouse, House, NearHouse

from gridhall.game import Game
from gridhall.match import Match
from gridhall.record import commitment, read_record
from gridhall.registry import games, levels, load, read_text
from gridhall.seeds import seed_of_name
from gridhall.server.hall import Hall
from gridhall.server.messages.http import MakeRoom, SeatWish
from gridhall.server.rooms.board import Board
from gridhall.server.store import tables
from gridhall.server.store.queries import read_room
from gridhall.server.work.fair_queue import Visitor


def scene_of(game: str, setup: str, seed: int, player: int) -> Any:
    """A match's first scene as the wire has it."""
    return json.loads(msgspec.json.encode(Match.of_text(load(game), setup, seed).scene(player)))


class Seen:
    """What somebody who holds all seats of a room was told of it at its beginning."""

    def __init__(self, house: House, game: str, room: str, keys: list[dict[str, Any]]) -> None:
        self.house, self.game, self.id, self.keys = house, game, room, keys
        self.person = house.person().join(room, keys)
        messages = self.person.rest()
        self.commit = next(message["commit"] for message in messages if message["type"] == "room")
        self.first = {message["seat"]: message["scene"] for message in messages if message["type"] == "whole"}
        assert sorted(self.first) == sorted(key["seat"] for key in keys)

    def play_some(self, count: int = 4) -> None:
        """A few legal moves of whoever may act."""
        chance = random.Random(count)
        for _ in range(count):
            offered = [
                (seat, choice) for seat, scene in self.person.scenes.items() for choice in scene.get("choices", ())
            ]
            offered = [
                (seat, choice)
                for seat, choice in offered
                if not choice.get("why") and choice["word"] not in ("resign", "quit")
            ]
            if not offered:
                return
            seat, choice = chance.choice(offered)
            assert self.person.act("play", seat, action=choice["action"])["type"] == "update"
            self.person.rest()

    def resign(self) -> None:
        self.person.act("resign", self.keys[0]["seat"])
        self.person.rest()

    def check(self) -> dict[str, Any]:
        """After the end: the first scenes, the commitment and the record are all of one seed."""
        room: dict[str, Any] = self.house.call("GET", f"/api/rooms/{self.id}")[1]
        assert room["state"] == "over" and room["commit"] == self.commit
        seed = int(room["seed"])
        assert commitment(bytes.fromhex(room["nonce"]), seed) == self.commit
        status, text = self.house.call("GET", f"/api/match/{self.id}/record")
        head = json.loads(text.decode().splitlines()[0])
        assert status == 200 and head["seed"] == seed and head.get("commit", self.commit) == self.commit
        assert read_record(text.decode()).seed == seed
        for seat, scene in self.first.items():
            assert scene == scene_of(self.game, head["setup"], seed, seat - 1), (self.game, seat)
        return room

    def again(self) -> "Seen":
        """The room of a rematch."""
        self.person.act("offer", self.keys[0]["seat"], what="rematch")
        message = self.person.wait("rematch")
        return Seen(self.house, self.game, message["room"], message["keys"])


def open_seats(game: str) -> list[dict[str, str]]:
    return [{"kind": "me"}] * load(game).PLAYERS


@pytest.mark.parametrize("game", games())
def test_a_room_its_restart_its_rematch_and_their_records_agree_on_the_seed(house: NearHouse, game: str) -> None:
    for seed in ("", "5"):
        seen = Seen(house, game, *house.make(game, seats=open_seats(game), seed=seed))
        seen.play_some()
        house.forget(seen.id)
        back = Seen(house, game, seen.id, seen.keys)
        assert back.commit == seen.commit
        if load(game).UNDO:
            back.person.act("undo", count=0)
            back.person.send(type="whole?", seat=1)
            assert back.person.wait("whole")["scene"] == seen.first[1]
            back.play_some(3)
        back.resign()
        room = seen.check()
        assert room["seed"] == seed or not seed
        rematch = back.again()
        rematch.play_some(2)
        rematch.resign()
        again = rematch.check()
        assert not again.get("open") and (again["seed"], again["nonce"]) != (room["seed"], room["nonce"])


def test_a_hall_that_is_killed_between_two_moves_keeps_every_rooms_seed(far_house: FarHouse) -> None:
    everything = [Seen(far_house, game, *far_house.make(game, seats=open_seats(game))) for game in games()]
    for seen in everything:
        seen.play_some(3)
    far_house.kill()
    far_house.open()
    for seen in everything:
        seen.person = far_house.person().join(seen.id, seen.keys)
        seen.person.rest()
        seen.play_some(2)
    far_house.kill()
    far_house.open()
    for seen in everything:
        seen.person = far_house.person().join(seen.id, seen.keys)
        seen.resign()
        seen.check()


@pytest.mark.parametrize("game", games())
def test_the_first_state_of_a_room_is_the_one_its_row_tells(database: str, game: str) -> None:
    """Whatever text and seed somebody wishes for, the row and what is read from the store begin with one state."""
    module = load(game)
    texts = [read_text(module, None), *(level.text for level in levels(module)[:6])]
    some = SeatWish("machine", next(iter(module.LEVELS_OF_PLAY))) if module.LEVELS_OF_PLAY else SeatWish("me")

    async def make_all() -> None:
        hall = Hall(database)
        try:
            for text in texts:
                for seed in ("", "5", "our evening"):
                    row, _ = await hall.make(
                        Visitor(), "guest", "Ann", MakeRoom(game, [some] * module.PLAYERS, text=text, seed=seed)
                    )
                    board = Board(row)
                    assert str(board.match.seed) == row.seed and row.known == bool(
                        seed or named(module, text) is not None
                    )
                    if seed:
                        assert board.match.seed == (5 if seed == "5" else seed_of_name(seed))
                    elif named(module, text) is not None:
                        assert board.match.seed == named(module, text)
                    stored = read_room(hall.engine, row.id)
                    assert (
                        stored is not None
                        and stored[0] == row
                        and bytes(Board(stored[0]).match.state) == bytes(board.match.state)
                    )
        finally:
            hall.close()

    asyncio.run(make_all())


def named(module: Game, text: str) -> int | None:
    return module.named_seed(text) if module.named_seed is not None else None


def test_a_rematch_has_the_seed_its_text_names_and_no_other_that_was_wished_for(house: NearHouse) -> None:
    game = next(game for game in games() if load(game).named_seed is not None and named(load(game), "; seed: 5\n") == 5)
    own = Seen(house, game, *house.make(game, text="; seed: 5\n"))
    wished = Seen(house, game, *house.make(game, text="; seed: 5\n", seed="6"))
    for seen, seed in ((own, "5"), (wished, "6")):
        assert house.call("GET", f"/api/rooms/{seen.id}")[1]["seed"] == seed
        seen.resign()
        seen.check()
        again = seen.again()
        room = house.call("GET", f"/api/rooms/{again.id}")[1]
        assert room["seed"] == "5" and room["open"] is True
    plain = Seen(house, game, *house.make(game, seed="6"))
    assert house.call("GET", f"/api/rooms/{plain.id}")[1]["open"] is True
    plain.resign()
    room = house.call("GET", f"/api/rooms/{plain.again().id}")[1]
    assert not room.get("seed") and not room.get("open")  # nobody chose anything


def test_a_rematch_that_was_agreed_on_comes_also_if_the_hall_stopped_before_it_was_made(far_house: FarHouse) -> None:
    """The log has the agreement, the next room is not there: what a power cut between two commits would leave."""
    alone = Seen(far_house, "phase_shift", *far_house.make("phase_shift"))
    alone.resign()
    pair = SimpleNamespace(id="", keys=[])
    pair.id, pair.keys = far_house.make("nim", seats=[{"kind": "me"}, {"kind": "open"}])
    ann, bob = far_house.person().join(pair.id, pair.keys), far_house.person().join(pair.id, token=far_house.guest())
    bob.send(type="sit", seat=2)
    secret = bob.wait("seated")["secret"]
    ann.act("resign")
    far_house.kill()
    rows = [
        (alone.id, 2, 1, 2, "offer", "rematch"),
        (pair.id, 2, 1, 2, "offer", "rematch"),
        (pair.id, 3, 2, 1, "answer", "rematch yes"),
    ]
    engine = create_engine(far_house.database)
    with engine.begin() as connection:
        before = b""
        for row in rows:
            if row[1] == 2:
                before = read_room(engine, row[0])[2][-1].hash
            entry = tables.chained(before, tables.LogEntry(*row, 1.0))
            connection.execute(insert(tables.log), [entry._asdict()])
            before = entry.hash
    engine.dispose()
    far_house.open()
    for room, keys in ((alone.id, alone.keys), (pair.id, [{"seat": 2, "secret": secret}])):
        person = far_house.person().join(room, keys)
        message = person.wait("room")
        while not message.get("next"):
            message = person.wait("room")
        assert far_house.call("GET", f"/api/rooms/{message['next']}")[1]["state"] == "playing"
