"""The picture that goes with a shared link: a position on squared paper, with a title and a sentence beside it."""

import re
from pathlib import Path

from gridhall.render.layout import layout_of
from gridhall.render.palette import palette
from gridhall.render.picture import rasterise, still
from gridhall.render.svg import document, text_at, theme_of
from gridhall.render.wrap import wrap
from gridhall.scene import Scene

WIDE, TALL = 1200, 630  # pixels, as those who show links want it
MARGIN, SQUARE = 48, 30
BOARD = 640  # of the width, for the boards
TITLE_SIZE, TITLE_SIGNS, TITLE_LINES = 56, 13, 3
SENTENCE_SIZE, SENTENCE_SIGNS, SENTENCE_LINES = 28, 27, 7


def share_card(scene: Scene, folder: Path, title: str, sentence: str) -> bytes:
    """A PNG file's bytes; `folder` is the game's, for its theme.svg."""
    return rasterise(share_card_svg(scene, folder, title, sentence))


def share_card_svg(scene: Scene, folder: Path, title: str, sentence: str) -> str:
    """The picture as one SVG text."""
    colours = palette(False, "paper")
    lines = "".join(f"M{x} 0V{TALL}" for x in range(SQUARE, WIDE, SQUARE))
    lines += "".join(f"M0 {y}H{WIDE}" for y in range(SQUARE, TALL, SQUARE))
    paper = f'<rect width="{WIDE}" height="{TALL}" fill="{colours["page"]}"/>'
    paper += f'<path d="{lines}" stroke="{colours["grid"]}" fill="none"/>'
    return document(WIDE, TALL, 48, [paper, _boards(scene, folder), *_words(title, sentence)])


def _boards(scene: Scene, folder: Path) -> str:
    """The boards, as large as there is room for; the sentences below them are left out."""
    layout = layout_of([scene], True)
    zoom = min(BOARD / layout.width, (TALL - 2 * MARGIN) / layout.foot)
    x = MARGIN + (BOARD - layout.width * zoom) / 2
    y = (TALL - layout.foot * zoom) / 2
    parts = "".join(still(scene, layout, theme_of(folder), False, whole=True)[1:])  # without the ground
    return f'<g transform="translate({x:g} {y:g}) scale({zoom:g})">{parts}</g>'


def _words(title: str, sentence: str) -> list[str]:
    colours = palette(False, "paper")
    heading = _cut(wrap(title, TITLE_SIGNS), TITLE_LINES)
    text = _cut(wrap(_whole_sentences(sentence), SENTENCE_SIGNS), SENTENCE_LINES)
    x, step, line = MARGIN + BOARD + MARGIN, TITLE_SIZE * 1.1, SENTENCE_SIZE * 1.35
    y = (TALL - len(heading) * step - 16 - len(text) * line) / 2
    parts = [
        text_at(x, y + step * (row + 0.5), words, TITLE_SIZE, colours["ink"], 800, anchor="start")
        for row, words in enumerate(heading)
    ]
    y += len(heading) * step + 16
    parts += [
        text_at(x, y + line * (row + 0.5), words, SENTENCE_SIZE, colours["ink2"], anchor="start")
        for row, words in enumerate(text)
    ]
    return [*parts, text_at(WIDE - MARGIN, TALL - 30, "Gridhall", 24, colours["ink2"], 700, anchor="end")]


def _whole_sentences(text: str) -> str:
    """As many sentences as there is room for, but one at least."""
    parts = re.split(r"(?<=[.!?]) ", text)
    while len(parts) > 1 and len(wrap(" ".join(parts), SENTENCE_SIGNS)) > SENTENCE_LINES:
        parts.pop()
    return " ".join(parts)


def _cut(lines: list[str], most: int) -> list[str]:
    """The first lines, with an ellipsis if there are more."""
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1].rstrip(".,;:") + " …"]
