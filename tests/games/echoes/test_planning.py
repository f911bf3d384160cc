"""One case for each ruling about the board and what may be planned, EC1 to EC20."""

import pytest
from tests.games.echoes.cases import (
    AWAY,
    EIGHT_RED,
    LLAW,
    WALL,
    begin,
    deaths,
    echoes,
    plan,
    position,
    things,
    tiles,
    turn,
)

from gridhall.errors import BadAction, BadSetup, IllegalAction, NotYourTurn
from gridhall.registry import folder_of


def test_ec1_north_is_towards_row_8_for_both():
    assert tiles("r 1 D4: walk N", "b 2 F4: walk N") == {"r": "D5", "b": "F5"}


def test_ec2_the_sides_differ_by_shape_too():
    match = begin("1 D: shield N\n2 E: shield S\n")
    kinds = {piece.owner: piece.kind for piece in match.scene(0).pieces if piece.label}
    assert kinds[1] != kinds[2]
    theme = (folder_of(echoes) / "theme.svg").read_text("utf-8")
    assert all(f'<symbol id="{kind}"' in theme for kind in match.scene(0).legend)


def test_ec3_one_create_or_one_extend_a_turn_and_no_pass():
    match = begin("1 D: shield N\n")
    with pytest.raises(IllegalAction, match="EC67"):
        match.play("1: submit")
    match.play("1: new E")
    for word in ("1: extend D", "1: new F"):
        with pytest.raises(IllegalAction, match="EC3"):
            match.play(word)


def test_ec4_a_list_costs_exactly_five_or_three():
    match = begin("1 D: shield N\n")
    match.play("1: new E")
    for left in (5, 4, 3, 2, 1):
        with pytest.raises(IllegalAction, match=rf"{left} points? (is|are) left.*EC4"):
            match.play("1: submit")
        if left == 1:
            with pytest.raises(IllegalAction, match="EC4"):
                match.play("1: fire N")
        match.play("1: shield N")
    with pytest.raises(IllegalAction, match="EC4"):
        match.play("1: shield N")
    for _ in range(6):
        match.play("1: undo")
    plan(match, 0, "extend D, shield N, shield N, shield N")
    with pytest.raises(IllegalAction, match="EC4"):
        match.play("1: walk N")


def test_ec5_undo_any_step_before_submit_and_nothing_after():
    match = begin()
    start = match.facts()
    plan(match, 0, "new D, walk N, fire NE")
    for _ in range(3):
        match.play("1: undo")
    assert match.facts() == start
    plan(match, 0, "new D, " + WALL + ", submit")
    for word in ("undo", "submit", "walk N", "new E"):
        with pytest.raises(NotYourTurn, match="EC5"):
            match.play(word, 0)


def test_ec6_one_action_is_one_tick_whatever_it_costs():
    assert position("r 1 D1: dash N, fire N, walk N").facts()["last_tick"] == 3
    match = begin("1 D: dash N, fire N, shield N\n")
    facts = turn(match, "extend D, walk N, walk N, walk N", "new A, " + LLAW)
    assert facts["last_replay"]["ticks"] == 6


def test_ec7_an_extension_only_appends_any_number_of_times():
    match = begin("1 D: walk N\n")
    for more in range(1, 4):
        facts = turn(
            match, "extend D, shield N, shield N, shield N", f"new {'ABC'[more - 1]}, " + ", ".join(["shield S"] * 5)
        )
        assert facts["echoes"][0]["actions"] == ["walk N"] + ["shield N"] * 3 * more


def test_ec8_any_own_living_echo_may_be_extended_even_last_turns():
    match = begin()
    turn(match, "new D, " + WALL, "new A, " + LLAW)
    assert (
        len(
            turn(match, "extend D, shield N, shield N, shield N", "extend A, shield S, shield S, shield S")["echoes"][
                0
            ]["actions"]
        )
        == 6
    )
    with pytest.raises(IllegalAction, match="EC8"):
        match.play("1: extend A")


