"""The prompt on a real terminal: single keys, colour, the curtain, kill -9 and going on."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

TOYS = str(Path(__file__).parent / "toy")
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PATIENCE = 60.0  # seconds; only a broken program takes so long


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, home: Path, *arguments: str, **more: str) -> None:
        self.main, other = pty.openpty()
        environment = {**os.environ, "GRIDHALL_HOME": str(home), "GRIDHALL_GAMES": TOYS, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **more}
        if "NO_COLOR" not in more:
            environment.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "gridhall", *arguments]
        self.process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=environment, start_new_session=True)
        os.close(other)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Read until the text comes, and return what came; the next wait begins behind it."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"
            if select.select([self.main], [], [], 1.0)[0]:
                try:
                    more = os.read(self.main, 65536)
                except OSError:
                    more = b""
                assert more, f"it ended without {text!r}: {self.seen!r}"
                self.seen += more.decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self.main, text.encode())

    def end(self) -> int:
        while True:
            try:
                if not os.read(self.main, 65536):
                    break
            except OSError:
                break
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.main)


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def start(*arguments: str, **more: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, **more))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_arrow_keys_play_at_once_and_lines_work_beside_them(terminal):
    one = terminal("play", "steps", "corner")
    one.wait_for("> ")
    one.type(DOWN)
    one.wait_for("Moves 1/12")
    one.wait_for("> ")
    one.type("sx\x7f\r")  # a typing mistake taken back
    one.wait_for("Moves 2/12")
    one.wait_for("> ")
    one.type(RIGHT * 3)  # typed ahead
    one.wait_for("Best possible: 5.")
    assert one.end() == 0


def test_a_key_that_no_choice_has_does_nothing_and_unknown_sequences_are_dropped(terminal):
    one = terminal("play", "steps", "corner")
    one.wait_for("> ")
    one.type(UP + "\x1b[15~" + "e\r")
    text = one.wait_for("Moves 1/12")
    assert "wall" not in text and "no command" not in text
    one.type("\x04")
    one.wait_for("Saved.")
    assert one.end() == 0


def test_the_screen_is_redrawn_with_colour_unless_no_color_or_plain(terminal):
    one = terminal("play", "phase_shift", "walkthrough")
    one.wait_for("> ")
    one.type("e\re\re\rw\r")
    assert "\x1b[32m" in one.wait_for("Moves 4/75") + one.wait_for("> ")  # a beacon that is on is green (PS15)
    for arguments, more in ((["--plain"], {}), ([], {"NO_COLOR": "1"})):
        two = terminal("play", "phase_shift", "walkthrough", *arguments, **more)
        two.wait_for("> ")
        two.type("e\re\re\rw\r")
        text = two.wait_for("Moves 4/75") + two.wait_for("> ")
        assert not re.search(r"\x1b\[\d+m", text)
        assert bool("\x1b" in text) == (not arguments)


def test_the_curtain_hides_the_board_and_clears_the_scrollback(terminal):
    one = terminal("play", "coins")
    one.wait_for("Player 1: press 1")
    one.type("1")
    one.wait_for("1> ")
    one.type("heads\r")
    assert "H" in one.wait_for("Press Enter to hide the board. ")
    one.type("\r\r")  # once too often: the board of player 2 stays hidden
    one.wait_for("\x1b[H\x1b[2J\x1b[3J")
    curtain = one.wait_for("Player 2: press 2") + one.wait_for("Player 2: press 2")
    assert "heads" not in curtain and "H" not in curtain.replace("\x1b[H", "") and "2> " not in curtain
    one.type("2")
    board = one.wait_for("2> ")
    assert "H" not in board.replace("\x1b[H", "")
    one.type("tails\r")
    one.wait_for("a point for player 2")
    one.wait_for("2> ")
    one.type("quit\r")
    one.wait_for("\x1b[H\x1b[2J\x1b[3J")
    one.wait_for("\x1b[?1049l")
    assert one.end() == 0


def test_kill_9_loses_nothing(terminal):
    one = terminal("play", "coins")
    one.wait_for("Player 1: press 1")
    one.type("1heads\r\r")
    one.wait_for("Player 2: press 2")
    one.process.send_signal(signal.SIGKILL)
    one.process.wait()
    two = terminal("play", "--resume")
    assert "heads" not in two.wait_for("Player 2: press 2")
    two.type("2tails\r")
    two.wait_for("The coins were heads and tails")


def test_ctrl_c_is_130_and_the_terminal_is_left_as_it_was(terminal):
    import termios

    one = terminal("play", "steps")
    one.wait_for("> ")
    one.type("e\r")
    one.wait_for("Moves 1/12")
    one.wait_for("> ")
    one.process.send_signal(signal.SIGINT)
    one.wait_for("Saved. Go on with")
    assert one.end() == 130
    assert termios.tcgetattr(one.main)[3] & termios.ICANON


def test_the_end_of_the_process_leaves_the_terminal_as_it_was(terminal):
    import termios

    one = terminal("play", "steps")
    one.wait_for("> ")
    assert not termios.tcgetattr(one.main)[3] & termios.ICANON
    one.process.send_signal(signal.SIGTERM)
    assert one.end() == 128 + signal.SIGTERM
    assert termios.tcgetattr(one.main)[3] & termios.ICANON


def test_the_menu_offers_games_levels_and_unfinished_matches(terminal):
    one = terminal()
    text = one.wait_for("Which? ")
    assert "GRIDHALL" in text and "Phase Shift" in text
    one.type("steps\r")
    assert "Round the corner" in one.wait_for("Which level?")
    one.type("\r")
    one.wait_for("> ")
    one.type("s\r")
    one.wait_for("Moves 1/12")
    one.type("quit\r")
    one.wait_for("Press Enter for the menu. ")
    one.type("\r")
    assert "a  go on: steps corner, 1 words played" in one.wait_for("Which? ")
    one.type("a\r")
    one.wait_for("Moves 1/12")
    one.type(DOWN + RIGHT * 3)
    one.wait_for("Press Enter for the menu. ")
    one.type("\r")
    one.wait_for("Which? ")
    one.type("steps\r")
    assert "yours 5" in one.wait_for("Which level?")
    one.type("b\r")
    one.wait_for("Which? ")
    one.type("q\r")
    assert one.end() == 0


def test_a_replay_runs_can_be_stepped_and_skipped(terminal, tmp_path):
    one = terminal("play", "steps", "corner")
    one.wait_for("> ")
    one.type(DOWN * 2 + RIGHT * 3)
    one.wait_for("Best possible")
    assert one.end() == 0
    (path,) = (tmp_path / "matches").glob("*.jsonl")
    two = terminal("replay", path.stem, "--speed", "0.1")
    two.wait_for("1/6")
    two.type(" ")
    at = int(re.findall(r"(\d)/6", "1/6" + two.wait_for("paused"))[-1])  # where it was when the key came
    two.type(",.")
    two.wait_for(f"{max(at - 1, 1)}/6")
    two.wait_for(f"{max(at - 1, 1) + 1}/6")
    two.type("+")
    two.wait_for("0.25x  paused")
    two.type("\r")
    two.wait_for("You are out")
    assert two.end() == 0


def test_piped_it_is_help(tmp_path):
    done = subprocess.run([sys.executable, "-m", "gridhall"], input="", capture_output=True, text=True, env={**os.environ, "GRIDHALL_HOME": str(tmp_path)})
    assert done.returncode == 0 and "usage: gridhall" in done.stdout and "\x1b" not in done.stdout


def test_a_choice_that_cannot_be_taken_back_is_told_within_the_screen(terminal):
    play = terminal("play", "warpgrid", "--seed", "77")
    play.wait_for("> ")
    for height, tells in ((24, False), (60, True)):
        fcntl.ioctl(play.main, termios.TIOCSWINSZ, struct.pack("HHHH", height, 80, 0, 0))
        play.type("r\r")
        shown = play.wait_for("\n> ").rpartition("\x1b[2J")[2].split("\r\n")
        assert len(shown) <= height
        assert shown[0].startswith("Warpgrid 1 of 6")
        assert [line.split()[0] for line in shown if line[:2] in (" x", " y")] == ["x+", "x-", "y+", "y-"]
        assert ("..." in shown[-2]) != tells  # what does not fit is cut; `look` has it all


def test_a_word_typed_while_something_still_moves_ends_the_film_and_counts(terminal):
    play = terminal("play", "warpgrid", "--seed", "77", "--speed", "0.25")
    play.wait_for("> ")
    play.type("y+\r")
    play.wait_for("Moving, ")
    play.type("x-\r")
    play.wait_for("A wall, and 4 to go.")
