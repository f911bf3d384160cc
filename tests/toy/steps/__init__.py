"""Steps: what the platform sees of it. The rules are in rules.py."""

from typing import Any

from gridhall.errors import BadAction, BadSetup, Defect
from gridhall.header import split_header
from gridhall.scene import Choice, Kind, Layer, Meter, Outcome, Piece, Scene

from .rules import (
    ARRIVED,
    FLOOR,
    REASONS,
    ROW,
    WALL,
    Setup,
    State,
    acting,
    bound,
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
    "DEFAULT",
    "PLAYERS",
    "PUZZLE",
    "RANKING",
    "REASONS",
    "TITLE",
    "UNDO",
    "VERSION",
    "Setup",
    "State",
    "acting",
    "bound",
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

TITLE, VERSION, PLAYERS, ACTIONS = "Steps", 1, 1, 4
PUZZLE = UNDO = True
DEFAULT = "corner"
RANKING = ("-moves",)
WORDS, KEYS = ("n", "e", "s", "w"), ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
STATUS = ("playing", "won", "lost", "drawn", "limit")
LEGEND = {
    "floor": Kind(".", "floor", "·"), "wall": Kind("#", "wall", "█", join=True),
    "exit": Kind("E", "exit", "∩", tell="stand here to win (S2)"),
    "you": Kind("@", "you", "☺"),
}  # fmt: skip


def read_setup(text: str) -> tuple[Any, Any]:
    entries, body, defects = split_header(text)
    setup, state = Setup(limit=20), State()
    for entry in entries:
        if entry.key != "limit" or not entry.value.isdecimal() or not 1 <= int(entry.value) <= 999:
            defects.append(
                Defect(f"unknown header {entry.key!r} or value {entry.value!r}", "write `; limit: 20`", entry.line)
            )
        else:
            setup.limit = int(entry.value)
    setup.width, setup.height = max((len(line.text) for line in body), default=0), len(body)
    if not (1 <= setup.width <= ROW - 2 and 1 <= setup.height <= ROW - 2):
        raise BadSetup(
            [
                *defects,
                Defect(f"the drawing is {setup.width} x {setup.height}", f"draw 1 x 1 to {ROW - 2} x {ROW - 2} cells"),
            ]
        )
    setup.tiles[:] = [WALL] * len(setup.tiles)
    cells_of: dict[str, list[int]] = {"@": [], "E": []}
    for row, line in enumerate(body, 1):
        for col, sign in enumerate(line.text, 1):
            if sign not in ".#@E":
                defects.append(Defect(f"unknown tile {sign!r}", "known are . # @ E", line.line, col))
            elif sign != "#":
                setup.tiles[row * ROW + col] = FLOOR
                cells_of.get(sign, []).append(row * ROW + col)
    defects += [
        Defect(f"there are {len(cells)} {sign!r}", "draw exactly one")
        for sign, cells in cells_of.items()
        if len(cells) != 1
    ]
    if defects:
        raise BadSetup(defects)
    setup.exit, state.cell = cells_of["E"][0], cells_of["@"][0]
    return setup, state


def write_setup(setup: Any, state: Any) -> str:
    signs = {setup.exit: "E", state.cell: "@"}
    lines = (range(row * ROW + 1, row * ROW + 1 + setup.width) for row in range(1, setup.height + 1))
    rows = ("".join(signs.get(cell, "#" if setup.tiles[cell] else ".") for cell in line) for line in lines)
    return f"; limit: {setup.limit}\n" + "".join(row + "\n" for row in rows)


def word(setup: Any, state: Any, action: int) -> str:
    return WORDS[action]


def read_word(setup: Any, state: Any, text: str) -> int:
    if text.strip().lower() not in WORDS:
        raise BadAction(f"{TITLE} has no command {text!r}; it has {' '.join(WORDS)}")
    return WORDS.index(text.strip().lower())


def facts(setup: Any, state: Any, player: int) -> dict[str, Any]:
    row, col = divmod(state.cell, ROW)
    return {
        "row": row - 1,
        "col": col - 1,
        "moves": state.moves,
        "limit": setup.limit,
        "status": STATUS[outcome(setup, state, 0)],
    }


def scene(setup: Any, state: Any, player: int) -> Scene:
    here = (state.cell // ROW - 1) * setup.width + state.cell % ROW - 1
    drawn = write_setup(setup, state).replace("@", ".").splitlines()[1:]
    ended = not acting(setup, state)
    legal = [action for action in range(ACTIONS) if not refusal(setup, state, 0, action)] if player == 0 else []
    won = state.cell == setup.exit
    title, used = "You are out" if won else "No moves are left", f"{state.moves} of {setup.limit} moves"
    return Scene(
        width=setup.width, height=setup.height, legend=LEGEND, layers=[Layer(drawn)],
        pieces=[Piece("you", "you", here)],
        meters=[Meter("bar", "Moves", state.moves, setup.limit)],
        choices=[Choice(action, WORDS[action], key=KEYS[action]) for action in legal],
        status="Walk to the exit." if not ended else "You are out." if won else "No moves are left.",
        outcome=Outcome(title, int(won), [used], won=won) if ended else None,
    )  # fmt: skip


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    return "You are out (S2)." if what == ARRIVED else ""
