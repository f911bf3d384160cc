"""Spoken lines: whoever knows nothing but them can finish a level of every game."""

import asyncio
import io
import os
import re
import signal
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from tests.stage.full_screen import PROGRAM
from tests.stage.sitting_at import PATIENCE, on_stage, settled, table_of, until

from gridhall import registry
from gridhall.__main__ import main
from gridhall.errors import Unavailable
from gridhall.match import Match
from gridhall.scene import Choice, Scene
from gridhall.stage.app import Stage
from gridhall.stage.local_table import LocalTable
from gridhall.stage.speaker import Speaker
from gridhall.stage.speaker_commands import COMMANDS
from gridhall.stage.spoken import choice_sentence
from gridhall.stage.thinker import Thinker
from gridhall.stage.typed_lines import TypedLines

MOST = 400  # lines that somebody types
ENOUGH = 14  # choices of a duel, after which they give up
CHOICE = re.compile(r"(\d+): (.*)")
HINT = re.compile(r"Hint: ([^(]+) \(")


class Listener:
    """Somebody who hears lines, and types what makes sense after them."""

    def __init__(self, asks_for_hints: bool, gives_up: bool) -> None:
        self.asks_for_hints, self.gives_up = asks_for_hints, gives_up
        self.heard: list[str] = []
        self.all: list[str] = []
        self.typed = 0
        self.chosen = 0

    def hear(self, line: str) -> None:
        self.heard.append(line)
        self.all.append(line)

    async def read(self) -> str:
        heard, self.heard = self.heard, []
        self.typed += 1
        assert self.typed < MOST, self.all[-40:]
        if any(line == "There is nothing to choose now." for line in heard):
            return "quit\n"
        if any(line.endswith("Yes or no?") for line in heard):
            return "yes\n"
        for line in heard:
            if hint := HINT.match(line):
                return f"{hint[1]}\n"
        numbers = [choice for line in heard if (choice := CHOICE.match(line))]
        if heard and numbers and self.asked:
            self.asked = False
            return self._pick(numbers)
        if self.asks_for_hints and not any("There is no hint now." in line for line in heard):
            return "hint\n"
        self.asked = True
        return "choices\n"

    asked = False

    def _pick(self, numbers: "list[re.Match[str]]") -> str:
        self.chosen += 1
        resigning = [choice for choice in numbers if "resign" in choice[2].lower()]
        if self.gives_up and self.chosen > ENOUGH and resigning:
            return f"{resigning[0][1]}\n"
        safe = [choice for choice in numbers if "loses" not in choice[2] and choice not in resigning]
        return f"{(safe or numbers)[0][1]}\n"


@pytest.mark.parametrize("name", registry.games())
def test_a_level_is_finished_by_somebody_who_hears_only_the_lines(name: str, home: Path) -> None:
    game = registry.load(name)
    listener = Listener(asks_for_hints=game.PUZZLE, gives_up=game.PLAYERS > 1)

    async def play() -> LocalTable:
        machines = {1: next(iter(game.LEVELS_OF_PLAY))} if game.PLAYERS > 1 else None
        table = table_of(name, machines=machines)
        await Speaker(table, listener.hear).run(listener.read)
        await table.close()
        return table

    table = asyncio.run(play())
    assert table.match.over
    if game.PUZZLE:
        assert table.match.outcome == "won"
    assert all(line.isascii() and "\x1b" not in line and line == line.strip() for line in listener.all)


def test_what_cannot_be_done_is_said_with_its_reason(home: Path) -> None:
    lines: list[str] = []
    typed = iter(["choices seal\n", "quit\n"])

    async def read() -> str:
        return next(typed)

    async def play() -> None:
        table = table_of("echoes", [(0, 3), (0, 28)], machines={1: "easy"})
        await Speaker(table, lines.append).run(read)
        await table.close()

    asyncio.run(play())
    assert any("Seal my plan" in line and "not possible: 3 points are left" in line for line in lines), lines


def test_sentences_are_whole_arrows_are_understood_and_the_end_says_how_it_goes_on(home: Path) -> None:
    lines: list[str] = []
    typed = iter(["\x1b[C\n", "right\n", "use\n", "\x1b[C\n", "right\n", "quit\n"])

    async def read() -> str:
        return next(typed)

    async def play() -> None:
        table = table_of("grid_universe")
        await Speaker(table, lines.append).run(read)
        await table.close()

    asyncio.run(play())
    assert "You go to column 2 row 1." in lines and "You go to column 3 row 1." in lines, lines
    assert all(not line[0].islower() for line in lines)
    assert lines[-1] == "You can type next, again, undo or quit."
    hopeless = Choice(0, "left", "Left", hopeless=True)
    assert choice_sentence(hopeless, Scene(1, 1, {}, [])) == "Left, no way out"


