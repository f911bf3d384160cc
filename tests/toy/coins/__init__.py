"""Coins: what the platform sees of it. The rules are in rules.py."""

from typing import Any

from gridhall.errors import BadAction, BadSetup
from gridhall.scene import Choice, Kind, Layer, Meter, Outcome, Piece, Scene

from .rules import (
    REASONS,
    ROUNDS,
    Setup,
    State,
    acting,
    canonicalize,
    hide,
    observe,
    outcome,
    refusal,
    resample,
    score,
    shape,
    start,
    step,
)  # fmt: skip

__all__ = [
    "ACTIONS",
    "PLAYERS",
    "REASONS",
    "SECRETS",
    "TITLE",
    "VERSION",
    "Setup",
    "State",
    "acting",
    "canonicalize",
    "describe",
    "facts",
    "hide",
    "observe",
    "outcome",
    "read_setup",
    "read_word",
    "refusal",
    "resample",
    "scene",
    "score",
    "shape",
    "start",
    "step",
    "word",
    "write_setup",
]  # fmt: skip

TITLE, VERSION, PLAYERS, ACTIONS = "Coins", 1, 2, 2
SECRETS = True
WORDS = ("heads", "tails")
FACES = (None, "heads", "tails")
LEGEND = {"floor": Kind(".", "table"), "heads": Kind("H", "heads"), "tails": Kind("T", "tails")}


def read_setup(text: str) -> tuple[Any, Any]:
    if text.strip():
        raise BadSetup("Coins has no setups; leave the text empty")
    return Setup(rounds=ROUNDS), State()


def write_setup(setup: Any, state: Any) -> str:
    return ""


def word(setup: Any, state: Any, action: int) -> str:
    return WORDS[action]


def read_word(setup: Any, state: Any, text: str) -> int:
    if text.strip().lower() not in WORDS:
        raise BadAction(f"Coins has no word {text!r}; it has heads, tails")
    return WORDS.index(text.strip().lower())


def facts(setup: Any, state: Any, player: int) -> dict[str, Any]:
    mine = [FACES[coin] for coin in state.laid]
    return {
        "round": state.round,
        "laid": mine,
        "last": [FACES[coin] for coin in state.last],
        "points": list(state.points),
    }


def scene(setup: Any, state: Any, player: int) -> Scene:
    pieces = [
        Piece(str(side), WORDS[state.laid[side] - 1], side, owner=side + 1) for side in range(2) if state.laid[side]
    ]
    over = state.round >= setup.rounds
    won = 1 + (state.points[1] > state.points[0])
    to_act = 0 <= player < 2 and not refusal(setup, state, player, 0)
    return Scene(
        width=2, height=1, legend=LEGEND, layers=[Layer([".."])], pieces=pieces,
        meters=[Meter("number", "Red", state.points[0]), Meter("number", "Blue", state.points[1])],
        choices=[Choice(action, WORDS[action]) for action in range(2)] if to_act else [],
        status=f"Round {state.round + 1}: lay heads or tails.",
        outcome=Outcome(f"Player {won} wins", won, won=player + 1 == won) if over else None,
    )  # fmt: skip


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    return f"The coins were {FACES[state.last[0]]} and {FACES[state.last[1]]}: a point for player {who + 1} (C2)."
