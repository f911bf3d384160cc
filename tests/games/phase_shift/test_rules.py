"""One case for each ruling of Phase Shift, and the golden cases."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridhall.errors import BadAction, BadSetup, GridhallError, MatchOver
from gridhall.game import LIMIT, LOST, PLAYING
from gridhall.games import phase_shift as game
from gridhall.games.phase_shift.rules import LAYER, STRIDE
from gridhall.games.phase_shift.setup import LIMITS
from gridhall.match import Match

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "phase_shift_cases.json").read_text("utf-8"))
WALKTHROUGH = GOLDEN[0]["setup"]


def level(alpha: str, beta: str, header: str = "") -> str:
    """Two layers written as words, a row each."""
    return header + "\n".join(alpha.split()) + "\n---\n" + "\n".join(beta.split()) + "\n"


def played(text: str, words: str = "") -> Match:
    match = Match(game, text)
    for word in words.split():
        match.play(word)
    return match


def boards(match: Match) -> list[list[str]]:
    return [layer.tiles for layer in match.scene().layers]


def place(match: Match) -> tuple[int, int, str, int]:
    facts = match.facts()
    return facts["row"], facts["col"], facts["phase"], facts["moves"]


def defects(text: str) -> list[tuple[str | None, int | None, int | None, str]]:
    with pytest.raises(BadSetup) as caught:
        game.read_setup(text)
    assert all(defect.cure for defect in caught.value.defects)
    return [(defect.file, defect.line, defect.column, defect.problem) for defect in caught.value.defects]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])
def test_golden(case):
    match = Match(game, case["setup"])
    assert match.facts() == case["checkpoints"]["0"]
    for number, word in enumerate(case["words"], 1):
        if number in case["refused"]:
            before = bytes(match.state)
            with pytest.raises(GridhallError):
                match.play(word)
            assert bytes(match.state) == before
            continue
        match.play(word)
        if str(number) in case["checkpoints"]:
            assert match.facts() == case["checkpoints"][str(number)], number
    assert match.facts() == case["expect"]


# Level files


def test_ps1_a_blank_and_an_underscore_are_void_and_short_rows_are_padded():
    drawn = "P__BE\n.....\n---\nP....\n.____\n"
    blank = "P  BE\n.....\n---\nP....\n.\n"
    assert game.read_setup(drawn)[0] == game.read_setup(blank)[0]
    assert boards(Match(game, blank)) == [[".__BE", "....."], [".....", ".____"]]


def test_ps1_line_ends_and_a_byte_order_mark_do_not_matter():
    text = level("PB.E ....", ".... ....")
    assert game.read_setup("\ufeff" + text.replace("\n", "\r\n"))[0] == game.read_setup(text)[0]
    assert game.read_setup(text.removesuffix("\n") + "\n\n\n")[0] == game.read_setup(text)[0]


def test_ps1_two_files_are_one_level(tmp_path):
    (tmp_path / "cave_A.txt").write_text("; title: Cave\nPBE\n...", "utf-8")
    (tmp_path / "cave_B.txt").write_text("...\n...\n", "utf-8")
    for name in ("cave", "cave_A.txt", "cave_B.txt"):
        match = Match(game, str(tmp_path / name))
        match.play("e")
        match.play("e")
        assert match.outcome == "won"


@pytest.mark.parametrize(
    ("size", "limit", "difficulty"),
    [(2, 50, 0), (5, 50, 0), (6, 75, 1), (7, 75, 1), (8, 90, 2), (9, 90, 2), (10, 90, 2), (16, 90, 2)],
)
def test_ps2_the_smallest_preset_that_holds_it_gives_limit_and_difficulty(size, limit, difficulty):
    rows = ["PB" + "." * (size - 2)] + ["." * (size - 1) + "E"] * (size > 2) + ["." * size] * (size - 2)
    setup, _ = game.read_setup(
        "\n".join(rows if size > 2 else ["PB", "E."]) + "\n---\n" + ("." * size + "\n") * max(2, len(rows))
    )
    assert (setup.limit, setup.difficulty) == (limit, difficulty)


def test_ps2_header_lines_say_otherwise():
    for header, limit, difficulty in (
        ("; difficulty: hard\n", 90, 2),
        ("; Limit: 12\n", 12, 0),
        (";title:x\n; author: y\n;limit:7\n;difficulty: EASY\n", 7, 0),
    ):
        setup, _ = game.read_setup(level("PBE ...", "... ...", header))
        assert (setup.limit, setup.difficulty) == (limit, difficulty)


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ("; limit: 0\n", "the limit is '0'"),
        ("; limit: 1e3\n", "the limit is '1e3'"),
        ("; limit: ٣\n", "the limit is '٣'"),
        ("; difficulty: brutal\n", "unknown difficulty 'brutal'"),
        ("; tittle: x\n", "unknown header key 'tittle'"),
        ("; hello\n", "'; hello' is no header line"),
    ],
)
def test_ps2_a_bad_header_line_is_told(header, problem):
    assert defects(level("PBE ...", "... ...", header)) == [("_A.txt", 1, None, problem)]


def test_ps2_a_header_comes_once_and_in_layer_a_only():
    twice = "; limit: 5\n; limit: 6\n"
    assert defects(level("PBE ...", "... ...", twice)) == [
        ("_A.txt", 2, None, "a second 'limit'; the first is on line 1")
    ]
    assert defects("PBE\n...\n---\n; limit: 5\n...\n...\n") == [
        ("_B.txt", 1, None, "header lines belong to layer A only (PS2)")
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PBE\n...\n", [(None, None, None, "there is no layer B")]),
        ("", [(None, None, None, "there is no layer B")]),
        (
            "---\n",
            [("_A.txt", None, None, "the layer is empty"), ("_B.txt", None, None, "the layer is empty")],
        ),
        (
            "PBE\n...\n---\n...\n",
            [
                ("_A.txt", 2, None, "the layer has 2 rows, _B.txt has 1"),
                ("_B.txt", None, None, "the layer has 1 rows and 3 columns"),
            ],
        ),
        ("PBE.\n...\n---\n...\n...\n", [("_A.txt", 1, 4, "the row has 4 columns, _B.txt has 3")]),
        (
            "; limit: 3\nPBE\n..?\n---\n...\n.\t.\n",
            [("_A.txt", 3, 3, "unknown tile '?'"), ("_B.txt", 2, 2, "unknown tile '\\t'")],
        ),
        (".BE\n...\n---\n...\n...\n", [("_A.txt", None, None, "there is no P, the start")]),
        ("PBE\n.P.\n---\n...\n...\n", [("_A.txt", 2, 2, "a second P; the first is on line 1, column 1")]),
        ("PBE\n...\n---\n...\n.P.\n", [("_B.txt", 2, 2, "P is not where _A.txt has it, on line 1, column 1")]),
        ("PBE\n...\n---\n#..\n...\n", [("_B.txt", 1, 1, "the start of _A.txt is a wall here")]),
        ("PBE\n...\n---\nX..\n...\n", [("_B.txt", 1, 1, "the start of _A.txt is a rift here")]),
        ("PBE\n...\n---\nG..\n...\n", [("_B.txt", 1, 1, "the start of _A.txt is a closed gate here")]),
        ("PBE\n...\n---\n ..\n...\n", [("_B.txt", 1, 1, "the start of _A.txt is void here")]),
        ("PBE\n..E\n---\n...\n...\n", [("_A.txt", 2, 3, "a second E in this layer; the first is on line 1, column 3")]),
        ("PB.\n...\n---\n...\n...\n", [("_A.txt", None, None, "there is no exit in either layer")]),
        ("P.E\n...\n---\n...\n...\n", [("_A.txt", None, None, "there is no beacon in either layer")]),
        ("PBE\n.._\n---\n...\n..\n", [("_A.txt", 2, 3, "the cell is void in both layers")]),
        ("PBE\n...\n---\n...\n---\n", [("_B.txt", 2, None, "a second line `---`")]),
        (
            "P" + "." * 16 + "\nBE\n---\n" + "." * 17 + "\n.\n",
            [
                ("_A.txt", None, None, "the layer has 2 rows and 17 columns"),
                ("_B.txt", None, None, "the layer has 2 rows and 17 columns"),
            ],
        ),
    ],
)
def test_ps3_each_defect_has_file_line_column_and_cure(text, found):
    assert defects(text) == found


def test_ps3_all_defects_come_at_once():
    told = defects("; limit: x\n#?E\nE.P\nP__\n---\n###\n##P\n#__\n")
    assert [(file, line, column) for file, line, column, _ in told] == [
        ("_A.txt", None, None),
        ("_A.txt", 1, None),
        ("_A.txt", 2, 2),
        ("_A.txt", 3, 1),
        ("_A.txt", 4, 1),
        ("_A.txt", 4, 2),
        ("_A.txt", 4, 3),
    ]


def test_ps3_files_that_cannot_be_read_are_defects_too_and_are_named(tmp_path):
    (tmp_path / "half_A.txt").write_text("PBE\n...\n", "utf-8")
    (tmp_path / "bytes_A.txt").write_bytes(b"PB\xff\n")
    (tmp_path / "bytes_B.txt").write_text("...\n", "utf-8")
    (tmp_path / "empty_A.txt").write_text("", "utf-8")
    (tmp_path / "empty_B.txt").write_text("", "utf-8")
    (tmp_path / "cave_A.txt").write_text("PBE\n.?.\n", "utf-8")
    (tmp_path / "cave_B.txt").write_text("...\n...\n...\n", "utf-8")
    named = {
        "half": {"half_B.txt"},
        "bytes": {"bytes_A.txt"},
        "empty": {"empty_A.txt", "empty_B.txt"},
        "cave": {"cave_A.txt", "cave_B.txt"},
        "none": {None},
    }
    for name, files in named.items():
        with pytest.raises(BadSetup) as caught:
            Match(game, str(tmp_path / name))
        assert {defect.file for defect in caught.value.defects} == files
    with pytest.raises(BadSetup, match=r"^cave_A.txt, line 2, column 2: unknown tile '\?'"):
        Match(game, str(tmp_path / "cave_A.txt"))


def test_ps3_a_cell_may_be_solid_in_both_phases():
    game.read_setup(WALKTHROUGH)


def test_ps3_a_flood_of_defects_is_cut_short():
    told = defects("?" * 5000 + "\n---\n" + "?" * 5000)
    assert len(told) == 101 and told[-1][3].startswith("and ")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.one_of(
        st.text(max_size=80),
        st.text("PBEXkuvwGUVW#._ \n-;:limt0123456789\r\t", max_size=120),
        st.binary(max_size=80).map(lambda raw: raw.decode("latin-1")),
    )
)
def test_ps3_random_text_is_read_or_refused_and_nothing_else(text):
    for source in (text, f"PB\n.E\n---\n{text}", f"{text}\n---\n{text}", f"; {text}\nPB\n.E\n---\n..\n..\n"):
        try:
            setup, state = game.read_setup(source)
        except BadSetup as wrong:
            assert wrong.defects and str(wrong)
        else:
            again = game.read_setup(game.write_setup(setup, state))
            assert again == (setup, state)


@st.composite
def drawings(draw) -> str:
    height, width = draw(st.integers(2, 16)), draw(st.integers(2, 16))
    cells = height * width
    alpha = draw(st.text("#.XBkuvwGUVW_", min_size=cells, max_size=cells))
    beta = draw(st.text("#.XBkuvwGUVW", min_size=cells, max_size=cells))
    first, end, lamp = draw(st.permutations(range(cells)))[:3]
    alpha = "".join(
        "P" if n == first else "E" if n == end else "B" if n == lamp else sign for n, sign in enumerate(alpha)
    )
    beta = "".join(draw(st.sampled_from(".BEPk")) if n == first else sign for n, sign in enumerate(beta))
    rows = [[layer[row * width : (row + 1) * width] for row in range(height)] for layer in (alpha, beta)]
    header = draw(st.sampled_from(["", "; limit: 33\n", "; difficulty: easy\n", "; difficulty: hard\n; limit: 9999\n"]))
    return header + "\n".join(rows[0]) + "\n---\n" + "\n".join(rows[1]) + "\n"


@settings(max_examples=40, deadline=None, derandomize=True)
@given(drawings(), st.lists(st.integers(0, 4), max_size=60))
def test_ps1_any_good_drawing_survives_a_round_trip_and_can_be_played(text, actions):
    setup, state = game.read_setup(text)
    assert game.read_setup(game.write_setup(setup, state)) == (setup, state)
    match = Match(game, text)
    for action in actions:
        if match.over:
            break
        before = match.facts()
        match.act(0, action)
        after = match.facts()
        assert after["moves"] == before["moves"] + 1
        assert after["wasted"] == (
            after["row"] == before["row"] and after["col"] == before["col"] and after["phase"] == before["phase"]
        )
        assert after["lit"] >= before["lit"] and set(after["keys"]) >= set(before["keys"])
        tile = match.setup.tiles[match.state.phase * LAYER + match.state.cell]
        assert "_.#EXB  kuvwGUVW"[tile] not in "_#", "nobody stands in a wall or on void"
        match.scene()


# Movement and phases


@pytest.mark.parametrize("tile", ["#", "_", "G"])
def test_ps5_a_shift_into_a_wall_a_void_or_a_closed_gate_is_a_wasted_move(tile):
    match = played(level("P.BE ....", f".{tile}.. ...."), "e f")
    assert place(match) == (0, 1, "A", 2)
    assert match.facts()["wasted"]


def test_ps5_a_shift_is_an_entry():
    text = level("P...E .....", ".BkX. .....")
    assert played(text, "e f").facts()["lit"] == 1
    assert played(text, "e e f").facts()["keys"] == ["k"]
    lost = played(text, "e e e f")
    assert (lost.facts()["status"], lost.facts()["reason"], lost.facts()["phase"]) == ("lost", "rift", "B")
    won = played(level("PB... .....", "....E ....."), "e e e e f")
    assert won.facts()["status"] == "won"


@pytest.mark.parametrize(
    ("word", "start"), [("n", "P... ...."), ("w", "P... ...."), ("s", ".... P..."), ("e", ".... ...P")]
)
def test_ps6_an_illegal_move_costs_one_and_changes_nothing_else_also_at_the_edge(word, start):
    rows = start.split()
    text = (
        level(" ".join(rows) + " BE..", ".... .... ####")
        if word != "s"
        else level("BE.. " + " ".join(rows), "#### .... ....")
    )
    match = Match(game, text)
    before = match.facts()
    match.play(word)
    assert match.facts() == before | {"moves": 1, "wasted": True}
    assert match.state.wastes == 1


def test_ps6_the_edge_of_the_largest_board_holds_too():
    rows = ["." * 16] * 16
    rows[0], rows[15] = "P" + "." * 15, "BE" + "." * 14
    text = "\n".join(rows) + "\n---\n" + "\n".join(["." * 16] * 16) + "\n"
    assert place(played(text, "n w")) == (0, 0, "A", 2)
    corner = played(text, "e " * 15 + "e n " + "s " * 15 + "s e f s e")
    assert place(corner)[:3] == (15, 15, "B")
    assert corner.state.wastes == 6


def test_ps6_walls_voids_and_closed_gates_stop_a_step():
    match = played(level("#E. _PG #B#", "... ... ..."), "w e")
    assert place(match) == (1, 1, "A", 2)


def test_ps7_a_beacon_in_both_phases_is_one_and_is_shown_lit_in_both():
    match = played(level("PBB.E .....", ".B... ....."), "e")
    assert (match.facts()["lit"], match.facts()["beacons"]) == (1, 2)
    assert boards(match) == [[".bB.E", "....."], [".b...", "....."]]
    match.play("f")
    assert match.facts()["lit"] == 1


def test_ps7_a_taken_key_is_floor_in_both_layers():
    match = played(level("Pk.BE .....", ".k... ....."), "e")
    assert boards(match) == [["...BE", "....."], [".....", "....."]]


def test_ps7_a_key_is_its_coordinate_even_if_the_layers_disagree_on_its_id():
    match = played(level("Pk.BE .....", ".u... ....."), "e f")
    assert match.facts()["keys"] == ["k"]
    assert boards(match)[1] == [".....", "....."]


@pytest.mark.parametrize(("key", "gate"), ["kG", "uU", "vV", "wW"])
def test_ps8_each_key_opens_every_gate_of_its_id_and_no_other(key, gate):
    others = [one for one in "GUVW" if one != gate]
    row = f"P{key}{gate}BE{''.join(others)}"
    match = played(level(f"{row} ........", f"....{gate}... ........"), "e e")
    assert match.facts()["col"] == 2 and match.facts()["keys"] == [key]
    assert boards(match) == [["../BE" + "".join(others), "........"], ["..../...", "........"]]
    match.play("e")
    for other in others:
        stopped = played(level(f"P{key}{other}BE .....", "..... ....."), "e e")
        assert stopped.facts()["col"] == 1 and stopped.facts()["wasted"]
    match.play("e")
    assert match.outcome == "won"


def test_ps8_a_gate_opened_is_floor_to_shift_into():
    assert place(played(level("PkB.E .....", "..G.. ....."), "e e f")) == (0, 2, "B", 3)


def test_ps9_the_start_is_floor_in_alpha_and_what_beta_says_in_beta():
    match = Match(game, level("P.E ...", "B.. ..."))
    assert (match.facts()["lit"], match.facts()["beacons"]) == (0, 1)
    match.play("f")
    assert match.facts()["lit"] == 1
    for tile in ".PEk":
        assert Match(game, level("PBE ...", f"{tile}.. ...")).facts()["phase"] == "A"


def test_ps10_an_exit_with_beacons_missing_is_floor_and_the_message_counts_them():
    match = Match(game, level("PE.BB .....", "..... ....."))
    texts = [shown.text for shown in match.moments(match.play("e"), 0)]
    assert texts[-1] == "This is the exit; 2 beacons are still missing (PS10)."
    assert match.scene().hint == texts[-1]
    assert match.outcome == "playing"


# End and score


def test_ps11_the_order_is_rift_then_limit_then_win():
    text = level("PBXE ....", ".... ....", "; limit: 1\n")
    assert played(text, "e e").facts()["reason"] == "rift"
    late = played(level("PBE. ....", ".... ....", "; limit: 1\n"), "e e")
    assert (late.facts()["reason"], late.facts()["col"], late.outcome) == ("limit", 2, "limit")
    last = played(level("PBE. ....", ".... ....", "; limit: 2\n"), "e e")
    assert (last.facts()["status"], last.facts()["stars"]) == ("won", 1)


def test_ps11_a_wasted_move_over_the_limit_loses_too():
    match = played(level("PBE ...", "... ...", "; limit: 1\n"), "n n")
    assert (match.facts()["reason"], match.facts()["moves"], match.facts()["wasted"]) == ("limit", 2, True)
    assert game.outcome(match.setup, match.state, 0) == LIMIT


def test_ps12_q_is_a_loss_at_once_and_unknown_words_name_the_commands():
    match = Match(game, WALKTHROUGH)
    with pytest.raises(BadAction, match=r"no command 'jump'; it has n s e w .* f .* q .* h .* r"):
        match.play("jump")
    assert match.facts()["moves"] == 0
    match.play("Q")
    assert (match.facts()["status"], match.facts()["reason"], match.facts()["stars"]) == ("lost", "quit", 0)
    assert game.outcome(match.setup, match.state, 0) == LOST


@pytest.mark.parametrize(("limit", "stars"), [(5, 3), (4, 2), (3, 1)])
def test_ps13_stars_by_the_share_of_the_limit(limit, stars):
    match = played(level("P.BE ....", ".... ....", f"; limit: {limit}\n"), "e e e")
    assert match.facts()["stars"] == stars
    assert match.scene().outcome.stars == stars


@pytest.mark.parametrize(
    ("moves", "limit", "stars"),
    [
        (30, 50, 3),
        (31, 50, 2),
        (42, 50, 2),
        (43, 50, 1),
        (45, 75, 3),
        (46, 75, 2),
        (63, 75, 2),
        (64, 75, 1),
        (54, 90, 3),
        (76, 90, 2),
        (77, 90, 1),
        (90, 90, 1),
        (60, 100, 3),
        (61, 100, 2),
        (85, 100, 2),
        (86, 100, 1),
    ],
)
def test_ps13_the_bounds_of_the_presets(moves, limit, stars):
    match = played(level("PBE ...", "... ...", f"; limit: {limit}\n"), "n " * (moves - 2) + "e e")
    assert match.facts()["stars"] == stars


def test_ps13_points_are_stars_times_the_multiplier_in_tenths():
    for number, difficulty in enumerate(("easy", "medium", "hard")):
        match = Match(game, level("PBE ...", "... ...", f"; difficulty: {difficulty}\n"))
        assert match.scores() == [0] and match.facts()["stars"] is None
        match.play("e")
        match.play("e")
        assert match.scores() == [(30, 36, 45)[number]]
        assert match.setup.limit == LIMITS[number]
    assert played(WALKTHROUGH, "q").scores() == [0]
    assert game.RANKING == ("-moves",)


def test_ps14_the_summary_is_the_sources_to_the_letter():
    match = played(WALKTHROUGH, "n " * 10 + "e e e w s s e e")
    assert match.scene().outcome.lines == [
        "Solved in 18 moves (24 % of limit) → 3 ★",
        "Thanks for playing PHASE SHIFT!",
    ]
    assert played(WALKTHROUGH, "e e e w s s e e").scene().outcome.lines[0] == "Solved in 8 moves (11 % of limit) → 3 ★"
    half = played(level("PBE ...", "... ...", "; limit: 16\n"), "e e")
    assert half.scene().outcome.lines[0] == "Solved in 2 moves (13 % of limit) → 3 ★"  # 12.5, to nearest
    lost = played(WALKTHROUGH, "q").scene().outcome
    assert (lost.stars, lost.won, lost.lines[-1]) == (0, False, "Thanks for playing PHASE SHIFT!")


# Command line


def test_ps15_words_case_and_blanks():
    setup, state = game.read_setup(WALKTHROUGH)
    spoken = [
        ["n", "N", "up", " UP "],
        ["s", "S", "down", "\tDown"],
        ["w", "W", "left"],
        ["e", "E", "right", "RIGHT  "],
        ["f", "F"],
        ["q", "Q"],
    ]
    for action, words in enumerate(spoken):
        assert {game.read_word(setup, state, word) for word in words} == {action}
        assert game.word(setup, state, action) == words[0]


def test_ps16_help_and_redraw_are_refused_and_quitting_is_no_move():
    match = played(WALKTHROUGH, "e")
    for word in ("h", "r", "H", " R "):
        with pytest.raises(BadAction, match="PS16"):
            match.play(word)
    match.play("q")
    assert match.facts()["moves"] == 1
    for word in ("e", "q", "h", "jump"):
        with pytest.raises(MatchOver):
            match.play(word)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(max_size=30))
def test_ps12_random_words_are_refused_and_nothing_else(text):
    setup, state = game.read_setup(WALKTHROUGH)
    try:
        assert 0 <= game.read_word(setup, state, text) <= game.ACTIONS
    except BadAction as wrong:
        assert len(str(wrong)) < 300


def test_ps17_the_facts():
    match = played(level("P#E k.. BBG", "... ... ...", "; limit: 9\n"), "s e n")
    assert match.facts() == {
        "row": 1, "col": 1, "phase": "A", "moves": 3, "limit": 9, "lit": 0, "beacons": 2, "keys": ["k"], "wasted": True,
        "status": "playing", "reason": None, "stars": None,
    }  # fmt: skip
    assert game.outcome(match.setup, match.state, 0) == PLAYING
    for word in "swef":
        match.play(word)
    assert match.facts()["lit"] == 2 and match.facts()["phase"] == "B"
    for word in "nen":
        match.play(word)
    assert game.outcome(match.setup, match.state, 0) == LIMIT


# What is seen


def test_the_scene_shows_both_phases_with_the_present_one_in_focus():
    match = played(WALKTHROUGH, "f")
    scene = match.scene()
    assert [(layer.name, layer.tone, layer.focus) for layer in scene.layers] == [
        ("Alpha", "day", False),
        ("Beta", "night", True),
    ]
    assert [(piece.id, piece.kind, piece.cell, piece.layer) for piece in scene.pieces] == [
        ("you", "runner", 8, 1),
        ("ghost", "ghost", 8, 0),
    ]
    signs = {kind.text for kind in scene.legend.values()}
    assert all(sign in signs for layer in scene.layers for row in layer.tiles for sign in row)


def test_choices_name_what_is_in_the_way_and_what_is_deadly():
    match = Match(game, level("#XB GP. #_E", "... ... ..."))
    names = {choice.word: (choice.name, choice.cell, choice.layer, choice.danger) for choice in match.scene().choices}
    assert names == {
        "n": ("North: rift", 1, 0, True),
        "s": ("South: void", 7, 0, False),
        "w": ("West: closed gate G", 3, 0, False),
        "e": ("East", 5, 0, False),
        "f": ("Shift to Beta", 4, 1, False),
        "q": ("Quit", -1, 0, False),
    }
    assert match.scene(1).choices == []


def test_the_shift_glows_after_two_bumps():
    def glowing(words: str) -> list[str]:
        return [
            choice.word for choice in played(level("P.#BE ....#", ".#... ....."), words).scene().choices if choice.main
        ]

    assert glowing("n") == [] == glowing("n n e") == glowing("e n e")
    assert glowing("n n") == ["f"]


def test_previews_tell_what_a_choice_would_do():
    match = Match(game, level("#XB GPE #_.", "... ..B ...", "; limit: 1\n"))
    told = [game.preview(match.setup, match.state, 0, action) for action in range(6)]
    assert [one.text for one in told] == [
        "Step north: a rift, deadly.",
        "Step south: void, a wasted move (PS6).",
        "Step west: a closed gate G, a wasted move (PS6).",
        "Step east: the exit; 2 beacons are still missing (PS10).",
        "Shift to Beta: floor.",
        "Quit: you lose this level (PS12).",
    ]
    assert [one.danger for one in told] == [True, False, False, False, False, True]
    match.play("f")
    assert "too many" in game.preview(match.setup, match.state, 0, 0).text


def test_the_log_says_what_happened():
    match = Match(game, level("PkGBE .....", "..... ....."))
    told = [shown.text for word in "neffeee" for shown in match.moments(match.play(word), 0)]
    assert told == [
        "North is the edge: a wasted move (PS6).",
        "You stepped east.",
        "You took key k: every gate G is open.",
        "You shifted to Beta.",
        "You shifted to Alpha.",
        "You stepped east.",
        "You stepped east.",
        "The beacon is on: all are; reach the exit.",
        "You stepped east.",
        "Solved in 7 moves (14 % of limit) → 3 ★",
    ]


def test_the_theme_has_a_symbol_for_every_kind():
    import xml.etree.ElementTree as tree

    symbols = {node.get("id") for node in tree.parse(Path(game.__file__).parent / "theme.svg").getroot()}
    assert symbols == set(Match(game, WALKTHROUGH).scene().legend)


def test_observations_are_planes_of_this_phase_the_other_and_the_player():
    match = played(level("PkG#_ BB.XE", "..U.. .u..."), "s e")
    planes, rows, columns, scalars = game.shape(match.setup)
    assert (planes, rows, columns, scalars) == (21, 2, 5, 2)
    flat, numbers = [9] * (planes * rows * columns), [0] * scalars
    game.observe(match.setup, match.state, 0, flat, numbers)
    drawn = ["".join(str(number) for number in flat[plane * 10 : plane * 10 + 10]) for plane in range(planes)]
    assert drawn == [
        "0000100000", "1000000100", "0001000000", "0000000001", "0000000010",  # void floor wall exit rift
        "0000000000", "0000011000", "0100000000", "0010000000", "0000000000",  # dark lit key gate open
        "0000000000", "1101110111", "0000000000", "0000000000", "0000000000",
        "0000000000", "0000000000", "0000002000", "0020000000", "0000000000",
        "0000001000",
    ]  # fmt: skip
    assert numbers == [48, 0]


def test_cells_outside_the_board_are_void():
    setup, _ = game.read_setup(WALKTHROUGH)
    inside = {side * LAYER + (row + 1) * STRIDE + col for side in range(2) for row in range(5) for col in range(7)}
    assert all(setup.tiles[cell] == 0 for cell in range(2 * LAYER) if cell not in inside)
