"""Where on the board something can be picked, as marks that are laid over the scene."""

from gridhall.scene import Mark
from gridhall.stage.chooser import Chooser

MANY = 24  # places that are only hinted at


def chooser_marks(chooser: Chooser) -> list[Mark]:
    """What can be picked on the board. The scene's own marks are better while nothing has been chosen."""
    own = any(mark.style in ("choice", "target", "reach") for mark in chooser.scene.marks)
    if len(chooser.pieces) > 1 and not chooser.piece:
        cells = [piece.cell for piece in chooser.labelled()]
        return [] if own else [Mark("choice", cells=cells)]
    marks = []
    if len(chooser.pieces) > 1:
        marks = [Mark("target", p.layer, [p.cell]) for p in chooser.scene.pieces if p.id == chooser.piece]
    placed = [choice for choice in chooser.candidates if not choice.why and choice.cell >= 0]
    for layer in range(len(chooser.scene.layers)):
        here = [choice for choice in placed if choice.layer == layer]
        prices: dict[int, int] = {}
        for choice in here:
            if not choice.danger:
                prices[choice.cell] = min(choice.cost, prices.get(choice.cell, 1 << 30))
        priced = any(choice.then for choice in here)
        if prices and not (own and not chooser.has_stepped):
            style = "reach" if len(prices) > MANY and not priced else "choice"
            marks.append(Mark(style, layer, list(prices), ticks=list(prices.values()) if priced else []))
        risky = [choice.cell for choice in here if choice.risk and not choice.danger]
        marks += [Mark("risk", layer, risky)] if risky else []
        deadly = [choice.cell for choice in here if choice.danger]
        marks += [Mark("danger", layer, deadly)] if deadly else []
    return marks
