"""A scene as the parts of an SVG drawing: where everything stands, and how it looks. It knows no game."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from math import atan2, ceil, degrees
from pathlib import Path
from typing import NamedTuple

from gridhall.render.text import meter_text
from gridhall.scene import Kind, Layer, Mark, Meter, Piece, Scene, Timeline

UNIT = 48  # a cell, in the units of the drawing; symbols are drawn in 48 x 48
MARGIN, GAP, LABEL, NAME, RIM = 20, 24, 26, 30, 26  # RIM: how much of an outer ring of wall is cut away
ACROSS = 3  # small boards beside each other
NAMES = 88  # room for the names at a timeline: a token and 8 letters
ASIDE = 0.7  # size of a board that is not in focus
FONT = "DejaVu Sans, Liberation Sans, Helvetica, Arial, Aileron, sans-serif"
MONO = "DejaVu Sans Mono, Liberation Mono, Menlo, Consolas, Aileron, monospace"
SHOWN = ("danger", "good", "last")  # marks of cells; the others say what one can do, and nobody can in a picture
SHOWN_LINES = ("trail", "known", "shot", "beam", "light", "danger")
LIGHT = {
    "page": "#EDF1F0", "paper": "#FFFFFF", "ink": "#17222C", "ink2": "#4A5966", "ink3": "#5C6A74", "gold": "#F5B301", "mark": "#946800", "floor": "#FBFCFA",
    "grid": "#DDE4E2", "wall": "#3F4F5B", "lip": "#27323C", "wall-r": "#75848E", "lip-r": "#606E78", "floor-r": "#E4EAE9", "fog": "#C9D2D4", "fog2": "#BCC7CA",
    "good": "#177245", "danger": "#A5186A", "p1": "#C5341A", "p2": "#1A5FB4", "line": "#CBD4D3", "soft": "#F4F7F6",
}  # fmt: skip
DARK = {
    "page": "#0E141A", "paper": "#17202A", "ink": "#EEF2F4", "ink2": "#AEBDC8", "ink3": "#8C9DAA", "gold": "#FFC83D", "mark": "#FFC83D", "floor": "#1B2732",
    "grid": "#263442", "wall": "#66798C", "lip": "#3E4C58", "wall-r": "#55687A", "lip-r": "#36434F", "floor-r": "#0F161C", "fog": "#0B1015", "fog2": "#121A21",
    "good": "#5BD197", "danger": "#FF85BE", "p1": "#FF7A5C", "p2": "#6DB3FF", "line": "#2C3945", "soft": "#1E2833",
}  # fmt: skip
DAY = {
    "floor": "#FFF9E8", "grid": "#EDE2C4", "wall": "#9A8760", "lip": "#6E5E3C", "ink": "#17222C", "ink2": "#4A5966", "ink3": "#6F6344", "paper": "#FFFFFF",
    "good": "#177245", "danger": "#A5186A", "gold": "#F5B301", "mark": "#946800",
}  # fmt: skip
NIGHT = {
    "floor": "#4F5FB8", "grid": "#5E6EC6", "wall": "#10142F", "lip": "#070A1C", "ink": "#F4F5FF", "ink2": "#D5DAF6", "ink3": "#D5DAF6", "paper": "#141A36",
    "good": "#8BF0BD", "danger": "#FFC0DD", "gold": "#FFC83D", "mark": "#FFC83D",
}  # fmt: skip
DARK_DAY = {**DAY, "floor": "#EDE3C8", "grid": "#DACDA8", "wall": "#85724A", "lip": "#5A4C2E"}
TONES = {"day": DAY, "night": NIGHT}

Palette = dict[str, str]
Theme = dict[str, str]  # a symbol's drawing by its id


class Place(NamedTuple):
    """Where a board stands in the picture."""

    x: float
    y: float
    scale: float
    rim: int


class Plan(NamedTuple):
    """Where everything stands; one plan serves all frames of an animation."""

    width: float
    height: float
    window: tuple[int, int, int, int]
    boards: list[Place]
    left: float  # of the boards, behind the meters
    right: float  # where what stands right of the boards begins
    foot: float


@cache
def theme_of(folder: Path) -> Theme:
    """The symbols of a game's theme.svg."""
    path = folder / "theme.svg"
    text = path.read_text("utf-8") if path.exists() else ""
    return dict(re.findall(r'<symbol\b[^>]*?\bid="([^"]+)"[^>]*>(.*?)</symbol>', text, re.S))


