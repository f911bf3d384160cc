"""One case for each ruling about moves, shifts, beacons, keys and gates, PS5 to PS10."""

import pytest
from tests.games.phase_shift.cases import boards, level, place, played

from gridhall.games import phase_shift as game
from gridhall.match import Match


@pytest.mark.parametrize("tile", ["#", "_", "G"])
def test_ps5_a_shift_into_a_wall_a_void_or_a_closed_gate_is_a_wasted_move(tile):
    match = played(level("P.BE ....", f".{tile}.. ...."), "e f")
    assert place(match) == (0, 1, "A", 2)
    assert match.facts()["wasted"]


def test_ps5_a_shift_is_an_entry():
    text = level("P...E .....", ".BkX. .....")
    assert played(text, "e f").facts()["lit"] == 1
    assert played(text, "e e f").facts()["keys"] == ["k"]
    lost = played(text, "e e e f")
    assert (lost.facts()["status"], lost.facts()["reason"], lost.facts()["phase"]) == ("lost", "rift", "B")
    won = played(level("PB... .....", "....E ....."), "e e e e f")
    assert won.facts()["status"] == "won"


@pytest.mark.parametrize(
    ("word", "start"), [("n", "P... ...."), ("w", "P... ...."), ("s", ".... P..."), ("e", ".... ...P")]
)
def test_ps6_an_illegal_move_costs_one_and_changes_nothing_else_also_at_the_edge(word, start):
    text = level(f"{start} BE..", ".... .... ####")
    if word == "s":
        text = level(f"BE.. {start}", "#### .... ....")
    match = Match(game, text)
    before = match.facts()
    match.play(word)
    assert match.facts() == before | {"moves": 1, "wasted": True}
    assert match.state.wastes == 1


def test_ps6_the_edge_of_the_largest_board_holds_too():
    rows = ["." * 16] * 16
    rows[0], rows[15] = "P" + "." * 15, "BE" + "." * 14
    text = "\n".join(rows) + "\n---\n" + "\n".join(["." * 16] * 16) + "\n"
    assert place(played(text, "n w")) == (0, 0, "A", 2)
    corner = played(text, "e " * 15 + "e n " + "s " * 15 + "s e f s e")
    assert place(corner)[:3] == (15, 15, "B")
    assert corner.state.wastes == 6


def test_ps6_walls_voids_and_closed_gates_stop_a_step():
    match = played(level("#E. _PG #B#", "... ... ..."), "w e")
    assert place(match) == (1, 1, "A", 2)


def test_ps7_a_beacon_in_both_phases_is_one_and_is_shown_lit_in_both():
    match = played(level("PBB.E .....", ".B... ....."), "e")
    assert (match.facts()["lit"], match.facts()["beacons"]) == (1, 2)
    assert boards(match) == [[".bB.E", "....."], [".b...", "....."]]
    match.play("f")
    assert match.facts()["lit"] == 1


def test_ps7_a_taken_key_is_floor_in_both_layers():
    match = played(level("Pk.BE .....", ".k... ....."), "e")
    assert boards(match) == [["...BE", "....."], [".....", "....."]]


def test_ps7_a_key_is_its_coordinate_even_if_the_layers_disagree_on_its_id():
    match = played(level("Pk.BE .....", ".u... ....."), "e f")
    assert match.facts()["keys"] == ["k"]
    assert boards(match)[1] == [".....", "....."]


@pytest.mark.parametrize(("key", "gate"), ["kG", "uU", "vV", "wW"])
def test_ps8_each_key_opens_every_gate_of_its_id_and_no_other(key, gate):
    others = [other for other in "GUVW" if other != gate]
    row = f"P{key}{gate}BE{''.join(others)}"
    match = played(level(f"{row} ........", f"....{gate}... ........"), "e e")
    assert match.facts()["col"] == 2 and match.facts()["keys"] == [key]
    assert boards(match) == [["../BE" + "".join(others), "........"], ["..../...", "........"]]
    match.play("e")
    for other in others:
        stopped = played(level(f"P{key}{other}BE .....", "..... ....."), "e e")
        assert stopped.facts()["col"] == 1 and stopped.facts()["wasted"]
    match.play("e")
    assert match.outcome == "won"


def test_ps8_a_gate_opened_is_floor_to_shift_into():
    assert place(played(level("PkB.E .....", "..G.. ....."), "e e f")) == (0, 2, "B", 3)


def test_ps9_the_start_is_floor_in_alpha_and_what_beta_says_in_beta():
    match = Match(game, level("P.E ...", "B.. ..."))
    assert (match.facts()["lit"], match.facts()["beacons"]) == (0, 1)
    match.play("f")
    assert match.facts()["lit"] == 1
    for tile in ".PEk":
        assert Match(game, level("PBE ...", f"{tile}.. ...")).facts()["phase"] == "A"


def test_ps10_an_exit_with_beacons_missing_is_floor_and_the_message_counts_them():
    match = Match(game, level("PE.BB .....", "..... ....."))
    texts = [shown.text for shown in match.moments(match.play("e"), 0)]
    assert texts[-1] == "This is the exit; 2 beacons are still missing."
    assert match.scene().hint == texts[-1]
    assert match.outcome == "playing"
