"""The dice to come are secret, and any words leave a sound position."""

import copy
import random

import pytest
from tests.games.warpgrid.cases import begin, level

from gridhall.errors import IllegalAction
from gridhall.games.warpgrid import rules
from gridhall.match import Match


def test_the_view_holds_no_dice_to_come():
    match = begin("2 2 6 6 5 5 1 3 4 4", seed=99)
    assert (match.view(0).rng, match.view(0).used) == (0, 0)
    other = copy.copy(match.state)
    rules.resample(match.setup, other, 0, 5)
    assert other != match.state
    assert match.view_of(other, 0) == match.view(0)


def test_scripted_dice_to_come_change_nothing_that_is_seen():
    from gridhall.scene import as_json

    first, second = begin("2 2 6 6 5 5 1 3 4 4 1 1"), begin("2 2 6 6 5 5 1 3 3 2 6 5")
    assert as_json(first.scene(0)) == as_json(second.scene(0))
    assert first.facts(0) == second.facts(0)


def test_guessed_dice_do_not_follow_the_script():
    match = begin("2 2 6 6 5 5 1 3 " + "1 1 " * 20)
    guess = match.view(0)
    rules.resample(match.setup, guess, 0, 5)
    rules.step(match.setup, guess, 0, 0)
    rules.step(match.setup, guess, 0, 2)
    assert guess.used == match.setup.count


@pytest.mark.parametrize("seed", range(40))
def test_any_words_leave_a_position_that_keeps_its_bounds(seed):
    rng = random.Random(seed)
    match = Match("warpgrid", rng.choice(["\n", "; rolls: ask\n", "; grid: 5\n; charge: 44\n"]), seed=seed)
    for _ in range(400):
        if match.over:
            break
        before, action = copy.copy(match.state), rng.randrange(-3, 60)
        if rules.refusal(match.setup, match.state, 0, action):
            with pytest.raises(IllegalAction):
                match.act(0, action)
            assert match.state == before
            continue
        match.act(0, action)
        facts = match.facts()
        assert 0 <= facts["charge"] <= facts["capacity"]
        assert set(facts["levels"]) <= {0, 1, 2, 3}
        assert facts["turn"] <= 210
        assert bool(facts["legal"]) == (facts["status"] == "playing")
        if facts["out"]:
            assert level(match, *facts["out"]) == 0
