"""The golden cases of Warpgrid, WG27."""

import json
from pathlib import Path

import pytest

from gridhall.errors import GridhallError
from gridhall.match import Match

CASES = json.loads((Path(__file__).parent / "golden" / "warpgrid_cases.json").read_text("utf-8"))


def play_case(case):
    """Play a case's words; return the facts after each number of words, and the numbers of the refused ones."""
    match = Match("warpgrid", case["setup"] or "\n")
    facts, refused = [match.facts()], []
    for number, word in enumerate(case["words"], 1):
        try:
            match.play(word)
        except GridhallError:
            refused.append(number)
        facts.append(match.facts())
    return facts, refused


@pytest.mark.parametrize("case", CASES, ids=[case["name"].split(" ")[0] + f"-{number}" for number, case in enumerate(CASES)])
def test_golden_case(case):
    facts, refused = play_case(case)
    assert refused == case["refused"]
    for number, expected in [*case["checkpoints"].items(), (len(case["words"]), case["expect"])]:
        found = facts[int(number)]
        assert {key: found[key] for key in expected} == expected, f"after {number} words"


def test_there_are_twenty_cases_with_every_key_of_the_facts():
    assert len(CASES) == 20
    facts, _ = play_case(CASES[1])
    assert set(CASES[1]["expect"]) == set(facts[0])
