"""What all parts of a drawing share: its unit, colours, a game's symbols, and texts. It knows no game."""

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

from gridhall.scene import Kind

UNIT = 48  # a cell, in the units of the drawing; symbols are drawn in 48 x 48
FONT = "DejaVu Sans, Liberation Sans, Helvetica, Arial, Aileron, sans-serif"
MONO = "DejaVu Sans Mono, Liberation Mono, Menlo, Consolas, Aileron, monospace"
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
