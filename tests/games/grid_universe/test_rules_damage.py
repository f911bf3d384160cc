"""A test for each ruling that the golden cases do not already show: damage, items and ends (GU21 to GU28)."""

import pytest
from tests.games.grid_universe.drawn import (
    BOX,
    EXIT,
    FAR,
    SPIKE,
    WALL,
    defects,
    facts,
    last_scene,
    level,
    moving,
    play,
    sentences,
)

from gridhall.game import LIMIT
from gridhall.games import grid_universe as game


def test_gu21_the_message_tells_which_hit_it_was():
    given = level(6, 5, FAR, (1, 0, {"collidable": True, "damage": 3, **moving("x", -1)}))
    assert sentences(given, "right") == "you swapped places with the monster: −3, health 2"


def test_gu21b_the_start_tile_joins_the_trail_if_one_comes_back_to_it():
    spike = level(2, 2, (1, 1, EXIT), (0, 0, SPIKE), agent={"status": [{"id": 9, "speed": 2}]}, move="wrap")
    assert facts(spike, "right")["health"] == 4  # away from the spike and back onto it


def test_gu21c_in_a_later_round_the_previous_tile_is_that_of_the_round_before():
    monster = {"collidable": True, "damage": 1, **moving("x", -1)}
    given = level(6, 5, FAR, (3, 1, monster), agent={"status": [{"id": 9, "speed": 3}]})
    assert facts(given, "right")["health"] == 5


def test_gu21d_a_spike_under_the_portal_that_carries_me_away_hits():
    assert facts(level(6, 5, FAR, (1, 0, {"portal": 3}), (4, 4, {"portal": 2}), (1, 0, SPIKE)), "right")["health"] == 4


def test_gu21d_a_patrol_with_health_that_runs_over_a_spike_is_hit():
    after = facts(level(6, 5, FAR, (0, 2, {"health": [1, 1], **moving(speed=2)}), (1, 2, SPIKE)), "wait")
    assert after["dead"] == [2]


def test_gu21d_a_spiked_box_pushed_one_tile_does_not_hit_shoved_two_it_does():
    box = BOX | {"damage": 1}
    assert facts(level(6, 5, FAR, (1, 0, box)), "right")["health"] == 5
    assert facts(level(6, 5, FAR, (1, 0, box), agent={"status": [{"id": 9, "speed": 2}]}), "right")["health"] == 4


def test_gu21d_a_chaser_that_takes_my_tile_while_i_sidestep_does_not_hit():
    assert facts(level(6, 5, FAR, (1, 0, SPIKE | {"chasing": {"target": 0}})), "down")["health"] == 5


def test_gu22a_lethal_hits_are_blocked_and_a_hit_of_nothing_spends_a_use():
    given = level(6, 5, FAR, (1, 0, {"lethal": True}), agent={"status": [{"id": 9, "immunity": True, "uses": 2}]})
    assert facts(given, "right")["effects"] == {"9": {"time": None, "uses": 1}}
    nothing = level(6, 5, FAR, (1, 0, {"damage": 0}), agent={"status": [{"id": 9, "immunity": True, "uses": 2}]})
    assert facts(nothing, "right")["effects"] == {"9": {"time": None, "uses": 1}}


def test_gu22a_each_target_is_hit_by_the_same_damager():
    given = level(6, 5, FAR, (0, 0, SPIKE), (0, 0, {"health": [2, 2]}))
    match = play(given, "wait")
    assert match.facts()["health"] == 4 and match.state.health[1] == 1


def test_gu23a_a_damager_that_dies_strikes_no_more_and_the_dead_still_block():
    monster = {"blocking": True, "damage": 1, "health": [1, 1]}
    given = level(
        6,
        5,
        FAR,
        (0, 0, {"lethal": True, "health": [9, 9]}),
        (0, 0, monster),
        agent={"status": [{"id": 9, "immunity": True, "uses": 1}]},
    )
    after = facts(given, "wait")
    # Entity 2 is blocked, and has killed entity 3 before that could strike.
    assert (after["dead"], after["health"]) == ([3], 5)
    dead = level(6, 5, FAR, (1, 0, {"blocking": True, "health": [1, 1]}), (1, 0, SPIKE))
    assert facts(dead, "wait right")["agent"] == [0, 0]


def test_gu24a_an_effect_never_goes_to_the_inventory_and_without_room_things_stay():
    key = {"collectible": True, "key": "a", "speed": 2, "reward": 1}
    after = facts(level(6, 5, FAR, (0, 0, key)), "pick")
    assert (after["inventory"], after["effects"]) == ([], {"2": {"time": None, "uses": None}})
    poor = facts(
        level(
            6,
            5,
            FAR,
            (0, 0, key),
            (0, 0, {"collectible": True, "reward": 5}),
            agent={"inventory": None, "status": None},
        ),
        "pick",
    )
    assert (poor["score"], sorted(poor["things"])) == (0, ["0", "1", "2", "3"])


