"""One case a ruling: swords, beams, deaths and the end (MR48 to MR70, MR99, MR101, MR102)."""

from tests.games.maze_runner.drawn import at, begin, play, refused, sentences

from gridhall.games.maze_runner import tables


def test_mr48_mr50_switching_costs_one_both_ways_and_a_strike_needs_the_sword():
    match = begin("N..\n.1.\n.4M\n")
    assert "sword" in refused(match, "1 strike S")
    assert play(match, "1 switch", "1 switch")["actions"] == {"1": 3}


def test_mr51_a_diagonal_strike_goes_between_minions_not_between_walls():
    match = begin("N....\n.14..\n.25..\n....M\n", minions=2)
    play(match, "1 switch", "1 strike SE")
    assert match.facts()["minions"]["5"]["hp"] == 4
    match = begin("N....\n.1#..\n.#4..\n....M\n")
    play(match, "1 switch")
    assert "diagonal" in refused(match, "1 strike SE")


def test_mr52_only_enemy_minions_and_closed_doors_are_struck():
    match = begin("N2D.\n/1#.\n..4M\n.5..\n", minions=2)
    play(match, "1 switch")
    for direction in ("N", "W", "E", "NW", "SW", "S"):
        assert "nothing to strike" in refused(match, f"1 strike {direction}")
    play(match, "1 strike NE")
    assert match.facts()["doors"][0]["hp"] == 2


def test_mr53_mr54_a_strike_costs_one_and_hurts_one_without_answer():
    match = begin("N..\n.1.\n.4M\n")
    facts = play(match, "1 switch", "1 strike S")
    assert (facts["minions"]["4"]["hp"], facts["minions"]["1"]["hp"], facts["actions"]["1"]) == (4, 5, 3)


def test_mr55_mr56_a_beam_fires_once_as_the_next_turn_begins():
    match = begin()
    assert play(match, "1 laser S")["beams"] == [{"minion": 1, "direction": "S"}]
    assert match.facts()["minions"]["4"]["hp"] == 5
    assert play(match, "end")["minions"]["4"]["hp"] == 2
    assert play(match, "end", "end")["minions"]["4"]["hp"] == 2


def test_mr57_a_laser_is_the_only_act_of_the_turn():
    match = begin()
    play(match, "1 switch")
    assert "whole turn" in refused(match, "1 laser N")


def test_mr58_a_beam_has_no_bend_limit_and_passes_minions():
    match = begin("N......\n1.4..\\.\n.......\n.\\.../.\n.....5.\n.2....M\n", minions=2, maxMirrorsBending=0)
    facts = play(match, "1 laser E", "end")
    assert facts["minions"]["4"]["hp"] == 2
    assert facts["minions"]["2"]["hp"] == 5 and facts["minions"]["5"]["hp"] == 5


def test_mr59_a_beam_hurts_own_minions_and_a_closed_door():
    match = begin("N.......\n1.2..d.4\n.......5\n.......M\n", minions=2)
    facts = play(match, "1 laser E", "end")
    assert facts["minions"]["2"]["hp"] == 2
    assert facts["minions"]["4"]["hp"] == 5
    assert facts["doors"] == []


def test_mr60_who_is_hit_learns_from_which_side_and_others_only_what_they_see():
    match = begin("N........\n#########\n1.......4\n#########\n........M\n")
    play(match, "end", "1 switch", "end")
    texts = sentences(match, 1, "1 laser E", "end")
    assert "Your minion 1 is hit by a laser from the west: 2 hit points left." in texts
    assert match.scene(1).marks[0].style == "last"
    lit = match.view(1).lit[25:]
    # All that its nexus sees of it, its own cell among them.
    assert sum(bin(word & (1 << 64) - 1).count("1") for word in lit) == 4
    blind = begin("N########\n#########\n1......4#\n#########\n####.####\n########M\n")
    assert sentences(blind, 2, "1 laser E", "end") == ["Round 1: Blue's turn."]


def test_mr61_two_own_turns_are_missed():
    match = begin()
    play(match, "1 retreat", "end", "end")
    assert match.facts()["minions"]["1"]["respawn"] == 1
    play(match, "end", "end")
    assert match.facts()["minions"]["1"]["respawn"] == 0
    play(match, "end", "end")
    assert at(match, 1) == (4, 3)