@cache
def palette(dark: bool, tone: str) -> Palette:
    tones = {**TONES, "day": DARK_DAY} if dark else TONES
    return {**(DARK if dark else LIGHT), **tones.get(tone, {})}


def _paint(drawing: str, colours: Palette, owner: int) -> str:
    """Fill in the colours: `var(--name, fallback)`."""
    own = {"owner": colours.get(f"p{owner}", colours["ink"])}

    def colour(found: re.Match[str]) -> str:
        name = found[1]
        return own.get(name) or colours.get(name) or (found[2] or colours["ink"]).strip()

    return re.sub(r"var\(--([\w-]+)(?:,\s*([^()]*))?\)", colour, drawing).replace("currentColor", own["owner"])


# Where things stand.


def plan_of(scenes: Sequence[Scene], still: bool) -> Plan:
    first = scenes[0]
    window = _window(scenes)
    rows, cols = window[2], window[3]
    left = MARGIN + (LABEL if first.labels and first.labels.rows else 0) + (_tank_width(first, "left"))
    named = any(layer.name for layer in first.layers) and len(first.layers) > 1
    top = MARGIN + (NAME if named else 0)
    boards, x, bottom = [], float(left), 0.0
    for index, layer in enumerate(first.layers):
        scale = ASIDE if still and not layer.focus else 1.0
        rim = RIM if all(_is_ringed(scene, index) for scene in scenes) else 0
        boards.append(Place(x, top, scale, rim))
        x += (
            (cols * UNIT - 2 * rim) * scale
            + GAP
            + (LABEL if first.labels and first.labels.rows and index + 1 < len(first.layers) else 0)
        )
        bottom = max(bottom, top + (rows * UNIT - 2 * rim) * scale)
    right = x - GAP
    wide = right + _tank_width(first, "right")
    times = [scene.timeline for scene in scenes if scene.timeline]
    if times:
        wide += GAP + NAMES + 38 * max(time.ticks for time in times)
        bottom = max(bottom, top + 24 + 26 * max(len(time.rows) for time in times))
    if first.maps:
        wide += GAP + _map_size(first)[0]
        bottom = max(bottom, top + _map_size(first)[1])
    wide = max(wide + MARGIN, 320.0)
    foot = bottom + (LABEL if first.labels and first.labels.columns else 0) + 10
    tall = foot + max(24 * len(_status(scene, wide)) + 19 * len(_notes(scene, wide)) for scene in scenes) + MARGIN
    return Plan(ceil(wide), ceil(tall), window, boards, left, right, foot)


def _window(scenes: Sequence[Scene]) -> tuple[int, int, int, int]:
    """The rows and columns that hold every scene's part."""
    parts = [tuple(scene.window or (0, 0, scene.height, scene.width)) for scene in scenes]
    row, col = min(part[0] for part in parts), min(part[1] for part in parts)
    return row, col, max(part[0] + part[2] for part in parts) - row, max(part[1] + part[3] for part in parts) - col


def _is_ringed(scene: Scene, index: int) -> bool:
    """Whether the outer ring is all wall, which is then drawn half."""
    layer = scene.layers[index]
    joins = {kind.text for kind in scene.legend.values() if kind.join}
    rows = layer.tiles
    if layer.fog or scene.window or len(rows) < 3 or not rows[0]:
        return False
    return all(sign in joins for sign in (*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)))


