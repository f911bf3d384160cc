"""Pages of paper: what is on them, and that the file is a PDF that holds together."""

import re
from pathlib import Path

import pytest

from gridhall import registry
from gridhall.__main__ import main
from gridhall.errors import Usage
from gridhall.match import Match
from gridhall.render.paper import level_page, page_of, read_sheet, sheet_page
from gridhall.render.pdf import PaperPage
from gridhall.server.pages.cards import paper_of


def words_of(page: PaperPage) -> str:
    return " ".join(re.findall(r"\((.*)\) Tj", "\n".join(page.drawn)))


def test_every_offset_of_the_table_points_at_its_object() -> None:
    page = PaperPage("a4")
    page.text(10, 10, "level (1) − a \\ b")
    file = page.as_pdf()
    start = int(file.rsplit(b"startxref\n", 1)[1].split()[0])
    assert file[start:].startswith(b"xref")
    offsets = [int(entry) for entry in re.findall(rb"(\d{10}) 00000 n", file)]
    assert [file[offset:].split(b" ", 1)[0] for offset in offsets] == [b"%d" % (n + 1) for n in range(len(offsets))]
    assert rb"(level \(1\) - a \\ b) Tj" in file
    assert re.findall(rb"/Type /(\w+)", file)[:3] == [b"Catalog", b"Pages", b"Page"]  # names that readers know


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_warpgrids_sheet_has_six_grids_and_all_cells_and_the_rules_on_one_page(paper: str) -> None:
    sheet = read_sheet(Path(registry.folder_of(registry.load("warpgrid"))))
    assert sheet is not None
    assert (sheet.grids, sheet.side, [cells.count for cells in sheet.cells]) == (6, 6, [48, 6])
    page = sheet_page(sheet, paper)
    assert sum(" re S" in mark for mark in page.drawn) == 6 + 2  # an edge round each grid and each row of cells
    heights = [float(y) for y in re.findall(r"Tf [\d.]+ (-?[\d.]+) Td", "\n".join(page.drawn))]
    assert heights and min(heights) > 30  # nothing runs off the page
    assert "ricochet" in words_of(page)


def test_a_level_of_two_layers_has_both_side_by_side() -> None:
    match = Match("phase_shift", "walkthrough")
    page = level_page(match.scene(0), "A level", match.game.AIM, "a4")
    words = words_of(page)
    assert all(
        name in words for name in ("Alpha", "Beta", "exit", "wall", match.scene(0).status, "Moves 0/75 *** up to")
    )


def test_a_puzzle_of_plans_has_its_board_and_the_lists_of_its_echoes() -> None:
    match = Match("echoes", "side_step")
    words = words_of(level_page(match.scene(2), "Side step", match.game.AIM, "letter"))
    assert "walk NE, walk N, fire N" in words and "2 G:" in words
    columns, rows = words.index("A B C D E F G H"), words.index("8 7 6 5 4 3 2 1")
    assert columns < rows < words.index("D F a d e g h")  # Blue's echoes are small letters
    assert "D Red's echo" in words and "g Blue's echo" in words


@pytest.mark.parametrize("name", registry.games())
def test_a_game_s_page_offers_to_print_what_the_command_prints(name: str) -> None:
    game = registry.load(name)
    first = next(iter(registry.levels(game)), None)
    try:
        printed = "levels" if first is not None and page_of(name, first.name, None, "a4") else ""
    except Usage:
        printed = ""
    assert paper_of(game) == ("sheet" if read_sheet(registry.folder_of(game)) else printed)


def test_a_page_of_echoes_offers_its_puzzles() -> None:
    assert paper_of(registry.load("echoes")) == "levels" and paper_of(registry.load("maze_runner")) == ""


def test_the_command_writes_a_page_and_refuses_what_would_tell_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sheet.pdf"
    assert main(["print", "warpgrid", "-o", str(file)]) == 0
    assert file.read_bytes().startswith(b"%PDF")
    assert main(["print", "echoes", "side_step", "-o", str(file)]) == 0
    assert main(["print", "maze_runner", "-o", str(file)]) == 2
    assert "hides its board" in capsys.readouterr().err
    assert main(["print", "warpgrid", "-o", str(tmp_path / "sheet.doc")]) == 2


def test_a_level_for_dice_of_one_s_own_prints_the_sheet_and_an_empty_board_is_no_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet, level, grid = (tmp_path / name for name in ("sheet.pdf", "paper.pdf", "grid.pdf"))
    assert main(["print", "warpgrid", "-o", str(sheet)]) == 0
    assert main(["print", "warpgrid", "paper", "-o", str(level)]) == 0
    assert main(["print", "warpgrid", "third_grid", "-o", str(grid)]) == 0
    assert sheet.read_bytes() == level.read_bytes() != grid.read_bytes()
    assert main(["print", "echoes", "-o", str(sheet)]) == 2
    error = capsys.readouterr().err
    assert "empty board" in error and "gridhall levels echoes" in error and "hides" not in error
