"""What a person sees.

The sheet of the source, with tank, warpdrive and the six grids; and what each choice would do.
"""

from typing import Any

from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.look import Look, ends, look, lost
from gridhall.games.warpgrid.setup import title_of
from gridhall.games.warpgrid.words import WORDS, legal_actions
from gridhall.scene import Choice, Kind, Labels, Layer, Mark, Meter, Outcome, Piece, Preview, Scene

LEGEND = {
    "floor": Kind(".", "empty", "·"),
    "one": Kind("1", "level 1", "○", "level 1: passing or landing does nothing"),
    "two": Kind("2", "level 2", "◐", "level 2: standing here after the field round loses; passing makes it level 3"),
    "three": Kind("3", "level 3", "●", "level 3: deadly to enter"),
    "you": Kind("P", "you, on level 1", "⊕", "you; your mark is the level 1 of its cell"),
    "you_two": Kind("Q", "you, on level 2", "◑", "you on level 2: lost if you still stand here after the field round"),
    "you_three": Kind("X", "you, on level 3", "⊗", "you on level 3: lost"),
    "in": Kind("I", "in portal", "◎", "in portal: gone after the warp-in round"),
    "out": Kind("O", "out portal", "@", "out portal: end a movement here to leave the grid"),
    "way": Kind("*", "where you were", "•"),
    "dark": Kind("_", "not entered yet", " "),
}
LABELS = Labels([str(n) for n in range(1, 7)], [str(n) for n in range(1, 7)])
SIGNS = ".123"
LEVELS = ("floor", "one", "two", "three")
YOU = ("you", "you", "you_two", "you_three")
BLANK = ["______"] * 6
NAMES = ("Right", "Left", "Down", "Up", "Warp", "Ricochet", "Stay")
KEYS = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "w", "r", "0", "1", "2", "3", "4")
ROLLED = ("", "for the in portal", "for the out portal", "for the distortion field", "for your move")
ASKED = {
    rules.ROLL_IN: "the in portal",
    rules.ROLL_OUT: "the out portal",
    rules.ROLL_FIELD: "the distortion field",
    rules.ROLL_MOVE: "your move",
}


def place(cell: int) -> str:
    """A cell as players write it: x,y."""
    return f"{cell % 6 + 1},{cell // 6 + 1}"


def scene(setup: Any, state: Any, player: int) -> Scene:
    looks = _looks(setup, state) if player == 0 else {}
    fatal = {action for action, one in looks.items() if lost(setup, one.state)}
    choices = [_choice(state, action, one, action in fatal, len(fatal) < len(looks)) for action, one in looks.items()]
    if state.phase == rules.ROLL and player == 0:
        choices = ROLL_CHOICES
    tiles = "".join(SIGNS[level] for level in state.levels)
    title = title_of(setup)
    return Scene(
        6,
        6,
        LEGEND,
        [
            Layer(
                [tiles[row : row + 6] for row in range(0, 36, 6)],
                f"Warpgrid {state.grid}",
                f"of 6 · turn {state.turn}" + (f" · {title}" if title else ""),
            )
        ],
        pieces=_pieces(state),
        marks=_marks(state, looks, fatal),
        meters=_meters(setup, state),
        choices=choices,
        status=_status(state, player),
        hint=_hint(state) if player == 0 else "",
        labels=LABELS,
        outcome=_outcome(setup, state) if state.ending else None,
        maps=[_map(state, grid) for grid in range(1, 7)],
    )


def _looks(setup: Any, state: Any) -> dict[int, Look]:
    if state.phase in (rules.OVER, rules.MOVING, rules.ROLL):
        return {}
    return {action: look(state, action) for action in legal_actions(setup, state)}


def _arriving(state: Any) -> bool:
    """Whether the warp-in round is under way: the in portal is drawn, the player not yet (WG9)."""
    return bool(
        state.leg == rules.WARP_IN and state.roll != rules.ROLL_MOVE and state.phase in (rules.MOVING, rules.ROLL)
    )


