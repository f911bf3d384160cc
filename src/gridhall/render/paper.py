"""A game on paper: its own sheet for pencil and dice, if its folder has one, or a level as a page.

A sheet is `sheet.json` in the game's folder: blank grids, rows of cells to tick off, and the rules in sentences.
"""

import textwrap
from pathlib import Path

from msgspec import Struct
from msgspec.json import decode

from gridhall import registry
from gridhall.errors import Usage
from gridhall.game import EVERYONE
from gridhall.header import title_of
from gridhall.match import Match
from gridhall.render.pdf import BOLD, PaperPage
from gridhall.render.text import meter_text
from gridhall.render.window import window_of
from gridhall.scene import Kind, Labels, Scene, Timeline

MARGIN = 40.0
WORD_WIDTH = 0.5  # of a sign of SANS on average, in its size


class CellRow(Struct):
    """Cells to be ticked off: so many, in rows of so many."""

    name: str
    count: int
    row: int


class Sheet(Struct):
    """A game's own sheet."""

    title: str
    grids: int
    side: int  # of a grid, in cells
    cells: list[CellRow]
    rules: list[str]


def page_of(name: str, setup: str | None, seed: int | None, paper: str) -> PaperPage:
    """A game's own sheet if no level is named or the level's board is empty, else the level.

    A level that hides its board, and an empty board of a game without a sheet, are refused.
    """
    game = registry.load(name)
    sheet = read_sheet(registry.folder_of(game))
    if sheet and setup is None:
        return sheet_page(sheet, paper)
    match = Match(name, setup, seed)
    scene = public_scene(match)
    if not scene.pieces:
        if sheet:
            return sheet_page(sheet, paper)
        if not match.scene(EVERYONE).pieces:
            empty = f"{game.TITLE} begins with an empty board, so there is nothing to print"
            raise Usage(f"{empty}; `gridhall levels {name}` lists levels that have a page")
        raise Usage(f"{game.TITLE} hides its board from its players, so a page of it would tell too much")
    title = title_of(match.setup_text) or setup or "a match"
    return level_page(scene, f"{game.TITLE}: {title}", game.AIM, paper)


def public_scene(match: Match) -> Scene:
    """What everybody may know, and a page may tell; a board that is hidden has no pieces."""
    return match.scene(match.game.PLAYERS if match.game.SECRETS else 0)


def read_sheet(folder: Path) -> Sheet | None:
    """The sheet of a game's folder, if it has one."""
    file = folder / "sheet.json"
    return decode(file.read_bytes(), type=Sheet) if file.is_file() else None


