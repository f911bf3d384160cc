"""What is said of a win beside the proved best, the same everywhere."""

import pytest

from gridhall.match import Match
from gridhall.perfection import NEAR, PERFECT, praise, praise_of
from gridhall.registry import games, levels, load


@pytest.mark.parametrize(
    "best, moves, mark", [(18, 18, PERFECT), (18, 19, NEAR), (18, 22, NEAR), (18, 23, ""), (8, 10, NEAR), (3, 4, "")]
)
def test_the_crown_is_for_the_best_and_the_second_mark_within_a_quarter_of_it(best, moves, mark):
    assert praise(best, moves).mark == mark


def test_a_win_that_is_not_the_best_names_the_goal():
    assert praise(18, 21).text == "Best possible: 18. You took 21: try for 18."


@pytest.mark.parametrize("name", [name for name in games() if load(name).PUZZLE])
def test_the_proved_way_of_a_level_is_perfect(name):
    game = load(name)
    level = next(level for level in levels(game) if level.certificate.get("status") == "OPTIMAL")
    match = Match(name, level.name)
    assert praise_of(match) is None
    for word in level.certificate["witness"].split(";"):
        match.play(word.strip())
    reached = praise_of(match)
    assert reached is not None and reached.mark == PERFECT and reached.best == level.certificate["length"]


def test_a_level_of_ones_own_is_not_compared():
    match = Match("phase_shift", "#####\n#PBE#\n#####\n---\n#####\n#...#\n#####\n")
    match.play("e")
    match.play("e")
    assert match.outcome == "won" and praise_of(match) is None
