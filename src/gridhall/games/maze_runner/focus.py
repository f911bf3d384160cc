"""Where a cropped observation is centred: the middle of the team."""

from gridhall.games.maze_runner.tables import AREA, TEAM, WIDTH
from gridhall.kernel import kernel


@kernel
def focus(setup, state, player):
    """The place in the planes halfway between the team's outermost living minions; the nexus if none lives."""
    low_x, high_x, low_y, high_y = WIDTH, -WIDTH, WIDTH, -WIDTH
    for unit in range(player * TEAM, player * TEAM + TEAM):
        if state.alive[unit] and state.cell[unit] >= 0:
            place = (state.cell[unit] - state.nexus[player]) % AREA
            # Counted from the nexus to either side, as far as half of the ring.
            x, y = place % WIDTH, place // WIDTH
            if x >= WIDTH // 2:
                x, y = x - WIDTH, y + 1
            if y >= WIDTH // 2:
                y -= WIDTH
            low_x, high_x, low_y, high_y = min(low_x, x), max(high_x, x), min(low_y, y), max(high_y, y)
    if high_x < low_x:
        return 0
    return (((low_y + high_y) >> 1) * WIDTH + ((low_x + high_x) >> 1)) % AREA