def _pieces(state: Any) -> list[Piece]:
    pieces = []
    if state.out >= 0:
        pieces.append(Piece("out", "out", state.out))
    if state.cell >= 0:
        if _arriving(state):
            pieces.append(Piece("in", "in", state.cell))
        else:
            pieces.append(Piece("you", YOU[state.levels[state.cell]], state.cell))
    return pieces


def _marks(state: Any, looks: dict[int, Look], fatal: set[int]) -> list[Mark]:
    marks = []
    for action, one in looks.items():
        if action == rules.STAY:
            continue
        style = "danger" if action in fatal else "path" if one.cleared else "alt"
        for number, line in enumerate(one.lines):
            if len(line) > 1:
                marks.append(Mark(style, line=line, arrow=number == len(one.lines) - 1))
    targets = sorted(
        {
            one.last
            for action, one in looks.items()
            if action != rules.STAY and action not in fatal and one.state.phase != rules.WALL
        }
    )
    dead = sorted({looks[action].last for action in fatal if looks[action].state.phase != rules.WALL} - set(targets))
    if targets:
        marks.append(Mark("choice", cells=targets))
    if dead:
        marks.append(Mark("danger", cells=dead))
    if state.ending in (rules.STOOD, rules.ENTERED):
        marks.append(Mark("danger", cells=[state.cell]))
    elif state.roll == rules.ROLL_FIELD and state.rolled >= 0 and state.field_left < state.grid:
        marks.append(Mark("last", cells=[state.rolled]))
    return marks


