"""Play at a prompt: alone, two on one keyboard, or against the machine. A game's own words win over the platform's."""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from gridhall import registry
from gridhall.errors import BadAction, GridhallError, Unavailable, Usage
from gridhall.frames import Frame
from gridhall.game import EVERYONE, WON
from gridhall.header import title_of
from gridhall.match import Match, Moment, split_player
from gridhall.scene import Choice, Scene
from gridhall.terminal.keys import Key, Keyboard
from gridhall.terminal.screen import Screen, note
from gridhall.text import wrap

SINGLE = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", " ", "Home", "End", "PageUp", "PageDown", "Delete", "Tab"}  # keys that begin no word
FEW = 8  # choices whose consequences are told without being asked
MACHINE = "machine: "  # before the level of play, in the record's list of players
SHORT = 4  # moments that are shown quickly and without a headline


class Left(Exception):
    """The player has left; the match is saved."""


def play(chosen: Namespace) -> int:
    """Play a match, new or saved."""
    if chosen.json:
        return _play_lines(chosen)
    with Keyboard(keys=not chosen.plain) as keyboard:
        screen = Screen(chosen, keyboard)
        table = resumed(chosen, screen) if chosen.resume is not None else fresh(chosen, screen)
        try:
            return table.run()
        except KeyboardInterrupt:
            table.say_saved()
            raise
        finally:
            screen.aside(False)
            table.close()


def _play_lines(chosen: Namespace) -> int:
    """For programs: words from standard input, each answered by a line of JSON at once."""
    from gridhall.terminal.run import Lines, answer, words

    match = Match(_named(chosen.game), chosen.setup, chosen.seed)
    lines = Lines(match, EVERYONE)
    lines.start()
    refused = False
    for text in sys.stdin:
        for word in words(text):
            refused |= not answer(match, word, EVERYONE, lines)
    return int(refused)


def _named(game: str | None) -> str:
    if game is None:
        raise Usage("say which game, as in `gridhall play GAME`; `gridhall games` lists them")
    return game


def fresh(chosen: Namespace, screen: Screen) -> "Table":
    """A table with a new match."""
    game = registry.load(_named(chosen.game))
    text = registry.read_text(game, chosen.setup)
    named = game.named_seed(text) if hasattr(game, "named_seed") else None
    drawn = chosen.seed is None and named is None
    match = Match.of_text(game, text, int.from_bytes(os.urandom(8)) if drawn else chosen.seed)
    name = chosen.setup or game.DEFAULT
    shipped = not name or any(level.name == name for level in registry.levels(game))
    level = name if shipped else os.path.basename(name)
    machines = {}
    if chosen.against:
        if game.PLAYERS == 1 or not game.LEVELS_OF_PLAY:
            raise Usage(f"{game.TITLE} offers no opponents")
        if chosen.against not in game.LEVELS_OF_PLAY:
            from gridhall.agents import agent_of

            agent_of(game, chosen.against)  # any other one of the arena's, or else a refusal that says which there are
        machines = {player: chosen.against for player in range(game.PLAYERS) if player != chosen.side - 1}
    return Table(match, screen, level=level, opened=not (drawn and shipped), machines=machines, confirms=not chosen.no_confirm)


def resumed(chosen: Namespace, screen: Screen) -> "Table":
    """A table with a saved match, as it was left."""
    from gridhall.terminal import saves

    wanted = chosen.resume
    if not wanted:
        last = next(iter(one for one in saves.saved() if chosen.game in (None, one.head["game"])), None)
        if last is None:
            raise Unavailable("there is no unfinished match to go on with")
        wanted = last.name
    recorder, head = saves.go_on(saves.path_of(wanted))
    if recorder.match.over:
        recorder.close()
        raise Unavailable(f"{wanted} is over; `gridhall replay {wanted}` shows it")
    machines = {player: name.removeprefix(MACHINE) for player, name in enumerate(saves.players_of(head)) if name.startswith(MACHINE)}
    table = Table(recorder.match, screen, str(head.get("level") or ""), bool(head.get("open")), machines, not chosen.no_confirm)
    table.recorder = recorder
    table.began -= recorder.match.plies[-1].seconds if recorder.match.plies else 0.0
    return table


