"""A menu on the full screen: entries one below the other, and beside them what the chosen one is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Region

from gridhall.render.wrap import columns, wrap
from gridhall.scene import Scene
from gridhall.stage.board_view import BoardPicture
from gridhall.stage.canvas import Canvas, Painted, cut
from gridhall.stage.colours import Colours
from gridhall.stage.stage_screen import StageScreen
from gridhall.stage.theme import inks_of

CHANGES = {"ArrowRight": 1, "ArrowLeft": -1, "+": 1, "-": -1}
REST = 0.1  # seconds after which somebody stays at an entry
NARROW = 70  # columns below which there is no preview beside the entries


@dataclass
class Aside:
    """What stands beside an entry: sentences, and perhaps a board of a game."""

    texts: Sequence[str] = ()
    game: str = ""
    scene: Scene | None = None
    later: "Callable[[], Aside] | None" = None  # makes more of it, when somebody stays at the entry


@dataclass
class MenuEntry:
    """A line of a menu. `act` says what happens: another page, or something to do."""

    text: str
    act: "Callable[[], MenuPage | None] | None"  # None: the line only says something
    note: str = ""  # at the right edge
    heading: str = ""  # above it
    aside: Callable[[], Aside] = field(default=Aside)
    change: Callable[[int], None] | None = None  # of a setting: to its next value, or the one before
    verb: str = "open"  # what Enter does, for the bar of keys


@dataclass
class MenuPage:
    """A list of entries. `entries` is asked anew when something was done, so that it shows how things stand."""

    title: str
    entries: Callable[[], list[MenuEntry]]
    intro: str = ""
    at: int = 0
    opened: str = ""  # the entry that led to the next page
    on_leave: Callable[[], None] | None = None  # is called when somebody goes back from it


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


class MenuScreen(StageScreen[None]):
    """Pages of entries, each opened from the one before. Arrows, Enter, Esc, letters, and the mouse."""

    def __init__(self, first: MenuPage, colours: Colours, fancy: bool) -> None:
        super().__init__()
        self.colours, self.fancy = colours, fancy
        self.pages = [first]
        self.message = ""
        self.entries: list[MenuEntry] = []
        self.aside = Aside()
        self.parts: list[Painted] = [MenuTitle(self), MenuBar(self), MenuAside(self), MenuList(self)]

    @property
    def page(self) -> MenuPage:
        return self.pages[-1]

    @property
    def entry(self) -> MenuEntry | None:
        """The entry that is pointed at."""
        return self.entries[self.page.at] if self.entries else None

    def compose(self) -> ComposeResult:
        title, bar, aside, entries = self.parts
        yield title
        yield bar
        yield Container(entries, aside, id="middle")

    def on_mount(self) -> None:
        self.update()

    async def on_screen_resume(self) -> None:
        self.update()

    def on_resize(self) -> None:
        width, _ = self.app.size
        aside = self.parts[2]
        aside.display = width >= NARROW
        aside.styles.width = max(30, width * 45 // 100)
        self.call_after_refresh(self.update)

    def update(self) -> None:
        """Ask the page for its entries anew, and paint."""
        self.entries = self.page.entries()
        self.page.at = max(0, min(self.page.at, len(self.entries) - 1))
        self.aside = self.entry.aside() if self.entry else Aside()
        if self.is_mounted:
            for part in self.parts:
                part.repaint()
            if self.aside.later is not None:
                self.set_timer(REST, partial(self._fill, self.aside))

    def _fill(self, aside: Aside) -> None:
        """Show the scene of an entry at which somebody has stayed."""
        if aside is self.aside and aside.later is not None:
            self.aside = aside.later()
            self.parts[2].repaint()

    def change(self, by: int) -> bool:
        """Change the setting that is pointed at; False if the entry is none."""
        setting = self.entry.change if self.entry else None
        if setting is not None:
            setting(by)
            self.update()
        return setting is not None

    def move(self, by: int) -> None:
        self.message = ""
        self.page.at = max(0, min(len(self.entries) - 1, self.page.at + by))
        self.update()

    def open(self, number: int | None = None) -> None:
        """Do what an entry says; a page that it gives is shown next."""
        if number is not None:
            self.page.at = number
        entry = self.entry
        if entry is None or entry.act is None:
            return
        self.message = ""
        page = entry.act()
        if page is not None:
            self.page.opened = entry.text
            self.pages.append(page)
        self.update()

    def back(self) -> None:
        self.message = ""
        if len(self.pages) > 1:
            left = self.pages.pop()
            if left.on_leave is not None:
                left.on_leave()
            self.entries = self.page.entries()  # there may be more or fewer than before
            texts = [entry.text for entry in self.entries]
            self.page.at = texts.index(self.page.opened) if self.page.opened in texts else self.page.at
            self.update()
        else:
            self.dismiss(None)

    def show_page(self, page: MenuPage) -> None:
        """Open a page that nothing was picked for; going back from it one stands at the entry of its name."""
        self.page.opened = page.title
        self.pages.append(page)
        self.update()

    def update_page(self, page: MenuPage) -> None:
        """A page has changed by itself; whoever stands on it sees that, at the entry where they stood."""
        if self.page is page and self.entries:
            here = self.entries[page.at].text
            texts = [entry.text for entry in page.entries()]
            page.at = texts.index(here) if here in texts else page.at
            self.update()

    def say(self, text: str) -> None:
        self.message = text
        self.update()

    def press(self, name: str) -> None:
        moves = {"ArrowUp": -1, "ArrowDown": 1, "PageUp": -10, "PageDown": 10, "Home": -9999, "End": 9999}
        if name in moves:
            self.move(moves[name])
        elif name in CHANGES and self.change(CHANGES[name]):
            pass
        elif name in ("Enter", "ArrowRight", " "):
            self.open()
        elif name in ("Escape", "ArrowLeft", "Backspace") or (name == "q" and len(self.pages) == 1):
            if name != "ArrowLeft" or len(self.pages) > 1:
                self.back()
        elif len(name) == 1:
            self._jump(name)

    def _jump(self, sign: str) -> None:
        """Go to the next entry that begins with a letter."""
        order = [*range(self.page.at + 1, len(self.entries)), *range(self.page.at + 1)]
        there = (number for number in order if self.entries[number].text.lower().startswith(sign.lower()))
        self.page.at = next(there, self.page.at)
        self.update()
