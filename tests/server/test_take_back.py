"""What was taken back is gone from the log, from the count of moves and from replays, whatever the game."""

import random
from typing import Any

import pytest
from tests.server.conftest import FarHouse, NearHouse, Person

from gridhall.registry import games, load

UNDO = [game for game in games() if load(game).UNDO]


def texts(update: dict[str, Any]) -> list[str]:
    return [step["text"] for step in update["steps"] if step.get("text")]


def wander(person: Person, chance: random.Random, count: int) -> tuple[list[dict[str, Any]], int]:
    """Play and take back at random; returns what was said of the moves that still stand, and how many they are."""
    standing: list[list[dict[str, Any]]] = []
    for _ in range(count):
        if standing and chance.random() < 0.3:
            back = chance.choice([1, 1, 1, 2, len(standing)])
            update = person.act("undo", count=0 if back == len(standing) else back)
            assert update["undone"] == min(back, len(standing))
            del standing[len(standing) - back :]
            assert update.get("said", []) == [line for lines in standing for line in lines][-30:]
        else:
            seats = {
                seat: [choice for choice in scene.get("choices", ()) if not choice.get("why")]
                for seat, scene in person.scenes.items()
            }
            seat, offered = next(((seat, offered) for seat, offered in seats.items() if offered), (0, []))
            words = [choice["word"] for choice in offered if choice["word"] not in ("quit", "resign")]
            if not words:  # the end; it can be taken back, too
                continue
            update = person.play(chance.choice(words), seat)
            standing.append([{"at": len(standing) + 1, "text": text} for text in texts(update)])
        assert update.get("moves", 0) == len(standing)
        person.rest()
    return [line for lines in standing for line in lines], len(standing)


@pytest.mark.parametrize("game", UNDO)
def test_nothing_that_was_taken_back_is_told_or_counted(house: NearHouse, game: str) -> None:
    chance = random.Random(7)
    for _ in range(3):
        room, keys = house.make(game)
        me = house.person().join(room, keys)
        me.rest()
        said, moves = wander(me, chance, 24)
        assert house.call("GET", f"/api/match/{room}")[1]["plies"] == moves

        def see(room: str = room, keys: list[dict[str, Any]] = keys) -> tuple[Any, Any]:
            whole = house.person().join(room, keys).wait("whole")
            return whole.get("said", []), whole.get("moves", 0)

        assert see() == (said[-30:], moves)
        house.forget(room)
        again, counted = see()  # read from the store: what was said long ago may be gone, but nothing else is told
        assert counted == moves and again == said[len(said) - len(again) :]
        assert again or not said


def test_also_where_there_are_secrets_and_where_two_agree(far_house: FarHouse) -> None:
    chance = random.Random(3)
    for game in ("veiled", "nim"):
        room, keys = far_house.make(game, text="99")
        us, watcher = far_house.person().join(room, keys), far_house.person().join(room)
        us.rest()
        watcher.rest()
        said, moves = wander(us, chance, 30)
        assert bool(said) == (game == "veiled") and moves
        secret = keys[0]["secret"]
        replay = far_house.call("GET", f"/api/match/{room}?as=1&from=0&to=200", headers={"X-Seat": secret})[1]
        assert replay["plies"] == moves == len(replay["shown"])
        assert [text for ply in replay["shown"] for text in texts(ply)] == [line["text"] for line in said]
        heard = [update for update in watcher.rest() if update["type"] == "update"]
        if game == "veiled":
            assert not any(update.get("moves") for update in heard)  # who came at any time cannot count
        else:
            assert heard[-1]["moves"] == moves
