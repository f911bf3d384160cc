"""One case a ruling: moving, sight and memory (MR21 to MR47, MR97, MR98, MR104)."""

from tests.games.maze_runner.drawn import at, begin, knows, maze, play, refused, sees, sentences

from gridhall.games.maze_runner.sight import refresh_sight


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


def test_mr104_a_closed_own_door_closes_a_side_cell():
    match = begin("N#..\n1D..\n#...\n.4.M\n")
    assert "diagonal" in refused(match, "1 move SE")
