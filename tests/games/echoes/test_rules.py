"""One case for each ruling of Echoes, EC1 to EC70."""

import json

import pytest

from gridhall.errors import BadAction, BadSetup, GridhallError, IllegalAction, MatchOver, NotYourTurn
from gridhall.games.echoes.codes import CODES, COMPASS_STEP, HEADING
from gridhall.games.echoes.plans import twin_of
from gridhall.games.echoes.replay import pictures
from gridhall.games.echoes.rules import ACTIONS
from gridhall.games.echoes.setup import tile_name
from gridhall.games.echoes.words import CODE_WORDS, echo_id
from gridhall.match import Match
from gridhall.record import read_record, record_text
from gridhall.registry import folder_of, load

echoes = load("echoes")


def position(*lines, scores=None):
    """A position file's match from lines such as `r 1 D4: walk N, fire N`."""
    found = []
    for line in lines:
        head, _, words = line.partition(":")
        name, player, start = head.split()
        found.append(
            {
                "id": name,
                "player": int(player),
                "start": start,
                "actions": [word.strip() for word in words.split(",") if word.strip()],
            }
        )
    return Match.of_text(echoes, json.dumps({"echoes": found} | ({"scores": scores} if scores else {})))


def deaths(*lines):
    """Who fell at which tick."""
    return position(*lines).facts()["destroyed"]


def tiles(*lines, tick=None):
    """Where everyone stands after a tick, by id."""
    match = position(*lines)
    picture = pictures(match.setup, match.state)[-1 if tick is None else tick]
    return {echo_id(match.setup, slot): tile_name(cell) for slot, cell in picture.cells.items()}


def things(*lines, tick):
    """Tiles of shots and mines after a tick."""
    match = position(*lines)
    return sorted(tile_name(thing.cell) for thing in pictures(match.setup, match.state)[tick].projectiles)


def begin(text=""):
    return Match.of_text(echoes, text)


def plan(match, player, words):
    for word in words.split(", "):
        match.play(word, player)


def turn(match, first, second):
    """Both plans, sealed; returns the facts."""
    plan(match, 0, first + ", submit")
    plan(match, 1, second + ", submit")
    return match.facts()


WALL, LLAW = "fire N, fire N, shield N", "fire S, fire S, shield S"
EIGHT_RED = "".join(f"1 {column}: shield N\n" for column in "ABCDEFGH")
EIGHT_BLUE = "".join(f"2 {column}: shield S\n" for column in "ABCDEFGH")
AWAY = "k 1 A1: shield N", "l 2 A8: shield S"  # so that nobody is eliminated


# Board and input.


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
    plan(begin(), 0, "new A, shield N, shield N")


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


# Replay.


def test_ec21_every_replay_restarts_at_the_spawn_tile():
    match = begin()
    turn(match, "new D, dash N, dash N, shield N", "new A, " + LLAW)
    moments = []
    plan(match, 0, "extend D, shield N, shield N, shield N, submit")
    for word in ("extend A", "shield S", "shield S", "shield S", "submit"):
        moments = match.play(word, 1)
    first = echoes.scene(match.setup, moments[0].state, 0)
    assert {piece.id: tile_name(piece.cell) for piece in first.pieces} == {"1D": "D1", "2A": "A8"}


def test_ec22_nothing_but_echoes_outlasts_a_replay():
    match = begin("1 D: mine N\n")
    moments = []
    plan(match, 0, "extend D, shield E, shield E, shield E, submit")
    for word in ("new A", "shield S", "shield S", "shield S", "shield S", "shield S", "submit"):
        moments = match.play(word, 1)
    assert "mine1" in {piece.kind for piece in echoes.scene(match.setup, moments[-2].state, 0).pieces}
    plan(match, 0, "extend D, shield E, shield E, shield E, submit")
    for word in ("extend A", "shield S", "shield S", "shield S", "submit"):
        moments = match.play(word, 1)
    assert {piece.kind for piece in echoes.scene(match.setup, moments[0].state, 0).pieces} == {"echo1", "echo2"}


def test_ec23_shots_move_before_echoes_act():
    # At tick 2 the shot moves from D5 to D6 and the echo steps onto D5, which it has left.
    assert deaths("r 1 D4: fire N, walk N", *AWAY) == {}