def _tank_width(scene: Scene, place: str) -> int:
    tanks = [meter for meter in scene.meters if meter.kind == "cells" and meter.place == place]
    return sum(4 * 19 + 30 if meter.group > 1 else 70 for meter in tanks)


def _map_size(scene: Scene) -> tuple[float, float]:
    """Small boards stand three beside each other."""
    cols = max(len(layer.tiles[0]) for layer in scene.maps)
    rows = max(len(layer.tiles) for layer in scene.maps)
    return ACROSS * (cols * 12 + 14), ceil(len(scene.maps) / ACROSS) * (rows * 12 + 26)


# The document.


def document(width: float, height: float, cell: int, parts: Iterable[str]) -> str:
    """An SVG document of this size in the units of the drawing."""
    zoom = cell / UNIT
    size = f'width="{width * zoom:g}" height="{height * zoom:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">{"".join(parts)}</svg>'


def ground(scene: Scene, plan: Plan, theme: Theme, dark: bool, whole: bool) -> list[str]:
    """All but the foot; with `whole` also the marks and the pieces, which an animation lays over."""
    colours = palette(dark, "paper")
    parts = [f'<rect width="100%" height="100%" fill="{colours["page"]}"/>']
    for index, place in enumerate(plan.boards):
        parts += _board(scene, index, plan, place, theme, dark, whole)
    parts += _tanks(scene, plan, colours) + _maps(scene, plan, theme, dark)
    return parts + _timeline(scene.timeline, plan, colours) if scene.timeline else parts


def _board(scene: Scene, index: int, plan: Plan, place: Place, theme: Theme, dark: bool, whole: bool) -> list[str]:
    layer, (row0, col0, rows, cols) = scene.layers[index], plan.window
    colours, page = palette(dark, layer.tone), palette(dark, "paper")
    wide, tall, rim = cols * UNIT - 2 * place.rim, rows * UNIT - 2 * place.rim, place.rim
    parts = []
    if layer.name and len(scene.layers) > 1:
        note = (
            f'<tspan dx="8" font-size="13" font-weight="400" fill="{page["ink2"]}">{escape(layer.note)}</tspan>'
            if layer.note
            else ""
        )
        parts.append(
            f'<text x="{place.x + 2}" y="{place.y - 10}" font-size="16" font-weight="700" fill="{page["ink"]}">{escape(layer.name)}{note}</text>'
        )
    parts.append(f'<g transform="translate({place.x:g} {place.y:g}) scale({place.scale:g})">')
    parts.append(
        f'<defs><clipPath id="c{index}"><rect width="{wide}" height="{tall}" rx="9"/></clipPath>{patterns(index, colours)}</defs>'
    )
    # Clipping takes as long as all the rest: otherwise the corners are painted over.
    clip = f' clip-path="url(#c{index})"' if rim else ""
    parts.append(f'<g{clip}><g transform="translate({-rim} {-rim})">')
    parts += _terrain(scene, layer, (row0, col0, rows, cols), theme, colours)
    if whole:
        parts += marks_of(scene, index, plan.window, colours)
        for piece in in_order(scene.pieces):
            if piece.layer == index and (at := middle(piece.cell, scene.width, plan.window)):
                parts.append(
                    f'<g transform="translate({at[0]:g} {at[1]:g})">{piece_drawing(piece, scene.legend, theme, colours)}</g>'
                )
    if layer.fog or scene.window:
        parts += _fog(scene, layer, plan.window, colours)
    if not layer.focus and not whole:  # boards of an animation keep their size: the one out of focus is paler
        parts.append(f'<rect width="{cols * UNIT}" height="{rows * UNIT}" fill="{page["page"]}" opacity=".35"/>')
    frame = page["ink"] if layer.focus else page["ink3"]
    corners = f"M-1-1h10A10 10 0 0 0-1 9zM{wide + 1}-1v10A10 10 0 0 0 {wide - 9}-1zM-1 {tall + 1}v-10A10 10 0 0 0 9 {tall + 1}z"
    corners += f"M{wide + 1} {tall + 1}h-10A10 10 0 0 0 {wide + 1} {tall - 9}z"
    parts.append(f'</g></g><path d="{corners}" fill="{page["page"]}"/>')
    parts.append(f'<rect width="{wide}" height="{tall}" rx="9" fill="none" stroke="{frame}" stroke-width="2.5"/>')
    parts += _labels(scene, plan.window, rim, wide, tall, page)
    return [*parts, "</g>"]