def test_gu25a_all_five_tiles_are_tried_and_the_message_names_the_missing_key():
    door = WALL | {"locked": "red"}
    given = level(6, 5, FAR, (1, 0, door), (0, 1, door), agent={"inventory": [{"id": 9, "key": "red"}]})
    after = facts(given, "use")
    assert (after["open"], after["inventory"]) == ([2], [])  # right before down
    assert "no key “red”" in sentences(given, "use use")


def test_gu25a_locked_alone_neither_blocks_nor_keeps_an_exit_from_counting():
    assert facts(level(6, 5, (1, 0, EXIT | {"locked": "a"})), "right")["status"] == "won"


def test_gu26a_rewards_and_costs_are_of_everything_on_the_tile_the_agent_included():
    given = level(
        6,
        5,
        FAR,
        (0, 0, {"collectible": True, "cost": 3, "reward": 9}),
        (0, 0, {"reward": 2}),
        agent={"reward": 1, "cost": 10},
    )
    assert facts(given, "wait")["score"] == 2 + 1 - 3 - 10


def test_gu27a_required_without_collectible_asks_for_nothing():
    given = {**level(6, 5, (1, 0, EXIT), (3, 3, {"required": True})), "objective": "default"}
    assert facts(given, "right")["status"] == "won"


def test_gu27a_a_lock_that_was_picked_up_is_no_lock_any_more():
    given = {**level(6, 5, FAR, (0, 0, {"collectible": True, "locked": "a"})), "objective": "unlock"}
    assert facts(given, "pick")["status"] == "won"


@pytest.mark.parametrize("objective", ["default", "exit", "push", "collect", "unlock"])
def test_gu27_an_objective_with_nothing_to_do_is_refused(objective):
    entities = {"push": [(1, 1, BOX)]}.get(objective, [(1, 1, WALL)])
    assert "GU27" in defects({**level(6, 5, *entities), "objective": objective})
    if objective == "push":
        assert "GU27" in defects({**level(6, 5, FAR), "objective": objective})


def test_gu28a_with_limit_n_the_game_is_lost_at_the_end_of_turn_n():
    match = play({**level(6, 5, FAR), "turn_limit": 2}, "wait wait")
    assert (match.facts()["status"], match.outcome, match.facts()["dead"]) == ("lost", "limit", [])
    assert game.outcome(match.setup, match.state, 0) == LIMIT
    assert facts({**level(6, 5, (1, 0, EXIT)), "turn_limit": 1}, "right")["status"] == "won"


@pytest.mark.parametrize("given", [
    {**level(6, 5, FAR), "move": "flying"},
    {**level(6, 5, FAR), "objective": "love"},
    {**level(6, 5, FAR), "colour": 1},
    level(6, 5, FAR, (1, 1, {"big": True})),
    level(6, 5, FAR, (1, 1, {"blocking": False})),
    level(6, 5, FAR, (1, 1, {"blocking": None})),
    level(6, 5, FAR, (6, 1, WALL)),
    {**level(6, 5, FAR), "seed": -1},
    {**level(6, 5, FAR), "turn_limit": 0},
    {**level(6, 5, FAR), "entities": 7},
    level(6, 5, FAR, (1, 1, {"inventory": [{"id": 9, "health": [1, 1]}]})),
    level(6, 5, FAR, (1, 1, {"status": [{"id": 9, "key": "a"}]})),
    level(6, 5, FAR, (1, 1, {"inventory": [{"id": 9, "speed": 2}]})),
    level(6, 5, FAR, (1, 1, {"moving": {"axis": "z", "direction": 1}})),
    level(6, 5, FAR, (1, 1, {"chasing": {"target": 0, "how": "fast"}})),
])  # fmt: skip
def test_gu28_an_unknown_property_or_value_is_a_clear_error(given):
    assert "GU" in defects(given)


def test_gu21_after_a_loss_the_way_of_the_killer_stays_drawn():
    sweeper = "E....\n..@..\nm....\n@ = floor + agent health 3\nm = floor + monster moving(x, +1, speed 4)\n"
    scene, text = last_scene(sweeper, "down")
    (trail,) = [mark for mark in scene.marks if mark.style == "danger" and mark.line]
    assert trail.line == [10, 11, 12, 13, 14] and trail.arrow
    assert [mark.line for mark in scene.marks if mark.style == "trail"] == [[7, 12]]
    assert [mark.cells for mark in scene.marks if mark.cells] == [[12]]
    assert "Your way crossed that of the monster." in text and "You died" in text
    assert "2 **@*M" in text  # the way it swept is drawn


def test_gu21_after_a_loss_the_hit_is_named():
    swap = "@m...\n....E\n@ = floor + agent health 1\nm = floor + monster moving(x, -1)\n"
    scene, text = last_scene(swap, "right")
    assert "You swapped places with the monster." in text
    assert [mark.line for mark in scene.marks if mark.line] == [[0, 1], [1, 0]]
    scene, text = last_scene("@~..\n...E\n", "right")
    assert "You and the lava are on one tile." in text and scene.status.startswith("You are dead")
    assert [mark.line for mark in scene.marks if mark.line] == [[0, 1]]
