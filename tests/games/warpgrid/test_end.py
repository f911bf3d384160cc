"""One case for each ruling about the end and the score, WG20 to WG23."""

from tests.games.warpgrid.cases import begin, level

from gridhall.games.warpgrid.setup import ranked, read_setup


def test_wg20_passing_and_landing_on_a_level_3_both_lose():
    for dice in ("2 2", "3 2"):
        assert begin("1 1 6 6 3 1 3 1 3 1 " + dice, "x+", grid=3).facts()["reason"] == "entered"


def test_wg21_either_die_and_each_phase_enters_the_portal_and_the_rest_is_dropped():
    after = " 2 2 5 5 1 1 3 3 1 2"
    assert begin("1 1 3 1 6 6 2 5" + after, "x+").facts()["grid"] == 2
    assert begin("1 1 3 4 6 6 2 3" + after, "x+; y+").facts()["grid"] == 2
    assert begin("1 1 4 1 6 6 2 5" + after, "x+; phase 1", charge=12).facts()["grid"] == 2
    assert begin("1 1 3 3 6 6 2 1" + after, "x+; stay; y+; phase 1", charge=20).facts()["grid"] == 2
    assert begin("1 1 3 3 6 6 2 1 3 2" + after, "x+; stay; y+; stay; phase 1", charge=20).facts()["grid"] == 2


def test_wg22_a_die_move_that_ends_on_level_2_is_not_yet_fatal():
    match = begin("2 2 6 6 3 3 3 3 1 1 5 5 5 5 2 4", "x+; stay; y+", grid=2, charge=20)
    assert (level(match, 3, 3), match.facts()["status"]) == (2, "playing")
    match.play("phase 1")
    assert match.facts()["status"] == "playing"
    match = begin("2 2 6 6 3 3 3 3 1 1 5 5 5 5 2 4", "x+; y+", grid=2)
    assert match.facts()["reason"] == "stood"


def test_wg23_score_counts_grids_turns_and_charge():
    grids = "".join(f"1 1 2 1 {'4 4 ' * grid}1 1 " for grid in range(1, 7))
    match = begin(grids, "x+; x+; x+; x+; x+; x+")
    facts = match.facts()
    assert (facts["status"], facts["reason"], facts["score"]) == (
        "won",
        "escaped",
        6000 + 3 * (210 - 6) + facts["charge"],
    )
    assert begin("1 1 2 1 4 4 4 4 4 4 4 4 1 1", "x+", grid=4, seed=3).facts()["score"] == 1000


def test_wg23_only_seeded_matches_from_grid_1_without_help_are_ranked():
    assert all(ranked(read_setup(text)[0]) for text in ("", "; seed: 5\n"))
    assert not any(
        ranked(read_setup(text)[0]) for text in ("; rolls: ask\n", "; dice: 1 1\n", "; grid: 2\n", "; charge: 1\n")
    )
