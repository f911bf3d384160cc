"""What a choice would do: the rules played on a copy up to the next choice or roll, and that in words.

No die is touched, so nothing secret can show.
"""

import copy
from typing import NamedTuple

from gridhall.game import Action, Player, Position, SetupRecord, View
from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.legend import ASKED, LEVELS, NAMES, YOU, tank
from gridhall.games.warpgrid.records import GRIDS
from gridhall.games.warpgrid.words import drain_text, place, rolled_cell
from gridhall.kernel import watch
from gridhall.scene import Mark, Piece, Preview

MOVES_OFFERED = range(rules.ROLL_1_1)  # all actions but rolls
RAISING = (rules.SHOW_STARTED, rules.SHOW_RICOCHET, rules.SHOW_PASSED, rules.SHOW_LANDED)  # events that raise a cell


class Outlook(NamedTuple):
    """Where a choice leads, and what it does on the way."""

    state: Position  # afterwards; its phase is the next choice, MOVING if a roll is due, OVER at the end
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
        """Lost at the end of the coming field round (WG22)."""
        return doomed(self.state)

    @property
    def at_wall(self) -> bool:
        """Stops at a wall, where the next choice is asked for."""
        return bool(self.state.phase == rules.WALL)

    @property
    def balance(self) -> int:
        """By how much the charge changes."""
        return self.gained - self.drained - self.spent

    def line_marks(self, style: str) -> list[Mark]:
        """The lines of the way; the last one ends in an arrow."""
        lines = [(line, number == len(self.lines) - 1) for number, line in enumerate(self.lines)]
        return [Mark(style, line=line, arrow=last) for line, last in lines if len(line) > 1]


def doomed(state: Position) -> bool:
    """Whether the coming field round loses, whatever it rolls (WG22)."""
    standing = state.phase == rules.MOVING and state.roll == rules.ROLL_FIELD and state.levels[state.cell] >= 2
    return bool(standing and state.charge < rules.PHASE_CELLS)


def look_ahead(state: Position, action: Action) -> Outlook:
    """Play an action other than a roll on a copy of the state."""
    after = copy.copy(state)
    with watch() as events:
        rules.choose(after, action)
    line = [state.cell]
    lines, levels, charge = [line], list(state.levels), state.charge
    raised: dict[int, int] = {}
    gained = drained = spent = spaces = 0
    last, cleared = state.cell, bool(after.ending == rules.ESCAPED)
    for then, what, _, cell in [*events, (after, -1, 0, -1)]:
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
        change = then.charge - charge
        gained, drained, charge = gained + max(0, change), drained + max(0, -change), then.charge
        if what in RAISING and then.levels[cell] != levels[cell]:
            raised[cell] = levels[cell] = then.levels[cell]
    return Outlook(after, lines, raised, gained, drained, spent, last, spaces, cleared)


def lost(setup: SetupRecord, state: Position) -> bool:
    """Whether every way through the rest of the turn, phases included, is lost whatever the field rolls."""
    if state.phase in (rules.MOVING, rules.OVER):
        return doomed(state) or state.ending in (rules.STOOD, rules.ENTERED)
    for action in MOVES_OFFERED:
        if not rules.refusal(setup, state, 0, action):
            after = copy.copy(state)
            rules.choose(after, action)
            if not lost(setup, after):
                return False
    return True


def ends(setup: SetupRecord, state: Position) -> list[tuple[list[Action], Outlook]]:
    """Where the rest of the turn may lead without further phases: the choices of each way, and its last movement."""
    if state.phase == rules.PHASE:
        state = look_ahead(state, rules.STAY).state
    ways: list[tuple[list[Action], Outlook]] = []
    for action in range(rules.STAY) if state.phase in (rules.SECOND, rules.WALL) else ():
        if not rules.refusal(setup, state, 0, action):
            outlook = look_ahead(state, action)
            further = [] if outlook.dead or outlook.cleared else ends(setup, outlook.state)
            ways += [([action, *actions], last) for actions, last in further] or [([action], outlook)]
    return ways


def preview(setup: SetupRecord, state: View, player: Player, action: Action) -> Preview:
    """What a choice would do, drawn and in words.

    That is its path, the cells it raises, drains and gains, the fork at a wall, what a phase would reach, and where the
    turn may end.
    """
    if action >= rules.ROLL_1_1:
        cell = rolled_cell(action)
        text = f"The dice show {place(cell)} for {ASKED.get(state.roll, 'the roll')}."
        return Preview(text, marks=[Mark("target", cells=[cell])])
    if rules.refusal(setup, state, 0, action):
        return Preview()
    outlook = look_ahead(state, action)
    ways = [] if outlook.dead or outlook.cleared else ends(setup, outlook.state)
    marks = outlook.line_marks("danger" if outlook.dead else "path")
    marks += [Mark("last", cells=sorted(outlook.raised))] if outlook.raised else []
    sentences = [_consequences(state, action, outlook)]
    if outlook.at_wall:
        for fork in (rules.WARP, rules.RICOCHET):
            beyond = look_ahead(outlook.state, fork)
            marks += beyond.line_marks("danger" if beyond.dead else "alt")
            further = [(actions[1:], last) for actions, last in ways if actions[0] == fork and actions[1:]]
            sentences.append(f"{NAMES[fork]}: {_fork(outlook.state, beyond)}{_then(further)}")
    elif ways:
        sentences.append(_then(ways).strip())
    sentences += _phases(outlook.state)
    safe = {last.last for _, last in ways if not (last.dead or last.doomed)}
    deadly = {last.last for _, last in ways} - safe | ({outlook.last} if outlook.dead else set())
    marks += [Mark(style, cells=sorted(cells)) for style, cells in (("reach", safe), ("danger", deadly)) if cells]
    meters = [tank(state, state.charge + outlook.balance)]
    danger = outlook.dead or outlook.doomed
    return Preview(" ".join(sentences), danger, marks, _pieces(outlook), meters, _in_brief(outlook, ways))


