"""A test for each ruling that the golden cases do not already show: movement and portals (GU10 to GU20)."""

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
)


def test_gu10_the_edge_and_what_blocks_or_is_pushable_stop_a_step_and_what_collides_does_not():
    assert facts(level(6, 5, FAR), "left up")["agent"] == [0, 0]
    assert facts(level(6, 5, FAR, (1, 0, WALL)), "right")["agent"] == [0, 0]
    assert facts(level(6, 5, FAR, (1, 0, {"pushable": True}), (2, 0, WALL)), "right")["agent"] == [0, 0]
    assert facts(level(6, 5, FAR, (1, 0, {"collidable": True})), "right")["agent"] == [1, 0]


def test_gu11a_on_a_board_two_wide_that_wraps_the_agent_stands_in_its_own_way():
    given = level(2, 3, (1, 0, BOX), (0, 2, EXIT), move="wrap")
    assert facts(given, "right")["agent"] == [0, 0]


def test_gu12_pushing_is_tried_first_and_spends_nothing():
    ghost = {"id": 9, "phasing": True, "uses": 1}
    pushed = facts(level(6, 5, FAR, (1, 0, BOX), agent={"status": [ghost]}), "right")
    assert (pushed["things"]["2"], pushed["effects"]["9"]["uses"]) == ([2, 0], 1)
    through = facts(level(6, 5, FAR, (1, 0, BOX), (2, 0, WALL), agent={"status": [ghost]}), "right")
    assert (through["agent"], through["things"]["2"], through["effects"]) == ([1, 0], [1, 0], {})


def test_gu12_an_agent_inside_a_wall_walks_out():
    given = level(6, 5, FAR, (1, 0, WALL), agent={"status": [{"id": 9, "phasing": True, "uses": 1}]})
    assert facts(given, "right right")["agent"] == [2, 0]


def test_gu12a_phasing_serves_slides_but_not_falls_nor_portals():
    ghost = {"status": [{"id": 9, "phasing": True, "uses": 1}]}
    assert facts(level(6, 5, FAR, (2, 0, WALL), agent=ghost, move="slippery"), "right")["agent"] == [5, 0]
    assert facts(level(6, 5, FAR, (1, 1, WALL), agent=ghost, move="gravity"), "right")["agent"] == [1, 0]
    portal = level(6, 5, FAR, (1, 0, {"portal": 3}), (3, 3, {"portal": 2}), (3, 3, WALL), agent=ghost)
    assert facts(portal, "right")["agent"] == [1, 0]


def test_gu13a_the_serving_effect_is_chosen_by_order_not_by_multiplier():
    timed, counted = {"id": 9, "speed": 2, "time": 5}, {"id": 8, "speed": 4, "uses": 5}
    after = facts(level(6, 5, FAR, agent={"status": [timed, counted]}), "right")
    assert (after["agent"], after["effects"]["8"]["uses"]) == ([2, 0], 5)  # a limit of time is no use limit


def test_gu14a_movers_do_not_wrap_and_are_not_mirrored():
    given = level(6, 5, FAR, (5, 2, {"collidable": True, **moving("x", 1, bounce=False)}), move="wrap")
    assert facts(given, "wait")["things"]["2"] == [5, 2]
    mirrored = level(6, 5, FAR, (2, 2, {"collidable": True, **moving()}), move="mirror")
    assert facts(mirrored, "wait")["things"]["2"] == [3, 2]


def test_gu14a_a_key_does_not_reach_over_the_edge():
    given = level(6, 5, FAR, (5, 0, WALL | {"locked": "a"}), agent={"inventory": [{"id": 9, "key": "a"}]}, move="wrap")
    assert facts(given, "use")["open"] == []


def test_gu15a_a_pair_carries_the_agent_once_in_a_slide():
    given = level(6, 5, (5, 4, EXIT), (3, 0, {"portal": 3}), (1, 0, {"portal": 2}), move="slippery")
    assert facts(given, "right")["agent"] == [5, 0]  # 1 carries to 3, slides on to the edge


def test_gu15a_coming_to_the_pair_again_slides_on():
    given = level(6, 5, (5, 4, EXIT), (1, 0, {"portal": 3}), (3, 0, {"portal": 2}), move="slippery", hero=(2, 0))
    assert facts(given, "right")["agent"] == [5, 0]  # 3 carries back to 1, then over 3 once more


