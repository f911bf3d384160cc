"""What an action would do, found out by playing it on a copy."""

import copy

from gridhall.game import PLAYING, WON, SetupRecord, View
from gridhall.kernel import watch
from gridhall.scene import Mark, Piece, Preview

from .appearance import board_cell, picture_of
from .codes import BLOWN, CARRIED, CHASED, FELL, HARMS, MOVED, PUSHED, STEPPED, USE, WINDY
from .describe import describe
from .legend import kind_of
from .meters import meters_of
from .rules import step


def preview(setup: SetupRecord, state: View, player: int, action: int) -> Preview:
    """What a choice would do: the small steps, the pushes, the hits; of the wind only its chance is told."""
    windy = setup.move == WINDY and action < USE
    for rng in range(64 if windy else 1):
        after = copy.copy(state)
        after.rng = rng
        with watch() as moments:
            step(setup, after, 0, action)
        if not any(what == BLOWN for _, what, _, _ in moments):
            break
    walks: dict[int, list[int]] = {}
    texts = []
    for moment, what, who, cell in moments:
        if what in (MOVED, CHASED, STEPPED, PUSHED, FELL, CARRIED):
            m = setup.mobile[who]
            walks.setdefault(who, [board_cell(setup, state.cells[m])]).append(board_cell(setup, moment.cells[m]))
        if text := describe(setup, moment, 0, what, who, cell):
            texts.append(text)
    marks = []
    for who, line in walks.items():
        style = "path" if who == setup.hero else "danger" if setup.flags[who] & HARMS else "alt"
        marks.append(Mark(style, line=line, arrow=True))
    pieces = [
        Piece(str(setup.id[who]), kind_of(setup, who), line[-1], faded=True) for who, line in walks.items() if line[-1] != line[0]
    ]  # fmt: skip
    vital = setup.vital[setup.hero]
    lost = state.health[vital] - after.health[vital] if vital >= 0 else 0
    if windy:
        texts.append("then a 30 % chance of a blow in one of four directions (GU16)")
    return Preview(
        "; ".join(texts),
        bool(lost > 0 or after.ending not in (PLAYING, WON)),
        marks,
        pieces,
        meters_of(setup, after, picture_of(setup)),
    )
