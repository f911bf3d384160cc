"""What an action would do, found out by playing it on a copy."""

import copy

from gridhall.game import PLAYING, WON, Action, Player, SetupRecord, View
from gridhall.kernel import watch
from gridhall.scene import Mark, Piece, Preview

from .appearance import board_cell, picture_of
from .codes import BLOWN, CARRIED, CHASED, FELL, MOVED, PUSHED, STEPPED, USE, WINDY
from .describe import describe
from .legend import kind_of, style_of
from .meters import meters_of
from .rules import step


def preview(setup: SetupRecord, state: View, player: Player, action: Action) -> Preview:
    """What a choice would do: the small steps, the pushes, the hits. Of the wind it says only the chance."""
    windy = setup.move == WINDY and action < USE
    for rng in range(64 if windy else 1):  # play with some chance in which no wind blows
        after = copy.copy(state)
        after.rng = rng
        with watch() as events:
            step(setup, after, 0, action)
        if not any(what == BLOWN for _, what, _, _ in events):
            break
    walks: dict[int, list[int]] = {}
    texts = []
    for then, what, who, cell in events:
        if what in (MOVED, CHASED, STEPPED, PUSHED, FELL, CARRIED):
            m = setup.mobile[who]
            walks.setdefault(who, [board_cell(setup, state.cells[m])]).append(board_cell(setup, then.cells[m]))
        if text := describe(setup, then, 0, what, who, cell):
            texts.append(text)
    marks, pieces = [], []
    for who, line in walks.items():
        style = "path" if who == setup.hero else style_of(setup, who)
        marks.append(Mark(style, line=line, arrow=True))
        if line[-1] != line[0]:
            pieces.append(Piece(str(setup.id[who]), kind_of(setup, who), line[-1], faded=True))
    if windy:
        texts.append("then a 30 % chance of a blow in one of four directions")
    fatal = bool(after.ending not in (PLAYING, WON)) and not windy
    return Preview("; ".join(texts), fatal, marks, pieces, meters_of(setup, after, picture_of(setup)))
