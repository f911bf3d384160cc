"""Actions as a player types them, and the position as facts."""

import copy
from typing import Any

from gridhall.errors import BadAction
from gridhall.game import LIMIT, LOST, WON, SetupRecord, View

from .board import cell_of, has_bit, is_dead, is_open
from .codes import EFFECT, TIME, USES
from .effects import is_active
from .rules import ACTIONS, acting, is_effective, step

WORDS = ("up", "down", "left", "right", "use", "pick", "wait")
SHORT = {"u": 0, "d": 1, "l": 2, "r": 3, "k": 4, "p": 5, ".": 6, "n": 0, "s": 1, "w": 2, "e": 3}
READ = {**{word: number for number, word in enumerate(WORDS)}, **SHORT, "use key": 4, "pick up": 5}


def word(setup: SetupRecord, state: View, action: int) -> str:
    """The action's word (GU4)."""
    return WORDS[action]


def read_word(setup: SetupRecord, state: View, text: str) -> int:
    """The action a word or its short form means; raises BadAction (GU28)."""
    action = READ.get(" ".join(text.lower().split()))
    if action is None:
        raise BadAction(
            f"Grid Universe has no action {text.strip()!r}; it has up, down, left, right, use, pick, wait (short: u d l r k p .)"
        )
    return action


def facts(setup: SetupRecord, state: View, player: int) -> dict[str, Any]:
    """The position as the rules page says."""
    agent = state.cells[setup.agent]
    things, inventory, effects, opened, dead = {}, [], {}, [], []
    for n in range(setup.entities):
        name, flags, cell = setup.id[n], setup.flags[n], cell_of(setup, state, n)
        if cell >= 0:
            things[str(name)] = [cell & 31, cell >> 5]
        elif flags & EFFECT:
            if is_active(setup, state, n):
                slot = setup.limited[n]
                effects[str(name)] = {
                    "time": state.time[slot] if flags & TIME else None,
                    "uses": state.uses[slot] if flags & USES else None,
                }
        elif setup.holder[n] in (setup.hero, -1) and not (setup.used[n] >= 0 and has_bit(state, setup.used[n])):
            inventory.append(name)
        if is_open(setup, state, n):
            opened.append(name)
        if is_dead(setup, state, n):
            dead.append(name)
    vital = setup.vital[setup.hero]
    status = "won" if state.ending == WON else "lost" if state.ending in (LOST, LIMIT) else "playing"
    return {
        "turn": state.turn, "score": state.score, "agent": [agent & 31, agent >> 5], "health": state.health[vital] if vital >= 0 else None, "things": things,
        "inventory": inventory, "effects": effects, "open": opened, "dead": dead, "status": status,
    }  # fmt: skip


HELP = """up down left right   move, push what can be pushed       (u d l r, or n s w e)
pick                 take everything on your tile        (p)
use                  open the locks on and beside your tile for which you have keys  (k)
wait                 pass a turn                         (.)
Movers and chasers go first, then you. The guide is in the game's README; every message names its rule."""


def effective_actions(setup: SetupRecord, state: View) -> list[int]:
    """The actions that would change anything but the turn (GU32); of the wind only this state's own draw counts."""
    found = []
    for action in range(ACTIONS if acting(setup, state) else 0):
        after = copy.copy(state)
        step(setup, after, 0, action)
        if is_effective(setup, after, state):
            found.append(action)
    return found
