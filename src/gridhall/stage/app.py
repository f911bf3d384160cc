"""The full-screen program: one window, in which menus and matches follow each other."""

import os
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace
from textual import events
from textual.app import App
from textual.binding import Binding

from gridhall import registry
from gridhall.errors import GridhallError
from gridhall.stage.colours import MANY, NONE, Colours, depth_of, is_dark
from gridhall.stage.lesson_table import table_of
from gridhall.stage.match_screen import MatchScreen
from gridhall.stage.settings import Settings, load_settings, save_settings
from gridhall.stage.stage_screen import KeyQueue, StageScreen
from gridhall.stage.table import MatchTable
from gridhall.terminal.session import session_for

if TYPE_CHECKING:
    from gridhall.server.messages.parts import SeatKey
    from gridhall.stage.hall_address import RoomAddress
    from gridhall.stage.menu_screen import MenuScreen

# Imported where they are needed, so that the first board is soon there: menus, rooms of a hall, the editor's sheet.
FAILED = 1  # the exit code
Shown = TypeVar("Shown")
CSS = """
Screen { layout: vertical; }
Painted { width: 1fr; height: 1fr; }
#middle { layout: horizontal; }
#title { dock: top; height: 1; }
#keys { dock: bottom; height: 2; }
#words { dock: bottom; height: 1; }
"""


