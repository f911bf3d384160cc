"""One case for each ruling about words and facts, PS12 and PS15 to PS17."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.phase_shift.cases import WALKTHROUGH, level, played

from gridhall.errors import BadAction, MatchOver
from gridhall.game import LIMIT, PLAYING
from gridhall.games import phase_shift as game


def test_ps15_words_case_and_blanks():
    setup, state = game.read_setup(WALKTHROUGH)
    spoken = [
        ["n", "N", "up", " UP "],
        ["s", "S", "down", "\tDown"],
        ["w", "W", "left"],
        ["e", "E", "right", "RIGHT  "],
        ["f", "F"],
        ["q", "Q"],
    ]
    for action, words in enumerate(spoken):
        assert {game.read_word(setup, state, word) for word in words} == {action}
        assert game.word(setup, state, action) == words[0]


def test_ps16_help_and_redraw_are_refused_and_quitting_is_no_move():
    match = played(WALKTHROUGH, "e")
    for word in ("h", "r", "H", " R "):
        with pytest.raises(BadAction, match="PS16"):
            match.play(word)
    match.play("q")
    assert match.facts()["moves"] == 1
    for word in ("e", "q", "h", "jump"):
        with pytest.raises(MatchOver):
            match.play(word)


@settings(max_examples=200)
@given(st.text(max_size=30))
def test_ps12_random_words_are_refused_and_nothing_else(text):
    setup, state = game.read_setup(WALKTHROUGH)
    try:
        assert 0 <= game.read_word(setup, state, text) <= game.ACTIONS
    except BadAction as wrong:
        assert len(str(wrong)) < 300


def test_ps17_the_facts():
    match = played(level("P#E k.. BBG", "... ... ...", "; limit: 9\n"), "s e n")
    assert match.facts() == {
        "row": 1, "col": 1, "phase": "A", "moves": 3, "limit": 9, "lit": 0, "beacons": 2, "keys": ["k"], "wasted": True,
        "status": "playing", "reason": None, "stars": None,
    }  # fmt: skip
    assert game.outcome(match.setup, match.state, 0) == PLAYING
    for word in "swef":
        match.play(word)
    assert match.facts()["lit"] == 2 and match.facts()["phase"] == "B"
    for word in "nen":
        match.play(word)
    assert game.outcome(match.setup, match.state, 0) == LIMIT