def test_ec23_a_shot_over_the_edge_vanishes():
    for way, start in (
        ("N", "D7"),
        ("NE", "G4"),
        ("E", "G4"),
        ("SE", "G4"),
        ("S", "D2"),
        ("SW", "B4"),
        ("W", "B4"),
        ("NW", "B4"),
    ):
        lines = (f"r 1 {start}: fire {way}, shield N, shield N", *AWAY)
        assert len(things(*lines, tick=1)) == 1
        assert things(*lines, tick=2) == [], way


def test_ec24_a_new_shot_stays_and_collides_on_its_first_tick():
    assert things("r 1 D4: fire N, shield N", *AWAY, tick=1) == ["D5"]
    assert things("r 1 D4: fire N, shield N", *AWAY, tick=2) == ["D6"]
    assert deaths("r 1 D4: fire N", "b 2 D5: walk E, walk W", "c 2 D6: walk S", *AWAY) == {"1": ["c"]}


def test_ec25_shots_hit_friends_and_their_shooter():
    assert deaths("r 1 D4: fire N", "s 1 D5: shield S", "t 1 C5: walk E", *AWAY) == {"1": ["s", "t"]}
    # It fires east at tick 1 (E4), dashes ahead to F4 and is overtaken.
    assert deaths("r 1 D4: fire E, dash E, shield N", *AWAY) == {"2": ["r"]}


def test_ec26_crossing_is_never_a_collision():
    assert deaths("r 1 D4: walk N", "b 2 D5: walk S", *AWAY) == {}
    assert deaths("r 1 D4: walk NE", "b 2 E4: walk NW", *AWAY) == {}
    # A shot (D4, D5, D6) and an echo (D7, D6, D5) change places at tick 3.
    assert deaths("r 1 D3: fire N, walk E, walk E", "b 2 D7: shield N, walk S, walk S", *AWAY) == {}


def test_ec27_ending_a_tick_on_a_tile_is_a_collision():
    assert deaths("r 1 D4: mine N, walk E", "b 2 D6: shield N, walk S", *AWAY) == {"2": ["b"]}


def test_ec28_three_on_a_tile_are_all_destroyed():
    assert deaths("r 1 D4: walk N", "b 2 D6: walk S", "c 2 C5: walk E", *AWAY) == {"1": ["b", "c", "r"]}


def test_ec29_shields_do_not_help_when_echoes_meet():
    # c shields north and is covered against the shot, but b steps onto its tile.
    lines = ("c 1 D4: shield N", "b 2 C4: walk E", "s 2 D5: fire S", *AWAY)
    assert deaths(*lines) == {"1": ["b", "c"]}
    assert things(*lines, tick=1) == []


def test_ec30_a_covered_shot_is_stopped_and_the_shield_is_gone():
    lines = ("c 1 D4: shield N", "s 2 D6: fire S, fire S, shield N", *AWAY)
    assert deaths(*lines) == {"3": ["c"]}  # the second shot finds no shield
    assert deaths("c 1 D4: shield N", "s 2 D6: fire S, shield N, shield N", *AWAY) == {}


def test_ec31_of_two_coverable_shots_one_kills():
    assert deaths("c 1 D4: shield N", "s 2 D5: fire S", "t 2 E5: fire SW", *AWAY) == {"1": ["c"]}


def test_ec32_a_coverable_shot_and_a_mine_kill():
    assert deaths("c 1 D4: shield N", "s 2 D5: fire S", "t 2 E5: mine SW", *AWAY) == {"1": ["c"]}


def test_ec33_a_shot_from_outside_and_a_coverable_one_kill_for_one_point():
    match = position("c 1 D4: shield N", "s 2 D5: fire S", "t 2 D3: fire N", *AWAY)
    assert match.facts()["destroyed"] == {"1": ["c"]}
    assert match.facts()["points"] == {"1": 0, "2": 1}


@pytest.mark.parametrize(
    ("facing", "covered"), [("N", "NW N NE"), ("E", "NE E SE"), ("S", "SE S SW"), ("W", "SW W NW")]
)
def test_ec34_a_shield_covers_its_side_and_the_diagonals_beside(facing, covered):
    compass = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    place = {"N": "D5", "NE": "E5", "E": "E4", "SE": "E3", "S": "D3", "SW": "C3", "W": "C4", "NW": "C5"}
    for side in compass:
        shot = compass[(compass.index(side) + 4) % 8]
        found = deaths(f"c 1 D4: shield {facing}", f"s 2 {place[side]}: fire {shot}", *AWAY)
        assert found == ({} if side in covered.split() else {"1": ["c"]}), side


