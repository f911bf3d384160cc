"""One test, or more, for each ruling of Warpgrid's page."""

import copy
import random

import pytest

from gridhall.errors import BadAction, BadSetup, IllegalAction, MatchOver
from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.setup import named_seed, ranked, read_setup, write_setup
from gridhall.games.warpgrid.words import WORDS
from gridhall.match import Match


def begin(dice="", words="", **options):
    """A match with scripted dice and words already said."""
    lines = [f"; {key}: {value}" for key, value in options.items()] + [f"; dice: {dice}"] * bool(dice)
    match = Match("warpgrid", "\n".join(lines) + "\n")
    for word in words.split(";") if words else ():
        match.play(word.strip())
    return match


def board(match):
    """The levels as six lines of text, the player's too; `O` is the out portal."""
    facts = match.facts()
    signs = [str(level) if level else "." for level in facts["levels"]]
    if facts["out"]:
        signs[facts["out"][1] * 6 - 6 + facts["out"][0] - 1] = "O"
    return ["".join(signs[row : row + 6]) for row in range(0, 36, 6)]


def at(match):
    facts = match.facts()
    return facts["x"], facts["y"]


def level(match, x, y):
    return match.facts()["levels"][y * 6 - 6 + x - 1]


def place(match, x, y, value):
    """Draw a distortion by hand."""
    match.state.levels[y * 6 - 6 + x - 1] = value


# Setup and dice


def test_wg1_the_empty_text_is_a_setup():
    setup, _ = read_setup("")
    assert (setup.grid, setup.charge, setup.count, setup.ask, setup.named) == (1, 0, 0, 0, 0)


def test_wg1_all_keys_are_read_and_written_back():
    text = "; title: Übung\n\n; seed: 18446744073709551615\n; dice: 1 2\n; rolls: ask\n; grid: 6\n; charge: 48\n; dice: 3 4\n"
    setup, state = read_setup(text)
    assert (setup.seed, setup.count, list(setup.dice[:4]), setup.ask, setup.grid, setup.charge) == (
        2**64 - 1,
        4,
        [1, 2, 3, 4],
        1,
        6,
        48,
    )
    assert read_setup(write_setup(setup, state)) == (setup, state)
    assert "; title: Übung\n" in write_setup(setup, state)


def test_wg1_of_other_keys_the_last_counts():
    setup, _ = read_setup("; grid: 9\n; grid: 2\n; seed: 5\n; seed: 7\n")
    assert (setup.grid, setup.seed, named_seed("; seed: 5\n; seed: 7\n")) == (2, 7, 7)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("; dice: 1 2 3\n", 1, "odd"),
        ("; dice: 1 7\n", 1, "'7'"),
        ("; dice: 1 2\n; dice: " + "1 " * 2047 + "\n", 2, "2049 faces"),
        ("; seed: -1\n", 1, "seed"),
        ("; seed: 18446744073709551616\n", 1, "seed"),
        ("; seed: " + "9" * 5000 + "\n", 1, "seed"),
        ("; grid: 0\n", 1, "grid"),
        ("; grid: 7\n", 1, "grid"),
        ("\n; charge: 29\n", 2, "0 to 28"),
        ("; grid: 2\n; charge: 33\n", 2, "0 to 32"),
        ("; rolls: loaded\n", 1, "loaded"),
        ("; colour: red\n", 1, "colour"),
        ("; seed 5\n", 1, "header"),
        ("......\n", 1, "header"),
        ("; seed: 1\n......\n; seed: 2\n", 2, "header"),
    ],
)
def test_wg1_what_is_wrong_is_told_with_its_line(text, line, said):
    with pytest.raises(BadSetup) as wrong:
        read_setup(text)
    assert any(defect.line == line and said in str(defect) for defect in wrong.value.defects), str(wrong.value)


def test_wg1_every_defect_is_told():
    with pytest.raises(BadSetup) as wrong:
        read_setup("; grid: 8\n; rolls: no\nabc\n; seed: x\n; dice: 9\n")
    assert [defect.line for defect in wrong.value.defects] == [1, 2, 3, 4, 5, 5]


def test_wg1_there_is_room_for_1024_faces():
    setup, _ = read_setup("; dice: " + "3 " * 1024 + "\n")
    assert setup.count == 1024


def test_wg2_the_first_number_is_x_and_scripted_dice_come_first():
    match = begin("2 5 4 1 6 6 3 2")
    assert at(match) == (2, 5)
    assert match.facts()["out"] == [4, 1]
    assert match.facts()["dice"] == [3, 2]


