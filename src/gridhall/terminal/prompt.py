"""Play at a prompt: alone, two on one keyboard, or against the machine. A game's own words win over the platform's."""

import sys
from argparse import Namespace
from collections.abc import Collection, Sequence

from gridhall import registry
from gridhall.errors import BadAction, GridhallError
from gridhall.match import Match, Moment, split_player
from gridhall.render.wrap import wrap
from gridhall.scene import Choice, Scene
from gridhall.terminal.keys import Keyboard, KeyPress
from gridhall.terminal.screen import Screen, say_progress, without_choices
from gridhall.terminal.session import Session, session_for

# Keys that begin no word.
SINGLE = {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", " ", "Home", "End", "PageUp", "PageDown", "Delete", "Tab"}
FEW = 8  # choices whose consequences are told without being asked
SHORT = 4  # moments that are shown quickly and without a headline


class Left(Exception):
    """The player has left; the match is saved."""


def play(args: Namespace) -> None:
    """Play a match, new or saved."""
    with Keyboard(keys=not args.plain) as keyboard:
        while True:
            screen = Screen(args, keyboard)
            session = session_for(args, screen.complain, screen.notice)
            if getattr(args, "lesson", None) is not None:
                from gridhall.terminal.lesson_prompt import teach

                teach(session, screen, not args.no_confirm)  # type: ignore[arg-type]
                return
            if args.setup:
                screen.keep_notice(registry.hidden_files(session.game, args.setup))
            prompt = Prompt(session, screen, not args.no_confirm)
            try:
                prompt.run()
            except KeyboardInterrupt:
                prompt.say_saved()
                raise
            finally:
                screen.aside(False)
                session.close()
            if prompt.next_level is None:
                return
            args.game, args.setup, args.resume = session.match.name, prompt.next_level.name, None
            args.against = next(iter(session.machines.values()), None)
            args.side = prompt.next_level.side or None


class Prompt:
    """A match and the people at one keyboard."""

    def __init__(self, session: Session, screen: Screen, confirms: bool) -> None:
        self.session, self.game, self.screen, self.keyboard = session, session.game, screen, screen.keyboard
        self.people, self.confirms = session.people, confirms
        self.curtained = self.game.SECRETS and len(self.people) > 1
        self.sitting = -1  # the player at the keyboard
        self.unseen: dict[int, list[tuple[int, Moment]]] = {}  # for each person, with the number of the ply
        self.messages: list[str] = []  # sentences for the top of the next board
        self.tick = 0  # of the timeline, last looked at
        self.said = ""  # what happened last or was previewed, for `why`
        self.refused: list[str] = []  # the rulings behind a refusal that came after it
        self.next_level: registry.ShippedLevel | None = None  # that the person wants to play after this match

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def scene(self) -> Scene:
        """What the person at the keyboard sees now."""
        return self.match.moment(self.sitting).scene

    def run(self) -> None:
        """Play until the end, or until the people leave."""
        title = self.session.title
        self.messages = [f"{self.game.TITLE}: {title}" if title else self.game.TITLE]
        try:
            self.go_on()
            self.session.begin()
            while True:
                while not self.match.over:
                    self._turn()
                from gridhall.terminal.ending import finish  # only here: no first board waits for it

                finish(self)
                if self.match.over:  # else something was taken back, or it was begun again
                    return
        except Left:
            return

    def _next_person(self) -> None:
        """Let the machines play while no person may; then let the one whose turn it is sit down.

        Where that person has no choice, the game plays for them.
        """
        thinks = False
        while not self.match.over:
            acting = [player for player in self.match.acting if player in self.people]
            if not acting:
                if not thinks:
                    say_progress("The machine thinks ...")
                    thinks = True
                player = self.match.acting[0]
                self._act(player, self.session.machine_action(player))
                continue
            if self.sitting not in acting:
                self._sit(acting[0])
            if (action := self.session.automatic(self.sitting)) < 0:
                return
            self._act(self.sitting, action)

    def _sit(self, player: int) -> None:
        """Another person takes the keyboard: draw the curtain, then show them what they saw happen."""
        before, self.sitting = self.sitting, player
        if self.curtained:
            if before >= 0 and self.keyboard.keys:
                self.screen.draw(self.match.moment(before).scene, self.messages)
                self.line("Your turn is over. Press Enter to hide the board. ")
            self.messages = []
            self.screen.aside(True)
            self.screen.cover()
            self.screen.say(f"Pass the keyboard to player {player + 1}.")
            if sys.stdin.isatty():
                self._wait_for_key(str(player + 1))
            self.screen.cover()
        if moments := self.unseen.pop(player, []):
            self._show([moment for _, moment in moments])

    def _wait_for_key(self, number: str) -> None:
        """Wait until a player presses their number: not Enter, which the player before may have pressed twice."""
        question = f"Player {number}: press {number} when only you look at the screen. "
        while self.line(question, (number,)) != number:
            pass

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
        sentences = [moment.text for moment in moments if moment.text]
        self.said, self.refused = " ".join(sentences), []
        if self.screen.redraws:
            self.messages += sentences
            timed = self.game.timeline is not None and any(moment.scene.timeline for moment in moments)
            changing = moments if timed else moments[:-1]  # the last one is the board that follows
            if changing and not self.keyboard.waiting():
                self.screen.play(changing, brief=len(moments) <= SHORT, own_keys=self.own_keys())
        else:
            for sentence in sentences:
                self.screen.say(sentence)
        self.messages = self.messages[-SHORT:]

    def own_keys(self) -> set[str]:
        """The keys that the game itself uses, whether they can be played now or not."""
        return {choice.key for choice in self.scene.choices if choice.key in SINGLE}

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
        taken = self.session.undo(count)
        if taken:
            for player, pairs in self.unseen.items():
                self.unseen[player] = [pair for pair in pairs if pair[0] <= len(self.match.plies)]
            self._forget_shown()
        return taken

    def restart(self) -> None:
        """Begin the match again."""
        self.session.restart()
        self.sitting, self.unseen = -1, {}
        self._forget_shown()

    def _forget_shown(self) -> None:
        self.messages, self.tick = [], 0

    def draw_board(self) -> None:
        """Draw the board; where choices are few and final, each with what it would do."""
        scene = self.scene
        recent = {entry.text for entry in scene.log[-3:]}
        consequences = self._consequences(scene)
        shown = without_choices(scene) if consequences else scene  # else each word would stand there twice
        messages = [text for text in self.messages if text not in recent]
        used = self.screen.draw(shown, [*self.screen.take_notices(), *messages])
        self.messages = []
        most = _lines_for_each(consequences, self.screen.height - used - 1 if self.screen.height else None)
        for lines in consequences:
            if len(lines) > most:
                lines[most - 1] = f"{lines[most - 1][: self.screen.width - 4]} ..."
            for line in lines[:most]:
                self.screen.say(line)

    def _consequences(self, scene: Scene) -> list[list[str]]:
        """What each of a few choices would do, where nothing can be taken back: its lines."""
        open_choices = [choice for choice in scene.choices if not choice.why]
        preview = self.game.preview
        if self.game.UNDO or self.game.PLAYERS > 1 or preview is None or len(open_choices) > FEW:
            return []
        setup, view = self.match.setup, self.match.view(self.sitting)
        margin = max((len(choice.word) for choice in open_choices), default=0) + 1
        consequences = []
        for choice in open_choices:
            effect = preview(setup, view, self.sitting, choice.action)
            odds = f" {choice.odds.capitalize()}." if choice.odds else ""
            warning = "! " if choice.danger or odds else ""
            lines = wrap(f"{warning}{effect.text}{odds}", self.screen.width - margin - 2)
            heads = [choice.word, *[""] * len(lines)]
            consequences.append([f"{head:>{margin}}  {line}" for head, line in zip(heads, lines)])
        return consequences

    def _turn(self) -> None:
        """Read one line, and do what it says."""
        scene = self.scene
        single = _single_keys(scene)
        prompt = "> " if self.game.PLAYERS == 1 or len(self.people) < 2 else f"{self.sitting + 1}> "
        self.keyboard.on_redraw = self.draw_board if self.screen.redraws else None
        line = self.keyboard.line(prompt, single)
        self.keyboard.on_redraw = None
        try:
            if line is None:
                self._end_of_input(scene)
            elif isinstance(line, KeyPress):
                self._choose(self.sitting, single[line].action, scene)
            elif line.strip():
                self._word(line.strip(), scene)
        except GridhallError as wrong:
            self.refused = wrong.rules
            self.screen.say_wrapped(wrong.plain)

    def _word(self, text: str, scene: Scene) -> None:
        """Play a word of the game; what is none may be a key of several digits, or a command of the prompt."""
        named, word = split_player(text, self.game.PLAYERS)
        if named is not None and named != self.sitting:
            raise BadAction(f"you are player {self.sitting + 1}; player {named + 1} has a turn of their own")
        try:
            player, action = self.match.read(word, self.sitting)
        except BadAction:
            for choice in scene.choices:
                if choice.key == word and word.isdigit():  # such as two dice, typed as a line
                    self._choose(self.sitting, choice.action, scene)
                    return
            from gridhall.terminal.prompt_commands import COMMANDS

            head, _, rest = word.partition(" ")
            if head.lower() not in COMMANDS:
                raise
            COMMANDS[head.lower()](self, rest.strip())
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
        self.go_on()

    def walk(self, actions: Sequence[int]) -> None:
        """Play a walk, until something new is in sight or it is somebody else's turn."""
        player = self.sitting
        if actions and not self.match.refuses(player, actions[0]):
            for action in self.match.walk(player, actions):
                self._act(player, action)
        self.go_on()

    def go_on(self) -> None:
        """Let machines and the game act until a person has a choice, and draw the board for that person."""
        self._next_person()
        if not self.match.over:
            self.draw_board()

    def _act(self, player: int, action: int) -> None:
        """Play an action, write it down, and show it to whoever may know of it."""
        events = self.session.act(player, action)
        for person in self.people:
            moments = [moment for moment in self.match.moments(events, person) if self.screen.redraws or moment.text]
            if self.match.over and (outcome := self.match.moment(person).scene.outcome):  # which says it once more
                for moment in moments:
                    moment.text = "" if moment.text in outcome.lines else moment.text
            if person == self.sitting:
                self._show(moments)
            else:
                ply = len(self.match.plies)
                self.unseen.setdefault(person, []).extend((ply, moment) for moment in moments)

    def _end_of_input(self, scene: Scene) -> None:
        """Take the end of input for the word `q` where the game has it; elsewhere leave the match, which is saved."""
        try:
            player, action = self.match.read("q", self.sitting)
        except GridhallError:
            self.leave()
        else:
            self._choose(player, action, scene)
            if not self.match.over and not sys.stdin.isatty():
                self.leave()

    def leave(self) -> None:
        """End the sitting; the match stays saved."""
        self.say_saved()
        raise Left

    def say_saved(self) -> None:
        """Leave nothing secret on the screen, and say how to go on."""
        if self.curtained:
            self.screen.cover()
            self.screen.aside(False)
        if self.session.name and self.match.plies and not self.match.over:
            self.screen.say(f"Saved. Go on with `gridhall play --resume {self.session.name}`.")


def _single_keys(scene: Scene) -> dict[str, Choice]:
    """The choice that each single key plays now; a key that several different choices share plays none."""
    choices: dict[str, list[Choice]] = {}
    for choice in scene.choices:
        if choice.key in SINGLE and not choice.why:
            choices.setdefault(choice.key, []).append(choice)
    return {key: same[0] for key, same in choices.items() if len({choice.action for choice in same}) == 1}


def _lines_for_each(blocks: Sequence[Sequence[str]], room: int | None) -> int:
    """To how many lines each block is cut, so that all fit into `room` lines; at least one each. None: no limit."""
    longest = max(map(len, blocks), default=0)
    if room is None:
        return longest
    room = max(len(blocks), room)
    return next(most for most in range(longest, -1, -1) if sum(min(most, len(block)) for block in blocks) <= room)
