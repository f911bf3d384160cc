"""One case for each ruling about the end, stars and points, PS11 to PS14."""

import pytest
from tests.games.phase_shift.cases import WALKTHROUGH, level, played

from gridhall.errors import BadAction
from gridhall.game import LIMIT, LOST
from gridhall.games import phase_shift as game
from gridhall.games.phase_shift.setup import LIMITS
from gridhall.match import Match


def test_ps11_the_order_is_rift_then_limit_then_win():
    text = level("PBXE ....", ".... ....", "; limit: 1\n")
    assert played(text, "e e").facts()["reason"] == "rift"
    late = played(level("PBE. ....", ".... ....", "; limit: 1\n"), "e e")
    assert (late.facts()["reason"], late.facts()["col"], late.outcome) == ("limit", 2, "limit")
    last = played(level("PBE. ....", ".... ....", "; limit: 2\n"), "e e")
    assert (last.facts()["status"], last.facts()["stars"]) == ("won", 1)


def test_ps11_a_wasted_move_over_the_limit_loses_too():
    match = played(level("PBE ...", "... ...", "; limit: 1\n"), "n n")
    assert (match.facts()["reason"], match.facts()["moves"], match.facts()["wasted"]) == ("limit", 2, True)
    assert game.outcome(match.setup, match.state, 0) == LIMIT


def test_ps12_q_is_a_loss_at_once_and_unknown_words_name_the_commands():
    match = Match(game, WALKTHROUGH)
    with pytest.raises(BadAction, match=r"no command 'jump'; it has n s e w .* f .* q .* h .* r"):
        match.play("jump")
    assert match.facts()["moves"] == 0
    match.play("Q")
    assert (match.facts()["status"], match.facts()["reason"], match.facts()["stars"]) == ("lost", "quit", 0)
    assert game.outcome(match.setup, match.state, 0) == LOST


@pytest.mark.parametrize(("limit", "stars"), [(5, 3), (4, 2), (3, 1)])
def test_ps13_stars_by_the_share_of_the_limit(limit, stars):
    match = played(level("P.BE ....", ".... ....", f"; limit: {limit}\n"), "e e e")
    assert match.facts()["stars"] == stars
    assert match.scene().outcome.stars == stars


@pytest.mark.parametrize(
    ("moves", "limit", "stars"),
    [
        (30, 50, 3),
        (31, 50, 2),
        (42, 50, 2),
        (43, 50, 1),
        (45, 75, 3),
        (46, 75, 2),
        (63, 75, 2),
        (64, 75, 1),
        (54, 90, 3),
        (76, 90, 2),
        (77, 90, 1),
        (90, 90, 1),
        (60, 100, 3),
        (61, 100, 2),
        (85, 100, 2),
        (86, 100, 1),
    ],
)
def test_ps13_the_bounds_of_the_presets(moves, limit, stars):
    match = played(level("PBE ...", "... ...", f"; limit: {limit}\n"), "n " * (moves - 2) + "e e")
    assert match.facts()["stars"] == stars


def test_ps13_points_are_stars_times_the_multiplier_in_tenths():
    for number, difficulty in enumerate(("easy", "medium", "hard")):
        match = Match(game, level("PBE ...", "... ...", f"; difficulty: {difficulty}\n"))
        assert match.scores() == [0] and match.facts()["stars"] is None
        match.play("e")
        match.play("e")
        assert match.scores() == [(30, 36, 45)[number]]
        assert match.setup.limit == LIMITS[number]
    assert played(WALKTHROUGH, "q").scores() == [0]
    assert game.RANKING == ("-moves",)


def test_ps14_the_summary_is_the_sources_to_the_letter():
    match = played(WALKTHROUGH, "n " * 10 + "e e e w s s e e")
    assert match.scene().outcome.lines == [
        "Solved in 18 moves (24 % of limit) → 3 ★",
        "Thanks for playing PHASE SHIFT!",
    ]
    assert played(WALKTHROUGH, "e e e w s s e e").scene().outcome.lines[0] == "Solved in 8 moves (11 % of limit) → 3 ★"
    half = played(level("PBE ...", "... ...", "; limit: 16\n"), "e e")
    assert half.scene().outcome.lines[0] == "Solved in 2 moves (13 % of limit) → 3 ★"  # 12.5, to nearest
    lost = played(WALKTHROUGH, "q").scene().outcome
    assert (lost.stars, lost.won, lost.lines[-1]) == (0, False, "Thanks for playing PHASE SHIFT!")
