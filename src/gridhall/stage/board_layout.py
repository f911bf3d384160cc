"""How large the boards of a scene are drawn, and where: as large as fits, side by side or one above the other."""

from typing import NamedTuple

from gridhall.render.window import window_of
from gridhall.scene import Scene

SIZES = [(10, 5), (8, 4), (6, 3), (4, 2), (2, 1), (1, 1)]  # columns and lines of a cell, the largest first
GAP = 3  # columns between two boards
MARGIN = 3  # cells between what is looked at and the edge of a part


class Place(NamedTuple):
    """Where a board, or a part of it, stands on the canvas."""

    layer: int
    x: int  # of its first cell
    y: int
    cell_width: int
    cell_height: int
    row: int  # the first one that is shown
    col: int
    rows: int
    cols: int
    labels: bool  # whether there is room for names at the edges

    def cell_at(self, x: int, y: int, width: int) -> int:
        """The cell at a place of the canvas, of a board of this width; -1 if there is none."""
        row, col = (y - self.y) // self.cell_height, (x - self.x) // self.cell_width
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return (self.row + row) * width + self.col + col if inside else -1


def places(
    scene: Scene, width: int, height: int, focus: list[int], before: Place | None, focus_only: bool = False
) -> list[Place]:
    """Where to draw each layer; `focus` are cells that must be in sight if not everything can be.

    `before` is where the first one was drawn last: a view that need not move does not.
    """
    shown = [index for index, layer in enumerate(scene.layers) if layer.focus] or [0]
    everything = shown if focus_only else list(range(len(scene.layers)))
    _, _, rows, cols = window_of(scene)
    names = len(scene.layers) > 1
    alone = _size(rows, cols, width, height - names, scene)
    if len(everything) > 1:
        count = len(everything)
        beside = _size(rows, cols, (width - GAP * (count - 1)) // count, height - 1, scene)
        below = _size(rows, cols, width, (height - count) // count, scene)
        best = max((size for size in (beside, below) if size), default=None)
        if best and (best[0] >= 2 or not alone or best >= alone):
            return _several(scene, everything, best, width, height, is_beside=best == beside)
    if alone is None:
        return [_part(scene, shown[0], width, height - names, focus, before, names)]
    return [_whole(scene, shown[0], alone, width, height, names, before)]


def _size(rows: int, cols: int, width: int, height: int, scene: Scene) -> tuple[int, int] | None:
    """The largest cell with which the whole board fits."""
    least = 1 if any(kind.join for kind in scene.legend.values()) else 2
    for size in SIZES:
        if rows * size[1] <= height and cols * size[0] <= width and size[0] >= least:
            return size
    return None


def _margins(scene: Scene, size: tuple[int, int], rows: int, cols: int, width: int, height: int) -> tuple[int, int]:
    """Columns for the names of rows and lines for those of columns; 0 and 0 where there is no room."""
    if scene.labels is None:
        return 0, 0
    left = max((len(name) for name in scene.labels.rows), default=0) + 1
    fits = cols * size[0] + left <= width and rows * size[1] + 1 <= height
    return (left, 1) if fits else (0, 0)


def _whole(
    scene: Scene, layer: int, size: tuple[int, int], width: int, height: int, named: int, before: Place | None
) -> Place:
    """A whole board in the middle; one that grows stays where it was, as long as there is room."""
    row, col, rows, cols = window_of(scene)
    left, foot = _margins(scene, size, rows, cols, width, height - named)
    x = left + (width - left - cols * size[0]) // 2
    y = named + (height - named - foot - rows * size[1]) // 2
    if before is not None and before.cell_width == size[0] and scene.window is not None:
        x = min(width - cols * size[0], max(left, before.x + (col - before.col) * size[0]))
        y = min(height - foot - rows * size[1], max(named, before.y + (row - before.row) * size[1]))
    return Place(layer, x, y, *size, row, col, rows, cols, bool(foot))


def _several(
    scene: Scene, layers: list[int], size: tuple[int, int], width: int, height: int, is_beside: bool
) -> list[Place]:
    row, col, rows, cols = window_of(scene)
    count = len(layers)
    wide, high = (width - GAP * (count - 1)) // count if is_beside else width, height if is_beside else height // count
    left, foot = _margins(scene, size, rows, cols, wide, high - 1)
    block = left + cols * size[0]
    if is_beside:
        first = (width - block * count - GAP * (count - 1)) // 2
        y = 1 + max(0, (height - 1 - foot - rows * size[1]) // 2)
        spots = [(first + number * (block + GAP) + left, y) for number in range(count)]
    else:
        x = left + (width - block) // 2
        spots = [(x, number * high + 1) for number in range(count)]
    return [Place(layer, x, y, *size, row, col, rows, cols, bool(foot)) for layer, (x, y) in zip(layers, spots)]


def _part(
    scene: Scene, layer: int, width: int, height: int, focus: list[int], before: Place | None, named: int
) -> Place:
    """The part of a board round what is looked at; it moves only if that comes near its edge."""
    row0, col0, rows, cols = window_of(scene)
    least = 1 if any(kind.join for kind in scene.legend.values()) else 2
    high, wide = max(1, min(rows, height)), max(1, min(cols, width // least))
    cells = focus or [piece.cell for piece in scene.pieces]
    middle = sorted(cell // scene.width for cell in cells), sorted(cell % scene.width for cell in cells)
    row = _scrolled(middle[0], row0, rows, high, before.row if before else None)
    col = _scrolled(middle[1], col0, cols, wide, before.col if before else None)
    return Place(layer, (width - wide * least) // 2, named, least, 1, row, col, high, wide, False)


def _scrolled(wanted: list[int], first: int, count: int, room: int, before: int | None) -> int:
    """The first row (or column) of a part, so that those that are wanted are in it, if they can be."""
    last = first + count - room
    low, high = (wanted[0], wanted[-1]) if wanted else (first, first)
    if high - low >= room:  # not all of them fit: the middle one counts
        low = high = wanted[len(wanted) // 2]
    margin = min(MARGIN, (room - 1 - (high - low)) // 2)
    if before is None or not before + margin <= low <= high <= before + room - 1 - margin:
        before = (low + high) // 2 - room // 2
    return max(first, min(last, before))
