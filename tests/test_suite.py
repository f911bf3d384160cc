"""gridhall-30: every level is proved, the sets are apart, and the score means what it says."""
# mypy: disable-error-code="arg-type, attr-defined, func-returns-value, misc"

import numpy as np
import pytest

from gridhall.errors import Usage
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
    assert chance.gap > 0


def test_levels_that_were_not_solved_count_in_the_gap():
    half = suite.score_of([10, None], [10, 10])
    assert (half.solved, half.levels, half.gap) == (1, 2, (suite.PATIENCE - 1) / 2)
    assert suite.score_of([None, None], [10, 10]).gap == suite.PATIENCE - 1


def test_a_part_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(Usage, match="no part 'test'; it has train, validation, held_out"):
        suite.score(suite.random_agent(), "test")


def test_a_policy_of_gymnasium_is_taken_as_it_is():
    class Model:
        def predict(self, observation, deterministic=False):
            assert observation["planes"].ndim == 3
            return np.array(0), None

    asked = []
    unmasked = suite.score(lambda seen: asked.append(seen.shape) or 0, "train", observation="flat")
    masked = suite.score(lambda seen, mask: int(mask.argmax()), "train", observation="planes", pad=(16, 16))
    assert unmasked.levels == masked.levels == suite.score(Model(), "train").levels == 10
    assert all(len(shape) == 1 for shape in asked)
    with pytest.raises(Usage, match="a policy is a function of an observation"):
        suite.score(3, "train", observation="planes")
