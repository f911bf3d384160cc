"""Veiled Nim: the heap is hidden from who only watches, moves can be taken back, sentences are said, and advice waits.

Whoever asks for advice is told that something is prepared, until somebody writes into the named pipe VEILED_GATE. The
word `break` is a bug.
"""

import os
from pathlib import Path

from gridhall.games.nim import (
    ACTIONS,
    PLAYERS,
    REASONS,
    UNDO,
    VERSION,
    Setup,
    State,
    acting,
    canonicalize,
    facts,
    observe,
    outcome,
    propose,
    read_setup,
    refusal,
    resample,
    score,
    shape,
    start,
    word,
    write_setup,
)

from gridhall.game import Advice
from gridhall.games import nim
from gridhall.kernel import kernel, show

__all__ = [
    "ACTIONS",
    "PLAYERS",
    "REASONS",
    "UNDO",
    "VERSION",
    "Setup",
    "State",
    "acting",
    "canonicalize",
    "facts",
    "observe",
    "outcome",
    "propose",
    "read_setup",
    "refusal",
    "resample",
    "score",
    "shape",
    "start",
    "word",
    "write_setup",
]  # fmt: skip
TITLE, SECRETS = "Veiled Nim", True
PREPARING = "preparing Veiled Nim for full speed, once: about 15 s"


@kernel
def step(setup, state, player, action):
    state.left -= action + 1
    state.turn = 1 - state.turn
    show(state, 1, player, action + 1)


@kernel
def hide(setup, state, player):
    state.rng = 0
    if player == 2:
        state.left = 0


def read_word(setup, state, text):
    if text == "break":
        raise KeyError(f"{state.left} are left, and that is secret")
    return nim.read_word(setup, state, text)


def scene(setup, state, player):
    shown = nim.scene(setup, state, player)
    shown.status = f"{state.left} are left." if player < 2 else "Some are left."
    return shown


def describe(setup, state, player, what, who, cell):
    return f"player {who + 1} took {cell}" if player < 2 else f"player {who + 1} took some"


def advise(setup, state, player, seed, milliseconds):
    from gridhall.server.work.workers import say_preparing

    if gate := os.environ.get("VEILED_GATE"):
        say_preparing(PREPARING)
        Path(gate).read_bytes()  # waits for a writer
    return [
        Advice(action, word(setup, state, action), 0.5)
        for action in range(ACTIONS)
        if not refusal(setup, state, player, action)
    ]
