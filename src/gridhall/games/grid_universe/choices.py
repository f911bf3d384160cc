"""What a person can do now, each action with the tile that it concerns."""

import copy

from gridhall.game import PLAYING, Action, SetupRecord, View
from gridhall.scene import Choice

from .appearance import board_cell
from .board import ahead, holds
from .codes import BLOCKING, NOTHING, NOWHERE, PHASING, PICK, PUSHABLE, USE, USE_ORDER, WAIT, WRAP
from .effects import serving
from .items import fitting, is_collectible_on, is_locked_on
from .movement import steer
from .rules import step
from .words import WORDS

KEYS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "u", "p", " ")


def choice_of(setup: SetupRecord, state: View, action: Action) -> Choice:
    """How an action is offered: the tile it concerns, and whether it would do anything."""
    here, key = state.cells[setup.agent], KEYS[action]
    if action == WAIT:
        return Choice(action, "wait", "Wait", key)
    if action == PICK:
        there = any_collectible(setup, state, here)
        at = board_cell(setup, here) if there else -1
        return Choice(action, "pick", "Pick up", key, cell=at, main=there, idle=not there)
    if action == USE:
        lock = lock_in_reach(setup, state)
        at = board_cell(setup, lock) if lock not in (NOWHERE, here) else -1
        return Choice(action, "use", "Use key", key, cell=at, main=lock >= 0, idle=lock < 0)
    return _move_choice(setup, state, action)


def _move_choice(setup: SetupRecord, state: View, action: Action) -> Choice:
    word, key = WORDS[action], KEYS[action]
    near = ahead(setup, state.cells[setup.agent], steer(setup, action), setup.move == WRAP)
    if near < 0:
        return Choice(action, word, word.capitalize(), key, idle=True)
    pushes = holds(setup, state, near, PUSHABLE, NOTHING)
    walled = holds(setup, state, near, BLOCKING, setup.agent) and not pushes
    if walled and serving(setup, state, setup.hero, PHASING) < 0:
        return Choice(action, word, word.capitalize(), key, idle=True)
    if pushes and stays(setup, state, action):
        return Choice(action, word, word.capitalize(), key, idle=True)
    name = f"Push {word}" if pushes else word.capitalize()
    return Choice(action, word, name, key, cell=board_cell(setup, near))


def stays(setup: SetupRecord, state: View, action: Action) -> bool:
    """Whether a move would leave the agent where it is, as one against a box that cannot go on does."""
    after = copy.copy(state)
    step(setup, after, 0, action)
    return bool(after.ending == PLAYING and after.cells[setup.agent] == state.cells[setup.agent])


def any_collectible(setup: SetupRecord, state: View, cell: int) -> bool:
    """Is there anything to pick up on a tile?"""
    candidates = (*setup.changing[: setup.changers], *setup.thing[: setup.mobiles])
    return any(is_collectible_on(setup, state, entity, cell) for entity in candidates)


def lock_in_reach(setup: SetupRecord, state: View) -> int:
    """The tile of the first lock that `use` would open now, NOWHERE if there is none."""
    for way in USE_ORDER:
        cell = ahead(setup, state.cells[setup.agent], way, False)
        for n in range(setup.entities) if cell >= 0 and state.locks and setup.pockets else ():
            if is_locked_on(setup, state, n, cell) and fitting(setup, state, setup.lock[n]) >= 0:
                return int(cell)
    return NOWHERE
