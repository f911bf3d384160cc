"""A drawn map as something to draw on (MR87-MR91)."""

from gridhall.draft import Area, Draft, Sign
from gridhall.games.maze_runner.legend import COLOURS, WHOLE_LEGEND
from gridhall.games.maze_runner.setup import GOLEMS
from gridhall.games.maze_runner.tables import TEAM
from gridhall.grid import NAMES
from gridhall.header import split_header

BLANK = (
    "; title: My arena\n; minions: 1\n; rounds: 30\n"
    + "###############\n"
    + 9 * "#.............#\n"
    + "###############\n"
)
SIDES = list(enumerate(COLOURS, 1))
MINIONS = [(side, name, number) for side, name in SIDES for number in range(1, TEAM + 1)]


def _minion(side: int, name: str, number: int) -> Sign:
    """Minions are drawn as 1 to 3 and 4 to 6."""
    sign = str((side - 1) * TEAM + number)
    return Sign(sign, f"{name}'s minion {number}", f"minion{side}", "floor", side, sign, once=True)


SIGNS = [
    Sign(".", "floor", "floor"),
    Sign("#", "wall", "wall"),
    *(Sign("NM"[side - 1], f"{name}'s nexus", "nexus", "floor", side, once=True) for side, name in SIDES),
    *(_minion(*minion) for minion in MINIONS),
    Sign("/", "mirror /", "mirror1", "floor"),
    Sign("\\", "mirror \\", "mirror2", "floor"),
    *(Sign("Dd"[side - 1], f"{name}'s door", "door", "floor", side) for side, name in SIDES),
    *(Sign("nm"[side - 1], f"{name}'s extra nexus", "extra", "floor", side) for side, name in SIDES),
    Sign("T", "stone tower", "stone_tower", "floor"),
    *(Sign(sign, f"golem, looks {name}", "golem", "floor", label=sign) for sign, name in zip(GOLEMS, NAMES[::2])),
    Sign("+", "heart", "heart", "floor"),
]


def draft(text: str) -> Draft:
    """Where the map is drawn, if it is."""
    _, body, _ = split_header(text)
    rows = [line.text.rstrip() for line in body]
    while rows and not rows[-1]:
        rows.pop()
    return Draft(WHOLE_LEGEND, SIGNS, [Area(body[0].line, len(rows), max(map(len, rows)))] if rows else [], ".", "#")
