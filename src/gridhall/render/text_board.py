"""One board of a scene as lines of text: its tiles, marks and pieces, and the labels at its edges."""

from collections.abc import Iterable, Sequence

from gridhall.grid import ARROWS, WAYS
from gridhall.render.window import names_in, pieces_shown, window_of
from gridhall.scene import Kind, Layer, Mark, Piece, Preview, Scene

RED, GREEN, YELLOW, BLUE, PINK, DIM, BOLD = "31", "32", "33", "34", "35", "2", "1"
OWNER_COLOUR = {1: RED, 2: BLUE}
OWNER_SIGN = {1: "●", 2: "◆"}
CIRCLED = {1: "⓪①②③④⑤⑥⑦⑧⑨", 2: "⓿❶❷❸❹❺❻❼❽❾"}
ON = "-on"  # a kind whose id in the legend ends like this is something switched on: green
FLOORS = {".", "·", ":", "∙", " "}  # signs on which a line may be drawn
MARK_COLOUR = {
    "good": GREEN,
    "danger": PINK,
    "risk": PINK,
    "choice": YELLOW,
    "target": YELLOW,
    "reach": YELLOW,
    "last": BOLD,
}
STROKES = {(0, 1): "─", (1, 0): "│", (1, 1): "╲", (1, -1): "╱"}
LIGHT = {"─": ("╌", "-"), "│": ("╎", "|")}  # how strokes of light look, and in ASCII
ARROW_OF = dict(zip(WAYS, ARROWS))

Cell = tuple[str, str]  # what is written there, and its colour


def board_lines(
    scene: Scene, index: int, fancy: bool, colour: bool, preview: Preview | None, lines_drawn: Sequence[str],
    widest: int, height: int = 0,
) -> list[str]:  # fmt: skip
    """One layer with its labels: with two signs a cell up to `widest` columns, and no higher than `height` (0: any)."""
    row0, col0, rows, cols = window_of(scene)
    kinds = {kind.text: kind for kind in scene.legend.values()}
    spaced = not any(kind.join for kind in scene.legend.values())
    doubled = fancy and not spaced and cols <= widest
    cells = _tiles(scene, scene.layers[index], kinds, fancy)
    coming = preview.marks if preview else []
    for mark in (mark for mark in (*scene.marks, *coming) if mark.layer == index):
        _draw_mark(cells, mark, scene.width, fancy, mark in coming, lines_drawn)
    for piece in pieces_shown(scene, index, preview):
        if piece.cell in cells:
            below = GREEN if cells[piece.cell][1] == GREEN else ""
            sign = _sign(piece, scene.legend[piece.kind], fancy, spaced or doubled)
            cells[piece.cell] = sign, _shade(piece) or below
    lines = []
    for row in range(row0, row0 + rows):
        line = (cells[row * scene.width + col] for col in range(col0, col0 + cols))
        lines.append("".join(_cell(kinds, cell, spaced, doubled, colour) for cell in line))
    if scene.labels:
        lines = _labelled(lines, scene, row0, col0, rows, cols, 2 if spaced or doubled else 1)
    if height and len(lines) > height:
        lines = _part(lines, rows, height, _middle(scene, preview) - row0)
    return [f"{line} " if spaced else line for line in lines]


def _tiles(scene: Scene, layer: Layer, kinds: dict[str, Kind], fancy: bool) -> dict[int, Cell]:
    """What lies on each cell that is shown; what is switched on is green."""
    row0, col0, rows, cols = window_of(scene)
    switched_on = [kind for name, kind in scene.legend.items() if name.endswith(ON)]
    lit = {sign for kind in switched_on for sign in (kind.text, kind.fancy) if sign}
    cells = {}
    for row in range(rows):
        for col in range(cols):
            sign, shade = _tile(kinds, layer, row, col, fancy)
            cells[(row0 + row) * scene.width + col0 + col] = sign, GREEN if sign in lit else shade
    return cells


def _draw_mark(
    cells: dict[int, Cell], mark: Mark, width: int, fancy: bool, is_preview: bool, lines_drawn: Sequence[str]
) -> None:
    """Draw a mark's line on free floor, and colour its cells; light is drawn only in a preview."""
    is_light = mark.style == "light" and is_preview
    if mark.style in lines_drawn or is_light:
        for cell, stroke in stroke_cells(mark, width):
            if cell in cells and cells[cell][0] in FLOORS:
                unicode, ascii_sign = LIGHT.get(stroke, (stroke, "*")) if is_light else (stroke, "*")
                cells[cell] = unicode if fancy else ascii_sign, OWNER_COLOUR.get(mark.owner, YELLOW)
    for cell in mark.cells:
        if cell in cells:
            sign = cells[cell][0]
            if is_preview and sign in FLOORS:
                sign = "!" if mark.style == "danger" else "+"
            cells[cell] = sign, MARK_COLOUR.get(mark.style, "")


