"""The prompt on a real terminal: single keys, colour, the curtain, kill -9 and going on."""

import copy
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.choices import ends
from tests.sitting import ESCAPES

from gridhall import registry
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.terminal.prompt import SHORT, SINGLE
from gridhall.terminal.screen import CLEAR

TOYS = str(Path(__file__).parent / "toy")
RECORDS = Path(__file__).parent / "records"  # written by earlier versions
PROGRAM = """
import signal, sys
signal.pthread_sigmask(signal.SIG_SETMASK, ())  # whoever runs the tests may ignore or block what others do not
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
from gridhall.__main__ import main
sys.exit(main())
"""
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PATIENCE = 60.0  # seconds; only a broken program takes so long


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, home: Path, *arguments: str, cwd: str | None = None, **more: str) -> None:
        self.main, other = pty.openpty()
        environment = {
            **os.environ,
            "GRIDHALL_HOME": str(home),
            "GRIDHALL_GAMES": TOYS,
            "TERM": "xterm",
            "PYTHONIOENCODING": "utf-8",
            **more,
        }
        if "NO_COLOR" not in more:
            environment.pop("NO_COLOR", None)
        command = [sys.executable, "-c", PROGRAM, *arguments]
        self.process = subprocess.Popen(
            command, env=environment, cwd=cwd, start_new_session=True, stdin=other, stdout=other, stderr=other
        )
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
        """Read what is still written, and return the exit code."""
        while True:
            assert select.select([self.main], [], [], PATIENCE)[0], f"it does not end after {self.seen!r}"
            try:
                more = os.read(self.main, 65536)
            except OSError:
                more = b""
            if not more:
                return self.process.wait(PATIENCE)
            self.seen += more.decode("utf-8", "replace")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.main >= 0:
            os.close(self.main)
            self.main = -1


Start = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Start]:
    opened: list[Terminal] = []

    def start(*arguments: str, **more: str) -> Terminal:
        line = ["--line"] if arguments[:1] in ((), ("play",)) else []  # what else plays opens the full screen
        opened.append(Terminal(tmp_path, *arguments, *line, **more))
        return opened[-1]

    yield start
    for started in opened:
        started.close()


def test_arrow_keys_play_at_once_and_lines_work_beside_them(terminal: Start) -> None:
    first = terminal("play", "steps", "corner")
    first.wait_for("> ")
    first.type(DOWN)
    first.wait_for("Moves 1/12")
    first.wait_for("> ")
    first.type("sx\x7f\r")  # a typing mistake taken back
    first.wait_for("Moves 2/12")
    first.wait_for("> ")
    first.type(RIGHT * 3)  # typed ahead
    first.wait_for("Best possible: 5.")
    first.wait_for("Enter: leave. ")
    first.type("\r")
    assert first.end() == 0


def test_after_the_end_the_next_level_a_retry_and_taking_back_are_one_key_away(terminal: Start) -> None:
    play = terminal("play", "phase_shift", "--speed", "0")
    play.wait_for("> ")
    play.type("q\r")
    play.wait_for("(y/N) ")
    play.type("y\r")
    play.wait_for("u: take back")
    play.wait_for("Enter: leave. ")
    play.type("u")
    play.wait_for("> ")
    play.type("q\r")
    play.wait_for("(y/N) ")
    play.type("y\r")
    play.wait_for("Enter: leave. ")
    play.type("r")
    play.wait_for("Moves 0/75")
    play.wait_for("> ")
    play.type("q\r")
    play.wait_for("(y/N) ")
    play.type("y\r")
    play.wait_for("Enter: leave. ")
    play.type("n")
    game = registry.load("phase_shift")
    levels = registry.levels(game)
    number = next(number for number, level in enumerate(levels) if level.name == game.DEFAULT)
    play.wait_for(f"Phase Shift: {levels[number + 1].title}")
    play.type("\x04")


