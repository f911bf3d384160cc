"""Golems, towers and extra nexuses: one case a ruling, named by its number (MR114-MR134)."""

import ctypes
from pathlib import Path

import pytest
from tests.games.maze_runner.drawn import at, begin, knows, maze, play, refused, sees, sentences
from tests.games.maze_runner.half_turn import is_half_turn_image

from gridhall.errors import BadSetup
from gridhall.game import EVERYONE
from gridhall.games import maze_runner
from gridhall.games.maze_runner import tables
from gridhall.games.maze_runner.setup import read_setup, write_setup
from gridhall.games.maze_runner.walk import far_apart
from gridhall.match import Match
from gridhall.registry import load

EVERYTHING = {"golems": 2, "towers": 2, "nexuses": 2}


def things(state, bit):
    return [cell for cell in range(tables.AREA) if tables.FLAGS[state.cells[cell] + 128] & bit]


def floods(state):
    """The cells that can be reached on foot from player 1's nexus, over everything that can be struck down."""
    reached, edge = {state.nexus[0]}, [state.nexus[0]]
    while edge:
        here = edge.pop()
        for direction in range(0, 8, 2):
            cell = (here + tables.STEP[direction]) % tables.AREA
            flags = tables.FLAGS[state.cells[cell] + 128]
            if cell not in reached and flags & (tables.GROUND | tables.FRAGILE | tables.NEXUS_BIT):
                reached.add(cell)
                edge.append(cell)
    return reached


def test_mr114_what_is_not_set_is_nowhere():
    facts = maze(25).facts()
    assert not {"golems", "hearts", "towers", "towersLeft", "nexuses"} & set(facts)
    assert "no word" in refused(begin(), "1 tower N") or "cannot" in refused(begin(), "1 tower N")
    with pytest.raises(BadSetup):
        maze(25, golems=4)


@pytest.mark.parametrize("size", [23, 31, 37])
def test_mr115_things_lie_in_half_turn_pairs_where_the_ruling_says_and_can_all_be_reached(size):
    for seed in range(8):
        state = maze(size, seed, golems=3, towers=3, nexuses=3).state
        extras, towers, golems = (things(state, bit) for bit in (tables.EXTRA_BIT, tables.TOWER_BIT, tables.GOLEM_BIT))
        assert (len(extras), len(towers), len(golems)) == (6, 6, 6)
        reached, turned = floods(state), (size - 1) * (tables.WIDTH + 1)
        for cell in extras:
            own = state.cells[cell] - tables.EXTRA
            near, far = (far_apart(state, cell, state.nexus[player]) for player in (own, 1 - own))
            assert cell in reached and 6 <= near < far and state.cells[turned - cell] == tables.EXTRA + 1 - own
        for cell in towers:
            assert cell % 2 == 0 and cell // tables.WIDTH % 2 == 0 and turned - cell in towers
        assert all(cell in reached and turned - cell in golems for cell in golems)
        assert state.nexus[1] in reached


def test_mr115_the_maze_and_the_coin_are_those_without_the_settings():
    for seed in range(4):
        plain, rich = maze(25, seed).state, maze(25, seed, **EVERYTHING).state
        assert (plain.first, list(plain.nexus), list(plain.home)) == (rich.first, list(rich.nexus), list(rich.home))
        passable = [
            [bool(tables.FLAGS[code + 128] & (tables.GROUND | tables.FRAGILE)) for code in state.cells]
            for state in (plain, rich)
        ]
        assert passable[0] == passable[1]
        assert is_half_turn_image(plain, 25)


ARENA = """
#############
#N.....n....#
#.....#.....#
#.1...T...>.#
#...........#
#.....+.....#
#...........#
#...4.m....M#
#############
"""


