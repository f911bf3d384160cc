"""Distances: of two cells as the crow flies, and walking distance on the true map (MR102)."""

from gridhall.games.maze_runner.sight import advance
from gridhall.games.maze_runner.tables import AREA, FLAGS, FRAGILE, GROUND, TEAM, WIDTH
from gridhall.kernel import kernel, zeros


@kernel
def far_apart(state, first, second):
    """The distance of two known cells in steps over open ground: the greater of the differences in x and y."""
    a, b = (first - state.origin + AREA) % AREA, (second - state.origin + AREA) % AREA
    return max(abs(a % WIDTH - b % WIDTH), abs(a // WIDTH - b // WIDTH))


@kernel(inline=False)
def measure(state, player):
    """The closest that a player's minions have ever come to the enemy's nexus, in steps, with where they are now.

    The search starts from all living minions at once. A step brings nobody more than one cell nearer in either
    coordinate, so cells from which the closest approach so far cannot be bettered any more are left out.
    """
    goal, best = state.nexus[1 - player], state.approach[player]
    if goal < 0:
        return best
    best = best if best >= 0 else AREA
    cells, origin = state.cells, state.origin
    queue, reached = zeros(1600), zeros(25)
    at = (goal - origin + AREA) % AREA
    goal_x, goal_y, tail = at % WIDTH, at // WIDTH, 0
    for unit in range(player * TEAM, (player + 1) * TEAM):
        here = state.cell[unit]
        if state.alive[unit] and here >= 0:
            if here == goal:
                return 0
            at = (here - origin + AREA) % AREA
            if max(abs(at % WIDTH - goal_x), abs(at // WIDTH - goal_y)) < best:
                reached[here >> 6] |= 1 << (here & 63)
                queue[tail] = here
                tail += 1
    head, border, distance = 0, tail, 0
    while head < tail and distance + 1 < best:
        distance += 1
        while head < border:
            here = queue[head]
            head += 1
            walls = 0  # bit d: the cell in direction d is solid or a nexus; what can be struck down is not (MR124)
            for direction in range(8):
                cell = advance(here, direction)
                if FLAGS[cells[cell] + 128] & (GROUND | FRAGILE) == 0:
                    walls |= 1 << direction
            for direction in range(8):
                if direction & 1 and walls >> (direction - 1) & 1 and walls >> (direction + 1 & 7) & 1:
                    continue
                cell = advance(here, direction)
                if walls >> direction & 1:
                    if cell == goal:
                        return distance
                elif reached[cell >> 6] >> (cell & 63) & 1 == 0:
                    reached[cell >> 6] |= 1 << (cell & 63)
                    at = cell - origin
                    if at < 0:
                        at += AREA
                    if distance + max(abs(at % WIDTH - goal_x), abs(at // WIDTH - goal_y)) < best:
                        queue[tail] = cell
                        tail += 1
        border = tail
    return state.approach[player]
