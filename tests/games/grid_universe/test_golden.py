"""The golden cases of Grid Universe, word by word."""

import json
from pathlib import Path

import pytest

from gridhall.errors import MatchOver
from gridhall.match import Match
from gridhall.registry import load

CASES = json.loads((Path(__file__).parents[2] / "golden" / "grid_universe_cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_golden(case):
    match = Match.of_text(load("grid_universe"), json.dumps(case["setup"]))
    checkpoints = case["checkpoints"]
    if "0" in checkpoints:
        assert match.facts() == checkpoints["0"]
    for number, word in enumerate(case["words"], 1):
        if number in case["refused"]:
            before = match.facts()
            with pytest.raises(MatchOver):
                match.play(word)
            assert match.facts() == before
        else:
            match.play(word)
        if str(number) in checkpoints:
            assert match.facts() == checkpoints[str(number)], number
    assert match.facts() == case["expect"]