def test_mr116_drawn_signs_are_read_written_back_and_counted():
    text = "; minions: 1\n; golems: 1\n; towers: 1\n; nexuses: 1\n" + ARENA.lstrip("\n")
    assert write_setup(*read_setup(text)) == text
    for less in ("; golems: 1\n", "; towers: 1\n", "; nexuses: 1\n"):
        with pytest.raises(BadSetup, match="MR116"):
            read_setup(text.replace(less, ""))
    with pytest.raises(BadSetup, match="missing"):
        read_setup(text.replace("nexuses: 1", "nexuses: 2"))


def arena(drawing=ARENA, **keys):
    return begin(drawing, **{"golems": 1, "towers": 1, "nexuses": 1, **keys})


def test_mr117_the_owner_of_an_extra_nexus_sees_it_and_its_neighbours():
    match = begin(
        "##########\n#N.#...n.#\n#1.#.....#\n####.....#\n#........#\n#M4......#\n#......m.#\n##########\n", nexuses=1
    )
    assert sees(match, 1, 7, 1) and sees(match, 1, 6, 2) and not sees(match, 1, 7, 3)
    assert not sees(match, 1, 7, 6) and sees(match, 2, 7, 6)
    assert "floor" in refused(begin("Nn1\n...\n4mM\n", nexuses=1), "1 wall W")


def test_mr118_an_enemy_who_enters_turns_it_and_the_loser_knows():
    match = begin("N.1...#\n.....m#\nn.4...M\n", nexuses=1)
    assert sentences(match, 1, "1 move E", "1 move E", "1 move SE")[2:-1] == [
        "Red takes the extra nexus at 1 west 1 north. Each of your minions has an action less a turn."
    ]
    assert [nexus["owner"] for nexus in match.facts()["nexuses"]] == [1, 1]
    assert {"x": -1, "y": -1, "owner": 1} in match.facts(1)["nexuses"]
    assert match.facts()["sight"]["2"]["known"]["nexuses"][-1]["owner"] == 1


def test_mr119_a_minion_comes_back_at_the_nearest_own_nexus():
    drawing = "N.......\n........\n.......1\n......n.\nm4.....M\n"
    match = begin(drawing, nexuses=1, turnsToRespawn=0)
    play(match, "1 retreat", "end", "end")
    assert at(match, 1) == (6, 3)
    home = begin(drawing, nexuses=1, turnsToRespawn=0)
    play(home, *["1 move W"] * 5, "end", "end", "1 retreat", "end", "end")
    assert at(home, 1) == (7, 2)  # nearest to the first nexus: its start cell


def test_mr120_a_majority_held_until_the_own_turn_wins_only_if_set():
    drawing = "N..1m.\nn.....\n......\n4....M\n"
    for majority, over in (("on", True), ("off", False)):
        match = begin(drawing, nexuses=1, majority=majority)
        play(match, "1 move E", "end")
        assert not match.over
        facts = play(match, "end")
        assert (facts["status"] == "over") == over
        if over:
            assert (facts["winner"], facts["reason"]) == (1, "majority")
    match = begin("N..1m.\nn.....\n4.....\n.....M\n", nexuses=1, majority="on")
    play(match, "1 move E", "end", "1 move N", "end")
    assert not match.over  # taken back in time


def test_mr121_a_tower_blocks_and_shows_the_square_around_it():
    match = begin("N1T....\n####...\n4.....M\n", towers=1, towerRange=2)
    assert "tower" in refused(match, "1 move E")
    match = begin("N.1....\n..#.#..\n..#.#..\n..#.#..\n4.....M\n", towers=1, towerRange=2)
    play(match, "1 tower W")
    assert sees(match, 1, 3, 2) and sees(match, 1, 0, 2) and not sees(match, 2, 3, 0)
    match = begin("N.1....#M\n########.\n4........\n", towers=1, towerRange=2)
    assert sees(match, 1, 6, 0)
    play(match, "1 tower E")
    assert not sees(match, 1, 6, 0)


