"""What lies on a board: floor, tiles, walls that join into one body, and fog."""

from gridhall.render.palette import Palette
from gridhall.render.svg import UNIT, Theme, letter, paint
from gridhall.render.window import Window, window_of
from gridhall.scene import Kind, Layer, Scene

ROUND = 9  # radius of a wall's corners
LIP = 8  # how much of a wall's south side is seen


class _Ground:
    """What lies on the cells of a layer, in the rows and columns of the layout's window."""

    def __init__(self, scene: Scene, layer: Layer, window: Window) -> None:
        own = window_of(scene)
        # How far the layer's first cell lies from the window's.
        self.down, self.along = own[0] - window[0], own[1] - window[1]
        self.rows, self.cols = window[2], window[3]
        self.layer, self.kinds = layer, {kind.text: (name, kind) for name, kind in scene.legend.items()}

    def kind(self, row: int, col: int) -> tuple[str, Kind] | None:
        """The kind of the tile there with its id in the legend; None outside the layer."""
        row, col = row - self.down, col - self.along
        tiles = self.layer.tiles
        return self.kinds.get(tiles[row][col]) if 0 <= row < len(tiles) and 0 <= col < len(tiles[row]) else None

    def fog(self, row: int, col: int) -> str:
        """`?` never seen, `-` remembered, `+` in sight."""
        row, col = row - self.down, col - self.along
        rows = self.layer.fog or self.layer.tiles
        if not (0 <= row < len(rows) and 0 <= col < len(rows[row])):
            return "?"
        return self.layer.fog[row][col] if self.layer.fog else "+"

    def joins(self, name: str, row: int, col: int) -> bool:
        """Whether a body of this kind goes on there; at the edge of the window it always seems to."""
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return True
        other = self.kind(row, col)
        return other is not None and other[0] == name and self.fog(row, col) != "?"


def terrain(scene: Scene, layer: Layer, window: Window, theme: Theme, colours: Palette) -> list[str]:
    """Floor, hairlines and tiles; kinds that join are one body with rounded corners and a lip to the south."""
    rows, cols = window[2], window[3]
    ground = _Ground(scene, layer, window)
    parts = [f'<rect width="{cols * UNIT}" height="{rows * UNIT}" fill="{colours["floor"]}"/>']
    if layer.fog:
        cells = ((row, col) for row in range(rows) for col in range(cols))
        dim = [_square(row, col) for row, col in cells if ground.fog(row, col) == "-"]
        parts.append(f'<path d="{"".join(dim)}" fill="{colours["floor-old"]}"/>' if dim else "")
    lines = [f"M{col * UNIT} 0V{rows * UNIT}" for col in range(1, cols)]
    lines += [f"M0 {row * UNIT}H{cols * UNIT}" for row in range(1, rows)]
    parts.append(f'<path d="{"".join(lines)}" stroke="{colours["grid"]}" fill="none"/>')
    faces: list[str] = []
    shadows: list[str] = []
    for row in range(rows):
        for col in range(cols):
            named, fog = ground.kind(row, col), ground.fog(row, col)
            if named is None or fog == "?" or named[0] == "floor":
                continue
            name, kind = named
            x, y = col * UNIT, row * UNIT
            if not kind.join:
                faint = ' opacity=".6"' if fog == "-" else ""
                drawn = paint(theme[name], colours, 0) if name in theme else letter(kind, colours)
                parts.append(f'<g transform="translate({x} {y})"{faint}>{drawn}</g>')
                continue
            north, south = ground.joins(name, row - 1, col), ground.joins(name, row + 1, col)
            east, west = ground.joins(name, row, col + 1), ground.joins(name, row, col - 1)
            whole, without_lip = _body(x, y, north, east, south, west)
            age = "-old" if fog == "-" else ""  # remembered walls have colours of their own
            if not south:
                shade = f'fill="{colours["shade"]}" opacity=".1"'
                shadow = f'<rect x="{x}" y="{y + UNIT}" width="{UNIT}" height="5" {shade}/>'
                shadows += [shadow, f'<path d="{whole}" fill="{colours["lip" + age]}"/>']
            faces.append(f'<path d="{without_lip}" fill="{colours["wall" + age]}"/>')
    return [*parts, *shadows, *faces]


def _square(row: int, col: int) -> str:
    return f"M{col * UNIT} {row * UNIT}h{UNIT}v{UNIT}h-{UNIT}z"


def _body(x: float, y: float, north: bool, east: bool, south: bool, west: bool) -> tuple[str, str]:
    """The outline of one cell of a joined body: whole, and without the lip where nothing lies to the south."""
    nw, ne = (not north and not west) * ROUND, (not north and not east) * ROUND
    se, sw = (not south and not east) * ROUND, (not south and not west) * ROUND
    left, right, top = x - 0.6, x + UNIT + 0.6, y - 0.6

    def outline(bottom: float) -> str:
        return (
            f"M{left + nw:g} {top:g}H{right - ne:g}q{ne} 0 {ne} {ne}V{bottom - se:g}q0 {se} {-se} {se}"
            f"H{left + sw:g}q{-sw} 0 {-sw} {-sw}V{top + nw:g}q0 {-nw} {nw} {-nw}z"
        )

    return outline(y + UNIT + 0.3), outline(y + UNIT + 0.3 - (0 if south else LIP))


def fog(scene: Scene, layer: Layer, window: Window, colours: Palette) -> list[str]:
    """What was never seen is dotted."""
    ground = _Ground(scene, layer, window)
    unseen, dots = [], []
    for row in range(window[2]):
        for col in range(window[3]):
            if ground.fog(row, col) == "?":
                x, y = col * UNIT, row * UNIT
                unseen.append(_square(row, col))
                dots.append(f"M{x + 12} {y + 12}h.01M{x + 36} {y + 36}h.01")
    if not unseen:
        return []
    dotted = f'<path d="{"".join(dots)}" stroke="{colours["fog-dot"]}" stroke-width="3.4" stroke-linecap="round"/>'
    return [f'<path d="{"".join(unseen)}" fill="{colours["fog"]}"/>{dotted}']
