"""The curtain between two people at one keyboard: it hangs before the board until the next one says they are there."""

from gridhall.stage.canvas import Canvas
from gridhall.stage.colours import Colours
from gridhall.stage.table import player_name

FOLD = 6  # columns from one fold to the next
MARGIN = 3  # columns between the edge of the card and its text


def paint_curtain(canvas: Canvas, player: int, colours: Colours, fancy: bool) -> None:
    """Hang the curtain, and on it a card that says who shall come and which key opens it."""
    style = colours.style
    canvas.fill(0, 0, canvas.width, canvas.height, style("line", "curtain"))
    for x in range(FOLD // 2, canvas.width, FOLD):
        canvas.fill(x, 0, 1, canvas.height, style("line", "curtain"), "│" if fancy else "|")
    name = player_name(player)
    lines = [f"Pass the keyboard to {name}.", "", f"{name}: press {player + 1} when only you look."]
    wide, high = max(map(len, lines)) + 2 * MARGIN, len(lines) + 2
    left, top = max(0, (canvas.width - wide) // 2), max(0, (canvas.height - high) // 2)
    canvas.fill(left, top, wide, high, style("ink", "paper"))
    inks = (style(f"p{player + 1}", "paper", bold=True), style("ink", "paper"), style("ink", "paper"))
    for number, (line, ink) in enumerate(zip(lines, inks, strict=True)):
        canvas.put(left + (wide - len(line)) // 2, top + 1 + number, line, ink)
