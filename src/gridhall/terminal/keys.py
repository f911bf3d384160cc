"""A small line reader: lines as everywhere, and single keys at an empty line where the terminal gives them."""

import os
import sys
from collections.abc import Callable, Collection
from types import TracebackType
from typing import Any

SEQUENCES = {  # what terminals send after the escape byte
    b"[A": "ArrowUp", b"[B": "ArrowDown", b"[C": "ArrowRight", b"[D": "ArrowLeft",
    b"OA": "ArrowUp", b"OB": "ArrowDown", b"OC": "ArrowRight", b"OD": "ArrowLeft",
    b"[H": "Home", b"[F": "End", b"OH": "Home", b"OF": "End", b"[1~": "Home", b"[4~": "End",
    b"[3~": "Delete", b"[5~": "PageUp", b"[6~": "PageDown",
}  # fmt: skip
CONTROLS = {
    0x7F: "Backspace",
    0x08: "Backspace",
    0x0A: "Enter",
    0x0D: "Enter",
    0x09: "Tab",
    0x04: "End of input",
    0x15: "Erase line",
    0x17: "Erase word",
}
PATIENCE = 0.05  # seconds an escape sequence may take to arrive


class KeyPress(str):
    """A single key pressed at an empty line, as KeyboardEvent.key names it; a plain `str` is a typed line."""

    __slots__ = ()


class Keyboard:
    """Standard input. On a terminal it gives keys and lines; otherwise lines only."""

    def __init__(self, keys: bool = True) -> None:
        self.fd = 0
        self.before: list[Any] | None = None  # how the terminal was set before single keys were asked for
        self.handlers: dict[int, Any] = {}  # of signals, before ours
        self.pending = b""  # bytes that were read and belong to no key yet
        self.unread: list[str] = []  # keys that were read and put back
        self.ended = False
        self.keys = keys and is_terminal()
        self.on_redraw: Callable[[], None] | None = None  # draws anew what stands above the line that is being typed
        self.line_so_far = ""  # the prompt and what is typed
        self.at_key = False  # whether the next key of a line is waited for, so that all that was typed is on the screen
        self.redraw_due = False  # whether it shall be drawn anew as soon as that is so

    def __enter__(self) -> "Keyboard":
        if self.keys:
            import signal
            import termios

            self.before = termios.tcgetattr(self.fd)
            self._single_keys()
            self.handlers = {
                # After Ctrl-Z and fg.
                signal.SIGCONT: signal.signal(signal.SIGCONT, lambda number, frame: self._come_back()),
                signal.SIGWINCH: signal.signal(signal.SIGWINCH, lambda number, frame: self._redraw()),
                # Leaves by `__exit__`.
                signal.SIGTERM: signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number)),
            }
        return self

    def _come_back(self) -> None:
        self._single_keys()
        self._redraw()

    def _redraw(self) -> None:
        """The terminal has another size, or was somebody else's: draw anew, if a line is being typed."""
        self.redraw_due = True
        if self.on_redraw is not None and self.at_key:
            self.redraw_due = False
            self.on_redraw()
            _echo(self.line_so_far)

    def _single_keys(self) -> None:
        import termios

        mode = termios.tcgetattr(self.fd)
        mode[3] &= ~(termios.ICANON | termios.ECHO)  # Ctrl-C stays an interrupt
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self.fd, termios.TCSADRAIN, mode)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.before is not None:
            import signal
            import termios

            for number, handler in self.handlers.items():
                signal.signal(number, handler)
            termios.tcsetattr(self.fd, termios.TCSADRAIN, self.before)
            self.before = None

    def line(self, prompt: str, single: Collection[str] = ()) -> str | None:
        """A line, without its end; or a KeyPress of `single` pressed at an empty line; None is the end of input."""
        print(prompt, end="", flush=True)
        if not self.keys:
            text = sys.stdin.readline()
            if not sys.stdin.isatty():
                print()  # nobody has pressed Enter on this screen
            return text.rstrip("\r\n") if text else None
        return self._edit(prompt, single)

    def _edit(self, prompt: str, single: Collection[str]) -> str | None:
        typed = ""
        while True:
            self.line_so_far, self.at_key = prompt + typed, True
            if self.redraw_due:
                self._redraw()
            key = self.key()
            self.at_key = False
            if key == "Enter":
                _echo("\n")
                return typed
            if not typed and key in single:
                _echo("\n")
                return KeyPress(key)
            if key in ("End of input", None):
                if not typed:
                    _echo("\n")
                    return None
            elif key == "Backspace":
                _echo("\b \b" if typed else "")
                typed = typed[:-1]
            elif key in ("Erase line", "Erase word"):
                left = typed.rstrip().rpartition(" ")[0] if key == "Erase word" else ""
                left += " " if left else ""
                _echo("\b \b" * (len(typed) - len(left)))
                typed = left
            elif len(key) == 1 and key.isprintable():
                typed += key
                _echo(key)

    def key(self, seconds: float | None = None) -> str | None:
        """The next key's name, or its sign; None is the end of input, "" that nothing came within `seconds`."""
        if self.unread:
            return self.unread.pop()
        if not self.pending and not self._fill(seconds):
            return None if self.ended else ""
        first = self.pending[0]
        if first == 0x1B:
            return self._escape()
        if first < 0x20 or first == 0x7F:
            self.pending = self.pending[1:]
            return CONTROLS.get(first, "Unknown")
        size = 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        while len(self.pending) < size and self._fill(PATIENCE):
            pass
        sign, self.pending = self.pending[:size], self.pending[size:]
        return sign.decode("utf-8", "replace")[:1]

    def put_back(self, key: str) -> None:
        """Let this key be the next one again, for whoever reads after an animation."""
        self.unread.append(key)

    def waiting(self) -> bool:
        """Whether something was typed already."""
        return bool(self.unread or self.pending) or (self.keys and self._fill(0.0))

    def _escape(self) -> str:
        """The key of an escape sequence, of which more bytes may be on their way."""
        while not (size := self._known_sequence()) and len(self.pending) < 4 and self._fill(PATIENCE):
            pass
        if size:
            name = SEQUENCES[self.pending[1:size]]
            self.pending = self.pending[size:]
            return name
        if len(self.pending) > 1 and self.pending[1:2] in (b"[", b"O"):  # a sequence nobody here knows: drop it whole
            ends = (at for at, byte in enumerate(self.pending[2:], 2) if 0x40 <= byte <= 0x7E)
            end = next(ends, len(self.pending) - 1)
            self.pending = self.pending[end + 1 :]
            return "Unknown"
        self.pending = self.pending[1:]
        return "Escape"

    def _known_sequence(self) -> int:
        """The bytes of the known escape sequence that waits, with its escape byte; 0 if there is none."""
        return next((size for size in (3, 4) if self.pending[1:size] in SEQUENCES), 0)

    def _fill(self, seconds: float | None) -> bool:
        """Wait for more bytes; False if none came."""
        import select

        if seconds is not None and not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self.fd, 4096)
        except OSError:  # the terminal has gone
            more = b""
        self.pending += more
        self.ended = not more
        return bool(more)


def is_terminal() -> bool:
    """Whether standard input and output are a terminal that understands more than lines."""
    try:
        import termios

        if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stdin.fileno() == 0):
            return False
        termios.tcgetattr(0)
        return os.environ.get("TERM", "dumb") != "dumb"
    except Exception:  # no termios on this system, or no real standard input: lines still work
        return False


def _echo(text: str) -> None:
    if text:
        print(text, end="", flush=True)
