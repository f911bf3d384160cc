"""One case a ruling, named by its number. Maps are drawn; player 1 has N and 1 2 3, player 2 has M and 4 5 6."""

import json

import pytest
from tests.games.maze_runner.half_turn import is_half_turn_image

from gridhall.errors import BadAction, BadSetup, GridhallError, IllegalAction, MatchOver, NotYourTurn
from gridhall.games.maze_runner import digging, tables
from gridhall.games.maze_runner.setup import read_setup
from gridhall.games.maze_runner.sight import refresh_sight
from gridhall.match import Match
from gridhall.registry import load

HALL = """
#########
#N......#
#.......#
#...1...#
#.......#
#...4...#
#.......#
#......M#
#########
"""


def begin(drawing=HALL, seed=0, **keys):
    keys = {"minions": 1, "firstTurnActions": 5, **keys}
    keys = {key: value for key, value in keys.items() if value is not None}
    head = "".join(f"; {key}: {value}\n" for key, value in keys.items())
    return Match("maze_runner", head + drawing.lstrip("\n"), seed)


def play(match, *words):
    for word in words:
        match.play(word)
    return match.facts()


def refused(match, word):
    before = bytes(match.state)
    with pytest.raises(GridhallError) as caught:
        match.play(word)
    assert bytes(match.state) == before
    return str(caught.value)


def at(match, number):
    minion = match.facts()["minions"][str(number)]
    return minion["x"], minion["y"]


def sentences(match, player, *words):
    """The sentences a player is told while the words are played."""
    texts = []
    for word in words:
        texts += [shown.text for shown in match.moments(match.play(word), player)]
    return [text for text in texts if text]


def sees(match, player, x, y):
    return [x, y] in match.facts()["sight"][str(player)]["visible"]


def knows(match, player, x, y):
    return [x, y] in match.facts()["sight"][str(player)]["revealed"]


def maze(size=31, seed=0, **keys):
    head = "".join(f"; {key}: {value}\n" for key, value in {"size": size, **keys}.items())
    return Match("maze_runner", head, seed)


def test_mr1_beyond_the_edge_is_wall():
    match = begin("1N.\n...\n.M4\n")
    assert "wall" in refused(match, "1 move N")
    assert "wall" in refused(match, "1 move W")


@pytest.mark.parametrize("size", [25, 31, 37])
def test_mr2_rooms_lie_at_odd_places_and_the_edge_is_wall(size):
    cells = maze(size).state.cells
    for y in range(size):
        for x in range(size):
            code = cells[y * tables.WIDTH + x]
            if x in (0, size - 1) or y in (0, size - 1):
                assert code == tables.WALL
            elif x & 1 and y & 1:
                assert code != tables.WALL
    assert cells[size] == tables.OFF


@pytest.mark.parametrize("size", [25, 31, 37])
def test_mr3_three_separate_routes_and_a_walk_within_the_range(size):
    shortest, longest = {25: (16, 32), 31: (20, 40), 37: (24, 48)}[size]
    for seed in range(6):
        state = maze(size, seed).state
        assert digging.count_routes(state, size, 1, False) >= 3
        assert shortest <= digging.walk_between(state) <= longest


def test_mr3_the_map_taken_when_all_draws_fail_keeps_the_promises():
    for size in range(23, 38, 2):
        for pairs in (0, 1):
            setup, state = read_setup(f"; size: {size}\n; symmetry: {'half-turn' if pairs else 'none'}\n")
            digging.place_bases(setup, state, size, pairs, True)
            digging.grow_tree(state, size, pairs, True)
            assert digging.count_routes(state, size, pairs, False) == 3
            assert (40 * size + 31) // 62 <= digging.walk_between(state) <= (80 * size + 31) // 62


def test_mr4_the_maze_is_its_own_half_turn_image():
    for size in (25, 31, 37):
        assert is_half_turn_image(maze(size, size).state, size)
    assert not is_half_turn_image(maze(25, 3, symmetry="none").state, 25)


