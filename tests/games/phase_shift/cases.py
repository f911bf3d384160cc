"""Levels and positions for the tests of the rulings, PS1 to PS18."""

import json
from pathlib import Path

import pytest

from gridhall.errors import BadSetup
from gridhall.games import phase_shift as game
from gridhall.match import Match

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "phase_shift_cases.json").read_text("utf-8"))
WALKTHROUGH = GOLDEN[0]["setup"]


def level(alpha: str, beta: str, header: str = "") -> str:
    """Two layers written as words, a row each."""
    return header + "\n".join(alpha.split()) + "\n---\n" + "\n".join(beta.split()) + "\n"


def played(text: str, words: str = "") -> Match:
    match = Match(game, text)
    for word in words.split():
        match.play(word)
    return match


def boards(match: Match) -> list[list[str]]:
    return [layer.tiles for layer in match.scene().layers]


def place(match: Match) -> tuple[int, int, str, int]:
    facts = match.facts()
    return facts["row"], facts["col"], facts["phase"], facts["moves"]


def defects(text: str) -> list[tuple[str | None, int | None, int | None, str]]:
    with pytest.raises(BadSetup) as caught:
        game.read_setup(text)
    assert all(defect.cure for defect in caught.value.defects)
    return [(defect.file, defect.line, defect.column, defect.problem) for defect in caught.value.defects]