def test_wg3_the_dice_of_seed_7_by_hand():
    state, faces = 7, []
    for _ in range(8):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        z ^= z >> 31
        faces.append(1 + ((z >> 32) * 6 >> 32))
    facts = begin(seed=7).facts()
    assert [facts["x"], facts["y"], *facts["out"], *facts["dice"]] == faces[:4] + faces[6:]


def test_wg3_scripted_dice_do_not_advance_the_generator():
    scripted, plain = begin("1 1 6 6 3 3", seed=7), begin(seed=7)
    assert scripted.facts()["dice"] == [plain.facts()["x"], plain.facts()["y"]]


def test_wg4_paper_mode_asks_for_each_roll():
    match = begin(rolls="ask")
    asked = []
    for word in ("roll 2 2", "roll 2 2", "roll 5 5", "roll 1 1", "roll 3 4"):
        asked.append(match.facts()["roll"])
        assert len(match.facts()["legal"]) == 36
        match.play(word)
    assert asked == ["in", "out", "out", "field", "move"]
    assert match.facts()["dice"] == [3, 4]


# Grids, levels, charge


def test_wg5_x_plus_is_right_and_y_plus_is_down():
    match = begin("3 3 6 6 1 1 1 1", "x+")
    assert at(match) == (4, 3)
    match.play("y+")
    assert at(match) == (4, 4)


def test_wg5_the_next_board_is_blank():
    match = begin("1 1 2 1 4 4 1 1 3 3 6 6 5 5 5 4 1 1", "x+")
    assert match.facts()["grid"] == 2
    assert sum(match.facts()["levels"]) == 3


def test_wg6_only_the_out_portal_is_rolled_again():
    match = begin("2 2 2 2 2 2 5 6 1 1 3 3")
    assert at(match) == (2, 2)
    assert match.facts()["out"] == [5, 6]


@pytest.mark.parametrize("grid", range(1, 7))
def test_wg7_wg8_grid_n_has_n_field_rolls_and_24_and_4n_cells(grid):
    match = begin("1 1 6 6 " + "3 3 " * grid + "2 4", grid=grid)
    assert match.facts()["dice"] == [2, 4]
    assert level(match, 3, 3) == min(3, grid)
    assert match.facts()["capacity"] == 24 + 4 * grid
    assert match.facts()["warp"] == grid


def test_wg8_there_are_charge_div_12_phases_and_charge_is_kept():
    match = begin("1 1 2 1 4 4 1 1 3 3 6 6 5 5 5 4 1 1", "x+", charge=25)
    assert match.facts()["charge"] == 25 - 1 + 1
    match = begin("1 1 6 6 4 4 1 1", "x+", charge=25)
    assert match.facts()["legal"] == ["stay", "phase 1", "phase 2"]


def test_wg9_nothing_raises_the_out_portal_and_it_may_be_passed():
    match = begin("1 1 3 1 3 1 4 4", "x+")
    assert level(match, 3, 1) == 0
    assert at(match) == (5, 1)
    match = begin("1 1 6 1 3 3 6 1", "x+; ricochet")  # the wall cell is the portal
    assert level(match, 6, 1) == 0


def test_wg9_the_in_portal_is_one_during_the_warp_in_round_only():
    match = begin("2 2 6 6 2 2 1 1")
    assert level(match, 2, 2) == 1
    match = begin("2 2 6 6 5 5 1 1 2 2 4 4", "x+; y+")
    assert level(match, 2, 2) == 3


def test_wg10_a_level_2_drains_1_and_a_level_3_drains_4_not_below_0():
    assert begin("1 1 6 6 3 3 3 3 1 1", grid=2, charge=10).facts()["charge"] == 9
    assert begin("1 1 6 6 3 3 3 3 3 3 1 1", grid=3, charge=10).facts()["charge"] == 5
    assert begin("1 1 6 6 3 3 3 3 3 3 1 1", grid=3, charge=2).facts()["charge"] == 0
    assert begin("1 1 6 6 3 3 3 3 3 3 3 3 1 1", grid=4, charge=10).facts()["charge"] == 5


# Movement


def test_wg11_every_direction_is_legal_a_deadly_one_too():
    match = begin("1 1 6 6 3 1 3 1 3 1 2 2", grid=3)
    assert match.facts()["legal"] == ["x+", "x-", "y+", "y-"]
    match.play("x+")
    assert match.facts()["reason"] == "entered"


