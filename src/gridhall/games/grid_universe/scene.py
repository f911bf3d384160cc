"""What a person sees: one board, the things on it, and where what moves by itself will go."""

import copy

from gridhall.game import LIMIT, PLAYING, WON, Player, Position, SetupRecord, View
from gridhall.kernel import Shown, watch, zeros
from gridhall.scene import Layer, Mark, Outcome, Piece, Scene

from .appearance import LevelPicture, board_cell, picture_of
from .board import cell_of, heading, is_dead, is_open
from .choices import choice_of
from .codes import (
    CARRIED,
    CHASED,
    CHASING,
    COLLECTIBLE,
    DEFAULT_AIM,
    HEALTH,
    HIDDEN,
    MOVED,
    MOVING,
    PUSH,
    REACH_EXIT,
    ROWS,
    SLOTS,
    TIME,
    UNLOCK,
    USES,
)
from .creatures import roam
from .describe import OBJECTIVE_TEXTS, fate
from .effects import tick
from .legend import ARROWS, LEGEND, style_of
from .meters import counted, loose_boxes, meters_of
from .rules import ACTIONS

MOVE_HINTS = [  # by number of the movement; a variant adds its own
    "",
    "Mirror: left and right are swapped.",
    "Wrap: over the edge you come to the far side.",
    "Ice: you slide until something stops you.",
    "Wind: after each step a 30 % chance of one more, anywhere.",
    "Gravity: after each step you fall.",
]


def scene(setup: SetupRecord, state: Position, player: Player) -> Scene:
    """The whole board. Secret are the wind to come and a redacted objective; neither is shown before the end."""
    picture = picture_of(setup)
    playing = state.ending == PLAYING
    choices = [choice_of(setup, state, action) for action in range(ACTIONS)] if playing and player == 0 else []
    marks = _marks(setup, state) if playing else []
    if state.hit or state.ending == LIMIT:
        marks = _why(setup, state)
    if choices and (cells := [choice.cell for choice in choices if choice.cell >= 0]):
        marks.append(Mark("choice", cells=sorted(set(cells))))
    return Scene(
        setup.width,
        setup.height,
        LEGEND,
        [Layer(picture.tiles)],
        _pieces(setup, state, picture),
        marks,
        meters_of(setup, state, picture),
        choices,
        _status(setup, state),
        picture.message or MOVE_HINTS[setup.move],
        labels=picture.labels,
        outcome=None if playing else _outcome(setup, state),
    )


def _pieces(setup: SetupRecord, state: View, picture: LevelPicture) -> list[Piece]:
    pieces: list[Piece] = []
    on_floor: dict[int, str] = {}  # what can be picked up, by cell
    for n, kind, label, badge, tooltip, piece in picture.things:
        cell = cell_of(setup, state, n)
        if cell < 0:
            continue
        flags, m = setup.flags[n], setup.mobile[n]
        faded = False
        if flags & HEALTH:
            faded = is_dead(setup, state, n)
            if faded:
                badge = "✝"
            elif n != setup.hero:
                badge = f"{state.health[setup.vital[n]]}♥"
        if flags & MOVING and not faded:
            way = heading(setup, state, m)
            badge = ARROWS[way] + (str(setup.pace[m]) if setup.pace[m] > 1 else "")
        elif flags & CHASING and not faded:
            badge = "◎"
        if kind.endswith("door") and is_open(setup, state, n):
            kind, label, badge, tooltip = "open", "", "", "open"
        if flags & (TIME | USES):
            badge = limits_badge(setup, state, n)
        at = board_cell(setup, cell)
        pieces.append(Piece(piece, kind, at, label=label, badge=badge, faded=faded, tell=tooltip))
        if flags & COLLECTIBLE:
            on_floor[at] = kind
    for drawn in pieces:  # nobody hides what they could pick up
        if drawn.kind == "agent":
            drawn.over = on_floor.get(drawn.cell, "")
    return pieces