def patterns(index: int, colours: Palette) -> str:
    """The hatch of danger on a board."""
    return (
        f'<pattern id="h{index}" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="3" height="8" fill="{colours["danger"]}" opacity=".55"/></pattern>'
    )


class _Ground:
    """What lies on the cells of a layer, in the rows and columns of the plan's window."""

    def __init__(self, scene: Scene, layer: Layer, window: tuple[int, int, int, int]) -> None:
        own = scene.window or [0, 0, scene.height, scene.width]
        self.down, self.along = own[0] - window[0], own[1] - window[1]
        self.layer, self.kinds = layer, {kind.text: (name, kind) for name, kind in scene.legend.items()}

    def kind(self, row: int, col: int) -> tuple[str, Kind] | None:
        row, col = row - self.down, col - self.along
        tiles = self.layer.tiles
        return self.kinds.get(tiles[row][col]) if 0 <= row < len(tiles) and 0 <= col < len(tiles[row]) else None

    def fog(self, row: int, col: int) -> str:
        row, col = row - self.down, col - self.along
        rows = self.layer.fog or self.layer.tiles
        if not (0 <= row < len(rows) and 0 <= col < len(rows[row])):
            return "?"
        return self.layer.fog[row][col] if self.layer.fog else "+"


def _terrain(
    scene: Scene, layer: Layer, window: tuple[int, int, int, int], theme: Theme, colours: Palette
) -> list[str]:
    """Floor, hairlines and tiles; kinds that join are one body with rounded corners and a lip to the south."""
    rows, cols = window[2], window[3]
    ground = _Ground(scene, layer, window)
    parts = [f'<rect width="{cols * UNIT}" height="{rows * UNIT}" fill="{colours["floor"]}"/>']
    if layer.fog:
        dim = [
            f"M{col * UNIT} {row * UNIT}h{UNIT}v{UNIT}h-{UNIT}z"
            for row in range(rows)
            for col in range(cols)
            if ground.fog(row, col) == "-"
        ]
        parts.append(f'<path d="{"".join(dim)}" fill="{colours["floor-r"]}"/>' if dim else "")
    lines = [f"M{col * UNIT} 0V{rows * UNIT}" for col in range(1, cols)] + [
        f"M0 {row * UNIT}H{cols * UNIT}" for row in range(1, rows)
    ]
    parts.append(f'<path d="{"".join(lines)}" stroke="{colours["grid"]}" fill="none"/>')
    faces, shadows = [], []
    for row in range(rows):
        for col in range(cols):
            found, fog = ground.kind(row, col), ground.fog(row, col)
            if found is None or fog == "?" or found[0] == "floor":
                continue
            name, kind = found
            x, y = col * UNIT, row * UNIT
            if not kind.join:
                faint = ' opacity=".6"' if fog == "-" else ""
                drawn = _paint(theme[name], colours, 0) if name in theme else _letter(kind, 0, 0, colours)
                parts.append(f'<g transform="translate({x} {y})"{faint}>{drawn}</g>')
                continue

            def same(a: int, b: int, name: str = name) -> bool:
                if not (0 <= a < rows and 0 <= b < cols):
                    return True
                other = ground.kind(a, b)
                return other is not None and other[0] == name and ground.fog(a, b) != "?"

            body = _body(x, y, same(row - 1, col), same(row, col + 1), same(row + 1, col), same(row, col - 1))
            dim_name = "-r" if fog == "-" else ""
            if not same(row + 1, col):
                shadows.append(f'<rect x="{x}" y="{y + UNIT}" width="{UNIT}" height="5" fill="#000" opacity=".1"/>')
                shadows.append(f'<path d="{body[0]}" fill="{colours["lip" + dim_name]}"/>')
            faces.append(f'<path d="{body[1]}" fill="{colours["wall" + dim_name]}"/>')
    return [*parts, *shadows, *faces]


