"""What happened, in a sentence an event."""

from gridhall.game import Player, SetupRecord, Truth
from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.words import drain_text, place


def describe(setup: SetupRecord, state: Truth, player: Player, what: int, who: int, cell: int) -> str | None:
    """An event as a sentence. Nothing that has happened is secret, only the dice to come are."""
    level = state.levels[cell] if cell >= 0 else 0
    drains = drain_text(level)
    if what == rules.SHOW_GRID:
        rolls = f"{state.grid} field roll{'s' * (state.grid > 1)} a round"
        return f"Grid {state.grid} of 6: {rules.capacity(state.grid)} charge cells, {rolls}."
    if what == rules.SHOW_IN:
        return f"In portal at {place(cell)}."
    if what == rules.SHOW_SAME:
        return f"The out portal would be {place(cell)}, too: it is rolled again."
    if what == rules.SHOW_OUT:
        return f"Out portal at {place(cell)}."
    if what == rules.SHOW_FIELD:
        return f"The field rolls {place(cell)}: level {level}{drains}."
    if what == rules.SHOW_NOTHING:
        return f"The field rolls {place(cell)}: nothing rises ({'a level 3 stays' if level == 3 else 'a portal'})."
    if what == rules.SHOW_HIT:
        return f"The field rolls {place(cell)}, your cell: level {level}!"
    if what == rules.SHOW_ROLLED:
        return f"Turn {state.turn}: you rolled {state.die_x} and {state.die_y}."
    if what == rules.SHOW_STARTED:
        return f"{place(cell)} rises to {level}{drains}." if level else ""
    if what == rules.SHOW_RICOCHET:
        return f"Ricochet: {place(cell)} is level {level}{drains}." if level else "Ricochet."
    if what == rules.SHOW_PASSED:
        return f"You passed {place(cell)}: level 3{drains}."
    if what == rules.SHOW_WARPED:
        return f"Warp to {place(cell)}."
    if what == rules.SHOW_LANDED:
        return f"You land on {place(cell)}{f', level {level}' if level > 1 else ''}."
    if what == rules.SHOW_PHASE:
        return f"Phase: {state.charge} charge cells are left."
    if what == rules.SHOW_CLEARED:
        return f"You enter the out portal: grid {state.grid} is cleared in turn {state.turn}."
    if what == rules.SHOW_ESCAPED:
        return "You enter the last out portal and have escaped!"
    if what == rules.SHOW_STOOD:
        return f"The field round is over and you stand on level {level}: lost."
    if what == rules.SHOW_ENTERED:
        return f"{place(cell)} is level 3: lost."
    return ""  # a space, or the player's mark: only seen
