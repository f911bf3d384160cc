"""People who sit at a process of their own and play a match: at pipes, at a terminal, or as a program."""

import json
import os
import pty
import re
import select
import signal
from pathlib import Path
from random import Random
from typing import Any

from tests.cases import KEYS, LINES, Case
from tests.choices import ending_action, key_of, next_action
from tests.zygote import Zygote

from gridhall import registry
from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.record import record_lines
from gridhall.terminal.keys import SEQUENCES

PATIENCE = 120.0  # seconds; only a broken program takes so long
MOST = 14  # words of people before the process is killed
LONGEST = 500  # words of people until the end of a match
ESCAPES = {name: f"\x1b{code.decode()}" for code, name in SEQUENCES.items()} | {" ": " "}
PROMPT = re.compile(r"(?:^|\n)(\d?)> $")  # at the end of all that was written; where two sit at it, with the player
QUESTIONS = (  # what people are asked besides, and what they answer
    (re.compile(r"Player (\d): press \1 when only you look at the screen\. $"), r"\1"),
    (re.compile(r"Press Enter to hide the board\. $"), "\r"),
    (re.compile(r"Enter: leave\. $"), "\r"),
    (re.compile(r"\(y/N\) $"), "y\r"),
)
PING = "?"  # no game's word: a program that has answered it has done all that was asked before


class Sitting:
    """People who play a case in a process, knowing of it what its record and its output tell."""

    def __init__(self, zygote: Zygote, home: Path, case: Case) -> None:
        self.zygote, self.home, self.case = zygote, home, case
        self.game = registry.load(case.game)
        self.known: Match | None = None  # as far as its record was followed
        self.followed = home  # the record that tells it
        self.begun_again = False
        self.sits = ""  # who, as the prompt says
        self.facts: Any = None  # in JSON
        home.mkdir(parents=True)
        (home / "stderr").touch()
        opponent = ["--against", case.level, "--side", str(case.side)] if case.level else []
        self._open(["play", case.game, *[case.setup] * bool(case.setup), *opponent])

    def _open(self, arguments: list[str]) -> None:
        names = ("PATH", "HOME", "XDG_CACHE_HOME")
        environment = {name: os.environ[name] for name in names if name in os.environ}
        environment |= {"GRIDHALL_HOME": str(self.home), "TERM": "xterm", "NUMBA_NUM_THREADS": "1"}
        if self.case.way == KEYS:
            self.into, far = pty.openpty()
            self.out, streams = os.dup(self.into), [far, far, far]
            arguments = [*arguments, "--line", "--speed", "0"]
        else:
            (near_in, self.into), (self.out, near_out) = os.pipe(), os.pipe()
            streams = [near_in, near_out, os.open(self.home / "stderr", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)]
            arguments = [*arguments, "--json"] if self.case.way == LINES else arguments
        self.written = ""
        self.process = self.zygote.start(arguments, environment, str(self.home), streams)
        self.alive = True
        for stream in set(streams):
            os.close(stream)

    def go_on(self) -> None:
        """Start the process that goes on with the last match."""
        self._open(["play", "--resume"])

    def kill(self) -> None:
        """End the process as suddenly as can be."""
        os.kill(self.process, signal.SIGKILL)
        self._gone(-signal.SIGKILL)

    def leave(self) -> None:
        """End the input, and expect that the process ends well; a program is told by its 1 of the pings in vain."""
        if self.case.way == LINES:
            os.close(self.into)
            self.into = -1
        while self._read():
            pass
        self._gone(1 if self.case.way == LINES else 0)

    def close(self) -> None:
        """Leave no process behind, whatever has happened."""
        if self.alive:
            self.kill()

    def _gone(self, code: int) -> None:
        self.alive = False
        assert self.zygote.wait(self.process) == code, f"{self.case}: {self.written[-2000:]}"
        for stream in (self.into, self.out):
            if stream >= 0:
                os.close(stream)

    @property
    def record(self) -> Path:
        """The record of this match, which no other has replaced."""
        paths = list((self.home / "matches").glob("*.jsonl"))
        replaced = {json.loads(path.read_text("utf-8").partition("\n")[0]).get("replaces") for path in paths}
        (record,) = (path for path in paths if path.stem not in replaced)
        assert len(paths) == 1 + self.begun_again
        return record

    @property
    def match(self) -> Match:
        """The match as it was when its record was last read."""
        assert self.known is not None
        return self.known

    @property
    def played(self) -> int:
        """How many words people have had."""
        return sum(ply.player in self.case.people for ply in self.match.plies)

    def _follow(self) -> Match:
        """The match as its record tells it now; what is known of it already is not played again."""
        path = self.record
        lines = record_lines(path)
        if self.known is None or path != self.followed:
            head, self.followed = lines[0], path
            self.known = Match.of_text(self.game, head["setup"], head["seed"])
        for line in lines[1 + len(self.known.plies) :]:
            if "word" in line:
                self.known.play(f"{line['player']}: {line['word']}")
        return self.known

    def wait(self) -> int:
        """Wait until somebody's word is wanted, and say whose; -1 is the end of the match."""
        ended = False
        while True:
            if ended or self._asked():
                match = self._follow()
                if match.over:
                    return -1
                assert not ended, f"{self.case}: {self.written}{(self.home / 'stderr').read_text()}"
                people = [player for player in match.acting if player in self.case.people]
                if people:
                    if self.case.way == LINES:
                        viewer = self.case.side - 1 if self.case.level else EVERYONE
                        assert self.facts == json.loads(json.dumps(match.facts(viewer))), self.case
                    return int(self.sits) - 1 if self.sits else people[0]
            ended = not self._read()

    def _asked(self) -> bool:
        """Whether the process has come to a prompt; questions on the way are answered."""
        if self.case.way == LINES:
            return self._pinged()
        text = self.written.replace("\r\n", "\n")
        for question, answer in QUESTIONS:
            if asked := question.search(text):
                self.written = ""
                self.type(asked.expand(answer) if self.case.way == KEYS else answer.replace("\r", "\n"))
                return False
        prompt = PROMPT.search(text)
        self.sits = prompt[1] if prompt else ""
        return prompt is not None

    def _pinged(self) -> bool:
        """Whether the answer to the last ping has come; the facts told until then are kept."""
        *lines, self.written = self.written.split("\n")
        for line in map(json.loads, lines):
            self.facts = line.get("facts", self.facts)
            if line.get("word") == PING:
                assert line["error"]["code"] in ("bad_action", "match_over"), line
                return True
        return False

    def _read(self) -> bool:
        """Read what comes; False is the end of the output."""
        assert select.select([self.out], [], [], PATIENCE)[0], f"{self.case} hangs after {self.written[-2000:]!r}"
        try:
            more = os.read(self.out, 1 << 16)
        except OSError:  # the other side of a terminal is closed
            more = b""
        self.written += more.decode("utf-8", "replace")
        return bool(more)

    def type(self, text: str) -> None:
        os.write(self.into, text.encode())

    def say(self, text: str) -> None:
        """Type a line."""
        self.written = ""
        self.type(text + ("\r" if self.case.way == KEYS else "\n"))

    def begin(self) -> None:
        """A program asks at once what there is; people look at the board."""
        if self.case.way == LINES:
            self.say(PING)

    def play(self, player: int, action: int) -> None:
        """Play an action by its key, or else by its word."""
        word = self.game.word(self.match.setup, self.match.state, action)
        if self.case.way == LINES:
            self.say(f"{player + 1}: {word}\n{PING}")
        elif self.case.way == KEYS and (key := key_of(self.match, player, action)):
            self.written = ""
            self.type(ESCAPES[key])
        else:
            self.say(word)


