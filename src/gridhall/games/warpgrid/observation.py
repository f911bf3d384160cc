"""What a learning agent sees of a position: planes and scalars."""

from gridhall.games.warpgrid.records import CELLS, SIZE
from gridhall.games.warpgrid.rules import OVER, capacity
from gridhall.kernel import kernel

PLANES = 5
FIRST_PHASE_SCALAR = 12  # from here on there is a scalar for each question that can be asked, FIRST to OVER
SCALARS = FIRST_PHASE_SCALAR + OVER + 1


@kernel
def shape(setup):
    return PLANES, SIZE, SIZE, SCALARS


@kernel
def observe(setup, state, player, planes, scalars):
    """Planes: level 1, 2, 3, the player, the out portal.

    Scalars: charge and capacity, dice, what is asked, and where in the turn.
    """
    for cell in range(CELLS):
        level = state.levels[cell]
        planes[cell] = level == 1
        planes[CELLS + cell] = level == 2
        planes[2 * CELLS + cell] = level == 3
        planes[3 * CELLS + cell] = cell == state.cell
        planes[4 * CELLS + cell] = cell == state.out
    scalars[0] = state.grid
    scalars[1] = state.charge
    scalars[2] = capacity(state.grid)
    scalars[3] = state.die_x
    scalars[4] = state.die_y
    scalars[5] = state.steps
    scalars[6] = state.field_left
    scalars[7] = state.direction
    scalars[8] = state.axis
    scalars[9] = state.leg
    scalars[10] = state.owed
    scalars[11] = state.turn
    for phase in range(OVER + 1):
        scalars[FIRST_PHASE_SCALAR + phase] = state.phase == phase
