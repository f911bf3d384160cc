"""What a player of Warpgrid sees: the sheet, each choice's consequences, and every moment on the way."""

import random
import re
from pathlib import Path

import pytest

from gridhall.games.warpgrid import describe, rules
from gridhall.games.warpgrid.legend import LEGEND
from gridhall.games.warpgrid.preview import look_ahead
from gridhall.match import Match
from gridhall.render.text import render
from gridhall.scene import as_json


def begin(dice, words="", **options):
    lines = [f"; {key}: {value}" for key, value in options.items()]
    match = Match("warpgrid", "\n".join([*lines, f"; dice: {dice}"]) + "\n")
    for word in words.split(";") if words else ():
        match.play(word.strip())
    return match


def choices(match):
    return {choice.word: choice for choice in match.scene().choices}


def preview(match, word):
    view = match.view(0)
    return match.game.preview(match.setup, view, 0, match.game.read_word(match.setup, view, word))


def meter(match, label):
    return next(meter for meter in match.scene().meters if meter.label == label)


def test_the_sheet_shows_grid_tank_warpdrive_dice_and_six_maps():
    match = begin("1 1 6 6 3 1 3 1 4 2 5 4", grid=3, charge=15)
    sheet = match.scene()
    assert sheet.layers[0].tiles == ["1.2...", "...1..", "......", "......", "......", "......"]
    assert {(piece.kind, piece.cell) for piece in sheet.pieces} == {("you", 0), ("out", 35)}
    tank, warp, dice = meter(match, "Charge tank"), meter(match, "Warp"), meter(match, "Dice")
    assert (tank.value, tank.max, tank.limit, tank.group, tank.place) == (14, 48, 36, 12, "left")
    assert (warp.value, warp.max, warp.place) == (3, 6, "right")
    assert (dice.values, dice.used) == ([5, 4], [False, False])
    assert len(sheet.maps) == 6
    assert sheet.maps[2].tiles[0] == "P....."
    assert sheet.maps[3].tiles == ["______"] * 6


def test_the_way_travelled_stays_on_the_small_map():
    match = begin("1 1 3 1 5 5 2 4 2 2 5 5 1 1 1 2 3 3", "x+")
    assert match.scene().maps[0].tiles[0] == "I*O..."
    assert match.scene().maps[0].note == "cleared"


def test_a_choice_that_loses_at_once_asks_and_others_do_not():
    by_word = choices(begin("1 1 6 6 3 1 3 1 3 1 2 2", grid=3))
    assert by_word["x+"].danger
    assert "enters level 3" in by_word["x+"].confirm
    assert not by_word["y+"].confirm
    assert by_word["y+"].cell == 12


def test_staying_where_the_field_round_surely_kills_asks():
    match = begin("2 2 6 6 3 3 3 3 1 1 5 5 5 5 2 4", "x+; stay; y+", grid=2, charge=20)
    assert match.state.levels[match.state.cell] == 2
    assert not choices(match)["stay"].confirm  # more than 12 cells: a hit may still save the player
    match = begin("2 2 6 6 5 5 1 1 3 3 2 4", "x+; stay; y+; stay", charge=12)
    assert "lose after the field round" in choices(match)["stay"].confirm
    assert not choices(match)["phase 1"].confirm


def test_staying_on_level_2_loses_in_35_of_36_where_a_hit_would_let_the_player_phase():
    match = begin("2 2 6 6 4 4 2 3", "y+; stay; x-; ricochet", charge=24)
    assert match.state.levels[match.state.cell] == 2
    stay = choices(match)["stay"]
    assert (stay.danger, stay.risk, stay.odds) == (False, 97, "loses in 35 of 36")


def test_a_preview_tells_path_raised_cells_and_the_tank():
    shown = preview(begin("2 2 6 6 5 1 2 1", charge=8), "x+")
    assert (
        shown.text == "Right 2 ends at 4,2. 2,2 rises to 2, 1 charge lost; 4,2 rises to 1. Tank: 8 - 1 + 2 = 9. "
        "Then down to 4,3; up to 4,1."
    )
    assert next(mark.line for mark in shown.marks if mark.style == "path") == [7, 8, 9]
    assert [mark.cells for mark in shown.marks if mark.style == "last"] == [[7, 9]]
    assert (shown.meters[0].value, shown.meters[0].gain) == (9, 1)
    assert any(mark.style == "reach" for mark in shown.marks)


def test_a_preview_shows_the_fork_at_a_wall_and_the_portal():
    shown = preview(begin("5 3 1 1 2 1 2 5"), "x+")
    assert "meets the wall at 6,3 with 1 to go" in shown.text
    assert (
        "Warp: 1,3 rises to 1; ends at 1,3. Then down, warp to 1,2; down, ricochet to 1,4; "
        "up, warp to 1,4; up, ricochet to 1,4." in shown.text
    )
    further = "down, warp to 5,2; down, ricochet to 5,4; up, warp to 5,4; up, ricochet to 5,3 (loses)"
    assert f"Ricochet: 6,3 rises to 1; ends at 5,3, on level 2. Then {further}." in shown.text
    # The warp step is one cell on the other side.
    assert [mark.line for mark in shown.marks if mark.style == "alt"] == [[17, 16]]
    assert "grid 1 is cleared" in preview(begin("1 1 3 1 5 5 2 4"), "x+").text


def test_a_preview_of_a_phase_tells_its_price_and_of_death_its_rule():
    shown = preview(begin("1 1 6 6 5 5 2 2", "x+", charge=28), "phase 2")
    assert "Tank: 28 - 24 - 1 + 2 = 5." in shown.text
    shown = preview(begin("1 1 6 6 3 1 3 1 3 1 2 2", grid=3), "x+")
    assert shown.danger
    assert "lost" in shown.text


