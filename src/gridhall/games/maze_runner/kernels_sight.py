# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs, allow-untyped-decorators
"""Sight, fog and memory (MR29-MR47, MR97, MR98), and the ray that light and lasers share."""

from gridhall.games.maze_runner.tables import (
    AREA,
    BACK_BIT,
    BEND,
    DOOR_BIT,
    FLAGS,
    GROUND,
    LANTERN,
    MIRROR_BIT,
    NOWHERE,
    OFF,
    STEP,
    TEAM,
    UNITS,
    WIDTH,
    WORDS,
)
from gridhall.kernel import kernel


@kernel
def unit_on(state, cell):
    """The living unit on a cell, or NOWHERE."""
    found = NOWHERE
    for unit in range(UNITS):
        if state.cell[unit] == cell and state.alive[unit] != 0:
            found = unit
    return found


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
    """Remember a cell beside a line (MR33): not visible."""
    code = state.cells[cell]
    if code != OFF:
        state.memory[player * AREA + cell] = code
        state.seen[player * AREA + cell] = state.round


@kernel
def ray_end(state, cell):
    """Whether a cell ends light and beams (MR32): wall, nexus, a closed door, or off the board."""
    flags = FLAGS[state.cells[cell] + 128]
    if flags & DOOR_BIT:
        return unit_on(state, cell) == NOWHERE
    return flags & GROUND == 0


@kernel
def shine(setup, state, player, start, direction):
    """Follow one line of a lantern."""
    cell, turned, first = start, 0, -1
    while True:
        cell += STEP[direction]
        if cell >= AREA:
            cell -= AREA
        if cell * 8 + direction == first:
            return  # caught between mirrors (MR37); a ray can be walked back, so the first to repeat is the first
        if first < 0:
            first = cell * 8 + direction
        see(state, player, cell)
        if ray_end(state, cell):
            return
        flags = FLAGS[state.cells[cell] + 128]
        for last in range(2):
            for side in range(2, 8, 4):
                beside = cell + STEP[direction + side & 7]
                if beside >= AREA:
                    beside -= AREA
                reveal(state, player, beside)
            if flags & MIRROR_BIT == 0 or last == 1:
                break
            if turned == setup.bends:
                return  # this mirror is seen and ends the line (MR36)
            turned += 1
            direction = BEND[direction + 8] if flags & BACK_BIT else BEND[direction]


@kernel(inline=False)
def look(setup, state, player):
    """Compute anew what a player sees, and remember it."""
    for word in range(player * WORDS, (player + 1) * WORDS):
        state.visible[word] = 0
    nexus = state.nexus[player]
    if nexus >= 0:
        for row in range(7):  # MR40
            cell = nexus + (row - 3) * WIDTH - 3 + AREA
            for _ in range(7):
                see(state, player, cell % AREA)
                cell += 1
    for unit in range(player * TEAM, (player + 1) * TEAM):
        here = state.cell[unit]
        if state.alive[unit] != 0 and here >= 0:
            see(state, player, here)
            for direction in range(8):
                cell = here + STEP[direction]
                if cell >= AREA:
                    cell -= AREA
                see(state, player, cell)
            if state.stance[unit] == LANTERN:
                for direction in range(0, 8, 2):
                    shine(setup, state, player, here, direction)


@kernel
def spot(state, player):
    """Remember where each enemy was seen last (MR43): wiped when that cell is seen without him, or he is dead."""
    for number in range(TEAM):
        unit, ghost = (1 - player) * TEAM + number, player * TEAM + number
        here, place = state.cell[unit], state.ghost[ghost]
        if state.alive[unit] != 0 and here >= 0 and is_visible(state, player, here):
            state.ghost[ghost] = here
            state.ghost_round[ghost] = state.round
        elif place >= 0 and (state.alive[unit] == 0 or is_visible(state, player, place)):
            state.ghost[ghost] = NOWHERE
            state.ghost_round[ghost] = 0