def _pieces(outlook: Outlook) -> list[Piece]:
    """The cells that rise, and where the player ends."""
    pieces = [
        Piece(f"level {cell}", LEVELS[level], cell, faded=True)
        for cell, level in outlook.raised.items()
        if cell != outlook.last or outlook.cleared
    ]
    if not outlook.cleared:
        pieces.append(Piece("you", YOU[min(3, outlook.state.levels[outlook.last])], outlook.last, faded=True))
    return pieces


def _in_brief(outlook: Outlook, ways: list[tuple[list[Action], Outlook]]) -> str:
    """Where a choice ends, and where the turn may end after it, in one line."""
    if outlook.cleared:
        return "Ends on the portal."
    first = "To the wall" if outlook.at_wall else f"To {_where(outlook)}"
    *others, last = dict.fromkeys(_where(end) for _, end in ways) or [""]
    return f"{first}, then {', '.join(others)}{' or ' * bool(others)}{last}." if last else f"{first}."


def choice_name(state: Position, action: Action, outlook: Outlook) -> str:
    """What stands on a button: the choice, and where it ends."""
    if action == rules.STAY:
        return "Stay"
    if outlook.cleared:
        end = "portal"
    elif outlook.at_wall:
        end = "wall"
    else:
        end = place(outlook.last)
    if action <= rules.Y_MINUS:
        return f"{NAMES[action]} {state.die_x if action <= rules.X_MINUS else state.die_y}: {end}"
    if action <= rules.RICOCHET:
        return f"{NAMES[action]}, {state.steps} to go: {end}"
    return f"Phase {action - rules.STAY} {NAMES[state.direction].lower()}: {end}"


def _consequences(state: Position, action: Action, outlook: Outlook) -> str:
    """What a choice does, in sentences."""
    if action == rules.STAY:
        return _staying(state, outlook)
    name = choice_name(state, action, outlook).partition(":")[0].partition(",")[0]
    taken = "".join(f" - {cells}" for cells in (outlook.spent, outlook.drained) if cells)
    charge = f"{state.charge}{taken} + {outlook.gained} = {state.charge + outlook.balance}"
    risen = f" {_risen(outlook)}." if outlook.raised else ""
    return f"{name} {_ending(state, outlook)}.{risen} Tank: {charge}."


def _staying(state: Position, outlook: Outlook) -> str:
    text = f"Stay at {place(state.cell)}."
    if outlook.drained:
        text += f" {outlook.drained} charge cell{'s drain' if outlook.drained > 1 else ' drains'}."
    if outlook.doomed or outlook.dead:
        text += " You stand on level 2 or more and lose after the field round."
    elif outlook.state.levels[state.cell] >= 2 and outlook.state.phase == rules.MOVING:
        text += " You lose after the field round unless it hits you again and you phase."
    return text


def _risen(outlook: Outlook) -> str:
    """The cells that rise, and what each takes from the tank (WG10)."""
    return "; ".join(f"{place(cell)} rises to {level}{drain_text(level)}" for cell, level in outlook.raised.items())


def _fork(state: Position, outlook: Outlook) -> str:
    return f"{_risen(outlook)}; {_ending(state, outlook)}." if outlook.raised else f"{_ending(state, outlook)}."


def _then(ways: list[tuple[list[Action], Outlook]]) -> str:
    """Where each way through the rest of the turn ends."""
    parts = [f"{', '.join(_way(action) for action in actions)} to {_where(last)}" for actions, last in ways]
    return f" Then {'; '.join(parts)}." if parts else ""


def _way(action: Action) -> str:
    """A choice of a way through the turn, as a sentence has it."""
    return NAMES[action].lower()


def _where(outlook: Outlook) -> str:
    if outlook.cleared:
        return "the portal"
    if outlook.dead or outlook.doomed:
        return f"{place(outlook.last)} (loses)"
    return place(outlook.last)


def _phases(state: Position) -> list[str]:
    """What the phases that may follow would reach, and cost."""
    if state.phase != rules.PHASE:
        return []
    parts = []
    for spaces in range(1, state.charge // rules.PHASE_CELLS + 1):
        outlook = look_ahead(state, rules.STAY + spaces)
        where = "a wall" if outlook.at_wall else _where(outlook)
        parts.append(f"phase {spaces} ({rules.PHASE_CELLS * spaces} cells) to {where}")
    return [f"Or {', '.join(parts)}."]


def _ending(state: Position, outlook: Outlook) -> str:
    where, level = place(outlook.last), outlook.state.levels[outlook.last]
    if outlook.state.ending == rules.STOOD:
        return f"ends at {where}, on level {level}: lost after the field round"
    if outlook.dead:
        return f"enters level 3 at {where}: lost"
    if outlook.cleared:
        rest = " and the match is won" if state.grid == GRIDS else ""
        return f"ends on the out portal: grid {state.grid} is cleared{rest}, the rest of the turn is dropped"
    if outlook.at_wall:
        return f"meets the wall at {where} with {outlook.state.steps} to go"
    if outlook.doomed:
        return f"ends at {where}, on level {level}: lost after the field round"
    return f"ends at {where}, on level {level}" if level >= 2 else f"ends at {where}"