def test_ec35_a_shot_born_on_the_tile_comes_from_the_shooters_side():
    assert deaths("c 1 D4: shield E", "s 2 E4: fire W", *AWAY) == {}
    assert deaths("c 1 D4: shield W", "s 2 E4: fire W", *AWAY) == {"1": ["c"]}


def test_ec36_another_action_drops_the_shield_and_a_last_shield_stays():
    assert deaths("c 1 D4: shield N, fire W", "s 2 D7: fire S, shield N, shield N", *AWAY) == {"3": ["c"]}
    assert deaths("c 1 D4: shield N", "s 2 D7: fire S, shield N, shield N, shield N", *AWAY) == {}


def test_ec37_extending_shortens_a_last_shield_and_the_screen_warns():
    match = begin("1 D: fire N, shield N\n1 E: shield N, fire N\n")
    warned = {
        letter: match.game.preview(match.setup, match.view(0), 0, 8 + "ABCDEFGH".index(letter)).text for letter in "DE"
    }
    assert "EC37" in warned["D"]
    assert "EC37" not in warned["E"]
    match.play("1: extend D")
    assert "EC37" in match.scene(0).hint


def test_ec38_a_new_shield_replaces_or_restores():
    assert deaths("c 1 D4: shield E, shield N", "s 2 D6: fire S, shield N", *AWAY) == {}
    assert deaths("c 1 D4: shield N, shield N", "s 2 D5: fire S, fire S", *AWAY) == {}


def test_ec39_idle_echoes_can_be_hit_and_do_not_prolong():
    assert deaths("c 1 D4: walk N", "s 2 D8: fire S, shield N, shield N", *AWAY) == {"3": ["c"]}
    assert position("c 1 D4: walk N", *AWAY).facts()["last_tick"] == 1


def test_ec40_the_action_on_the_tick_of_death_takes_effect_and_shots_stay():
    lines = ("c 1 D4: fire E", "s 2 D5: fire S", "t 2 H8: shield N, shield N", *AWAY)
    assert deaths(*lines) == {"1": ["c"]}
    assert things(*lines, tick=2) == ["F4"]


def test_ec41_a_tick_runs_only_for_a_living_list():
    match = position("c 1 D4: shield S, shield S, shield S, shield S", "s 2 D5: fire S", *AWAY)
    assert match.facts()["last_tick"] == 1


def test_ec42_a_decided_replay_is_finished_first():
    # Blue's only echo dies at tick 1; at tick 3 red kills its own last one: nobody is left.
    facts = position("r 1 D4: fire E, dash E, shield N", "s 2 D5: shield N", "t 1 C5: walk E").facts()
    assert facts["destroyed"] == {"1": ["s", "t"], "2": ["r"]}
    assert facts["winner"] is None


def test_ec43_tick_0_is_shown_and_does_not_collide():
    assert tiles("r 1 D4: walk N", "b 2 D4: walk S", *AWAY, tick=0)["r"] == "D4"
    assert deaths("r 1 D4: walk N", "b 2 D4: walk S", *AWAY) == {}


def test_ec44_shots_and_mines_that_meet_vanish_without_points():
    assert things("r 1 D4: fire N", "b 2 D6: fire S", *AWAY, tick=1) == []
    assert things("r 1 D4: mine N", "b 2 D6: mine S", *AWAY, tick=1) == []
    assert things("r 1 D4: mine N", "s 1 C5: fire E", *AWAY, tick=1) == []
    assert position("r 1 D4: fire N", "b 2 D6: fire S", *AWAY).facts()["points"] == {"1": 0, "2": 0}


# Points and end.


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
    told = [shown.text for shown in match.moments(match.play("2: submit"), 0)]
    assert match.facts()["status"] == "playing"
    assert "both sides hold all eight columns: play goes on." in told[-1].lower()
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


# Position files.


def test_ec61_a_position_is_replayed_at_once_and_takes_no_word():
    match = position("r 1 D4: walk N", "b 2 D6: walk S", "k 1 A1: shield N")
    assert match.facts() == {
        "last_tick": 1, "destroyed": {"1": ["b", "r"]}, "survivors": ["k"], "points": {"1": 1, "2": 1}, "winner": 1, "reason": "elimination",
    }  # fmt: skip
    with pytest.raises(MatchOver):
        match.play("1: new D")


