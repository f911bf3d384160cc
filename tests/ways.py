"""Every way of playing every kind of match: what there is, people who play it, and what must hold of its record.

What is played is found by asking the game; no game is named here.
"""

import contextlib
import copy
import hashlib
import heapq
import io
import json
import os
import pty
import re
import select
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.zygote import Zygote

from gridhall import registry
from gridhall.__main__ import main
from gridhall.errors import GridhallError
from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.record import read_record, record_lines
from gridhall.scene import as_json
from gridhall.terminal.keys import SEQUENCES
from gridhall.terminal.prompt import SINGLE

PATIENCE = 120.0  # seconds; only a broken program takes so long
MOST = 14  # words of people before the process is killed
LONGEST = 500  # words of people until the end of a match
ROOM, LINES, PIPE, KEYS = "room", "json", "pipe", "keys"
ESCAPES = {name: f"\x1b{code.decode()}" for code, name in SEQUENCES.items()} | {" ": " "}
PROMPT = re.compile(r"(?:^|\n)(\d?)> $")  # at the end of all that was written; where two sit at it, with the player
QUESTIONS = (  # what people are asked besides, and what they answer
    (re.compile(r"Player (\d): press \1 when only you look at the screen\. $"), r"\1"),
    (re.compile(r"Press Enter to hide the board\. $"), "\r"),
    (re.compile(r"s and Enter: the story of this match\. Enter: leave\. $"), "\r"),
    (re.compile(r"\(y/N\) $"), "y\r"),
)
PING = "?"  # no game's word: a program that has answered it has done all that was asked before


class Case(NamedTuple):
    """A kind of match. `setup` "" is the game's default; `level` "" is no machine; `side` is 1-based."""

    game: str
    setup: str
    level: str
    side: int
    way: str
    restarts: bool

    def __str__(self) -> str:
        opponent = f"{self.level}-{self.side}" if self.level else "people"
        return f"{self.game}-{self.setup or 'default'}-{opponent}-{self.way}{'-restart' * self.restarts}"

    @property
    def people(self) -> list[int]:
        return [self.side - 1] if self.level else list(range(registry.load(self.game).PLAYERS))


def setups(game: Any) -> list[str]:
    """Every shipped level, and "" where the default is none of them."""
    return [""] * (not game.DEFAULT) + [level.name for level in registry.levels(game)]


def opponents(game: Any) -> list[tuple[str, int]]:
    """No machine, and each level of play on each side."""
    levels = game.LEVELS_OF_PLAY if game.PLAYERS == 2 else {}
    return [("", 1), *((level, side) for level in levels for side in (1, 2))]


def all_cases() -> Iterator[Case]:
    """The whole product.

    A prompt has the word `restart`; in a room one begins again by taking all back, where one may.
    """
    for name in registry.games():
        game = registry.load(name)
        for setup in setups(game):
            for level, side in opponents(game):
                for way in (ROOM, LINES, PIPE, KEYS):
                    again = way in (PIPE, KEYS) or (way == ROOM and game.UNDO)
                    for restarts in (False, True) if again else (False,):
                        yield Case(name, setup, level, side, way, restarts)


def covering_cases() -> list[Case]:
    """So few cases that any two values (of setup, level, side, way, restart) that ever meet do meet in one of them."""
    pairs = {}
    for case in all_cases():
        values = ((case.game, case.setup), (case.game, case.level), case.side, case.way, case.restarts)
        pairs[case] = {(a, b, values[a], values[b]) for b in range(len(values)) for a in range(b)}
    left = set().union(*pairs.values())
    order = Random(1).sample(sorted(pairs), len(pairs))
    waiting = [(-len(pairs[case]), number, case) for number, case in enumerate(order)]
    heapq.heapify(waiting)
    chosen = []
    while left:  # the case that has most to add; what a case can add only shrinks, so a late count is never too small
        count, number, case = heapq.heappop(waiting)
        adds = len(pairs[case] & left)
        if adds == -count:
            chosen.append(case)
            left -= pairs[case]
        elif adds:
            heapq.heappush(waiting, (-adds, number, case))
    return sorted(chosen)


# What to play


def next_action(match: Match, player: int, chance: Random, may_end: bool = False) -> int:
    """A sensible action.

    Of the proved way, of the game's own proposal, or any; if possible not one that ends the match.
    """
    last = -1
    for action in _wishes(match, player, chance):
        if may_end or not ends(match, player, action):
            return action
        last = action
    return last


