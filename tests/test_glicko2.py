"""Glicko-2: Glickman's worked example, and what must hold for any results."""

import math

from hypothesis import given
from hypothesis import strategies as st

from gridhall.ratings import glicko2
from gridhall.ratings.glicko2 import Encounter, Rating, expected, rested, updated

ratings = st.builds(Rating, st.floats(200, 3200), st.floats(glicko2.NARROWEST, glicko2.WIDEST), st.floats(0.02, 0.12))
results = st.sampled_from([0.0, 0.5, 1.0])


def test_the_worked_example_of_glickmans_paper():
    player = Rating(1500, 200, 0.06)
    scores = [Encounter(Rating(1400, 30), 1.0), Encounter(Rating(1550, 100), 0.0), Encounter(Rating(1700, 300), 0.0)]
    after = updated(player, scores)
    assert math.isclose(after.rating, 1464.06, abs_tol=0.01)
    assert math.isclose(after.deviation, 151.52, abs_tol=0.01)
    assert math.isclose(after.volatility, 0.05999, abs_tol=0.00001)


def test_a_period_without_matches_only_widens():
    player = Rating(1700, 50, 0.06)
    after = updated(player, [])
    assert after.rating == 1700 and math.isclose(after.deviation, math.hypot(50, 0.06 * glicko2.SCALE))
    assert rested(player, glicko2.PERIOD) == after
    assert rested(player, 0) == player == rested(player, -5)
    assert rested(Rating(), 1e12).deviation == glicko2.WIDEST


@given(ratings, ratings, results)
def test_results_move_ratings_the_way_they_point(player, opponent, score):
    after = updated(player, [Encounter(opponent, score)])
    assert glicko2.NARROWEST <= after.deviation <= glicko2.WIDEST and 0 < after.volatility < 1
    if score == 1:
        assert after.rating > player.rating
    if score == 0:
        assert after.rating < player.rating
    assert updated(player, [Encounter(opponent, score)]) == after  # to the bit


@given(ratings, ratings)
def test_expectations_of_both_sides_add_up_to_one(player, opponent):
    assert math.isclose(expected(player, opponent) + expected(opponent, player), 1)
    if player.rating > opponent.rating + 1:
        assert expected(player, opponent) > 0.5
