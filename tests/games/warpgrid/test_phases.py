"""One case for each ruling about phases, WG17 to WG19."""

import pytest
from tests.games.warpgrid.cases import at, begin, level

from gridhall.errors import IllegalAction


def test_wg17_with_less_than_12_cells_nothing_is_asked():
    assert begin("1 1 6 6 5 5 2 2", "x+", charge=10).facts()["phase_of_play"] == "second"
    assert begin("1 1 6 6 5 5 2 2", "x+", charge=11).facts()["phase_of_play"] == "phase"


def test_wg17_a_longer_phase_than_the_tank_holds_is_refused():
    with pytest.raises(IllegalAction, match="WG17"):
        begin("1 1 6 6 5 5 2 2", "x+; phase 2", charge=20)


def test_wg17_after_a_phase_none_is_offered_but_a_later_hit_offers_field_again():
    match = begin("1 1 6 6 5 5 2 2", "x+; phase 1", charge=28)
    assert match.facts()["phase_of_play"] == "second"
    match = begin("1 1 6 6 5 5 5 6 2 1 3 2 4 2 6 2 1 1", "x+; stay; y+; stay", grid=2, charge=32)
    assert match.facts()["phase_of_play"] == "field"
    match.play("phase 1")
    assert (match.facts()["phase_of_play"], at(match)) == ("first", (3, 3))
    match = begin("1 1 6 6 5 5 5 6 2 1 3 2 3 3 1 1", "x+; stay; y+; stay; phase 1", grid=2, charge=32)
    assert (match.facts()["phase_of_play"], match.facts()["field_left"]) == ("field", 0)


def test_wg18_a_phase_clears_12_a_space_and_goes_on_in_the_last_direction():
    match = begin("1 3 6 6 4 4 4 4 6 1", "x+; ricochet; phase 2", grid=2, charge=30)
    assert match.facts()["direction"] == "x-"
    assert at(match) == (3, 3)


def test_wg18_a_phase_has_no_immunity():
    match = begin("1 1 6 6 4 1 4 1 4 1 2 2", "x+", grid=3, charge=30)
    match.play("phase 1")
    assert match.facts()["reason"] == "entered"


def test_wg19_the_drain_of_a_hit_waits_for_the_choice():
    match = begin("2 2 6 6 5 5 1 1 3 3 2 4", "x+; stay; y+; stay", charge=12)
    facts = match.facts()
    assert (facts["phase_of_play"], facts["charge"], level(match, 3, 3)) == ("field", 12, 2)
    match.play("phase 1")
    assert match.facts()["charge"] == 1  # 12 - 12, the drain of 1 finds nothing, level 3 neither, one space
    assert level(match, 3, 3) == 3


def test_wg19_after_stay_the_drain_comes():
    match = begin("2 2 6 6 5 5 1 1 3 3 2 4", "x+; stay; y+; stay; stay", charge=12)
    assert match.facts()["charge"] == 11
    assert match.facts()["reason"] == "stood"