def _wishes(match: Match, player: int, chance: Random) -> Iterator[int]:
    game, plies = match.game, len(match.plies)
    for level in registry.levels(game) if game.PLAYERS == 1 else ():
        way = [word.strip() for word in (level.certificate.get("witness") or "").split(";") if word]
        if level.text == match.setup_text and [ply.word for ply in match.plies] == way[:plies] and plies < len(way):
            yield match.read(way[plies], player)[1]
    if game.propose is not None:
        yield int(game.propose(match.setup, match.view(player), player, chance.getrandbits(60)))
    legal = match.legal(player)
    yield from chance.sample(legal, len(legal))


def ending_action(match: Match, player: int) -> int | None:
    """The action by which a player gives up, where the game has one."""
    for word in ("resign", "q"):
        with contextlib.suppress(GridhallError):
            action = match.read(word, player)[1]
            match.check(player, action)
            if ends(match, player, action):
                return action
    return None


def key_of(match: Match, player: int, action: int) -> str:
    """The single key that plays an action at the prompt; "" if there is none."""
    choices = [choice for choice in match.scene(player).choices if choice.key in SINGLE and not choice.why]
    key = next((choice.key for choice in choices if choice.action == action), "")
    return key if len({choice.action for choice in choices if choice.key == key}) == 1 else ""


def ends(match: Match, player: int, action: int) -> bool:
    after = copy.copy(match.state)
    match.game.step(match.setup, after, player, action)
    return not match.game.acting(match.setup, after)


# People who play


class Sitting:
    """People who play a case in a process, knowing of it what its record and its output tell."""

    def __init__(self, zygote: Zygote, home: Path, case: Case) -> None:
        self.zygote, self.home, self.case = zygote, home, case
        self.game = registry.load(case.game)
        self.match: Match | None = None
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
            arguments = [*arguments, "--speed", "0"]
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
    def played(self) -> int:
        """How many words people have had."""
        assert self.match is not None
        return sum(ply.player in self.case.people for ply in self.match.plies)

    def _follow(self) -> Match:
        """The match as its record tells it now; what is known of it already is not played again."""
        path = self.record
        lines = record_lines(path)
        if self.match is None or path != self.followed:
            head, self.followed = lines[0], path
            self.match = Match.of_text(self.game, head["setup"], head["seed"])
        for line in lines[1 + len(self.match.plies) :]:
            if "word" in line:
                self.match.play(f"{line['player']}: {line['word']}")
        return self.match

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
        assert self.match is not None
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


# What must hold of a record


def check_record(path: Path, case: Case, wholly: bool) -> None:
    """Replay the record of a finished match, every hash compared.

    `wholly`: let every command look at it, and play its words again without a person: all must tell the same facts.
    """
    match, lines = read_record(path), record_lines(path)
    assert match.over and lines[-1]["end"] and match.name == case.game
    if not wholly:
        return
    verdict = json.loads(_said("verify", str(path), "--json"))
    assert verdict["valid"] and verdict["plies"] == len(match.plies) and verdict["outcome"] == match.outcome
    words = ";".join(f"{ply.player + 1}: {ply.word}" for ply in match.plies)
    setup = [case.setup] if case.setup else []
    answers = _said("run", case.game, *setup, "--seed", str(match.seed), "--actions", words, "--json").splitlines()
    hashes = [line["hash"] for line in lines if "hash" in line]
    assert len(answers) == len(hashes)
    before = ""
    for line, expected in zip(answers, hashes):
        facts = json.dumps(json.loads(line)["facts"], sort_keys=True, separators=(",", ":"))
        before = hashlib.sha256((before + facts).encode()).hexdigest()[:32]
        assert before == expected
    viewer = 0 if match.game.PLAYERS == 1 else EVERYONE
    frames = _said("replay", str(path), "--json").splitlines()
    assert json.loads(frames[-1])["scene"] == json.loads(json.dumps(as_json(match.scene(viewer))))
    picture = path.with_suffix(".gif")
    _said("replay", str(path), "--gif", str(picture))
    assert picture.read_bytes()[:4] == b"GIF8"
    picture.unlink()


def _said(*arguments: str) -> str:
    """What a command says, which must end well."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(list(arguments)) == 0, f"{arguments}: {out.getvalue()}"
    return out.getvalue()