def play_some(sitting: Sitting, chance: Random, most: int) -> int:
    """Play until everybody has had a word, people two, or people `most`; if the case says so, begin again in between.

    Returns how many words people had when the match was over before that, which was too many; else 0. A match in which
    nobody has a choice is over before people have any.
    """
    sitting.begin()
    player = sitting.wait()
    if player < 0:
        return 0
    if sitting.case.restarts:
        begun = sitting.played  # by the game, for people who have no choice
        sitting.play(player, next_action(sitting.match, player, chance))
        assert sitting.wait() >= 0
        sitting.begun_again = True
        sitting.say("restart")
        player = sitting.wait()
        assert sitting.played == begun, sitting.case
    for own in range(1, most + 1):
        words = len(sitting.match.plies)
        sitting.play(player, next_action(sitting.match, player, chance))
        player = sitting.wait()
        assert len(sitting.match.plies) > words, f"{sitting.case}: {sitting.written!r}"
        if player < 0:
            return own
        if own >= 2 and len({ply.player for ply in sitting.match.plies}) == sitting.game.PLAYERS:
            break
    return 0


def play_to_the_end(sitting: Sitting, chance: Random) -> None:
    """Play one more word, then give up where that is possible, else play on."""
    sitting.begin()
    for number in range(LONGEST):
        player = sitting.wait()
        if player < 0:
            return
        action = ending_action(sitting.match, player) if number else None
        sitting.play(player, next_action(sitting.match, player, chance, True) if action is None else action)
    raise AssertionError(f"{sitting.case} has no end")
