"""The boards of a scene on the screen, as large as fits; a click or a pointer tells which cell is meant."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.style import Style
from textual.geometry import Region
from textual.message import Message

from gridhall.render.window import names_in, window_of
from gridhall.render.wrap import columns
from gridhall.scene import Scene
from gridhall.stage.board_cells import OWNER_INK, PIECE_CHIP, BoardCell, Overlay, board_cells, narrow_sign
from gridhall.stage.board_layout import Place, places
from gridhall.stage.canvas import Canvas, Painted, cut
from gridhall.stage.colours import NONE, Colours, blended, shades
from gridhall.stage.curtain import paint_curtain

CHIP_WIDTH = 6  # columns of a cell in which things lie on chips
OWNER_OF_INK = {ink: owner for owner, ink in OWNER_INK.items()}


@dataclass
class BoardPicture:
    """All that a picture of a scene's boards depends on."""

    scene: Scene
    inks: Mapping[str, str]
    colours: Colours
    fancy: bool = True
    overlay: Overlay = field(default_factory=Overlay)
    focus: list[int] = field(default_factory=list)
    focus_only: bool = False
    ground: str = "page"  # on which the boards lie
    before: Place | None = None  # where the first board stood when it was last drawn, without the region's place

    def paint(self, canvas: Canvas, region: Region) -> list[Place]:
        """Draw the boards into a part of the canvas; returns where they stand."""
        spots = places(self.scene, region.width, region.height, self.focus, self.before, self.focus_only)
        spots = [spot._replace(x=spot.x + region.x, y=spot.y + region.y) for spot in spots]
        for spot in spots:
            self._paint_board(canvas, spot)
        return spots

    def _paint_board(self, canvas: Canvas, spot: Place) -> None:
        scene, layer = self.scene, self.scene.layers[spot.layer]
        row0, col0, _, _ = window_of(scene)
        rows = board_cells(scene, spot.layer, self.inks, self.fancy, self.overlay)
        for row in range(spot.rows):
            for col in range(spot.cols):
                cell = rows[spot.row - row0 + row][spot.col - col0 + col]
                x, y = spot.x + col * spot.cell_width, spot.y + row * spot.cell_height
                self._paint_cell(canvas, x, y, spot, cell, layer.tone, not layer.focus)
        if len(scene.layers) > 1:
            ink = self.colours.style("ink" if layer.focus else "ink3", self.ground, bold=layer.focus)
            room, name = spot.cols * spot.cell_width, f"{layer.name}: {layer.note}"
            canvas.put(spot.x, spot.y - 1, cut(name if layer.note and len(name) <= room else layer.name, room), ink)
        if spot.labels:
            self._paint_labels(canvas, spot)

    def _paint_cell(self, canvas: Canvas, x: int, y: int, spot: Place, cell: BoardCell, tone: str, faint: bool) -> None:
        style, wide, high = self.colours.style, spot.cell_width, spot.cell_height
        ground = cell.ground
        if cell.alternate and ground == "floor" and wide > 2 and self.colours.is_rich:
            ground = "grid"
        dim = cell.dim or (faint and not cell.solid)
        base = style(cell.ink, ground, tone, dim=dim, bold=cell.bold, reverse=cell.cursor)
        if cell.solid:
            fill = cell.sign if self.colours.depth == NONE else " "
            canvas.fill(x, y, wide, high, style(cell.ink, ground, tone, dim=dim, reverse=cell.cursor), fill)
            return
        canvas.fill(x, y, wide, high, base)
        if wide == 1:
            canvas.put(x, y, narrow_sign(cell, OWNER_OF_INK), base, 1)
            return
        middle = y + (high - 1) // 2
        sign = base
        if cell.chip and wide >= CHIP_WIDTH and self.fancy and not cell.cursor and self.colours.is_rich:
            sign = self._paint_chip(canvas, Region(x, y, wide, high), cell, ground, tone, dim)
        beside = cell.label or ("" if columns(cell.sign) > 1 or sign is not base else cell.aside)
        badge, aside = cell.badge, cell.aside
        if sign is not base and high < 4:  # the chip has only one whole line
            beside, badge = f"{beside}{badge}"[: wide - 3], ""
            aside = aside if aside not in beside else ""
        text = f"{cell.sign}{beside}" if wide > 2 else f"{cell.sign}{beside[:1]}"
        at = x + max(0, (wide - columns(text if sign is not base else cell.sign)) // 2) if wide > 2 else x
        canvas.put(at, middle, text, sign, wide - (at - x))
        if wide > 2 and aside and (cell.label or sign is not base):
            canvas.put(x + wide - 1, middle, aside, base, 1)
        if high > 1 and badge:
            on_chip = sign if middle + 1 < y + high - 1 else base
            canvas.put(x + max(0, (wide - columns(badge)) // 2), middle + 1, badge, on_chip, wide)

    def _paint_chip(self, canvas: Canvas, region: Region, cell: BoardCell, ground: str, tone: str, dim: bool) -> Style:
        """Lay a chip in the middle of a large cell; returns the style of what stands on it."""
        style, (x, y, wide, high) = self.colours.style, region
        names = shades(self.colours.dark, tone)
        under, ink = names.get(ground, ground), names.get(cell.ink, cell.ink)
        chip = blended(under, ink, cell.chip * (0.5 if dim else 1.0))
        inset = 2 if wide > 8 else 1
        left, columns_wide = x + inset, wide - 2 * inset
        canvas.fill(left, y + 1, columns_wide, high - 2, style(cell.ink, chip, tone))
        if high < 5:  # half a line above and below, so that it is as high as it is wide
            canvas.fill(left, y, columns_wide, 1, style(chip, ground, tone), "▄")
            canvas.fill(left, y + high - 1, columns_wide, 1, style(chip, ground, tone), "▀")
        on_chip = under if cell.chip == PIECE_CHIP else cell.ink
        return style(on_chip, chip, tone, bold=cell.bold or cell.chip == PIECE_CHIP)

    def _paint_labels(self, canvas: Canvas, spot: Place) -> None:
        labels, style = self.scene.labels, self.colours.style("label", self.ground)
        assert labels is not None
        row0, col0, rows, cols = window_of(self.scene)
        row_names, col_names = names_in(labels.rows, row0, rows), names_in(labels.columns, col0, cols)
        for number, name in enumerate(row_names):
            y = spot.y + number * spot.cell_height + (spot.cell_height - 1) // 2
            canvas.put(spot.x - 1 - len(name), y, name, style)
        end = 0
        for number, name in enumerate(col_names):
            x = spot.x + number * spot.cell_width + max(0, (spot.cell_width - len(name)) // 2)
            long = max(map(len, col_names)) >= spot.cell_width + (spot.cell_width == 1)
            if x >= end and (not long or (name.lstrip("-").isdecimal() and int(name) % 5 == 0)):
                end = canvas.put(x, spot.y + spot.rows * spot.cell_height, name, style) + 1


class BoardView(Painted):
    """The widget. Without a picture it shows the curtain that hangs before the board of a player."""

    class Pointed(Message):
        """A cell was clicked (`chosen`), or the pointer has come to it; cell -1: it has left the board."""

        def __init__(self, cell: int, layer: int, chosen: bool) -> None:
            super().__init__()
            self.cell, self.layer, self.chosen = cell, layer, chosen

    def __init__(self) -> None:
        super().__init__(id="board")
        self.picture: BoardPicture | None = None
        self.curtain = -1  # the player who shall come; -1: there is none
        self.colours, self.fancy = Colours(), True
        self.spots: list[Place] = []
        self.last: dict[tuple[int, int], Place] = {}  # by the size of the view: where the first board stood
        self.hovered = -1, 0

    def paint(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, self.colours.style())
        self.spots = []
        if self.picture is not None:
            self.picture.before = self.last.get((width, height))
            self.spots = self.picture.paint(canvas, Region(0, 0, width, height))
            self.last[width, height] = self.spots[0]
        elif self.curtain >= 0:
            paint_curtain(canvas, self.curtain, self.colours, self.fancy)
        return canvas

    def forget(self) -> None:
        """Another match: nothing is to stay where it was."""
        self.last.clear()

    def cell_at(self, x: int, y: int) -> tuple[int, int]:
        """The cell and layer at a place of the widget; cell -1 if there is none."""
        if self.picture is not None:
            for spot in self.spots:
                if (cell := spot.cell_at(x, y, self.picture.scene.width)) >= 0:
                    return cell, spot.layer
        return -1, 0

    def on_click(self, event: "object") -> None:
        cell, layer = self.cell_at(event.x, event.y)  # type: ignore[attr-defined]
        self.post_message(self.Pointed(cell, layer, True))

    def on_mouse_move(self, event: "object") -> None:
        place = self.cell_at(event.x, event.y)  # type: ignore[attr-defined]
        if place != self.hovered:
            self.hovered = place
            self.post_message(self.Pointed(*place, False))