def sheet_page(sheet: Sheet, paper: str) -> PaperPage:
    """Six grids or as many as there are, three in a row, with cells below them and the rules at the foot."""
    page = PaperPage(paper)
    page.text(MARGIN, MARGIN + 8, sheet.title, 17, BOLD)
    across, gap, top = 3, 18.0, MARGIN + 34
    side = (page.width - 2 * MARGIN - (across - 1) * gap) / across
    cell = side / (sheet.side + 0.5)
    for number in range(sheet.grids):
        x = MARGIN + number % across * (side + gap)
        y = top + number // across * (side + 22)
        page.text(x + cell / 2, y - 3, str(number + 1), 9, BOLD)
        for line in range(sheet.side):
            page.text(x + cell * (line + 0.9), y + cell * 0.35, str(line + 1), 6)
            page.text(x + cell * 0.15, y + cell * (line + 1.1), str(line + 1), 6)
        page.grid(x + cell / 2, y + cell / 2, cell, sheet.side, sheet.side)
    y = top + -(-sheet.grids // across) * (side + 22) + 4
    x, lowest = MARGIN, y
    for cells in sheet.cells:
        page.text(x, y, cells.name, 9, BOLD)
        rows = -(-cells.count // cells.row)
        page.grid(x, y + 6, 15, rows, cells.row)
        x, lowest = x + 15 * cells.row + 40, max(lowest, y + 6 + 15 * rows)
    _write(page, sheet.rules, lowest + 18)
    return page


def _write(page: PaperPage, rules: list[str], y: float) -> None:
    """The rules, numbered, as large as they fit."""
    room, width = page.height - MARGIN - y, page.width - 2 * MARGIN - 16
    for size in (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0):
        lines = [textwrap.wrap(rule, int(width / (WORD_WIDTH * size))) for rule in rules]
        if sum(map(len, lines)) * size * 1.25 <= room:
            break
    for number, parts in enumerate(lines, 1):
        page.text(MARGIN, y, f"{number}.", size, BOLD)
        for part in parts:
            page.text(MARGIN + 16, y, part, size)
            y += size * 1.25


def level_page(scene: Scene, title: str, aim: str, paper: str) -> PaperPage:
    """A scene's boards side by side, without colours: walls are dark, all else is a sign that the foot explains."""
    page = PaperPage(paper)
    y = _head(page, scene, title, aim)
    used: dict[str, Kind] = {}  # by the sign that stands for it on this page
    _, _, rows, columns = window_of(scene)
    gap, count = 20.0, len(scene.layers)
    cell = min(((page.width - 2 * MARGIN - gap * (count - 1)) / count) / columns, (page.height - y - 190) / rows, 34.0)
    for number in range(count):
        left, top = MARGIN + number * (columns * cell + gap), y + 18
        _draw_tiles(page, scene, number, left, top, cell, used)
        _draw_pieces(page, scene, number, left, top, cell, used)
    below = y + 18 + rows * cell + 34
    if scene.timeline:
        below = _list_rows(page, scene.timeline, below)
    _explain(page, used, below)
    return page


def _head(page: PaperPage, scene: Scene, title: str, aim: str) -> float:
    """What stands above the boards; returns where the next line may be."""
    y = MARGIN + 8
    for line in textwrap.wrap(title, int((page.width - 2 * MARGIN) / (WORD_WIDTH * 15))):
        page.text(MARGIN, y, line, 15, BOLD)
        y += 20
    page.text(MARGIN, y, scene.status, 10, BOLD)
    y += 15
    meters = "  ".join(meter_text(meter, False, scene.legend) for meter in scene.meters)
    for line in (meters, *textwrap.wrap(aim, int((page.width - 2 * MARGIN) / (WORD_WIDTH * 9)))):
        page.text(MARGIN, y, line)
        y += 12
    return y


def _draw_tiles(
    page: PaperPage, scene: Scene, number: int, left: float, top: float, cell: float, used: dict[str, Kind]
) -> None:
    """A board with its name and labels, but without its pieces; notes which signs it has used."""
    layer = scene.layers[number]
    kinds = {kind.text: (name, kind) for name, kind in scene.legend.items()}
    if len(scene.layers) > 1:
        page.text(left, top - 5, layer.name, 9, BOLD)
    for row, tiles in enumerate(layer.tiles):
        for column, tile in enumerate(tiles):
            name, kind = kinds.get(tile, ("", Kind(tile, "")))
            x, y = left + column * cell, top + row * cell
            if kind.join:
                page.box(x, y, cell, cell, 0, 0.25)
                used[kind.text] = kind
            elif kind.text.strip(" .") and name:
                page.sign(x, y, cell, kind.text)
                used[kind.text] = kind
    page.grid(left, top, cell, len(layer.tiles), window_of(scene)[3])
    if scene.labels:
        _label(page, scene.labels, left, top, cell)


def _draw_pieces(
    page: PaperPage, scene: Scene, number: int, left: float, top: float, cell: float, used: dict[str, Kind]
) -> None:
    """The pieces of a board; those of player 2 in small letters."""
    row0, column0, rows, columns = window_of(scene)
    for piece in scene.pieces:
        row, column = piece.cell // scene.width - row0, piece.cell % scene.width - column0
        if piece.layer == number and 0 <= row < rows and 0 <= column < columns:
            kind = scene.legend[piece.kind]
            sign = (piece.label or kind.text).lower() if piece.owner == 2 else piece.label or kind.text
            page.sign(left + column * cell, top + row * cell, cell, sign)
            used[sign] = kind


def _label(page: PaperPage, labels: Labels, left: float, top: float, cell: float) -> None:
    """Name columns below a board and rows to its left, as people do who speak of its cells."""
    for column, name in enumerate(labels.columns):
        page.text(left + cell * (column + 0.5) - 2 * len(name), top + cell * len(labels.rows) + 9, name, 7)
    for row, name in enumerate(labels.rows):
        page.text(left - 4 - 4 * len(name), top + cell * (row + 0.5) + 2.5, name, 7)


def _list_rows(page: PaperPage, timeline: Timeline, y: float) -> float:
    """What each piece does, tick after tick; return where the next line may be."""
    for row in timeline.rows:
        words = ", ".join(tick.name for tick in row.cells if tick.name)
        if words:
            page.text(MARGIN, y, f"{row.owner} {row.name}:" if row.owner else f"{row.name}:", 9, BOLD)
            page.text(MARGIN + 40, y, words)
            y += 13
    return y + 10


def _explain(page: PaperPage, used: dict[str, Kind], y: float) -> None:
    """What the signs mean, in two columns."""
    half = (len(used) + 1) // 2
    for number, (sign, kind) in enumerate(used.items()):
        x, line = MARGIN + number // half * (page.width / 2 - MARGIN), y + number % half * 18
        if kind.join:
            page.box(x + 2, line - 10, 12, 12, 0.5, 0.25)
        else:
            page.sign(x, line - 11, 16, sign)
        page.text(x + 22, line, kind.name, 9)
