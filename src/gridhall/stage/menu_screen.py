"""A menu on the full screen: entries one below the other, and beside them what the chosen one is."""

from functools import partial

from textual.app import ComposeResult
from textual.containers import Container

from gridhall.stage.canvas import Painted
from gridhall.stage.colours import Colours
from gridhall.stage.menu_entries import Aside, MenuEntry, MenuPage
from gridhall.stage.menu_parts import MenuAside, MenuBar, MenuList, MenuTitle
from gridhall.stage.stage_screen import StageScreen

CHANGES = {"ArrowRight": 1, "ArrowLeft": -1, "+": 1, "-": -1}
REST = 0.1  # seconds after which somebody stays at an entry
NARROW = 70  # columns below which there is no preview beside the entries


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