class Table:
    """A match and the people at one keyboard."""

    def __init__(self, match: Match, screen: Screen, level: str, opened: bool, machines: dict[int, str], confirms: bool) -> None:
        self.match, self.game, self.screen, self.keyboard = match, match.game, screen, screen.keyboard
        self.level, self.opened, self.machines, self.confirms = level, opened, machines, confirms
        self.people = [player for player in range(self.game.PLAYERS) if player not in machines]
        self.curtained = self.game.SECRETS and len(self.people) > 1
        self.sitting = -1
        self.unseen: dict[int, list[Frame]] = {player: [] for player in self.people}
        self.last: list[Frame] = []  # what was shown last, to be watched again
        self.recorder: Any = None
        self.began = time.monotonic()
        self.machine_seed = int.from_bytes(os.urandom(8)) >> 1  # its own, never the match's
        self.messages: list[str] = []
        self.tick = 0  # of the timeline, last looked at

    def close(self) -> None:
        """Let go of the record; one without a single word is not worth keeping."""
        if self.recorder is not None:
            self.recorder.close()
            if not self.match.plies and not self.match.undone:
                self.recorder.path.unlink(missing_ok=True)
            self.recorder = None

    def run(self) -> int:
        """Play until the end, or until the people leave."""
        resumed = self.recorder is not None
        title = next((level.title for level in registry.levels(self.game) if level.name == self.level), title_of(self.match.setup_text) or self.level)
        self.messages = [f"{self.game.TITLE}: {title}" if title else self.game.TITLE]
        self.next()
        if not self.match.over:
            self.board()
        if not resumed:
            self.begin_record()
        try:
            while not self.match.over:
                self._turn()
        except Left:
            return 0
        self._finish()
        return 0

    def begin_record(self) -> None:
        from gridhall.terminal import saves

        players = [MACHINE + self.machines[player] if player in self.machines else "person" for player in range(self.game.PLAYERS)]
        try:
            self.recorder = saves.begin(self.match, level=self.level, players=players, **({"open": True} if self.opened else {}))
        except Unavailable as wrong:
            self.screen.say(str(wrong))

    def next(self) -> None:
        """Let the machines play while no person may; then the one whose turn it is sits down, and is played for where he has no choice."""
        thinks = False
        while not self.match.over:
            acting = [player for player in self.match.acting if player in self.people]
            if not acting:
                if not thinks:
                    note("The machine thinks ...")
                    thinks = True
                self._machine(self.match.acting[0])
                continue
            if self.sitting not in acting:
                self._sit(acting[0])
            if (action := self._automatic(self.sitting)) < 0:
                return
            self._act(self.sitting, action)

    def _automatic(self, player: int) -> int:
        return int(self.game.automatic(self.match.setup, self.match.view(player), player)) if hasattr(self.game, "automatic") else -1

    def _machine(self, player: int) -> None:
        """Let the machine play one word. Its seed stays the same, so that the words of one turn belong together."""
        from gridhall.agents import choose

        if (action := self._automatic(player)) < 0:
            action = choose(self.game, self.match.setup, self.match.view(player), player, self.machines[player], self.machine_seed)
            if self.game.refusal(self.match.setup, self.match.state, player, action):  # half a turn was played before, from another seed
                action = self.match.legal(player)[0]
        self._act(player, action)

    def _sit(self, player: int) -> None:
        """Another person takes the keyboard: draw the curtain, then show him what he saw happen."""
        before, self.sitting = self.sitting, player
        if self.curtained:
            if before >= 0 and self.keyboard.keys:
                self.screen.draw(self.match.scene(before), self.messages)
                self.line("Your turn is over. Press Enter to hide the board. ")
            self.messages = []
            self.screen.aside(True)
            self.screen.cover()
            self.screen.say(f"Pass the keyboard to player {player + 1}.")
            number = str(player + 1)
            while sys.stdin.isatty() and self.line(f"Player {number}: press {number} when only you look at the screen. ", (number,)) != number:
                pass  # not Enter, which the player before may have pressed twice
            self.screen.cover()
        if frames := self.unseen[player]:
            self.unseen[player] = []
            self._show(frames)

    def line(self, prompt: str, single: Collection[str] = ()) -> str:
        """A line that is not a word of the game, or one of the `single` keys; at the end of input the match is left, saved."""
        text = self.keyboard.line(prompt, single)
        if text is None:
            self.leave()
        return str(text)

    def _show(self, frames: list[Frame]) -> None:
        """Show moments as a film where there is something to see, and keep their sentences for the board."""
        self.last = frames
        self.messages += [frame.text for frame in frames if frame.text and self.screen.redraws]
        film = frames if any(frame.scene.timeline for frame in frames) else frames[:-1]
        if not self.screen.redraws:
            for frame in frames:
                if frame.text:
                    self.screen.say(frame.text)
        elif film and not self.keyboard.waiting():
            self.screen.play(film, brief=len(frames) <= SHORT)
        self.messages = self.messages[-SHORT:]

    def board(self) -> None:
        scene = self.match.scene(self.sitting)
        recent = {entry.text for entry in scene.log[-3:]}
        told = self._consequences(scene)
        shown = replace(scene, choices=[]) if told else scene  # each word is told with what it would do
        used = self.screen.draw(shown, [text for text in self.messages if text not in recent])
        self.messages = []
        room = max(len(told), self.screen.height - used - 1) if self.screen.height else sum(map(len, told))
        longest = next(most for most in range(max(map(len, told), default=0), -1, -1) if sum(min(most, len(lines)) for lines in told) <= room)
        for lines in told:
            if len(lines) > longest:
                lines[longest - 1] = f"{lines[longest - 1][: self.screen.width - 4]} ..."
            for line in lines[:longest]:
                self.screen.say(line)

    def _consequences(self, scene: Scene) -> list[list[str]]:
        """What each of a few choices would do, where nothing can be taken back: its lines."""
        open_choices = [choice for choice in scene.choices if not choice.why]
        if self.game.UNDO or self.game.PLAYERS > 1 or not hasattr(self.game, "preview") or len(open_choices) > FEW:
            return []
        shown = [(choice, self.game.preview(self.match.setup, self.match.view(self.sitting), self.sitting, choice.action)) for choice in open_choices]
        size = max((len(choice.word) for choice, _ in shown), default=0) + 1
        told = []
        for choice, preview in shown:
            folded = wrap(("! " if preview.danger else "") + preview.text, self.screen.width - size - 2)
            told.append([f"{word:>{size}}  {line}" for word, line in zip([choice.word, *[""] * len(folded)], folded)])
        return told

    def _turn(self) -> None:
        """Read one line, and do what it says."""
        scene = self.match.scene(self.sitting)
        keys: dict[str, list[Choice]] = {}
        for choice in scene.choices:
            if choice.key in SINGLE and not choice.why:
                keys.setdefault(choice.key, []).append(choice)
        single = {key: found[0] for key, found in keys.items() if len({choice.action for choice in found}) == 1}
        prompt = "> " if self.game.PLAYERS == 1 or len(self.people) < 2 else f"{self.sitting + 1}> "
        line = self.keyboard.line(prompt, single)
        try:
            if line is None:
                self._end_of_input()
            elif isinstance(line, Key):
                self._choose(self.sitting, single[line].action, scene, asked=False)
            elif line.strip():
                self._word(line.strip(), scene)
        except GridhallError as wrong:
            self.screen.tell(str(wrong))

    def _word(self, text: str, scene: Scene) -> None:
        named, word = split_player(text, self.game.PLAYERS)
        if named is not None and named != self.sitting:
            raise BadAction(f"you are player {self.sitting + 1}; player {named + 1} has his own turn")
        try:
            player, action = self.match.read(word, self.sitting)
        except BadAction:
            for choice in scene.choices:
                if choice.key == word and word.isdigit():  # a key of several digits, as two dice, is typed as a line
                    self._choose(self.sitting, choice.action, scene, asked=False)
                    return
            head, _, rest = word.partition(" ")
            from gridhall.terminal.aids import AIDS

            if head.lower() not in AIDS:
                raise
            AIDS[head.lower()](self, rest.strip())
        else:
            self._choose(player, action, scene, asked=self.game.PLAYERS == 1 and action >= self.game.ACTIONS)

    def _choose(self, player: int, action: int, scene: Scene, asked: bool) -> None:
        """Play an action, after asking once more if the game wants that; a word typed in full to leave the game needs no question."""
        self.match.check(player, action)
        question = next((choice.confirm for choice in scene.choices if choice.action == action and choice.confirm), "")
        if question and self.confirms and not asked and sys.stdin.isatty():
            if not self.line(f"{question} (y/N) ").strip().lower().startswith("y"):
                self.screen.say("Not done.")
                return
        self._act(player, action)
        self.next()
        if not self.match.over:
            self.board()

    def walk(self, actions: Sequence[int]) -> None:
        """Play a walk, until something new is in sight or it is somebody else's turn."""
        player = self.sitting
        for action in actions:
            if player not in self.match.acting or self.game.refusal(self.match.setup, self.match.state, player, action):
                break
            known = self.match.met(player)
            self._act(player, action)
            if self.match.over or self.match.met(player) != known:
                break
        self.next()
        if not self.match.over:
            self.board()

    def _act(self, player: int, action: int) -> None:
        """Play an action, write it down, and show it to whoever may know of it."""
        moments = self.match.act(player, action, time.monotonic() - self.began)
        self.write(lambda: self.recorder.note())
        for person in self.people:
            frames = self._frames(moments, person)
            if self.match.over and (outcome := self.match.scene(person).outcome):  # which says it once more
                frames = [frame._replace(text="" if frame.text in outcome.lines else frame.text) for frame in frames]
            if person == self.sitting:
                self._show(frames)
            else:
                self.unseen[person] += frames

    def write(self, work: Any) -> None:
        if self.recorder is None:
            return
        try:
            work()
        except OSError as wrong:
            self.recorder = None
            self.screen.say(f"this match can no longer be saved ({wrong.strerror or wrong}); you can play on")

    def _frames(self, moments: Sequence[Moment], player: int) -> list[Frame]:
        draws = self.screen.redraws
        scene = None if draws else self.match.scene(player)  # nobody will look at the boards
        shown = self.match.shown(moments, player)
        return [Frame(scene or self.game.scene(self.match.setup, view, player), text) for view, text in shown if draws or text]

    def _end_of_input(self) -> None:
        """The end of input is `q` where the game has it (PS15), else the match stays saved."""
        try:
            player, action = self.match.read("q", self.sitting)
        except GridhallError:
            self.leave()
        else:
            self._act(player, action)

    def leave(self) -> None:
        self.say_saved()
        raise Left

    def say_saved(self) -> None:
        """Leave nothing secret on the screen, and say how to go on."""
        if self.curtained:
            self.screen.cover()
            self.screen.aside(False)
        if self.recorder is not None and self.match.plies and not self.match.over:
            self.screen.say(f"Saved. Go on with `gridhall play --resume {self.recorder.path.stem}`.")

    def _finish(self) -> None:
        viewer = EVERYONE if self.game.PLAYERS > 1 else 0  # between players nothing is secret any more
        if self.curtained:
            self.screen.aside(False)
        scene = self.match.scene(viewer)
        self.screen.draw(scene, self.messages)
        if scene.outcome and scene.outcome.won and (best := self._optimum()):
            self.screen.say(f"Best possible: {best}.")
        self._keep_result()
        if scene.outcome and scene.outcome.won and (follows := self._following()):
            self.screen.tell(f"Next: {follows.title}, `gridhall play {self.match.name} {follows.name}`.")
        if self.recorder is not None and (self.game.PLAYERS > 1 or hasattr(self.game, "review")):
            self.screen.tell(f"`gridhall replay {self.recorder.path.stem}` shows it again, with `--gif FILE` as a picture.")
        if hasattr(self.game, "review") and self.keyboard.keys:
            if self.keyboard.line("s and Enter: the story of this match. Enter: leave. ") in ("s", "S"):
                from gridhall.terminal.watch import story

                for text in story(self.match):
                    self.screen.tell(text)

    def _optimum(self) -> int | None:
        """The fewest moves of a shipped level, where they are proved."""
        proofs = [level.certificate for level in registry.levels(self.game) if level.name == self.level and level.text == self.match.setup_text]
        return next((proof.get("length") for proof in proofs if proof.get("status") == "OPTIMAL"), None)

    def _following(self) -> registry.Level | None:
        """The level after this one on the ladder of a game for one."""
        ladder = registry.levels(self.game) if self.game.PLAYERS == 1 else []
        return next((after for level, after in pairwise(ladder) if level.name == self.level), None)

    def _keep_result(self) -> None:
        if len(self.people) > 1:
            return
        from gridhall.results import Result, Results

        player, facts = self.people[0], self.match.facts(EVERYONE)
        counts = [facts.get(name[1:]) for name in self.game.RANKING if name.startswith("-")]
        moves = next((count for count in counts if isinstance(count, int)), len(self.match.plies))
        outcome = self.match.scene(player).outcome
        kind = "named" if self.opened else "level" if self.level else "drawn"
        if hasattr(self.game, "ranked") and not self.game.ranked(self.match.setup):
            kind = "practice"
        record = self.recorder.path.stem if self.recorder else ""
        store = Results()
        before = store.best(self.match.name, self.level, self.game.VERSION, self.game.RANKING) if self.level else None
        store.add(Result(
            self.match.name, self.game.VERSION, self.level, self.match.seed, kind, self.game.outcome(self.match.setup, self.match.state, player) == WON, moves,
            round(self.match.plies[-1].seconds, 1), outcome.stars if outcome and outcome.stars >= 0 else None, self.match.scores()[player], facts,
            self.match.undone, self.opened, record,
        ))  # fmt: skip
        if before is not None and before.won:
            self.screen.say(f"Your best before: {before.text().removeprefix('yours ')}.")
        if store.trouble:
            self.screen.say(store.trouble)
