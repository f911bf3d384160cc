"""One case for each ruling about moving, WG11 to WG16."""

import pytest
from tests.games.warpgrid.cases import at, begin, board, level

from gridhall.errors import IllegalAction


def test_wg11_every_direction_is_legal_a_deadly_one_too():
    match = begin("1 1 6 6 3 1 3 1 3 1 2 2", grid=3)
    assert match.facts()["legal"] == ["x+", "x-", "y+", "y-"]
    match.play("x+")
    assert match.facts()["reason"] == "entered"


def test_wg12_first_chooses_axis_and_sign_second_only_the_sign():
    match = begin("2 2 6 6 5 5 1 3", "y+")
    assert at(match) == (2, 5)
    assert match.facts()["legal"] == ["x+", "x-"]
    with pytest.raises(IllegalAction, match="WG12"):
        match.play("y-")


def test_wg13_a_turn_on_clean_ground_leaves_2_2_1():
    match = begin("2 2 6 6 5 1 2 1 6 1 1 1", "x+; y+")
    assert board(match) == ["....11", ".2.2..", "...1..", "......", "......", ".....O"]


def test_wg14_passing_a_level_2_makes_it_3_but_0_and_1_stay():
    match = begin("1 1 6 6 3 1 3 1 2 1 4 2", grid=3)
    match.play("x+")
    assert board(match)[0] == "213.1."


def test_wg14_the_start_is_not_passed_but_is_when_crossed_again():
    match = begin("5 2 1 6 1 1 4 2", "x+; ricochet", charge=10)
    assert level(match, 5, 2) == 3
    assert at(match) == (3, 2)


def test_wg14_a_level_3_made_in_this_movement_kills():
    match = begin("4 1 1 6 5 1 5 1 4 1", "x+; ricochet", grid=2)
    assert match.facts()["reason"] == "entered"
    assert at(match) == (5, 1)


def test_wg15_a_ricochet_takes_no_space_and_raises_the_wall_cell_again_at_the_start():
    match = begin("6 2 1 6 1 1 2 2", "x+; ricochet", charge=10)
    assert at(match) == (4, 2)
    assert level(match, 6, 2) == 3
    assert match.facts()["charge"] == 10 - 1 - 4 + 2


def test_wg15_a_warp_step_is_a_space_and_ending_at_the_wall_meets_none():
    match = begin("5 3 1 1 2 1 1 5", "x+")
    assert at(match) == (6, 3)
    assert match.facts()["phase_of_play"] == "second"
    match = begin("5 3 1 1 2 1 2 5", "x+; warp")
    assert at(match) == (1, 3)


def test_wg15_two_walls_only_with_a_6_outward_from_a_wall_cell():
    match = begin("6 4 1 1 2 2 6 3", "x+; ricochet")
    assert (match.facts()["phase_of_play"], match.facts()["direction"], match.facts()["steps"]) == ("wall", "x-", 1)
    most = 0
    for cell in range(36):
        for die in range(1, 7):
            match = begin(f"{cell % 6 + 1} {cell // 6 + 1} {6 if cell == 0 else 1} 1 4 4 {die} {die}")
            match.play("x+")
            walls = 0
            while match.facts()["phase_of_play"] == "wall":
                match.play("ricochet")
                walls += 1
            assert walls < 2 or (die == 6 and cell % 6 == 5)
            most = max(most, walls)
    assert most == 2


def test_wg16_every_space_charges_up_to_the_capacity_also_into_the_portal():
    assert begin("1 1 6 6 5 5 4 2", "x+", charge=28).facts()["charge"] == 28
    assert begin("1 1 3 1 5 5 2 4 2 2 5 5 1 1 1 2 3 3", "x+", charge=5).facts()["charge"] == 5 - 1 + 2
    assert begin("1 1 6 6 5 5 2 2", "x+; phase 1", charge=12).facts()["charge"] == 12 - 1 + 2 - 12 - 1 + 1