def test_ec9_a_spawn_column_is_free_again_at_once_after_death():
    match = begin("1 D: walk N\n")
    with pytest.raises(IllegalAction, match="EC9"):
        match.play("1: new D")
    facts = turn(match, "new E, walk NW, shield N, shield N, shield N, shield N", "new A, " + LLAW)
    assert facts["last_replay"]["destroyed"] == {"1": ["1D", "1E"]}
    assert facts["status"] == "over"  # the only echoes of red; in a longer match the column is free:
    match = begin("1 D: walk N\n1 H: shield N\n")
    turn(match, "new E, walk NW, shield N, shield N, shield N, shield N", "new A, " + LLAW)
    match.play("1: new D")


def test_ec10_at_eight_only_extension_at_none_only_creation():
    match = begin(EIGHT_RED)
    legal = [echoes.word(match.setup, match.state, action) for action in match.legal(0)]
    assert legal == [f"extend {column}" for column in "ABCDEFGH"]
    legal = [echoes.word(match.setup, match.state, action) for action in match.legal(1)]
    assert legal == [f"new {column}" for column in "ABCDEFGH"]


def test_ec11_the_nominal_path_must_keep_to_the_board():
    match = begin("1 A: walk N\n")
    match.play("1: extend A")
    for word in ("walk W", "walk NW", "walk SW", "dash W", "dash S"):
        with pytest.raises(IllegalAction, match="EC11"):
            match.play(word, 0)
    plan(match, 0, "walk S")
    with pytest.raises(IllegalAction, match="EC11"):
        match.play("1: walk S")
    with pytest.raises(BadSetup, match="EC11"):
        begin("1 A: walk N, dash S\n")


def test_ec12_a_dash_passes_over_what_is_between():
    assert deaths("r 1 D4: dash N", "b 2 D5: shield S", *AWAY) == {}
    assert tiles("r 1 D4: dash N", "b 2 D5: shield S", *AWAY)["r"] == "D6"


def test_ec13_walk_goes_eight_ways_dash_four():
    match = begin("1 D: walk N, walk N, walk N\n")
    match.play("1: extend D")
    words = [echoes.word(match.setup, match.state, action) for action in match.legal(0)]
    assert [word for word in words if word.startswith("walk")] == [
        f"walk {way}" for way in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    ]
    assert [word for word in words if word.startswith("dash")] == ["dash N", "dash E", "dash S", "dash W"]
    with pytest.raises(BadAction, match="EC13"):
        match.play("1: dash NE")


def test_ec14_fire_and_mine_need_a_target_tile():
    match = begin()
    match.play("1: new A")
    for word in ("fire W", "fire S", "fire SE", "mine NW", "mine SW"):
        with pytest.raises(IllegalAction, match="EC14"):
            match.play(word, 0)
    match.play("1: fire NE")


def test_ec15_a_mine_lies_beside_the_echo_in_the_chosen_direction():
    for way, tile in (
        ("N", "D5"),
        ("NE", "E5"),
        ("E", "E4"),
        ("SE", "E3"),
        ("S", "D3"),
        ("SW", "C3"),
        ("W", "C4"),
        ("NW", "C5"),
    ):
        assert things(f"r 1 D4: mine {way}", *AWAY, tick=1) == [tile]


def test_ec16_a_shield_may_face_the_edge_but_no_diagonal():
    match = begin()
    plan(match, 0, "new A, shield S, shield W, shield N, shield E")
    with pytest.raises(BadAction, match="EC16"):
        match.play("1: shield NE")


def test_ec17_two_shields_in_a_row_are_allowed():
    match = begin()
    plan(match, 0, "new A, shield N, shield N")
    assert match.facts(0)["planning"]["1"]["actions"] == ["shield N", "shield N"]


def test_ec18_mines_are_unlimited():
    assert len(things("r 1 D4: mine N, mine E, mine S, mine W, mine NE, mine SE, mine SW, mine NW", *AWAY, tick=8)) == 8


def test_ec19_there_is_no_wait():
    match = begin()
    match.play("1: new D")
    with pytest.raises(BadAction, match="no word 'wait'"):
        match.play("1: wait")


def test_ec20_only_this_turns_plan_is_hidden():
    match = begin("1 D: fire N\n")
    plan(match, 0, "new E, " + WALL + ", submit")
    for viewer in (1, 2):
        facts = match.facts(viewer)
        assert facts["planning"] == {"1": None, "2": None}
        assert facts["submitted"] == [True, False]
        assert facts["echoes"][0]["actions"] == ["fire N"]