def test_mr121_a_tower_at_the_edge_of_the_largest_board_sees_nothing_of_the_other_edge():
    row = "." * 37
    match = begin(
        "T" + row[1:] + "\n" + "N" + row[1:] + "\n" + "1" + row[2:] + "4\n" + row + "\n" + row[1:] + "M\n", towers=1
    )
    play(match, "1 move NE")
    assert sees(match, 1, 5, 2) and not sees(match, 1, 36, 2) and not sees(match, 1, 36, 0)


def test_mr122_a_stone_tower_belongs_to_who_stood_beside_it_last_and_cannot_be_harmed():
    match = begin("N.....\n1.....\n..T...\n.....4\n.....M\n", towers=1)
    assert match.facts()["towers"] == [{"x": 2, "y": 2, "owner": None, "hp": None}]
    play(match, "1 move E", "1 switch")
    assert match.facts()["towers"][0]["owner"] == 1
    assert "nothing to strike" in refused(match, "1 strike SE")
    words = ("end", "1 move W", "1 move W")
    assert "Blue takes the stone tower" in " ".join(sentences(match, 0, *words))
    assert match.facts(0)["towers"][0]["owner"] == 2


def test_mr123_a_tower_takes_the_walls_place():
    match = begin("N1....\n......\n4....M\n", towers=1)
    assert (match.facts()["wallsLeft"], match.facts()["towersLeft"]) == ([0, 0], [1, 1])
    facts = play(match, "1 tower E")
    assert facts["towers"] == [{"x": 2, "y": 0, "owner": 1, "hp": 3}] and facts["towersLeft"] == [0, 1]
    assert facts["walls"] == [] and facts["actions"] == {"1": 0}
    play(match, "end", "end")
    assert "no tower left" in refused(match, "1 tower S")
    with pytest.raises(BadSetup, match="MR123"):
        begin(towers=1, wallBuildCount=1)


def test_mr124_a_built_tower_falls_to_sword_and_laser_and_its_owner_is_told():
    match = begin("N1....\n......\n4....M\n", towers=1, towerHitpoints=2)
    play(match, "1 tower E", "end", "end", "1 switch", "1 strike E")
    assert match.facts()["towers"][0]["hp"] == 1
    assert sentences(match, 0, "1 strike E")[-1] == "Your tower at 2 east is destroyed."
    assert match.facts()["towers"] == [] and match.facts(0)["towers"] == []
    match = begin("N1....4\n......M\n.......\n", towers=1)
    play(match, "1 tower E", "end", "1 laser W", "end")
    assert match.facts()["towers"] == []
    match = begin("N.1..\n####.\n4...M\n", towers=1)
    play(match, "end")
    before = match.facts()["approach"][0]
    play(match, "end", "1 tower E", "end")
    assert match.facts()["approach"][0] == before  # walking distances ignore it


CORRIDOR = "N.........#\n#########.#\n{}\n#########.#\n4........M#\n"


def test_mr125_a_golem_blocks_way_and_light_and_is_remembered_where_it_was():
    match = begin("N1.>....\n########\n4......M\n", golems=1, golemDamage=1)
    assert sees(match, 1, 3, 0) and not sees(match, 1, 4, 0)
    play(match, "1 move E")
    assert "golem" in refused(match, "1 move E")
    drawing = "N........#1\n.........#.\n.........#.\n.........#.\n.........#.\n.........#>.....\n4..............M\n"
    match = begin(drawing, golems=1)
    assert match.facts(0)["golems"] == [{"x": 10, "y": 5, "facing": "E", "hp": 3}]
    play(match, "1 switch", "end", "end")
    assert match.facts()["golems"][0]["x"] == 11
    assert match.facts(0)["golems"][0]["x"] == 10 and knows(match, 1, 10, 5)


