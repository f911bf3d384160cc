"""The first line of a match: the game, the level, who one is, and the clocks."""

from typing import TYPE_CHECKING

from gridhall.render.wrap import columns
from gridhall.stage.canvas import Canvas, Painted, cut

if TYPE_CHECKING:
    from gridhall.stage.match_screen import MatchScreen


class TitleBar(Painted):
    """The widget. Behind the curtain it names the game alone."""

    def __init__(self, owner: "MatchScreen") -> None:
        super().__init__(id="title")
        self.owner = owner

    def paint(self, width: int, height: int) -> Canvas:
        table, style = self.owner.table, self.owner.colours.style
        canvas = Canvas(width, height, style("ink", "paper2"))
        if table.curtain >= 0:
            canvas.put(1, 0, cut(table.title, width - 2), style("ink", "paper2", bold=True))
            return canvas
        x = canvas.put(1, 0, cut(table.title, width - 2), style("ink", "paper2", bold=True))
        about = [text for text in (table.subtitle, table.best) if text and text != table.title]
        canvas.put(x, 0, cut("".join(f" · {text}" for text in about), width - 1 - x), style("ink2", "paper2"))
        right = "  ".join(text for text in (table.clocks, table.who) if text)
        if right and x + columns(right) + 3 < width:
            owner = {0: "p1", 1: "p2"}.get(table.seat, "ink2")
            canvas.fill(width - columns(right) - 3, 0, 2, 1, style("ink", "paper2"))
            canvas.put(width - columns(right) - 1, 0, right, style(owner, "paper2", bold=True))
        return canvas
