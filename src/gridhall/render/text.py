"""A scene as plain text: ASCII or Unicode, with or without colour. It knows no game."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from gridhall.render.wrap import pack, wrap
from gridhall.scene import Choice, Kind, Layer, Mark, Meter, Piece, Preview, Scene, Tick, Timeline

COMPASS = str.maketrans({"↑": "N", "↗": "NE", "→": "E", "↘": "SE", "↓": "S", "↙": "SW", "←": "W", "↖": "NW"})
PLAIN = str.maketrans({
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "★": "*", "☆": "-", "–": "-", "—": "-", "−": "-", "·": "-", "•": "-",
    "×": "x", "≤": "<=", "≥": ">=", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "●": "o", "◆": "+",
    "±": "+-", "½": "1/2", "°": " deg",
})  # fmt: skip
RED, GREEN, YELLOW, BLUE, PINK, DIM, BOLD = "31", "32", "33", "34", "35", "2", "1"
OWNER_COLOUR = {1: RED, 2: BLUE}
OWNER_SIGN = {1: "●", 2: "◆"}
CIRCLED = {1: "⓪①②③④⑤⑥⑦⑧⑨", 2: "⓿❶❷❸❹❺❻❼❽❾"}
ON = "-on"  # a kind whose id ends so is something switched on: green
FLOORS = {".", "·", ":", "∙", " "}
DRAWN_LINES = ("shot", "beam", "trail", "path")
MARK_COLOUR = {"good": GREEN, "danger": PINK, "choice": YELLOW, "target": YELLOW, "reach": YELLOW, "last": BOLD}
STROKES = {(0, 1): "─", (1, 0): "│", (1, 1): "╲", (1, -1): "╱"}
LIGHT = {"─": ("╌", "-"), "│": ("╎", "|")}  # how strokes of light look, and in ASCII
ARROWS = {(-1, 0): "↑", (-1, 1): "↗", (0, 1): "→", (1, 1): "↘", (1, 0): "↓", (1, -1): "↙", (0, -1): "←", (-1, -1): "↖"}
LONGEST_NAME = 16  # signs of a choice's name that is written after its word
# A Unicode board looks square with two signs a cell. A single board has them where that fits; one of several has them
# up to so many columns.
WIDEST_DOUBLED = 20
WIDEST_MAPS = 48  # columns of small boards beside each other
LABEL = 5  # columns left free for row labels
NARROWEST = 34  # columns for the sentences beside a board that is too high to have them above and below

Cell = tuple[str, str]  # what is written there, and its colour


def render(
    scene: Scene,
    *,
    fancy: bool = False,
    colour: bool = False,
    width: int = 80,
    height: int = 0,
    both: bool = False,
    preview: Preview | None = None,
) -> str:
    """The scene as lines of text.

    `fancy` is Unicode. `both` also shows the layers out of focus, and known paths. `preview` is laid over the board.
    What is higher than `height` (0: no limit) gets its sentences beside the board, and of a board that is still too
    high only the part round the pieces that can act is shown.
    """
    layers = [index for index, layer in enumerate(scene.layers) if layer.focus or both] or [0]
    lines_drawn = [*DRAWN_LINES, *["known"] * both]
    lines_drawn += ["danger"] if scene.outcome else []  # after the end: what was the danger
    named = len(layers) > 1
    coming = {meter.label: meter for meter in preview.meters} if preview else {}
    meters = [coming.get(meter.label, meter) for meter in scene.meters]
    head = [] if named else _layer_name(scene, layers[0])
    head += [text for meter in meters if not is_tank(meter) and (text := meter_text(meter, fancy, scene.legend))]
    widest = WIDEST_DOUBLED if named or scene.maps else (width - LABEL) // 2
    boards = [_board(scene, index, fancy, colour, preview, lines_drawn, widest) for index in layers]
    if named:
        boards = [[_pad(scene.layers[index].name, _width(board)), *board] for index, board in zip(layers, boards)]
    beside = _beside(meters, scene, fancy)
    middle = _columns([*boards, *beside], width)
    if scene.timeline:
        middle += _timeline(scene.timeline, fancy)
    lines = [*pack(head, width), *middle, *_sentences(scene, fancy, width, preview)]
    if height and len(lines) > height and not (named or beside or scene.timeline):
        board = _board(scene, layers[0], fancy, colour, preview, lines_drawn, 0, height)
        left = width - _width(board) - 3
        if left >= NARROWEST:
            sentences = [*pack(head, left), "", *_sentences(scene, fancy, left, preview)]
            if len(sentences) > height:
                sentences = [*sentences[: height - 1], "... `words` lists all"]
            lines = _columns([board, sentences], width)
    text = "\n".join(line.rstrip() for line in lines)
    return text if fancy else plain(text)


def _layer_name(scene: Scene, index: int) -> list[str]:
    """The line above a board that stands alone."""
    layer = scene.layers[index]
    if not layer.name:
        return []
    return [f"{layer.name} {layer.note}".strip() if len(scene.layers) == 1 else layer.name]


def is_tank(meter: Meter) -> bool:
    """Whether a meter is drawn beside the board."""
    return meter.kind == "cells" and bool(meter.place)


def _sentences(scene: Scene, fancy: bool, width: int, preview: Preview | None) -> list[str]:
    """What is said of a board: what happened, what a choice would do, the end, or what there is to do."""
    lines = [line for entry in scene.log[-3:] for line in wrap(f"{entry.at} {entry.text}".strip(), width)]
    if preview is not None and preview.text:
        lines += wrap(("! " if preview.danger else "") + preview.text, width)
    if not scene.outcome:
        return lines + wrap(scene.status, width) + wrap(scene.hint, width) + words_of(scene.choices, width)
    for text in (scene.outcome.title, *scene.outcome.lines):
        lines += wrap(text, width)
    return lines + ([stars(scene.outcome.stars, fancy)] if scene.outcome.stars >= 0 else [])


def plain(text: str) -> str:
    """The text in ASCII."""
    return text if text.isascii() else text.translate(PLAIN).encode("ascii", "replace").decode("ascii")


def stars(count: int, fancy: bool) -> str:
    return "★" * count + "☆" * (3 - count) if fancy else "*" * count + "-" * (3 - count)


def meter_text(meter: Meter, fancy: bool = False, legend: Mapping[str, Kind] = {}) -> str:
    """A meter in a few words: `Moves 8/75`."""
    kind, value = meter.kind, str(meter.value)
    if kind in ("bar", "cells", "icons", "number"):
        value = f"{meter.value}/{meter.limit or meter.max}" if meter.max or meter.limit else value
        if meter.gain:
            value += f" ({meter.gain:+})"
    elif kind == "items":
        value = ", ".join(legend[item].name if item in legend else item for item in meter.items) or "none"
    elif kind == "stars":
        value = stars(meter.value, fancy)
    elif kind == "dice":
        dice = zip_longest(meter.values, meter.used, fillvalue=False)
        faces = [f"({die})" if used else str(die) for die, used in dice]
        value = "" if meter.text else " ".join(faces)
    elif kind == "text":
        value = ""
    return f"{meter.label} {value}{' ' if value and meter.text else ''}{meter.text}".strip()


def words_of(choices: Sequence[Choice], width: int = 80, most: int = 6) -> list[str]:
    """The words one may type, those that differ only at the end together: `3 move N E S`; `!` warns."""
    together: dict[str, list[str]] = {}
    for choice in choices:
        if choice.why:
            continue
        head, _, last = choice.word.rpartition(" ")
        name = choice.name if len(choice.name) <= LONGEST_NAME else choice.name.partition(":")[0]
        name = "" if head or len(name) > LONGEST_NAME or name.lower() == choice.word.lower() else f" {name}"
        text = f"{last}{'!' if choice.danger else ''}{name.rstrip()}"
        tails = together.setdefault(head, [])
        if text not in tails:
            tails.append(text)
    single = together.pop("", [])
    lines = pack(single + [f"{head} {' '.join(tails)}" for head, tails in together.items()], width)
    return lines if len(lines) <= most else [*lines[: most - 1], "... `words` lists all"]


def _board(
    scene: Scene, index: int, fancy: bool, colour: bool, preview: Preview | None, lines_drawn: Sequence[str],
    widest: int, height: int = 0,
) -> list[str]:  # fmt: skip
    """One layer with its labels: with two signs a cell up to `widest` columns, and no higher than `height` (0: any)."""
    row0, col0, rows, cols = scene.window or [0, 0, scene.height, scene.width]
    kinds = {kind.text: kind for kind in scene.legend.values()}
    spaced = not any(kind.join for kind in scene.legend.values())
    doubled = fancy and not spaced and cols <= widest
    cells = _tiles(scene, scene.layers[index], kinds, fancy)
    coming = preview.marks if preview else []
    for mark in (mark for mark in (*scene.marks, *coming) if mark.layer == index):
        _draw_mark(cells, mark, scene.width, fancy, mark in coming, lines_drawn)
    moved = {piece.id: piece for piece in preview.pieces} if preview else {}
    pieces = [*(piece for piece in scene.pieces if piece.id not in moved), *moved.values()]
    for piece in sorted((piece for piece in pieces if piece.layer == index), key=lambda piece: not piece.faded):
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
    row0, col0, rows, cols = scene.window or [0, 0, scene.height, scene.width]
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
        for cell, stroke in _stroke(mark, width):
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
    sign, shade = cell
    if spaced:
        sign = sign if len(sign) == 2 else f"{sign} "
    elif doubled:
        solid = sign in "▒█▓" or any(kind.join and sign in (kind.fancy, kind.text) for kind in kinds.values())
        sign = sign * 2 if solid and len(sign) == 1 else f" {sign}" if len(sign) == 1 else sign
    return f"\x1b[{shade}m{sign}\x1b[0m" if colour and shade and sign.strip() else sign


def _stroke(mark: Mark, width: int) -> Iterable[tuple[int, str]]:
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
        yield b, ARROWS.get(step, stroke) if mark.arrow and b == mark.line[-1] else stroke


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
        f"  ... {above} rows above" if above else "",
        *lines[top : top + size],
        f"  ... {below} rows below" if below else "",
        *foot,
    ]


def _labelled(lines: list[str], scene: Scene, row0: int, col0: int, rows: int, cols: int, size: int) -> list[str]:
    labels = scene.labels
    assert labels is not None
    row_names = labels.rows if len(labels.rows) <= rows else labels.rows[row0 : row0 + rows]
    col_names = labels.columns if len(labels.columns) <= cols else labels.columns[col0 : col0 + cols]
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


def _beside(meters: Sequence[Meter], scene: Scene, fancy: bool) -> list[list[str]]:
    """The blocks that stand right of the board: tanks, and small maps."""
    lines: list[str] = []
    for meter in filter(is_tank, meters):
        head, cells = f"{meter.label} {meter.value}/{meter.limit or meter.max}", _tank_cells(meter)
        if not meter.group:
            lines.append(f"{head} [{cells}]")
            continue
        lines += [head, *(f"[{cells[at : at + meter.group]}]" for at in range(0, meter.max, meter.group))]
        lines += [meter.text] if meter.text else []
    return [block for block in (lines, _maps(scene, fancy)) if block]


def _tank_cells(meter: Meter) -> str:
    """A sign for each cell of a tank: full, just gained, just drained, empty, or (blank) out of use."""
    value, limit = meter.value, meter.limit or meter.max
    signs = ["#" if at < value else "." if at < limit else " " for at in range(meter.max)]
    changed = range(value - meter.gain, value) or range(value, value - meter.gain)
    for at in changed:
        if 0 <= at < meter.max:
            signs[at] = "+" if meter.gain > 0 else "-"
    return "".join(signs)


def _maps(scene: Scene, fancy: bool) -> list[str]:
    """Small boards with their names above them."""
    signs = {kind.text: kind.fancy or kind.text for kind in scene.legend.values()} if fancy else {}
    blocks = []
    for layer in scene.maps:
        rows = ["".join(signs.get(sign, sign) for sign in row) for row in layer.tiles]
        blocks.append([f"[{layer.name}]" if layer.focus else f" {layer.name}", *rows])
    return _columns(blocks, WIDEST_MAPS, gap=1)


def _timeline(timeline: Timeline, fancy: bool) -> list[str]:
    """What was done at each tick, a row for each piece."""
    names = [row.name or row.piece for row in timeline.rows]
    # One letter of player 2's is small, as on the board.
    names = [name.lower() if row.owner == 2 and len(name) == 1 else name for row, name in zip(timeline.rows, names)]
    signs = [[_tick_sign(tick, fancy) for tick in row.cells] for row in timeline.rows]
    size = max((len(sign) for row in signs for sign in row), default=1)
    margin = max(map(len, names), default=0)
    ticks = [f"[{tick}]" if tick == timeline.now else str(tick) for tick in range(1, timeline.ticks + 1)]
    lines = [" " * (margin + 2) + " ".join(f"{tick:<{size}}" for tick in ticks)]
    for name, row in zip(names, signs):
        lines.append(f"{name:>{margin}}: {' '.join(f'{sign:<{size}}' for sign in row)}")
    return lines


def _tick_sign(tick: Tick, fancy: bool) -> str:
    sign = tick.sign
    if not sign or tick.state == "sealed":
        sign = {"sealed": "//", "dead": "x", "next": "_"}.get(tick.state, ".")
    return sign if fancy else plain(sign.translate(COMPASS))


def _columns(blocks: list[list[str]], width: int, gap: int = 3) -> list[str]:
    """Blocks side by side where they fit, else below each other."""
    lines: list[str] = []
    for block in blocks:
        wide = _width(lines)
        if lines and wide + gap + _width(block) <= width:
            tall = max(len(lines), len(block))
            left, right = lines + [""] * (tall - len(lines)), block + [""] * (tall - len(block))
            lines = [_pad(a, wide + gap) + b for a, b in zip(left, right)]
        else:
            lines = lines + block
    return lines


def _visible(line: str) -> int:
    """The columns a line takes, colours left out."""
    if "\x1b" not in line:
        return len(line)
    return sum(len(part.partition("m")[2]) if number else len(part) for number, part in enumerate(line.split("\x1b[")))


def _width(lines: list[str]) -> int:
    return max(map(_visible, lines), default=0)


def _pad(line: str, size: int) -> str:
    return line + " " * (size - _visible(line))
