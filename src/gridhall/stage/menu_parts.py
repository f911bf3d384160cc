"""The parts of the menu on the screen: the path to the page, its entries, what the chosen one is, and the keys."""

from typing import TYPE_CHECKING

from textual import events
from textual.geometry import Region

from gridhall.render.wrap import columns, wrap
from gridhall.stage.board_view import BoardPicture
from gridhall.stage.canvas import Canvas, Painted, cut
from gridhall.stage.theme import inks_of

if TYPE_CHECKING:
    from gridhall.stage.menu_screen import MenuScreen


def _shortened(lines: list[str], most: int, width: int) -> list[str]:
    """So many lines; three dots say that there were more."""
    if len(lines) <= most:
        return lines
    last = lines[most - 1] if most > 0 else ""
    last = last if columns(last) + 2 <= width else last.rpartition(" ")[0]
    return [*lines[: most - 1], f"{last} …"] if most > 0 else []


class MenuList(Painted):
    """The entries; the chosen one is marked."""

    def __init__(self, owner: "MenuScreen") -> None:
        super().__init__(id="entries")
        self.owner, self.top = owner, 0

    def paint(self, width: int, height: int) -> Canvas:
        owner, style = self.owner, self.owner.colours.style
        page = owner.page
        canvas = Canvas(width, height, style("ink", "page"))
        y = 0
        for text in _shortened(wrap(page.intro, min(width - 3, 90)), height // 4, width - 3):
            canvas.put(2, y, text, style("ink2", "page"))
            y += 1
        y += bool(y)
        lines: list[int | str] = []  # numbers of entries, and headings between them
        for number, entry in enumerate(owner.entries):
            if entry.heading:
                lines += ["", entry.heading] if lines else [entry.heading]
            lines.append(number)
        room = height - y
        at = lines.index(page.at) if page.at in lines else 0
        self.top = max(0, min(self.top, at - (1 if at else 0), len(lines) - room)) if at < self.top + 1 else self.top
        self.top = max(self.top, at - room + 1 + (at < len(lines) - 1))
        self.top = max(0, min(self.top, max(0, len(lines) - room)))
        self.targets = []
        for offset, line in enumerate(lines[self.top : self.top + room]):
            if isinstance(line, str):
                canvas.put(2, y + offset, cut(line, width - 3), style("mark", "page", bold=True))
            else:
                self._paint_entry(canvas, y + offset, width, line)
        if self.top + room < len(lines):
            canvas.put(width - 2, height - 1, "↓" if owner.fancy else "v", style("mark", "page"))
        if self.top > 0:
            canvas.put(width - 2, y, "↑" if owner.fancy else "^", style("mark", "page"))
        return canvas

    def _paint_entry(self, canvas: Canvas, y: int, width: int, number: int) -> None:
        owner, style = self.owner, self.owner.colours.style
        entry, picked = owner.entries[number], number == owner.page.at
        base = style("ink", "page", bold=picked, reverse=picked)
        canvas.fill(1, y, width - 3, 1, base)
        mark = ("▸ " if owner.fancy else "> ") if picked else "  "
        note = cut(entry.note, max(0, width - 12))
        if entry.change is None:  # where room is short, a setting keeps its value, and anything else its name
            note = cut(note, width - 8 - columns(entry.text))
        canvas.put(2, y, mark + cut(entry.text, width - 8 - columns(note)), base)
        canvas.put(width - 3 - columns(note), y, note, base if picked else style("mark", "page"))
        self.targets.append((Region(0, y, width, 1), lambda: owner.open(number)))

    def on_click(self, event: events.Click) -> None:
        if act := self.target_at(event.x, event.y):
            act()

    def on_mouse_scroll_up(self) -> None:
        self.owner.move(-1)

    def on_mouse_scroll_down(self) -> None:
        self.owner.move(1)


class MenuAside(Painted):
    """What the chosen entry is: a board, and sentences below it."""

    def __init__(self, owner: "MenuScreen") -> None:
        super().__init__(id="aside")
        self.owner = owner

    def paint(self, width: int, height: int) -> Canvas:
        style = self.owner.colours.style
        canvas = Canvas(width, height, style("ink", "paper"))
        aside = self.owner.aside
        lines = [line for text in aside.texts for line in wrap(text, width - 4) or [""]]
        top, room = 1, height - 2
        if aside.scene is not None or aside.later is not None:  # they stand below a board
            below = min(len(lines), height * 2 // 3)
            lines, room = _shortened(lines, below, width - 4), below
            top = height - 1 - min(len(lines), room)
        if aside.scene is not None:
            board = Region(2, 1, width - 4, height - below - 3)
            picture = BoardPicture(
                aside.scene, inks_of(aside.game), self.owner.colours, self.owner.fancy, ground="paper"
            )
            picture.paint(canvas, board)
        for number, line in enumerate(lines[:room]):
            canvas.put(2, top + number, line, style("ink2", "paper"))
        return canvas


class MenuBar(Painted):
    """The menu's keys."""

    def __init__(self, owner: "MenuScreen") -> None:
        super().__init__(id="keys")
        self.owner = owner

    def paint(self, width: int, height: int) -> Canvas:
        style = self.owner.colours.style
        canvas = Canvas(width, height, style("ink2", "paper2"))
        back = "back" if len(self.owner.pages) > 1 else "leave"
        up_down, sideways = ("↑ ↓", "← →") if self.owner.fancy else ("Up Down", "Left Right")
        entry = self.owner.entry
        offers = [(up_down, "choose")]
        if entry is not None and entry.change is not None:
            offers.append((sideways, "change"))
        elif entry is not None and entry.act is not None:
            offers.append(("Enter", entry.verb))
        x = 1
        for key, text in (*offers, ("Esc", back)):
            x = canvas.put(x, 0, key, style("mark", "paper2", bold=True))
            x = canvas.put(x + 1, 0, text, style("ink2", "paper2")) + 2
        if self.owner.message:
            canvas.put(1, height - 1, cut(self.owner.message, width - 2), style("mark", "paper2", bold=True))
        return canvas


class MenuTitle(Painted):
    """The path to the page."""

    def __init__(self, owner: "MenuScreen") -> None:
        super().__init__(id="title")
        self.owner = owner

    def paint(self, width: int, height: int) -> Canvas:
        style = self.owner.colours.style
        canvas = Canvas(width, height, style("ink", "paper2"))
        text = " › ".join(page.title for page in self.owner.pages)
        canvas.put(1, 0, cut(text, width - 2), style("ink", "paper2", bold=True))
        return canvas