def test_the_next_puzzle_seats_the_person_on_its_own_side_also_after_a_saved_match(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzles = [level for level in registry.levels(registry.load("echoes")) if level.side]
    level, after = next(pair for pair in pairwise(puzzles) if [puzzle.side for puzzle in pair] == [1, 2])
    first, *rest = [word[3:] for word in level.certificate["witness"].split("; ") if word.startswith("1: ")]

    def speak(words: list[str], *arguments: str) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{word}\n" for word in words)))
        assert main(["play", *arguments, "--speak"]) == 0
        return capsys.readouterr().out.splitlines()

    assert "You are Red." in speak([first, "quit"], "echoes", level.name, "--against", "easy", "--side", "1")
    lines = speak([*rest, "next", "quit"], "--resume")
    assert lines[lines.index(f"Echoes: {after.title}.") + 1] == "You are Blue."


def test_a_choice_that_is_looked_at_says_its_odds_once_and_a_risk_is_no_sure_loss(home: Path) -> None:
    lines: list[str] = []

    async def look() -> Choice:
        table = table_of("warpgrid", [(0, 0), (0, 3)])  # now some choices lose in 1 of 36
        speaker = Speaker(table, lines.append)
        number, choice = next((number, choice) for number, choice in enumerate(speaker.listed, 1) if choice.risk)
        await COMMANDS["look"](speaker, str(number))
        await table.close()
        return choice

    choice = asyncio.run(look())
    assert lines[0].startswith(f"L{choice.odds[1:]}. ") and lines[0].count(choice.odds[1:]) == 1


def test_ctrl_c_ends_spoken_lines_at_once_and_says_how_to_go_on(home: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, "play", "phase_shift", "walkthrough", "--speak"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None and program.stdout is not None
        watchdog = threading.Timer(PATIENCE, program.kill)
        watchdog.start()
        try:
            program.stdin.write("e\n")
            program.stdin.flush()
            while "stepped east" not in program.stdout.readline():
                assert program.poll() is None
            program.send_signal(signal.SIGINT)
            assert "Saved. Go on with" in program.stdout.read()  # standard input is still open
            assert program.wait() == 130
        finally:
            watchdog.cancel()
            program.kill()


def test_lines_come_whole_however_they_are_sent_and_the_last_one_without_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def read_all() -> list[str]:
        lines, read = TypedLines(), []
        while line := await asyncio.wait_for(lines.next(), PATIENCE):
            read.append(line)
        return read

    ours, theirs = os.pipe()
    with open(ours, encoding="utf-8") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        os.write(theirs, "e\nf\nsüd\nquit".encode())
        os.close(theirs)
        assert asyncio.run(read_all()) == ["e\n", "f\n", "süd\n", "quit"]


class Forgetful:
    """A thinker whose process ends once, as if from outside, before it answers."""

    def __init__(self, wrapped: Thinker) -> None:
        self.wrapped, self.has_ended = wrapped, False

    async def choose(self, match: Match, player: int, level: str, seed: int) -> int:
        if not self.has_ended:
            self.has_ended = True
            raise Unavailable("the process that thinks has ended; try again")
        return match.legal(player)[0]

    async def stop(self) -> None:
        await self.wrapped.stop()


def with_forgetful_machine() -> LocalTable:
    """A duel that the machine begins."""
    table = table_of("maze_runner", machines={1: "easy"})
    table.thinker = cast("Thinker", Forgetful(table.thinker))
    return table


def test_enter_lets_a_machine_think_again_and_hides_a_board_as_it_is_said() -> None:
    heard: list[str] = []

    async def work() -> None:
        table = with_forgetful_machine()
        speaker = Speaker(table, heard.append)
        typed = iter(["choices\n", "\n", "quit\n"])

        async def read() -> str:
            return next(typed)

        await asyncio.wait_for(speaker.run(read), PATIENCE)
        assert table.match.plies and not table.stopped
        await table.close()

    asyncio.run(work())
    assert "The process that thinks has ended; try again." in heard
    assert heard.count("The machine was stopped. Press Enter to let it think again, or quit.") == 2


def test_a_machine_whose_process_has_ended_can_be_asked_again_on_the_full_screen() -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        assert "has ended" in screen.message and screen.table.stopped
        await pilot.press("enter")
        await until(stage, lambda: bool(cast("LocalTable", screen.table).match.plies))

    on_stage(work, with_forgetful_machine())
