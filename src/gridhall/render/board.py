"""A board of a picture: its name, terrain, marks, pieces, frame and labels."""

from html import escape

from gridhall.render.layout import BoardPlace, Layout, middle
from gridhall.render.marks import hatch, marks_of
from gridhall.render.palette import Palette, palette
from gridhall.render.pieces import in_order, piece_drawing
from gridhall.render.svg import MONO, UNIT, Theme, text_at
from gridhall.render.terrain import fog, terrain
from gridhall.render.window import Window, names_in
from gridhall.scene import Layer, Scene


def board(
    scene: Scene, index: int, layout: Layout, place: BoardPlace, theme: Theme, dark: bool, whole: bool
) -> list[str]:
    """A layer of a scene; with `whole` also its marks and pieces, which an animation lays over."""
    layer, (_, _, rows, cols) = scene.layers[index], layout.window
    colours, page = palette(dark, layer.tone), palette(dark, "paper")
    wide, tall, rim = cols * UNIT - 2 * place.rim, rows * UNIT - 2 * place.rim, place.rim
    parts = _name(layer, place, page) if layer.name and len(scene.layers) > 1 else []
    clip = f'<clipPath id="c{index}"><rect width="{wide}" height="{tall}" rx="9"/></clipPath>'
    parts.append(f'<g transform="translate({place.x:g} {place.y:g}) scale({place.scale:g})">')
    parts.append(f"<defs>{clip}{hatch(index, colours)}</defs>")
    # Clipping takes as long as all the rest: where nothing is cut away, the corners are painted over instead.
    clipped = f' clip-path="url(#c{index})"' if rim else ""
    parts.append(f'<g{clipped}><g transform="translate({-rim} {-rim})">')
    parts += terrain(scene, layer, layout.window, theme, colours)
    if whole:
        parts += marks_of(scene, index, layout.window, colours)
        parts += _pieces(scene, index, layout.window, theme, colours)
    if layer.fog or scene.window:
        parts += fog(scene, layer, layout.window, colours)
    if not layer.focus and not whole:  # boards of an animation keep their size: the one out of focus is paler
        parts.append(f'<rect width="{cols * UNIT}" height="{rows * UNIT}" fill="{page["page"]}" opacity=".35"/>')
    parts.append(f'</g></g><path d="{_corners(wide, tall)}" fill="{page["page"]}"/>')
    frame = page["ink"] if layer.focus else page["ink3"]
    parts.append(f'<rect width="{wide}" height="{tall}" rx="9" fill="none" stroke="{frame}" stroke-width="2.5"/>')
    parts += _labels(scene, layout.window, rim, wide, tall, page)
    return [*parts, "</g>"]


def _name(layer: Layer, place: BoardPlace, page: Palette) -> list[str]:
    note = ""
    if layer.note:
        font = f'dx="8" font-size="13" font-weight="400" fill="{page["ink2"]}"'
        note = f"<tspan {font}>{escape(layer.note)}</tspan>"
    font = f'font-size="16" font-weight="700" fill="{page["ink"]}"'
    return [f'<text x="{place.x + 2}" y="{place.y - 10}" {font}>{escape(layer.name)}{note}</text>']


def _pieces(scene: Scene, index: int, window: Window, theme: Theme, colours: Palette) -> list[str]:
    parts = []
    for piece in in_order(scene.pieces):
        if piece.layer == index and (at := middle(piece.cell, scene.width, window)):
            drawn = piece_drawing(piece, scene.legend, theme, colours)
            parts.append(f'<g transform="translate({at[0]:g} {at[1]:g})">{drawn}</g>')
    return parts


def _corners(wide: int, tall: int) -> str:
    """What lies outside the rounded corners of a board."""
    right, bottom = wide + 1, tall + 1
    return (
        f"M-1-1h10A10 10 0 0 0-1 9zM{right}-1v10A10 10 0 0 0 {wide - 9}-1zM-1 {bottom}v-10A10 10 0 0 0 9 {bottom}z"
        f"M{right} {bottom}h-10A10 10 0 0 0 {right} {tall - 9}z"
    )


def _labels(scene: Scene, window: Window, rim: int, wide: int, tall: int, colours: Palette) -> list[str]:
    """The names of rows left of the board, and of columns below it; on large boards of every second one."""
    if not scene.labels:
        return []
    row0, col0, rows, cols = window
    row_names = names_in(scene.labels.rows, row0, rows)
    col_names = names_in(scene.labels.columns, col0, cols)
    every = 1 if max(map(len, (*row_names, *col_names, ""))) < 3 or max(rows, cols) <= 16 else 2
    parts = []
    for row, name in enumerate(row_names):
        if _is_shown(name, every):
            parts.append(text_at(-12, _inside(row, tall, rim), name, 13, colours["ink2"], 400, MONO))
    for col, name in enumerate(col_names):
        if _is_shown(name, every):
            parts.append(text_at(_inside(col, wide, rim), tall + 14, name, 13, colours["ink2"], 400, MONO))
    return parts


def _is_shown(name: str, every: int) -> bool:
    is_number = name.lstrip("-−").isdecimal()
    return bool(name) and (every == 1 or not is_number or int(name.replace("−", "-")) % every == 0)


def _inside(number: int, size: int, rim: int) -> float:
    """The middle of what is seen of a row or column."""
    return (max(0, number * UNIT - rim) + min(size, (number + 1) * UNIT - rim)) / 2
