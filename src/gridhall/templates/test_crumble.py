"""Tests of Crumble: the whole contract, and a test for each rule. Run them with `pytest`."""

import pytest

from gridhall import Match
from gridhall.conformance import CHECKS, Check
from gridhall.errors import BadSetup, IllegalAction

GAME = "crumble"


@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_the_contract_is_kept(check: Check) -> None:
    check.hold(GAME)


def test_ru1_walls_stop_you() -> None:
    with pytest.raises(IllegalAction, match="RU1"):
        Match(GAME, "@#E\n...\n").play("right")


def test_ru2_the_floor_breaks_behind_you() -> None:
    match = Match(GAME, "@.E\n")
    match.play("right")
    with pytest.raises(IllegalAction, match="RU1"):
        match.play("left")


def test_ru3_on_the_exit_you_have_won() -> None:
    match = Match(GAME, "@E\n")
    match.play("right")
    assert match.outcome == "won"


def test_ru4_where_no_move_is_left_you_have_lost() -> None:
    match = Match(GAME, "@.#E\n")
    match.play("right")
    assert match.outcome == "lost"


def test_every_defect_of_a_level_is_told() -> None:
    with pytest.raises(BadSetup) as wrong:
        Match(GAME, "@.?\n@..\n")
    assert len(wrong.value.defects) == 3
