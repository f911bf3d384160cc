"""Sight, fog and memory (MR29-MR47, MR97, MR98), and the lines that light and lasers follow."""

from gridhall.games.maze_runner.structures import reflect, tower_owner
from gridhall.games.maze_runner.tables import (
    AREA,
    DOOR_BIT,
    EXTRA,
    EXTRAS,
    FLAGS,
    GROUND,
    LANTERN,
    LARGEST,
    MIRROR_BIT,
    NOWHERE,
    OFF,
    STEP,
    TEAM,
    TOWER_BIT,
    TOWERS,
    UNITS,
    WIDTH,
    WORDS,
)
from gridhall.kernel import kernel

LONGEST_RAY = 4 * LARGEST * LARGEST + 1  # every cell in four directions, and the first again


@kernel
def unit_on(state, cell):
    """The living unit on a cell, or NOWHERE."""
    standing = NOWHERE
    for unit in range(UNITS):
        if state.cell[unit] == cell and state.alive[unit] != 0:
            standing = unit
    return standing


@kernel
def is_visible(state, player, cell):
    return state.visible[player * WORDS + (cell >> 6)] >> (cell & 63) & 1


@kernel
def see(state, player, cell):
    """Make a cell visible and remember it as it is now; cells off the board are no cells (MR97)."""
    code = state.cells[cell]
    if code != OFF:
        state.visible[player * WORDS + (cell >> 6)] |= 1 << (cell & 63)
        state.memory[player * AREA + cell] = code
        state.seen[player * AREA + cell] = state.round


@kernel
def reveal(state, player, cell):
    """Remember a cell beside a line of light, without making it visible (MR33)."""
    code = state.cells[cell]
    if code != OFF:
        state.memory[player * AREA + cell] = code
        state.seen[player * AREA + cell] = state.round


@kernel
def advance(cell, direction):
    """The next cell in a direction."""
    cell += STEP[direction]
    if cell >= AREA:
        cell -= AREA
    return cell


@kernel
def ray_end(state, cell):
    """Does a cell end light and beams (MR32)? Walls, nexuses, closed doors and what is off the board do."""
    flags = FLAGS[state.cells[cell] + 128]
    if flags & DOOR_BIT:
        return unit_on(state, cell) == NOWHERE
    return flags & GROUND == 0


@kernel
def shine(setup, state, player, start, direction):
    """Make visible what one line of a lantern lights, and remember what is beside it."""
    cell, turned, first = start, 0, -1
    while True:
        cell = advance(cell, direction)
        if cell * 8 + direction == first:
            return  # caught between mirrors (MR37); a ray can be walked back, so its first step is the first to repeat
        if first < 0:
            first = cell * 8 + direction
        see(state, player, cell)
        if ray_end(state, cell):
            return
        flags = FLAGS[state.cells[cell] + 128]
        for last in range(2):  # beside the line (MR33), and at a mirror also beside its bent part (MR39)
            for side in range(2, 8, 4):
                reveal(state, player, advance(cell, direction + side & 7))
            if flags & MIRROR_BIT == 0 or last == 1:
                break
            if turned == setup.bends:
                return  # this mirror is seen and ends the line (MR36)
            turned += 1
            direction = reflect(flags, direction)


@kernel
def trace(state, start, direction, bends, rays):
    """Write the cells that a ray passes, for pictures; return how many.

    Each is written as cell * 8 + direction, and after the last of them where the ray ended. It bends at mirrors so many
    times at most, -1: without a limit. `rays` must have room for LONGEST_RAY numbers. `shine` and `fire_beams` go the
    same way and act on each cell; a test holds that they agree.
    """
    cell, turned, count = start, 0, 0
    while True:
        cell = advance(cell, direction)
        rays[count] = cell * 8 + direction
        if ray_end(state, cell) or (count > 0 and rays[count] == rays[0]):
            return count
        count += 1
        flags = FLAGS[state.cells[cell] + 128]
        if flags & MIRROR_BIT:
            if turned == bends:
                rays[count] = rays[count - 1]
                return count
            turned += 1
            direction = reflect(flags, direction)


@kernel
def see_square(state, player, middle, reach):
    """Make a square of cells visible, through walls."""
    for row in range(-reach, reach + 1):
        cell = middle + row * WIDTH - reach + AREA
        for _ in range(2 * reach + 1):
            see(state, player, cell % AREA)
            cell += 1


@kernel
def see_from_tower(state, player, place, reach):
    """Make the square around a tower visible, over walls; it may be so large that the board's edge cuts it off."""
    at = (place - state.origin + AREA) % AREA
    x, y = at % WIDTH, at // WIDTH
    for row in range(max(0, y - reach), min(LARGEST, y + reach + 1)):
        for column in range(max(0, x - reach), min(LARGEST, x + reach + 1)):
            see(state, player, (state.origin + row * WIDTH + column) % AREA)


@kernel(inline=False)
def refresh_sight(setup, state, player):
    """Compute anew what a player sees, and remember it."""
    for word in range(player * WORDS, (player + 1) * WORDS):
        state.visible[word] = 0
    nexus = state.nexus[player]
    if nexus >= 0:
        see_square(state, player, nexus, 3)  # MR40
    if setup.nexuses > 0:
        for index in range(EXTRAS):
            place = state.extras[index] - 1
            if place >= 0 and state.cells[place] == EXTRA + player:
                see_square(state, player, place, 1)  # MR117
    if setup.towers > 0:
        for index in range(TOWERS):
            place = state.towers[index] - 1
            if place >= 0 and FLAGS[state.cells[place] + 128] & TOWER_BIT:
                if tower_owner(state.cells[place]) == player + 1:
                    see_from_tower(state, player, place, setup.tower_range)  # MR121
    for unit in range(player * TEAM, (player + 1) * TEAM):
        here = state.cell[unit]
        if state.alive[unit] != 0 and here >= 0:
            see(state, player, here)
            for direction in range(8):
                see(state, player, advance(here, direction))
            if state.stance[unit] == LANTERN:
                for direction in range(0, 8, 2):
                    shine(setup, state, player, here, direction)


@kernel
def remember_enemies(state, player):
    """Remember where each enemy was seen last (MR43).

    This is forgotten as soon as that cell is seen without the enemy, or the enemy is dead.
    """
    for number in range(TEAM):
        unit, ghost = (1 - player) * TEAM + number, player * TEAM + number
        here, place = state.cell[unit], state.ghost[ghost]
        if state.alive[unit] != 0 and here >= 0 and is_visible(state, player, here):
            state.ghost[ghost] = here
            state.ghost_round[ghost] = state.round
        elif place >= 0 and (state.alive[unit] == 0 or is_visible(state, player, place)):
            state.ghost[ghost] = NOWHERE
            state.ghost_round[ghost] = 0
