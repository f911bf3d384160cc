"""Where everything stands in a picture: boards, tanks, small maps, timeline and the sentences below."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from gridhall.render.svg import UNIT
from gridhall.render.text import is_tank, meter_text
from gridhall.render.window import Window, window_of
from gridhall.render.wrap import wrap
from gridhall.scene import Meter, Scene

MARGIN, GAP, LABEL, NAME = 20, 24, 26, 30
RIM = 26  # how much of an outer ring of wall is cut away
ACROSS = 3  # small maps beside each other
MAP_CELL = 12
NAMES = 88  # room for the names at a timeline: a token and 8 letters
TICK = 38  # from one tick of a timeline to the next
ROW = 26  # from one row of a timeline to the next
ASIDE = 0.7  # size of a board that is not in focus
NARROWEST = 320.0
STATUS_SIZE, NOTES_SIZE = 18, 14  # of the letters below the boards
STATUS_LINE, NOTES_LINE = 24, 19  # from one line there to the next


class BoardPlace(NamedTuple):
    """Where a board stands in the picture."""

    x: float
    y: float
    scale: float
    rim: int


class Layout(NamedTuple):
    """Where everything stands; one layout serves all frames of an animation."""

    width: float
    height: float
    window: Window
    boards: list[BoardPlace]
    right: float  # where what stands right of the boards begins
    foot: float  # where the sentences below the boards begin


def layout_of(scenes: Sequence[Scene], still: bool) -> Layout:
    """The layout that holds all these scenes; in a `still` picture boards that are not in focus are smaller."""
    first = scenes[0]
    window = _window(scenes)
    rows, cols = window[2], window[3]
    row_labels = LABEL if first.labels and first.labels.rows else 0
    left = MARGIN + row_labels + tank_width(first, "left")
    named = any(layer.name for layer in first.layers) and len(first.layers) > 1
    top = MARGIN + (NAME if named else 0)
    boards, x, bottom = [], float(left), 0.0
    for index, layer in enumerate(first.layers):
        scale = ASIDE if still and not layer.focus else 1.0
        rim = RIM if all(_is_ringed(scene, index) for scene in scenes) else 0
        boards.append(BoardPlace(x, top, scale, rim))
        is_last = index + 1 == len(first.layers)
        x += (cols * UNIT - 2 * rim) * scale + GAP + (0 if is_last else row_labels)
        bottom = max(bottom, top + (rows * UNIT - 2 * rim) * scale)
    right = x - GAP
    wide = right + tank_width(first, "right")
    timelines = [scene.timeline for scene in scenes if scene.timeline]
    if timelines:
        wide += GAP + NAMES + TICK * max(timeline.ticks for timeline in timelines)
        bottom = max(bottom, top + 24 + ROW * max(len(timeline.rows) for timeline in timelines))
    if first.maps:
        maps_wide, maps_tall = _all_maps_size(first)
        wide += GAP + maps_wide
        bottom = max(bottom, top + maps_tall)
    wide = max(wide + MARGIN, NARROWEST)
    foot = bottom + (LABEL if first.labels and first.labels.columns else 0) + 10
    tall = foot + max(_foot_height(scene, wide) for scene in scenes) + MARGIN
    return Layout(ceil(wide), ceil(tall), window, boards, right, foot)


def middle(cell: int, width: int, window: Window) -> tuple[float, float] | None:
    """The middle of a cell on its board; None if the window does not show it."""
    row, col = cell // width - window[0], cell % width - window[1]
    return (col * UNIT + UNIT / 2, row * UNIT + UNIT / 2) if 0 <= row < window[2] and 0 <= col < window[3] else None


def _window(scenes: Sequence[Scene]) -> Window:
    """The rows and columns that hold every scene's part."""
    parts = [window_of(scene) for scene in scenes]
    row, col = min(part[0] for part in parts), min(part[1] for part in parts)
    return row, col, max(part[0] + part[2] for part in parts) - row, max(part[1] + part[3] for part in parts) - col


def _is_ringed(scene: Scene, index: int) -> bool:
    """Whether the outer ring is all wall, of which then only half is drawn."""
    layer = scene.layers[index]
    joins = {kind.text for kind in scene.legend.values() if kind.join}
    rows = layer.tiles
    if layer.fog or scene.window or len(rows) < 3 or not rows[0]:
        return False
    return all(sign in joins for sign in (*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)))


def _tanks(scene: Scene, side: str) -> list[Meter]:
    """The meters that are drawn left or right of the boards."""
    return [meter for meter in scene.meters if is_tank(meter) and meter.place == side]


def tank_width(scene: Scene, side: str) -> int:
    return sum(4 * 19 + 30 if meter.group > 1 else 70 for meter in _tanks(scene, side))


def map_size(scene: Scene) -> tuple[int, int]:
    """The width and height that every small map gets: those of the largest."""
    cols = max(len(layer.tiles[0]) for layer in scene.maps)
    rows = max(len(layer.tiles) for layer in scene.maps)
    return cols * MAP_CELL, rows * MAP_CELL


def map_pitch(scene: Scene) -> tuple[int, int]:
    """From one small map to the next, across and down."""
    wide, tall = map_size(scene)
    return wide + 14, tall + 26


def _all_maps_size(scene: Scene) -> tuple[int, int]:
    across, down = map_pitch(scene)
    return ACROSS * across, ceil(len(scene.maps) / ACROSS) * down


def status_lines(scene: Scene, width: float) -> list[str]:
    """What there is to do, or how it ended, in large letters below the boards."""
    text = scene.status
    if scene.outcome:
        title = scene.outcome.title
        text = " ".join([title + "." * title[-1:].isalnum(), *scene.outcome.lines[:1]])
    return wrap(text, int((width - 2 * MARGIN) / (STATUS_SIZE * 0.56)))


def note_lines(scene: Scene, width: float) -> list[str]:
    """The meters in words; none of them is broken."""
    texts = [meter_text(meter, True, scene.legend) for meter in scene.meters if not is_tank(meter)]
    line = "  ·  ".join(text.replace(" ", "\u00a0") for text in texts if text)
    return wrap(line, int((width - 2 * MARGIN) / (NOTES_SIZE * 0.55)))


def _foot_height(scene: Scene, width: float) -> int:
    return STATUS_LINE * len(status_lines(scene, width)) + NOTES_LINE * len(note_lines(scene, width))
