"""The boards of a scene and nothing else, as pixels of a fixed size: what an agent that learns from pictures sees."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.json import encode as json_of

from gridhall.game import Game
from gridhall.registry import folder_of
from gridhall.render.layout import middle
from gridhall.render.palette import palette
from gridhall.render.picture import image_of
from gridhall.render.pieces import in_order, look_of, piece_picture
from gridhall.render.svg import UNIT, document, theme_of
from gridhall.render.terrain import fog, terrain
from gridhall.render.window import Window, window_of
from gridhall.scene import Piece, Scene

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from PIL.Image import Image

KEPT = 512  # grounds kept of each game


@cache
def _drawings(folder: Path, cell: int) -> "dict[object, Image]":
    """What was drawn of a game before, by how it looks; `cache` keeps it."""
    return {}


def rgb_of_boards(game: Game, scene: Scene, cell: int, shape: tuple[int, int, int]) -> "NDArray[uint8]":
    """The layers of a scene side by side, without names, labels, marks and meters, top left in an array of this shape.

    Each layer has the same share of the width.
    """
    import numpy
    from PIL import Image

    height, width, _ = shape
    sheet = Image.new("RGB", (width, height))
    window = window_of(scene)
    for index in range(len(scene.layers)):
        board = _ground(game, scene, index, cell, window).copy()
        for piece in in_order(scene.pieces):
            at = middle(piece.cell, scene.width, window)
            if piece.layer == index and at is not None:
                look = _look(game, piece, scene, cell)
                x, y = (place * cell / UNIT - look.width / 2 for place in at)
                board.alpha_composite(look, (max(0, round(x)), max(0, round(y))))
        sheet.paste(board.convert("RGB"), (index * (width // len(scene.layers)), 0))
    return numpy.array(sheet)


def _ground(game: Game, scene: Scene, index: int, cell: int, window: Window) -> "Image":
    """A board without its pieces."""
    kept = _drawings(folder_of(game), cell)
    look = json_of((scene.layers[index], window))
    if look not in kept:
        if len(kept) > KEPT:
            kept.clear()
        layer, colours = scene.layers[index], palette(False, scene.layers[index].tone)
        parts = terrain(scene, layer, window, theme_of(folder_of(game)), colours)
        if layer.fog or scene.window:
            parts += fog(scene, layer, window, colours)
        if not layer.focus:  # paler, as in every picture
            parts.append(f'<rect width="100%" height="100%" fill="{palette(False, "paper")["page"]}" opacity=".35"/>')
        kept[look] = image_of(document(window[3] * UNIT, window[2] * UNIT, cell, parts))
    return kept[look]


def _look(game: Game, piece: Piece, scene: Scene, cell: int) -> "Image":
    """The drawing of a piece, in the size of its cell."""
    kept, tone = _drawings(folder_of(game), cell), scene.layers[piece.layer].tone
    key = (*look_of(piece), tone)
    if key not in kept:
        theme, colours = theme_of(folder_of(game)), palette(False, tone)
        kept[key] = image_of(piece_picture(piece, scene.legend, theme, colours, cell, UNIT))
    return kept[key]
