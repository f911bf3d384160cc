"""Where a player's cells are in the picture, and how a place is said."""

from gridhall.game import EVERYONE, Player, View
from gridhall.games.maze_runner.coordinates import place
from gridhall.games.maze_runner.legend import MIDDLE, SIDE
from gridhall.games.maze_runner.sight import is_visible
from gridhall.games.maze_runner.tables import AREA, WIDTH


class Viewpoint:
    """A state seen by one player, whose nexus is the middle of the picture."""

    def __init__(self, state: View, player: Player) -> None:
        self.state, self.player = state, player
        self.zero = place(state, state.nexus[max(player, 0)])
        self.origin = state.origin

    def at(self, cell: int) -> int:
        """A cell of the state as a cell of the scene."""
        ring = (cell - self.origin) % AREA
        return int((ring // WIDTH - self.zero[1] + MIDDLE) * SIDE + ring % WIDTH - self.zero[0] + MIDDLE)

    def sees(self, cell: int) -> bool:
        return self.player == EVERYONE or bool(is_visible(self.state, self.player, cell))

    def where(self, cell: int) -> str:
        """A place in words, as seen from the player's nexus."""
        x, y = place(self.state, cell)
        return spoken(x - self.zero[0], y - self.zero[1])


def spoken(east: int, south: int) -> str:
    """A distance in words, such as `4 east 2 north`."""
    parts = [f"{abs(east)} {'east' if east > 0 else 'west'}"] if east else []
    parts += [f"{abs(south)} {'south' if south > 0 else 'north'}"] if south else []
    return " ".join(parts) or "the nexus"