def test_wg12_first_chooses_axis_and_sign_second_only_the_sign():
    match = begin("2 2 6 6 5 5 1 3", "y+")
    assert at(match) == (2, 5)
    assert match.facts()["legal"] == ["x+", "x-"]
    with pytest.raises(IllegalAction, match="WG12"):
        match.play("y-")


def test_wg13_a_turn_on_clean_ground_leaves_2_2_1():
    match = begin("2 2 6 6 5 1 2 1 6 1 1 1", "x+; y+")
    assert board(match) == ["....11", ".2.2..", "...1..", "......", "......", ".....O"]


def test_wg14_passing_a_level_2_makes_it_3_but_0_and_1_stay():
    match = begin("1 1 6 6 3 1 3 1 2 1 4 2", grid=3)
    match.play("x+")
    assert board(match)[0] == "213.1."


def test_wg14_the_start_is_not_passed_but_is_when_crossed_again():
    match = begin("5 2 1 6 1 1 4 2", "x+; ricochet", charge=10)
    assert level(match, 5, 2) == 3
    assert at(match) == (3, 2)


def test_wg14_a_level_3_made_in_this_movement_kills():
    match = begin("4 1 1 6 5 1 5 1 4 1", "x+; ricochet", grid=2)
    assert match.facts()["reason"] == "entered"
    assert at(match) == (5, 1)


def test_wg15_a_ricochet_takes_no_space_and_raises_the_wall_cell_again_at_the_start():
    match = begin("6 2 1 6 1 1 2 2", "x+; ricochet", charge=10)
    assert at(match) == (4, 2)
    assert level(match, 6, 2) == 3
    assert match.facts()["charge"] == 10 - 1 - 4 + 2


def test_wg15_a_warp_step_is_a_space_and_ending_at_the_wall_meets_none():
    match = begin("5 3 1 1 2 1 1 5", "x+")
    assert at(match) == (6, 3)
    assert match.facts()["phase_of_play"] == "second"
    match = begin("5 3 1 1 2 1 2 5", "x+; warp")
    assert at(match) == (1, 3)


def test_wg15_two_walls_only_with_a_6_outward_from_a_wall_cell():
    match = begin("6 4 1 1 2 2 6 3", "x+; ricochet")
    assert (match.facts()["phase_of_play"], match.facts()["direction"], match.facts()["steps"]) == ("wall", "x-", 1)
    most = 0
    for cell in range(36):
        for die in range(1, 7):
            match = begin(f"{cell % 6 + 1} {cell // 6 + 1} {6 if cell == 0 else 1} 1 4 4 {die} {die}")
            match.play("x+")
            walls = 0
            while match.facts()["phase_of_play"] == "wall":
                match.play("ricochet")
                walls += 1
            assert walls < 2 or (die == 6 and cell % 6 == 5)
            most = max(most, walls)
    assert most == 2


def test_wg16_every_space_charges_up_to_the_capacity_also_into_the_portal():
    assert begin("1 1 6 6 5 5 4 2", "x+", charge=28).facts()["charge"] == 28
    assert begin("1 1 3 1 5 5 2 4 2 2 5 5 1 1 1 2 3 3", "x+", charge=5).facts()["charge"] == 5 - 1 + 2
    assert begin("1 1 6 6 5 5 2 2", "x+; phase 1", charge=12).facts()["charge"] == 12 - 1 + 2 - 12 - 1 + 1


# Phases


def test_wg17_with_less_than_12_cells_nothing_is_asked():
    assert begin("1 1 6 6 5 5 2 2", "x+", charge=10).facts()["phase_of_play"] == "second"
    assert begin("1 1 6 6 5 5 2 2", "x+", charge=11).facts()["phase_of_play"] == "phase"


def test_wg17_a_longer_phase_than_the_tank_holds_is_refused():
    with pytest.raises(IllegalAction, match="WG17"):
        begin("1 1 6 6 5 5 2 2", "x+; phase 2", charge=20)


def test_wg17_after_a_phase_none_is_offered_but_a_later_hit_offers_field_again():
    match = begin("1 1 6 6 5 5 2 2", "x+; phase 1", charge=28)
    assert match.facts()["phase_of_play"] == "second"
    match = begin("1 1 6 6 5 5 5 6 2 1 3 2 4 2 6 2 1 1", "x+; stay; y+; stay", grid=2, charge=32)
    assert match.facts()["phase_of_play"] == "field"
    match.play("phase 1")
    assert (match.facts()["phase_of_play"], at(match)) == ("first", (3, 3))
    match = begin("1 1 6 6 5 5 5 6 2 1 3 2 3 3 1 1", "x+; stay; y+; stay; phase 1", grid=2, charge=32)
    assert (match.facts()["phase_of_play"], match.facts()["field_left"]) == ("field", 0)