def test_mr5_nexuses_lie_odd_inside_and_far_apart_and_views_begin_at_the_own():
    for seed in range(8):
        match = maze(31, seed)
        (x, y), (u, v) = ((cell % tables.WIDTH, cell // tables.WIDTH) for cell in match.state.nexus)
        assert all(value & 1 and 5 <= value <= 25 for value in (x, y, u, v))
        assert 2 * max(abs(x - u), abs(y - v)) >= 31
        for player in (0, 1):
            view = match.view(player)
            assert view.nexus[player] == 0
            assert view.nexus[1 - player] == tables.NOWHERE


def test_mr5_a_view_does_not_tell_where_the_base_lies():
    rows = [
        "##########",
        "##########",
        "##########",
        "N...1#####",
        "##########",
        "##########",
        "##########",
        "##########",
        ".......4.M",
        "..........",
    ]
    views = []
    for left, top, right, below in ((3, 0, 0, 0), (9, 5, 0, 2), (4, 1, 12, 0)):
        wide = left + 10 + right
        drawn = ["#" * wide] * top + ["#" * left + row + "." * right for row in rows] + ["." * wide] * below
        match = begin("\n".join(drawn) + "\n")
        views.append(match.view(0))
        play(match, "1 move W")
        views.append(match.view(0))
    assert views[0] == views[2] == views[4]
    assert views[1] == views[3] == views[5]


def test_mr6_a_base_is_a_ring_with_three_gates_on_three_sides():
    for seed in range(8):
        state = maze(31, seed).state
        for nexus in state.nexus:
            sides = []
            for side in range(0, 8, 2):
                ring = [
                    (nexus + 3 * tables.STEP[side] + offset * tables.STEP[(side + 2) & 7] + 9 * tables.AREA)
                    % tables.AREA
                    for offset in range(-3, 4)
                ]
                sides.append(sum(state.cells[cell] == tables.FLOOR for cell in ring))
            assert sorted(sides) == [0, 1, 1, 1]
            inner = [
                state.cells[nexus + row * tables.WIDTH + column] for row in range(-2, 3) for column in range(-2, 3)
            ]
            assert inner.count(tables.FLOOR) == 24


def test_mr7_start_cells_face_the_gates_and_the_other_base_is_the_image():
    for seed in range(6):
        state = maze(31, seed).state
        turned = 30 * (tables.WIDTH + 1)
        for number in range(3):
            side = next(
                side
                for side in range(0, 8, 2)
                if (state.nexus[0] + tables.STEP[side]) % tables.AREA == state.home[number]
            )
            gates = [
                (state.nexus[0] + 3 * tables.STEP[side] + offset * tables.STEP[(side + 2) & 7] + 9 * tables.AREA)
                % tables.AREA
                for offset in range(-2, 3)
            ]
            assert any(state.cells[gate] == tables.FLOOR for gate in gates)
            assert state.home[number] + state.home[number + 3] == turned


def test_mr8_the_own_base_is_known_and_the_enemy_nexus_is_not():
    facts = maze(31, 5).facts(0)
    assert all([x, y] in facts["visible"] for x in range(-3, 4) for y in range(-3, 4))
    assert set(facts["minions"]) == {"1", "2", "3"}


def test_mr9_lantern_and_full_hit_points_at_the_start():
    assert all(minion["stance"] == "lantern" and minion["hp"] == 5 for minion in maze().facts()["minions"].values())


def test_mr10_the_coin_says_who_starts_with_half_the_actions():
    firsts = {maze(25, seed).facts()["player"] for seed in range(12)}
    assert firsts == {1, 2}
    assert set(maze(25, 1).facts()["actions"].values()) == {3}
    assert begin(actionsNumber=4, firstTurnActions=None).facts()["actions"] == {"1": 2}


def test_mr11_one_seed_gives_one_map_and_one_coin():
    assert maze(25, 9).state == maze(25, 9).state
    assert bytes(maze(25, 9).state.cells) != bytes(maze(25, 10).state.cells)


def test_mr12_mr13_actions_are_per_minion_in_any_order():
    match = begin("N1..\n.2..\n....\n.54M\n", minions=2)
    facts = play(match, "1 move E", "2 move E", "1 move E")
    assert facts["actions"] == {"1": 3, "2": 4}
    play(match, "1 move S", "1 move N", "1 move S")
    assert "too few" in refused(match, "1 move N")
    play(match, "2 move S")


def test_mr14_nothing_is_taken_back():
    with pytest.raises(IllegalAction):
        begin().undo()


def test_mr15_beams_before_deaths_before_respawns_before_actions():
    match = begin(laserDamage=9, turnsToRespawn=0)
    facts = play(match, "1 laser S", "end")
    assert facts["minions"]["4"] == {"x": 4, "y": 5, "hp": 5, "stance": "lantern", "respawn": None, "cooldown": 0}
    assert facts["kills"] == [1, 0]
    assert facts["actions"] == {"4": 5}


def test_mr16_a_beam_captures_nothing():
    match = begin("N.......\n.......1\n4......M\n")
    assert play(match, "1 laser S", "end")["status"] == "playing"


def test_mr17_actions_left_are_lost():
    match = begin()
    assert play(match, "1 move N", "end", "end")["actions"] == {"1": 5}


def test_mr18_without_a_living_minion_only_the_end_is_left():
    match = begin()
    game = match.game
    play(match, "1 retreat")
    assert match.legal(0) == [tables.END]
    assert game.automatic(match.setup, match.view(0), 0) == tables.END
    assert game.automatic(begin().setup, begin().view(0), 0) == -1


def test_mr19_a_step_is_told_if_its_start_or_end_is_visible_and_only_that_half():
    drawing = "N......\n#####.#\n1....4.\n#####.#\n......M\n"
    match = begin(drawing)
    assert sentences(match, 0, "end", "1 move E") == [
        "Round 1: Blue's turn.",
        "Blue's minion 4 steps from 5 east 2 south to 6 east 2 south.",
    ]
    match = begin(drawing)
    assert sentences(match, 0, "end", "1 move S")[1:] == ["Blue's minion 4 goes out of sight at 5 east 2 south."]
    assert sentences(match, 0, "1 move N")[:1] == ["Blue's minion 4 comes into sight at 5 east 2 south."]
    hidden = begin("N......\n#####.#\n1#...4.\n#####.#\n......M\n")
    assert sentences(hidden, 0, "end", "1 move E") == ["Round 1: Blue's turn."]


def test_an_own_step_tells_whom_it_has_brought_into_sight():
    match = begin("N######\n1######\n.....4.\n######M\n")
    assert sentences(match, 0, "1 move S") == ["You see Blue's minion 4 at 5 east 2 south."]
    assert sentences(match, 0, "1 move E") == [], "it had been seen before"


def test_mr20_deaths_and_respawns_are_told_to_both_without_the_place():
    match = begin("N1###\n#####\n###4M\n")
    assert "Red's minion 4 is dead, not counted as a kill." in sentences(match, 1, "1 retreat")
    match = begin("N1######\n########\n######4M\n", turnsToRespawn=0)
    play(match, "1 retreat", "end")
    assert sentences(match, 1, "end") == ["Red's minion 4 is back.", "Round 2: Red's turn."]
    assert sentences(match, 2, "1 retreat") == ["Red's minion 1 is dead, not counted as a kill."]


def test_mr20_an_own_door_destroyed_is_told_to_its_owner_with_the_place():
    match = begin("1#N.............\n#########D######\n........4......M\n", doorHitpoints=1)
    play(match, "end", "1 switch")
    texts = sentences(match, 0, "1 strike NE")
    assert texts == ["Your door at 7 east 1 south is destroyed."]
    assert match.facts(0)["doors"] == []


def test_mr21_eight_directions_cost_one_action_each():
    match = begin(actionsNumber=9, firstTurnActions=9)
    for word in ("N", "NE", "E", "SE", "S", "SW", "W", "NW"):
        play(match, f"1 move {word}")
    assert at(match, 1) == (4, 3)
    assert match.facts()["actions"] == {"1": 1}


def test_mr22_a_diagonal_needs_one_free_side_cell():
    match = begin("N..\n1#.\n#..\n.M4\n")
    assert "diagonal" in refused(match, "1 move SE")
    play(begin("N..\n1..\n#..\n.M4\n"), "1 move SE")


def test_mr23_one_minion_a_cell():
    match = begin("N12\n...\n45M\n", minions=2)
    assert "minion stands" in refused(match, "1 move E")


def test_mr24_the_own_nexus_is_solid():
    assert "own nexus" in refused(begin("N1..\n....\n..4M\n"), "1 move W")


def test_mr25_mr68_entering_the_enemy_nexus_wins_at_once():
    facts = play(begin("N...\n....\n..1.\n4..M\n"), "1 move SE")
    assert (facts["status"], facts["winner"], facts["reason"], facts["actions"]) == ("over", 1, "capture", {})


def test_mr26_neighbours_are_always_seen():
    match = begin()
    play(match, "1 switch")
    assert all(sees(match, 1, 4 + dx, 3 + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def test_mr27_mirror_cells_are_free_to_enter_and_leave():
    match = begin("N1/..\n.....\n..4.M\n")
    play(match, "1 move E", "1 move SE")
    assert at(match, 1) == (3, 1)


def test_mr28_retreat_takes_the_whole_turn_and_is_no_kill():
    match = begin()
    facts = play(match, "1 retreat")
    assert facts["minions"]["1"]["respawn"] == 2
    assert facts["kills"] == [0, 0]
    match = begin()
    play(match, "1 move N")
    assert "whole turn" in refused(match, "1 retreat")


def test_mr29_mr49_sword_in_hand_sees_only_the_neighbours():
    match = begin("......N\n1......\n.......\n.......\n.......\n.....4M\n")
    assert sees(match, 1, 0, 4)
    play(match, "1 switch")
    assert not sees(match, 1, 0, 4)
    assert sees(match, 1, 1, 2)


def test_mr30_mr31_mr32_four_lines_to_the_blocking_cell_which_is_seen():
    match = begin("N.........\n##########\n1.......#.\n##########\n.........M\n4.........\n")
    assert sees(match, 1, 8, 2)
    assert not sees(match, 1, 9, 2)
    assert not knows(match, 1, 5, 4)


def test_mr33_cells_beside_a_line_are_revealed_not_visible():
    match = begin("N.........\n##########\n1.........\n##########\n.........M\n4.........\n")
    assert knows(match, 1, 7, 3)
    assert not sees(match, 1, 7, 3)


def test_mr34_mirrors_bend_by_their_kind():
    match = begin("N....\n#####\n1../.\n...#.\n4...M\n")
    assert sees(match, 1, 3, 1) and not sees(match, 1, 4, 2)
    match = begin("N....\n#####\n1..\\.\n...#.\n4...M\n")
    assert sees(match, 1, 3, 3) and not sees(match, 1, 4, 2)


def test_mr35_everybodys_mirrors_reflect_for_everybody():
    match = begin("N....\n#####\n1..4.\n...#.\n....M\n")
    assert sees(match, 1, 4, 2)
    play(match, "end", "1 mirror \\")
    assert not sees(match, 1, 4, 2)
    assert match.facts()["mirrors"] == [{"x": 3, "y": 2, "kind": "\\", "owner": 2}]


def test_mr36_the_mirror_after_the_last_bend_is_seen_and_ends_the_line():
    drawing = "N.......\n########\n####.###\n1...../#\n########\n4......M\n".replace("####.###", "######.#")
    none = begin(drawing, maxMirrorsBending=0)
    assert sees(none, 1, 6, 3) and not sees(none, 1, 6, 2)
    assert sees(begin(drawing, maxMirrorsBending=1), 1, 6, 2)


def test_mr37_a_ray_caught_between_mirrors_ends():
    match = begin("N......\n./.\\...\n.1.....\n.\\./...\n.....4M\n", maxMirrorsBending=99)
    assert sees(match, 1, 3, 2)
    facts = play(match, "1 laser N", "end")
    assert facts["minions"]["1"]["hp"] == 2  # the beam comes back to its shooter, once (MR59)


def test_mr38_the_mirror_under_the_looker_is_ignored():
    match = begin("N......\n.......\n...1...\n.......\n.....4M\n")
    play(match, "1 mirror /")
    assert sees(match, 1, 6, 2) and sees(match, 1, 0, 2) and sees(match, 1, 3, 4)


def test_mr39_the_bent_part_reveals_like_the_straight():
    match = begin(
        "N.........\n##########\n1...\\.....\n.##.......\n..........\n..........\n..........\n..........\n4........M\n"
    )
    assert sees(match, 1, 4, 7)
    assert knows(match, 1, 5, 6) and not sees(match, 1, 5, 6)


def test_mr40_the_nexus_sees_its_seven_by_seven_through_walls():
    match = begin("....#....\n.#######.\n.#######.\n.###N###.\n.#######.\n1#######.\n.4.....M.\n")
    play(match, "1 retreat")
    assert sees(match, 1, 1, 0) and sees(match, 1, 7, 6)
    assert sum(1 for _ in match.facts()["sight"]["1"]["visible"]) == 49


def test_mr41_structures_see_nothing():
    match = begin("N....#....\n#########D\n1####.....\n####......\n4........M\n")
    assert not sees(match, 1, 9, 0) and knows(match, 1, 9, 1)


def test_mr42_a_cell_seen_once_never_falls_back_to_fog():
    match = begin()
    before = match.facts()["sight"]["1"]["revealed"]
    play(match, "1 switch")
    assert match.facts()["sight"]["1"]["revealed"] == before
    assert len(match.facts()["sight"]["1"]["visible"]) < len(before)


def test_mr43_a_remembered_cell_keeps_what_was_seen_and_when():
    match = begin("N.........\n#.########\n1..4......\n##########\n.........M\n")
    play(match, "end", "1 door E", "end")
    play(match, "1 switch", "end", "1 switch", "1 strike E", "end")
    assert match.facts()["doors"][0]["hp"] == 2
    assert match.facts()["sight"]["1"]["known"]["doors"][0]["hp"] == 3
    piece = next(piece for piece in match.scene(0).pieces if piece.kind == "door")
    assert piece.faded and "seen round 2" in piece.tell


def test_mr43_a_ghost_stays_where_an_enemy_was_seen_until_the_cell_is_seen_empty():
    match = begin("N.........\n#.########\n1......4..\n##########\n.........M\n")
    play(match, "1 switch")
    ghosts = [piece for piece in match.scene(0).pieces if piece.kind == "ghost2"]
    assert [(ghost.label, ghost.badge) for ghost in ghosts] == [("4?", "r1")]
    play(match, "end", "1 move E", "end", "1 switch")
    assert [piece.kind for piece in match.scene(0).pieces if piece.owner == 2] == ["minion2"]
    play(match, "1 switch", "end", "1 move E")
    assert [piece.badge for piece in match.scene(0).pieces if piece.kind == "ghost2"] == ["r2"]
    play(match, "end", "1 switch")
    assert not [piece for piece in match.scene(0).pieces if piece.kind == "ghost2"]


def test_mr44_mr45_both_players_sight_is_kept_up_in_every_turn():
    match = begin("N......\n#####.#\n1......\n#####.#\n.....4M\n")
    play(match, "end")
    assert "4" not in match.facts(0)["minions"]
    play(match, "1 move N", "1 move N")
    assert match.facts(0)["minions"]["4"]["x"] == 5


def test_mr46_of_a_visible_enemy_number_hit_points_and_stance():
    match = begin()
    play(match, "1 laser N", "end")
    assert match.facts(0)["minions"]["4"] == {"x": 3, "y": 4, "hp": 5, "stance": "lantern"}
    match = begin()
    play(match, "1 laser N")
    assert match.facts(1)["beams"] == []
    assert sentences(begin(), 1, "1 laser N") == []


def test_mr47_the_dead_see_nothing():
    match = begin("N.......\n........\n........\n........\n.......1\n......4M\n")
    assert sees(match, 1, 7, 5)
    play(match, "1 retreat")
    assert not sees(match, 1, 7, 5)


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


def test_mr79_only_the_owner_passes_a_door():
    match = begin("N....\n#.###\n1D4..\n#.###\n....M\n")
    assert "enemy door" in refused_as_two(match)
    match = begin("N....\n#.###\n1D4..\n#.###\n....M\n")
    assert at_after(match, "1 move E") == (1, 2)


def refused_as_two(match):
    play(match, "end")
    return refused(match, "1 move W")


def at_after(match, word):
    play(match, word)
    return at(match, 1)


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


@pytest.mark.parametrize(
    "text",
    [
        "; minions: 1\n; Minions: 1\n" + HALL, "; size: 25\n; minions: 1\n" + HALL,
        "; symmetry: none\n; minions: 1\n" + HALL, "; minions: 1\n" + HALL.replace(".1.", "1 ."),
        "; minions: 1\n" + HALL.replace("#.......#\n#...1", "\n#...1"), "; rounds: +5\n", "; rounds: 5.0\n",
        "; rounds: ٥\n", "; minions\n", "; size: 30\n", "; size: 21\n", "; first: 1\n",
    ],
)  # fmt: skip
def test_mr87_mr88_mr89_what_no_set_up_may_say(text):
    with pytest.raises(BadSetup) as caught:
        read_setup(text)
    assert caught.value.defects[0].line


def test_mr87_capitals_and_blanks_do_not_matter():
    setup, _ = read_setup("\n  ;  MINIONS :  1  \n;siege: ON\n\n" + HALL + "\n\n")
    assert (setup.minions, setup.siege) == (1, 1)


@pytest.mark.parametrize(
    "key, least, most", [(key.name, key.least, key.most) for key in load("maze_runner").read_setup.__globals__["KEYS"]]
)
def test_mr88_every_key_has_its_range(key, least, most):
    head = "; actionsNumber: 9\n" if key == "firstTurnActions" else "; firstTurnActions: 1\n"
    drawing = HALL if key != "minions" else "N12\n3..\n4..\n56M\n"
    drawing = drawing.replace("1...#", "1nnn#").replace("4...#", "4mmm#") if key == "nexuses" else drawing
    body = head + ("" if key == "minions" else "; minions: 1\n")
    read_setup(f"; {key}: {most}\n" if key == "minions" else f"{body}; {key}: {most}\n{drawing}")
    for value in (least - 1, most + 1):
        with pytest.raises(BadSetup):
            read_setup(f"{body}; {key}: {value}\n{drawing}")


def test_mr88_first_and_round_belong_to_drawn_maps():
    match = begin(first=2, round=7)
    assert (match.facts()["player"], match.facts()["round"]) == (2, 7)
    assert play(match, "end", "end")["round"] == 8
    with pytest.raises(BadSetup):
        begin(round=61)


def test_mr89_short_rows_end_in_wall():
    match = begin("N....\n1\n4...M\n")
    assert "wall" in refused(match, "1 move E")


def test_mr89_mr90_sizes_and_signs():
    wide = "N14M\n" + "." * 38 + "\n...\n"
    for drawing in (
        "N1\n4M\n",
        "N14M\n....\n",
        wide,
        "N14M\n....\n..X.\n",
        "N14M\n....\n.N..\n",
        "N14M\n.4..\n....\n",
        "N1DM\nDDD4\n....\n",
    ):
        with pytest.raises(BadSetup) as caught:
            begin(drawing)
        assert caught.value.defects[0].line
    begin("N1DM\nDD.4\n....\n")


def test_mr90_every_defect_is_told():
    with pytest.raises(BadSetup) as caught:
        read_setup("; rounds: 0\n; minions: 1\n#?#\n#N#\n###\n")
    assert len(caught.value.defects) == 5  # rounds, sign, M, 1, 4


def test_mr91_own_drawn_doors_are_known_and_drawn_mirrors_nobodys():
    match = begin("N1###....\n#####...D\n.....####\n....#4..M\n/....####\n")
    assert match.facts(0)["doors"] == [{"x": 8, "y": 1, "owner": 1, "hp": 3}]
    assert match.facts()["mirrors"][0]["owner"] is None
    assert match.facts(0)["mirrors"] == []


def test_mr92_mr93_words_short_and_long():
    match = begin()
    read = match.game.read_word
    for long, short in (
        ("1 move NE", " 1  M ne"), ("2 switch", "2 s"), ("1 strike E", "1 x e"), ("3 laser N", "3 l n"),
        ("2 mirror /", "2 I /"), ("1 wall S", "1 w s"), ("2 door W", "2 d W"), ("3 retreat", "3 r"), ("end", "E"),
    ):  # fmt: skip
        assert read(match.setup, match.state, long) == read(match.setup, match.state, short)
        assert match.game.word(match.setup, match.state, read(match.setup, match.state, long)) == long
    for nonsense in (
        "sw",
        "move N",
        "1",
        "1 sw",
        "4 move N",
        "1 laser NE",
        "1 move",
        "1 move N N",
        "1 switch N",
        "1 mirror x",
        "0 move N",
        "",
        "1 fly N",
    ):
        with pytest.raises(BadAction):
            read(match.setup, match.state, nonsense)


def test_mr94_only_resign_is_taken_out_of_turn():
    match = begin()
    with pytest.raises(NotYourTurn):
        match.play("2: end")
    play(match, "1: 1 move N")


def test_mr95_a_refused_word_changes_nothing():
    match = begin()
    for word in ("1 move", "2 move N", "1 strike N", "2: 1 move N", "hello"):
        refused(match, word)
    play(match, "resign")
    with pytest.raises(MatchOver):
        match.play("end")


def test_mr97_the_cell_straight_behind_a_mirror_is_revealed_and_none_beside_the_blocking_cell():
    match = begin("N.......\n########\n1../....\n########\n4......M\n")
    assert knows(match, 1, 4, 2) and not sees(match, 1, 4, 2)
    match = begin("N.......\n....####\n1..#....\n########\n4......M\n")
    assert not knows(match, 1, 4, 2)


def test_mr98_an_own_door_destroyed_unseen_is_struck_from_memory_but_not_its_loss_of_hit_points():
    match = begin("1#N.............\n#########D######\n........4......M\n")
    play(match, "end", "1 switch", "1 strike NE")
    assert match.facts(0)["doors"][0]["hp"] == 3
    play(match, "1 strike NE", "1 strike NE")
    assert match.facts(0)["doors"] == []


def test_mr98_full_recomputation_agrees_after_every_action():
    match = maze(25, 4)
    for _ in range(150):
        legal = match.legal(match.acting[0])
        match.act(match.acting[0], legal[(7 * len(match.plies)) % len(legal)])
        before = bytes(match.state)
        for player in (0, 1):
            refresh_sight(match.setup, match.state, player)
        assert bytes(match.state) == before
        if match.over:
            break


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


def test_mr104_a_closed_own_door_closes_a_side_cell():
    match = begin("N#..\n1D..\n#...\n.4.M\n")
    assert "diagonal" in refused(match, "1 move SE")


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


def test_mr106_to_mr110_the_facts_have_their_keys_and_are_sorted():
    facts = begin("N1d/D\n.....\n..4.M\n").facts()
    assert list(facts) == [
        "round", "player", "actions", "minions", "doors", "mirrors", "walls", "wallsLeft", "beams", "kills", "approach",
        "status", "winner", "reason", "sight",
    ]  # fmt: skip
    assert [door["x"] for door in facts["doors"]] == [2, 4]
    assert facts["sight"]["1"]["visible"] == sorted(facts["sight"]["1"]["visible"])
    match = begin()
    assert play(match, "1 retreat")["minions"]["1"] == {
        "x": None,
        "y": None,
        "hp": 0,
        "stance": "lantern",
        "respawn": 2,
        "cooldown": 0,
    }
    json.dumps(facts)


def test_mr111_mr112_events_are_not_in_the_facts():
    assert not {"events", "ghosts"} & begin().facts().keys()


def test_mr113_the_facts_of_a_view():
    facts = begin().facts(1)
    assert list(facts) == [
        "round", "player", "actions", "minions", "dead", "doors", "mirrors", "walls", "wallsLeft", "beams", "kills",
        "status", "winner", "reason", "visible", "revealed",
    ]  # fmt: skip
    assert facts["minions"]["4"]["x"] == -3
    assert facts["actions"] == {}
