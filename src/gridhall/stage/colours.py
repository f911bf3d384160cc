"""The colours of the terminal, from the same tokens as the browser's; with few colours, the nearest of those.

How many there are is the terminal's affair: full colour, 256, 16, or none, where signs and bold type must do.
"""

import os
from functools import lru_cache

from rich.color import Color
from rich.style import Style

from gridhall.render.palette import TOKENS, palette

# The sixteen colours have no soft shades: what is soft elsewhere is written in the strong colour instead.
SIXTEEN = {
    "page": "default", "paper": "default", "paper2": "default", "floor": "default", "void": "default",
    "ink": "default", "ink2": "default", "ink3": "bright_black", "label": "bright_black", "line": "bright_black",
    "edge": "bright_black", "grid": "bright_black", "wall": "bright_black", "lip": "bright_black",
    "wall-old": "bright_black", "floor-old": "default", "fog": "default", "fog-dot": "bright_black",
    "gold": "yellow", "mark": "yellow", "gold-soft": "default", "on-gold": "black",
    "p1": "red", "p2": "blue", "p1-soft": "default", "p2-soft": "default", "on-owner": "white",
    "good": "green", "good-soft": "default", "danger": "magenta", "danger-soft": "default", "curtain": "default",
}  # fmt: skip
INKS_OF_SIXTEEN = {"ink", "ink2"}  # written in the terminal's own ink; what else is "default" is its ground
SLATE = 40  # between the least and the most of red, green and blue
CUBE_STEPS = (0, 95, 135, 175, 215, 255)
SOFT = 0.4  # the share of a colour in its soft shade
NONE, FEW, CUBE, MANY = "none", "sixteen", "cube", "many"  # CUBE: the 256 colours


class Colours:
    """Styles by the names of the tokens."""

    def __init__(self, depth: str = MANY, dark: bool = True) -> None:
        self.depth, self.dark = depth, dark

    def __hash__(self) -> int:
        return hash((self.depth, self.dark))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Colours) and (self.depth, self.dark) == (other.depth, other.dark)

    @lru_cache(maxsize=4096)  # noqa: B019  (there are a handful of these, for the whole life of the program)
    def style(
        self,
        ink: str = "ink",
        ground: str = "page",
        tone: str = "paper",
        bold: bool = False,
        dim: bool = False,
        reverse: bool = False,
        underline: bool = False,
    ) -> Style:
        """A style of two tokens. `reverse` marks what is chosen, and is all there is of it without colour."""
        if self.depth == NONE:
            return Style(bold=bold or None, dim=dim or None, reverse=reverse or None, underline=underline or None)
        if self.depth == FEW:
            fore, back = SIXTEEN.get(ink, "default"), SIXTEEN.get(ground, "default")
            return Style(color=fore, bgcolor=back, bold=bold or None, reverse=reverse or None, dim=dim or None,
                         underline=underline or None)  # fmt: skip
        names = shades(self.dark, tone)
        fore, back = names.get(ink, ink), names.get(ground, ground)
        if dim:
            fore = blended(fore, back, 0.45)
        if reverse:
            fore, back = names["on-gold"], names["gold"]
        colour = of_cube if self.depth == CUBE else Color.parse
        return Style(color=colour(fore), bgcolor=colour(back), bold=bold or None, underline=underline or None)

    def halves(self, upper: str, lower: str) -> tuple[str, Style]:
        """A sign that shows one token above another, and its style.

        Of the sixteen colours the terminal's own ground is none to write in, and its own ink none to write on.
        """
        if self.depth != FEW:
            return "▀", self.style(upper, lower)
        grounds = {name for name in (upper, lower) if _is_ground(name)}
        if upper == lower or len(grounds) == 2:
            return (" ", self.style("ink", upper)) if grounds else ("█", self.style(upper))
        if upper in grounds or lower in INKS_OF_SIXTEEN:
            return "▄", self.style(lower, upper)
        return "▀", self.style(upper, lower)

    @property
    def is_rich(self) -> bool:
        """Whether there are shades, and not only colours."""
        return self.depth in (CUBE, MANY)


def _is_ground(name: str) -> bool:
    """Whether the sixteen colours show this token as the terminal's own ground."""
    return SIXTEEN.get(name, "default") == "default" and name not in INKS_OF_SIXTEEN


@lru_cache
def shades(dark: bool, tone: str) -> dict[str, str]:
    """The palette of a board; one with a tone of its own has soft shades that suit its floor."""
    names = dict(palette(dark, tone))
    if f"light {tone}" in TOKENS:
        for name in ("gold", "good", "danger"):
            names[f"{name}-soft"] = blended(names["floor"], names[name], SOFT)
    return names


@lru_cache(maxsize=1024)
def of_cube(colour: str) -> Color:
    """The one of the 256 colours that comes nearest.

    Slate is taken for grey, of which there are 24 shades: in the cube of colours the nearest to dark slate are navy
    and teal.
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    if red <= green <= blue and blue - red <= SLATE:
        return Color.from_ansi(232 + max(0, min(23, round(((red + green + blue) / 3 - 8) / 10))))
    steps = [min(range(6), key=lambda step: abs(CUBE_STEPS[step] - part)) for part in (red, green, blue)]
    return Color.from_ansi(16 + 36 * steps[0] + 6 * steps[1] + steps[2])


def blended(colour: str, other: str, share: float) -> str:
    """A colour mixed with a share of another one."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def depth_of(color_system: str | None, environment: "os._Environ[str] | dict[str, str]") -> str:
    """How many colours there are, by the terminal's name for its system and the wish for none."""
    if environment.get("NO_COLOR") or color_system is None:
        return NONE
    if color_system in ("standard", "windows"):
        return FEW
    return CUBE if color_system == "256" else MANY


def is_dark(environment: "os._Environ[str] | dict[str, str]") -> bool:
    """Whether the terminal's ground is dark, as far as it says so (COLORFGBG: `15;0`); most are."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return ground not in ("7", "15")