def test_wg18_a_phase_clears_12_a_space_and_goes_on_in_the_last_direction():
    match = begin("1 3 6 6 4 4 4 4 6 1", "x+; ricochet; phase 2", grid=2, charge=30)
    assert match.facts()["direction"] == "x-"
    assert at(match) == (3, 3)


def test_wg18_a_phase_has_no_immunity():
    match = begin("1 1 6 6 4 1 4 1 4 1 2 2", "x+", grid=3, charge=30)
    match.play("phase 1")
    assert match.facts()["reason"] == "entered"


def test_wg19_the_drain_of_a_hit_waits_for_the_choice():
    match = begin("2 2 6 6 5 5 1 1 3 3 2 4", "x+; stay; y+; stay", charge=12)
    facts = match.facts()
    assert (facts["phase_of_play"], facts["charge"], level(match, 3, 3)) == ("field", 12, 2)
    match.play("phase 1")
    assert match.facts()["charge"] == 1  # 12 - 12, the drain of 1 finds nothing, level 3 neither, one space
    assert level(match, 3, 3) == 3


def test_wg19_after_stay_the_drain_comes():
    match = begin("2 2 6 6 5 5 1 1 3 3 2 4", "x+; stay; y+; stay; stay", charge=12)
    assert match.facts()["charge"] == 11
    assert match.facts()["reason"] == "stood"


# End


def test_wg20_passing_and_landing_on_a_level_3_both_lose():
    for dice in ("2 2", "3 2"):
        assert begin("1 1 6 6 3 1 3 1 3 1 " + dice, "x+", grid=3).facts()["reason"] == "entered"


def test_wg21_either_die_and_each_phase_enters_the_portal_and_the_rest_is_dropped():
    after = " 2 2 5 5 1 1 3 3 1 2"
    assert begin("1 1 3 1 6 6 2 5" + after, "x+").facts()["grid"] == 2
    assert begin("1 1 3 4 6 6 2 3" + after, "x+; y+").facts()["grid"] == 2
    assert begin("1 1 4 1 6 6 2 5" + after, "x+; phase 1", charge=12).facts()["grid"] == 2
    assert begin("1 1 3 3 6 6 2 1" + after, "x+; stay; y+; phase 1", charge=20).facts()["grid"] == 2
    assert begin("1 1 3 3 6 6 2 1 3 2" + after, "x+; stay; y+; stay; phase 1", charge=20).facts()["grid"] == 2


def test_wg22_a_die_move_that_ends_on_level_2_is_not_yet_fatal():
    match = begin("2 2 6 6 3 3 3 3 1 1 5 5 5 5 2 4", "x+; stay; y+", grid=2, charge=20)
    assert (level(match, 3, 3), match.facts()["status"]) == (2, "playing")
    match.play("phase 1")
    assert match.facts()["status"] == "playing"
    match = begin("2 2 6 6 3 3 3 3 1 1 5 5 5 5 2 4", "x+; y+", grid=2)
    assert match.facts()["reason"] == "stood"


def test_wg23_score_counts_grids_turns_and_charge():
    grids = "".join(f"1 1 2 1 {'4 4 ' * grid}1 1 " for grid in range(1, 7))
    match = begin(grids, "x+; x+; x+; x+; x+; x+")
    facts = match.facts()
    assert (facts["status"], facts["reason"], facts["score"]) == (
        "won",
        "escaped",
        6000 + 3 * (210 - 6) + facts["charge"],
    )
    assert begin("1 1 2 1 4 4 4 4 4 4 4 4 1 1", "x+", grid=4, seed=3).facts()["score"] == 1000


def test_wg23_only_seeded_matches_from_grid_1_without_help_are_ranked():
    assert all(ranked(read_setup(text)[0]) for text in ("", "; seed: 5\n"))
    assert not any(
        ranked(read_setup(text)[0]) for text in ("; rolls: ask\n", "; dice: 1 1\n", "; grid: 2\n", "; charge: 1\n")
    )


# Words and facts


def test_wg24_there_are_47_words_in_order():
    assert WORDS[:11] == (
        "x+",
        "x-",
        "y+",
        "y-",
        "warp",
        "ricochet",
        "stay",
        "phase 1",
        "phase 2",
        "phase 3",
        "phase 4",
    )
    assert (WORDS[11], WORDS[12], WORDS[17], WORDS[46], len(WORDS)) == (
        "roll 1 1",
        "roll 1 2",
        "roll 2 1",
        "roll 6 6",
        47,
    )


