"""A drawn map as something to draw on (MR87-MR91)."""

from gridhall.draft import Area, Draft, Sign
from gridhall.games.maze_runner.scene import LEGEND
from gridhall.games.maze_runner.tables import TEAM
from gridhall.header import split_header

BLANK = (
    "; title: My arena\n; minions: 1\n; rounds: 30\n"
    + "###############\n"
    + 9 * "#.............#\n"
    + "###############\n"
)
COLOURS = ("Red", "Blue")
SIGNS = [Sign(".", "floor", "floor"), Sign("#", "wall", "wall")]
SIGNS += [
    Sign("NM"[side], f"{name}'s nexus", "nexus", "floor", side + 1, once=True) for side, name in enumerate(COLOURS)
]
SIGNS += [
    Sign(str(side * TEAM + number), f"{name}'s minion {number}", f"minion{side + 1}", "floor", side + 1, str(side * TEAM + number), once=True)
    for side, name in enumerate(COLOURS) for number in range(1, TEAM + 1)
]  # fmt: skip
SIGNS += [Sign("/", "mirror /", "mirror1", "floor"), Sign("\\", "mirror \\", "mirror2", "floor")]
SIGNS += [Sign("Dd"[side], f"{name}'s door", "door", "floor", side + 1) for side, name in enumerate(COLOURS)]


def draft(text: str) -> Draft:
    """Where the map is drawn, if it is."""
    _, body, _ = split_header(text)
    rows = [line.text.rstrip() for line in body]
    while rows and not rows[-1]:
        rows.pop()
    return Draft(LEGEND, SIGNS, [Area(body[0].line, len(rows), max(map(len, rows)))] if rows else [], ".", "#")
