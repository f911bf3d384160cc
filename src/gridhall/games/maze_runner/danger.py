"""Which words lose before the player's next choice, whatever the fog hides."""

import copy

from gridhall.game import Action, Player, SetupRecord, View
from gridhall.games.maze_runner.ending import besiege
from gridhall.games.maze_runner.tables import END, RESIGN

HARMLESS = range(END)  # whatever does not end the turn


def fatal(setup: SetupRecord, state: View, player: Player, action: Action) -> int:
    """1 for giving up, and for ending the turn while a siege stands that nothing can lift; else 0.

    Under the rule of siege an enemy on the player's nexus wins as the enemy's turn begins (MR103). Only the player's
    own beams fire before that, so without them it is sure. What the enemy may do in their turn is up to them.
    """
    if action == RESIGN:
        return 1
    last_turn = player != state.first and state.round >= setup.rounds  # it is judged by points instead (MR69)
    if action != END or not setup.siege or state.turn != player or state.beams or last_turn:
        return 0
    after = copy.copy(state)
    after.turn = 1 - player
    besiege(after)
    return int(after.over != 0)