def test_mr126_a_golem_turns_to_the_nearest_lantern_in_line_and_not_to_a_sword():
    drawing = "N.#.#..\n1.^....\n..#.#..\n4......\n......M\n"
    match = begin(drawing.replace("1.^", "1..").replace("..#.#..\n4", "..^.#..\n4"), golems=1)
    play(match, "end", "end")
    assert match.facts()["golems"][0]["facing"] in "NS"
    drawn = begin(drawing, golems=1)
    play(drawn, "end", "end")
    assert drawn.facts()["golems"] == [{"x": 1, "y": 1, "facing": "W", "hp": 3}]
    dark = begin(drawing, golems=1)
    play(dark, "1 switch", "end", "end")
    assert dark.facts()["golems"][0] == {"x": 2, "y": 1, "facing": "S", "hp": 3}


def test_mr127_on_patrol_it_walks_straight_and_turns_round_where_it_cannot():
    match = begin("N1.......\n#########\n..>..####\n#########\n4.......M\n", golems=1)
    places = [(golem["x"], golem["facing"]) for _ in range(5) for golem in play(match, "end", "end")["golems"]]
    assert places == [(3, "E"), (4, "E"), (3, "W"), (2, "W"), (1, "W")]


def test_mr128_it_strikes_at_its_four_sides_only_and_that_is_nobodys_kill():
    match = begin("N.......\n#.......\n#1>5####\n#42.####\n######.M\n", minions=2, golems=1, minionsHitpoints=2)
    facts = play(match, "end", "end")
    assert facts["kills"] == [0, 0]
    assert [number for number in "1245" if facts["minions"][number]["x"] is None] == ["1", "2", "5"]
    assert facts["minions"]["4"]["hp"] == 2


def test_mr134_an_extra_nexus_gives_its_holder_an_action_more_and_the_enemy_one_less():
    match = begin("N.1...#\n.....m#\nn.4...M\n", nexuses=1)
    assert play(match, "1 move E", "1 move E", "1 move SE")["actions"] == {"1": 2}  # of 5: in this turn nothing changes
    meters = load("maze_runner").scene(match.setup, match.view(0), 0).meters
    assert "2 of 2 are yours: 6 actions a turn" in [meter.text for meter in meters]
    assert play(match, "end")["actions"] == {"4": 4} and play(match, "end")["actions"] == {"1": 6}
    play(match, "1 laser W")  # a whole turn is what was given
    assert match.facts()["actions"] == {"1": 0}
    scarce = begin("N1m\n...\n4nM\n", nexuses=1, actionsNumber=1, firstTurnActions=1)
    assert play(scarce, "1 move E", "end")["actions"] == {"4": 1} and play(scarce, "end")["actions"] == {"1": 2}


def test_mr134_under_the_rule_of_majority_actions_stay_as_they_are():
    match = begin("N.1...#\n.....m#\nn.4...M\n", nexuses=1, majority="on")
    play(match, "1 move E", "1 move E", "1 move SE")
    meters = load("maze_runner").scene(match.setup, match.view(0), 0).meters
    assert "2 of 2 are yours; 2 as your turn begins win" in [meter.text for meter in meters]
    assert play(match, "end")["actions"] == {"4": 5}


def test_mr133_a_heart_does_not_let_a_minion_set_a_second_laser():
    match = begin("N1+.....\n.2......\n45.....M\n", minions=2, golems=1)
    play(match, "2 laser S", "1 move E")
    assert match.facts()["actions"] == {"1": 5, "2": 5}
    assert "MR133" in refused(match, "2 laser S")


def test_mr134_a_spectator_is_not_told_who_holds_extra_nexuses():
    match = begin("N.1m..#\n.......\nn.4...M\n", nexuses=1)
    play(match, "1 move E", "end")
    assert (match.state.given, match.view(0).given, match.view(2).given) == (4, 4, 5)