def _meters(setup: Any, state: Any) -> list[Meter]:
    meters = [
        _tank(state, state.charge),
        Meter("cells", "Warp", state.grid, 6, place="right"),
    ]
    if state.die_x:
        gone = [state.leg <= rules.SECOND_PHASE and axis in _axes_used(state) for axis in (0, 1)]
        shown = [f"{name} = {die}{' moved' * used}" for name, die, used in zip("xy", (state.die_x, state.die_y), gone)]
        meters.append(Meter("dice", "Dice", text=", ".join(shown), values=[state.die_x, state.die_y], used=gone))
    elif state.rolled >= 0 and not state.ending:
        meters.append(
            Meter(
                "dice",
                "Last roll",
                text=place(state.rolled),
                values=[state.rolled % 6 + 1, state.rolled // 6 + 1],
                used=[True, True],
            )
        )
    if state.field_left:
        meters.append(Meter("number", "Field rolls left", state.field_left))
    meters.append(Meter("number", "Score", rules.score(setup, state, 0)))
    return meters


def _tank(state: Any, value: int) -> Meter:
    """The charge tank with this many cells filled, and what that changes."""
    ready = value // rules.PHASE_CELLS
    phases = "no phase ready" if not ready else f"{ready} phase{'s' * (ready > 1)} ready"
    return Meter(
        "cells",
        "Charge tank",
        value,
        48,
        phases,
        "left",
        group=12,
        limit=rules.capacity(state.grid),
        gain=value - state.charge,
    )


def _axes_used(state: Any) -> tuple[int, ...]:
    if state.phase == rules.FIRST:
        return ()
    return (state.axis,) if state.leg <= rules.FIRST_PHASE else (0, 1)


def _map(state: Any, grid: int) -> Layer:
    """A grid of the six, small: the way already travelled."""
    if grid > state.grid or state.ins[grid - 1] < 0:
        return Layer(BLANK, str(grid), focus=False)
    signs = ["*" if state.visited[grid - 1] >> cell & 1 else "." for cell in range(36)]
    signs[state.ins[grid - 1]] = "I"
    if state.outs[grid - 1] >= 0:
        signs[state.outs[grid - 1]] = "O"
    if grid == state.grid and not _arriving(state) and state.ending != rules.ESCAPED:
        signs[state.cell] = "P"
    text = "".join(signs)
    return Layer(
        [text[row : row + 6] for row in range(0, 36, 6)],
        str(grid),
        "" if grid == state.grid else "cleared",
        focus=grid == state.grid,
    )


def _choice(state: Any, action: int, one: Look, fatal: bool, others: bool) -> Choice:
    """A choice; one that surely loses asks once more, unless it only loses later and all others do as well."""
    confirm = ""
    if one.state.ending == rules.STOOD or one.doomed:
        confirm = f"You would stand on level {one.state.levels[one.state.cell]} and lose after the field round (WG22). Do it all the same?"
    elif one.dead:
        confirm = f"This enters level 3 at {place(one.last)} and loses at once (WG20). Do it all the same?"
    elif fatal and others:
        confirm = "Every way on from there is lost (WG20, WG22). Do it all the same?"
    target = -1 if action == rules.STAY else one.last
    if one.state.phase == rules.WALL:
        target = -1 if one.last == state.cell else one.last
    return Choice(
        action,
        WORDS[action],
        _name(state, action, one),
        KEYS[action],
        group=_group(state),
        cell=target,
        danger=fatal,
        confirm=confirm,
    )


def _group(state: Any) -> str:
    return ("First move", "Second move", "Wall", "Phase", "Field hit")[state.phase]


def _name(state: Any, action: int, one: Look) -> str:
    if action <= rules.Y_MINUS:
        name = f"{NAMES[action]} {state.die_x if action <= rules.X_MINUS else state.die_y}"
    elif action <= rules.RICOCHET:
        name = f"{NAMES[action]}, {state.steps} to go"
    elif action == rules.STAY:
        return "Stay"
    else:
        name = f"Phase {action - rules.STAY} {NAMES[state.direction].lower()}"
    return f"{name}: {'portal' if one.cleared else 'wall' if one.state.phase == rules.WALL else 'deadly' if one.dead else place(one.last)}"


def _roll_choice(action: int) -> Choice:
    x, y = (action - rules.ROLL_1_1) // 6 + 1, (action - rules.ROLL_1_1) % 6 + 1
    return Choice(action, WORDS[action], f"{x} {y}", f"{x}{y}", group="Roll", cell=(y - 1) * 6 + x - 1)


ROLL_CHOICES = [_roll_choice(action) for action in range(rules.ROLL_1_1, rules.ACTIONS)]


def _status(state: Any, player: int) -> str:
    if state.ending:
        return {rules.ESCAPED: "Escaped: you have left the grid world.", rules.STOOD: "Lost: you stood on a level 2 distortion (WG22).",
                rules.ENTERED: "Lost: you entered a level 3 distortion (WG20)."}[state.ending]  # fmt: skip
    phase = state.phase
    if phase == rules.FIRST:
        return f"You rolled {state.die_x} and {state.die_y}. Which way first?"
    if phase == rules.SECOND:
        return f"Now {state.die_y} up or down." if state.axis == 0 else f"Now {state.die_x} left or right."
    if phase == rules.WALL:
        return f"A wall, and {state.steps} to go. Warp past it, or ricochet?"
    if phase == rules.PHASE:
        return (
            f"You are at {place(state.cell)}{_level_note(state)}. Phase on {NAMES[state.direction].lower()}, or stay?"
        )
    if phase == rules.FIELD:
        return f"The field hit your cell: it is level {state.levels[state.cell]}. Phase {NAMES[state.direction].lower()} to safety, or stay?"
    if phase == rules.ROLL:
        return f"Roll your dice for {ASKED[state.roll]} and type what they show."
    if state.roll != rules.NO_ROLL:
        return f"The dice roll {ROLLED[state.roll]}."
    return f"Moving, {state.steps} to go."


def _level_note(state: Any) -> str:
    level = state.levels[state.cell]
    return f", on level {level}" if level >= 2 else ""


def _hint(state: Any) -> str:
    phase = state.phase
    if phase == rules.FIRST:
        return "Move both dice, each in full, one along x and one along y (WG11)."
    if phase == rules.SECOND:
        return "The second die moves along the other axis (WG12)."
    if phase == rules.WALL:
        return "A ricochet raises the wall cell; a warp step is a space like any other (WG15)."
    if phase == rules.PHASE:
        return "A phase costs 12 cells a space and goes on in the direction of your last step (WG18)."
    if phase == rules.FIELD:
        return f"Field rolls left: {state.field_left}. Who stands on level 2 after the last one has lost (WG22)."
    if phase == rules.ROLL:
        left = f" {state.field_left} left in this round." if state.roll == rules.ROLL_FIELD else ""
        return f"The left die is x, the right one y (WG2): `roll 3 4`, or just 34.{left}"
    return ""


def _outcome(setup: Any, state: Any) -> Outcome:
    won = bool(state.ending == rules.ESCAPED)
    grids = state.grid - setup.grid + won
    where = {rules.ESCAPED: "", rules.STOOD: f"You stood on level {state.levels[state.cell]} at {place(state.cell)} in grid {state.grid}.",
             rules.ENTERED: f"You entered level 3 at {place(state.cell)} in grid {state.grid}."}[state.ending]  # fmt: skip
    lines = [where] if where else []
    points = rules.score(setup, state, 0)
    cells = f"{state.charge} charge cell{'s' * (state.charge != 1)} left"
    lines.append(
        f"{grids} grid{'s' * (grids != 1)} cleared, {state.turn} turn{'s' * (state.turn != 1)}, {cells}: {points} points (WG23)."
    )
    lines.append(f"{state.spaces} spaces moved, {state.phases} phase{'s' * (state.phases != 1)}.")
    return Outcome(
        "Escaped!" if won else "Lost: stood" if state.ending == rules.STOOD else "Lost: entered",
        int(won),
        lines,
        won=won,
    )


def preview(setup: Any, state: Any, player: int, action: int) -> Preview:
    """The path of a choice, the cells it raises, drains and gains, forks at walls, what a phase would reach, and where
    the turn may end.
    """
    if action >= rules.ROLL_1_1:
        cell = ROLL_CHOICES[action - rules.ROLL_1_1].cell
        return Preview(
            f"The dice show {place(cell)} for {ASKED.get(state.roll, 'the roll')}.",
            marks=[Mark("target", cells=[cell])],
        )
    if rules.refusal(setup, state, 0, action):
        return Preview()
    one = look(state, action)
    marks = _lines(one, "danger" if one.dead else "path")
    if one.raised:
        marks.append(Mark("last", cells=sorted(one.raised)))
    pieces = [
        Piece(f"level {cell}", LEVELS[level], cell, faded=True)
        for cell, level in one.raised.items()
        if cell != one.last or one.cleared
    ]
    pieces += [] if one.cleared else [Piece("you", YOU[min(3, one.state.levels[one.last])], one.last, faded=True)]
    text = [_told(state, action, one)]
    ways = [] if one.dead or one.cleared else ends(setup, one.state)
    if one.state.phase == rules.WALL:
        for fork in (rules.WARP, rules.RICOCHET):
            way = look(one.state, fork)
            marks += _lines(way, "danger" if way.dead else "alt")
            text.append(
                f"{NAMES[fork]}: {_fork(one.state, way)}{_then([(words[1:], last) for words, last in ways if words[0] == fork and words[1:]])}"
            )
    elif ways:
        text.append(_then(ways).strip())
    text += _phases(one.state)
    safe = {last.last for _, last in ways if not (last.dead or last.doomed)}
    deadly = {last.last for _, last in ways} - safe | ({one.last} if one.dead else set())
    marks += [Mark(style, cells=sorted(cells)) for style, cells in (("reach", safe), ("danger", deadly)) if cells]
    return Preview(
        " ".join(text),
        lost(setup, one.state),
        marks,
        pieces,
        [_tank(state, state.charge - one.spent - one.drained + one.gained)],
    )


def _lines(one: Look, style: str) -> list[Mark]:
    return [
        Mark(style, line=line, arrow=number == len(one.lines) - 1)
        for number, line in enumerate(one.lines)
        if len(line) > 1
    ]


def _told(state: Any, action: int, one: Look) -> str:
    """What a choice does, in sentences."""
    if action == rules.STAY:
        text = f"Stay at {place(state.cell)}."
        if one.drained:
            text += f" {one.drained} charge cell{'s drain' if one.drained > 1 else ' drains'}."
        if one.doomed or one.dead:
            text += " You stand on level 2 or more and lose after the field round (WG22)."
        elif one.state.levels[state.cell] >= 2 and one.state.phase == rules.MOVING:
            text += " You lose after the field round unless it hits you again and you phase (WG22)."
        return text
    name = _name(state, action, one).partition(":")[0].partition(",")[0]
    sum_text = (
        f"{state.charge}"
        + (f" - {one.spent}" if one.spent else "")
        + (f" - {one.drained}" if one.drained else "")
        + f" + {one.gained}"
    )
    risen = f" {_risen(one)}." if one.raised else ""
    return f"{name} {_ending(state, one)}.{risen} Tank: {sum_text} = {state.charge - one.spent - one.drained + one.gained}."


def _risen(one: Look) -> str:
    """The cells that rise, and what each takes from the tank (WG10)."""
    return "; ".join(
        f"{place(cell)} rises to {level}{('', '', ', drain 1', ', drain 4')[level]}"
        for cell, level in one.raised.items()
    )


def _fork(state: Any, one: Look) -> str:
    return f"{_risen(one)}; {_ending(state, one)}." if one.raised else f"{_ending(state, one)}."


def _then(ways: list[tuple[list[int], Look]]) -> str:
    """Where each way through the rest of the turn ends."""
    told = [f"{' '.join(WORDS[action] for action in words)} {_where(last)}" for words, last in ways]
    return f" Then {'; '.join(told)}." if told else ""


def _where(one: Look) -> str:
    return (
        "the portal"
        if one.cleared
        else f"{place(one.last)} {'deadly' if one.dead else 'lost'}"
        if one.dead or one.doomed
        else place(one.last)
    )


def _phases(state: Any) -> list[str]:
    """What the phases that may follow would reach, and cost."""
    if state.phase != rules.PHASE:
        return []
    reached = [(k, look(state, rules.STAY + k)) for k in range(1, state.charge // rules.PHASE_CELLS + 1)]
    told = [
        f"phase {k} ({rules.PHASE_CELLS * k} cells) to {'a wall' if one.state.phase == rules.WALL else _where(one)}"
        for k, one in reached
    ]
    return [f"Or {', '.join(told)}."]


def _ending(state: Any, one: Look) -> str:
    if one.state.ending == rules.STOOD:
        return f"ends at {place(one.last)}, on level {one.state.levels[one.last]}: lost after the field round (WG22)"
    if one.dead:
        return f"enters level 3 at {place(one.last)}: lost (WG20)"
    if one.cleared:
        rest = " and the match is won" if state.grid == rules.GRIDS else ""
        return f"ends on the out portal: grid {state.grid} is cleared{rest}, the rest of the turn is dropped"
    if one.state.phase == rules.WALL:
        return f"meets the wall at {place(one.last)} with {one.state.steps} to go"
    level = one.state.levels[one.last]
    note = (
        f", on level {level}: lost after the field round (WG22)"
        if one.doomed
        else f", on level {level}"
        if level >= 2
        else ""
    )
    return f"ends at {place(one.last)}{note}"


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    """Nothing that has happened is secret: only dice to come are."""
    level = state.levels[cell] if cell >= 0 else 0
    drains = ", drain 1" if level == 2 else ", drain 4" if level == 3 else ""  # WG10
    if what == rules.SHOW_GRID:
        return f"Grid {state.grid} of 6: {rules.capacity(state.grid)} charge cells, {state.grid} field roll{'s' * (state.grid > 1)} a round."
    if what == rules.SHOW_IN:
        return f"In portal at {place(cell)}."
    if what == rules.SHOW_SAME:
        return f"The out portal would be {place(cell)}, too: it is rolled again (WG6)."
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
        return f"The field round is over and you stand on level {level}: lost (WG22)."
    if what == rules.SHOW_ENTERED:
        return f"{place(cell)} is level 3: lost (WG20)."
    return ""  # a space, or the player's mark: only seen
