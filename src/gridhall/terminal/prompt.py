"""Play at a prompt: alone, two on one keyboard, or against the machine. A game's own words win over the platform's."""

import sys
from argparse import Namespace
from collections.abc import Collection, Sequence
from itertools import pairwise

from msgspec.structs import replace

from gridhall import registry
from gridhall.errors import BadAction, GridhallError
from gridhall.game import EVERYONE, WON
from gridhall.header import title_of
from gridhall.match import Match, Moment, split_player
from gridhall.render.text import wrap
from gridhall.scene import Choice, Scene
from gridhall.terminal.kept import KeptMatch, wanted_match
from gridhall.terminal.keys import Key, Keyboard
from gridhall.terminal.screen import Screen, note

# Keys that begin no word.
SINGLE = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", " ", "Home", "End", "PageUp", "PageDown", "Delete", "Tab"}
FEW = 8  # choices whose consequences are told without being asked
SHORT = 4  # moments that are shown quickly and without a headline


class Left(Exception):
    """The player has left; the match is saved."""


def play(chosen: Namespace) -> int:
    """Play a match, new or saved."""
    if chosen.json:
        from gridhall.terminal.program import play_lines

        return play_lines(chosen)
    with Keyboard(keys=not chosen.plain) as keyboard:
        screen = Screen(chosen, keyboard)
        kept = wanted_match(chosen, screen.complain, screen.notice)
        if chosen.setup:
            screen.keep_notice(registry.hidden_files(kept.game, chosen.setup))
        table = Table(kept, screen, not chosen.no_confirm)
        try:
            return table.run()
        except KeyboardInterrupt:
            table.say_saved()
            raise
        finally:
            screen.aside(False)
            kept.close()


