"""What a person sees: the board with its tank, dice and the six grids, and what each choice would do."""

from gridhall.game import Action, Player, Position, SetupRecord
from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.legend import ASKED, LABELS, LEGEND, NAMES, ROLLED, SIGNS, YOU, tank
from gridhall.games.warpgrid.preview import Outlook, choice_name, look_ahead, lost
from gridhall.games.warpgrid.setup import title_of
from gridhall.games.warpgrid.words import WORDS, asks_for_choice, coordinates, legal_actions, place, rolled_cell
from gridhall.scene import Choice, Layer, Mark, Meter, Outcome, Piece, Scene

DARK = ["______"] * 6
KEYS = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "w", "r", "0", "1", "2", "3", "4")
GROUPS = ("First move", "Second move", "Wall", "Phase", "Field hit")  # by what is asked
ENDINGS = {
    rules.ESCAPED: "Escaped: you have left the grid world.",
    rules.STOOD: "Lost: you stood on a level 2 distortion.",
    rules.ENTERED: "Lost: you entered a level 3 distortion.",
}
TITLES = {rules.ESCAPED: "Escaped!", rules.STOOD: "The field took you", rules.ENTERED: "Torn apart"}


def scene(setup: SetupRecord, state: Position, player: Player) -> Scene:
    outlooks = _outlooks(setup, state) if player == 0 else {}
    hopeless = {action for action, outlook in outlooks.items() if lost(setup, outlook.state)}
    avoidable = len(hopeless) < len(outlooks)
    choices = [
        _choice(state, action, outlook, avoidable and action in hopeless) for action, outlook in outlooks.items()
    ]
    if state.phase == rules.ROLL and player == 0:
        choices = ROLL_CHOICES
    title = title_of(setup)
    note = f"of 6 · turn {state.turn}" + (f" · {title}" if title else "")
    return Scene(
        6,
        6,
        LEGEND,
        [Layer(_rows("".join(SIGNS[level] for level in state.levels)), f"Warpgrid {state.grid}", note)],
        pieces=_pieces(state),
        marks=_marks(state, outlooks, hopeless),
        meters=_meters(setup, state),
        choices=choices,
        status=_status(state),
        hint=_hint(state) if player == 0 else "",
        labels=LABELS,
        outcome=_outcome(setup, state) if state.ending else None,
        maps=[_map(state, grid) for grid in range(1, 7)],
    )


def _rows(signs: str) -> list[str]:
    return [signs[start : start + 6] for start in range(0, 36, 6)]


def _outlooks(setup: SetupRecord, state: Position) -> dict[Action, Outlook]:
    """What each choice would do; nothing if no choice but a roll is asked for."""
    if not asks_for_choice(state):
        return {}
    return {action: look_ahead(state, action) for action in legal_actions(setup, state)}


def _arriving(state: Position) -> bool:
    """Whether the warp-in round is under way: the in portal is drawn, the player not yet (WG9)."""
    return bool(
        state.leg == rules.WARP_IN and state.roll != rules.ROLL_MOVE and state.phase in (rules.MOVING, rules.ROLL)
    )


def _pieces(state: Position) -> list[Piece]:
    pieces = []
    if state.out >= 0:
        pieces.append(Piece("out", "out", state.out))
    if state.cell >= 0:
        if _arriving(state):
            pieces.append(Piece("in", "in", state.cell))
        else:
            pieces.append(Piece("you", YOU[state.levels[state.cell]], state.cell))
    return pieces


def _marks(state: Position, outlooks: dict[Action, Outlook], hopeless: set[Action]) -> list[Mark]:
    """The way of each choice, where it ends, and the cell that the field has just rolled."""
    marks = []
    for action, outlook in outlooks.items():
        if action in hopeless:
            style = "danger"
        else:
            style = "path" if outlook.cleared else "alt"
        marks += outlook.line_marks(style) if action != rules.STAY else []
    ending = {action: outlook.last for action, outlook in outlooks.items() if not outlook.at_wall}
    safe = {cell for action, cell in ending.items() if action != rules.STAY and action not in hopeless}
    marks += [Mark("choice", cells=sorted(safe))] if safe else []
    if state.ending in (rules.STOOD, rules.ENTERED):
        marks.append(Mark("danger", cells=[state.cell]))
    elif state.roll == rules.ROLL_FIELD and state.rolled >= 0 and state.field_left < state.grid:
        marks.append(Mark("last", cells=[state.rolled]))
    return marks


def _meters(setup: SetupRecord, state: Position) -> list[Meter]:
    meters = [tank(state, state.charge), Meter("cells", "Warp", state.grid, 6, place="right")]
    if state.die_x:
        dice = [state.die_x, state.die_y]
        moved = [state.leg <= rules.SECOND_PHASE and axis in _axes_used(state) for axis in (0, 1)]
        text = ", ".join(f"{axis} = {die}{' moved' * used}" for axis, die, used in zip("xy", dice, moved))
        meters.append(Meter("dice", "Dice", text=text, values=dice, used=moved))
    elif state.rolled >= 0 and not state.ending:
        dice = list(coordinates(state.rolled))
        meters.append(Meter("dice", "Last roll", text=place(state.rolled), values=dice, used=[True, True]))
    if state.field_left:
        meters.append(Meter("number", "Field rolls left", state.field_left))
    meters.append(Meter("number", "Score", rules.score(setup, state, 0)))
    return meters