def _body(x: float, y: float, north: bool, east: bool, south: bool, west: bool) -> tuple[str, str]:
    """The outline of one cell of a joined body: whole, and without the lip where nothing lies to the south."""
    round_ = 9
    nw, ne = (not north and not west) * round_, (not north and not east) * round_
    se, sw = (not south and not east) * round_, (not south and not west) * round_
    left, right, top = x - 0.6, x + UNIT + 0.6, y - 0.6

    def outline(bottom: float) -> str:
        return (
            f"M{left + nw:g} {top:g}H{right - ne:g}q{ne} 0 {ne} {ne}V{bottom - se:g}q0 {se} {-se} {se}"
            f"H{left + sw:g}q{-sw} 0 {-sw} {-sw}V{top + nw:g}q0 {-nw} {nw} {-nw}z"
        )

    return outline(y + UNIT + 0.3), outline(y + UNIT + 0.3 - (0 if south else 8))


def _letter(kind: Kind, x: float, y: float, colours: Palette) -> str:
    """A kind without a drawing: its sign."""
    return _text(x + UNIT / 2, y + UNIT / 2, kind.fancy or kind.text, 24, colours["ink"], 700)


def _text(
    x: float, y: float, text: str, size: float, colour: str, weight: int = 400, family: str = "", anchor: str = "middle"
) -> str:
    """Text whose middle is at a height (not every renderer knows `dominant-baseline`)."""
    face = f' font-family="{family}"' if family else ""
    place = f'x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}"{face}>{escape(text)}</text>'


def middle(cell: int, width: int, window: tuple[int, int, int, int]) -> tuple[float, float] | None:
    row, col = cell // width - window[0], cell % width - window[1]
    return (col * UNIT + UNIT / 2, row * UNIT + UNIT / 2) if 0 <= row < window[2] and 0 <= col < window[3] else None


def marks_of(scene: Scene, index: int, window: tuple[int, int, int, int], colours: Palette) -> list[str]:
    parts = []
    for mark in sorted((mark for mark in scene.marks if mark.layer == index), key=lambda mark: mark.style != "light"):
        if mark.line and mark.style in SHOWN_LINES:
            parts.append(_line(mark, scene.width, window, colours))
        if mark.cells and mark.style in SHOWN and (mark.style != "danger" or scene.outcome or not scene.choices):
            for cell in mark.cells:
                if at := middle(cell, scene.width, window):
                    parts.append(_cell_mark(mark.style, at, index, colours))
    return parts


def _cell_mark(style: str, at: tuple[float, float], index: int, colours: Palette) -> str:
    x, y = at[0] - UNIT / 2, at[1] - UNIT / 2
    if style == "last":
        return f'<rect x="{x:g}" y="{y:g}" width="48" height="48" fill="{colours["ink"]}" opacity=".07"/>'
    fill = f'fill="url(#h{index})"' if style == "danger" else f'fill="{colours["good"]}" fill-opacity=".18"'
    return f'<rect x="{x + 3:g}" y="{y + 3:g}" width="42" height="42" rx="6" {fill} stroke="{colours[style]}" stroke-width="2"/>'


