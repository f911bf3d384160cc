"""A level's text, drawn or JSON, as a setup and a state, and back."""

import json
from typing import Any

from gridhall.errors import BadSetup, Defect
from gridhall.game import SetupRecord, Truth

from .build import build
from .check import Checker
from .drawing import read_drawing
from .level import LevelData
from .spelling import write_drawing
from .unbuild import unbuild


def read_setup(text: str) -> tuple[SetupRecord, Truth]:
    """The setup and state of a level, drawn (GU29) or JSON (GU30); raises BadSetup with every defect."""
    return build(read_level(text))


def write_setup(setup: SetupRecord, state: Truth) -> str:
    """The level as it stands, as text that gives it back."""
    return write_drawing(unbuild(setup, state))


def read_level(text: str) -> LevelData:
    """The level of a text, whichever of the two formats it is in."""
    text = text.removeprefix("\ufeff")
    return read_json(text) if text.lstrip().startswith("{") else read_drawing(text)


def read_json(text: str) -> LevelData:
    """The level of a JSON text (GU30)."""
    doubled: list[str] = []

    def note_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        doubled.extend(sorted({key for key in keys if keys.count(key) > 1}))
        return dict(pairs)

    try:
        given = json.loads(text, object_pairs_hook=note_doubles)
    except json.JSONDecodeError as wrong:
        raise BadSetup([Defect(f"this is no JSON: {wrong.msg}", "mend it there", wrong.lineno, wrong.colno)]) from wrong
    except (RecursionError, ValueError) as wrong:
        problem = "this JSON cannot be read: it is nested too deeply or has a number that is too long"
        raise BadSetup([Defect(problem, "see GU30 for the format")]) from wrong
    if doubled:
        raise BadSetup([Defect(f"the key {key!r} is twice in one object", "keep one of them") for key in doubled])
    return Checker().level(given)


def write_json(level: LevelData) -> str:
    """The level as JSON, one entity a line."""
    whole = level.as_json()
    entities = ",\n".join("  " + json.dumps(entity, ensure_ascii=False) for entity in whole.pop("entities"))
    head = json.dumps(whole, ensure_ascii=False)[:-1]
    return f'{head}, "entities": [\n{entities}\n]}}\n'


def named_seed(text: str) -> int | None:
    """The seed a level names; None also for what is no level."""
    try:
        return read_level(text).seed
    except BadSetup:
        return None
