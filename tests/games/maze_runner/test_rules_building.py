"""One case a ruling: mirrors, walls and doors (MR71 to MR86, MR103, MR105)."""

import pytest
from tests.games.maze_runner.drawn import at, begin, play, refused, sees

from gridhall.errors import BadSetup
from gridhall.games.maze_runner.setup import read_setup


def test_mr71_a_mirror_stands_on_the_own_cell_and_in_no_doorway():
    match = begin("N1D..\n.....\n..4.M\n")
    play(match, "1 move E", "end", "end")
    assert "doorway" in refused(match, "1 mirror /")


def test_mr72_a_mirror_is_turned_not_doubled_and_changes_its_colour():
    match = begin("N1/..\n.....\n..4.M\n")
    play(match, "1 move E", "end", "end")
    assert "same mirror" in refused(match, "1 mirror /")
    assert play(match, "1 mirror \\")["mirrors"] == [{"x": 2, "y": 0, "kind": "\\", "owner": 1}]


def test_mr73_mr96_all_of_the_turns_actions_also_in_the_first():
    match = begin(firstTurnActions=2)
    assert play(match, "1 mirror /")["actions"] == {"1": 0}


def test_mr74_a_wall_stands_on_empty_floor():
    match = begin("N1/..\n.....\n..4.M\n")
    assert "empty floor" in refused(match, "1 wall E")
    assert "empty floor" in refused(match, "1 wall W")
    assert "empty floor" in refused(match, "1 wall N")


def test_mr75_one_wall_a_player_and_match():
    match = begin()
    assert play(match, "1 wall N", "end", "end")["wallsLeft"] == [0, 1]
    assert "no wall left" in refused(match, "1 wall S")


def test_mr76_generated_maps_allow_one_wall_only():
    with pytest.raises(BadSetup):
        read_setup("; wallBuildCount: 2\n")
    read_setup("; wallBuildCount: 0\n")


def test_mr77_built_walls_block_and_show_their_builder():
    match = begin()
    play(match, "1 wall S", "end")
    assert not sees(match, 1, 4, 5)
    assert [(piece.kind, piece.owner) for piece in match.scene(0).pieces if piece.kind == "built"] == [("built", 1)]
    assert "a wall" in refused(begin("N...\n.1#.\n...4\n...M\n"), "1 move E")


def test_mr78_a_door_costs_two_and_may_come_after_other_acts():
    match = begin()
    assert play(match, "1 move N", "1 door E")["actions"] == {"1": 2}


def refused_as_two(match):
    play(match, "end")
    return refused(match, "1 move W")


def at_after(match, word):
    play(match, word)
    return at(match, 1)


def test_mr79_only_the_owner_passes_a_door():
    match = begin("N....\n#.###\n1D4..\n#.###\n....M\n")
    assert "enemy door" in refused_as_two(match)
    match = begin("N....\n#.###\n1D4..\n#.###\n....M\n")
    assert at_after(match, "1 move E") == (1, 2)


def test_mr80_a_closed_door_blocks_sight_and_an_open_one_does_not():
    match = begin("N.......\n#.######\n1D......\n#.######\n4......M\n")
    assert not sees(match, 1, 6, 2)
    play(match, "1 move E")
    assert sees(match, 1, 6, 2)
    play(match, "end", "end", "1 laser E", "end")
    assert match.facts()["doors"] == [{"x": 1, "y": 2, "owner": 1, "hp": 3}]


def test_mr81_a_door_falls_after_three_strokes_or_one_beam():
    match = begin("N....\n1d..4\n....M\n")
    assert play(match, "1 switch", "1 strike E", "1 strike E", "1 strike E")["doors"] == []
    match = begin("N....\n1d..4\n....M\n")
    assert play(match, "1 laser E", "end")["doors"] == []


def test_mr82_no_own_door_within_two_cells():
    match = begin("N1D...\n......\n...4.M\n")
    assert "within two cells" in refused(match, "1 door S")
    match = begin("N1d...\n......\n...4.M\n")
    play(match, "1 door S")


def test_mr83_mr100_built_in_turn_t_again_in_turn_t_plus_three():
    match = begin("N1........\n..........\n......4..M\n", rounds=9)
    play(match, "1 door S", "1 move E", "1 move E", "1 move E", "end", "end")
    for _ in range(2):
        assert "too recently" in refused(match, "1 door E")
        play(match, "end", "end")
    play(match, "1 door E")


def test_mr84_three_doors_standing():
    match = begin("N1D...D...D\n..........4\n...........\n.1........M\n".replace("\n.1", "\n.."))
    assert "three doors" in refused(match, "1 door S")


def test_mr85_an_own_door_may_be_struck_down():
    match = begin("N1D..\n.....\n..4.M\n", doorHitpoints=1)
    assert play(match, "1 switch", "1 strike E")["doors"] == []


def test_mr86_a_beam_is_traced_when_it_fires():
    match = begin("N......\n1...2.4\n......5\n......M\n", minions=2)
    play(match, "1 laser E", "2 door W")
    facts = play(match, "end")
    assert facts["minions"]["2"]["hp"] == 5 and facts["minions"]["4"]["hp"] == 5
    assert facts["doors"] == []


def test_mr103_from_the_nexus_no_mirror_and_a_mate_cannot_enter():
    match = begin("N....\n.....\n..12.\n..4M.\n..5..\n", minions=2, siege="on")
    play(match, "1 move SE")
    assert "minion stands" in refused(match, "2 move S")
    play(match, "end")
    match2 = begin("N....\n.....\n..12.\n..4M.\n..5..\n", minions=2, siege="on")
    play(match2, "1 move SE")
    match2.state.left[0] = match2.state.given
    assert "only be put on floor" in refused(match2, "1 mirror /")
    play(match, "1 switch", "1 strike E")
    assert match.facts()["minions"]["1"]["hp"] == 4


def test_mr105_no_further_conditions():
    for drawing, word in (
        ("N1..\n....\n..4M\n", "1 laser N"),
        ("N1..\n....\n..4M\n", "1 retreat"),
        ("N.1.\n....\n..4M\n", "1 wall W"),
    ):
        match = begin(drawing)
        before = bytes(match.state)
        play(match, word)
        assert bytes(match.state) != before, f"{word} has done nothing"
