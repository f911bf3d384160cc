"""A level's text as something to draw on: two boards and the signs of PS1."""

from gridhall.draft import Area, Draft, Sign
from gridhall.games.phase_shift.rules import DECOR, SIGNS
from gridhall.games.phase_shift.scene import ADORNED_LEGEND, PHASES, TONES
from gridhall.games.phase_shift.setup import split_layers

_ROOM = "#######\n" + 5 * "#.....#\n" + "#######\n"
BLANK = f"; title: My level\n{_ROOM}---\n{_ROOM}"
DRAWN = [
    Sign(kind.text, kind.name.partition(",")[0], name)
    for name, kind in ADORNED_LEGEND.items()
    if kind.text in SIGNS + DECOR
]
START = Sign("P", "start", "runner", "floor", once=True)
ORDER = ".#PBEXkuvwGUVW_" + DECOR


def draft(text: str) -> Draft:
    """Where the two layers are drawn; the second only after a line `---`."""
    areas = [
        Area(before + layer.first, len(layer.rows), layer.width, name, tone)
        for (before, layer), name, tone in zip(split_layers(text), PHASES, TONES)
    ]  # fmt: skip
    return Draft(ADORNED_LEGEND, sorted([*DRAWN, START], key=lambda sign: ORDER.index(sign.sign)), areas, ".", "_")