def _tile(kinds: dict[str, Kind], layer: Layer, row: int, col: int, fancy: bool) -> Cell:
    """The sign of a tile as far as the fog lets it be seen, and its colour."""
    sign = layer.tiles[row][col] if row < len(layer.tiles) and col < len(layer.tiles[row]) else " "
    fog = layer.fog[row][col] if layer.fog else "+"
    if fog == "?":
        return " ", ""
    kind = kinds.get(sign)
    shown = (kind.fancy or kind.text) if fancy and kind else sign
    if fog == "-":  # remembered, not in sight
        if kind and kind.join:
            return ("▒" if fancy else "%"), DIM
        return ("∙" if fancy else ":") if sign == "." else shown, DIM
    return shown, ""


def _sign(piece: Piece, kind: Kind, fancy: bool, wide: bool) -> str:
    """What stands for a piece: its label if that is one sign, small letters for player 2."""
    label = piece.label if len(piece.label) == 1 else ""
    if not fancy:
        sign = label or kind.text
        return sign.lower() if piece.owner == 2 or piece.faded else sign
    if label and wide:
        return OWNER_SIGN.get(piece.owner, kind.fancy or kind.text) + (label.lower() if piece.owner == 2 else label)
    if label.isdecimal() and label.isascii() and piece.owner in CIRCLED:
        return CIRCLED[piece.owner][int(label)]
    return label or kind.fancy or kind.text


def _shade(piece: Piece) -> str:
    if piece.kind.endswith(ON):
        return GREEN
    return DIM if piece.faded else OWNER_COLOUR.get(piece.owner, "")


def _cell(kinds: dict[str, Kind], cell: Cell, spaced: bool, doubled: bool, colour: bool) -> str:
    """What is written for a cell: with a blank behind it (`spaced`), or so that it fills two columns (`doubled`)."""
    sign, shade = cell
    if spaced:
        sign = sign if len(sign) == 2 else f"{sign} "
    elif doubled and len(sign) == 1:
        is_solid = sign in "▒█▓" or any(kind.join and sign in (kind.fancy, kind.text) for kind in kinds.values())
        sign = sign * 2 if is_solid else f" {sign}"
    return f"\x1b[{shade}m{sign}\x1b[0m" if colour and shade and sign.strip() else sign


def stroke_cells(mark: Mark, width: int) -> Iterable[tuple[int, str]]:
    """The cells of a line through its corner points, each with the stroke that runs through it."""
    if len(mark.line) == 1:
        yield mark.line[0], "∗"
    for a, b in zip(mark.line, mark.line[1:]):
        rows, cols = b // width - a // width, b % width - a % width
        count = max(abs(rows), abs(cols), 1)
        if rows and cols and abs(rows) != abs(cols):  # no straight line: a jump
            yield a, "∗"
            yield b, "∗"
            continue
        step = rows // count, cols // count
        stroke = STROKES.get(step) or STROKES.get((-step[0], -step[1]), "∗")
        for number in range(count):
            yield a + number * (step[0] * width + step[1]), stroke
        yield b, ARROW_OF.get(step, stroke) if mark.arrow and b == mark.line[-1] else stroke


def _middle(scene: Scene, preview: Preview | None) -> int:
    """The row to look at: that of what a preview shows, else the middle of the pieces that can act."""
    cells: list[int] = []
    if preview:
        cells = [cell for mark in preview.marks for cell in (*mark.cells, *mark.line)]
        cells += [piece.cell for piece in preview.pieces]
    able = {choice.piece for choice in scene.choices}
    cells = cells or [piece.cell for piece in scene.pieces if piece.id in able]
    rows = [cell // scene.width for cell in cells]
    return (min(rows) + max(rows)) // 2 if rows else 0


def _part(lines: list[str], rows: int, height: int, middle: int) -> list[str]:
    """The lines round a row, and what stands below the board (its labels); where the board goes on is said."""
    foot = lines[rows:]
    size = height - len(foot) - 2
    top = max(0, min(middle - size // 2, rows - size))
    above, below = top, rows - top - size
    return [
        f"  ... {above} row{'s' * (above > 1)} above" if above else "",
        *lines[top : top + size],
        f"  ... {below} row{'s' * (below > 1)} below" if below else "",
        *foot,
    ]


def _labelled(lines: list[str], scene: Scene, row0: int, col0: int, rows: int, cols: int, size: int) -> list[str]:
    """The lines of a board with the names of rows before them, and those of columns below; `size` signs are a cell."""
    labels = scene.labels
    assert labels is not None
    row_names, col_names = names_in(labels.rows, row0, rows), names_in(labels.columns, col0, cols)
    margin = max((len(name) for name in row_names), default=0)
    if row_names:
        lines = [f"{row_names[row] if row < len(row_names) else '':>{margin}} {line}" for row, line in enumerate(lines)]
        margin += 1
    if col_names:
        if max(map(len, col_names)) < size + (size == 1):
            foot = "".join(f"{name:<{size}}" for name in col_names)
        else:  # too long for every column: every fifth
            foot, end = "", 0
            for col, name in enumerate(col_names):
                if name.lstrip("-").isdecimal() and int(name) % 5 == 0 and col * size >= end:
                    foot = f"{foot:<{col * size}}{name}"
                    end = len(foot) + 1
        lines = [*lines, " " * margin + foot]
    return lines