def _line(mark: Mark, width: int, window: tuple[int, int, int, int], colours: Palette) -> str:
    points = [at for cell in mark.line if (at := middle(cell, width, window))]
    if len(points) < 2:
        return ""
    own = colours.get(f"p{mark.owner}", colours["ink3"])
    stroke = {
        "trail": f'stroke="{own}" stroke-width="3" stroke-opacity=".75"'
        if mark.owner
        else f'stroke="{own}" stroke-width="5" stroke-dasharray=".1 12"',
        "known": f'stroke="{own}" stroke-width="2.5" stroke-opacity=".6"',
        "shot": f'stroke="{own}" stroke-width="2.5" stroke-dasharray="1 7"',
        "beam": f'stroke="{own}" stroke-width="4" stroke-dasharray="11 6"',
        "light": f'stroke="{colours["gold"]}" stroke-width="30" stroke-opacity=".3"',
        "danger": f'stroke="{colours["danger"]}" stroke-width="3.5" stroke-dasharray="8 6" stroke-opacity=".8"',
    }[mark.style]
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    cap = "butt" if mark.style == "light" else "round"
    drawn = f'<path d="{path}" fill="none" stroke-linejoin="round" stroke-linecap="{cap}" {stroke}/>'
    if mark.arrow:
        (x0, y0), (x1, y1) = points[-2:]
        colour = colours["danger"] if mark.style == "danger" else own
        drawn += f'<path d="M9 0-5 8-5-8z" transform="translate({x1:g} {y1:g}) rotate({degrees(atan2(y1 - y0, x1 - x0)):g})" fill="{colour}"/>'
    return drawn


def in_order(pieces: Iterable[Piece]) -> list[Piece]:
    return sorted(pieces, key=lambda piece: not piece.faded)


def piece_drawing(piece: Piece, legend: dict[str, Kind], theme: Theme, colours: Palette) -> str:
    """A piece round (0, 0): its symbol turned, label, held thing and badge upright."""
    drawing = theme.get(f"{piece.kind}{piece.owner}") or theme.get(piece.kind)
    if drawing is None:
        drawing = _letter(legend[piece.kind], 0, 0, {**colours, "ink": colours.get(f"p{piece.owner}", colours["ink"])})
    turn = f"rotate({45 * piece.facing})" if piece.facing > 0 else ""
    parts = [f'<g transform="{turn} translate(-24 -24)">{_paint(drawing, colours, piece.owner)}</g>']
    if piece.label:
        parts.append(
            _text(
                0,
                0.5,
                piece.label,
                16 if len(piece.label) < 3 else 12,
                colours["paper"] if piece.owner else colours["ink"],
                700,
            )
        )
    if piece.held and piece.held in theme:
        parts.append(f'<g transform="translate(2 2) scale(.583)">{_paint(theme[piece.held], colours, piece.owner)}</g>')
    if piece.badge:
        half = 5 + 3.6 * len(piece.badge)
        box = f'x="{15 - half:g}" y="-25" width="{2 * half:g}" height="17" rx="8.5"'
        parts.append(f'<rect {box} fill="{colours["paper"]}" stroke="{colours["ink"]}" stroke-width="1.5"/>')
        parts.append(_text(15, -16.5, piece.badge, 11, colours["ink"], 700))
    drawn = "".join(parts)
    return f'<g opacity=".5">{drawn}</g>' if piece.faded else drawn


