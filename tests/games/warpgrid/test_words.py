"""One case for each ruling about words and facts, WG24 to WG26."""

import copy

import pytest
from tests.games.warpgrid.cases import begin

from gridhall.errors import BadAction, IllegalAction, MatchOver
from gridhall.games.warpgrid.words import WORDS


def test_wg24_there_are_47_words_in_order():
    assert WORDS[:7] == ("x+", "x-", "y+", "y-", "warp", "ricochet", "stay")
    assert WORDS[7:11] == ("phase 1", "phase 2", "phase 3", "phase 4")
    assert (WORDS[11], WORDS[12], WORDS[17], WORDS[46], len(WORDS)) == (
        "roll 1 1",
        "roll 1 2",
        "roll 2 1",
        "roll 6 6",
        47,
    )


@pytest.mark.parametrize(
    "word",
    [
        "", "X+", "left", "phase", "phase 0", "phase 5", "roll", "roll 0 1", "roll 1 7", "roll 11",
        "x+ ricochet", "resign", "1",
    ],
)  # fmt: skip
def test_wg24_any_other_word_is_an_error_and_changes_nothing(word):
    match = begin("2 2 6 6 5 5 1 3")
    before = copy.copy(match.state)
    with pytest.raises(BadAction):
        match.play(word)
    assert match.state == before


@pytest.mark.parametrize("word", ["warp", "ricochet", "stay", "phase 1", "roll 1 1"])
def test_wg24_a_word_that_is_not_offered_is_refused_with_its_rule(word):
    match = begin("2 2 6 6 5 5 1 3")
    with pytest.raises(IllegalAction, match="WG"):
        match.play(word)


def test_wg25_facts_have_all_keys_and_nulls_where_there_is_nothing():
    facts = begin(rolls="ask").facts()
    assert list(facts) == [
        "grid", "warp", "turn", "x", "y", "charge", "capacity", "levels", "out", "dice", "direction", "steps",
        "field_left", "roll", "phase_of_play", "legal", "status", "reason", "score",
    ]  # fmt: skip
    assert (facts["x"], facts["y"], facts["roll"]) == (0, 0, "in")
    assert all(facts[key] is None for key in ("out", "dice", "direction", "reason"))


def test_wg26_dice_are_null_in_the_field_and_a_roll_asked_for_still_counts():
    match = begin("2 2 6 6 5 5 1 1", "x+; y+", rolls="ask")
    facts = match.facts()
    assert (facts["dice"], facts["field_left"], facts["roll"], facts["phase_of_play"]) == (None, 1, "field", "roll")


def test_wg26_at_the_end_all_else_stays():
    match = begin("1 1 6 6 3 1 3 1 3 1 4 2", "x+", grid=3)
    facts = match.facts()
    assert (facts["steps"], facts["field_left"], facts["legal"], facts["dice"]) == (0, 0, [], None)
    assert (facts["direction"], facts["x"], facts["y"]) == ("x+", 3, 1)
    with pytest.raises(MatchOver):
        match.play("x+")
