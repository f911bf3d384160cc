"""What a person can do now, each action with the tile that it concerns."""

from gridhall.game import SetupRecord, View
from gridhall.scene import Choice

from .appearance import board_cell
from .board import ahead, holds
from .codes import BLOCKING, NOTHING, NOWHERE, PHASING, PICK, PUSHABLE, USE, USE_ORDER, WAIT, WRAP
from .damage import is_dangerous
from .effects import serving
from .items import fitting, is_collectible_on, is_locked_on
from .movement import steer
from .words import WORDS

KEYS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "u", "p", " ")


def choice_of(setup: SetupRecord, state: View, action: int) -> Choice:
    cell = state.cells[setup.agent]
    if action == WAIT:
        return Choice(action, "wait", "Wait", KEYS[action])
    if action == PICK:
        there = any_collectible(setup, state, cell)
        return Choice(
            action,
            "pick",
            "Pick up",
            KEYS[action],
            cell=board_cell(setup, cell) if there else -1,
            main=there,
            idle=not there,
        )
    if action == USE:
        at = lock_in_reach(setup, state)
        return Choice(
            action,
            "use",
            "Use key",
            KEYS[action],
            cell=board_cell(setup, at) if at >= 0 and at != cell else -1,
            main=at >= 0,
            idle=at < 0,
        )
    near = ahead(setup, cell, steer(setup, action), setup.move == WRAP)
    if near < 0:
        return Choice(action, WORDS[action], WORDS[action].capitalize(), KEYS[action], idle=True)
    pushes = holds(setup, state, near, PUSHABLE, NOTHING)
    walled = holds(setup, state, near, BLOCKING, setup.agent) and not pushes
    stopped = walled and serving(setup, state, setup.hero, PHASING) < 0
    danger = not stopped and is_dangerous(setup, near)
    name = f"Push {WORDS[action]}" if pushes else WORDS[action].capitalize()
    return Choice(
        action,
        WORDS[action],
        name,
        KEYS[action],
        cell=-1 if stopped else board_cell(setup, near),
        danger=danger,
        idle=bool(stopped),
    )


def any_collectible(setup: SetupRecord, state: View, cell: int) -> bool:
    """Is there anything to pick up on a tile?"""
    candidates = (*setup.changing[: setup.changers], *setup.thing[: setup.mobiles])
    return any(is_collectible_on(setup, state, entity, cell) for entity in candidates)


def lock_in_reach(setup: SetupRecord, state: View) -> int:
    """The tile of the first lock that "use" would open now, or NOWHERE."""
    for way in USE_ORDER:
        cell = ahead(setup, state.cells[setup.agent], way, False)
        for n in range(setup.entities) if cell >= 0 and state.locks and setup.pockets else ():
            if is_locked_on(setup, state, n, cell) and fitting(setup, state, setup.lock[n]) >= 0:
                return int(cell)
    return NOWHERE
