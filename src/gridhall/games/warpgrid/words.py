"""Actions as a player types them, WG24, and the position as data, WG25."""

from typing import Any

from gridhall.errors import BadAction
from gridhall.game import Action, Player, Position, SetupRecord, View
from gridhall.games.warpgrid.records import SIZE
from gridhall.games.warpgrid.rules import (
    ACTIONS,
    DRAIN,
    ENTERED,
    ESCAPED,
    MOVING,
    NO_ROLL,
    OVER,
    ROLL,
    ROLL_1_1,
    STOOD,
    capacity,
    refusal,
    score,
)

WORDS = (
    "x+", "x-", "y+", "y-", "warp", "ricochet", "stay",
    *(f"phase {k}" for k in range(1, 5)),
    *(f"roll {x} {y}" for x in range(1, 7) for y in range(1, 7)),
)  # fmt: skip
NUMBERS = {word: action for action, word in enumerate(WORDS)}
PHASES = ("first", "second", "wall", "phase", "field", "roll", "over")
ROLLS = (None, "in", "out", "field", "move")
ENDINGS = {ESCAPED: "escaped", STOOD: "stood", ENTERED: "entered"}


def coordinates(cell: int) -> tuple[int, int]:
    """A cell's x and y, from 1; of a roll, its left and its right die (WG2)."""
    return cell % SIZE + 1, cell // SIZE + 1


def place(cell: int) -> str:
    """A cell as players write it: x,y."""
    x, y = coordinates(cell)
    return f"{x},{y}"


def drain_text(level: int) -> str:
    """What a cell that rises to this level takes from the tank (WG10), as the end of a sentence."""
    return f", {DRAIN[level]} charge lost" if DRAIN[level] else ""


def rolled_cell(action: Action) -> int:
    """The cell that a word `roll x y` names."""
    column, row = divmod(action - ROLL_1_1, SIZE)
    return row * SIZE + column


def word(setup: SetupRecord, state: Position, action: Action) -> str:
    return WORDS[action]


def read_word(setup: SetupRecord, state: View, text: str) -> Action:
    action = NUMBERS.get(text)
    if action is None:
        now = [WORDS[legal] for legal in legal_actions(setup, state)]
        shown = "roll 1 1 to roll 6 6" if len(now) == 36 else ", ".join(now)
        raise BadAction(f"Warpgrid has no word {text[:30]!r} (WG24); now you can say {shown}")
    return action


def asks_for_choice(state: Position) -> bool:
    """Whether a choice is asked for, other than what the dice show."""
    return state.phase not in (OVER, MOVING, ROLL)


def legal_actions(setup: SetupRecord, state: Position) -> list[Action]:
    asked = range(ROLL_1_1, ACTIONS) if state.phase == ROLL else range(ROLL_1_1)  # a person's dice, or a choice
    return [action for action in asked if not refusal(setup, state, 0, action)]


def facts(setup: SetupRecord, state: Position, player: Player) -> dict[str, Any]:
    x, y = coordinates(state.cell) if state.cell >= 0 else (0, 0)
    asked = PHASES[state.phase] if state.phase != MOVING else "roll"  # MOVING is a frame between two questions
    return {
        "grid": state.grid,
        "warp": state.grid,
        "turn": state.turn,
        "x": x,
        "y": y,
        "charge": state.charge,
        "capacity": capacity(state.grid),
        "levels": list(state.levels),
        "out": list(coordinates(state.out)) if state.out >= 0 else None,
        "dice": [state.die_x, state.die_y] if state.die_x else None,
        "direction": WORDS[state.direction] if state.direction >= 0 else None,
        "steps": state.steps,
        "field_left": state.field_left,
        "roll": ROLLS[state.roll] if state.roll != NO_ROLL and asked == "roll" else None,
        "phase_of_play": asked,
        "legal": [WORDS[action] for action in legal_actions(setup, state)],
        "status": "playing" if not state.ending else "won" if state.ending == ESCAPED else "lost",
        "reason": ENDINGS.get(state.ending),
        "score": score(setup, state, player),
    }
