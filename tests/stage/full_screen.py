"""The full screen on a terminal of its own, of which a test sees what a person sees."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte
from tests.sitting import ESCAPES

from gridhall.match import Match
from gridhall.record import record_lines, replay

PATIENCE = 60.0  # seconds; only a broken program takes so long
PROGRAM = """
import signal, sys
signal.pthread_sigmask(signal.SIG_SETMASK, ())
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
from gridhall.__main__ import main
sys.exit(main())
"""
KEYS = ESCAPES | {"Enter": "\r", "Backspace": "\x7f", "Tab": "\t", "Escape": "\x1b"}


class FullScreen:
    """A program in a terminal of its own, of which one sees what a person sees."""

    def __init__(self, home: Path, width: int, height: int, *arguments: str, **more: str) -> None:
        self.home = home
        self.main, other = pty.openpty()
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.resize(width, height)
        environment = {**os.environ, "GRIDHALL_HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "", **more}
        environment |= {"COLUMNS": "70", "LINES": "20"}  # the size that counts is the terminal's own
        environment.pop("NO_COLOR", None) if "NO_COLOR" not in more else None
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments], env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0), stdin=other, stdout=other, stderr=other,
        )  # fmt: skip
        os.close(other)
        self.received = 0
        self.beginning: Match | None = None

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.screen.resize(height, width)
        self.screen.reset()  # what stands there afterwards was drawn anew

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def bottom(self) -> str:
        """The last two lines, where the bar of keys is: frames of a smaller size before do not reach them."""
        return "\n".join(self.screen.display[-2:])

    def until(self, fact: Callable[[], object]) -> None:
        """Read what is written until something is so."""
        end = time.monotonic() + PATIENCE
        while not fact():
            assert time.monotonic() < end, self.text
            if select.select([self.main], [], [], 0.2)[0]:
                self.read()

    def read(self) -> bytes:
        try:
            more = os.read(self.main, 1 << 16)
        except OSError:
            more = b""
        self.received += len(more)
        self.stream.feed(more)
        return more

    def sees(self, text: str) -> None:
        self.until(lambda: text in self.text)

    def press(self, *keys: str) -> None:
        os.write(self.main, "".join(KEYS.get(key, key) for key in keys).encode())

    def click(self, text: str) -> None:
        """Click on the first place where a text stands."""
        row = next(row for row, line in enumerate(self.screen.display) if text in line)
        column = self.screen.display[row].index(text)
        os.write(self.main, f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m".encode())

    @property
    def match(self) -> Match:
        """The match as its record tells it; as it begins before there is one."""
        paths = [path for path in (self.home / "matches").glob("*.jsonl") if b"\n" in path.read_bytes()]
        return replay(record_lines(paths[0], partial=True)) if paths else self.beginning

    def end(self) -> int:
        while self.read():
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.main >= 0:
            os.close(self.main)
            self.main = -1