def test_gu15b_speed_changes_nothing_on_ice_but_spends_a_use():
    given = level(6, 5, FAR, agent={"status": [{"id": 9, "speed": 2, "uses": 2}]}, move="slippery")
    after = facts(given, "right")
    assert (after["agent"], after["effects"]["9"]["uses"]) == ([5, 0], 1)


def splitmix(seed):
    seed = (seed + 0x9E3779B97F4A7C15) % 2**64
    z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return seed, (z ^ z >> 31) >> 32


@pytest.mark.parametrize("seed", range(12))
def test_gu16b_the_wind_draws_exactly_as_the_page_says(seed):
    given = level(9, 9, (8, 8, EXIT), hero=(4, 4), move="windy")
    after, first = splitmix(seed)
    x, y = 5, 4
    if first * 10 >> 32 < 3:
        after, second = splitmix(after)
        step = ((0, -1), (0, 1), (-1, 0), (1, 0))[second * 4 >> 32]
        x, y = x + step[0], y + step[1]
    match = play(given, "right", seed)
    assert (match.facts()["agent"], match.state.rng) == ([x, y], after)


def test_gu16b_nothing_is_drawn_for_a_blocked_step_or_another_action():
    match = play(level(6, 5, FAR, move="windy"), "up left wait pick use", 5)
    assert match.state.rng == 5


def test_gu16a_a_blocked_blow_ends_the_movement():
    blocked = 0
    for seed in range(200):
        given = level(9, 2, (8, 1, EXIT), agent={"status": [{"id": 9, "speed": 3}]}, move="windy")
        rng, first = splitmix(seed)
        rng, second = splitmix(rng)
        if first * 10 >> 32 < 3 and second * 4 >> 32 == 0:  # blown up, off the board, after the first step
            assert facts(given, "right", seed)["agent"] == [1, 0]
            blocked += 1
    assert blocked > 3


def test_gu17a_a_fall_neither_pushes_nor_counts_as_speed_and_only_the_agent_falls():
    given = level(
        6, 4, (5, 0, EXIT), (1, 2, BOX), (2, 3, BOX), agent={"status": [{"id": 9, "speed": 2}]}, move="gravity"
    )
    after = facts(given, "right")
    # Falls to row 1 above the box, steps again, falls to row 2.
    assert (after["agent"], after["things"]["2"]) == ([2, 2], [1, 2])


def test_gu17a_carried_by_a_portal_the_agent_falls_on():
    given = level(6, 4, (5, 0, EXIT), (1, 3, {"portal": 3}), (4, 0, {"portal": 2}), move="gravity")
    assert facts(given, "right")["agent"] == [4, 3]


def test_gu17_waiting_does_not_fall_and_moving_up_falls_back():
    given = level(6, 4, (5, 0, EXIT), (0, 2, WALL), hero=(0, 1), move="gravity")
    assert facts(given, "wait")["agent"] == [0, 1]
    assert facts(given, "up")["agent"] == [0, 1]


def test_gu18_a_blocking_mover_is_stopped_by_collidable_a_bare_one_is_not():
    given = level(6, 5, FAR, (0, 2, {"blocking": True, **moving()}), (1, 2, SPIKE), (0, 3, moving()), (1, 3, SPIKE))
    after = facts(given, "wait")["things"]
    assert (after["2"], after["4"]) == ([0, 2], [1, 3])


def test_gu18_a_mover_never_pushes():
    assert facts(level(6, 5, FAR, (0, 2, moving()), (1, 2, BOX)), "wait")["things"]["3"] == [1, 2]


def test_gu18a_moving_and_chasing_does_both():
    entity = {**moving("y", -1), "chasing": {"target": 0, "how": "straight"}}
    assert facts(level(9, 5, FAR, (5, 3, entity)), "wait")["things"]["2"] == [4, 2]


def test_gu19a_a_target_on_a_blocked_tile_has_no_path():
    given = level(6, 5, FAR, (5, 0, {"chasing": {"target": 0}}), agent={"pushable": True})
    assert facts(given, "wait")["things"]["2"] == [5, 0]


def test_gu19b_straight_ties_go_vertical():
    given = level(6, 5, FAR, (3, 3, {"chasing": {"target": 0, "how": "straight"}}))
    assert facts(given, "wait")["things"]["2"] == [3, 2]