def _axes_used(state: Position) -> tuple[int, ...]:
    """The axes along which a die has been moved in this turn: 0 is x, 1 is y."""
    if state.phase == rules.FIRST:
        return ()
    return (state.axis,) if state.leg <= rules.FIRST_PHASE else (0, 1)


def _map(state: Position, grid: int) -> Layer:
    """One of the six grids, small, with the way already travelled."""
    if grid > state.grid or state.ins[grid - 1] < 0:
        return Layer(DARK, str(grid), focus=False)
    signs = ["*" if state.visited[grid - 1] >> cell & 1 else "." for cell in range(36)]
    signs[state.ins[grid - 1]] = "I"
    if state.outs[grid - 1] >= 0:
        signs[state.outs[grid - 1]] = "O"
    here = grid == state.grid
    if here and not _arriving(state) and state.ending != rules.ESCAPED:
        signs[state.cell] = "P"
    return Layer(_rows("".join(signs)), str(grid), "" if here else "cleared", focus=here)


def _choice(state: Position, action: Action, outlook: Outlook, is_mistake: bool) -> Choice:
    """A choice. If it surely loses it asks once more; one that only loses later, if another choice may not."""
    after, confirm = outlook.state, ""
    if after.ending == rules.STOOD or outlook.doomed:
        confirm = f"You would stand on level {after.levels[after.cell]} and lose after the field round."
    elif outlook.dead:
        confirm = f"This enters level 3 at {place(outlook.last)} and loses at once."
    elif is_mistake:
        confirm = "Every way on from there is lost."
    nowhere = action == rules.STAY or (outlook.at_wall and outlook.last == state.cell)
    return Choice(
        action, WORDS[action], choice_name(state, action, outlook), KEYS[action],
        group=GROUPS[state.phase], cell=-1 if nowhere else outlook.last,
        confirm=f"{confirm} Do it all the same?" if confirm else "", hopeless=is_mistake and not outlook.dead,
    )  # fmt: skip


def _roll_choice(action: Action) -> Choice:
    cell = rolled_cell(action)
    x, y = coordinates(cell)
    return Choice(action, WORDS[action], f"{x} {y}", f"{x}{y}", group="Roll", cell=cell, reports=True)


ROLL_CHOICES = [_roll_choice(action) for action in range(rules.ROLL_1_1, rules.ACTIONS)]


def _status(state: Position) -> str:
    if state.ending:
        return ENDINGS[state.ending]
    phase, level, ahead = state.phase, state.levels[state.cell], NAMES[state.direction].lower()
    if phase == rules.FIRST:
        return f"You rolled {state.die_x} and {state.die_y}. Which way first?"
    if phase == rules.SECOND:
        return f"Now {state.die_y} up or down." if state.axis == 0 else f"Now {state.die_x} left or right."
    if phase == rules.WALL:
        return f"A wall, and {state.steps} to go. Warp past it, or ricochet?"
    if phase == rules.PHASE:
        where = f"{place(state.cell)}, on level {level}" if level >= 2 else place(state.cell)
        return f"You are at {where}. Phase on {ahead}, or stay?"
    if phase == rules.FIELD:
        return f"The field hit your cell: it is level {level}. Phase {ahead} to safety, or stay?"
    if phase == rules.ROLL:
        return f"Roll your dice for {ASKED[state.roll]} and type what they show."
    if state.roll != rules.NO_ROLL:
        return f"The dice roll {ROLLED[state.roll]}."
    return f"Moving, {state.steps} to go."


def _hint(state: Position) -> str:
    phase = state.phase
    if phase == rules.FIRST:
        return "The left die goes left or right, the right one up or down, each in full."
    if phase == rules.SECOND:
        return "The other die is the second move."
    if phase == rules.WALL:
        return "A ricochet raises the wall cell; a warp step is a space like any other."
    if phase == rules.PHASE:
        return "A phase costs 12 cells a space and goes on in the direction of your last step."
    if phase == rules.FIELD:
        return f"Field rolls left: {state.field_left}. Who stands on level 2 after the last one has lost."
    if phase == rules.ROLL:
        left = f" {state.field_left} left in this round." if state.roll == rules.ROLL_FIELD else ""
        return f"The left die counts across, the right one down: type both, as in 34.{left}"
    return ""


def _outcome(setup: SetupRecord, state: Position) -> Outcome:
    won = bool(state.ending == rules.ESCAPED)
    grids, here = state.grid - setup.grid + won, f"at {place(state.cell)} in grid {state.grid}"
    cells = f"{state.charge} charge cell{'s' * (state.charge != 1)} left"
    cleared = f"{grids} grid{'s' * (grids != 1)} cleared, {state.turn} turn{'s' * (state.turn != 1)}"
    lines = [
        f"{cleared}, {cells}: {rules.score(setup, state, 0)} points.",
        f"{state.spaces} spaces moved, {state.phases} phase{'s' * (state.phases != 1)}.",
    ]
    if state.ending == rules.STOOD:
        lines.insert(0, f"You stood on level {state.levels[state.cell]} {here}.")
    elif state.ending == rules.ENTERED:
        lines.insert(0, f"You entered level 3 {here}.")
    return Outcome(TITLES[state.ending], int(won), lines, won=won)