def test_mr62_mr101_a_taken_start_cell_sends_round_the_nexus_clockwise():
    match = begin("...N...\n.......\n...1...\n...4...\n......M\n", turnsToRespawn=0)
    play(match, "1 retreat", "end", "1 move N", "end")
    assert at(match, 1) == (4, 0)  # N and NE are off the board: E is the first free


def test_mr63_after_a_respawn_full_hit_points_lantern_and_cooldown_kept():
    match = begin(turnsToRespawn=0, doorCooldown=9)
    play(match, "1 door N", "end", "end", "1 retreat", "end")
    facts = play(match, "end")
    assert facts["minions"]["1"] == {"x": 4, "y": 3, "hp": 5, "stance": "lantern", "respawn": None, "cooldown": 8}
    assert facts["actions"] == {"1": 5}


def test_mr64_nobody_heals():
    match = begin()
    assert play(match, "1 laser S", "end", "end", "end", "end", "end")["minions"]["4"]["hp"] == 2


def test_mr65_structures_of_the_dead_stay():
    match = begin()
    assert len(play(match, "1 door N", "end", "end", "1 retreat")["doors"]) == 1


def test_mr66_a_beam_fires_from_where_it_was_set():
    match = begin()
    play(match, "1 laser S")
    assert (match.state.beam_cell[0] % tables.WIDTH, match.state.beam_cell[0] // tables.WIDTH) == (4, 3)


def test_mr67_a_nexus_has_no_hit_points():
    match = begin("N...\n....\n.1.M\n4...\n")
    assert play(match, "1 laser E", "end")["status"] == "playing"


def test_mr68_mr103_siege_must_be_held_until_the_next_own_turn():
    drawing = "N...\n....\n..1.\n4..M\n"
    match = begin(drawing, siege="on")
    assert play(match, "1 move SE")["status"] == "playing"
    facts = play(match, "end", "end")
    assert (facts["winner"], facts["reason"], facts["round"]) == (1, "capture", 2)


def test_mr69_the_closer_approach_then_kills_then_revealed_then_a_draw():
    facts = play(begin(rounds=1), "1 move SE", "end", "end")
    assert (facts["approach"], facts["winner"], facts["reason"]) == ([3, 4], 1, "approach")
    facts = play(begin("N1#..\n#####\n..#4M\n..###\n", rounds=1), "end", "end")
    assert facts["approach"] == [None, None]
    assert facts["reason"] == "revealed"
    sealed = begin("N1#\n###\n#4M\n", rounds=1)
    sealed.state.kills[1] = 1
    facts = play(sealed, "end", "end")
    assert (facts["winner"], facts["reason"]) == (2, "kills")
    facts = play(begin("N1#\n###\n#4M\n", rounds=1), "end", "end")
    assert (facts["status"], facts["winner"], facts["reason"]) == ("over", None, "draw")


def test_mr70_anybody_may_resign_at_any_time():
    match = begin()
    facts = play(match, "2: resign")
    assert (facts["winner"], facts["reason"], facts["player"]) == (1, "resign", 1)


def test_mr99_beams_fire_one_after_the_other_and_a_kill_counts_once():
    match = begin(
        "N........\n.........\n1......4.\n2........\n5........\n........M\n", minions=2, laserDamage=5, doorHitpoints=5
    )
    facts = play(match, "1 laser E", "2 laser E", "end")
    assert facts["kills"] == [1, 0]
    match = begin("N.......\n1.....4.\n2.....5.\n.......M\n", minions=2, laserDamage=9)
    facts = play(match, "1 laser S", "end")
    assert facts["kills"] == [0, 0] and facts["minions"]["2"]["hp"] == 0


def test_mr101_several_respawn_in_order_each_seeing_where_the_earlier_went():
    match = begin("..N..\n.12..\n.....\n.....\n..54M\n", minions=2, turnsToRespawn=0)
    play(match, "1 retreat", "2 retreat", "end", "2 move N", "2 move N", "2 move NW", "end")
    assert at(match, 5) == (1, 1)
    assert (at(match, 1), at(match, 2)) == ((3, 0), (2, 1))


def test_mr102_walking_distance_ignores_doors_and_counts_built_walls():
    match = begin("N.....\n#####.\n1.d..M\n######\n4.....\n")
    assert play(match, "end")["approach"] == [5, None]
    match = begin("N.....\n######\n1....M\n######\n4.....\n")
    assert play(match, "1 wall E", "end")["approach"] == [None, None]
