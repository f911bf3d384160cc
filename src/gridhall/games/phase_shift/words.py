"""Actions as a player types them, and the position as facts (PS17)."""

from typing import Any

from gridhall.errors import BadAction
from gridhall.game import Action, Player, Position, SetupRecord, View
from gridhall.games.phase_shift.rules import FELL, LATE, LEFT, RUNNING, SOLVED, TITLE, stars

WORDS = ("n", "s", "w", "e", "f", "q")
ACTION = {word: action for action, word in enumerate(WORDS)} | {"up": 0, "down": 1, "left": 2, "right": 3}
STATUS = {RUNNING: "playing", SOLVED: "won", FELL: "lost", LATE: "lost", LEFT: "lost"}
REASON = {FELL: "rift", LATE: "limit", LEFT: "quit"}
KEY_IDS = ("k", "u", "v", "w")

HELP = """\
n / up       move north
s / down     move south
w / left     move west
e / right    move east
f            phase shift: stay where you are, change between Alpha and Beta
r            redraw (free)
h            this help (free)
q            quit (you lose)
Every command but r, h and q costs a move, also one into a wall, a closed gate or a void.
. floor  # wall  B beacon  b beacon, on  E exit  k key  G gate  / gate, open  X rift, deadly  _ void  P you
u v w are further keys; they open U V W."""


def word(setup: SetupRecord, state: Position, action: Action) -> str:
    return WORDS[action]


def read_word(setup: SetupRecord, state: View, text: str) -> Action:
    """Case and blanks around do not matter (PS15)."""
    typed = text.strip().lower()
    if typed in ACTION:
        return ACTION[typed]
    if typed in ("h", "r"):
        raise BadAction(f"{typed!r} only serves a person at the prompt (PS16); the actions are {' '.join(WORDS)}")
    shown = repr(text.strip() if len(text.strip()) <= 20 else text.strip()[:19] + "…")
    raise BadAction(
        f"{TITLE} has no command {shown}; it has n s e w (or up down right left), f to shift, q to quit, "
        "h for help, r to redraw (PS12)"
    )


def held(state: Position) -> list[str]:
    """The ids of the keys held, sorted."""
    return [name for number, name in enumerate(KEY_IDS) if state.keys >> number & 1]


def facts(setup: SetupRecord, state: Position, player: Player) -> dict[str, Any]:
    return {
        "row": (state.cell >> 5) - 1,
        "col": state.cell & 31,
        "phase": "AB"[state.phase],
        "moves": state.moves,
        "limit": setup.limit,
        "lit": setup.beacons - state.missing,
        "beacons": setup.beacons,
        "keys": held(state),
        "wasted": bool(state.wasted),
        "status": STATUS[state.ending],
        "reason": REASON.get(state.ending),
        "stars": stars(setup, state) if state.ending else None,
    }
