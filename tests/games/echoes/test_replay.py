"""One case for each ruling about the replay, EC21 to EC44."""

import pytest
from tests.games.echoes.cases import AWAY, LLAW, begin, deaths, echoes, plan, position, things, tiles, turn

from gridhall.games.echoes.setup import tile_name


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
        fallen = deaths(f"c 1 D4: shield {facing}", f"s 2 {place[side]}: fire {shot}", *AWAY)
        assert fallen == ({} if side in covered.split() else {"1": ["c"]}), side


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
    assert "its last shield will then last one tick only" in warned["D"]
    assert "shield" not in warned["E"]
    match.play("1: extend D")
    assert "one tick only" in match.scene(0).hint


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
