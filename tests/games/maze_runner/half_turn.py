"""Whether a map has the symmetry that the generator promises (MR4)."""

from gridhall.game import Truth
from gridhall.games.maze_runner.tables import NEXUS, TEAM, UNITS, WIDTH


def is_half_turn_image(state: Truth, size: int) -> bool:
    """Whether the map is its own half-turn image, with the nexuses and the start cells exchanged."""
    turned = (size - 1) * (WIDTH + 1)
    for y in range(size):
        for x in range(size):
            here, there = state.cells[y * WIDTH + x], state.cells[turned - y * WIDTH - x]
            if here != there and here + there != 2 * NEXUS + 1:
                return False
    homes = [(state.home[unit], state.home[(unit + TEAM) % UNITS]) for unit in range(UNITS)]
    return all(home < 0 or home + image == turned for home, image in homes)
