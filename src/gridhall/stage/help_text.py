"""Help that is built from what is on the screen now: its keys, its signs, its words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gridhall import registry
from gridhall.guide import numbers_behind
from gridhall.rulings import rulings
from gridhall.scene import Kind, danger_words
from gridhall.stage.board_cells import OPEN
from gridhall.stage.chooser_marks import chooser_marks
from gridhall.stage.offers import SIGNS, KeyOffer, tone_of

if TYPE_CHECKING:
    from gridhall.game import Game
    from gridhall.stage.match_screen import MatchScreen

EVENTS_EXPLAINED = 6  # the last lines of the log whose rulings the help tells


def help_lines(screen: "MatchScreen") -> list[str]:
    """Paragraphs: what to do, the keys, the signs on the board, and the words that can be typed."""
    scene, fancy = screen.shown, screen.fancy
    lines = [text for text in (scene.status, scene.hint) if text]
    lines += ["", "Keys now"]
    named: set[str] = set()
    keys: list[tuple[str, str]] = []
    for offer in screen.offers():
        if offer.text and (offer.shown or offer.text not in named):  # second keys of a thing are left out
            named.add(offer.text)
            keys.append((offer.label(fancy), _about(offer)))
    margin = max((len(label) for label, _ in keys), default=0)
    lines += [f"  {label:<{margin}}  {about}" for label, about in keys]
    lines += ["", "On the board"]
    lines += _signs(screen)
    words = screen.table.words()
    if words and screen.table.active:
        lines += ["", "Words, after `:`", "  " + ", ".join(words[:60])]
    if screen.table.game in registry.names():
        game = registry.load(screen.table.game)
        lines += ["", "The aim", game.AIM] if game.AIM else []
        for about, numbers in _reasons(screen, game):
            lines += ["", about, *rulings(registry.rules_of(game), numbers)]
    return lines


def _reasons(screen: "MatchScreen", game: "Game") -> Iterator[tuple[str, list[str]]]:
    """What somebody may ask "why?" of, with the rulings behind it: a refusal, what is previewed, what happened."""
    if screen.refused:
        yield "Why the last choice was refused", screen.refused
    preview = screen.choosing.preview
    said = [("Why, of what you look at", preview.text)] if preview is not None else []
    said += [("Why, of what happened", line.text) for line in screen.table.log[-EVENTS_EXPLAINED:]]
    explained: set[str] = set()  # the same is not explained twice
    for about, text in said:
        if numbers := [number for number in numbers_behind(game, text) if number not in explained]:
            explained.update(numbers)
            yield f"{about}: {text}", numbers


def _about(offer: KeyOffer) -> str:
    """What a key does, and what there is to fear of it, in words."""
    choice = offer.choice
    if choice is None:
        return offer.text
    about = choice.name if len(choice.name) > len(offer.text) else offer.text
    if choice.why:
        return f"{about}: not possible: {choice.why}"
    threat = danger_words(choice)
    return f"{about} ({SIGNS[tone_of(choice)]} {threat})" if threat else about


def meaning_of(kind: Kind) -> str:
    """A sign's name and what it does; a sentence that begins with the name says both."""
    if not kind.tell or kind.tell.lower().startswith(kind.name.lower()):
        return kind.tell or kind.name
    return f"{kind.name}: {kind.tell}"


def _signs(screen: "MatchScreen") -> list[str]:
    """Each sign that is drawn now, with its meaning; nothing that is not there."""
    scene, fancy = screen.shown, screen.fancy
    tiles = {sign for layer in scene.layers for row in layer.tiles for sign in row}
    standing = {piece.kind for piece in scene.pieces} | {piece.held for piece in scene.pieces}
    lines = []
    for name, kind in scene.legend.items():
        if kind.text.strip() and (kind.text in tiles or name in standing):
            sign = (kind.fancy or kind.text) if fancy else kind.text
            lines.append(f"  {sign}  {meaning_of(kind)}")
    marks = {mark.style for mark in (*scene.marks, *chooser_marks(screen.choosing.chooser))}
    if marks & {"choice", "reach"} and screen.table.active:
        lines.append(f"  {OPEN if fancy else '+'}  you can act here")
    if "danger" in marks:
        lines.append("  !  loses")
    if "risk" in marks:
        lines.append("  ?  may lose")
    if any(layer.fog for layer in scene.layers):
        lines.append(f"  {'▒ ∙' if fancy else '% :'}  remembered, not in sight; blank: never seen")
    return lines
