# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs, allow-untyped-decorators
"""Walking distance on the true map (MR102)."""

from gridhall.games.maze_runner.tables import AREA, FLAGS, GROUND, STEP, TEAM
from gridhall.kernel import kernel, zeros


@kernel
def closest(state, player, best):
    """The least walking distance of a living minion to the enemy nexus, or `best` if that is not beaten (MR102)."""
    goal = state.nexus[1 - player]
    if goal < 0:
        return best
    queue, reached = zeros(1600), zeros(25)
    tail = 0
    for unit in range(player * TEAM, (player + 1) * TEAM):
        here = state.cell[unit]
        if state.alive[unit] and here >= 0:
            if here == goal:
                return 0
            if not reached[here >> 6] >> (here & 63) & 1:
                reached[here >> 6] |= 1 << (here & 63)
                queue[tail] = here
                tail += 1
    head, border, distance = 0, tail, 0
    while head < tail and (best < 0 or distance + 1 < best):
        distance += 1
        while head < border:
            here = queue[head]
            head += 1
            walls = 0  # bit d: the cell in direction d is solid or a nexus
            for direction in range(8):
                cell = here + STEP[direction]
                if cell >= AREA:
                    cell -= AREA
                if FLAGS[state.cells[cell] + 128] & GROUND == 0:
                    walls |= 1 << direction
            for direction in range(8):
                if direction & 1 and walls >> (direction - 1) & 1 and walls >> (direction + 1 & 7) & 1:
                    continue
                cell = here + STEP[direction]
                if cell >= AREA:
                    cell -= AREA
                if walls >> direction & 1:
                    if cell == goal:
                        return distance
                elif not reached[cell >> 6] >> (cell & 63) & 1:
                    reached[cell >> 6] |= 1 << (cell & 63)
                    queue[tail] = cell
                    tail += 1
        border = tail
    return best
