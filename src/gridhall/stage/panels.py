"""The panel beside or below the board: what to do, how it stands, what can be chosen, and what has happened."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region
from textual.message import Message

from gridhall.render.wrap import columns, wrap
from gridhall.scene import Choice
from gridhall.stage.canvas import Canvas, Painted, cut
from gridhall.stage.choice_groups import capitalized
from gridhall.stage.colours import Colours
from gridhall.stage.meters import Spans
from gridhall.stage.offers import FATAL, IDLE, MAIN, REFUSED, RISKY, KeyOffer, bar_text, packed, sign_of, tone_of
from gridhall.stage.table import LogLine

TONE_INK = {FATAL: "danger", RISKY: "danger", IDLE: "ink3", REFUSED: "ink3", MAIN: "mark"}


class PanelLine(NamedTuple):
    """A line of a panel, and what a click on it, or a pointer over it, means."""

    spans: Spans
    act: Callable[[], None] | None = None
    choice: Choice | None = None


class Section(NamedTuple):
    """Lines that belong together. Where the room is short, those with the lowest `worth` are cut first."""

    lines: list[PanelLine]
    worth: int
    least: int = 1  # lines that make sense; fewer are left out


def sentences(texts: Sequence[str], width: int, style: Style, worth: int) -> Section:
    """Sentences, folded at blanks."""
    return Section([PanelLine([(line, style)]) for text in texts for line in wrap(text, width)], worth)


def plain_section(lines: Sequence[Spans], worth: int, least: int = 1) -> Section:
    return Section([PanelLine(spans) for spans in lines], worth, least)


def choice_line(
    offer_key: str, name: str, choice: Choice | None, width: int, colours: Colours, picked: bool,
    act: Callable[[], None] | None, odds: str = "",
) -> PanelLine:  # fmt: skip
    """A choice with its key; `picked` is the one whose preview is shown."""
    tone = tone_of(choice) if choice else ""
    sign = sign_of(choice) if choice else ""
    ink = TONE_INK.get(tone, "ink")
    style = colours.style(ink, "paper", reverse=picked, dim=tone == REFUSED)
    tail = f"{odds:>6}" if odds else ""
    cost = f" ({choice.cost})" if choice and choice.cost else ""
    body = cut(f"{name}{cost}", width - 7 - columns(sign) - len(tail))
    pad = " " * max(0, width - 6 - columns(body) - columns(sign) - 1 - len(tail))
    spans = [
        (f"{offer_key:>5} ", colours.style("mark", "paper", bold=True, reverse=picked)),
        (f"{body}{pad}{tail} {sign}", style),
    ]
    return PanelLine(spans, act, choice)


def fitted(sections: Sequence[Section], height: int) -> list[PanelLine]:
    """The lines of all sections, cut to the height, an empty line between them where there is room."""
    parts = [list(section.lines) for section in sections]
    order = sorted(range(len(parts)), key=lambda number: sections[number].worth)
    for number in order:
        spare = sum(map(len, parts)) - height
        if spare <= 0:
            break
        left = max(0, len(parts[number]) - spare)
        parts[number] = parts[number][:left] if left >= sections[number].least else []
    shown = [part for part in parts if part]
    gaps = height - sum(map(len, shown))
    lines: list[PanelLine] = []
    for part in shown:
        if lines and gaps > 0:
            lines.append(PanelLine([]))
            gaps -= 1
        lines += part
    return lines


def log_lines(log: Sequence[LogLine], width: int, height: int, scroll: int, colours: Colours) -> list[PanelLine]:
    """The last lines of the log, or those `scroll` lines above them; the newest is the brightest.

    They begin with the beginning of an entry, unless one entry fills all the room.
    """
    lines: list[PanelLine] = []
    beginnings: list[int] = []  # the numbers of the lines with which entries begin
    for number, said in enumerate(log):
        is_last = number == len(log) - 1
        style = colours.style("ink" if is_last else "ink3", "paper")
        beginnings.append(len(lines))
        lines += [PanelLine([(line, style)]) for line in wrap(f"- {capitalized(said.text)}", width)]
    end = max(min(height, len(lines)), len(lines) - scroll)
    start = max(0, end - height)
    return lines[next((line for line in beginnings if start <= line < end), start) : end]


class SidePanel(Painted):
    """The widget; its lines come from the screen of the match."""

    class Hovered(Message):
        """The pointer is over a choice, or over none."""

        def __init__(self, choice: Choice | None) -> None:
            super().__init__()
            self.choice = choice

    class Scrolled(Message):
        """The wheel was turned over the log."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, lines: Callable[[int, int], list[PanelLine]], colours: Callable[[], Colours]) -> None:
        super().__init__(id="side")
        self.lines_of, self.colours_of = lines, colours
        self.shown: list[PanelLine] = []
        self.hovered: Choice | None = None

    def paint(self, width: int, height: int) -> Canvas:
        style = self.colours_of().style("ink", "paper")
        canvas = Canvas(width, height, style)
        self.shown = self.lines_of(max(10, width - 2), height)
        self.targets = []
        for y, line in enumerate(self.shown[:height]):
            x = 1
            for text, span_style in line.spans:
                x = canvas.put(x, y, text, span_style, width - x)
            if line.act is not None:
                self.targets.append((Region(0, y, width, 1), line.act))
        return canvas

    def on_click(self, event: "object") -> None:
        if act := self.target_at(event.x, event.y):  # type: ignore[attr-defined]
            act()

    def on_mouse_move(self, event: "object") -> None:
        y: int = event.y  # type: ignore[attr-defined]
        choice = self.shown[y].choice if 0 <= y < len(self.shown) else None
        if choice is not self.hovered:
            self.hovered = choice
            self.post_message(self.Hovered(choice))

    def on_mouse_scroll_up(self) -> None:
        self.post_message(self.Scrolled(2))

    def on_mouse_scroll_down(self) -> None:
        self.post_message(self.Scrolled(-2))


class KeyBar(Painted):
    """The keys that mean something now; each can be clicked."""

    def __init__(
        self, offers: Callable[[], list[KeyOffer]], colours: Callable[[], Colours], fancy: Callable[[], bool]
    ) -> None:
        super().__init__(id="keys")
        self.offers_of, self.colours_of, self.fancy_of = offers, colours, fancy

    def paint(self, width: int, height: int) -> Canvas:
        style = self.colours_of().style
        canvas = Canvas(width, height, style("ink2", "paper2"))
        self.targets = []
        for y, row in enumerate(packed(self.offers_of(), width - 1, height, self.fancy_of())):
            x = 1
            for group in row:
                start = x
                for offer in group:
                    key = x
                    x = canvas.put(x, y, offer.label(self.fancy_of()), style("mark", "paper2", bold=True)) + 1
                    self.targets.append((Region(key, y, x - key, 1), offer.act))
                ink = TONE_INK.get(offer.tone, "ink2")
                text = bar_text(offer)
                x = canvas.put(x, y, text, style(ink, "paper2", dim=offer.tone == REFUSED))
                if len(group) == 1:
                    self.targets.append((Region(start, y, x - start, 1), offer.act))
                x += 2 if text else 1
        return canvas

    def on_click(self, event: "object") -> None:
        if act := self.target_at(event.x, event.y):  # type: ignore[attr-defined]
            act()
