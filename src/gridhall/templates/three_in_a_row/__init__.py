"""Three in a row: what people read, type and see. The rules are in rules.py."""

from typing import Any

from gridhall.errors import BadAction, BadSetup
from gridhall.scene import Choice, Kind, Labels, Layer, Mark, Outcome, Piece, Scene

from .rules import *

TITLE, VERSION, PLAYERS, ACTIONS = "Three in a row", 1, 2, 9
AIM = "Mark three cells in a row, a column or a diagonal before the other does."
LEVELS_OF_PLAY = {  # opponents, the weakest first; gridhall.agents has more kinds
    "easy": {"agent": "greedy", "text": "takes a win it can see"},
    "hard": {"agent": "search", "simulations": 600, "text": "thinks ahead"},
}
NAMES = ("Red", "Blue")
WORDS = tuple(f"{column}{row}" for row in "123" for column in "abc")
PLANES_SEEN = (("own", "1 where you have marked"), ("other", "1 where the other has"))
SCALARS_SEEN = (("turns", 0, 9, "marks on the board"),)
LEGEND = {
    "floor": Kind(".", "an empty cell"),
    "red": Kind("X", "a cross", owner=1),
    "blue": Kind("O", "a ring", owner=2),
}


def read_setup(text: str) -> tuple[Any, Any]:
    if text.strip():
        raise BadSetup(f"{TITLE} has no levels; leave the text empty")
    return Setup(), State()


def write_setup(setup: Any, state: Any) -> str:
    return ""


def word(setup: Any, state: Any, action: int) -> str:
    return WORDS[action]


def read_word(setup: Any, state: Any, text: str) -> int:
    if text.strip().lower() not in WORDS:
        raise BadAction(f"{TITLE} has no word {text!r}; name a cell, from a1 to c3")
    return WORDS.index(text.strip().lower())


def facts(setup: Any, state: Any, player: int) -> dict[str, Any]:
    """What programs read and records keep."""
    return {"cells": list(state.cells[:CELLS]), "turns": state.turns, "winner": state.winner}


def scene(setup: Any, state: Any, player: int) -> Scene:
    """What a person sees, as data: every screen draws it."""
    marked = [(cell, state.cells[cell]) for cell in range(CELLS) if state.cells[cell]]
    pieces = [Piece(WORDS[cell], ("red", "blue")[owner - 1], cell, owner=owner) for cell, owner in marked]
    legal = [cell for cell in range(ACTIONS) if not refusal(setup, state, player, cell)]
    is_over, winner = acting(setup, state) == 0, state.winner
    status = f"{NAMES[winner - 1]} has three in a row." if winner else "The board is full: a draw."
    if not is_over:
        status = "Mark a cell." if legal else f"{NAMES[state.turns & 1]} is to mark a cell."
    return Scene(
        3, 3, LEGEND, [Layer(["..."] * 3)], pieces, [Mark("choice", cells=legal)] if legal else [],
        choices=[Choice(cell, WORDS[cell], f"Mark {WORDS[cell]}", group="mark", cell=cell) for cell in legal],
        labels=Labels(list("abc"), list("123")), status=status,
        outcome=Outcome(status, winner, won=winner == player + 1) if is_over else None,
    )  # fmt: skip


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    """What `show` marked, as a sentence."""
    return f"{NAMES[who]} marks {WORDS[cell]}."
