"""The plain-text renderer, on scenes made here: it knows no game."""

from typing import Any

from gridhall.render.text import meter_text, plain, render, words_of
from gridhall.render.wrap import wrap
from gridhall.scene import (
    Choice,
    Kind,
    Labels,
    Layer,
    Line,
    Mark,
    Meter,
    Outcome,
    Piece,
    Preview,
    Row,
    Scene,
    Tick,
    Timeline,
)

LEGEND = {
    "floor": Kind(".", "floor", "·"),
    "wall": Kind("#", "wall", "█", join=True),
    "lamp-on": Kind("b", "lamp, on", "●"),
    "you": Kind("@", "you", "☺"),
    "minion": Kind("m", "minion"),
    "key": Kind("k", "a key"),
}


def scene(**more: Any) -> Scene:
    usual: dict[str, Any] = {"width": 3, "height": 2, "legend": LEGEND, "layers": [Layer(["#.b", "..."])]}
    return Scene(**{**usual, **more})


def test_tiles_pieces_and_status() -> None:
    assert render(scene(pieces=[Piece("1", "you", 4)], status="Go.")) == "#.b\n.@.\nGo."


def test_unicode_boards_are_two_signs_a_cell_and_walls_join() -> None:
    assert render(scene(pieces=[Piece("1", "you", 4)]), fancy=True) == "██ · ●\n · ☺ ·"


def test_boards_without_walls_are_spaced_and_labelled() -> None:
    open_board = Scene(
        width=2,
        height=2,
        legend={"floor": Kind(".", "floor")},
        layers=[Layer(["..", ".."])],
        labels=Labels(["A", "B"], ["2", "1"]),
    )
    assert render(open_board) == "2 . .\n1 . .\n  A B"


def test_only_layers_in_focus_are_shown_unless_asked() -> None:
    two = scene(layers=[Layer(["###", "..."], "Alpha"), Layer(["...", "###"], "Beta", focus=False)])
    assert render(two) == "Alpha\n###\n..."
    assert render(two, both=True) == "Alpha   Beta\n###     ...\n...     ###"


def test_what_was_never_seen_is_blank_and_what_is_remembered_looks_so() -> None:
    assert render(scene(layers=[Layer(["##.", "..."], fog=["?-+", "--?"])])) == " %.\n::"


def test_a_window_shows_its_rows_and_columns_only() -> None:
    part = Scene(
        width=73,
        height=73,
        legend=LEGEND,
        layers=[Layer(["...", "#.#"])],
        window=[10, 20, 2, 3],
        pieces=[Piece("1", "you", 10 * 73 + 21)],
    )
    assert render(part) == ".@.\n#.#"


def test_pieces_of_player_2_are_small_letters_and_one_sign_labels_stand_for_pieces() -> None:
    pieces = [
        Piece("1", "minion", 1, owner=1, label="B"),
        Piece("2", "minion", 3, owner=2, label="B"),
        Piece("3", "minion", 4, owner=2, label="4"),
    ]
    assert render(scene(pieces=pieces)) == "#Bb\nb4."


def test_a_faded_piece_never_covers_another() -> None:
    assert render(scene(pieces=[Piece("1", "you", 4), Piece("2", "minion", 4, faded=True)])) == "#.b\n.@."


def test_beams_run_through_their_corner_points() -> None:
    board = Scene(
        width=4, height=4, legend=LEGEND, layers=[Layer(["...."] * 4)], marks=[Mark("beam", line=[0, 3, 15], owner=1)]
    )
    assert render(board) == "****\n...*\n...*\n...*"
    assert render(board, fancy=True) == " ─ ─ ─ ─\n · · · │\n · · · │\n · · · │"
    jump = Scene(width=4, height=2, legend=LEGEND, layers=[Layer(["...."] * 2)], marks=[Mark("shot", line=[0, 7])])
    assert render(jump) == "*...\n...*"


def test_a_line_with_an_arrow_ends_in_one() -> None:
    board = Scene(
        width=4, height=1, legend=LEGEND, layers=[Layer(["...."])], marks=[Mark("path", line=[0, 2], arrow=True)]
    )
    assert (render(board), render(board, fancy=True)) == ("***.", " ─ ─ → ·")


def test_light_is_drawn_only_in_a_preview() -> None:
    light = [Mark("light", line=[0, 2, 8])]
    board = Scene(width=3, height=3, legend=LEGEND, layers=[Layer(["...", "#.#", "..."])], marks=light)
    assert render(board) == "...\n#.#\n..."
    assert render(board, preview=Preview(marks=light)) == "---\n#.#\n..|"
    assert render(board, fancy=True, preview=Preview(marks=light)) == " ╌ ╌ ╌\n██ ·██\n · · ╎"


def test_what_is_too_high_gets_its_sentences_beside_the_board() -> None:
    tall = scene(height=4, layers=[Layer(["#.b", "...", "...", "###"])], status="Go.", hint="Go on.")
    assert render(tall, height=6) == render(tall)
    assert render(tall, height=5) == "#.b\n...   Go.\n...   Go on.\n###"


