"""Where boards are written: a terminal, which is redrawn, or a stream of lines."""

import os
import sys
from argparse import Namespace
from collections.abc import Collection, Sequence
from copy import copy

from gridhall.match import Moment
from gridhall.render.text import plain, render
from gridhall.render.wrap import wrap
from gridhall.scene import Preview, Scene
from gridhall.terminal.keys import Keyboard

TICK = 3.0  # seconds a tick of a timeline is shown
SAID, SEEN = 0.9, 0.25  # seconds a moment is shown, with a sentence and without
SLOWEST, FASTEST = 0.25, 8.0
CLEAR, CLEAR_ALL = "\x1b[H\x1b[2J", "\x1b[H\x1b[2J\x1b[3J"  # the second one the scrollback, too
HELP = {" ": "Space pause", ".": ". on", ",": ", back", "+": "+ faster", "-": "- slower", "Enter": "Enter skip"}


def without_choices(scene: Scene) -> Scene:
    """The scene, without what can be chosen in it."""
    shown = copy(scene)
    shown.choices = []
    return shown


class Screen:
    """Writes scenes as this terminal can show them."""

    def __init__(self, args: Namespace, keyboard: Keyboard) -> None:
        self.keyboard = keyboard
        self.terminal = sys.stdout.isatty()
        self.redraws = self.terminal and not args.plain and os.environ.get("TERM", "dumb") != "dumb"
        self.fancy = self.redraws and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        self.colour = self.terminal and not args.plain and not os.environ.get("NO_COLOR")
        speed = getattr(args, "speed", None)
        self.speed: float = 1.0 if speed is None else speed
        self.both: bool = getattr(args, "both", False)
        self.alternate = False  # whether the terminal's second screen is in use, see `aside`
        self.notices: list[str] = []  # lines that the next board must show, because it wipes them away

    @property
    def width(self) -> int:
        if not self.terminal:
            return 80
        try:
            return max(40, os.get_terminal_size().columns or 80)
        except OSError:
            return 80

    @property
    def height(self) -> int:
        """The lines of a terminal that is redrawn; 0: as many as it takes."""
        try:
            return os.get_terminal_size().lines if self.redraws else 0
        except OSError:
            return 0

    def say(self, text: str) -> None:
        """Write a line."""
        print(text if self.fancy else plain(text), flush=True)

    def say_wrapped(self, text: str) -> None:
        """Write a sentence, on as many lines as it takes."""
        for line in wrap(text, self.width):
            self.say(line)

    def notice(self, text: str) -> None:
        """Say on standard error what must be known before the match."""
        print(f"gridhall: {text}", file=sys.stderr, flush=True)
        self.keep_notice(text)

    def complain(self, text: str) -> None:
        """Say what has gone wrong during the match."""
        self.say(text)
        self.keep_notice(text)

    def keep_notice(self, text: str) -> None:
        """Where the next board will wipe away what was said, let it stand above that board, too."""
        if text and self.redraws:
            self.notices += wrap(text, self.width)

    def take_notices(self) -> list[str]:
        """The lines to be shown above the board that is drawn now."""
        notices, self.notices = self.notices, []
        return notices

    def draw(self, scene: Scene, above: Sequence[str] = (), preview: Preview | None = None) -> int:
        """Write a board, with sentences above it; on a terminal in place of the one before.

        Returns the number of lines.
        """
        lines = list(above)
        if self.redraws:
            print(CLEAR, end="")
            lines = [line for text in above for line in self._folded(text)]
        for line in lines:
            self.say(line)
        room = max(12, self.height - len(lines) - 1) if self.height else 0  # a line is left for the prompt
        board = render(
            scene, fancy=self.fancy, colour=self.colour, width=self.width, height=room, both=self.both, preview=preview
        )
        print(board, flush=True)
        return len(lines) + board.count("\n") + 1

    def _folded(self, text: str) -> list[str]:
        """A text that would run over the edge as several lines; any other one as it is, with its blanks."""
        return wrap(text, self.width) if len(text) > self.width else [text]

    def cover(self) -> None:
        """Leave nothing on the screen, nor above it."""
        if self.terminal:
            print(CLEAR_ALL, end="", flush=True)

    def aside(self, on: bool) -> None:
        """Use the terminal's second screen, which leaves no trace, or return from it."""
        if self.terminal and on != self.alternate:
            self.alternate = on
            print("\x1b[?1049h" if on else "\x1b[?1049l", end="", flush=True)

    def play(
        self, moments: Sequence[Moment], title: str = "", always: bool = False, brief: bool = False,
        own_keys: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Show moments one after the other: as an animation on a terminal, else (or at speed 0) only their sentences.

        With `always` the boards are written in any case. `title` heads the replay of a finished match. During a match,
        which has no title here, `own_keys` (the game's) and the first sign of a word end the animation and are left
        for the prompt.
        """
        if not (self.redraws and self.speed and self.keyboard.keys):
            for moment in moments:
                if always:
                    self.draw(moment.scene, [moment.text] if moment.text else [])
                elif moment.text:
                    self.say(moment.text)
            return
        try:
            self._animate(moments, title, brief, own_keys)
        except KeyboardInterrupt:  # Ctrl-C skips the animation, not the match
            print()

    def _animate(self, moments: Sequence[Moment], title: str, brief: bool, own_keys: Collection[str]) -> None:
        at, paused = 0, False
        controls = "   ".join(text for key, text in HELP.items() if key not in own_keys)
        while at < len(moments):
            moment = moments[at]
            place = f"{title}{at + 1}/{len(moments)}  {self.speed:g}x{'  paused' if paused else ''}"
            fits = len(place) + 3 + len(controls) <= self.width
            headline = [f"{place}   {controls}"] if fits else [place, controls]
            self.draw(without_choices(moment.scene), [moment.text] if brief else [*headline, moment.text])
            seconds = (SEEN if brief and not moment.scene.timeline else self._seconds(moments, at)) / self.speed
            key = self.keyboard.key(None if paused else seconds)
            if key in ("", None):
                at += 1
                if key is None:
                    return
            elif not title and (key in own_keys or _begins_a_word(key, brief)):
                self.keyboard.put_back(key)
                return
            elif brief or key in ("Enter", "q", "Escape", "End"):  # a brief one has no headline that names more keys
                return
            elif key == " ":
                paused = not paused
            elif key in (",", "ArrowLeft"):
                at, paused = max(0, at - 1), True
            elif key in (".", "ArrowRight"):
                at, paused = at + 1, True
            elif key in ("+", "=", "-"):
                self.speed = min(FASTEST, max(SLOWEST, self.speed * (0.5 if key == "-" else 2.0)))

    def _seconds(self, moments: Sequence[Moment], at: int) -> float:
        now = moments[at].scene
        if now.timeline is None:
            return SAID if moments[at].text else SEEN
        goes_on = at + 1 == len(moments) or moments[at + 1].scene.tick != now.tick
        return TICK if goes_on else SEEN * 2


def say_progress(text: str) -> None:
    """Say what goes on: on standard error, and only to a person."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


def _begins_a_word(key: str, brief: bool) -> bool:
    """Whether a key pressed during an animation begins a word; other signs may be its own, if it has a headline."""
    return len(key) == 1 and not key.isspace() and (brief or key.isalnum())
