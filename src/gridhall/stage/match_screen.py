"""A match on the full screen: its board, its panel, its bar of keys, and what each input does."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from gridhall.errors import GridhallError
from gridhall.scene import Scene
from gridhall.stage.board_cells import Overlay
from gridhall.stage.board_view import BoardPicture, BoardView
from gridhall.stage.chooser import same_key
from gridhall.stage.chooser_marks import chooser_marks
from gridhall.stage.choosing import Choosing
from gridhall.stage.colours import Colours
from gridhall.stage.dialogs import TextDialog
from gridhall.stage.film import Film, Projector
from gridhall.stage.inquiries import Inquiries
from gridhall.stage.match_offers import offers_of
from gridhall.stage.offers import KeyOffer
from gridhall.stage.panels import KeyBar, SidePanel
from gridhall.stage.settings import Settings
from gridhall.stage.side_content import side_lines
from gridhall.stage.stage_screen import StageScreen
from gridhall.stage.table import NEXT, RESTART, UNDO, LogLine, MatchTable, Still
from gridhall.stage.theme import inks_of
from gridhall.stage.title_bar import TitleBar
from gridhall.stage.word_line import WordLine

SPINNER = "◐◓◑◒"
NARROW = 64  # columns below which the panel stands under the board


class MatchScreen(StageScreen[str]):
    """Shows a table, and is its watcher. It ends with what to do next: "" for the menu, or a level's name."""

    def __init__(self, table: MatchTable, settings: Settings, colours: Colours) -> None:
        super().__init__()
        self.settings, self.colours = settings, colours
        self.projector = Projector(self, settings)
        self.message = ""  # what was just said, until something happens
        self.refused: list[str] = []  # the numbers of the rulings behind the last refusal, for the help
        self.log_scroll = 0
        self.hint_room = 0  # lines of the longest hint so far, which the panel keeps free, so that it does not jump
        self.work: asyncio.Task[None] | None = None
        self.spinner = SPINNER[0]
        self.table = table
        table.watcher = self
        self.inks = inks_of(table.game)
        self.choosing = Choosing(self)
        self.inquiries = Inquiries(self)
        self.title_bar = TitleBar(self)
        self.board = BoardView()
        self.side = SidePanel(lambda width, height: side_lines(self, width, height), lambda: self.colours)
        self.keys = KeyBar(self.offers, lambda: self.colours, lambda: self.fancy)
        self.middle = Container(self.board, self.side, id="middle")
        self.word_line = WordLine(self.table.words, self.word_typed)

    @property
    def film(self) -> Film | None:
        return self.projector.film

    @property
    def fancy(self) -> bool:
        return self.settings.signs == "unicode"

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.keys
        yield self.word_line
        yield self.middle

    def on_mount(self) -> None:
        self.give_room()
        self.set_interval(0.25, self._spin)
        if self.table.notices:
            self.app.push_screen(TextDialog("Before you play", self.table.notices, self.colours))
        self.start(self.table.begin() if not self.table.begins_with_film else self.inquiries.watch())

    def on_resize(self) -> None:
        self.hint_room = 0
        self.give_room()
        self.call_after_refresh(self.update)

    def give_room(self) -> None:
        """Give each part its room: the panel beside the board, or below it where the screen is narrow."""
        width, height = self.app.size
        is_beside = width >= NARROW
        bar = 1 if height < 20 and is_beside else 2
        self.keys.styles.height = bar
        self.middle.styles.layout = "horizontal" if is_beside else "vertical"
        wide, high = max(28, min(54, int(width * 0.37))), max(4, (height - 1 - bar) * 2 // 5)
        self.side.styles.width, self.side.styles.height = (wide, "1fr") if is_beside else ("1fr", high)

    def take(self, table: MatchTable) -> None:
        """Go on at another table."""
        self.table, table.watcher = table, self
        self.inks = inks_of(table.game)
        self.word_line.words_of = table.words
        self.projector.drop()
        self.message, self.log_scroll, self.hint_room = "", 0, 0
        self.board.forget()
        self._settle(fresh=True)
        self.work = None  # what went on at the table before is of no interest any more
        self.start(table.begin())

    # What the table tells.

    def show(self, stills: Sequence[Still]) -> None:
        self.message = ""
        self.log_scroll = 0
        self._settle()
        timed = any(still.scene.timeline and not still.scene.timeline.editable for still in stills)
        changing = list(stills) if timed and len(stills) > 1 else list(stills[:-1])
        if self.film is not None and not self.film.whole:
            self.film.stills += changing
        elif changing and self.settings.speed and not self.stage.keys and self.table.curtain < 0:
            self.projector.start(Film(changing, self.settings.speed))
        self.update()

    def changed(self) -> None:
        self._settle()
        self.update()

    def say(self, text: str) -> None:
        self.message = text[:1].upper() + text[1:]
        self.update()

    def refuse(self, text: str, rules: list[str]) -> None:
        """Say why something cannot be done; the help has the rulings behind it."""
        self.refused = [number for number in rules if number]
        self.say(text)

    def leave_for(self, table: MatchTable) -> None:
        self.take(table)

    def _settle(self, fresh: bool = False) -> None:
        if self.choosing.settle(fresh):
            self.inquiries.frames = []

    # What is shown.

    @property
    def shown(self) -> Scene:
        """The scene on the screen: of the film, of a tick that is looked at, or as it stands."""
        if self.film is not None:
            return self.film.still.scene
        if self.inquiries.frames:
            frame, scene = self.inquiries.frames[self.inquiries.tick], self.table.scene
            return replace(scene, pieces=frame.pieces, marks=frame.marks)
        return self.table.scene

    def offers(self) -> list[KeyOffer]:
        return offers_of(self)

    def log_shown(self) -> list[LogLine]:
        """The log without what a film has yet to show, and without what is said of the end anyway."""
        film, log = self.film, self.table.log
        if film is not None and film.whole:
            return [LogLine(still.text) for still in film.stills[: film.at + 1] if still.text]
        hidden = [still.text for still in film.stills[film.at + 1 :] if still.text] if film is not None else []
        if hidden:
            return log[: len(log) - len(hidden)]
        ending = self.table.outcome.lines if self.table.outcome is not None else []
        return [said for said in log if said.text not in ending]

    def update(self) -> None:
        """Bring the screen up to date; only what has changed is sent to the terminal."""
        if not self.is_mounted:
            return
        self.board.colours = self.colours
        self.board.curtain, self.board.fancy = self.table.curtain, self.fancy
        self.board.picture = None if self.table.curtain >= 0 else self._picture()
        if self.side.display != (self.table.curtain < 0):  # the curtain hangs before the panel, too
            self.side.display = self.table.curtain < 0
            self.call_after_refresh(self.update)
        for part in (self.title_bar, self.board, self.side, self.keys):
            part.repaint()

    def _picture(self) -> BoardPicture:
        choosing, chooser = self.choosing, self.choosing.chooser
        playing = self.film is None and not self.inquiries.frames and self.table.active
        marks = chooser_marks(chooser) if playing else []
        cursor = None
        focus: list[int] = []
        if playing:
            if choosing.picked is not None and choosing.picked.cell >= 0:
                cursor = choosing.picked.cell, choosing.picked.layer
                focus = [choosing.picked.cell]
            able = {chooser.piece} if chooser.piece else {choice.piece for choice in self.table.scene.choices}
            focus += [piece.cell for piece in self.table.scene.pieces if piece.id in able]
        overlay = Overlay(marks, choosing.preview if playing else None, cursor)
        return BoardPicture(
            self.shown, self.inks, self.colours, self.fancy, overlay, focus, focus_only=not self.settings.both
        )

    def _spin(self) -> None:
        if self.table.thinks or self.table.clocks or self.table.notice:
            self.spinner = SPINNER[(SPINNER.index(self.spinner) + 1) % len(SPINNER)]
            self.side.repaint()
            self.title_bar.repaint()

    # Keys and the mouse.

    @property
    def is_busy(self) -> bool:
        return self.work is not None and not self.work.done()

    def waits_with(self, name: str) -> bool:
        """Keys wait while something goes on, but for those that are offered while somebody thinks or is cut off."""
        is_long = self.table.thinks or self.inquiries.asked or self.table.is_cut_off
        return self.is_busy and not (is_long and self._offer(name) is not None)

    async def take_key(self, event: events.Key) -> None:
        if self.word_line.display:
            await self.word_line.take_key(event)
        else:
            await super().take_key(event)

    def press(self, name: str) -> None:
        if self.film is not None and self.film.is_brief:
            self.projector.end()
        offer = self._offer(name)
        if offer is not None:
            if self.film is not None and not offer.shown and offer.choice is not None:
                self.projector.end()
            offer.act()
        elif self.choosing.chooser.back() if name == "Backspace" else False:
            self.update()

    def _offer(self, name: str) -> KeyOffer | None:
        offers = self.offers()
        exact = (offer for offer in offers if offer.key == name)
        return next(exact, None) or next((offer for offer in offers if same_key(offer.key, name)), None)

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        chooser = self.choosing.chooser
        if not self.table.active or self.film is not None or self.inquiries.frames:
            if event.chosen and self.film is not None:
                self.projector.end()
            return
        if event.chosen:
            picked = chooser.pick(event.cell, event.layer) if event.cell >= 0 else None
            if picked is not None:
                self.choosing.take(picked)
        else:
            here = chooser.at(event.cell, event.layer) if event.cell >= 0 else []
            self.choosing.look_at(next((choice for choice in here if not choice.why), None))

    def on_side_panel_hovered(self, event: SidePanel.Hovered) -> None:
        if self.table.active and event.choice is not None and self.film is None:
            self.choosing.look_at(event.choice)

    def on_side_panel_scrolled(self, event: SidePanel.Scrolled) -> None:
        self.scroll_log(event.by)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that may take a while; keys that come meanwhile wait, and clicks are not heard."""
        if self.is_busy:
            work.close()
            return

        async def do() -> None:
            try:
                await work
            except GridhallError as wrong:
                self.refuse(wrong.plain, wrong.rules)

        self.work = asyncio.ensure_future(do())
        self.work.add_done_callback(self._done)

    def _done(self, work: "asyncio.Future[None]") -> None:
        if work.cancelled():
            return
        if wrong := work.exception():
            self.app._handle_exception(wrong)  # type: ignore[arg-type]
            return
        self.update()
        self.call_later(self.stage.keys.hand_over)

    def do(self, what: str) -> None:
        self.projector.drop()
        if what == UNDO and not self.table.can(UNDO):
            return
        self.start(self.table.do(what))

    def go_on(self) -> None:
        self.start(self.table.go_on())

    def restart(self) -> None:
        self.do(RESTART)

    def next_level(self) -> None:
        if not self.table.can(NEXT):
            return
        if level := self.table.following():
            self.end_with(level)
        else:
            self.do(NEXT)

    def leave(self) -> None:
        self.end_with("")

    def end_with(self, level: str) -> None:
        """Leave for the menu or for a level; keys wait until that is there."""
        self.stage.is_moving = True
        self.dismiss(level)

    def scroll_log(self, by: int) -> None:
        self.log_scroll = max(0, self.log_scroll + by)
        self.update()

    def type_word(self) -> None:
        self.word_line.open()

    def word_typed(self, text: str) -> None:
        """A word was typed; Enter has closed the line. What its choice is asked about, it is asked about, too."""
        self.projector.drop()
        word = text.strip()
        choice = self.table.choice_of(word) if self.table.active else None
        if choice is not None:
            self.choosing.choose(choice)
        elif word:
            self.start(self.table.say_word(word))
