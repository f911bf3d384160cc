"""A sheet of signs in colour, and a widget that sends to the terminal only what has changed on it."""

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from gridhall.render.wrap import columns

if TYPE_CHECKING:
    from collections.abc import Callable

NEAR = 8  # columns between two changes that are sent, too
Sign = tuple[str, Style]  # what stands in a column; the column behind a wide sign has ""


@lru_cache(maxsize=4096)
def columns_of(sign: str) -> int:
    """The columns that a sign takes: 2 for wide ones, 0 for those that are set upon the sign before."""
    return columns(sign)


def cut(text: str, width: int) -> str:
    """The text, with three dots in place of what does not fit."""
    if columns(text) <= width:
        return text
    while text and columns(text) > width - 1:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


class Canvas:
    """Rows of signs. What is put outside of it is left out."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self.rows: list[list[Sign]] = [[(" ", style)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style, width: int | None = None) -> int:
        """Write a text, at most `width` columns of it; returns the column behind it."""
        end = self.width if width is None else min(self.width, x + width)
        if not 0 <= y < self.height:
            return x
        row = self.rows[y]
        for sign in text:
            size = columns_of(sign)
            if not size or x + size > end:
                continue
            if x >= 0:
                row[x] = sign, style
                if size == 2:
                    row[x + 1] = "", style
            x += size
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style, sign: str = " ") -> None:
        for row in self.rows[max(0, y) : max(0, y + height)]:
            for column in range(max(0, x), min(self.width, x + width)):
                row[column] = sign, style

    def strip(self, y: int) -> Strip:
        segments = [
            Segment("".join(sign for sign, _ in run), style)
            for style, run in groupby(self.rows[y], key=lambda sign: sign[1])
        ]
        return Strip(segments, self.width)

    def text(self) -> str:
        """What is written, without its colours."""
        return "\n".join("".join(sign for sign, _ in row).rstrip() for row in self.rows)


class Painted(Widget):
    """A widget that is painted on a canvas as a whole, of which only changed columns are sent to the terminal."""

    can_focus = False
    ALLOW_SELECT = False

    def __init__(self, **more: "str | None") -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self.canvas: Canvas | None = None
        self.targets: list[tuple[Region, Callable[[], None]]] = []  # what a click does, the last one first

    def paint(self, width: int, height: int) -> Canvas:
        """The canvas as it should be now; sets `targets`, too."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Paint anew, and let the terminal know what has changed."""
        width, height = self.size
        if not width or not height:
            return
        before, after = self.canvas, self.paint(width, height)
        self.canvas = after
        if before is None or (before.width, before.height) != (after.width, after.height):
            self.refresh()
            return
        changed = [
            Region(first, y, last - first + 1, 1)
            for y, (old, new) in enumerate(zip(before.rows, after.rows))
            if old != new
            for first, last in _differences(old, new)
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        if self.canvas is None or (self.canvas.width, self.canvas.height) != self.size:
            self.canvas = self.paint(*self.size)
        return self.canvas.strip(y) if y < self.canvas.height else Strip.blank(self.size.width)

    def target_at(self, x: int, y: int) -> "Callable[[], None] | None":
        """What a click at this place of the widget does."""
        return next((act for region, act in reversed(self.targets) if region.contains(x, y)), None)


def _differences(old: list[Sign], new: list[Sign]) -> list[tuple[int, int]]:
    """The first and last columns of the parts in which two rows differ; a wide sign is never cut in two.

    Parts that lie near each other are one: moving the cursor costs about as many bytes as the columns between them.
    """
    parts: list[tuple[int, int]] = []
    for column, (a, b) in enumerate(zip(old, new)):
        if a == b:
            continue
        first = last = column
        while first > 0 and (not old[first][0] or not new[first][0]):
            first -= 1
        while last + 1 < len(new) and (not old[last + 1][0] or not new[last + 1][0]):
            last += 1
        if parts and first - parts[-1][1] <= NEAR:
            first = parts.pop()[0]
        parts.append((first, last))
    return parts