def limits_badge(setup: SetupRecord, state: View, n: int) -> str:
    """What is left of an effect, as a badge: turns and uses."""
    slot, flags = setup.limited[n], setup.flags[n]
    parts = [f"{state.time[slot]}t"] if flags & TIME else []
    return " ".join(parts + ([f"{state.uses[slot]}×"] if flags & USES else []))


def _marks(setup: SetupRecord, state: View) -> list[Mark]:
    """Where everything that moves by itself will go: it moves before the agent, so this is known."""
    if not setup.movers + setup.chasers:
        return []
    lines: dict[int, list[int]] = {}
    for then, what, who, _ in foresee(setup, state):
        if what in (MOVED, CHASED, CARRIED):
            m = setup.mobile[who]
            lines.setdefault(who, [board_cell(setup, state.cells[m])]).append(board_cell(setup, then.cells[m]))
    return [Mark(style_of(setup, who), line=line, arrow=True) for who, line in lines.items()]


def _why(setup: SetupRecord, state: View) -> list[Mark]:
    """After a loss: the agent's tile, and the ways that the agent and what killed it went in this turn."""
    here = state.cells[setup.agent]
    marks = [Mark("danger", cells=[board_cell(setup, here)])]
    if state.hit:
        there = cell_of(setup, state, state.killer)
        trail, approach = way_between(setup, state.start, here), way_between(setup, state.origin, there)
        for style, line in (("trail", trail), ("danger", approach)):
            marks += [Mark(style, line=line, arrow=True)] if len(line) > 1 else []
    return marks


def way_between(setup: SetupRecord, cell: int, to: int) -> list[int]:
    """The scene's cells from one tile to another in the same row or column; elsewhere, as by portals, only the ends."""
    rows, cols = (to >> 5) - (cell >> 5), (to & 31) - (cell & 31)
    count = max(abs(rows), abs(cols), 1)
    way = [cell, to]
    if 0 in (rows, cols):
        way = [cell + n * (32 * rows + cols) // count for n in range(count + 1)]
    return [board_cell(setup, step) for step in dict.fromkeys(way)]


def foresee(setup: SetupRecord, state: View) -> list[Shown]:
    """The events of the movers' and chasers' next motions: the beginning of a turn, played on a copy."""
    after = copy.copy(state)
    with watch() as events:
        tick(setup, after)
        roam(setup, after, zeros(SLOTS * setup.mobiles), zeros(ROWS * setup.mobiles))
    return events


def _status(setup: SetupRecord, state: View) -> str:
    if state.ending == WON:
        return "You made it."
    if state.ending != PLAYING:
        return "The turn limit is over." if state.ending == LIMIT else f"You are dead: {fate(setup, state)}."
    if state.aim == HIDDEN:
        return "Your orders are sealed: the message tells them to who can read it."
    if state.aim > PUSH:  # a variant's own
        return f"{OBJECTIVE_TEXTS[state.aim][0].upper()}{OBJECTIVE_TEXTS[state.aim][1:]}."
    if state.aim == REACH_EXIT or (state.aim == DEFAULT_AIM and state.left == 0):
        return "Stand on the exit."
    if state.aim == UNLOCK:
        return f"Open {counted(state.locks, 'lock')}."
    if state.aim == PUSH:
        return f"Push {counted(len(loose_boxes(setup, state)), 'box')} onto exits."
    then = ", then stand on the exit" if state.aim == DEFAULT_AIM else ""
    return f"Collect {counted(state.left, 'core')}{then}."


def _outcome(setup: SetupRecord, state: View) -> Outcome:
    points = f", {counted(state.score, 'point')}" if state.score > 0 else ""  # steps cost: the sum may be below zero
    lines = [f"{counted(state.turn, 'turn')}{points}."]
    if setup.redacted:
        lines.insert(0, f"Your orders were: {OBJECTIVE_TEXTS[state.aim]}.")
    if state.ending == WON:
        return Outcome("You made it", 1, lines, won=True)
    if state.ending == LIMIT:
        return Outcome("Out of turns", 0, [f"The limit was {counted(setup.limit, 'turn')}.", *lines])
    cause = fate(setup, state)
    return Outcome("You died", 0, [f"{cause[0].upper()}{cause[1:]}.", *lines])