class Stage(App[None]):
    """The program. Without a table or a room to begin with, the menu is shown first."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("ctrl+c", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+q", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
        Binding("ctrl+l", "redraw", "Redraw", show=False, priority=True),
    ]

    def __init__(
        self, table: MatchTable | None = None, args: Namespace | None = None, room: "RoomAddress | None" = None,
        lobby: str = "",
    ) -> None:  # fmt: skip
        no_colour = bool(os.environ.get("NO_COLOR"))
        super().__init__()
        self.first, self.room, self.lobby = table, room, lobby
        self.settings: Settings = load_settings()
        self._set_for_now: dict[str, tuple[object, object]] = {}  # by name: an argument's value, and what was set
        self._heed(args)
        depth = NONE if no_colour else depth_of(self.console.color_system, os.environ)
        if depth != MANY:
            self.ansi_color = True  # the terminal's own colours are meant
        self.colours = Colours(depth, self._is_dark())
        self.match_screen: MatchScreen | None = None  # at which somebody sits
        self.is_moving = True  # whether another screen is about to come
        self.keys = KeyQueue(self._screen_for_keys)
        self.menu: "MenuScreen"  # noqa: UP037  (imported late)
        self._match_settings: dict[str, dict[str, str]] = {}  # by game
        self.left_with = ""  # what is said on the terminal after the program has ended

    def _is_dark(self) -> bool:
        theme = self.settings.theme
        return is_dark(os.environ) if theme == "auto" else theme == "dark"

    def _heed(self, args: Namespace | None) -> None:
        """Options of the command line win over what was set before, until the program ends."""
        given: dict[str, object] = {"speed": getattr(args, "speed", None)}
        given["asks"] = False if getattr(args, "no_confirm", False) else None
        for name, value in given.items():
            if value is not None:
                self._set_for_now[name] = value, getattr(self.settings, name)
                setattr(self.settings, name, value)

    def _keep_settings(self) -> None:
        """Keep what was set, without what was only an argument."""
        lasting = {
            name: was for name, (value, was) in self._set_for_now.items() if getattr(self.settings, name) == value
        }
        save_settings(replace(self.settings, **lasting))

    @property
    def table(self) -> MatchTable | None:
        """The table at which somebody sits."""
        return self.match_screen.table if self.match_screen is not None else None

    def _screen_for_keys(self) -> StageScreen[Any] | None:
        screen = self.screen
        return screen if not self.is_moving and isinstance(screen, StageScreen) and screen.is_on else None

    async def on_event(self, event: events.Event) -> None:
        """Hand keys over in order; the toolkit would leave those of a burst to the screen that the first one closes."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif not await self._check_bindings(event.key, priority=True):
            await self.keys.add(event)

    def on_mount(self) -> None:
        self.run_worker(self._run(), exit_on_error=True)

    async def _run(self) -> None:
        """Show the first match, if one was asked for; then the menu, until somebody leaves."""
        if self.room is not None:
            from textual.widgets import Static

            from gridhall.stage.hall_table import open_room

            await self.screen.mount(waiting := Static(f"Entering {self.room.url} ..."))
            try:
                self.first = await open_room(self.room)
            except GridhallError as wrong:
                self.left_with = f"gridhall: {wrong}"
                self.exit(return_code=FAILED)
                return
            await waiting.remove()
        last = await self._sit_at(self.first) if self.first is not None else None
        from gridhall.stage.menu_pages import game_page, top_page
        from gridhall.stage.menu_screen import MenuScreen

        self.menu = MenuScreen(top_page(self), self.colours, self.settings.signs == "unicode")
        if last is not None and registry.can_play(last.game):  # whoever asked for a game finds the rest of it next
            self.menu.show_page(game_page(self, last.game, last.subtitle))
        if last is not None:
            self.menu.message = last.left_behind
        if self.lobby:
            self.enter_lobby(self.lobby)
        await self._show(self.menu)
        self.exit()

    async def _show(self, screen: StageScreen[Shown]) -> Shown:
        """Show a screen until it ends; keys that came meanwhile are for it."""
        ending = self.push_screen(screen, wait_for_dismiss=True)
        self.is_moving = False
        return await ending

    async def _sit_at(self, table: MatchTable) -> MatchTable:
        """Play at a table, and at those that follow it, until somebody wants the menu; returns the last one."""
        following: MatchTable | None = table
        while following is not None:
            screen = self.match_screen = MatchScreen(following, self.settings, self.colours)
            level = await self._show(screen)
            self._note_saved(screen.table)
            await screen.table.close()
            self.match_screen = None
            self._keep_settings()
            following = self._following(screen.table.game, level) if level else None
        self.is_moving = False
        await self.keys.hand_over()
        return screen.table

    async def _visit(self, table: MatchTable) -> None:
        """Play at a table that was picked in the menu; the menu then knows what has been left unfinished."""
        last = await self._sit_at(table)
        self.menu.message = last.left_behind
        self.menu.update_page(self.menu.page)

    def _following(self, game: str, level: str) -> MatchTable:
        from gridhall.stage.wishes import level_wish

        rules = registry.load(game)
        after = next(shipped for shipped in registry.levels(rules) if shipped.name == level)
        return opened_table(level_wish(game, rules, after))

    def play(self, args: Namespace) -> None:
        """Play what was picked in the menu, then come back to it."""
        try:
            table = opened_table(args)
        except GridhallError as wrong:
            self.menu.say(str(wrong))
            return
        self.is_moving = True
        self.run_worker(self._visit(table), exit_on_error=True)

    def watch_record(self, name: str) -> None:
        """Watch a record."""
        from gridhall.stage.record_table import RecordTable

        try:
            table = RecordTable(name)
        except GridhallError as wrong:
            self.menu.say(str(wrong))
            return
        self.is_moving = True
        self.run_worker(self._visit(table), exit_on_error=True)

    def ask(self, question: str, done: Callable[[str], None]) -> None:
        """Ask for a line of text."""
        from gridhall.stage.dialogs import AskDialog

        def answered(text: str | None) -> None:
            if text:
                done(text)

        self.push_screen(AskDialog(question, self.colours), answered)

    def show_text(self, title: str, texts: list[str]) -> None:
        """Show a text that may be longer than the screen."""
        from gridhall.stage.dialogs import TextDialog

        self.push_screen(TextDialog(title, texts, self.colours))

    def join(self, address: str, keys: "Sequence[SeatKey]" = ()) -> None:
        """Enter a room of a hall; without `keys` with those that were kept."""
        self.menu.say(f"Entering {address} ...")
        self.run_worker(self._join(address, keys), exit_on_error=True)

    async def _join(self, address: str, keys: "Sequence[SeatKey]") -> None:
        from gridhall.stage.hall_address import read_address
        from gridhall.stage.hall_table import open_room

        try:
            table = await open_room(read_address(address), keys)
        except GridhallError as wrong:
            self.menu.say(str(wrong))
            return
        await self._visit(table)

    def enter_lobby(self, address: str) -> None:
        """Enter the lobby of a hall."""
        self.run_worker(self._enter_lobby(address), exit_on_error=True)

    async def _enter_lobby(self, address: str) -> None:
        from gridhall.stage.hall_address import read_hall
        from gridhall.stage.lobby import open_lobby

        try:
            self.menu.show_page(await open_lobby(self, read_hall(address)))
        except GridhallError as wrong:
            self.menu.say(str(wrong))

    def open_level(self, game: str, path: str) -> None:
        from gridhall.stage.level_file import LevelFileScreen

        self.push_screen(LevelFileScreen(game, path, self.colours, self.settings.signs == "unicode"))

    def leave(self) -> None:
        self.exit()

    def match_settings(self, game: str) -> dict[str, str]:
        """What was chosen for matches of a game without a level, where it differs from what is usual."""
        return self._match_settings.setdefault(game, {})

    def settings_changed(self) -> None:
        """Let the new settings hold at once."""
        self._keep_settings()
        self.colours = Colours(self.colours.depth, self._is_dark())
        self.menu.colours, self.menu.fancy = self.colours, self.settings.signs == "unicode"
        self.menu.update()

    async def action_leave(self) -> None:
        """Leave at once; every word is on the disk already."""
        if self.table is not None:
            self._note_saved(self.table)
            await self.table.close()
        self.exit()

    def _note_saved(self, table: MatchTable) -> None:
        """Let it be said, when the program has ended, how to go on with the match left last."""
        name = table.saved_as
        self.left_with = f"Saved. Go on with `gridhall play --resume {name}`." if name else table.left_behind

    def _fatal_error(self) -> None:
        """End after a bug; `run_stage` hands it on. The toolkit's own way would print all values, secrets included."""
        self._close_messages_no_wait()

    def action_redraw(self) -> None:
        self.refresh(layout=True)
        self.screen.refresh(layout=True)


def opened_table(args: Namespace) -> MatchTable:
    """The table of a match of one's own, with what must be known before; raises GridhallError where there is none."""
    notices: list[str] = []
    session = session_for(args, notices.append, notices.append)
    table = table_of(session)
    hidden = registry.hidden_files(session.game, args.setup)
    table.notices = [*notices, *([hidden] if hidden else [])]
    return table


def run_stage(args: Namespace | None = None, lobby: str = "") -> int:
    """Show the full-screen program until it is left: the match that was asked for, or the menu.

    What is wrong with the arguments is said before the screen opens.
    """
    table = room = None
    if args is not None and args.game and "://" in args.game:
        from gridhall.stage.hall_address import read_address

        room = read_address(args.game)
    elif args is not None:
        table = opened_table(args)
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)  # a shell's idea of the size, which would stay when the window changes
    stage = Stage(table, args, room, lobby)
    stage.run()
    if stage._exception is not None and stage.table is not None:
        stage._note_saved(stage.table)
    if stage.left_with:
        print(stage.left_with)
    if stage._exception is not None:
        raise stage._exception
    return stage.return_code or 0
