"""Cells as x and y, and sets of cells."""

from gridhall.game import Player, View
from gridhall.games.maze_runner.tables import AREA, WIDTH, WORDS


def place(state: View, cell: int) -> tuple[int, int]:
    """A cell's x and y, counted from the map's corner; in a view from the corner of what is known."""
    at = (cell - state.origin) % AREA
    return at % WIDTH, at // WIDTH


def members(state: View, field: str, player: Player) -> set[int]:
    """The cells of a player's set: `visible` or `lit`."""
    words = getattr(state, field)[player * WORDS : (player + 1) * WORDS]
    return {64 * number + bit for number, bits in enumerate(words) if bits for bit in range(64) if bits >> bit & 1}
