"""Who has won: by a siege (MR103) or a majority (MR120) that was held, or by points after the last round (MR69)."""

from gridhall.games.maze_runner.tables import (
    APPROACH,
    AREA,
    CAPTURE,
    DRAW,
    FLAGS,
    GOLEM_BIT,
    GROUND,
    KILLS,
    MAJORITY,
    OFF,
    REVEALED,
    TEAM,
)
from gridhall.games.maze_runner.turns import count_held
from gridhall.kernel import kernel


@kernel
def besiege(state):
    """With the rule of siege, a minion wins that still stands on the enemy's nexus as its own turn begins (MR103)."""
    player = state.turn
    for unit in range(player * TEAM, (player + 1) * TEAM):
        if state.alive[unit] and state.cell[unit] == state.nexus[1 - player]:
            state.over, state.winner = CAPTURE, player + 1


@kernel
def hold_majority(setup, state):
    """With the rule of majority, a player wins who holds more than half of all extra nexuses (MR120)."""
    if count_held(state, state.turn) > setup.nexuses:
        state.over, state.winner = MAJORITY, state.turn + 1


@kernel
def adjudicate(state):
    """Decide a match that ends without a capture: by approach, then kills, then revealed cells (MR69)."""
    ours = state.approach[0] if state.approach[0] >= 0 else AREA
    theirs = state.approach[1] if state.approach[1] >= 0 else AREA
    if ours != theirs:
        state.over, state.winner = APPROACH, 1 if ours < theirs else 2
        return
    if state.kills[0] != state.kills[1]:
        state.over, state.winner = KILLS, 1 if state.kills[0] > state.kills[1] else 2
        return
    ours, theirs = revealed_floor(state, 0), revealed_floor(state, 1)
    if ours != theirs:
        state.over, state.winner = REVEALED, 1 if ours > theirs else 2
        return
    state.over, state.winner = DRAW, 0


@kernel
def revealed_floor(state, player):
    """How many true floor cells a player has revealed (MR102)."""
    count = 0
    for cell in range(AREA):
        if state.memory[player * AREA + cell] != OFF and FLAGS[state.cells[cell] + 128] & (GROUND | GOLEM_BIT):
            count += 1
    return count
