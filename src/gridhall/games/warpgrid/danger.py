"""The exact chance that a choice loses before the next one: the dice of the coming field round, all of them.

Of the cells beside the player's own only the levels matter, because raising them drains charge. So rolls that do the
same are one case, and positions that are the same are computed once.
"""

import copy
from fractions import Fraction

from gridhall.game import Action, Player, Position, SetupRecord, View
from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.records import CELLS

KNOWN: dict[tuple[int, ...], Fraction] = {}  # chances that were computed, by all that matters for them
MOST_KNOWN = 1 << 15
NEVER, ALWAYS = Fraction(0), Fraction(1)


def fatal(setup: SetupRecord, state: View, player: Player, action: Action) -> Fraction:
    """The chance that a choice loses before the next one; what the dice show (`roll`) is none."""
    if action >= rules.ROLL_1_1 or rules.refusal(setup, state, player, action):
        return NEVER
    after = copy.copy(state)
    rules.choose(after, action)
    return chance_of_loss(after)


def chance_of_loss(state: Position) -> Fraction:
    """The chance to lose before anything is asked, from a position in which a roll is due or the match is over."""
    if state.phase == rules.OVER:
        return NEVER if state.ending == rules.ESCAPED else ALWAYS
    if state.phase != rules.MOVING or state.roll != rules.ROLL_FIELD or state.leg == rules.WARP_IN:
        return NEVER  # something is asked first, or no roll can harm (WG9)
    counts, examples = [0] * 4, [0] * 4
    for cell in range(CELLS):
        if cell != state.cell:
            level = 3 if cell == state.out else state.levels[cell]  # neither of them rises (WG9)
            counts[level] += 1
            examples[level] = cell
    key = (state.field_left, state.charge, state.levels[state.cell], *counts)
    if key not in KNOWN:
        total = NEVER
        for rolled, weight in [(state.cell, 1), *zip(examples, counts)]:
            if weight:
                after = copy.copy(state)
                rules.take_roll(after, rolled)
                total += weight * chance_of_loss(after)
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        KNOWN[key] = total / CELLS
    return KNOWN[key]
