"""One case for each ruling about points, the end and what is shown, EC45 to EC60."""

import pytest
from tests.games.echoes.cases import AWAY, EIGHT_BLUE, EIGHT_RED, LLAW, WALL, begin, plan, position, turn

from gridhall.games.echoes.setup import tile_name


def test_ec45_every_destroyed_echo_is_a_point_for_the_other_side():
    assert position("r 1 D4: walk E", "s 1 F4: walk W", *AWAY).facts()["points"] == {"1": 0, "2": 2}


def test_ec46_an_echo_is_one_point_whatever_hits_it():
    assert position("c 1 D4: shield N", "s 2 D3: fire N", "t 2 C4: fire E", *AWAY).facts()["points"] == {"1": 0, "2": 1}


def test_ec47_mutual_destruction_is_a_point_each():
    assert position("r 1 D4: walk N", "b 2 D6: walk S", *AWAY).facts()["points"] == {"1": 1, "2": 1}


def test_ec48_eight_spawn_columns_count_wherever_echoes_stand():
    lines = [f"r{column} 1 {column}1: shield N" for column in "ABCDEFG"] + ["x 1 H2: walk W", "b 2 A8: shield S"]
    facts = position(*lines).facts()
    assert (facts["winner"], facts["reason"]) == (1, "eight")  # two stand in column G


def test_ec49_an_echo_created_this_turn_counts_if_it_survived():
    setup = EIGHT_RED.replace("1 H: shield N\n", "") + "2 A: shield S\n"
    facts = turn(begin(setup), "new H, shield N, shield N, shield N, shield N, shield N", "new B, " + LLAW)
    assert (facts["winner"], facts["reason"]) == (1, "eight")
    facts = turn(begin(setup), "new H, walk W, shield N, shield N, shield N, shield N", "new B, " + LLAW)
    assert facts["status"] == "playing"
    assert len([echo for echo in facts["echoes"] if echo["player"] == 1]) == 6


def test_ec50_eight_before_elimination_before_points():
    eight = [f"r{column} 1 {column}1: shield N" for column in "ABCDEFGH"]
    facts = position(*eight, "b 2 A8: shield S", scores={"1": 0, "2": 12}).facts()
    assert (facts["winner"], facts["reason"]) == (1, "eight")
    facts = position("r 1 A1: shield N", scores={"1": 0, "2": 12}).facts()
    assert (facts["winner"], facts["reason"]) == (1, "elimination")


def test_ec51_both_at_eight_play_on_and_the_screen_says_so():
    match = begin(EIGHT_RED + EIGHT_BLUE)
    plan(match, 0, "extend A, shield N, shield N, shield N, submit")
    plan(match, 1, "extend A, shield S, shield S, shield S")
    texts = [shown.text for shown in match.moments(match.play("2: submit"), 0)]
    assert match.facts()["status"] == "playing"
    assert "both sides hold all eight columns: play goes on." in texts[-1].lower()
    assert "Both have eight" in match.scene(0).status


def test_ec52_both_at_none_play_on_and_create():
    match = begin("1 D: walk N, walk N, walk N\n2 D: walk S, walk S, walk S\n")
    facts = turn(match, "extend D, walk N, shield N, shield N", "extend D, shield S, shield S, shield S")
    assert facts["echoes"] == []
    assert (facts["status"], facts["points"]) == ("playing", [1, 1])
    match.play("1: new D")


def test_ec53_both_past_ten_the_higher_wins_and_equal_plays_on():
    assert position(*AWAY, scores={"1": 11, "2": 12}).facts()["winner"] == 2
    facts = position(*AWAY, scores={"1": 12, "2": 12}).facts()
    assert (facts["winner"], facts["reason"]) == (None, None)


def test_ec54_elimination_counts_on_turn_1():
    facts = turn(begin(), "new D, " + WALL, "new A, fire E, dash E, shield S")
    assert facts["last_replay"] == {"turn": 1, "ticks": 3, "destroyed": {"2": ["2A"]}}
    assert (facts["turn"], facts["winner"], facts["reason"]) == (1, 1, "elimination")


def test_ec55_who_kills_his_own_last_echo_loses():
    facts = position("r 1 D4: fire E, dash E, shield N", "b 2 A8: shield S").facts()
    assert (facts["winner"], facts["reason"]) == (2, "elimination")


@pytest.mark.parametrize(
    ("head", "winner"), [("; points: 3 2\n", 1), ("; points: 2 3\n", 2), ("2 H: shield S\n", 2), ("", None)]
)
def test_ec56_at_the_turn_limit_points_then_echoes_else_a_draw(head, winner):
    match = begin("; turns: 7\n; turn: 7\n" + head)
    facts = turn(match, "new D, " + WALL, "new A, " + LLAW)
    assert (facts["turn"], facts["status"], facts["winner"], facts["reason"]) == (7, "over", winner, "limit")


def test_ec56_without_a_limit_play_goes_on():
    match = begin("; turns: 0\n; turn: 999\n")
    assert turn(match, "new D, " + WALL, "new A, " + LLAW)["turn"] == 1000


def test_ec57_resigning_is_a_loss():
    match = begin()
    match.play("2: resign")
    facts = match.facts()
    assert (facts["status"], facts["winner"], facts["reason"]) == ("over", 1, "resign")


def test_ec58_a_frame_a_tick_and_no_clock():
    match = begin()
    plan(match, 0, "new D, " + WALL + ", submit")
    plan(match, 1, "new A, " + LLAW)
    moments = match.play("2: submit")
    assert [moment.state.tick for moment in moments[:-1]] == [0, 1, 2, 3]


def test_ec59_planning_shows_own_shots_at_the_edited_tick_without_collisions():
    match = begin("1 D: fire N\n2 D: walk S, walk S, walk S, walk S, walk S\n")
    plan(match, 0, "new E, walk N, walk NW")
    pieces = {piece.id: piece for piece in match.scene(0).pieces}
    assert tile_name(pieces["1E"].cell) == "D3"
    assert tile_name(pieces["3.1"].cell) == "D3"  # the shot is on the echo's tile: nothing is promised
    assert not pieces["1E"].faded
    assert pieces["1D"].faded
    assert {mark.owner for mark in match.scene(0).marks if mark.style == "known"} == {2}
    frames = match.game.timeline(match.setup, match.view(0), 0)
    assert [tile_name(next(piece.cell for piece in frame.pieces if piece.id == "1E")) for frame in frames[:4]] == [
        "E1",
        "E2",
        "D3",
        "D3",
    ]


def test_ec60_words_are_long_or_short():
    match = begin()
    for word, long in (
        ("new D", "new D"),
        ("w n", "walk N"),
        ("F  NE", "fire NE"),
        ("S n", "shield N"),
        ("undo", "undo"),
        ("W W", "walk W"),
    ):
        match.play(word, 0)
        assert match.plies[-1].word == long
    assert tile_name(match.scene(0).choices[0].cell) == "C3"  # walk north from C2
