"""What a person sees: one board, the things on it, and where what moves by itself will go."""

import copy
from typing import Any

from gridhall.game import LIMIT, PLAYING, WON, SetupRecord, View
from gridhall.kernel import watch, zeros
from gridhall.scene import Layer, Mark, Outcome, Piece, Scene

from .appearance import LevelPicture, board_cell, picture_of
from .board import cell_of, heading, is_dead, is_open
from .choices import choice_of
from .codes import (
    CARRIED,
    CHASED,
    CHASING,
    DEFAULT_AIM,
    HARMS,
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
from .legend import ARROWS, LEGEND
from .meters import counted, loose_boxes, meters_of
from .rules import ACTIONS

MOVE_HINTS = [  # by number of the movement; a variant adds its own
    "",
    "Mirror: left and right are swapped (GU14).",
    "Wrap: over the edge you come to the far side (GU14).",
    "Ice: you slide until something stops you (GU15).",
    "Wind: after each step a 30 % chance of one more, anywhere (GU16).",
    "Gravity: after each step you fall (GU17).",
]


def scene(setup: SetupRecord, state: View, player: int) -> Scene:
    """The whole board; secret are the wind to come and a redacted objective, and neither is shown before the end."""
    picture = picture_of(setup)
    playing = state.ending == PLAYING
    choices = [choice_of(setup, state, action) for action in range(ACTIONS)] if playing and player == 0 else []
    marks = _why(setup, state) if state.hit or state.ending == LIMIT else _marks(setup, state) if playing else []
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
    pieces = []
    for n, kind, label, badge, tooltip, piece in picture.things:
        cell = cell_of(setup, state, n)
        if cell < 0:
            continue
        flags, m = setup.flags[n], setup.mobile[n]
        facing, faded = -1, False
        if flags & HEALTH:
            faded = is_dead(setup, state, n)
            badge = "✝" if faded else badge if n == setup.hero else f"{state.health[setup.vital[n]]}♥"
        if flags & MOVING and not faded:
            way = heading(setup, state, m)
            badge = ARROWS[way] + (str(setup.pace[m]) if setup.pace[m] > 1 else "")
        elif flags & CHASING and not faded:
            badge = "◎"
        if kind == "door" and is_open(setup, state, n):
            kind, label, badge, tooltip = "open", "", "", "open"
        if flags & (TIME | USES):
            badge = limits_badge(setup, state, n)
        pieces.append(
            Piece(piece, kind, board_cell(setup, cell), 0, facing, label=label, badge=badge, faded=faded, tell=tooltip)
        )
    return pieces


def limits_badge(setup: SetupRecord, state: View, n: int) -> str:
    """What is left of an effect, as a badge: turns and uses."""
    slot, flags = setup.limited[n], setup.flags[n]
    parts = [f"{state.time[slot]}t"] if flags & TIME else []
    return " ".join(parts + ([f"{state.uses[slot]}×"] if flags & USES else []))


def _marks(setup: SetupRecord, state: View) -> list[Mark]:
    """Where everything that moves by itself will go, because it goes first."""
    if not setup.movers + setup.chasers:
        return []
    lines: dict[int, list[int]] = {}
    for moment, what, who, _ in foresee(setup, state):
        if what in (MOVED, CHASED, CARRIED):
            m = setup.mobile[who]
            lines.setdefault(who, [board_cell(setup, state.cells[m])]).append(board_cell(setup, moment.cells[m]))
    return [Mark("danger" if setup.flags[who] & HARMS else "alt", line=line, arrow=True) for who, line in lines.items()]


def _why(setup: SetupRecord, state: View) -> list[Mark]:
    """After a loss: the tile of the agent, and the ways of this turn of the agent and of what killed it."""
    here = state.cells[setup.agent]
    marks = [Mark("danger", cells=[board_cell(setup, here)])]
    if state.hit:
        there = cell_of(setup, state, state.killer)
        for style, line in (
            ("trail", way_between(setup, state.start, here)),
            ("danger", way_between(setup, state.origin, there)),
        ):
            marks += [Mark(style, line=line, arrow=True)] if len(line) > 1 else []
    return marks


def way_between(setup: SetupRecord, cell: int, to: int) -> list[int]:
    """The scene's cells from one tile to another in a row or column.

    Of other ways, as through portals, only the ends.
    """
    rows, cols = (to >> 5) - (cell >> 5), (to & 31) - (cell & 31)
    count = max(abs(rows), abs(cols), 1)
    ends = cell, to
    between = [cell + n * (32 * rows + cols) // count for n in range(count + 1)] if 0 in (rows, cols) else ends
    return [board_cell(setup, one) for one in dict.fromkeys(between)]


def foresee(setup: SetupRecord, state: View) -> list[Any]:
    """The moments of the movers' and chasers' next motions, timers ticked before as in a turn."""
    after = copy.copy(state)
    with watch() as moments:
        tick(setup, after)
        roam(setup, after, zeros(SLOTS * setup.mobiles), zeros(ROWS * setup.mobiles))
    return list(moments)


def _status(setup: SetupRecord, state: View) -> str:
    if state.ending == WON:
        return "You made it."
    if state.ending != PLAYING:
        return "The turn limit is over (GU28)." if state.ending == LIMIT else f"You are dead: {fate(setup, state)}."
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
    return f"Collect {counted(state.left, 'core')}" + (", then stand on the exit." if state.aim == DEFAULT_AIM else ".")


def _outcome(setup: SetupRecord, state: View) -> Outcome:
    lines = [f"{counted(state.turn, 'turn')}, score {state.score}"]
    if setup.redacted:
        lines.insert(0, f"Your orders were: {OBJECTIVE_TEXTS[state.aim]} (GU27).")
    if state.ending == WON:
        return Outcome("You made it", 1, lines, won=True)
    if state.ending == LIMIT:
        return Outcome("Out of turns", 0, [f"The limit was {counted(setup.limit, 'turn')} (GU28).", *lines])
    cause = fate(setup, state)
    return Outcome("You died", 0, [f"{cause[0].upper()}{cause[1:]}.", *lines])
