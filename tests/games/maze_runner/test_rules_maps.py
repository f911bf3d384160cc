"""One case a ruling: the maze, where everybody begins, and the turn (MR1 to MR20)."""

import pytest
from tests.games.maze_runner.drawn import begin, maze, play, refused, sentences
from tests.games.maze_runner.half_turn import is_half_turn_image

from gridhall.errors import IllegalAction
from gridhall.games.maze_runner import digging, tables
from gridhall.games.maze_runner.setup import read_setup


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