def test_a_preview_of_a_die_tells_what_a_phase_would_reach_and_cost():
    shown = preview(begin("1 1 6 1 5 5 2 2", charge=28), "x+")
    assert shown.text.endswith("Or phase 1 (12 cells) to 4,1, phase 2 (24 cells) to 5,1.")
    assert "phase 2 (24 cells) to the portal" in preview(begin("1 1 5 1 5 5 2 2", charge=28), "x+").text
    assert "phase 1 (12 cells) to a wall" in preview(begin("4 1 1 1 5 5 2 2", charge=28), "x+").text


def test_a_preview_draws_the_levels_afterwards():
    shown = preview(begin("2 2 6 6 5 1 2 1", charge=8), "x+")
    assert {(piece.kind, piece.cell, piece.faded) for piece in shown.pieces} == {("two", 7, True), ("you", 9, True)}


def test_a_choice_after_which_every_way_is_lost_asks_unless_there_is_no_other():
    match = begin("3 3 4 2 5 3 6 3", "y+")  # at 3,6 with 6 to the left or to the right
    by_word = choices(match)
    assert not by_word["x+"].danger  # the loss is sure, but only after the next choice
    assert "Every way on from there is lost" in by_word["x+"].confirm  # warp and ricochet both end at 3,6, level 2
    assert not by_word["x-"].danger and not by_word["x-"].confirm  # a ricochet ends at 5,6
    match.play("x+")
    by_word = choices(match)
    assert all("lose after the field round" in by_word[word].confirm for word in ("warp", "ricochet"))
    assert [mark.cells for mark in match.scene().marks if mark.style == "danger" and mark.cells] == [[32]]
    assert not any(mark.style == "choice" for mark in match.scene().marks)


def test_the_sheet_and_what_each_choice_does_fit_a_terminal_of_80_columns():
    match = begin("1 1 6 6 3 1 3 1 4 2 5 4", grid=3, charge=15)
    for fancy in (False, True):
        lines = render(match.scene(), fancy=fancy).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) == 11  # head, six rows and their foot beside tank and maps, status, hint, words
    shown = render(match.scene(), preview=preview(match, "y+")).splitlines()  # 14 - 1 + 4
    assert shown[1].split()[-6:] == ["1", "2", "[3]", "4", "5", "6"]
    assert "[############]" in shown[2]
    assert "[##+++.......]" in shown[3]


def test_looking_ahead_is_what_then_happens():
    for seed in range(25):
        rng = random.Random(seed)
        match = Match("warpgrid", "; grid: 3\n; charge: 30\n", seed=seed)
        while not match.over:
            action = rng.choice(match.legal(0))
            seen, before = look_ahead(match.state, action), match.state.charge
            assert seen.state.charge == before - seen.spent - seen.drained + seen.gained
            moments = match.act(0, action)
            moved = [moment.cell for moment in moments if moment.what in (rules.SHOW_SPACE, rules.SHOW_WARPED)]
            assert [cell for line in seen.lines for cell in line][1:] == moved
            assert (
                seen.dead == any(moment.what == rules.SHOW_ENTERED for moment in moments)
                or match.state.ending == rules.STOOD
            )
            if seen.doomed:
                assert match.state.ending == rules.STOOD


@pytest.mark.parametrize("text", ["\n", "; rolls: ask\n", "; grid: 5\n; charge: 40\n"])
def test_every_moment_of_random_matches_can_be_drawn_and_told(text):
    seen = set()
    for seed in range(12):
        rng = random.Random(seed)
        match = Match("warpgrid", text, seed=seed)
        for _ in range(300):
            if match.over:
                break
            for choice in match.scene().choices:
                assert match.game.preview(match.setup, match.view(0), 0, choice.action).text
            moments = match.act(0, rng.choice(match.legal(0)))
            for moment, shown in zip(moments, match.moments(moments, 0), strict=True):
                drawn = match.game.scene(match.setup, shown.view, 0)
                assert drawn.status
                seen.add(moment.what)
            as_json(match.scene(0))
            as_json(match.scene(1))
            assert match.scene(1).choices == []
    assert len(seen) >= 12


def test_every_event_has_its_sentence():
    match = begin("2 2 6 6 5 5 1 3")
    silent = {what for what in range(20) if not describe(match.setup, match.state, 0, what, 0, 7)}
    assert silent == {rules.SHOW_ARRIVED, rules.SHOW_SPACE}


def test_every_kind_of_the_legend_is_drawn():
    theme = (Path(rules.__file__).parent / "theme.svg").read_text("utf-8")
    assert set(re.findall(r'<symbol id="(\w+)" viewBox="0 0 48 48">', theme)) == set(LEGEND)
    assert len({kind.text for kind in LEGEND.values()}) == len(LEGEND)


def test_in_paper_mode_each_pair_is_a_choice_on_its_cell():
    match = Match("warpgrid", "; rolls: ask\n")
    by_word = choices(match)
    assert len(by_word) == 36
    assert (by_word["roll 3 4"].cell, by_word["roll 3 4"].key) == (20, "34")
    assert preview(match, "roll 3 4").text == "The dice show 3,4 for the in portal."


def test_the_end_says_how():
    assert begin("1 1 6 6 3 1 3 1 3 1 2 2", "x+", grid=3).scene().outcome.title == "Torn apart"
    grids = "".join(f"1 1 2 1 {'4 4 ' * grid}1 1 " for grid in range(1, 7))
    won = begin(grids, "x+; x+; x+; x+; x+; x+").scene().outcome
    assert (won.title, won.won, won.winner) == ("Escaped!", True, 1)
    assert "6 grids cleared, 6 turns" in won.lines[0]
