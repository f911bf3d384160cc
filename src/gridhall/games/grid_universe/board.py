"""What is where on the board, and what has become of it."""

from gridhall.kernel import kernel

from .codes import BLOCKING, CHANGING, DOWN, EXIT, LEFT, LOCKED, NOTHING, NOWHERE, RIGHT, UP, VERTICAL


@kernel
def ahead(setup, cell, way, wraps):
    """The next tile in a direction, or NOWHERE beyond the edge."""
    row, col = cell >> 5, cell & 31
    if way == UP:
        row -= 1
    elif way == DOWN:
        row += 1
    elif way == LEFT:
        col -= 1
    elif way == RIGHT:
        col += 1
    if 0 <= row < setup.height and 0 <= col < setup.width:
        return row * 32 + col
    if not wraps:
        return NOWHERE
    if row < 0:
        row = setup.height - 1
    elif row == setup.height:
        row = 0
    if col < 0:
        col = setup.width - 1
    elif col == setup.width:
        col = 0
    return row * 32 + col


@kernel
def holds(setup, state, cell, what, but):
    """Does a tile hold anything that has one of the properties `what`? The mobile `but` does not count."""
    if holds_for_good(setup, state, cell, what):
        return True
    for m in range(setup.mobiles):
        if state.cells[m] == cell and m != but and body_of(setup, state, m) & what:
            return True
    return False


@kernel
def holds_for_good(setup, state, cell, what):
    """Does a tile hold anything that has one of the properties `what` and cannot change place?"""
    tile = setup.tile[cell]
    if tile & what:
        return True
    if tile & CHANGING:
        entity = setup.head[cell]
        while entity >= 0:
            flags = setup.flags[entity]
            if (
                flags & what
                and is_here(setup, state, entity)
                and (flags & what & ~BLOCKING or not is_open(setup, state, entity))
            ):
                return True
            entity = setup.next[entity]
    return False


@kernel
def body_of(setup, state, m):
    """The flags of a mobile now: an opened lock blocks no more."""
    body = setup.body[m]
    if body & LOCKED and is_open(setup, state, setup.thing[m]):
        return body & ~(BLOCKING | LOCKED)
    return body


@kernel
def heading(setup, state, m):
    """The direction in which a mover goes next."""
    return (UP if setup.body[m] & VERTICAL else LEFT) + 1 - (state.facing[m >> 5] >> (m & 31) & 1)


@kernel
def has_bit(state, bit):
    return state.bits[bit >> 5] >> (bit & 31) & 1 == 1


@kernel
def set_bit(state, bit):
    state.bits[bit >> 5] |= 1 << (bit & 31)


@kernel
def is_open(setup, state, entity):
    """Has its lock been opened?"""
    return setup.opened[entity] >= 0 and has_bit(state, setup.opened[entity])


@kernel
def is_gone(setup, state, entity):
    """Has it been picked up?"""
    return setup.gone[entity] >= 0 and has_bit(state, setup.gone[entity])


@kernel
def is_here(setup, state, entity):
    """Is a thing that cannot change place still on the board?"""
    return setup.place[entity] >= 0 and not is_gone(setup, state, entity)


@kernel
def cell_of(setup, state, entity):
    """Where a thing is, NOWHERE if it is not on the board."""
    m = setup.mobile[entity]
    if m >= 0:
        return state.cells[m]
    if is_gone(setup, state, entity):
        return NOWHERE
    return setup.place[entity]


@kernel
def is_dead(setup, state, entity):
    return setup.vital[entity] >= 0 and state.health[setup.vital[entity]] == 0


@kernel
def is_exit(setup, state, cell):
    """Is there an exit on a tile? Where none can move or vanish, the tile itself says so."""
    if setup.exits == 0:
        return setup.tile[cell] & EXIT != 0
    return holds(setup, state, cell, EXIT, NOTHING)