def _fog(scene: Scene, layer: Layer, window: tuple[int, int, int, int], colours: Palette) -> list[str]:
    """What was never seen is dotted."""
    known, unseen, dots = _Ground(scene, layer, window), [], []
    for row in range(window[2]):
        for col in range(window[3]):
            if known.fog(row, col) == "?":
                x, y = col * UNIT, row * UNIT
                unseen.append(f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z")
                dots.append(f"M{x + 12} {y + 12}h.01M{x + 36} {y + 36}h.01")
    if not unseen:
        return []
    dotted = f'<path d="{"".join(dots)}" stroke="{colours["fog2"]}" stroke-width="3.4" stroke-linecap="round"/>'
    return [f'<path d="{"".join(unseen)}" fill="{colours["fog"]}"/>{dotted}']


def _labels(
    scene: Scene, window: tuple[int, int, int, int], rim: int, wide: int, tall: int, colours: Palette
) -> list[str]:
    if not scene.labels:
        return []
    row0, col0, rows, cols = window
    parts = []
    rows_named, cols_named = (
        _names(scene.labels.rows, row0, rows, scene.height),
        _names(scene.labels.columns, col0, cols, scene.width),
    )
    every = 1 if max(map(len, (*rows_named, *cols_named, ""))) < 3 or max(rows, cols) <= 16 else 2
    for row, name in enumerate(rows_named):
        if name and (every == 1 or not name.lstrip("-−").isdecimal() or int(name.replace("−", "-")) % every == 0):
            parts.append(_text(-12, _inside(row, tall, rim), name, 13, colours["ink2"], 400, MONO))
    for col, name in enumerate(cols_named):
        if name and (every == 1 or not name.lstrip("-−").isdecimal() or int(name.replace("−", "-")) % every == 0):
            parts.append(_text(_inside(col, wide, rim), tall + 14, name, 13, colours["ink2"], 400, MONO))
    return parts


def _inside(number: int, size: int, rim: int) -> float:
    """The middle of what is seen of a row or column."""
    return (max(0, number * UNIT - rim) + min(size, (number + 1) * UNIT - rim)) / 2


def _names(names: list[str], start: int, count: int, whole: int) -> list[str]:
    """The labels of a window, whether they were given for the whole board or for the window only."""
    return names[start : start + count] if len(names) >= whole else names[:count]


# Beside and below the boards.


def _tanks(scene: Scene, plan: Plan, colours: Palette) -> list[str]:
    parts = []
    top = plan.boards[0].y
    for meter in scene.meters:
        if meter.kind == "cells" and meter.place:
            x = MARGIN if meter.place == "left" else plan.right + GAP
            parts.append(_text(x, top + 6, meter.label, 14, colours["ink"], 700, anchor="start"))
            parts += _cells(meter, x, top + 22, colours)
    return parts


def _cells(meter: Meter, x: float, y: float, colours: Palette) -> list[str]:
    """The cells of a tank in groups, filled from below."""
    parts, group = [], meter.group or 1
    columns = 4 if group > 1 else 1
    size, limit = (17, meter.limit or meter.max) if group > 1 else (30, meter.limit or meter.max)
    tall = ceil(group / columns) * (size + 2) + 8
    groups = ceil(meter.max / group)
    for number in range(meter.max):
        block, inside = divmod(number, group)
        left = x + 4 + inside % columns * (size + 2)
        top = y + (groups - 1 - block) * tall + 4 + inside // columns * (size + 2)
        on, gain, locked = number < meter.value, number < meter.value + meter.gain, number >= limit
        fill = colours["gold"] if on else colours["paper"]
        dash = ' stroke-dasharray="3 3"' if locked else ""
        box = f'x="{left:g}" y="{top:g}" width="{size}" height="{size}" rx="3"'
        parts.append(f'<rect {box} fill="{fill}" stroke="{colours["ink2"]}" stroke-width="1.2"{dash}/>')
        if gain and not on:
            parts.append(
                f'<path d="M{left + 3:g} {top + size - 3:g}L{left + size - 3:g} {top + 3:g}" stroke="{colours["mark"]}" stroke-width="2"/>'
            )
    return parts


def _maps(scene: Scene, plan: Plan, theme: Theme, dark: bool) -> list[str]:
    if not scene.maps:
        return []
    colours, parts = palette(dark, "paper"), []
    cols, rows = max(len(layer.tiles[0]) for layer in scene.maps), max(len(layer.tiles) for layer in scene.maps)
    left, top = plan.right + GAP + _tank_width(scene, "right"), plan.boards[0].y
    kinds = {kind.text: (name, kind) for name, kind in scene.legend.items()}
    for number, layer in enumerate(scene.maps):
        x, y = left + number % ACROSS * (cols * 12 + 14), top + number // ACROSS * (rows * 12 + 26) + 14
        parts.append(
            _text(x, y - 8, layer.name, 12, colours["ink"] if layer.focus else colours["ink3"], 700, anchor="start")
        )
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{cols * 12}" height="{rows * 12}" rx="3" fill="{colours["floor"]}" stroke="{colours["ink3"]}"/>'
        )
        for row, line in enumerate(layer.tiles):
            for col, sign in enumerate(line):
                name, kind = kinds.get(sign, ("", Kind(sign, sign)))
                if name in theme and name != "floor":
                    parts.append(
                        f'<g transform="translate({x + col * 12:g} {y + row * 12:g}) scale(.25)">{_paint(theme[name], colours, 0)}</g>'
                    )
                elif name not in ("", "floor") and kind.text not in " _":
                    parts.append(_text(x + col * 12 + 6, y + row * 12 + 6, kind.fancy or kind.text, 10, colours["ink"]))
    return parts


