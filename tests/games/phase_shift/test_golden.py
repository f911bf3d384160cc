"""The golden cases: levels, words, and the facts after each."""

import pytest
from tests.games.phase_shift.cases import GOLDEN

from gridhall.errors import GridhallError
from gridhall.games import phase_shift as game
from gridhall.match import Match


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])
def test_golden(case):
    match = Match(game, case["setup"])
    assert match.facts() == case["checkpoints"]["0"]
    for number, word in enumerate(case["words"], 1):
        if number in case["refused"]:
            before = bytes(match.state)
            with pytest.raises(GridhallError):
                match.play(word)
            assert bytes(match.state) == before
            continue
        match.play(word)
        if str(number) in case["checkpoints"]:
            assert match.facts() == case["checkpoints"][str(number)], number
    assert match.facts() == case["expect"]
