"""What all parts of a drawing share: its unit, a game's symbols, and texts. It knows no game."""

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

from gridhall.render.palette import Palette
from gridhall.render.theme import read_theme
from gridhall.scene import Kind

UNIT = 48  # a cell, in the units of the drawing; symbols are drawn in 48 x 48
FONT = "DejaVu Sans, Liberation Sans, Helvetica, Arial, Aileron, sans-serif"
MONO = "DejaVu Sans Mono, Liberation Mono, Menlo, Consolas, Aileron, monospace"
Theme = dict[str, str]  # a symbol's drawing by its id


@cache
def theme_of(folder: Path) -> Theme:
    """The symbols of a game's theme.svg."""
    text = read_theme(folder / "theme.svg")
    return dict(re.findall(r'<symbol\b[^>]*?\bid="([^"]+)"[^>]*>(.*?)</symbol>', text, re.S))


def paint(drawing: str, colours: Palette, owner: int) -> str:
    """Fill in the colours of a symbol: `var(--name, fallback)`; `owner` is the player whose thing it is."""
    own = {"owner": colours.get(f"p{owner}", colours["ink"])}

    def colour(variable: re.Match[str]) -> str:
        name = variable[1]
        return own.get(name) or colours.get(name) or (variable[2] or colours["ink"]).strip()

    return re.sub(r"var\(--([\w-]+)(?:,\s*([^()]*))?\)", colour, drawing).replace("currentColor", own["owner"])


def letter(kind: Kind, colours: Palette) -> str:
    """A kind without a symbol: its sign, in the middle of a cell."""
    return text_at(UNIT / 2, UNIT / 2, kind.fancy or kind.text, 24, colours["ink"], 700)


def text_at(
    x: float, y: float, text: str, size: float, colour: str, weight: int = 400, family: str = "", anchor: str = "middle"
) -> str:
    """Text whose middle is at a height (not every renderer knows `dominant-baseline`)."""
    face = f' font-family="{family}"' if family else ""
    place = f'x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}"{face}>{escape(text)}</text>'


def document(width: float, height: float, cell: int, parts: Iterable[str]) -> str:
    """An SVG document of this size in the units of the drawing."""
    zoom = cell / UNIT
    size = f'width="{width * zoom:g}" height="{height * zoom:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">{"".join(parts)}</svg>'