def test_of_a_board_that_is_too_high_the_part_round_the_pieces_that_can_act_is_shown() -> None:
    rows = [f"{number % 10}.." for number in range(30)]
    labels = Labels([], [str(number) for number in range(30)])
    legend = {**LEGEND, **{str(digit): Kind(str(digit), "tile") for digit in range(10)}}
    pieces, choices = [Piece("1", "you", 22 * 3 + 1)], [Choice(0, "n", piece="1")]
    board = Scene(
        width=3,
        height=30,
        legend=legend,
        layers=[Layer(rows)],
        labels=labels,
        pieces=pieces,
        choices=choices,
        status="Go.",
    )
    lines = render(board, height=9).splitlines()
    assert (
        len(lines) == 9
        and "19 rows above" in lines[0]
        and "4 rows below" in lines[-1]
        and "22 2@." in lines[4]
        and "Go." in "".join(lines)
    )


def test_known_paths_are_drawn_on_request() -> None:
    board = Scene(
        width=3, height=1, legend=LEGEND, layers=[Layer(["..."])], marks=[Mark("known", line=[0, 1], owner=2)]
    )
    assert (render(board), render(board, both=True)) == ("...", "**.")


def test_colour_is_written_only_when_asked_and_what_is_on_is_green() -> None:
    lit = scene(pieces=[Piece("1", "minion", 4, owner=1)])
    assert "\x1b" not in render(lit)
    text = render(lit, colour=True)
    assert "\x1b[32mb\x1b[0m" in text and "\x1b[31mm\x1b[0m" in text


def test_meters_in_a_few_words() -> None:
    assert meter_text(Meter("bar", "Moves", 8, 75)) == "Moves 8/75"
    assert meter_text(Meter("cells", "Charge", 15, 48, limit=36, gain=2)) == "Charge 15/36 (+2)"
    assert meter_text(Meter("items", "Keys", items=["key", "rope"]), legend=LEGEND) == "Keys a key, rope"
    assert meter_text(Meter("dice", "Dice", values=[3, 4], used=[True, False])) == "Dice (3) 4"
    assert meter_text(Meter("stars", "Stars", 2)) == "Stars **-"
    assert meter_text(Meter("text", "Wind", text="north")) == "Wind north"


def test_a_tank_stands_beside_the_board() -> None:
    assert (
        render(scene(meters=[Meter("cells", "Tank", 3, 6, place="left", group=3, limit=5)]))
        == "#.b   Tank 3/5\n...   [###]\n      [.. ]"
    )


def test_words_that_differ_at_the_end_stand_together_and_refused_ones_do_not() -> None:
    choices = [Choice(0, "3 move N"), Choice(1, "3 move E", danger=True), Choice(2, "end", "End turn")]
    choices += [Choice(3, "3 move S", why="a wall (MR1)"), Choice(4, "3 move N")]
    assert words_of(choices) == ["end End turn  3 move N E!"]


def test_too_many_words_are_cut_with_a_note() -> None:
    lines = words_of([Choice(number, f"{number} word x") for number in range(200)])
    assert len(lines) == 6 and "`words`" in lines[-1]


def test_the_timeline_is_ascii_unless_fancy() -> None:
    rows = [Row([Tick("W↑"), Tick("F↗", state="plan")], name="F"), Row([Tick(state="sealed")], name="g")]
    assert render(scene(timeline=Timeline(3, rows), tick=2)).splitlines()[2:] == ["   1   [2] 3", "F: WN  FNE", "g: //"]


def test_a_preview_is_laid_over() -> None:
    text = render(
        scene(), preview=Preview("Off you go.", True, [Mark("danger", cells=[3])], [Piece("x", "you", 5, faded=True)])
    )
    assert text == "#.b\n!.@\n! Off you go."


def test_a_preview_moves_what_it_names_and_changes_its_meters() -> None:
    before = scene(pieces=[Piece("1", "you", 3)], meters=[Meter("number", "Health", 3), Meter("number", "Score", 1)])
    after = Preview(pieces=[Piece("1", "you", 4)], meters=[Meter("number", "Health", 2)])
    assert render(before, preview=after) == "Health 2  Score 1\n#.b\n.@."


def test_the_end_has_its_own_lines() -> None:
    text = render(
        scene(outcome=Outcome("Won", 1, ["8 moves → fine"], 2, True), status="unused", choices=[Choice(0, "n")])
    )
    assert text.splitlines()[2:] == ["Won", "8 moves -> fine", "**-"]


def test_long_sentences_are_folded_and_logs_shown() -> None:
    text = render(
        scene(status="one two three four", log=[Line("old"), Line("a", "t 1"), Line("b"), Line("c")]), width=10
    )
    assert text.splitlines()[2:] == ["t 1 a", "b", "c", "one two", "three four"]


def test_plain_text_is_ascii() -> None:
    assert plain("a → b ★ … ≤ “x” 漢") == 'a -> b * ... <= "x" ?'


def test_an_address_longer_than_a_line_is_shown_whole() -> None:
    address = "http://hall.example/r/2w7n9jjv4d"
    lines = wrap(f"Sit down: {address} now", 20)
    assert all(len(line) <= 20 for line in lines) and address in "".join(lines)
