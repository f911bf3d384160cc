"""A level of one's own: its file in an editor, and here its board as it is, with its defects.

The file is read again whenever it changes, so an editor in another window works as well as $EDITOR in this one.
"""

import contextlib
import os
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region

from gridhall import registry
from gridhall.errors import BadSetup, Defect, GridhallError
from gridhall.file_defects import for_people
from gridhall.match import Match
from gridhall.render.wrap import wrap
from gridhall.rulings import plain
from gridhall.scene import Scene
from gridhall.stage.board_view import BoardPicture
from gridhall.stage.canvas import Canvas, Painted, cut
from gridhall.stage.colours import Colours
from gridhall.stage.keyboard import label_of
from gridhall.stage.stage_screen import StageScreen
from gridhall.stage.theme import inks_of
from gridhall.stage.wishes import wish

EDITORS = ("VISUAL", "EDITOR")
NARROW = 60  # columns below which the board stands alone
MOST_POSITIONS = 300_000  # of a proof


class LevelSheet(Painted):
    """The text of the level with its lines numbered, its board beside it, and below them what is wrong."""

    def __init__(self, owner: "LevelFileScreen") -> None:
        super().__init__(id="sheet")
        self.owner = owner

    def paint(self, width: int, height: int) -> Canvas:
        owner, style = self.owner, self.owner.colours.style
        canvas = Canvas(width, height, style("ink", "page"))
        canvas.fill(0, 0, width, 1, style("ink", "paper2"))
        title = cut(f"{registry.load(owner.game).TITLE} · {owner.path}", width - 2)
        canvas.put(1, 0, title, style("ink", "paper2", bold=True))
        remarks = [plain(f"! {defect}") for defect in owner.defects] or [owner.note or "No defects."]
        lines = [line for text in remarks for line in wrap(text, width - 4)][: max(2, height // 3)]
        room = max(3, height - len(lines) - 4)
        beside = width // 2 if owner.scene is not None and width >= NARROW else 0
        if owner.scene is not None:
            picture = BoardPicture(owner.scene, inks_of(owner.game), owner.colours, owner.fancy)
            picture.paint(canvas, Region(beside + 1, 2, width - beside - 2, room))
        if beside or owner.scene is None:
            self._paint_text(canvas, beside or width, room)
        ink = style("danger" if owner.defects else "good", "page", bold=True)
        for number, line in enumerate(lines):
            canvas.put(2, height - 1 - len(lines) + number, line, ink)
        self._paint_keys(canvas)
        return canvas

    def _paint_text(self, canvas: Canvas, width: int, height: int) -> None:
        """The text from its first defect on, if it does not fit."""
        style, lines = self.owner.colours.style, self.owner.text.splitlines()
        wrong = {defect.line for defect in self.owner.defects if isinstance(defect, Defect) and defect.line}
        first = max(0, min(min(wrong, default=1) - 3, len(lines) - height))
        for y, line in enumerate(lines[first : first + height]):
            number = first + y + 1
            mark = "!" if number in wrong else " "
            ink = style("danger" if number in wrong else "ink", "page", bold=number in wrong)
            x = canvas.put(1, y + 2, f"{number:>4}{mark} ", style("danger" if mark == "!" else "ink3", "page"))
            canvas.put(x, y + 2, line, ink, width - x - 1)

    def _paint_keys(self, canvas: Canvas) -> None:
        style, x, y = self.owner.colours.style, 1, canvas.height - 1
        canvas.fill(0, y, canvas.width, 1, style("ink2", "paper2"))
        self.targets = []
        for key, text, act in self.owner.offers():
            start = x
            x = canvas.put(x, y, label_of(key, self.owner.fancy), style("mark", "paper2", bold=True))
            x = canvas.put(x + 1, y, text, style("ink2", "paper2"))
            self.targets.append((Region(start, y, x - start, 1), act))
            x += 2

    def on_click(self, event: events.Click) -> None:
        if act := self.target_at(event.x, event.y):
            act()


class LevelFileScreen(StageScreen[None]):
    """A level of one's own. A match of it is played over this screen."""

    def __init__(self, game: str, path: str, colours: Colours, fancy: bool) -> None:
        super().__init__()
        path = os.path.expanduser(path)
        self.path = path if os.sep in path else os.path.join(".", path)  # never a shipped level of that name
        self.game, self.colours, self.fancy = game, colours, fancy
        self.scene: Scene | None = None
        self.text = ""
        self.defects: list[Defect | str] = []
        self.note = ""
        self.stamp: tuple[int, ...] = ()
        self.sheet = LevelSheet(self)

    def offers(self) -> list[tuple[str, str, Callable[[], None]]]:
        """The keys that mean something now."""
        is_level = not self.defects and self.scene is not None
        beside = "edit beside this" if os.environ.get("TMUX") else "edit"
        offers: list[tuple[str, str, Callable[[], None]]] = [("e", beside, self._edit)]
        if is_level:
            offers.append(("p", "play", lambda: self.stage.play(wish(self.game, self.path))))
        if is_level and registry.load(self.game).PUZZLE:
            offers.append(("c", "can it be won?", self._ask))
        return [*offers, ("Escape", "back", lambda: self._leave())]

    def _leave(self) -> None:
        self.dismiss(None)

    def press(self, name: str) -> None:
        act = next((act for key, _, act in self.offers() if key == name), None)
        if act is not None:
            act()

    def compose(self) -> ComposeResult:
        yield self.sheet

    def on_mount(self) -> None:
        loaded = registry.load(self.game)
        if not self._files():
            try:
                Path(self.path).write_text(loaded.BLANK or registry.read_text(loaded, None), "utf-8")
            except OSError as wrong:
                self.note = f"{self.path} cannot be written: {wrong.strerror}"
        self._read()
        self.set_interval(0.3, self._read)

    def _files(self) -> list[str]:
        names = [self.path, *(self.path + suffix for suffix in registry.load(self.game).FILES)]
        return [name for name in names if os.path.isfile(name)]

    def _read(self) -> None:
        """Read the file if it has changed: its board, or what is wrong with it; the board before stays meanwhile."""
        with contextlib.suppress(OSError):  # an editor may be replacing the file just now
            stamp = tuple(os.stat(name).st_mtime_ns for name in self._files())
            if stamp == self.stamp or not stamp:
                return
            self.stamp, self.note = stamp, ""
            self.text = Path(self._files()[0]).read_text("utf-8", errors="replace")
        try:
            match = Match(self.game, self.path, seed=1)
            self.scene, self.defects = match.scene(match.acting[0] if match.acting else 0), []
        except BadSetup as wrong:
            self.defects = list(for_people(registry.load(self.game), self.path, wrong).defects)
        except GridhallError as wrong:
            self.defects = [wrong.plain]
        self.sheet.repaint()

    def on_resize(self) -> None:
        self.call_after_refresh(self.sheet.repaint)

    def _edit(self) -> None:
        """Open $VISUAL or $EDITOR (vi where neither is set): beside this in tmux, else in place of it until it ends."""
        editor = next((os.environ[name] for name in EDITORS if os.environ.get(name)), "vi")
        command = [*shlex.split(editor), *self._files()]
        try:
            if os.environ.get("TMUX"):
                subprocess.run(["tmux", "split-window", "-h", "--", *command], check=False, capture_output=True)
            else:
                with self.app.suspend():
                    subprocess.run(command, check=False)
        except OSError as wrong:
            self.note = f"{editor} cannot be started: {wrong.strerror}"
            self.sheet.repaint()
        self._read()
        self.app.refresh(layout=True)

    def _ask(self) -> None:
        self.run_worker(self._prove(), exclusive=True, exit_on_error=False)

    async def _prove(self) -> None:
        from asyncio import to_thread

        from gridhall.solve import prove
        from gridhall.terminal.certificates import as_sentence

        self.note = "Looking for a win ..."
        self.sheet.repaint()
        try:
            self.note = as_sentence(await to_thread(lambda: prove(Match(self.game, self.path), MOST_POSITIONS)))
        except GridhallError as wrong:
            self.note = wrong.plain
        self.sheet.repaint()
