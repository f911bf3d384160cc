"""A level from text and back: layer A with its header lines, a line `---`, layer B (PS1, PS2).

All defects of a level are found at once (PS3).
"""

from typing import NamedTuple

from gridhall.errors import BadSetup, Defect
from gridhall.game import SetupRecord, Truth
from gridhall.games.phase_shift.distances import mark
from gridhall.games.phase_shift.rules import (
    BEACON,
    CELLS,
    DECOR,
    FILES,
    FLOOR,
    GATE,
    KEY,
    KINDS,
    LARGEST,
    LAYER,
    RIFT,
    SIGNS,
    STRIDE,
    VOID,
    WALL,
    Setup,
    State,
)
from gridhall.header import Entry, split_header

DIFFICULTIES = ("easy", "medium", "hard")
SIZES = (5, 7, 9)  # of the presets (PS2)
LIMITS = (50, 75, 90)
LONGEST_LIMIT = 9999
KEYS = ("title", "author", "difficulty", "limit")
TILE = {sign: tile for tile, sign in enumerate(SIGNS) if sign != " "} | {" ": VOID, "P": FLOOR}
TILE |= dict.fromkeys(DECOR, FLOOR)  # for the rules it is nothing else (PS18)
# Décor is left out: what 1.0.0 said of an unknown sign stays as it was.
KNOWN = "# . P B E X k u v w G U V W and _ or a blank for void"
MOST_DEFECTS = 100


class LayerText(NamedTuple):
    """The text of one layer: its file for messages, its header, and its rows, the first of them on line `first`."""

    file: str
    header: str
    rows: list[str]
    first: int

    @property
    def width(self) -> int:
        return max(map(len, self.rows), default=0)

    def at(self, row: int, col: int) -> str:
        """The sign of a cell; what is not drawn is void."""
        return self.rows[row][col] if row < len(self.rows) and col < len(self.rows[row]) else "_"

    def defect(self, problem: str, cure: str, row: int | None = None, col: int | None = None) -> Defect:
        line = None if row is None else self.first + row
        return Defect(problem, cure, line, None if col is None else col + 1, self.file)


def read_setup(text: str) -> tuple[SetupRecord, Truth]:
    layers = split_layers(text)
    if len(layers) < 2:
        cure = "put a line `---` between the rows of Alpha and those of Beta, or keep the two layers in two files (PS1)"
        raise BadSetup([Defect("there is no layer B", cure)])
    (_, alpha), (_, beta) = layers
    defects: list[Defect] = []
    entries = _header(alpha, beta, defects)
    _check_sizes(alpha, beta, defects)
    for layer_text in (alpha, beta):
        _check_signs(layer_text, defects)
        _check_exits(layer_text, defects)
    _check_start(alpha, beta, defects)
    _check_together(alpha, beta, defects)
    difficulty, limit = _preset(alpha, entries, defects)
    if defects:
        defects.sort(key=lambda defect: (defect.file or "", defect.line or 0, defect.column or 0))
        more = len(defects) - MOST_DEFECTS
        if more > 0:
            defects[MOST_DEFECTS:] = [Defect(f"and {more} more defects", "mend these first")]
        raise BadSetup(defects)
    return _build(alpha, beta, difficulty, limit), State()


