"""A match that is written down word by word while it is played, and the machines that play in it."""

import os
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridhall import registry
from gridhall.errors import BadSetup, GridhallError, Unavailable, Usage
from gridhall.match import Event, Match

if TYPE_CHECKING:
    from gridhall.record import Recorder

Say = Callable[[str], None]


def wanted_match(chosen: Namespace, say: Say, notice: Say) -> "KeptMatch":
    """The match that the arguments of `play` ask for, new or saved.

    `say` tells what goes wrong while it is played, `notice` what must be known before it.
    """
    if chosen.resume is not None:
        settled = {"SETUP": chosen.setup, "--against": chosen.against, "--side": chosen.side, "--seed": chosen.seed}
        if given := [name for name, value in settled.items() if value is not None]:
            raise Usage(f"--resume goes on with a match as it was begun; leave out {' and '.join(given)}")
        return _resumed(chosen, say, notice)
    if chosen.game is None:
        raise Usage("say which game, as in `gridhall play GAME`; `gridhall games` lists them")
    if chosen.side is not None and not chosen.against:
        side = "--side says which player you are against the machine"
        raise Usage(f"{side}; say --against LEVEL as well, or leave it out")
    return _fresh(chosen, say)


def _fresh(chosen: Namespace, say: Say) -> "KeptMatch":
    """A new match. Where neither a person nor the setup names a seed, one is drawn; for programs it is 0."""
    game = registry.load(chosen.game)
    text = registry.read_text(game, chosen.setup)
    named = game.named_seed(text) if game.named_seed is not None else None
    drawn = chosen.seed is None and named is None and not chosen.json
    try:
        match = Match.of_text(game, text, int.from_bytes(os.urandom(8)) if drawn else chosen.seed)
    except BadSetup as wrong:
        raise registry.name_files(game, chosen.setup, wrong) from wrong
    shipped, level = _level_of(game, chosen.setup or game.DEFAULT)
    machines = {}
    if chosen.against:
        if game.PLAYERS == 1 or not game.LEVELS_OF_PLAY:
            raise Usage(f"{game.TITLE} offers no opponents")
        if chosen.against not in game.LEVELS_OF_PLAY:
            from gridhall.agents import agent_of

            agent_of(game, chosen.against)  # any other of the arena's, or else a refusal that says which there are
        machines = {player: chosen.against for player in range(game.PLAYERS) if player != (chosen.side or 1) - 1}
    return KeptMatch(match, level, not (drawn and shipped), machines, say)


def _level_of(game: Any, setup: str) -> tuple[bool, str]:
    """Whether a setup is shipped with the game, and how records and results call it.

    A file goes by its name; one that is called like a shipped level keeps the dot by which it was asked for.
    """
    names = [level.name for level in registry.levels(game)]
    if not setup or setup in names:
        return True, setup
    name = os.path.basename(setup)
    return False, os.path.join(".", name) if name in names else name


def _resumed(chosen: Namespace, say: Say, notice: Say) -> "KeptMatch":
    """A saved match as it was left: the one that is named, or the last one that can be gone on with."""
    from gridhall.terminal import saves

    if chosen.resume:
        kept = KeptMatch.of_record(saves.path_of(chosen.resume), say)
        if chosen.game not in (None, kept.match.name):
            kept.close()
            raise Usage(f"{chosen.resume} is a match of {kept.match.name}, not of {chosen.game}")
        return kept
    for saved in saves.unfinished():
        if chosen.game in (None, saved.head["game"]):
            try:
                return KeptMatch.of_record(saved.path, say)
            except GridhallError as wrong:
                notice(f"{wrong}; it stays in {saved.path}, and the one before it is taken")
    raise Unavailable("there is no unfinished match to go on with")


class KeptMatch:
    """A match, its record and its machines. A match that cannot be written down can be played all the same."""

    def __init__(self, match: Match, level: str, opened: bool, machines: dict[int, str], say: Say) -> None:
        """`level` is how the setup was named, `opened` whether a person chose seed or map.

        `machines` has the level of play of each player who is a machine; `say` tells people what goes wrong.
        """
        self.match, self.game, self.level, self.opened, self.machines, self.say = (
            match, match.game, level, opened, machines, say,
        )  # fmt: skip
        self.people = [player for player in range(self.game.PLAYERS) if player not in machines]
        self.recorder: Recorder | None = None
        self.begun = False
        self.replaces = ""  # the record that was left by `restart` for this match
        self.began = time.monotonic()
        self.machine_seed = int.from_bytes(os.urandom(8)) >> 1  # its own, never the match's

    @classmethod
    def of_record(cls, path: Path, say: Say) -> "KeptMatch":
        """A saved match as it was left; raises BadRecord or Unavailable where it cannot be gone on with."""
        from gridhall.terminal import saves

        recorder, head = saves.go_on(path)
        names = enumerate(saves.players_of(head))
        begins = saves.MACHINE
        machines = {player: name.removeprefix(begins) for player, name in names if name.startswith(begins)}
        kept = cls(recorder.match, str(head.get("level") or ""), bool(head.get("open")), machines, say)
        kept.recorder, kept.begun, kept.replaces = recorder, True, str(head.get("replaces") or "")
        kept.began -= recorder.match.plies[-1].seconds if recorder.match.plies else 0.0
        return kept

    @property
    def name(self) -> str:
        """The name of the record; "" if there is none."""
        return self.recorder.path.stem if self.recorder else ""

    def begin(self) -> None:
        """Begin the record, unless it is begun."""
        if self.begun:
            return
        from gridhall.terminal import saves

        self.begun = True
        levels = [self.machines.get(player) for player in range(self.game.PLAYERS)]
        players = [saves.MACHINE + level if level else saves.PERSON for level in levels]
        head: dict[str, Any] = {"level": self.level, "players": players}
        head |= {"open": True} if self.opened else {}
        head |= {"replaces": self.replaces} if self.replaces else {}
        try:
            self.recorder = saves.begin(self.match, **head)
        except Unavailable as wrong:
            self.say(str(wrong))

    def act(self, player: int, action: int) -> list[Event]:
        """Play an action after checking it, and write it down; the moments worth showing."""
        self.match.check(player, action)
        self.begin()
        moments = self.match.act(player, action, time.monotonic() - self.began)
        self._write(lambda recorder: recorder.note())
        return moments

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
        same = self.game.PUZZLE or self.opened
        left = self.name if self.worth_keeping else self.replaces
        self.close()
        seed = self.match.seed if same else int.from_bytes(os.urandom(8))
        self.match = Match.of_text(self.game, self.match.setup_text, seed)
        self.began, self.begun, self.replaces = time.monotonic(), False, left
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
        from gridhall.agents import choose

        match, level = self.match, self.machines[player]
        action = choose(self.game, match.setup, match.view(player), player, level, self.machine_seed)
        if self.game.refusal(match.setup, match.state, player, action):
            # Half a turn was played before the match was gone on with, from another seed.
            action = match.legal(player)[0]
        return action

    def _write(self, work: Callable[["Recorder"], None]) -> None:
        if self.recorder is None:
            return
        try:
            work(self.recorder)
        except OSError as wrong:
            self.recorder = None
            self.say(f"this match can no longer be saved ({wrong.strerror or wrong}); you can play on")
