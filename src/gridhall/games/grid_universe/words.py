"""Actions as a player types them, and the position as facts."""

import copy
from typing import Any

from gridhall.errors import BadAction
from gridhall.game import LIMIT, LOST, PLAYING, WON, Action, Player, Position, SetupRecord, Truth, View

from .board import cell_of, is_dead, is_open
from .codes import EFFECT, NOTHING, TIME, USES
from .effects import is_active
from .items import is_used
from .rules import ACTIONS, acting, is_effective, step

WORDS = ("up", "down", "left", "right", "use", "pick", "wait")
SHORT = {"u": 0, "d": 1, "l": 2, "r": 3, "k": 4, "p": 5, ".": 6, "n": 0, "s": 1, "w": 2, "e": 3}
STATUSES = {PLAYING: "playing", WON: "won", LOST: "lost", LIMIT: "lost"}
HELP = """up down left right   move, push what can be pushed       (u d l r, or n s w e)
pick                 take everything on your tile        (p)
use                  open the locks on and beside your tile for which you have keys  (k)
wait                 pass a turn                         (.)
Movers and chasers go first, then you. The guide is in the game's README."""
READ = {**{word: number for number, word in enumerate(WORDS)}, **SHORT, "use key": 4, "pick up": 5}


def word(setup: SetupRecord, state: Position, action: Action) -> str:
    """The action's word (GU4)."""
    return WORDS[action]


def read_word(setup: SetupRecord, state: View, text: str) -> Action:
    """The action a word or its short form means; raises BadAction (GU28)."""
    action = READ.get(" ".join(text.lower().split()))
    if action is None:
        known = f"it has {', '.join(WORDS)} (short: u d l r k p .)"
        raise BadAction(f"Grid Universe has no action {text.strip()!r}; {known}")
    return action


def facts(setup: SetupRecord, state: Position, player: Player) -> dict[str, Any]:
    """The position as the rules page says."""
    agent, vital = state.cells[setup.agent], setup.vital[setup.hero]
    everything = range(setup.entities)
    cells = {n: cell_of(setup, state, n) for n in everything}
    return {
        "turn": state.turn,
        "score": state.score,
        "agent": [agent & 31, agent >> 5],
        "health": state.health[vital] if vital >= 0 else None,
        "things": {str(setup.id[n]): [cell & 31, cell >> 5] for n, cell in cells.items() if cell >= 0},
        "inventory": [setup.id[n] for n in carried(setup, state, [n for n in everything if cells[n] < 0])],
        "effects": {
            str(setup.id[n]): _limits(setup, state, n)
            for n, cell in cells.items()
            if cell < 0 and setup.flags[n] & EFFECT and is_active(setup, state, n)
        },
        "open": [setup.id[n] for n in everything if is_open(setup, state, n)],
        "dead": [setup.id[n] for n in everything if is_dead(setup, state, n)],
        "status": STATUSES[state.ending],
    }


def _limits(setup: SetupRecord, state: Position, effect: int) -> dict[str, int | None]:
    """The turns and uses that an effect has left; None where it has no such limit."""
    slot, flags = setup.limited[effect], setup.flags[effect]
    return {"time": state.time[slot] if flags & TIME else None, "uses": state.uses[slot] if flags & USES else None}


def carried(setup: SetupRecord, state: Position, nowhere: list[int] | None = None) -> list[int]:
    """The entities in the agent's inventory, which are among those `nowhere` on the board."""
    if nowhere is None:
        nowhere = [n for n in range(setup.entities) if cell_of(setup, state, n) < 0]
    return [
        n
        for n in nowhere
        if not setup.flags[n] & EFFECT and setup.holder[n] in (setup.hero, NOTHING) and not is_used(setup, state, n)
    ]


def effective_actions(setup: SetupRecord, state: Truth) -> list[int]:
    """The actions that would change anything but the turn (GU32); of the wind only this state's own draw counts."""
    actions = []
    for action in range(ACTIONS if acting(setup, state) else 0):
        after = copy.copy(state)
        step(setup, after, 0, action)
        if is_effective(setup, after, state):
            actions.append(action)
    return actions