def test_the_board_is_drawn_anew_when_the_terminal_changes_its_size(terminal: Start) -> None:
    play = terminal("play", "steps", "corner")
    play.wait_for("> ")
    play.type("so")
    play.wait_for("so")
    fcntl.ioctl(play.main, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
    play.process.send_signal(signal.SIGWINCH)  # which only the terminal of a session sends by itself
    play.wait_for("Moves 0/12")
    play.wait_for("> so")  # what was typed stands there again


def test_a_key_that_no_choice_has_does_nothing_and_unknown_sequences_are_dropped(terminal: Start) -> None:
    first = terminal("play", "steps", "corner")
    first.wait_for("> ")
    first.type(UP + "\x1b[15~" + "e\r")
    text = first.wait_for("Moves 1/12")
    assert "wall" not in text and "no command" not in text
    first.type("\x04")
    first.wait_for("Saved.")
    assert first.end() == 0


def test_the_screen_is_redrawn_with_colour_unless_no_color_or_plain(terminal: Start) -> None:
    first = terminal("play", "phase_shift", "walkthrough")
    first.wait_for("> ")
    first.type("e\re\re\rw\r")
    assert "\x1b[32m" in first.wait_for("Moves 4/75") + first.wait_for("> ")  # a beacon that is on is green (PS15)
    for arguments, more in ((["--plain"], {}), ([], {"NO_COLOR": "1"})):
        second = terminal("play", "phase_shift", "walkthrough", *arguments, **more)
        second.wait_for("> ")
        second.type("e\re\re\rw\r")
        text = second.wait_for("Moves 4/75") + second.wait_for("> ")
        assert not re.search(r"\x1b\[\d+m", text)
        assert bool("\x1b" in text) == (not arguments)


def test_the_curtain_hides_the_board_and_clears_the_scrollback(terminal: Start) -> None:
    first = terminal("play", "coins")
    first.wait_for("Player 1: press 1")
    first.type("1")
    first.wait_for("1> ")
    first.type("heads\r")
    assert "H" in first.wait_for("Press Enter to hide the board. ")
    first.type("\r\r")  # once too often: the board of player 2 stays hidden
    first.wait_for("\x1b[H\x1b[2J\x1b[3J")
    curtain = first.wait_for("Player 2: press 2") + first.wait_for("Player 2: press 2")
    assert "heads" not in curtain and "H" not in curtain.replace("\x1b[H", "") and "2> " not in curtain
    first.type("2")
    board = first.wait_for("2> ")
    assert "H" not in board.replace("\x1b[H", "")
    first.type("tails\r")
    first.wait_for("a point for player 2")
    first.wait_for("2> ")
    first.type("quit\r")
    first.wait_for("\x1b[H\x1b[2J\x1b[3J")
    first.wait_for("\x1b[?1049l")
    assert first.end() == 0


def test_kill_9_loses_nothing(terminal: Start) -> None:
    first = terminal("play", "coins")
    first.wait_for("Player 1: press 1")
    first.type("1heads\r\r")
    first.wait_for("Player 2: press 2")
    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    second = terminal("play", "--resume")
    assert "heads" not in second.wait_for("Player 2: press 2")
    second.type("2tails\r")
    second.wait_for("The coins were heads and tails")


def test_ctrl_c_is_130_and_the_terminal_is_left_as_it_was(terminal: Start) -> None:
    first = terminal("play", "steps")
    first.wait_for("> ")
    first.type("e\r")
    first.wait_for("Moves 1/12")
    first.wait_for("> ")
    first.process.send_signal(signal.SIGINT)
    first.wait_for("Saved. Go on with")
    assert first.end() == 130
    assert termios.tcgetattr(first.main)[3] & termios.ICANON


def test_the_end_of_the_process_leaves_the_terminal_as_it_was(terminal: Start) -> None:
    first = terminal("play", "steps")
    first.wait_for("> ")
    assert not termios.tcgetattr(first.main)[3] & termios.ICANON
    first.process.send_signal(signal.SIGTERM)
    assert first.end() == 128 + signal.SIGTERM
    assert termios.tcgetattr(first.main)[3] & termios.ICANON


def test_the_menu_offers_games_levels_and_unfinished_matches(terminal: Start) -> None:
    first = terminal()
    text = first.wait_for("Which? ")
    assert "GRIDHALL" in text and "Phase Shift" in text
    first.type("steps\r")
    assert "Round the corner" in first.wait_for("Which level?")
    first.type("\r")
    first.wait_for("> ")
    first.type("s\r")
    first.wait_for("Moves 1/12")
    first.type("quit\r")
    first.wait_for("Press Enter for the menu. ")
    first.type("\r")
    assert "a  go on: steps corner, 1 words played" in first.wait_for("Which? ")
    first.type("a\r")
    first.wait_for("Moves 1/12")
    first.type(DOWN + RIGHT * 3)
    first.wait_for("Enter: leave. ")
    first.type("\r")
    first.wait_for("Press Enter for the menu. ")
    first.type("\r")
    first.wait_for("Which? ")
    first.type("steps\r")
    assert "yours 5" in first.wait_for("Which level?")
    first.type("b\r")
    first.wait_for("Which? ")
    first.type("q\r")
    assert first.end() == 0


def test_the_menu_offers_what_can_be_gone_on_with_and_names_what_cannot(terminal: Start, tmp_path: Path) -> None:
    first = terminal("play", "steps", "corner")
    first.wait_for("> ")
    first.type("s\r")
    first.wait_for("Moves 1/12")
    first.wait_for("> ")
    first.type("quit\r")
    assert first.end() == 0
    broken = tmp_path / "matches" / "begun_too_late.jsonl"
    shutil.copy(RECORDS / broken.name, broken)
    os.utime(broken, (4e9, 4e9))
    second = terminal()
    text = " ".join(second.wait_for("Which? ").split())
    assert "a go on: steps corner, 1 words played" in text and "b go on" not in text
    assert "The record begun_too_late cannot be gone on with: it begins too late, because version 1.0.0" in text
    second.type("a\r")
    second.wait_for("Moves 1/12")
    third = terminal("play", "--resume", "maze_runner")  # a name that is none
    third.wait_for("there is no saved match")
    assert third.end() == 1


def test_what_is_said_before_the_first_board_stands_above_it(terminal: Start, tmp_path: Path) -> None:
    (tmp_path / "corner").write_text("@E\n")
    first = terminal("play", "steps", "corner", cwd=str(tmp_path))
    shown = first.wait_for("\n> ").rpartition(CLEAR)[2]
    assert shown.startswith("corner is taken as the level that Steps ships, not as your own corner; say")
    first.type("s\r")
    assert "ships" not in first.wait_for("\n> ").rpartition(CLEAR)[2]
    first.type("quit\r")
    assert first.end() == 0
    shutil.copy(RECORDS / "begun_too_late.jsonl", tmp_path / "matches")
    os.utime(tmp_path / "matches" / "begun_too_late.jsonl", (4e9, 4e9))
    second = terminal("play", "--resume")
    shown = second.wait_for("\n> ").rpartition(CLEAR)[2]
    assert shown.startswith("the record begun_too_late cannot be gone on with") and "Moves 1/12" in shown


def test_a_replay_runs_can_be_stepped_and_skipped(terminal: Start, tmp_path: Path) -> None:
    first = terminal("play", "steps", "corner")
    first.wait_for("> ")
    first.type(DOWN * 2 + RIGHT * 3)
    first.wait_for("Enter: leave. ")
    first.type("\r")
    assert first.end() == 0
    (path,) = (tmp_path / "matches").glob("*.jsonl")
    second = terminal("replay", path.stem, "--speed", "0.1")
    second.type(" ")  # before it begins, so that it pauses at once
    second.wait_for("1/6  0.1x  paused")
    second.type(".")
    second.wait_for("2/6  0.1x  paused")
    second.type(RIGHT + ",")
    second.wait_for("3/6")
    second.wait_for("2/6")
    second.type("+")
    second.wait_for("0.25x  paused")
    second.type("\r")
    second.wait_for("You are out")
    assert second.end() == 0


def test_piped_it_is_help(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gridhall"],
        input="",
        capture_output=True,
        text=True,
        env={**os.environ, "GRIDHALL_HOME": str(tmp_path)},
    )
    assert done.returncode == 0 and "usage: gridhall" in done.stdout and "\x1b" not in done.stdout


def test_a_choice_that_cannot_be_taken_back_is_told_within_the_screen(terminal: Start) -> None:
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


def test_sentences_above_the_board_are_folded_between_words(terminal: Start) -> None:
    play = terminal("play", "coins", "--speed", "0")
    fcntl.ioctl(play.main, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    play.wait_for("Player 1: press 1")
    play.type("1heads\r\r")
    play.wait_for("Player 2: press 2")
    play.type("2tails\r")
    play.wait_for("2> ")
    shown = play.wait_for("2> ").rpartition(CLEAR)[2].split("\r\n")
    assert shown[:2] == ["The coins were heads and tails: a point for player", "2 (C2)."]


def test_a_word_typed_while_something_still_moves_ends_the_animation_and_counts(terminal: Start) -> None:
    play = terminal("play", "warpgrid", "--seed", "77", "--speed", "0.25")
    play.wait_for("> ")
    play.type("y+\r")
    play.wait_for("Moving, ")
    play.type("x-\r")
    play.wait_for("A wall, and 4 to go.")


def keyed(match: Match) -> dict[int, str]:
    """The actions that a single key plays now, each with its key."""
    keys: dict[str, set[int]] = {}
    for choice in match.scene(0).choices:
        if choice.key in SINGLE and not choice.why:
            keys.setdefault(choice.key, set()).add(choice.action)
    return {actions.pop(): key for key, actions in keys.items() if len(actions) == 1}


Animated = tuple[str, list[str], list[str]]


def animated(name: str, long: bool) -> Animated | None:
    """A level, words to type, and two keys: the first of them shows an animation, the second is pressed during it."""
    game = registry.load(name)
    for setup in ["", *(level.name for level in registry.levels(game))] if game.PLAYERS == 1 else ():
        match = Match(game, setup or None, seed=1)
        certificate = next((level.certificate for level in registry.levels(game) if level.name == setup), {})
        for word in ["", *(certificate.get("witness") or "").split(";")[:3]]:
            if word:
                match.play(word)
            for action, key in ({} if match.over else keyed(match)).items():
                after = copy.copy(match)
                after.state, after.plies = copy.copy(match.state), list(match.plies)
                frames = len(list(after.moments(after.act(0, action), 0)))
                if not after.over and (frames > SHORT if long else 1 < frames <= SHORT):
                    for second in keyed(after).values():
                        return setup, [ply.word for ply in match.plies], [key, second]
    return None


ANIMATED = [
    (name, long, level) for name in registry.games() for long in (False, True) if (level := animated(name, long))
]


@pytest.mark.parametrize("name, long, chosen", ANIMATED, ids=lambda value: value if isinstance(value, str) else None)
def test_a_key_of_the_game_ends_an_animation_and_is_played(
    terminal: Start, tmp_path: Path, name: str, long: bool, chosen: Animated
) -> None:
    setup, words, keys = chosen
    play = terminal("play", name, *[setup] * bool(setup), "--seed", "1", "--speed", "0" if words else "0.1")
    play.wait_for("\n> ")
    for word in words:
        play.type(f"{word}\r")
        play.wait_for("\n> ")
    if words:
        play.close()  # and its match is gone on with where animations are slow
        play = terminal("play", "--resume", "--speed", "0.1")
        play.wait_for("\n> ")
    play.type(ESCAPES[keys[0]])
    play.wait_for(CLEAR)  # the animation begins; it takes seconds
    play.type(ESCAPES[keys[1]])
    play.wait_for("\n> ")
    (path,) = (tmp_path / "matches").iterdir()
    while len(read_record(path).plies) < len(words) + 2:
        play.wait_for("\n> ")
    assert [ply.word for ply in read_record(path).plies][:-2] == words


def losing(name: str) -> list[str]:
    """The words that end the match at once, and about which the game asks a question."""
    match = Match(name, seed=1)
    player = match.acting[0]
    asked = [choice for choice in match.scene(player).choices if choice.confirm and not choice.why]
    return [choice.word for choice in asked if ends(match, player, choice.action)]


LOSING = [(name, word) for name in registry.games() for word in losing(name)]


@pytest.mark.parametrize("name, word", LOSING)
@pytest.mark.parametrize("more", [[], ["--plain"]], ids=["", "plain"])
def test_a_word_that_loses_is_asked_about_unless_that_is_not_wanted(
    terminal: Start, tmp_path: Path, name: str, word: str, more: list[str]
) -> None:
    def begin(*arguments: str) -> Terminal:
        play = terminal("play", name, "--seed", "1", "--speed", "0", *more, *arguments)
        game = registry.load(name)
        if game.SECRETS and game.PLAYERS > 1:
            play.wait_for("when only you look at the screen. ")
            play.type("1" if not more else "1\r")
        play.wait_for("> ")
        return play

    first = begin()
    first.type(f"{word}\r")
    assert "?" in first.wait_for(" (y/N) ")
    first.type("\r")
    first.wait_for("Not done.")
    first.wait_for("> ")
    first.type(f"{word}\r")
    first.wait_for(" (y/N) ")
    first.type("y\r")
    if not more:
        first.wait_for("Enter: leave. ")
        first.type("\r")
    assert first.end() == 0
    (path,) = (tmp_path / "matches").iterdir()
    assert read_record(path).over and [ply.word for ply in read_record(path).plies] == [word]
    second = begin("--no-confirm")
    second.type(f"{word}\r")
    second.wait_for("gridhall replay" if registry.load(name).PLAYERS > 1 else "Lost")


def test_ps15_the_end_of_input_at_a_terminal_is_asked_about_like_q(terminal: Start, tmp_path: Path) -> None:
    first = terminal("play", "phase_shift", "walkthrough", "--speed", "0")
    first.wait_for("> ")
    first.type("e\r")
    first.wait_for("Moves 1/75")
    first.wait_for("> ")
    first.type("\x04")
    first.wait_for("Quit? That loses this level. (y/N) ")
    first.type("n\r")
    first.wait_for("> ")
    first.type("\x04")
    first.wait_for("(y/N) ")
    first.type("\x04")  # there is nobody to answer: nothing is lost
    first.wait_for("Saved. Go on with")
    assert first.end() == 0
    second = terminal("play", "--resume")
    second.wait_for("Moves 1/75")
    second.wait_for("> ")
    second.type("\x04")
    second.wait_for("(y/N) ")
    second.type("y\r")
    second.wait_for("you quit")
    second.wait_for("Enter: leave. ")
    second.type("\r")
    assert second.end() == 0


Move = tuple[str, list[str], list[str]]


def move_with_sentences(name: str) -> Move | None:
    """A level, two words, and the sentences that only the second one brings."""
    game = registry.load(name)
    for level in registry.levels(game):
        match = Match.of_text(game, level.text, 1)
        words = [word.strip() for word in (level.certificate.get("witness") or "").split(";")]
        sentences: list[set[str]] = []
        for word in words:
            sentences.append({shown.text for shown in match.moments(match.play(word), 0) if shown.text})
            if len(sentences) > 1 and not match.over and (new := sentences[-1] - sentences[-2]):
                return level.name, words[: len(sentences)], sorted(new)
    return None


UNDONE = [(name, move) for name in registry.games() if registry.load(name).UNDO and (move := move_with_sentences(name))]


@pytest.mark.parametrize("name, move", UNDONE, ids=lambda value: value if isinstance(value, str) else None)
def test_what_was_taken_back_is_not_on_the_screen(terminal: Start, name: str, move: Move) -> None:
    level, words, sentences = move
    play = terminal("play", name, level, "--seed", "1", "--speed", "0")
    shown = play.wait_for("\n> ")
    for word in words:
        play.type(f"{word}\r")
        shown = play.wait_for("\n> ").rpartition(CLEAR)[2]
    folded = " ".join(shown.split())
    assert any(" ".join(sentence.split()) in folded for sentence in sentences)
    for line in ("undo\r", "watch\r", "redraw\r"):
        play.type(line)
        folded = " ".join(play.wait_for("\n> ").split())
        assert not any(" ".join(sentence.split()) in folded for sentence in sentences), line
    play.type(f"{words[-1]}\r")  # it can happen again
    assert any(" ".join(sentence.split()) in " ".join(play.wait_for("\n> ").split()) for sentence in sentences)
