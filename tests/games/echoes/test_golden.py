"""The worked positions and whole matches of Echoes."""

import json
from pathlib import Path

import pytest

from gridhall.errors import GridhallError
from gridhall.match import Match
from gridhall.record import read_record, record_text
from gridhall.registry import load

GOLDEN = Path(__file__).parents[2] / "golden"
POSITIONS = json.loads((GOLDEN / "echoes_vectors.json").read_text("utf-8"))
MATCHES = json.loads((GOLDEN / "echoes_matches.json").read_text("utf-8"))
ECHOES = load("echoes")


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_position(case):
    position = {key: case[key] for key in ("echoes", "scores") if key in case}
    match = Match.of_text(ECHOES, json.dumps(position))
    assert match.facts() == case["expect"]
    assert match.over
    for word in ("new D", "1: new D", "resign"):
        with pytest.raises(GridhallError, match="over"):
            match.play(word)


@pytest.mark.parametrize("case", MATCHES, ids=lambda case: case["name"])
def test_match(case):
    match = Match.of_text(ECHOES, case["setup"])
    assert match.facts() == case["checkpoints"].get("0", match.facts())
    refused = []
    for number, word in enumerate(case["words"], 1):
        before = match.facts()
        try:
            match.play(word)
        except GridhallError:
            refused.append(number)
            assert match.facts() == before
        if str(number) in case["checkpoints"]:
            assert match.facts() == case["checkpoints"][str(number)], number
    assert refused == case["refused"]
    assert match.facts() == case["expect"]
    again = read_record(record_text(match))
    assert again.state == match.state
