"""The full screen: CPU until the first board, bytes and CPU of a key press, stills of a film a second, and memory.

    python benchmarks/terminal.py [--json] [--rounds 5]

The program runs in a terminal of its own of 140 x 45. CPU is that of its process alone, so that a busy machine does not
count; the median of the rounds counts.
"""

import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios

from _table import row

from gridhall.registry import games, load

SIZE = struct.pack("HHHH", 45, 140, 0, 0)
FIRST_BOARD = b"help"  # the last thing of the first screen
QUIET = 0.4  # seconds without output after which a key press has been answered
LONGEST = 30.0  # seconds until a key press must have been answered
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"
PRESSES = 20


class Program:
    """The program in a terminal."""

    def __init__(self, home: str, game: str) -> None:
        self.main, other = pty.openpty()
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, SIZE)
        environment = {**os.environ, "GRIDHALL_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment["PYTHONPYCACHEPREFIX"] = os.path.join(home, "bytecode")  # as installed: compiled once
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-m", "gridhall", "play", game, "--seed", "3"]
        self.process = subprocess.Popen(command, env=environment, stdin=other, stdout=other, stderr=other)
        os.close(other)

    def read_until(self, text: bytes) -> None:
        seen = b""
        while text not in seen:
            seen += os.read(self.main, 1 << 16)

    def answer(self, key: bytes) -> int:
        """Press a key; the bytes that come for it, from the first one on until nothing has come for a moment."""
        os.write(self.main, key)
        select.select([self.main], [], [], LONGEST)
        return self.read_until_quiet()

    def read_until_quiet(self) -> int:
        """The bytes that come until nothing has come for a moment."""
        count = 0
        while select.select([self.main], [], [], QUIET)[0]:
            count += len(os.read(self.main, 1 << 16))
        return count

    @property
    def cpu(self) -> float:
        """Seconds of CPU so far, without its children's."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.main)


def start_up(home: str, game: str, rounds: int) -> float:
    """The median CPU seconds until the first board; the first round, which compiles bytecode, is left out."""
    seconds = []
    for _ in range(rounds + 1):
        program = Program(home, game)
        program.read_until(FIRST_BOARD)
        seconds.append(program.cpu)
        program.close()
    return statistics.median(seconds[1:])


def presses(home: str, game: str) -> None:
    """What a key press costs, and how much memory is used then."""
    program = Program(home, game)
    program.read_until(FIRST_BOARD)
    program.read_until_quiet()
    sizes, before = [], program.cpu
    for number in range(PRESSES):
        sizes.append(program.answer(RIGHT if number % 2 == 0 else LEFT))
    row("bytes a key press sends at 140 x 45", statistics.median(sizes), " B", at_most=6000)
    row("CPU of a key press", (program.cpu - before) / PRESSES * 1000, " ms", at_most=60)
    row("memory of the full screen", program.megabytes, " MB", at_most=120)
    program.answer(b",")  # the film of the match, from its end
    before = program.cpu
    for number in range(PRESSES):
        program.answer(LEFT if number < PRESSES // 2 else RIGHT)
    used = program.cpu - before
    row("stills of a film a second of CPU at 140 x 45", PRESSES / max(used, 0.01), at_least=24)
    program.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        alone = [game for game in games() if load(game).PLAYERS == 1]  # before others there is a curtain first
        for game in alone:
            seconds = start_up(home, game, args.rounds)
            row(f"CPU until the full screen's first board, {game}", seconds, " s", at_most=0.6)
        presses(home, next(game for game in alone if load(game).PUZZLE))


if __name__ == "__main__":
    main()
