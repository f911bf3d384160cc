"""What a choice would do: the rules played on a copy up to the next choice or roll.

No die is touched, so nothing secret can show.
"""

import copy
from typing import Any, NamedTuple

from gridhall.games.warpgrid import rules
from gridhall.kernel import watch


class Look(NamedTuple):
    """The way a choice leads."""

    state: Any  # afterwards; its phase is the next choice, MOVING if a roll is due, OVER at the end
    lines: list[list[int]]  # the cells passed; a warp step begins a new line
    raised: dict[int, int]  # cell -> level
    gained: int  # charge cells
    drained: int
    spent: int  # by a phase
    last: int  # the cell where it ends
    spaces: int
    cleared: bool  # ends on the out portal

    @property
    def dead(self) -> bool:
        """Lost at once."""
        return bool(self.state.ending in (rules.STOOD, rules.ENTERED))

    @property
    def doomed(self) -> bool:
        """Lost at the end of the coming field round, whatever it rolls (WG22)."""
        return doomed(self.state)


def doomed(state: Any) -> bool:
    standing = state.phase == rules.MOVING and state.roll == rules.ROLL_FIELD and state.levels[state.cell] >= 2
    return bool(standing and state.charge < rules.PHASE_CELLS)


def look(state: Any, action: int) -> Look:
    """Play an action other than a roll on a copy of the state."""
    after = copy.copy(state)
    with watch() as moments:
        rules.choose(after, action)
    line = [state.cell]
    lines, levels, charge = [line], list(state.levels), state.charge
    raised: dict[int, int] = {}
    gained = drained = spent = spaces = 0
    last, cleared = state.cell, bool(after.ending == rules.ESCAPED)
    for moment, what, _, cell in [*moments, (after, -1, 0, -1)]:
        if what == rules.SHOW_CLEARED:
            cleared = True
        if what == rules.SHOW_GRID:
            break
        if what == rules.SHOW_PHASE:
            spent = rules.PHASE_CELLS * (action - rules.STAY)
            charge -= spent
        if what in (rules.SHOW_SPACE, rules.SHOW_WARPED):
            if what == rules.SHOW_WARPED:
                line = []
                lines.append(line)
            line.append(cell)
            last, spaces = cell, spaces + 1
        change = moment.charge - charge
        gained, drained, charge = gained + max(0, change), drained + max(0, -change), moment.charge
        if (
            what in (rules.SHOW_STARTED, rules.SHOW_RICOCHET, rules.SHOW_PASSED, rules.SHOW_LANDED)
            and moment.levels[cell] != levels[cell]
        ):
            raised[cell] = levels[cell] = moment.levels[cell]
    return Look(after, lines, raised, gained, drained, spent, last, spaces, cleared)


def lost(setup: Any, state: Any) -> bool:
    """Whether every way through the rest of the turn, phases included, is lost whatever the field rolls."""
    if state.phase in (rules.MOVING, rules.OVER):
        return doomed(state) or state.ending in (rules.STOOD, rules.ENTERED)
    for action in range(rules.ROLL_1_1):
        if not rules.refusal(setup, state, 0, action):
            after = copy.copy(state)
            rules.choose(after, action)
            if not lost(setup, after):
                return False
    return True


def ends(setup: Any, state: Any) -> list[tuple[list[int], Look]]:
    """Where the rest of the turn may lead without further phases: the words of each way, and its last movement."""
    if state.phase == rules.PHASE:
        state = look(state, rules.STAY).state
    found: list[tuple[list[int], Look]] = []
    for action in range(rules.STAY) if state.phase in (rules.SECOND, rules.WALL) else ():
        if not rules.refusal(setup, state, 0, action):
            one = look(state, action)
            on = [] if one.dead or one.cleared else ends(setup, one.state)
            found += [([action, *words], last) for words, last in on] or [([action], one)]
    return found
