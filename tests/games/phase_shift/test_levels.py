"""One case for each ruling about level files, PS1 to PS3; and texts nobody meant."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.phase_shift.cases import WALKTHROUGH, boards, defects, level

from gridhall.errors import BadSetup
from gridhall.file_defects import for_people
from gridhall.games import phase_shift as game
from gridhall.games.phase_shift.rules import LAYER, STARS
from gridhall.match import Match
from gridhall.registry import load
from gridhall.solve.generator import generate


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


def test_ps1_defects_of_a_level_in_one_file_name_its_own_lines_and_no_other_file(tmp_path):
    path = tmp_path / "cave.txt"
    path.write_text("; title: Cave\nPBE\n...\n---\n...\n.?.\n", "utf-8")
    with pytest.raises(BadSetup) as wrong:
        Match(game, str(path))
    assert [(defect.file, defect.line) for defect in wrong.value.defects] == [("_B.txt", 2)]  # what programs read
    explained = for_people(load("phase_shift"), str(path), wrong.value)
    assert [(defect.file, defect.line, defect.column) for defect in explained.defects] == [(None, 6, 2)]


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
    ("text", "expected"),
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
        ("PBE\n...\n---\n...\n.P.\n", [("_B.txt", 2, 2, "P is not where Alpha has it, on line 1 of _A.txt, column 1")]),
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
def test_ps3_each_defect_has_file_line_column_and_cure(text, expected):
    assert defects(text) == expected


def test_ps3_all_defects_come_at_once():
    listed = defects("; limit: x\n#?E\nE.P\nP__\n---\n###\n##P\n#__\n")
    assert [(file, line, column) for file, line, column, _ in listed] == [
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
    alpha, beta = WALKTHROUGH.split("---\n")
    assert alpha.lstrip()[0] == beta[0] == "#"
    assert not Match(game, WALKTHROUGH).over


def test_ps3_a_flood_of_defects_is_cut_short():
    listed = defects("?" * 5000 + "\n---\n" + "?" * 5000)
    assert len(listed) == 101 and listed[-1][3].startswith("and ")


@settings(max_examples=300)
@given(
    st.one_of(
        st.text(max_size=80),
        st.text("PBEXkuvwGUVW#.,:_ \n-;:limt0123456789\r\t", max_size=120),
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
    alpha = draw(st.text("#.,:XBkuvwGUVW_", min_size=cells, max_size=cells))
    beta = draw(st.text("#.,:XBkuvwGUVW", min_size=cells, max_size=cells))
    first, end, lamp = draw(st.permutations(range(cells)))[:3]
    alpha = "".join(
        "P" if n == first else "E" if n == end else "B" if n == lamp else sign for n, sign in enumerate(alpha)
    )
    beta = "".join(draw(st.sampled_from(".BEPk")) if n == first else sign for n, sign in enumerate(beta))
    rows = [[layer[row * width : (row + 1) * width] for row in range(height)] for layer in (alpha, beta)]
    header = draw(st.sampled_from(["", "; limit: 33\n", "; difficulty: easy\n", "; difficulty: hard\n; limit: 9999\n"]))
    return header + "\n".join(rows[0]) + "\n---\n" + "\n".join(rows[1]) + "\n"


@settings(max_examples=40)
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


@pytest.mark.parametrize("name", ["easy", "easyA.txt", "easyB.txt"])
def test_ps1_the_spelling_without_an_underscore_is_found_too(name, tmp_path):
    (tmp_path / "easyA.txt").write_text("; title: Cave\nPBE\n...", "utf-8")
    (tmp_path / "easyB.txt").write_text("...\n...\n", "utf-8")
    assert boards(Match(game, str(tmp_path / name))) == [[".BE", "..."], ["...", "..."]]


def test_ps18_decor_is_floor_that_only_looks_different():
    alpha, beta = "P,:BE #,:.#", ",.... :::,,"
    plain = Match(game, level(alpha.translate(str.maketrans(",:", "..")), beta.translate(str.maketrans(",:", ".."))))
    adorned = Match(game, level(alpha, beta))
    for field in ("tiles", "seen_in_alpha", "seen_in_beta"):
        assert bytes(getattr(adorned.setup, field)) == bytes(getattr(plain.setup, field))
    for word in "efwsefneee":
        assert adorned.facts() == plain.facts()
        adorned.play(word)
        plain.play(word)
    assert adorned.outcome == plain.outcome == "won"


def test_ps18_decor_is_drawn_named_and_written_down_again():
    text = level("P,:BE #,:.#", ",.... :::,,")
    match = Match(game, text)
    assert boards(match) == [[".,:BE", "#,:.#"], [",....", ":::,,"]]
    assert {"grass", "pebbles"} <= set(match.scene().legend)
    assert game.write_setup(match.setup, match.state) == text
    assert "grass" not in Match(game, WALKTHROUGH).scene().legend


def test_ps18_the_editor_offers_decor():
    offered = {sign.sign: sign.kind for sign in game.draft(game.BLANK).signs}
    assert (offered[","], offered[":"]) == ("grass", "pebbles")


def test_ps13_three_stars_of_a_generated_level_are_for_a_quarter_more_moves_than_the_fewest():
    level = generate("phase_shift", 7, size=5, beacons=2)
    match, best = Match("phase_shift", level.text), level.certificate["length"]
    most = match.setup.limit * STARS[0] // 100
    assert best <= most <= 1.25 * best + 1
    assert "limit" not in generate("phase_shift", 7, size=5, beacons=2, margin=0).text


def test_a_second_exit_of_the_lower_layer_names_the_first_by_its_line_in_the_file(tmp_path):
    path = tmp_path / "level.txt"
    path.write_text("#####\n#P.B#\n#...#\n#####\n---\n#####\n#..E#\n#..E#\n#####\n", "utf-8")
    with pytest.raises(BadSetup) as wrong:
        Match("phase_shift", str(path), seed=1)
    (defect,) = for_people(load("phase_shift"), str(path), wrong.value).defects
    assert defect.line == 8 and "the first is on line 7, column 4" in defect.problem


def test_a_defect_of_one_layer_names_a_line_of_the_other_as_the_file_has_it(tmp_path):
    path = tmp_path / "level.txt"
    path.write_text("; title: Cave\nPBE\n.._\n---\n...\nP._\n", "utf-8")
    with pytest.raises(BadSetup) as wrong:
        Match("phase_shift", str(path))
    void, moved = for_people(load("phase_shift"), str(path), wrong.value).defects
    assert (moved.line, moved.problem) == (6, "P is not where Alpha has it, on line 2, column 1")
    assert (void.line, void.cure) == (3, "draw something here, or on line 6 (PS3)")
