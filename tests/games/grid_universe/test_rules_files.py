"""A test for each ruling that the golden cases do not already show: files, search, training (GU29 to GU33)."""

from tests.games.grid_universe.drawn import FAR, WALL, defects, level, play

from gridhall.games import grid_universe as game
from gridhall.games.grid_universe.level import PROPERTIES
from gridhall.games.grid_universe.setup import read_level
from gridhall.games.grid_universe.words import effective_actions


def test_gu29_the_example_of_the_page_reads():
    text = """; title: An example
; move: slippery
; limit: 30
@.a#
1&2E
a = monster moving(x, +1, bounce, speed 2)
1 = portal pair 2
2 = portal pair 1
& = floor + coin + spike damage 2
"""
    read = read_level(text)
    assert (read.title, read.move, read.turn_limit) == ("An example", "slippery", 30)
    by_id = {entity["id"]: entity for entity in read.entities}
    assert by_id[2]["moving"] == {"axis": "x", "direction": 1, "bounce": True, "speed": 2} and by_id[2]["damage"] == 3
    assert [by_id[number].get("portal") for number in (4, 8)] == [8, 4]
    assert (by_id[5], by_id[7]["damage"]) == ({"id": 5, "x": 1, "y": 1, "cost": 1}, 2)


def test_gu29_ids_are_in_reading_order_unless_the_legend_says_otherwise():
    read = read_level("a@E\n.b.\na = box id 7\nb = coin\n")
    assert [(entity["id"], entity["x"], entity["y"]) for entity in read.entities] == [
        (0, 1, 0),
        (1, 2, 0),
        (2, 0, 1),
        (3, 1, 1),
        (4, 2, 1),
        (7, 0, 0),
    ]


def test_gu29_defects_are_named_with_their_lines():
    message = defects("; speed: 3\n; seed: x\n@?E\nfoo = bar\na = monstr\nb = coin reward -1\n")
    for line in ("line 1", "line 2", "line 3, column 2", "line 4", "line 5", "line 6"):
        assert line in message


def test_gu30d_ready_made_kinds_are_no_json():
    assert "'wall'" in defects(level(6, 5, FAR, (1, 1, {"wall": True})))


def test_gu30_broken_json_is_named_with_line_and_column():
    assert "line 2, column" in defects('{"width": 3,\n "height": }')
    assert "twice" in defects('{"width": 3, "width": 4}')


def test_gu32_the_search_key_leaves_out_turn_and_score():
    waited, stepped = (
        play(level(6, 5, FAR, (0, 0, {"cost": 1})), "wait wait"),
        play(level(6, 5, FAR, (0, 0, {"cost": 1})), "up"),
    )
    assert bytes(waited.state) != bytes(stepped.state)
    for match in (waited, stepped):
        game.canonicalize(match.setup, match.state)
    assert waited.state == stepped.state and hash(waited.state) == hash(stepped.state)


def test_gu32_effective_actions_change_something_but_the_turn():
    match = play(level(6, 5, FAR, (1, 0, WALL)), "")
    assert effective_actions(match.setup, match.state) == [1]  # only down


def test_gu33_death_is_lost_and_the_limit_is_not_death():
    assert play(level(6, 5, FAR, (1, 0, {"lethal": True})), "right").outcome == "lost"
    assert play({**level(6, 5, FAR), "turn_limit": 1}, "wait").outcome == "limit"


def test_every_property_is_known_to_both_formats():
    assert set(PROPERTIES) == {
        "agent", "blocking", "pushable", "collidable", "collectible", "required", "reward", "cost", "exit", "key",
        "locked", "portal", "damage", "lethal", "health", "inventory", "status", "moving", "chasing", "immunity",
        "phasing", "speed", "time", "uses",
    }  # fmt: skip


def test_gu29_an_unknown_variant_is_named_together_with_the_other_mistakes():
    message = defects("; move: flying\n; objective: fame\n###\n#@?\n###\n")
    assert [one.split(";")[0] for one in message.splitlines()] == [
        "line 1: move is 'flying'",
        "line 2: objective is 'fame'",
        "line 4, column 3: unknown sign '?'",
    ]


def test_gu29_mistakes_are_listed_from_above():
    message = defects("; title: Broken\n###?#\n#@.z#\n#####\na = monstr\nz = floor + portal\n; hm\n")
    assert [int(one.split()[1].rstrip(",:")) for one in message.splitlines()] == [2, 3, 5, 7]
    message = defects("@1.\n.2E\nE@.\n1 = portal pair id 9\n2 = thing chasing(target id 9)\n")
    assert [one.split(":")[0] for one in message.splitlines()] == ["line 1", "line 2", "line 3"]