def test_mr129_a_slain_golem_leaves_a_heart_that_gives_hit_points_and_actions():
    match = begin("N1>.....\n........\n4......M\n", golems=1)
    play(match, "1 switch", "1 strike E", "1 strike E", "1 strike E")
    facts = match.facts()
    assert facts["golems"] == [] and facts["hearts"] == [[2, 0]]
    facts = play(match, "1 move E")
    assert facts["hearts"] == [] and facts["minions"]["1"]["hp"] == 10 and facts["actions"] == {"1": 5}
    card = match.scene(0).cards[0]
    assert (card.health, card.healthy) == (10, 10)  # never more than there can be
    team = begin("N1+.....\n.2......\n45.....M\n", minions=2, golems=1)
    play(team, "2 move E", "2 move E", "1 move S")
    facts = play(team, "1 move NE")
    assert facts["actions"] == {"1": 5, "2": 5} and [facts["minions"][n]["hp"] for n in "1245"] == [10, 10, 5, 5]
    shot = begin("N1.>....\n........\n4......M\n", golems=1)
    play(shot, "1 laser E", "end")
    assert shot.facts()["hearts"] == [[3, 0]]


def test_mr130_golems_and_towers_close_a_diagonal():
    match = begin("N1^.....\n.#......\n4......M\n", golems=1)
    assert "diagonal" in refused(match, "1 move SE")
    match = begin("N1T.....\n.#......\n4......M\n", towers=1)
    assert "diagonal" in refused(match, "1 move SE")


def test_mr131_the_short_form_is_t():
    match = begin("N1....\n......\n4....M\n", towers=1)
    assert match.facts() != play(match, "1 t e")
    assert match.plies[-1].word == "1 tower E"


def test_mr132_facts_are_there_in_truth_memory_and_view():
    facts = arena().facts()
    new = {"golems", "hearts", "towers", "nexuses"}
    assert new | {"towersLeft"} <= set(facts) and new <= set(facts["sight"]["1"]["known"])
    assert new <= set(arena().facts(0))
    assert facts["hearts"] == [[6, 5]] and facts["nexuses"] == [
        {"x": 6, "y": 7, "owner": 2},
        {"x": 7, "y": 1, "owner": 1},
    ]


def test_mr133_prices_of_lasers_and_mirrors():
    match = begin(laserPrice=2, mirrorPrice=1)
    facts = play(match, "1 move N", "1 mirror /", "1 laser E")
    assert facts["actions"] == {"1": 1}
    match = begin(laserPrice=2)
    play(match, "1 laser E")
    assert "already" in refused(match, "1 laser E")
    assert "whole turn" in refused(begin_after_a_move(), "1 laser E")


def begin_after_a_move():
    match = begin()
    play(match, "1 move N")
    return match


def test_observations_grow_only_with_the_settings():
    game = load("maze_runner")
    plain, rich = (Match("maze_runner", text) for text in ("; size: 25\n", "; size: 25\n; golems: 1\n"))
    assert game.shape(plain.setup)[0] == 14 and game.shape(rich.setup)[0] == 22
    planes, scalars = (array_of(count) for count in (22 * tables.AREA, 40))
    game.observe(rich.setup, rich.state, 0, planes, scalars)
    assert not any(planes[14 * tables.AREA : 16 * tables.AREA])  # no golem is known at the start


def array_of(count):
    return (ctypes.c_float * count)()


def test_golem_and_tower_and_extra_nexus_are_drawn_with_their_words():
    match = arena()
    play(match, "1 move E", "1 move SE", "1 move E")
    scene = load("maze_runner").scene(match.setup, match.view(0), 0)
    owners = {(piece.kind, piece.owner) for piece in scene.pieces}
    assert {("extra", 1), ("stone_tower", 1), ("heart", 0)} <= owners
    assert all(piece.kind in scene.legend for piece in scene.pieces)
    whole = load("maze_runner").scene(match.setup, match.state, EVERYONE)
    assert "golem" in {piece.kind for piece in whole.pieces}


def test_the_page_of_all_parameters_tells_every_one_with_its_default_and_range():
    page = (Path(maze_runner.__file__).parent / "README.md").read_text("utf-8")
    for option in maze_runner.OPTIONS:
        span = " or ".join(option.words) if option.words else f"{option.least}-{option.most}"
        default = option.default or "half of actionsNumber"
        assert f"| `{option.name}` | {default} | {span} | {option.title.lower()}: {option.meaning} |" in page
