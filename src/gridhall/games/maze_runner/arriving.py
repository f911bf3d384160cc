"""What a minion sets off where it comes to stand: hearts, extra nexuses and towers of stone change hands."""

from gridhall.games.maze_runner.sight import advance
from gridhall.games.maze_runner.structures import tower_code, tower_hitpoints, tower_owner
from gridhall.games.maze_runner.tables import (
    AREA,
    EXTRA,
    FLAGS,
    FLOOR,
    HEART,
    TEAM,
    TOOK_HEART,
    TOOK_NEXUS,
    TOOK_TOWER,
    TOWER_BIT,
)
from gridhall.kernel import kernel, show

MOST_HITPOINTS = 99  # of a minion with hearts (MR129)


@kernel
def arrive(setup, state, unit):
    """Take what lies where a unit has come to stand, and beside it; return whether anything was taken."""
    cell, player, taken = state.cell[unit], unit // TEAM, False
    code = state.cells[cell]
    if code == HEART:
        for mate in range(player * TEAM, (player + 1) * TEAM):
            if state.alive[mate]:
                state.hp[mate] = min(MOST_HITPOINTS, state.hp[mate] + setup.hitpoints)
                state.left[mate] = state.given
        state.cells[cell] = FLOOR
        show(state, TOOK_HEART, unit, cell)
        taken = True
    elif code == EXTRA + 1 - player:
        take(state, player, cell, EXTRA + player, 2 - player)
        show(state, TOOK_NEXUS, unit, cell)
        taken = True
    if setup.towers > 0:
        for direction in range(8):
            place = advance(cell, direction)
            code = state.cells[place]
            if FLAGS[code + 128] & TOWER_BIT and tower_hitpoints(code) == 0 and tower_owner(code) != player + 1:
                take(state, player, place, tower_code(player + 1, 0), tower_owner(code))
                show(state, TOOK_TOWER, unit, place)
                taken = True
    return taken


@kernel
def take(state, player, cell, code, before):
    """Give a place to a player; whoever had it before (1 or 2; 0: nobody) remembers so (MR118, MR122)."""
    state.cells[cell] = code
    if before > 0:
        state.memory[(before - 1) * AREA + cell] = code
        state.seen[(before - 1) * AREA + cell] = state.round
