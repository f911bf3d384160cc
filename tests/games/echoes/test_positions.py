"""Position files, EC61 and EC62: what they may be, and what is refused."""

import json

import pytest
from tests.games.echoes.cases import (
    begin,
    position,
)

from gridhall.errors import BadSetup, MatchOver


def test_ec61_a_position_is_replayed_at_once_and_takes_no_word():
    match = position("r 1 D4: walk N", "b 2 D6: walk S", "k 1 A1: shield N")
    assert match.facts() == {
        "last_tick": 1, "destroyed": {"1": ["b", "r"]}, "survivors": ["k"], "points": {"1": 1, "2": 1},
        "winner": 1, "reason": "elimination",
    }  # fmt: skip
    with pytest.raises(MatchOver):
        match.play("1: new D")


def test_ec62_what_a_position_may_be():
    assert position().facts() == {
        "last_tick": 0,
        "destroyed": {},
        "survivors": [],
        "points": {"1": 0, "2": 0},
        "winner": None,
        "reason": None,
    }
    assert position("r 1 D4:", "b 2 D4:").facts()["destroyed"] == {}  # tick 1 is not run
    assert position("r 1 D4:", "b 2 D4:", "k 1 A1: shield N").facts()["destroyed"] == {"1": ["b", "r"]}
    many = [
        f"e{number} 1 {'ABCDEFGH'[number % 8]}{1 + number // 8}: " + ", ".join(["shield N"] * 122)
        for number in range(16)
    ]
    assert position(*many).facts()["last_tick"] == 122
    assert sorted(position("b 1 A1: shield N", "a 1 B1: shield N", "B 1 C1: shield N").facts()["survivors"]) == [
        "B",
        "a",
        "b",
    ]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"echoes": [{"id": "a", "player": 3, "start": "A1", "actions": []}]}, "player"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A9", "actions": []}]}, "tile"),
        ({"echoes": [{"id": "", "player": 1, "start": "A1", "actions": []}]}, "id"),
        ({"echoes": [{"id": "123456789", "player": 1, "start": "A1", "actions": []}]}, "id"),
        ({"echoes": [{"id": "é", "player": 1, "start": "A1", "actions": []}]}, "id"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": ["walk S"]}]}, "EC11"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": ["fire W"]}]}, "EC14"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": ["shield N"] * 123}]}, "122"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": ["new D"]}]}, "a list holds"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": [], "side": 1}]}, "keys"),
        ({"echoes": [{"id": "a", "player": True, "start": "A1", "actions": []}]}, "player"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": []}] * 2}, "twice"),
        ({"echoes": [{"id": str(n), "player": 1, "start": "A1", "actions": []} for n in range(17)]}, "16"),
        ({"echoes": [], "scores": {"1": 1}}, "scores"),
        ({"echoes": [], "score": {}}, "unknown key"),
        ({"echoes": {}}, "list"),
    ],
)
def test_ec62_bad_positions_are_refused(change, wrong):
    with pytest.raises(BadSetup, match=wrong):
        begin(json.dumps(change))
