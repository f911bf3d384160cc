"""Tests of Three in a row: the whole contract, and a test for each rule. Run them with `pytest`."""

import pytest

from gridhall import Match
from gridhall.conformance import CHECKS, Check
from gridhall.errors import IllegalAction

GAME = "three_in_a_row"


def played(words: str) -> Match:
    match = Match(GAME)
    for word in words.split():
        match.play(word)
    return match


@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_the_contract_is_kept(check: Check) -> None:
    check.hold(GAME)


def test_ru1_a_marked_cell_stays_marked() -> None:
    with pytest.raises(IllegalAction, match="RU1"):
        played("b2 b2")


@pytest.mark.parametrize("words", ["a1 a2 b1 b2 c1", "a1 b1 a2 b2 a3", "a1 a2 b2 a3 c3", "c1 a1 b2 a2 a3"])
def test_ru2_three_in_a_row_win(words: str) -> None:
    assert played(words).outcome == "1 won"


def test_ru3_a_full_board_is_a_draw() -> None:
    assert played("a1 b1 c1 b2 a2 c2 b3 a3 c3").outcome == "drawn"