def split_layers(text: str) -> list[tuple[int, LayerText]]:
    """The layers of a text, one or two, each with the number of lines before it."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    cut = next((number for number, line in enumerate(lines) if line.strip() == "---"), None)
    if cut is None:
        return [(0, _layer_text(FILES[0], lines))]
    return [(0, _layer_text(FILES[0], lines[:cut])), (cut + 1, _layer_text(FILES[1], lines[cut + 1 :]))]


def _layer_text(file: str, lines: list[str]) -> LayerText:
    """Split off the header lines, and the empty lines before and after the drawing.

    A line of blanks is not empty: it is a row of void.
    """
    lines = [line.removeprefix("\ufeff") if number == 0 else line for number, line in enumerate(lines)]
    first = next(
        (number for number, line in enumerate(lines) if line and not line.lstrip().startswith(";")), len(lines)
    )
    last = next((number for number in range(len(lines), first, -1) if lines[number - 1]), first)
    return LayerText(file, "\n".join(lines[:first]), lines[first:last], first + 1)


def _header(alpha: LayerText, beta: LayerText, defects: list[Defect]) -> dict[str, Entry]:
    entries, _, wrong = split_header(alpha.header)
    defects += [Defect(defect.problem, defect.cure, defect.line, None, alpha.file) for defect in wrong]
    by_key: dict[str, Entry] = {}
    for entry in entries:
        if entry.key not in KEYS:
            problem, cure = f"unknown header key {entry.key[:40]!r}", f"known are {', '.join(KEYS)} (PS2)"
            defects.append(Defect(problem, cure, entry.line, None, alpha.file))
        elif entry.key in by_key:
            problem = f"a second {entry.key!r}; the first is on line {by_key[entry.key].line}"
            defects.append(Defect(problem, "remove one", entry.line, None, alpha.file))
        else:
            by_key[entry.key] = entry
    if beta.header.strip():
        line = next(number for number, line in enumerate(beta.header.split("\n"), 1) if line.strip())
        defects.append(Defect("header lines belong to layer A only (PS2)", "move them there", line, None, beta.file))
    return by_key


def _check_sizes(alpha: LayerText, beta: LayerText, defects: list[Defect]) -> None:
    for layer_text in (alpha, beta):
        if not layer_text.rows:
            defects.append(layer_text.defect("the layer is empty", "draw one character a cell, one line a row (PS1)"))
        elif not 2 <= len(layer_text.rows) <= LARGEST or not 2 <= layer_text.width <= LARGEST:
            cure = f"a level is from 2×2 to {LARGEST}×{LARGEST} (PS2)"
            defects.append(
                layer_text.defect(f"the layer has {len(layer_text.rows)} rows and {layer_text.width} columns", cure)
            )
    if not alpha.rows or not beta.rows:
        return
    if len(alpha.rows) != len(beta.rows):
        longer, other = (alpha, beta) if len(alpha.rows) > len(beta.rows) else (beta, alpha)
        problem = f"the layer has {len(longer.rows)} rows, {other.file} has {len(other.rows)}"
        defects.append(longer.defect(problem, "both layers need equal sizes (PS3); draw void as _", len(other.rows)))
    if alpha.width != beta.width:
        wider, other = (alpha, beta) if alpha.width > beta.width else (beta, alpha)
        row = next(number for number, line in enumerate(wider.rows) if len(line) > other.width)
        problem = f"the row has {len(wider.rows[row])} columns, {other.file} has {other.width}"
        cure = "both layers need equal sizes (PS3); draw void at a row's end as _"
        defects.append(wider.defect(problem, cure, row, other.width))


def _check_signs(layer_text: LayerText, defects: list[Defect]) -> None:
    for row, line in enumerate(layer_text.rows):
        if line.strip() == "---":
            cure = "a level has two layers (PS1): remove what is too much"
            defects.append(layer_text.defect("a second line `---`", cure, row))
            continue
        for col, sign in enumerate(line):
            if sign not in TILE:
                late_header = sign == ";" and not line[:col].strip()
                cure = "a header line comes before the drawing" if late_header else f"known are {KNOWN}"
                defects.append(layer_text.defect(f"unknown tile {sign!r}", cure, row, col))


def _places(layer_text: LayerText, sign: str) -> list[tuple[int, int]]:
    return [(row, col) for row, line in enumerate(layer_text.rows) for col, drawn in enumerate(line) if drawn == sign]


def _check_exits(layer_text: LayerText, defects: list[Defect]) -> None:
    places = _places(layer_text, "E")
    for row, col in places[1:]:
        first = f"line {layer_text.first + places[0][0]}, column {places[0][1] + 1}"
        problem = f"a second E in this layer; the first is on {first}"
        defects.append(layer_text.defect(problem, "a layer has at most one exit (PS3): make this floor", row, col))


def _check_start(alpha: LayerText, beta: LayerText, defects: list[Defect]) -> None:
    """Check that Alpha has one P, and Beta at that cell P or a tile to stand on (PS3)."""
    places = _places(alpha, "P")
    if not alpha.rows:
        return
    if not places:
        defects.append(alpha.defect("there is no P, the start", "let one cell be P (PS3)"))
        return
    row, col = places[0]
    for again in places[1:]:
        problem = f"a second P; the first is on line {alpha.first + row}, column {col + 1}"
        defects.append(alpha.defect(problem, "a level has one start (PS3): make this floor", *again))
    for place in _places(beta, "P"):
        if place not in places:
            problem = f"P is not where Alpha has it, on line {alpha.first + row} of {alpha.file}, column {col + 1}"
            defects.append(beta.defect(problem, "move it there, or make this floor (PS3)", *place))
    if row >= len(beta.rows):
        return  # that the sizes differ is a defect of its own
    sign = beta.at(row, col)
    tile = TILE.get(sign, FLOOR)
    if tile in (VOID, WALL, RIFT) or tile >= GATE:
        name = "void" if tile == VOID else {WALL: "a wall", RIFT: "a rift"}.get(tile, "a closed gate")
        problem = f"the start of {alpha.file} is {name} here"
        cure = "the start must be a tile to stand on in both phases (PS3): make it P or ."
        defects.append(beta.defect(problem, cure, row, col))


def _check_together(alpha: LayerText, beta: LayerText, defects: list[Defect]) -> None:
    """Check what either layer may have: an exit, a beacon, and at each cell something but void (PS3)."""
    if not alpha.rows or not beta.rows:
        return
    if not _places(alpha, "E") and not _places(beta, "E"):
        defects.append(alpha.defect("there is no exit in either layer", "let one cell be E (PS3)"))
    if not _places(alpha, "B") and not _places(beta, "B"):
        defects.append(alpha.defect("there is no beacon in either layer", "let a cell be B (PS3)"))
    if len(alpha.rows) != len(beta.rows) or alpha.width != beta.width or max(len(alpha.rows), alpha.width) > LARGEST:
        return
    for row in range(len(alpha.rows)):
        for col in range(alpha.width):
            if TILE.get(alpha.at(row, col), FLOOR) == VOID == TILE.get(beta.at(row, col), FLOOR):
                cure = f"draw something here, or on line {beta.first + row} of {beta.file} (PS3)"
                defects.append(alpha.defect("the cell is void in both layers", cure, row, col))


def smallest_preset(height: int, width: int) -> int:
    """The difficulty of a level that names none (PS2)."""
    return next((number for number, size in enumerate(SIZES) if max(height, width) <= size), 2)


def _preset(alpha: LayerText, entries: dict[str, Entry], defects: list[Defect]) -> tuple[int, int]:
    difficulty = smallest_preset(len(alpha.rows), alpha.width)
    if entry := entries.get("difficulty"):
        if entry.value.lower() in DIFFICULTIES:
            difficulty = DIFFICULTIES.index(entry.value.lower())
        else:
            problem, cure = f"unknown difficulty {entry.value[:40]!r}", f"known are {', '.join(DIFFICULTIES)}"
            defects.append(Defect(problem, cure, entry.line, None, alpha.file))
    limit = LIMITS[difficulty]
    if entry := entries.get("limit"):
        digits = entry.value.isascii() and entry.value.isdigit() and len(entry.value) <= 9
        if digits and 1 <= int(entry.value) <= LONGEST_LIMIT:
            limit = int(entry.value)
        else:
            cure = f"write a whole number from 1 to {LONGEST_LIMIT}"
            defects.append(Defect(f"the limit is {entry.value[:40]!r}", cure, entry.line, None, alpha.file))
    return difficulty, limit


def _build(alpha: LayerText, beta: LayerText, difficulty: int, limit: int) -> SetupRecord:
    height, width = len(alpha.rows), alpha.width
    setup: SetupRecord = Setup()
    setup.limit, setup.height, setup.width, setup.difficulty = limit, height, width, difficulty
    for row in range(height):
        for col in range(width):
            cell = (row + 1) * STRIDE + col
            above, below = TILE[alpha.at(row, col)], TILE[beta.at(row, col)]
            setup.tiles[cell], setup.tiles[LAYER + cell] = above, below
            setup.beacons += BEACON in (above, below)  # one beacon, in one layer or both (PS7)
            setup.mixed += KEY <= above < GATE and KEY <= below < GATE and above != below
            if alpha.at(row, col) == "P":
                setup.first = cell
            for layer, sign in enumerate((alpha.at(row, col), beta.at(row, col))):
                if sign in DECOR:
                    setup.decor[layer * LAYER + cell] = 1 + DECOR.index(sign)
                    setup.adorned += 1
            for layer, tile in enumerate((above, below)):
                if tile >= BEACON:
                    setup.places[layer * CELLS + setup.lively[layer]] = cell
                    setup.lively[layer] += 1
                else:
                    at = tile * height * width + row * width + col
                    setup.seen_in_alpha[layer * KINDS * height * width + at] = 1
                    setup.seen_in_beta[(1 - layer) * KINDS * height * width + at] = 1
    mark(setup)
    return setup


def write_setup(setup: SetupRecord, state: Truth) -> str:
    preset = smallest_preset(setup.height, setup.width)
    header = f"; difficulty: {DIFFICULTIES[setup.difficulty]}\n" if setup.difficulty != preset else ""
    header += f"; limit: {setup.limit}\n" if setup.limit != LIMITS[setup.difficulty] else ""
    layers = []
    for base in (0, LAYER):
        text = ""
        for row in range(setup.height):
            cells = range(base + (row + 1) * STRIDE, base + (row + 1) * STRIDE + setup.width)
            text += "".join("P" if cell == setup.first else sign_at(setup, cell) for cell in cells) + "\n"
        layers.append(text)
    return f"{header}{layers[0]}---\n{layers[1]}"


def sign_at(setup: SetupRecord, cell: int) -> str:
    """The sign that a cell of either layer is drawn with in a level's text."""
    look = setup.decor[cell]
    return DECOR[look - 1] if look else SIGNS[setup.tiles[cell]]
