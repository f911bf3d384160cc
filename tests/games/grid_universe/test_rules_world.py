"""A test for each ruling that the golden cases do not already show: the world and the turn (GU1 to GU9)."""

import json

import pytest
from tests.games.grid_universe.drawn import (
    BOX,
    EXIT,
    FAR,
    HERO,
    SPIKE,
    WALL,
    defects,
    facts,
    level,
    moving,
    play,
)

from gridhall.errors import BadAction, MatchOver
from gridhall.games import grid_universe as game
from gridhall.games.grid_universe.setup import read_level


@pytest.mark.parametrize("size", [(1, 5), (33, 5), (5, 1), (5, 33)])
def test_gu1_a_board_is_2_to_32_tiles_wide_and_high(size):
    assert "from 2 to 32" in defects({**level(6, 5, FAR), "width": size[0], "height": size[1]})


def test_gu1_the_largest_and_the_smallest_board_can_be_played():
    assert facts(level(2, 2, (1, 1, EXIT)), "right down")["status"] == "won"
    assert facts(level(32, 32, (31, 31, EXIT), hero=(30, 31)), "right")["status"] == "won"


def test_gu1a_there_is_exactly_one_agent():
    assert "no agent" in defects({"width": 3, "height": 3, "entities": [{"id": 0, "x": 0, "y": 0, "exit": True}]})
    assert "are agents" in defects(level(6, 5, FAR, (1, 1, {"agent": True})))


@pytest.mark.parametrize("more", [{"collectible": True}, moving(), {"chasing": {"target": 1}}])
def test_gu1a_the_agent_is_not_collectible_moving_or_chasing(more):
    assert "GU1a" in defects(level(6, 5, FAR, agent=more))


def test_gu1a_without_health_the_agent_cannot_be_hurt():
    after = facts(level(6, 5, FAR, (1, 0, {"lethal": True}), agent={"health": None}), "right wait")
    assert (after["health"], after["status"], after["dead"]) == (None, "playing", [])


def test_gu1a_portals_do_not_carry_an_agent_that_is_not_collidable():
    given = level(6, 5, FAR, (1, 0, {"portal": 3}), (4, 4, {"portal": 2}), agent={"collidable": None})
    assert facts(given, "right")["agent"] == [1, 0]


