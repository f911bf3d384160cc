"""One test for each ruling of Grid Universe that the golden cases do not already show, and its sub-points.

Levels are drawn.
"""

import json

import pytest

from gridhall.errors import BadAction, BadSetup, MatchOver
from gridhall.game import LIMIT
from gridhall.games import grid_universe as game
from gridhall.games.grid_universe.level import PROPERTIES
from gridhall.games.grid_universe.setup import read_level
from gridhall.games.grid_universe.words import effective_actions
from gridhall.match import Match

WALL, EXIT = {"blocking": True}, {"exit": True}
BOX = {"blocking": True, "collidable": True, "pushable": True}
SPIKE = {"collidable": True, "damage": 1}
HERO = {"agent": True, "collidable": True, "health": [5, 5], "inventory": [], "status": []}


def level(width, height, *things, hero=(0, 0), **more):
    """A level's JSON: the agent has id 0, the others 1, 2 ... in the order given as (x, y, properties)."""
    entities = [{"id": 0, "x": hero[0], "y": hero[1], **HERO, **more.pop("agent", {})}]
    entities[0] = {key: value for key, value in entities[0].items() if value is not None}
    entities += [{"id": number, "x": x, "y": y, **props} for number, (x, y, props) in enumerate(things, 1)]
    return {"width": width, "height": height, "objective": "exit", "entities": entities, **more}


FAR = (5, 4, EXIT)  # an exit out of the way


def play(given, words, seed=None):
    match = Match.of_text(game, json.dumps(given), seed)
    for word in words.split():
        match.play(word)
    return match


def facts(given, words, seed=None):
    return play(given, words, seed).facts()


def sentences(given, words):
    """The sentences of the last word."""
    match = play(given, " ".join(words.split()[:-1]))
    moments = match.play(words.split()[-1])
    return " | ".join(shown.text for shown in match.moments(moments, 0) if shown.text)


def defects(given):
    with pytest.raises(BadSetup) as caught:
        game.read_setup(given if isinstance(given, str) else json.dumps(given))
    return str(caught.value)


def moving(axis="x", direction=1, **more):
    return {"moving": {"axis": axis, "direction": direction, **more}}


# GU1 to GU5: the world


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


# GU6 to GU9: the turn


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


# GU10 to GU13: moving


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


# GU14 to GU17: variants


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


# GU18, GU19: movers and chasers


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


# GU20: portals


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


# GU21 to GU23: damage


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


# GU24 to GU28: items, score, ends


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


# GU29, GU30: files


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


# GU32, GU33: search and training


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


def last_scene(text, *words):
    match = Match.of_text(game, text)
    for word in words:
        match.play(word)
    assert match.outcome == "lost"
    return match.scene(0), match.text(0)


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


def test_gu20_a_killer_that_came_through_a_portal_is_drawn_from_where_it_began():
    through = "m1..\n....\n.1@E\n@ = floor + agent health 1\nm = floor + monster moving(x, +1)\n1 = floor + portal\n"
    scene, _ = last_scene(through, "left")
    assert [mark.line for mark in scene.marks if mark.style == "danger" and mark.line] == [[0, 9]]


def test_gu29_mistakes_are_listed_from_above():
    message = defects("; title: Broken\n###?#\n#@.z#\n#####\na = monstr\nz = floor + portal\n; hm\n")
    assert [int(one.split()[1].rstrip(",:")) for one in message.splitlines()] == [2, 3, 5, 7]
    message = defects("@1.\n.2E\nE@.\n1 = portal pair id 9\n2 = thing chasing(target id 9)\n")
    assert [one.split(":")[0] for one in message.splitlines()] == ["line 1", "line 2", "line 3"]
