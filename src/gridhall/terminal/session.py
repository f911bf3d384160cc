"""A match in play: its record, written word by word, and the machines that play in it."""

import os
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridhall import registry
from gridhall.errors import BadSetup, GridhallError, Unavailable, Usage
from gridhall.game import Game
from gridhall.header import title_of
from gridhall.match import Event, Match
from gridhall.seeds import draw_seed, seed_for

if TYPE_CHECKING:
    from gridhall.record import Recorder

Say = Callable[[str], None]


def session_for(args: Namespace, complain: Say, notice: Say) -> "Session":
    """The match that the arguments of `play` ask for, new or saved.

    `complain` says what goes wrong while it is played, `notice` what must be known before it.
    """
    if getattr(args, "lesson", None) is not None:
        return _lesson(args, complain)
    if args.resume is not None:
        settled = {"SETUP": args.setup, "--against": args.against, "--side": args.side, "--seed": args.seed}
        if given := [name for name, value in settled.items() if value is not None]:
            raise Usage(f"--resume goes on with a match as it was begun; leave out {' and '.join(given)}")
        return _resumed(args, complain, notice)
    if args.game is None:
        raise Usage("say which game, as in `gridhall play GAME`; `gridhall games` lists them")
    if args.side is not None and not args.against:
        side = "--side says which player you are against the machine"
        raise Usage(f"{side}; say --against LEVEL as well, or leave it out")
    return _new(args, complain)


def _lesson(args: Namespace, complain: Say) -> "Session":
    """A step of a game's first lesson."""
    from gridhall.terminal.lesson_session import LessonSession

    settled = {"SETUP": args.setup, "--against": args.against, "--side": args.side, "--seed": args.seed}
    settled |= {"--resume": args.resume, "--json": args.json or None}
    if given := [name for name, value in settled.items() if value is not None]:
        raise Usage(f"a lesson has positions of its own; leave out {' and '.join(given)}")
    if args.game is None:
        raise Usage("say which game, as in `gridhall play GAME --lesson`; `gridhall games` lists them")
    return LessonSession(registry.load(args.game), args.lesson, complain)


def _new(args: Namespace, complain: Say) -> "Session":
    """A new match. A program that names no seed gets 0, so that it can repeat what it does.

    The menu may have settings of a match without a level, by the names of the game's options.
    """
    game = registry.load(args.game)
    settings = _header_of(game, getattr(args, "settings", {}))
    text = settings or registry.read_text(game, args.setup)
    seed, known = seed_for(game, text, args.seed)
    if args.json and not known:
        seed, known = 0, True
    try:
        match = Match.of_text(game, text, seed)
    except BadSetup as wrong:
        from gridhall.file_defects import for_people, name_files  # only here: most levels are right

        named = name_files(game, args.setup, wrong)
        raise (named if args.json else for_people(game, args.setup, named)) from wrong
    shipped, level = _level_of(game, args.setup or game.DEFAULT)
    return Session(match, level, known or not shipped or bool(settings), _machines(game, args), complain)


def _header_of(game: Game, settings: dict[str, str]) -> str:
    if not settings:
        return ""
    from gridhall.options import header_lines  # only here: most matches are as usual

    return header_lines(game.OPTIONS, settings)


def _machines(game: Game, args: Namespace) -> dict[int, str]:
    """The level of play of each player who is a machine."""
    if not args.against:
        return {}
    if game.PLAYERS == 1 or not game.LEVELS_OF_PLAY:
        raise Usage(f"{game.TITLE} offers no opponents")
    if args.against not in game.LEVELS_OF_PLAY:
        from gridhall.agents import agent_of

        agent_of(game, args.against)  # any other of the arena's, or else a refusal that says which there are
    person = (args.side or 1) - 1
    return {player: args.against for player in range(game.PLAYERS) if player != person}


def _level_of(game: Game, setup: str) -> tuple[bool, str]:
    """Whether a setup is shipped with the game, and how records and results call it.

    A file goes by its name; one that is called like a shipped level keeps the dot by which it was asked for.
    """
    names = [level.name for level in registry.levels(game)]
    if not setup or setup in names:
        return True, setup
    name = os.path.basename(setup)
    return False, os.path.join(".", name) if name in names else name


def _resumed(args: Namespace, complain: Say, notice: Say) -> "Session":
    """A saved match as it was left: the one that is named, or the last one that can be gone on with."""
    from gridhall.terminal import saves

    if args.resume:
        session = Session.of_record(saves.path_of(args.resume), complain)
        if args.game not in (None, session.match.name):
            session.close()
            raise Usage(f"{args.resume} is a match of {session.match.name}, not of {args.game}")
        return session
    for saved in saves.unfinished():
        if args.game in (None, saved.head["game"]):
            try:
                return Session.of_record(saved.path, complain)
            except GridhallError as wrong:
                notice(f"{wrong}; it stays in {saved.path}; one before it is looked for")
    raise Unavailable("there is no unfinished match to go on with")