class Table:
    """A match and the people at one keyboard."""

    def __init__(self, kept: KeptMatch, screen: Screen, confirms: bool) -> None:
        self.kept, self.game, self.screen, self.keyboard = kept, kept.game, screen, screen.keyboard
        self.people, self.confirms = kept.people, confirms
        self.curtained = self.game.SECRETS and len(self.people) > 1
        self.sitting = -1
        self.unseen: dict[int, list[tuple[int, Moment]]] = {}  # for each person, with the number of the ply
        self.messages: list[str] = []
        self.tick = 0  # of the timeline, last looked at

    @property
    def match(self) -> Match:
        return self.kept.match

    def run(self) -> int:
        """Play until the end, or until the people leave."""
        shipped = self._shipped()
        title = shipped.title if shipped else title_of(self.match.setup_text) or self.kept.level
        self.messages = [f"{self.game.TITLE}: {title}" if title else self.game.TITLE]
        try:
            self.next()
            if not self.match.over:
                self.board()
            self.kept.begin()
            while not self.match.over:
                self._turn()
        except Left:
            return 0
        self._finish()
        return 0

    def _shipped(self) -> registry.Level | None:
        """The shipped level that is played; a file of the same name is another one."""
        played = self.kept.level, self.match.setup_text
        return next((level for level in registry.levels(self.game) if (level.name, level.text) == played), None)

    def next(self) -> None:
        """Let the machines play while no person may; then let the one whose turn it is sit down.

        Where that person has no choice, the game plays for them.
        """
        thinks = False
        while not self.match.over:
            acting = [player for player in self.match.acting if player in self.people]
            if not acting:
                if not thinks:
                    note("The machine thinks ...")
                    thinks = True
                player = self.match.acting[0]
                self._act(player, self.kept.machine_action(player))
                continue
            if self.sitting not in acting:
                self._sit(acting[0])
            if (action := self.kept.automatic(self.sitting)) < 0:
                return
            self._act(self.sitting, action)

    def _sit(self, player: int) -> None:
        """Another person takes the keyboard: draw the curtain, then show them what they saw happen."""
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
            while (
                sys.stdin.isatty()
                and self.line(f"Player {number}: press {number} when only you look at the screen. ", (number,))
                != number
            ):
                pass  # not Enter, which the player before may have pressed twice
            self.screen.cover()
        if moments := self.unseen.pop(player, []):
            self._show([moment for _, moment in moments])

    def line(self, prompt: str, single: Collection[str] = ()) -> str:
        """A line that is not a word of the game, or one of the `single` keys.

        At the end of input the match is left, saved.
        """
        text = self.keyboard.line(prompt, single)
        if text is None:
            self.leave()
        return str(text)

    def _show(self, moments: list[Moment]) -> None:
        """Show moments one after the other where there is something to see, and keep their sentences for the board."""
        self.messages += [moment.text for moment in moments if moment.text and self.screen.redraws]
        if not self.screen.redraws:
            for moment in moments:
                if moment.text:
                    self.screen.say(moment.text)
        else:
            changing = moments if any(moment.scene.timeline for moment in moments) else moments[:-1]
            if changing and not self.keyboard.waiting():
                self.screen.play(changing, brief=len(moments) <= SHORT, own_keys=self.own_keys())
        self.messages = self.messages[-SHORT:]

    def own_keys(self) -> set[str]:
        """The keys that the game itself uses, whether they can be played now or not."""
        return {choice.key for choice in self.match.scene(self.sitting).choices if choice.key in SINGLE}

    def shown_last(self) -> list[Moment]:
        """What the person who sits has seen happen from their last word on; failing that, what they saw last."""
        again = Match.of_text(self.game, self.match.setup_text, self.match.seed)
        since: list[Moment] = []
        last: list[Moment] = []
        for ply in self.match.plies:
            shown = list(again.moments(again.act(ply.player, ply.action), self.sitting))
            since = shown if ply.player == self.sitting else since + shown
            last = shown or last
        return since or last

    def take_back(self, count: int) -> int:
        """Take back up to `count` plies, and forget all that was shown of them; returns how many were taken back."""
        taken = self.kept.undo(count)
        if taken:
            for player, pairs in self.unseen.items():
                self.unseen[player] = [pair for pair in pairs if pair[0] <= len(self.match.plies)]
            self.forget_shown()
        return taken

    def restart(self) -> None:
        """Begin the match again."""
        self.kept.restart()
        self.sitting, self.unseen = -1, {}
        self.forget_shown()

    def forget_shown(self) -> None:
        self.messages, self.tick = [], 0

    def board(self) -> None:
        scene = self.match.scene(self.sitting)
        recent = {entry.text for entry in scene.log[-3:]}
        told = self._consequences(scene)
        shown = replace(scene, choices=[]) if told else scene  # each word is told with what it would do
        messages = [text for text in self.messages if text not in recent]
        used = self.screen.draw(shown, [*self.screen.take_notices(), *messages])
        self.messages = []
        room = max(len(told), self.screen.height - used - 1) if self.screen.height else sum(map(len, told))
        longest = next(
            most
            for most in range(max(map(len, told), default=0), -1, -1)
            if sum(min(most, len(lines)) for lines in told) <= room
        )
        for lines in told:
            if len(lines) > longest:
                lines[longest - 1] = f"{lines[longest - 1][: self.screen.width - 4]} ..."
            for line in lines[:longest]:
                self.screen.say(line)

    def _consequences(self, scene: Scene) -> list[list[str]]:
        """What each of a few choices would do, where nothing can be taken back: its lines."""
        open_choices = [choice for choice in scene.choices if not choice.why]
        if self.game.UNDO or self.game.PLAYERS > 1 or self.game.preview is None or len(open_choices) > FEW:
            return []
        shown = [
            (choice, self.game.preview(self.match.setup, self.match.view(self.sitting), self.sitting, choice.action))
            for choice in open_choices
        ]
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
                self._end_of_input(scene)
            elif isinstance(line, Key):
                self._choose(self.sitting, single[line].action, scene)
            elif line.strip():
                self._word(line.strip(), scene)
        except GridhallError as wrong:
            self.screen.tell(str(wrong))

    def _word(self, text: str, scene: Scene) -> None:
        named, word = split_player(text, self.game.PLAYERS)
        if named is not None and named != self.sitting:
            raise BadAction(f"you are player {self.sitting + 1}; player {named + 1} has a turn of their own")
        try:
            player, action = self.match.read(word, self.sitting)
        except BadAction:
            for choice in scene.choices:
                if choice.key == word and word.isdigit():  # a key of several digits, as two dice, is typed as a line
                    self._choose(self.sitting, choice.action, scene)
                    return
            head, _, rest = word.partition(" ")
            from gridhall.terminal.aids import AIDS

            if head.lower() not in AIDS:
                raise
            AIDS[head.lower()](self, rest.strip())
        else:
            self._choose(player, action, scene)

    def _choose(self, player: int, action: int, scene: Scene) -> None:
        """Play an action, after asking once more where the game wants that and somebody is there to answer."""
        self.match.check(player, action)
        question = next((choice.confirm for choice in scene.choices if choice.action == action and choice.confirm), "")
        if question and self.confirms and sys.stdin.isatty():
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
        if actions and not self.match.refuses(player, actions[0]):
            for action in self.match.walk(player, actions):
                self._act(player, action)
        self.next()
        if not self.match.over:
            self.board()

    def _act(self, player: int, action: int) -> None:
        """Play an action, write it down, and show it to whoever may know of it."""
        events = self.kept.act(player, action)
        for person in self.people:
            moments = [moment for moment in self.match.moments(events, person) if self.screen.redraws or moment.text]
            if self.match.over and (outcome := self.match.scene(person).outcome):  # which says it once more
                for moment in moments:
                    moment.text = "" if moment.text in outcome.lines else moment.text
            if person == self.sitting:
                self._show(moments)
            else:
                ply = len(self.match.plies)
                self.unseen.setdefault(person, []).extend((ply, moment) for moment in moments)

    def _end_of_input(self, scene: Scene) -> None:
        """The end of input is `q` where the game has it (PS15), asked for like that; else the match stays saved."""
        try:
            player, action = self.match.read("q", self.sitting)
        except GridhallError:
            self.leave()
        else:
            self._choose(player, action, scene)
            if not self.match.over and not sys.stdin.isatty():
                self.leave()

    def leave(self) -> None:
        self.say_saved()
        raise Left

    def say_saved(self) -> None:
        """Leave nothing secret on the screen, and say how to go on."""
        if self.curtained:
            self.screen.cover()
            self.screen.aside(False)
        if self.kept.name and self.match.plies and not self.match.over:
            self.screen.say(f"Saved. Go on with `gridhall play --resume {self.kept.name}`.")

    def _finish(self) -> None:
        viewer = EVERYONE if self.game.PLAYERS > 1 else 0  # between players nothing is secret any more
        if self.curtained:
            self.screen.aside(False)
        scene = self.match.scene(viewer)
        self.screen.draw(scene, [*self.screen.take_notices(), *self.messages])
        if scene.outcome and scene.outcome.won and (best := self._optimum()):
            self.screen.say(f"Best possible: {best}.")
        self._keep_result()
        if scene.outcome and scene.outcome.won and (follows := self._following()):
            self.screen.tell(f"Next: {follows.title}, `gridhall play {self.match.name} {follows.name}`.")
        if self.kept.name and (self.game.PLAYERS > 1 or self.game.review is not None):
            self.screen.tell(f"`gridhall replay {self.kept.name}` shows it again, with `--gif FILE` as a picture.")
        if self.game.review is not None and self.keyboard.keys:
            if self.keyboard.line("s and Enter: the story of this match. Enter: leave. ") in ("s", "S"):
                from gridhall.commands.watch import story

                for text in story(self.match):
                    self.screen.tell(text)

    def _optimum(self) -> int | None:
        """The fewest moves of a shipped level, where they are proved."""
        level = self._shipped()
        return level.certificate.get("length") if level and level.certificate.get("status") == "OPTIMAL" else None

    def _following(self) -> registry.Level | None:
        """The level after this one on the ladder of a game for one."""
        ladder, shipped = registry.levels(self.game) if self.game.PLAYERS == 1 else [], self._shipped()
        return next((after for level, after in pairwise(ladder) if level is shipped), None)

    def _keep_result(self) -> None:
        if len(self.people) > 1:
            return
        from gridhall.results import Result, Results

        player, facts = self.people[0], self.match.facts(EVERYONE)
        counts = [facts.get(name[1:]) for name in self.game.RANKING if name.startswith("-")]
        moves = next((count for count in counts if isinstance(count, int)), len(self.match.plies))
        outcome = self.match.scene(player).outcome
        level, opened = self.kept.level, self.kept.opened
        kind = "named" if opened else "level" if level else "drawn"
        if self.game.ranked is not None and not self.game.ranked(self.match.setup):
            kind = "practice"
        store = Results()
        before = store.best(self.match.name, level, self.game.VERSION, self.game.RANKING) if level else None
        won = self.game.outcome(self.match.setup, self.match.state, player) == WON
        seconds, stars = (
            round(self.match.plies[-1].seconds, 1),
            outcome.stars if outcome and outcome.stars >= 0 else None,
        )
        store.add(Result(
            self.match.name, self.game.VERSION, level, self.match.seed, kind, won, moves, seconds, stars,
            self.match.scores()[player], facts, self.match.undone, opened, self.kept.name,
        ))  # fmt: skip
        if before is not None and before.won:
            self.screen.say(f"Your best before: {before.text().removeprefix('yours ')}.")
        if store.trouble:
            self.screen.say(store.trouble)