def _timeline(timeline: Timeline, plan: Plan, colours: Palette) -> list[str]:
    x, y = plan.right + GAP, plan.boards[0].y
    parts = []
    for tick in range(timeline.ticks):
        now = tick + 1 == timeline.now
        if now:
            parts.append(
                f'<rect x="{x + NAMES + tick * 38:g}" y="{y:g}" width="36" height="19" rx="5" fill="{colours["gold"]}"/>'
            )
        parts.append(
            _text(
                x + NAMES + 18 + tick * 38, y + 9.5, str(tick + 1), 12, "#17222C" if now else colours["ink2"], 700, MONO
            )
        )
    for number, row in enumerate(timeline.rows):
        top = y + 24 + number * 26
        own = colours.get(f"p{row.owner}", colours["ink2"])
        token = '<circle r="6"/>' if row.owner != 2 else '<path d="M0-7 7 0 0 7-7 0z"/>'
        parts.append(f'<g transform="translate({x + 8:g} {top + 12:g})" fill="{own}">{token}</g>')
        parts.append(_text(x + 22, top + 12, (row.name or row.piece)[:8], 12, colours["ink"], 700, anchor="start"))
        for tick, cell in enumerate(row.cells[: timeline.ticks]):
            left = x + NAMES + tick * 38
            fill = colours["danger"] if cell.state == "dead" else colours["gold"] if cell.state == "plan" else own
            strong = "0" if cell.state == "next" else ".16"
            edge = f' stroke="{colours["ink"]}" stroke-width="1.5"' if tick + 1 == timeline.now else ""
            parts.append(
                f'<rect x="{left:g}" y="{top:g}" width="36" height="23" rx="5" fill="{fill}" fill-opacity="{strong}"{edge}/>'
            )
            if cell.sign and cell.state != "sealed":
                parts.append(_text(left + 18, top + 11.5, cell.sign, 11, colours["ink"], 700, MONO))
    return parts


def _status(scene: Scene, width: float) -> list[str]:
    text = (
        " ".join([scene.outcome.title + "." * scene.outcome.title[-1:].isalnum(), *scene.outcome.lines[:1]])
        if scene.outcome
        else scene.status
    )
    return _wrap(text, width - 2 * MARGIN, 18 * 0.56)


def _notes(scene: Scene, width: float) -> list[str]:
    shown = [
        meter_text(meter, True, scene.legend) for meter in scene.meters if not (meter.kind == "cells" and meter.place)
    ]
    return _wrap("  ·  ".join(text.replace(" ", "\u00a0") for text in shown if text), width - 2 * MARGIN, 14 * 0.55)


def foot(scene: Scene, plan: Plan, colours: Palette, y: float) -> list[str]:
    parts = []
    for line in _status(scene, plan.width):
        parts.append(_text(MARGIN, y, line, 18, colours["ink"], 700, anchor="start"))
        y += 24
    for line in _notes(scene, plan.width):
        parts.append(_text(MARGIN, y, line, 14, colours["ink2"], anchor="start"))
        y += 19
    return parts


def _wrap(text: str, width: float, sign: float) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        if word and lines and (len(lines[-1]) + 1 + len(word)) * sign <= width:
            lines[-1] += f" {word}"
        elif word:
            lines.append(word)
    return lines
