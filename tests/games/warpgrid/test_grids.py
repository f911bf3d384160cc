"""One case for each ruling about grids, portals, levels and charge, WG5 to WG10."""

import pytest
from tests.games.warpgrid.cases import at, begin, level


def test_wg5_x_plus_is_right_and_y_plus_is_down():
    match = begin("3 3 6 6 1 1 1 1", "x+")
    assert at(match) == (4, 3)
    match.play("y+")
    assert at(match) == (4, 4)


def test_wg5_the_next_board_is_blank():
    match = begin("1 1 2 1 4 4 1 1 3 3 6 6 5 5 5 4 1 1", "x+")
    assert match.facts()["grid"] == 2
    assert sum(match.facts()["levels"]) == 3


def test_wg6_only_the_out_portal_is_rolled_again():
    match = begin("2 2 2 2 2 2 5 6 1 1 3 3")
    assert at(match) == (2, 2)
    assert match.facts()["out"] == [5, 6]


@pytest.mark.parametrize("grid", range(1, 7))
def test_wg7_wg8_grid_n_has_n_field_rolls_and_24_and_4n_cells(grid):
    match = begin("1 1 6 6 " + "3 3 " * grid + "2 4", grid=grid)
    assert match.facts()["dice"] == [2, 4]
    assert level(match, 3, 3) == min(3, grid)
    assert match.facts()["capacity"] == 24 + 4 * grid
    assert match.facts()["warp"] == grid


def test_wg8_there_are_charge_div_12_phases_and_charge_is_kept():
    match = begin("1 1 2 1 4 4 1 1 3 3 6 6 5 5 5 4 1 1", "x+", charge=25)
    assert match.facts()["charge"] == 25 - 1 + 1
    match = begin("1 1 6 6 4 4 1 1", "x+", charge=25)
    assert match.facts()["legal"] == ["stay", "phase 1", "phase 2"]


def test_wg9_nothing_raises_the_out_portal_and_it_may_be_passed():
    match = begin("1 1 3 1 3 1 4 4", "x+")
    assert level(match, 3, 1) == 0
    assert at(match) == (5, 1)
    match = begin("1 1 6 1 3 3 6 1", "x+; ricochet")  # the wall cell is the portal
    assert level(match, 6, 1) == 0


def test_wg9_the_in_portal_is_one_during_the_warp_in_round_only():
    match = begin("2 2 6 6 2 2 1 1")
    assert level(match, 2, 2) == 1
    match = begin("2 2 6 6 5 5 1 1 2 2 4 4", "x+; y+")
    assert level(match, 2, 2) == 3


def test_wg10_a_level_2_drains_1_and_a_level_3_drains_4_not_below_0():
    assert begin("1 1 6 6 3 3 3 3 1 1", grid=2, charge=10).facts()["charge"] == 9
    assert begin("1 1 6 6 3 3 3 3 3 3 1 1", grid=3, charge=10).facts()["charge"] == 5
    assert begin("1 1 6 6 3 3 3 3 3 3 1 1", grid=3, charge=2).facts()["charge"] == 0
    assert begin("1 1 6 6 3 3 3 3 3 3 3 3 1 1", grid=4, charge=10).facts()["charge"] == 5