def test_ec62_what_a_position_may_be():
    assert position().facts() == {
        "last_tick": 0,
        "destroyed": {},
        "survivors": [],
        "points": {"1": 0, "2": 0},
        "winner": None,
        "reason": None,
    }
    assert position("r 1 D4:", "b 2 D4:").facts()["destroyed"] == {}  # tick 1 is not run
    assert position("r 1 D4:", "b 2 D4:", "k 1 A1: shield N").facts()["destroyed"] == {"1": ["b", "r"]}
    many = [
        f"e{number} 1 {'ABCDEFGH'[number % 8]}{1 + number // 8}: " + ", ".join(["shield N"] * 122)
        for number in range(16)
    ]
    assert position(*many).facts()["last_tick"] == 122
    assert sorted(position("b 1 A1: shield N", "a 1 B1: shield N", "B 1 C1: shield N").facts()["survivors"]) == [
        "B",
        "a",
        "b",
    ]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"echoes": [{"id": "a", "player": 3, "start": "A1", "actions": []}]}, "player"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A9", "actions": []}]}, "tile"),
        ({"echoes": [{"id": "", "player": 1, "start": "A1", "actions": []}]}, "id"),
        ({"echoes": [{"id": "123456789", "player": 1, "start": "A1", "actions": []}]}, "id"),
        ({"echoes": [{"id": "é", "player": 1, "start": "A1", "actions": []}]}, "id"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": ["walk S"]}]}, "EC11"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": ["fire W"]}]}, "EC14"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": ["shield N"] * 123}]}, "122"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": ["new D"]}]}, "a list holds"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": [], "side": 1}]}, "keys"),
        ({"echoes": [{"id": "a", "player": True, "start": "A1", "actions": []}]}, "player"),
        ({"echoes": [{"id": "a", "player": 1, "start": "A1", "actions": []}] * 2}, "twice"),
        ({"echoes": [{"id": str(n), "player": 1, "start": "A1", "actions": []} for n in range(17)]}, "16"),
        ({"echoes": [], "scores": {"1": 1}}, "scores"),
        ({"echoes": [], "score": {}}, "unknown key"),
        ({"echoes": {}}, "list"),
    ],
)
def test_ec62_bad_positions_are_refused(change, wrong):
    with pytest.raises(BadSetup, match=wrong):
        begin(json.dumps(change))


# Matches as text.


def test_ec63_a_match_from_text():
    match = begin(
        ";turns: 25\n; turn : 9\n; points: 2  9\n; title: a try\n; author: me\n\n 1 D :  F N ,fire N,  shield N \n\n2h: s s\n"
    )
    facts = match.facts()
    assert (facts["turn"], facts["points"]) == (9, [2, 9])
    assert [(echo["id"], echo["actions"]) for echo in facts["echoes"]] == [
        ("1D", ["fire N", "fire N", "shield N"]),
        ("2H", ["shield S"]),
    ]
    assert match.setup.turns == 25
    assert begin("").facts()["turn"] == 1
    assert begin("").setup.turns == 40
    assert begin("; points: 12 0\n" + EIGHT_RED).facts()["status"] == "playing"


@pytest.mark.parametrize(
    "text",
    [
        "; turns: 1000", "; turns: -1", "; turns: x", "; turn: 0", "; turns: 5\n; turn: 6", "; points: 1", "; points: 1 2 3", "; points: 1000 0", "; seed: 4",
        "; turns: 5\n; turns: 5", "1 D: fire N\n; turns: 5", "; turns", "3 D: fire N", "1 I: fire N", "1 D: fire N\n1 D: walk N", "1 D:", "1 D: fire N,",
        "1 D: fire S", "1 D: walk S", "1 D: hello", "1 D fire N", "hello", "1 D: " + ", ".join(["shield N"] * 123), "1 D: undo", "; points: 1,2", "; turn: 1.0",
        "1 D: dash NE", "D: fire N", "; turns:",
    ],
)  # fmt: skip
def test_ec63_anything_else_is_refused(text):
    with pytest.raises(BadSetup):
        begin(text + "\n")


def test_ec64_ids_are_player_and_spawn_column():
    match = begin("1 D: walk E\n2 H: shield S\n")
    assert [echo["id"] for echo in match.facts()["echoes"]] == ["1D", "2H"]


def test_ec65_a_condition_both_meet_decides_nothing():
    facts = position("r 1 D4: walk N", "b 2 D6: walk S", scores={"1": 9, "2": 8}).facts()
    assert (facts["points"], facts["winner"], facts["reason"]) == ({"1": 10, "2": 9}, 1, "points")
    everyone = [f"r{column} 1 {column}1: shield N" for column in "ABCDEFGH"] + [
        f"b{column} 2 {column}8: shield N" for column in "ABCDEFGH"
    ]
    facts = position(*everyone, scores={"1": 3, "2": 10}).facts()
    assert (facts["winner"], facts["reason"]) == (2, "points")


