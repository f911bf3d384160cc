"""gridhall-30: every level is proved, the sets are apart, and the score means what it says."""

import math

import pytest

from gridhall.learn import suite
from gridhall.solve import solve


def test_the_suite_has_thirty_levels_in_three_sets_that_share_none():
    parts = {part: [task.setup for task in suite.tasks(part)] for part in ("train", "validation", "held_out")}
    assert [len(set(levels)) for levels in parts.values()] == [10, 10, 10]
    assert len({level for levels in parts.values() for level in levels}) == 30


@pytest.mark.parametrize("number", range(30))
def test_every_witness_wins_in_the_optimum(number):
    task = suite.tasks()[number]
    match = task.match()
    for word in task.witness.split("; "):
        match.play(word)
    assert match.outcome == "won"
    assert len(match.plies) == task.optimum


def test_the_optimum_is_what_the_solver_proves():
    for task in suite.tasks("held_out")[::5]:
        assert solve(task.game, task.setup).length == task.optimum


def test_the_score_is_the_optimality_gap():
    best = suite.score(suite.perfect_agent())
    assert (best.solved, best.levels, best.gap) == (10, 10, 0.0)
    assert best.moves == [task.optimum for task in suite.tasks("held_out")]
    chance = suite.score(suite.random_agent(seed=1))
    assert chance.solved < best.solved
    assert chance.gap > 0 or math.isnan(chance.gap)
