"""What opens over a screen: a text to read, or a question that is answered with a line."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult

from gridhall.render.wrap import wrap
from gridhall.stage.canvas import Canvas, Painted
from gridhall.stage.colours import Colours
from gridhall.stage.stage_screen import StageScreen
from gridhall.stage.word_line import LineInput


class TextSheet(Painted):
    """Paragraphs that can be scrolled."""

    def __init__(self, title: str, texts: Sequence[str], colours: Colours) -> None:
        super().__init__(id="sheet")
        self.heading, self.texts, self.colours = title, texts, colours
        self.top = 0

    def paint(self, width: int, height: int) -> Canvas:
        style = self.colours.style
        canvas = Canvas(width, height, style("ink", "paper"))
        wide = min(width - 4, 96)
        lines = [line for text in self.texts for line in (_folded(text, wide) or [""])]
        room = height - 3
        self.top = max(0, min(self.top, len(lines) - room))
        canvas.put(2, 0, self.heading, style("mark", "paper", bold=True))
        for y, line in enumerate(lines[self.top : self.top + room]):
            canvas.put(2, y + 1, line, style("ink", "paper"), width - 3)
        more = (
            f"{self.top + 1}-{min(len(lines), self.top + room)} of {len(lines)}   ↑ ↓ scroll   "
            if len(lines) > room
            else ""
        )
        canvas.fill(0, height - 1, width, 1, style("ink2", "paper2"))
        canvas.put(2, height - 1, f"{more}Esc close", style("ink2", "paper2"))
        return canvas

    def scroll(self, by: int) -> None:
        self.top += by
        self.repaint()

    def on_mouse_scroll_up(self) -> None:
        self.scroll(-3)

    def on_mouse_scroll_down(self) -> None:
        self.scroll(3)


def _folded(text: str, width: int) -> list[str]:
    """A text as lines; one that begins with blanks, as a table does, keeps them in each of its lines."""
    margin = len(text) - len(text.lstrip(" "))
    head, gap, rest = text.strip(" ").partition("  ")
    if margin and gap:
        hang = margin + len(head) + 2 + len(rest) - len(rest.lstrip(" "))
        lines = wrap(rest.strip(), max(10, width - hang))
        return [
            f"{' ' * margin}{head:<{hang - margin}}{lines[0] if lines else ''}",
            *(" " * hang + line for line in lines[1:]),
        ]
    return [" " * margin + line for line in wrap(text, width - margin)]


class TextDialog(StageScreen[None]):
    """A text over the whole screen, until a key closes it."""

    SCROLLS = {"ArrowUp": -1, "ArrowDown": 1, "PageUp": -12, "PageDown": 12, " ": 12, "Home": -9999, "End": 9999}

    def __init__(self, title: str, texts: Sequence[str], colours: Colours) -> None:
        super().__init__()
        self.sheet = TextSheet(title, texts, colours)

    def compose(self) -> ComposeResult:
        yield self.sheet

    def press(self, name: str) -> None:
        if name in self.SCROLLS:
            self.sheet.scroll(self.SCROLLS[name])
        else:
            self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)


class AskDialog(StageScreen[str]):
    """A line of text is asked for; it ends with what was typed, or "" for nothing."""

    def __init__(self, question: str, colours: Colours) -> None:
        super().__init__()
        self.sheet = TextSheet(question, ["Enter takes it, Esc goes back."], colours)
        self.line = LineInput(self._answer, lambda: self._answer(""))

    def compose(self) -> ComposeResult:
        yield self.sheet
        yield self.line

    def on_mount(self) -> None:
        self.line.focus()

    def _answer(self, text: str) -> None:
        self.dismiss(text.strip())

    async def take_key(self, event: events.Key) -> None:
        await self.line.take_key(event)
