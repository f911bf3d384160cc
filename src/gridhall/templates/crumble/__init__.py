"""Crumble: what people read, type and see. The rules are in rules.py."""

from typing import Any

from gridhall.errors import BadAction, BadSetup, Defect
from gridhall.game import LOST, PLAYING, WON
from gridhall.scene import Choice, Kind, Layer, Meter, Outcome, Piece, Scene

from .rules import *

TITLE, VERSION, PLAYERS, ACTIONS, PUZZLE, UNDO = "Crumble", 1, 1, 4, True, True
DEFAULT, RANKING = "first", ("-moves",)  # the level meant when none is named; facts that rank results
AIM = "Walk to the exit. The floor breaks behind you, so no cell can be walked on twice."
WORDS = ("up", "right", "down", "left")
KEYS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
PLANES_SEEN = (("gone", "1 where there is no floor"), ("places", "2 where you are, 1 on the exit"))
SCALARS_SEEN = (("moves", 0, 196, "moves made"),)
LEGEND = {
    "floor": Kind(".", "floor"), "wall": Kind("#", "wall", join=True), "gap": Kind(" ", "a gap"),
    "exit": Kind("E", "the exit", tell="Stand here to win."), "you": Kind("@", "you"),
}  # fmt: skip


def read_setup(text: str) -> tuple[Any, Any]:
    """The setup and the unstarted state of a level's text; every defect is told at once."""
    lines, setup, state, defects = text.splitlines(), Setup(), State(), []
    setup.width, setup.height = max(map(len, lines), default=0), len(lines)
    if not (1 <= setup.width <= ROW - 2 and 1 <= setup.height <= ROW - 2):
        raise BadSetup([Defect(f"the board is {setup.width} x {setup.height}", "draw 1 x 1 to 14 x 14 cells")])
    setup.tiles[:] = [1] * len(setup.tiles)
    places: dict[str, list[int]] = {"@": [], "E": []}
    for row, line in enumerate(lines, 1):
        for col, sign in enumerate(line, 1):
            if sign not in ".#@E":
                defects.append(Defect(f"unknown sign {sign!r}", "known are . # @ E", row, col))
            elif sign != "#":
                setup.tiles[row * ROW + col] = 0
                places.get(sign, []).append(row * ROW + col)
    defects += [
        Defect(f"there are {len(cells)} {sign!r}", "draw one") for sign, cells in places.items() if len(cells) != 1
    ]
    if defects:
        raise BadSetup(defects)
    (state.cell,), (setup.exit,) = places["@"], places["E"]
    return setup, state


def rows(setup: Any, state: Any, signs: dict[int, str]) -> list[str]:
    """The board, row by row, with these signs on some of its cells."""

    def sign(row: int, col: int) -> str:
        cell = row * ROW + col
        return signs.get(cell) or ("#" if setup.tiles[cell] else " " if state.gaps[cell] else ".")

    return ["".join(sign(row, col) for col in range(1, setup.width + 1)) for row in range(1, setup.height + 1)]


def write_setup(setup: Any, state: Any) -> str:
    return "\n".join(rows(setup, state, {setup.exit: "E", state.cell: "@"})) + "\n"


def word(setup: Any, state: Any, action: int) -> str:
    return WORDS[action]


def read_word(setup: Any, state: Any, text: str) -> int:
    if text.strip().lower() not in WORDS:
        raise BadAction(f"{TITLE} has no word {text!r}; it has {', '.join(WORDS)}")
    return WORDS.index(text.strip().lower())


def facts(setup: Any, state: Any, player: int) -> dict[str, Any]:
    """What programs read and records keep."""
    status = {PLAYING: "playing", WON: "won", LOST: "lost"}[outcome(setup, state, 0)]
    return {"row": state.cell // ROW - 1, "col": state.cell % ROW - 1, "moves": state.moves, "status": status}


def scene(setup: Any, state: Any, player: int) -> Scene:
    """What a person sees, as data: every screen draws it."""
    here = (state.cell // ROW - 1) * setup.width + state.cell % ROW - 1
    legal = [action for action in range(ACTIONS) if player == 0 and not refusal(setup, state, 0, action)]
    result, used = outcome(setup, state, 0), [f"{state.moves} moves"]
    status = {PLAYING: "Walk to the exit.", WON: "You are out.", LOST: "No way is left."}[result]
    return Scene(
        setup.width, setup.height, LEGEND, [Layer(rows(setup, state, {setup.exit: "E"}))], [Piece("you", "you", here)],
        meters=[Meter("number", "Moves", state.moves)], status=status,
        choices=[Choice(action, WORDS[action], WORDS[action].title(), KEYS[action]) for action in legal],
        outcome=None if result == PLAYING else Outcome(status, int(result == WON), used, won=result == WON),
    )  # fmt: skip


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    """What `show` marked, as a sentence."""
    return {WALKED: "", ARRIVED: "You are out.", STUCK: "No way is left."}[what]