def test_ec66_a_list_of_120_cannot_grow_and_who_cannot_move_ends_the_match():
    full = ", ".join(["shield N"] * 120)
    match = begin("; turns: 0\n1 D: " + full + "\n1 E: " + ", ".join(["shield N"] * 119) + "\n")
    with pytest.raises(IllegalAction, match="EC66"):
        match.play("1: extend D")
    plan(match, 0, "extend E, shield N, shield N, shield N")
    stuck = "".join(f"1 {column}: {full}\n" for column in "ABCDEFGH")
    facts = begin("; turns: 0\n; turn: 3\n; points: 1 2\n" + stuck).facts()
    assert (facts["status"], facts["turn"], facts["winner"], facts["reason"]) == ("over", 3, 2, "limit")
    almost = stuck.replace(full + "\n", ", ".join(["shield N"] * 117) + "\n", 1)
    blue = "".join(f"2 {column}: shield S\n" for column in "ABCDEFGH")
    match = begin("; turns: 0\n; turn: 3\n; points: 1 2\n" + almost + blue)
    facts = turn(match, "extend A, shield N, shield N, shield N", "extend A, shield S, shield S, shield S")
    assert (facts["status"], facts["turn"], facts["winner"], facts["reason"]) == ("over", 4, 2, "limit")


def test_ec67_words_of_a_turn():
    match = begin()
    with pytest.raises(IllegalAction, match="EC67"):
        match.play("1: walk N")
    with pytest.raises(IllegalAction, match="EC67"):
        match.play("1: undo")
    with pytest.raises(BadAction, match="say who"):
        match.play("new D")
    plan(match, 0, "NEW d, Walk n, undo, undo")
    assert match.facts()["planning"]["1"] is None
    plan(match, 0, "new D, " + WALL + ", submit")
    match.play("1: resign")
    assert match.facts()["winner"] == 2
    for word in ("1: resign", "2: new D"):
        with pytest.raises(MatchOver):
            match.play(word)


def test_ec68_the_facts_of_a_match():
    match = begin("1 D: fire N\n")
    plan(match, 0, "extend D, shield N")
    assert match.facts() == {
        "turn": 1, "points": [0, 0], "echoes": [{"id": "1D", "player": 1, "column": "D", "actions": ["fire N"]}],
        "planning": {"1": {"column": "D", "kind": "extend", "actions": ["shield N"], "left": 2}, "2": None},
        "submitted": [False, False], "status": "playing", "winner": None, "reason": None, "last_replay": None,
    }  # fmt: skip
    assert match.facts(0) == match.facts()
    assert match.facts(1)["planning"] == {"1": None, "2": None}
    match.play("1: resign")
    assert match.facts()["planning"] == {"1": None, "2": None}


def test_ec69_a_case_replays_from_its_record():
    match = begin()
    turn(match, "new D, " + WALL, "new A, " + LLAW)
    assert read_record(record_text(match)).facts() == match.facts()


def test_ec70_the_twin_of_an_action_exchanges_north_and_south():
    for code in range(CODES):
        kind, way = CODE_WORDS[code].split()
        assert CODE_WORDS[twin_of(code)] == f"{kind} {way.translate(str.maketrans('NS', 'SN'))}"
        assert twin_of(twin_of(code)) == code
    assert [COMPASS_STEP[HEADING[twin_of(code)]] for code in range(8)] == [8, 9, 1, -7, -8, -9, -1, 7]


def test_ec70_how_words_are_mixed_changes_nothing():
    first, second = begin(), begin()
    turn(first, "new D, " + WALL, "new A, " + LLAW)
    red, blue = ["new D", *WALL.split(", "), "submit"], ["new A", *LLAW.split(", "), "submit"]
    for one, two in zip(red, blue):
        second.play(two, 1)
        second.play(one, 0)
    assert first.state == second.state


def test_a_refused_word_changes_no_byte():
    match = begin("1 A: walk N\n")
    plan(match, 0, "new B, fire N, fire N")
    before = bytes(match.state)
    for word in ("fire N", "new C", "submit", "hello", "walk", "extend A"):
        with pytest.raises(GridhallError):
            match.play(word, 0)
    assert bytes(match.state) == before
    assert ACTIONS == 49