def test_gu1b_there_is_room_for_2048_entities_and_for_255_of_each_kind_that_changes():
    floors = [(number % 32, number // 32 % 32, {"cost": 1}) for number in range(2046 - 255)]
    boxes = [(number % 30, 1 + number // 30, BOX | {"health": [2, 2]}) for number in range(255)]
    after = facts(level(32, 32, (31, 31, EXIT), *boxes, *floors, hero=(0, 0)), "right down wait")
    assert after["turn"] == 3
    assert "2,049 entities" in defects(level(32, 32, (31, 31, EXIT), *([(0, 0, {"cost": 1})] * 2047)))
    assert "can change place" in defects(level(32, 32, (31, 31, EXIT), *([(1, 1, BOX)] * 300)))


def test_gu2_any_property_may_be_combined():
    entity = {
        "collidable": True,
        "collectible": True,
        "required": True,
        "reward": 3,
        "cost": 2,
        "key": "a",
        "exit": True,
        "health": [2, 2],
        **moving("y"),
    }
    given = level(6, 5, FAR, (1, 0, entity))
    assert read_level(json.dumps(given)).entities[2]["reward"] == 3
    assert facts(given, "wait")["things"]["2"] == [1, 1]


def test_gu2a_ids_are_unique_nested_ones_too():
    assert "there twice" in defects(level(6, 5, FAR, agent={"inventory": [{"id": 1}]}))
    assert "GU2a" in defects(level(6, 5, (5, 4, {"exit": True, "key": "x" * 17})))
    assert "GU2a" in defects({**level(6, 5, FAR), "entities": [{"id": -1, "x": 0, "y": 0, "agent": True}]})


@pytest.mark.parametrize(
    "props",
    [
        {"reward": -1}, {"cost": -1}, {"damage": -1}, {"speed": 0}, {"immunity": True, "time": 0},
        {"phasing": True, "uses": 0}, {"health": [0, 3]}, {"health": [4, 3]}, {"reward": 1_000_001}, {"time": 3},
        {"uses": 3}, moving(speed=0), {"health": [1, 1_000_001]}, {"reward": 1.5}, {"reward": True},
    ],
)  # fmt: skip
def test_gu2b_amounts_have_their_bounds(props):
    assert "GU2b" in defects(level(6, 5, FAR, (1, 1, props)))


def test_gu2b_the_greatest_amounts_are_kept():
    most = 1_000_000
    given = level(6, 5, FAR, (1, 0, {"reward": most, "damage": 7}), agent={"health": [most, most]})
    after = facts(given, "right")
    assert (after["score"], after["health"]) == (most, most - 7)


def test_gu2c_an_effect_of_two_kinds_shares_its_uses_and_works_only_from_a_status():
    both = {"id": 9, "speed": 2, "phasing": True, "uses": 3}
    after = facts(level(6, 5, FAR, (1, 0, WALL), agent={"status": [both]}), "right")
    assert (after["agent"], after["effects"]) == ([2, 0], {"9": {"time": None, "uses": 1}})
    assert facts(level(6, 5, FAR, (0, 0, {"phasing": True}), (1, 0, WALL)), "right")["agent"] == [0, 0]


@pytest.mark.parametrize(
    ("kind", "props"),
    [
        ("floor", {"cost": 1}), ("wall", WALL), ("exit", EXIT), ("box", BOX), ("spike", SPIKE),
        ("coin", {"collectible": True, "reward": 5}), ("core", {"collectible": True, "required": True, "reward": 10}),
        ("key red", {"collectible": True, "key": "red"}), ("door red", {"blocking": True, "locked": "red"}),
        ("monster", {"collidable": True, "damage": 3}), ("lava", {"collidable": True, "lethal": True}),
        ("boots", {"collectible": True, "speed": 2}), ("shield", {"collectible": True, "immunity": True}),
        ("ghost", {"collectible": True, "phasing": True}), ("agent", HERO),
    ],
)  # fmt: skip
def test_gu3_a_ready_made_kind_has_its_properties(kind, props):
    hero, sign = ("", "@") if kind == "agent" else ("@", "x")
    drawn = read_level(f"{hero}.{sign}\n.E.\n{sign} = {kind}\n")
    thing = next(entity for entity in drawn.entities if (entity["x"], entity["y"]) == (len(hero) + 1, 0))
    assert {key: value for key, value in thing.items() if key not in ("id", "x", "y")} == props


def test_gu4_there_are_seven_actions_and_nothing_else():
    match = play(level(6, 5, FAR), "")
    assert [game.word(match.setup, match.state, action) for action in range(game.ACTIONS)] == [
        "up",
        "down",
        "left",
        "right",
        "use",
        "pick",
        "wait",
    ]
    with pytest.raises(BadAction):
        match.play("jump")
    assert match.facts()["turn"] == 0


def test_gu5a_order_is_by_number_whatever_the_order_in_the_file():
    given = level(6, 5, FAR, (0, 2, BOX | moving() | {"pushable": True}), (2, 2, BOX | moving("x", -1)))
    given["entities"][2].pop("pushable"), given["entities"][3].pop("pushable")
    turned = {**given, "entities": given["entities"][::-1]}
    assert facts(given, "wait") == facts(turned, "wait")
    assert facts(given, "wait")["things"]["2"] == [1, 2]  # the lower id goes first


def test_gu6a_a_monsters_timer_runs_too():
    given = level(6, 5, FAR, (3, 3, {"health": [1, 1], "status": [{"id": 9, "immunity": True, "time": 2}]}))
    assert facts(given, "wait")["effects"] == {"9": {"time": 1, "uses": None}}
    assert facts(given, "wait wait")["effects"] == {}


def test_gu6a_a_picked_up_effect_serves_in_the_same_action_and_a_spent_one_does_not():
    shield = {"collectible": True, "immunity": True, "uses": 1}
    given = level(6, 5, FAR, (0, 0, shield), (0, 0, SPIKE), (0, 0, SPIKE))
    after = facts(given, "pick")
    assert (after["health"], after["effects"]) == (4, {})  # one hit is blocked, the second is not


def test_gu7a_a_dead_agent_gets_no_reward_and_a_start_on_an_exit_wins_with_the_first_round():
    dead = facts(level(6, 5, FAR, (1, 0, {"lethal": True}), (1, 0, {"reward": 9})), "right")
    assert (dead["status"], dead["score"]) == ("lost", 0)
    match = play(level(6, 5, (0, 0, EXIT)), "")
    assert match.facts()["status"] == "playing"
    match.play("wait")
    assert match.facts()["status"] == "won"


def test_gu7b_the_last_turn_is_counted_and_spent_effects_are_dropped_but_costs_are_not_taken():
    given = level(6, 5, (1, 0, EXIT | {"cost": 4}), agent={"status": [{"id": 9, "immunity": True, "time": 1}]})
    after = facts(given, "right")
    assert (after["turn"], after["effects"], after["score"], after["status"]) == (1, {}, 0, "won")


def test_gu8a_a_reward_tile_pays_again_when_the_second_step_is_blocked():
    given = level(6, 5, FAR, (1, 0, {"reward": 3}), (2, 0, WALL), agent={"status": [{"id": 9, "speed": 2}]})
    assert facts(given, "right")["score"] == 6


def test_gu8a_the_end_of_a_fall_has_no_round_of_its_own():
    given = level(6, 3, (5, 0, EXIT), (1, 2, {"reward": 3}), move="gravity")
    assert facts(given, "right")["score"] == 3


def test_gu9a_every_word_after_the_end_is_refused():
    match = play(level(6, 5, (1, 0, EXIT)), "right")
    before = bytes(match.state)
    for word in ("up", "wait", "pick"):
        with pytest.raises(MatchOver):
            match.play(word)
    assert bytes(match.state) == before and game.refusal(match.setup, match.state, 0, 0) == 1
