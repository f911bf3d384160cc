"""Which words lose before the player's next choice, whatever the other side has planned."""

import copy

from gridhall.game import LOST, Action, Player, SetupRecord, Trials, View
from gridhall.games.echoes.proposals import resample
from gridhall.games.echoes.rules import RESIGN, SIDE, SUBMIT, TO_WIN, outcome, refusal, step

HARMLESS = range(SUBMIT)  # whatever only enters a plan
FEW = 2  # echoes that one plan of the other side may well destroy at once
TRIED = 12  # plans of the other side that a sealed plan is played against


def fatal(setup: SetupRecord, state: View, player: Player, action: Action) -> Trials | int:
    """1 for giving up; for sealing a plan the trials, if it loses to every plan of the other side in them; else 0.

    A plan that survives one of them is not surely fatal, and there are too many to try them all. None is tried where
    the match can hardly end with the next replay.
    """
    if action == RESIGN:
        return 1
    if action != SUBMIT or refusal(setup, state, player, action) or not _may_end(state, player):
        return 0
    return Trials(TRIED, TRIED) if all(_loses(setup, state, player, seed) for seed in range(TRIED)) else 0


def _may_end(state: View, player: Player) -> bool:
    """Whether the other side is one replay from winning: by points, by eight echoes, or because few are left here."""
    own, theirs = state.living >> 8 * player & 0xFF, state.living >> 8 * (1 - player) & 0xFF
    at_stake = own.bit_count() + 1
    return bool(at_stake <= FEW or state.points[1 - player] + at_stake >= TO_WIN or theirs.bit_count() >= SIDE - 1)


def _loses(setup: SetupRecord, state: View, player: Player, seed: int) -> bool:
    """Whether sealing the plan loses to a plan that is drawn for the other side."""
    after = copy.copy(state)
    after.submitted[1 - player] = 1
    resample(setup, after, player, seed)
    step(setup, after, player, SUBMIT)
    return bool(outcome(setup, after, player) == LOST)