def test_gu19c_a_target_that_was_picked_up_is_gone_and_a_dead_one_is_still_chased():
    coin = level(6, 5, FAR, (0, 0, {"collectible": True}), (4, 0, {"chasing": {"target": 2}}))
    assert facts(coin, "pick wait wait")["things"]["3"] == [3, 0]
    dead = level(6, 5, FAR, (2, 2, {"health": [1, 1]}), (2, 2, SPIKE), (2, 4, {"chasing": {"target": 2}}))
    assert facts(dead, "wait wait")["things"]["4"] == [2, 2]


@pytest.mark.parametrize("target", [1, 77])
def test_gu19c_the_target_is_another_entity_on_the_board(target):
    assert "GU19c" in defects(level(6, 5, (5, 4, EXIT | {"chasing": {"target": target}})))


def test_gu19_on_its_target_it_stays():
    assert facts(level(6, 5, FAR, (0, 0, {"chasing": {"target": 0, "how": "straight"}})), "wait")["things"]["2"] == [
        0,
        0,
    ]


@pytest.mark.parametrize("pairs", [(2, 2), (3, 1), (77, 2), (1, 2)])
def test_gu20a_a_portal_names_another_that_names_it_back(pairs):
    assert "GU20a" in defects(level(6, 5, FAR, (1, 1, {"portal": pairs[0]}), (2, 1, {"portal": pairs[1]})))


def test_gu20a_a_pair_that_was_picked_up_or_is_on_the_same_tile_does_nothing():
    gone = level(6, 5, FAR, (0, 0, {"portal": 3, "collectible": True}), (1, 0, {"portal": 2}))
    assert facts(gone, "pick right")["agent"] == [1, 0]
    same = level(6, 5, FAR, (1, 0, {"portal": 3}), (1, 0, {"portal": 2}))
    assert facts(same, "right")["agent"] == [1, 0]


def test_gu20a_a_portal_never_carries_itself():
    given = level(6, 5, FAR, (0, 2, {"collidable": True, "portal": 3, **moving()}), (4, 4, {"portal": 2}))
    assert facts(given, "wait")["things"]["2"] == [1, 2]


def test_gu20b_passing_over_a_portal_and_standing_on_one_is_nothing():
    given = level(
        6, 5, FAR, (0, 2, {"collidable": True, **moving(speed=2)}), (1, 2, {"portal": 4}), (4, 4, {"portal": 3})
    )
    assert facts(given, "wait")["things"]["2"] == [2, 2]
    blocked = level(
        6,
        5,
        FAR,
        (1, 0, {"portal": 3}),
        (4, 4, {"portal": 2}),
        (4, 4, {"blocking": True, **moving("y", -1, bounce=False)}),
    )
    assert facts(blocked, "wait right")["agent"] == [4, 4]
    late = level(
        6,
        5,
        FAR,
        (1, 0, {"portal": 3}),
        (4, 4, {"portal": 2}),
        (4, 4, {"blocking": True, **moving("x", 1)}),
        (5, 4, WALL),
    )
    assert facts(late, "right wait")["agent"] == [1, 0]  # not carried later by standing there


def test_gu20c_of_boxes_pushed_together_onto_a_portal_the_first_is_carried_and_stops_the_others():
    given = level(6, 5, FAR, (1, 0, BOX), (1, 0, BOX), (2, 0, {"portal": 5}), (4, 4, {"portal": 4}))
    after = facts(given, "right")["things"]
    assert (after["2"], after["3"]) == ([4, 4], [2, 0])


def test_gu20d_the_lowest_portal_that_can_carry_does():
    given = level(
        6,
        5,
        FAR,
        (1, 0, {"portal": 3}),
        (3, 3, {"portal": 2}),
        (1, 0, {"portal": 5}),
        (4, 4, {"portal": 4}),
        (3, 3, WALL),
    )
    assert facts(given, "right")["agent"] == [4, 4]


def test_gu20_a_killer_that_came_through_a_portal_is_drawn_from_where_it_began():
    through = "m1..\n....\n.1@E\n@ = floor + agent health 1\nm = floor + monster moving(x, +1)\n1 = floor + portal\n"
    scene, _ = last_scene(through, "left")
    assert [mark.line for mark in scene.marks if mark.style == "danger" and mark.line] == [[0, 9]]
