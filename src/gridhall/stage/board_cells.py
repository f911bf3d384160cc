"""One board of a scene as cells to be painted: a sign, its colours, and what is set beside it. It knows no game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gridhall.grid import ARROWS
from gridhall.render.text_board import ARROW_OF, CIRCLED, FLOORS, LIGHT, OWNER_SIGN, stroke_cells
from gridhall.render.window import pieces_shown, window_of
from gridhall.scene import Kind, Mark, Piece, Preview, Scene

OWNER_INK = {1: "p1", 2: "p2"}
LINES = ("shot", "beam", "trail", "path", "alt", "danger", "known", "light")  # drawn in this order, the last on top
LINE_INK = {"alt": "ink3", "light": "gold", "danger": "danger", "path": "mark", "trail": "ink2", "known": "ink3"}
GROUNDS = {  # of marked cells, with the sign that is set where colour alone would say it
    "reach": ("gold-soft", ""),
    "choice": ("gold-soft", ""),
    "good": ("good-soft", ""),
    "last": ("paper2", ""),
    "target": ("gold-soft", "◂"),
    "danger": ("danger-soft", "!"),
    "risk": ("danger-soft", "?"),
}
OPEN = "•"  # floor on which one can act
PIECE_CHIP, FADED_CHIP, THING_CHIP = 1.0, 0.3, 0.22


class BoardCell(NamedTuple):
    """What is painted for a cell."""

    sign: str
    ink: str = "ink"
    ground: str = "floor"
    solid: bool = False  # it fills the cell, as walls do
    bold: bool = False
    dim: bool = False
    aside: str = ""  # one sign to the right: a warning, a price, a direction
    label: str = ""  # of a piece
    badge: str = ""  # of a piece, where there is a second line
    cursor: bool = False
    alternate: bool = False  # the other of two shades of floor, as on a chequered board
    chip: float = 0.0  # where there is room it lies on a chip with this share of its ink; 0: on none


class Overlay(NamedTuple):
    """What is laid over a scene: marks of what can be chosen, a preview, and the cursor (a cell and its layer)."""

    marks: Sequence[Mark] = ()
    preview: Preview | None = None
    cursor: tuple[int, int] | None = None


def board_cells(
    scene: Scene, index: int, inks: Mapping[str, str], fancy: bool, overlay: Overlay
) -> list[list[BoardCell]]:
    """The cells of a layer that are shown, row by row."""
    row0, col0, rows, cols = window_of(scene)
    cells = _tiles(scene, index, inks, fancy)
    preview = overlay.preview
    marks = [*scene.marks, *overlay.marks, *(preview.marks if preview else [])]
    for mark in sorted((mark for mark in marks if mark.layer == index and mark.line), key=_line_order):
        _draw_line(cells, mark, scene.width, fancy)
    for mark in (mark for mark in marks if mark.layer == index):
        _colour_cells(cells, mark, fancy)
    for piece in pieces_shown(scene, index, preview):
        if piece.cell in cells:
            cells[piece.cell] = _with_piece(cells[piece.cell], piece, scene.legend, inks, fancy)
    if overlay.cursor and overlay.cursor[1] == index and overlay.cursor[0] in cells:
        cell = overlay.cursor[0]
        cells[cell] = cells[cell]._replace(cursor=True)
    return [[cells[row * scene.width + col] for col in range(col0, col0 + cols)] for row in range(row0, row0 + rows)]


def _tiles(scene: Scene, index: int, inks: Mapping[str, str], fancy: bool) -> dict[int, BoardCell]:
    row0, col0, rows, cols = window_of(scene)
    layer = scene.layers[index]
    kinds = {kind.text: (name, kind) for name, kind in reversed(scene.legend.items())}
    cells = {}
    for row in range(rows):
        line = layer.tiles[row] if row < len(layer.tiles) else ""
        for col in range(cols):
            sign = line[col] if col < len(line) else " "
            fog = layer.fog[row][col] if layer.fog else "+"
            cell = (row0 + row) * scene.width + col0 + col
            cells[cell] = _tile(*kinds.get(sign, ("", Kind(sign, ""))), fog, inks, fancy, (row0 + row + col0 + col) % 2)
    return cells


def _tile(name: str, kind: Kind, fog: str, inks: Mapping[str, str], fancy: bool, odd: int) -> BoardCell:
    if fog == "?":
        return BoardCell(" ", "fog-dot", "fog", solid=True)
    sign = (kind.fancy or kind.text) if fancy else kind.text
    remembered = fog == "-"
    if kind.join:
        ground = "wall-old" if remembered else "wall"
        return BoardCell(("▒" if fancy else "%") if remembered else sign, ground, ground, solid=True)
    if sign in FLOORS:
        shown = ("∙" if fancy else ":") if remembered and sign.strip() else sign
        return BoardCell(shown, "ink3", "floor-old" if remembered else "floor", alternate=bool(odd))
    ink = inks.get(name, "ink2" if remembered else "ink")
    ground = "floor-old" if remembered else "floor"
    return BoardCell(sign, ink, ground, bold=name in inks, dim=remembered, alternate=bool(odd), chip=THING_CHIP)


def _line_order(mark: Mark) -> int:
    return -LINES.index(mark.style) if mark.style in LINES else 0


def _draw_line(cells: dict[int, BoardCell], mark: Mark, width: int, fancy: bool) -> None:
    """Draw a line on free floor. A line of one step is an arrow beside its beginning: where a mover will go."""
    ink = OWNER_INK.get(mark.owner, LINE_INK.get(mark.style, "mark"))
    for cell, stroke in stroke_cells(mark, width):
        if cell in cells and cells[cell].sign in FLOORS:
            if mark.style == "light":
                stroke = LIGHT.get(stroke, (stroke, "*"))[0 if fancy else 1]
            cells[cell] = cells[cell]._replace(sign=stroke if fancy else "*", ink=ink, solid=False)
    if mark.arrow and len(mark.line) > 1 and mark.style != "path":
        first, then = mark.line[0], mark.line[1]
        step = then // width - first // width, then % width - first % width
        sign = ARROW_OF.get((_unit(step[0]), _unit(step[1])))
        if sign and first in cells and not cells[first].aside and mark.style != "alt":
            cells[first] = cells[first]._replace(aside=sign if fancy else "")
    for cell, tick in zip(mark.line, mark.ticks):
        if cell in cells:
            cells[cell] = cells[cell]._replace(aside=str(tick)[-1])


def _unit(number: int) -> int:
    return (number > 0) - (number < 0)


def _colour_cells(cells: dict[int, BoardCell], mark: Mark, fancy: bool) -> None:
    """Give marked cells their ground, and a sign that says the same without colour."""
    ground, sign = GROUNDS.get(mark.style, ("", ""))
    prices: Iterable[int | None] = mark.ticks if len(mark.ticks) == len(mark.cells) else [None] * len(mark.cells)
    for number, price in zip(mark.cells, prices):
        if number not in cells or not ground:
            continue
        cell = cells[number]
        is_floor = cell.sign in FLOORS or cell.sign == OPEN
        if mark.style in ("danger", "risk"):
            cell = cell._replace(aside=sign, ink="danger" if is_floor else cell.ink)
            cell = cell._replace(sign=sign) if is_floor else cell
        elif mark.style in ("choice", "reach"):
            shown = str(price) if price is not None and price < 10 else OPEN if fancy else "+"
            if is_floor:
                cell = cell._replace(sign=shown, ink="mark", bold=True)
            elif not cell.aside:  # beside a line that runs here, such as light
                cell = cell._replace(aside=shown)
        elif sign and not cell.aside:
            cell = cell._replace(aside=sign if fancy else "<")
        elif mark.style == "good" and is_floor:
            cell = cell._replace(sign="+", ink="good")
        cells[number] = (
            cell._replace(ground=ground, solid=False) if not cell.solid else cell._replace(ground=cell.ground)
        )


def _with_piece(
    cell: BoardCell, piece: Piece, legend: Mapping[str, Kind], inks: Mapping[str, str], fancy: bool
) -> BoardCell:
    kind = legend[piece.kind]
    label = piece.label if len(piece.label) <= 2 else ""
    ink = inks.get(piece.kind, "ink")
    ink = OWNER_INK.get(piece.owner, "ink" if ink == "owner" else ink)
    sign = (kind.fancy or kind.text) if fancy else kind.text
    if label and fancy:
        sign = OWNER_SIGN.get(piece.owner, sign)
    elif label:
        sign, label = (label.lower() if piece.owner == 2 else label), ""
    aside = cell.aside if cell.aside in ("!", "?", "◂", "<") else ""
    if piece.facing >= 0 and fancy:
        aside = aside or ARROWS[piece.facing]
    held = legend.get(piece.held, None)
    badge = piece.badge + ((held.fancy or held.text if fancy else held.text) if held else "")
    shown = label.lower() if piece.owner == 2 and label.isalpha() else label
    return cell._replace(
        sign=sign if fancy else (sign.lower() if piece.faded else sign), ink=ink, solid=False, bold=not piece.faded,
        dim=piece.faded, label=shown, badge=badge if fancy else "", aside=aside or cell.aside,
        chip=FADED_CHIP if piece.faded else PIECE_CHIP,
    )  # fmt: skip


def narrow_sign(cell: BoardCell, owner_inks: Mapping[str, int]) -> str:
    """The one sign of a cell that has only one column: a numbered piece as its number in a circle."""
    if cell.label:
        owner = owner_inks.get(cell.ink, 0)
        if cell.label.isdecimal() and len(cell.label) == 1 and owner in CIRCLED:
            return CIRCLED[owner][int(cell.label)]
        return cell.label[0]
    return cell.sign
