"""What stands beside and below the boards of a picture: tanks, small maps, the timeline, and the sentences."""

from math import ceil

from gridhall.render.layout import (
    ACROSS,
    GAP,
    MAP_CELL,
    MARGIN,
    NAMES,
    NOTES_LINE,
    NOTES_SIZE,
    ROW,
    STATUS_LINE,
    STATUS_SIZE,
    TICK,
    Layout,
    map_pitch,
    map_size,
    note_lines,
    status_lines,
    tank_width,
)
from gridhall.render.palette import Palette
from gridhall.render.svg import MONO, Theme, paint, text_at
from gridhall.render.text import is_tank
from gridhall.scene import Kind, Layer, Meter, Row, Scene, Timeline


def tanks(scene: Scene, layout: Layout, colours: Palette) -> list[str]:
    """The meters left and right of the boards."""
    parts = []
    top = layout.boards[0].y
    for meter in filter(is_tank, scene.meters):
        x = MARGIN if meter.place == "left" else layout.right + GAP
        parts.append(text_at(x, top + 6, meter.label, 14, colours["ink"], 700, anchor="start"))
        parts += _tank_cells(meter, x, top + 22, colours)
    return parts


def _tank_cells(meter: Meter, x: float, y: float, colours: Palette) -> list[str]:
    """The cells of a tank in groups, filled from below; what will be gained is struck through."""
    parts, group, limit = [], meter.group or 1, meter.limit or meter.max
    columns, size = (4, 17) if group > 1 else (1, 30)
    tall = ceil(group / columns) * (size + 2) + 8
    groups = ceil(meter.max / group)
    for number in range(meter.max):
        block, inside = divmod(number, group)
        left = x + 4 + inside % columns * (size + 2)
        top = y + (groups - 1 - block) * tall + 4 + inside // columns * (size + 2)
        is_full = number < meter.value
        fill = colours["gold"] if is_full else colours["paper"]
        dash = ' stroke-dasharray="3 3"' if number >= limit else ""
        box = f'x="{left:g}" y="{top:g}" width="{size}" height="{size}" rx="3"'
        parts.append(f'<rect {box} fill="{fill}" stroke="{colours["ink2"]}" stroke-width="1.2"{dash}/>')
        if not is_full and number < meter.value + meter.gain:
            line = f"M{left + 3:g} {top + size - 3:g}L{left + size - 3:g} {top + 3:g}"
            parts.append(f'<path d="{line}" stroke="{colours["mark"]}" stroke-width="2"/>')
    return parts


def maps(scene: Scene, layout: Layout, theme: Theme, colours: Palette) -> list[str]:
    """Small boards, three beside each other."""
    if not scene.maps:
        return []
    parts = []
    (across, down), (wide, tall) = map_pitch(scene), map_size(scene)
    left, top = layout.right + GAP + tank_width(scene, "right"), layout.boards[0].y
    kinds = {kind.text: (name, kind) for name, kind in scene.legend.items()}
    for number, layer in enumerate(scene.maps):
        x, y = left + number % ACROSS * across, top + number // ACROSS * down + 14
        ink = colours["ink"] if layer.focus else colours["ink3"]
        parts.append(text_at(x, y - 8, layer.name, 12, ink, 700, anchor="start"))
        box = f'x="{x:g}" y="{y:g}" width="{wide}" height="{tall}" rx="3"'
        parts.append(f'<rect {box} fill="{colours["floor"]}" stroke="{colours["ink3"]}"/>')
        parts += _map_tiles(layer, x, y, kinds, theme, colours)
    return parts


def _map_tiles(
    layer: Layer, left: float, top: float, kinds: dict[str, tuple[str, Kind]], theme: Theme, colours: Palette
) -> list[str]:
    parts = []
    for row, line in enumerate(layer.tiles):
        for col, sign in enumerate(line):
            x, y = left + col * MAP_CELL, top + row * MAP_CELL
            name, kind = kinds.get(sign, ("", Kind(sign, sign)))
            if name in theme and name != "floor":
                tile = paint(theme[name], colours, 0)
                parts.append(f'<g transform="translate({x:g} {y:g}) scale(.25)">{tile}</g>')
            elif name not in ("", "floor") and kind.text not in " _":
                parts.append(text_at(x + 6, y + 6, kind.fancy or kind.text, 10, colours["ink"]))
    return parts


def timeline(shown: Timeline, now: int, layout: Layout, colours: Palette) -> list[str]:
    """What was done at each tick, a row for each piece; the tick `now` is golden."""
    x, y = layout.right + GAP, layout.boards[0].y
    parts = []
    for tick in range(shown.ticks):
        left, ink = x + NAMES + tick * TICK, colours["ink2"]
        if tick + 1 == now:
            ink = colours["on-gold"]
            parts.append(f'<rect x="{left:g}" y="{y:g}" width="36" height="19" rx="5" fill="{colours["gold"]}"/>')
        parts.append(text_at(left + 18, y + 9.5, str(tick + 1), 12, ink, 700, MONO))
    for number, row in enumerate(shown.rows):
        parts += _timeline_row(row, shown.ticks, now, x, y + 24 + number * ROW, colours)
    return parts


def _timeline_row(row: Row, ticks: int, now: int, x: float, top: float, colours: Palette) -> list[str]:
    own = colours.get(f"p{row.owner}", colours["ink2"])
    token = '<circle r="6"/>' if row.owner != 2 else '<path d="M0-7 7 0 0 7-7 0z"/>'
    parts = [f'<g transform="translate({x + 8:g} {top + 12:g})" fill="{own}">{token}</g>']
    parts.append(text_at(x + 22, top + 12, (row.name or row.piece)[:8], 12, colours["ink"], 700, anchor="start"))
    for tick, cell in enumerate(row.cells[:ticks]):
        left = x + NAMES + tick * TICK
        fill = {"dead": colours["danger"], "plan": colours["gold"]}.get(cell.state, own)
        strength = "0" if cell.state == "next" else ".16"
        edge = f' stroke="{colours["ink"]}" stroke-width="1.5"' if tick + 1 == now else ""
        box = f'x="{left:g}" y="{top:g}" width="36" height="23" rx="5"'
        parts.append(f'<rect {box} fill="{fill}" fill-opacity="{strength}"{edge}/>')
        if cell.sign and cell.state != "sealed":
            parts.append(text_at(left + 18, top + 11.5, cell.sign, 11, colours["ink"], 700, MONO))
    return parts


def foot(scene: Scene, layout: Layout, colours: Palette, y: float) -> list[str]:
    """The sentences below the boards, from this height on."""
    parts = []
    for line in status_lines(scene, layout.width):
        parts.append(text_at(MARGIN, y, line, STATUS_SIZE, colours["ink"], 700, anchor="start"))
        y += STATUS_LINE
    for line in note_lines(scene, layout.width):
        parts.append(text_at(MARGIN, y, line, NOTES_SIZE, colours["ink2"], anchor="start"))
        y += NOTES_LINE
    return parts