@pytest.mark.parametrize(
    "word",
    [
        "",
        "X+",
        "left",
        "phase",
        "phase 0",
        "phase 5",
        "roll",
        "roll 0 1",
        "roll 1 7",
        "roll 11",
        "x+ ricochet",
        "resign",
        "1",
    ],
)
def test_wg24_any_other_word_is_an_error_and_changes_nothing(word):
    match = begin("2 2 6 6 5 5 1 3")
    before = copy.copy(match.state)
    with pytest.raises(BadAction):
        match.play(word)
    assert match.state == before


@pytest.mark.parametrize("word", ["warp", "ricochet", "stay", "phase 1", "roll 1 1"])
def test_wg24_a_word_that_is_not_offered_is_refused_with_its_rule(word):
    match = begin("2 2 6 6 5 5 1 3")
    with pytest.raises(IllegalAction, match="WG"):
        match.play(word)


def test_wg25_facts_have_all_keys_and_nulls_where_there_is_nothing():
    facts = begin(rolls="ask").facts()
    assert list(facts) == [
        "grid", "warp", "turn", "x", "y", "charge", "capacity", "levels", "out", "dice", "direction", "steps", "field_left", "roll", "phase_of_play", "legal",
        "status", "reason", "score",
    ]  # fmt: skip
    assert [facts[key] for key in ("x", "y", "out", "dice", "direction", "roll", "reason")] == [
        0,
        0,
        None,
        None,
        None,
        "in",
        None,
    ]


def test_wg26_dice_are_null_in_the_field_and_a_roll_asked_for_still_counts():
    match = begin("2 2 6 6 5 5 1 1", "x+; y+", rolls="ask")
    facts = match.facts()
    assert (facts["dice"], facts["field_left"], facts["roll"], facts["phase_of_play"]) == (None, 1, "field", "roll")


def test_wg26_at_the_end_all_else_stays():
    match = begin("1 1 6 6 3 1 3 1 3 1 4 2", "x+", grid=3)
    facts = match.facts()
    assert [facts[key] for key in ("steps", "field_left", "legal", "dice", "direction", "x", "y")] == [
        0,
        0,
        [],
        None,
        "x+",
        3,
        1,
    ]
    with pytest.raises(MatchOver):
        match.play("x+")


# What is secret, and fuzz


def test_the_view_holds_no_dice_to_come():
    match = begin("2 2 6 6 5 5 1 3 4 4", seed=99)
    assert (match.view(0).rng, match.view(0).used) == (0, 0)
    other = copy.copy(match.state)
    rules.resample(match.setup, other, 0, 5)
    assert other != match.state
    assert match.view_of(other, 0) == match.view(0)


def test_scripted_dice_to_come_change_nothing_that_is_seen():
    from gridhall.scene import as_json

    one, two = begin("2 2 6 6 5 5 1 3 4 4 1 1"), begin("2 2 6 6 5 5 1 3 3 2 6 5")
    assert as_json(one.scene(0)) == as_json(two.scene(0))
    assert one.facts(0) == two.facts(0)


def test_guessed_dice_do_not_follow_the_script():
    match = begin("2 2 6 6 5 5 1 3 " + "1 1 " * 20)
    guess = match.view(0)
    rules.resample(match.setup, guess, 0, 5)
    rules.step(match.setup, guess, 0, 0)
    rules.step(match.setup, guess, 0, 2)
    assert guess.used == match.setup.count


@pytest.mark.parametrize("seed", range(40))
def test_any_words_leave_a_position_that_keeps_its_bounds(seed):
    rng = random.Random(seed)
    match = Match("warpgrid", rng.choice(["\n", "; rolls: ask\n", "; grid: 5\n; charge: 44\n"]), seed=seed)
    for _ in range(400):
        if match.over:
            break
        before, action = copy.copy(match.state), rng.randrange(-3, 60)
        if rules.refusal(match.setup, match.state, 0, action):
            with pytest.raises(IllegalAction):
                match.act(0, action)
            assert match.state == before
            continue
        match.act(0, action)
        facts = match.facts()
        assert 0 <= facts["charge"] <= facts["capacity"]
        assert set(facts["levels"]) <= {0, 1, 2, 3}
        assert facts["turn"] <= 210
        assert bool(facts["legal"]) == (facts["status"] == "playing")
        if facts["out"]:
            assert level(match, *facts["out"]) == 0