class Session:
    """A match, its record and its machines. A match that cannot be written down can be played all the same."""

    def __init__(self, match: Match, level: str, opened: bool, machines: dict[int, str], complain: Say) -> None:
        """`level` is how the setup was named, `opened` whether a person chose seed or map.

        `machines` has the level of play of each player who is a machine; `complain` tells people what goes wrong.
        """
        self.match, self.game, self.level, self.opened = match, match.game, level, opened
        self.machines, self.complain = machines, complain
        self.people = [player for player in range(self.game.PLAYERS) if player not in machines]
        self.recorder: Recorder | None = None
        self.has_begun = False  # whether a record was begun, even one that could not be written
        self.replaces = ""  # the record that was left by `restart` for this match
        self.started = time.monotonic()
        self.machine_seed = draw_seed() >> 1  # the machines' own, never the match's

    @classmethod
    def of_record(cls, path: Path, complain: Say) -> "Session":
        """A saved match as it was left; raises BadRecord or Unavailable where it cannot be gone on with."""
        from gridhall.terminal import saves

        recorder, head = saves.go_on(path)
        match, mark = recorder.match, saves.MACHINE
        players = enumerate(saves.players_of(head))
        machines = {player: name.removeprefix(mark) for player, name in players if name.startswith(mark)}
        session = cls(match, str(head.get("level") or ""), bool(head.get("open")), machines, complain)
        session.recorder, session.has_begun, session.replaces = recorder, True, str(head.get("replaces") or "")
        session.started -= match.plies[-1].seconds if match.plies else 0.0
        return session

    @property
    def name(self) -> str:
        """The name of the record; "" if there is none."""
        return self.recorder.path.stem if self.recorder else ""

    @property
    def seconds(self) -> float:
        """How long the match has been played."""
        return time.monotonic() - self.started

    @property
    def shipped_level(self) -> registry.ShippedLevel | None:
        """The shipped level that is played; a file of the same name is another one."""
        played = self.level, self.match.setup_text
        return next((level for level in registry.levels(self.game) if (level.name, level.text) == played), None)

    @property
    def title(self) -> str:
        """The level's title, or what its text or its file is called; "" for a plain match."""
        return shipped.title if (shipped := self.shipped_level) else title_of(self.match.setup_text) or self.level

    def act(self, player: int, action: int) -> list[Event]:
        """Play an action and write it down; returns what happened."""
        events = self.match.act(player, action, self.seconds)
        self.write_ply()
        return events

    def begin(self) -> None:
        """Begin the record, unless it is begun; what was played before stands in it, too."""
        if self.has_begun:
            return
        from gridhall.terminal import saves

        self.has_begun = True
        levels = [self.machines.get(player) for player in range(self.game.PLAYERS)]
        players = [saves.MACHINE + level if level else saves.PERSON for level in levels]
        head: dict[str, Any] = {"level": self.level, "players": players}
        head |= {"open": True} if self.opened else {}
        head |= {"replaces": self.replaces} if self.replaces else {}
        try:
            self.recorder = saves.begin(self.match, **head)
        except Unavailable as wrong:
            self.complain(str(wrong))

    def write_ply(self) -> None:
        """Write down the ply just played."""
        if self.has_begun:
            self._write(lambda recorder: recorder.note())
        else:
            self.begin()

    def undo(self, count: int) -> int:
        """Take back up to `count` plies, and on to where a person has a choice; returns how many were taken back."""
        taken = self.match.undo(count)
        while taken and self.match.plies and not self._person_chooses():
            taken += self.match.undo(1)
        if taken:
            self._write(lambda recorder: recorder.note_undo(taken))
        return taken

    def _person_chooses(self) -> bool:
        return any(player in self.people and self.automatic(player) < 0 for player in self.match.acting)

    def restart(self) -> None:
        """Begin again: a puzzle as it was, a game of chance with new chance unless a person chose the seed.

        The record that is left stays, but is no longer offered to be gone on with (see saves.unfinished).
        """
        seed = self.match.seed if self.game.PUZZLE or self.opened else draw_seed()
        left = self.name if self.worth_keeping else self.replaces
        self.close()
        self.match = Match.of_text(self.game, self.match.setup_text, seed)
        self.started, self.has_begun, self.replaces = time.monotonic(), False, left
        self.begin()

    @property
    def worth_keeping(self) -> bool:
        """Whether anything was played."""
        return bool(self.match.plies or self.match.undone)

    def close(self) -> None:
        """Let go of the record; one without a single word is not kept."""
        if self.recorder is not None:
            self.recorder.close()
            if not self.worth_keeping:
                self.recorder.path.unlink(missing_ok=True)
            self.recorder = None

    def automatic(self, player: int) -> int:
        """The action the game plays for a player who has no choice, or -1."""
        if self.game.automatic is None:
            return -1
        return int(self.game.automatic(self.match.setup, self.match.view(player), player))

    def machine_action(self, player: int) -> int:
        """What a machine plays next. Its seed stays the same, so that the words of one turn belong together."""
        if (action := self.automatic(player)) >= 0:
            return action
        from gridhall.agents.choice import choose

        match, level = self.match, self.machines[player]
        action = choose(self.game, match.setup, match.view(player), player, level, self.machine_seed)
        return self.allowed(player, action)

    def allowed(self, player: int, action: int) -> int:
        """What a machine has chosen, if the rules allow it, else anything that they do.

        A match may have been gone on with in the middle of a machine's turn, which was begun with another seed.
        """
        return self.match.legal(player)[0] if self.match.refuses(player, action) else action

    def _write(self, work: "Callable[[Recorder], None]") -> None:
        if self.recorder is None:
            return
        try:
            work(self.recorder)
        except OSError as wrong:
            self.recorder = None
            self.complain(f"this match can no longer be saved ({wrong.strerror or wrong}); you can play on")
