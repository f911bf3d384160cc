"""Marks on a board: cells in danger or lit up, and lines such as shots, beams and trails."""

from math import atan2, degrees

from gridhall.render.layout import middle
from gridhall.render.palette import Palette
from gridhall.render.svg import UNIT
from gridhall.render.window import Window
from gridhall.scene import Mark, Scene

SHOWN = ("danger", "good", "last")  # marks of cells; the others say what one can do, and nobody can in a picture
SHOWN_LINES = ("trail", "known", "shot", "beam", "light", "danger")


def hatch(index: int, colours: Palette) -> str:
    """The pattern of danger on a board."""
    return (
        f'<pattern id="h{index}" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="3" height="8" fill="{colours["danger"]}" opacity=".55"/></pattern>'
    )


def marks_of(scene: Scene, index: int, window: Window, colours: Palette) -> list[str]:
    """The marks of a layer, light first.

    Cells in danger are left out where the viewer has choices: there they warn of a choice, and nobody chooses in a
    picture.
    """
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
    box = f'x="{x + 3:g}" y="{y + 3:g}" width="42" height="42" rx="6"'
    return f'<rect {box} {fill} stroke="{colours[style]}" stroke-width="2"/>'


def _line(mark: Mark, width: int, window: Window, colours: Palette) -> str:
    """A line through cells; "" if less than two of them are in the window."""
    points = [at for cell in mark.line if (at := middle(cell, width, window))]
    if len(points) < 2:
        return ""
    own = colours.get(f"p{mark.owner}", colours["ink3"])
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    cap = "butt" if mark.style == "light" else "round"
    stroke = _stroke(mark, own, colours)
    drawn = f'<path d="{path}" fill="none" stroke-linejoin="round" stroke-linecap="{cap}" {stroke}/>'
    if mark.arrow:
        (x0, y0), (x1, y1) = points[-2:]
        colour = colours["danger"] if mark.style == "danger" else own
        turn = f"translate({x1:g} {y1:g}) rotate({degrees(atan2(y1 - y0, x1 - x0)):g})"
        drawn += f'<path d="M9 0-5 8-5-8z" transform="{turn}" fill="{colour}"/>'
    return drawn


def _stroke(mark: Mark, own: str, colours: Palette) -> str:
    if mark.style == "trail" and mark.owner:
        return f'stroke="{own}" stroke-width="3" stroke-opacity=".75"'
    return {
        "trail": f'stroke="{own}" stroke-width="5" stroke-dasharray=".1 12"',
        "known": f'stroke="{own}" stroke-width="2.5" stroke-opacity=".6"',
        "shot": f'stroke="{own}" stroke-width="2.5" stroke-dasharray="1 7"',
        "beam": f'stroke="{own}" stroke-width="4" stroke-dasharray="11 6"',
        "light": f'stroke="{colours["gold"]}" stroke-width="30" stroke-opacity=".3"',
        "danger": f'stroke="{colours["danger"]}" stroke-width="3.5" stroke-dasharray="8 6" stroke-opacity=".8"',
    }[mark.style]
