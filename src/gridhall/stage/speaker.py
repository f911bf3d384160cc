"""A match in spoken lines: one plain sentence for each change, nothing drawn again, every action within reach.

For screen readers and braille lines. What can be done is a numbered list; a number, a word of the game or a command of
this file is typed as a line.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence

from gridhall.errors import BadAction, GridhallError
from gridhall.render.text import plain, stars
from gridhall.scene import Choice, Meter, Outcome, Scene
from gridhall.stage.choice_groups import capitalized
from gridhall.stage.offers import name_of
from gridhall.stage.speaker_commands import COMMANDS
from gridhall.stage.spoken import changes_between, choice_sentence, meter_sentence
from gridhall.stage.table import AGAIN, LOST, NEXT, REMATCH, STORY, UNDO, MatchTable, Still
from gridhall.stage.typed_lines import TypedLines

BACK = "The connection is back."
MANY = 12  # choices that are told only when asked for
AFTER_THE_END = (NEXT, AGAIN, REMATCH, UNDO, STORY)
ARROWS = {"\x1b[A": "ArrowUp", "\x1b[B": "ArrowDown", "\x1b[C": "ArrowRight", "\x1b[D": "ArrowLeft"}


class Speaker:
    """A table's watcher who reads it aloud."""

    def __init__(self, table: MatchTable, say: Callable[[str], None], confirms: bool = True) -> None:
        self.write, self.confirms = say, confirms
        self.table = table
        table.watcher = self
        self.scene: Scene | None = None  # as it was told last
        self.told: set[str] = set()  # the lines of the list as they were told last
        self.told_outcome: Outcome | None = None
        self.question: Choice | None = None
        self.log: list[str] = []
        self.said_thinks = False
        self.said = ""  # what happened last or was previewed, for `why`
        self.refused: list[str] = []  # the rulings behind a refusal that came after it
        self.has_left = False
        self.following = ""  # the level that is to be played next
        self.moving: asyncio.Future[None] | None = None  # to another table, such as a rematch's
        self.reading: asyncio.Future[str] | None = None  # the line that is waited for
        self.told_notice = ""  # without its numbers, which may count down
        self.cut_off = asyncio.Event()  # a hall is lost while something that was played waits for it

    def speak(self, text: str) -> None:
        """Say a sentence, on a line of its own."""
        sentence = capitalized(plain(text).strip())
        if sentence:
            self.write(sentence if sentence[-1] in ".!?:" else f"{sentence}.")

    def speak_all(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.speak(text)

    # What the table tells.

    def show(self, stills: Sequence[Still]) -> None:
        if self.table.curtain >= 0:
            return
        before, after = self.scene, self.table.scene
        said_at_the_end = after.outcome.lines if after.outcome is not None else []
        if stills:
            self.said, self.refused = " ".join(still.text for still in stills), []
        for still in stills:
            if still.text and still.text not in said_at_the_end:
                self.speak(still.text)
                self.log.append(still.text)
        if before is not None and before is not after:
            if not any(still.text for still in stills):
                for sentence in changes_between(before, after):
                    self.speak(sentence)
            self._tell_meters(before, after)
        self._tell_status(before, after)
        self.scene, self.told_outcome = after, self.table.outcome

    def changed(self) -> None:
        table = self.table
        self._tell_notice()
        if table.is_cut_off:
            self.cut_off.set()
        if table.thinks and not self.said_thinks:
            self.speak(table.thinks)
        self.said_thinks = bool(table.thinks)
        is_new = table.scene is not self.scene or table.outcome != self.told_outcome
        if is_new and not table.thinks and table.curtain < 0:
            self.show([])

    def say(self, text: str) -> None:
        self.speak(text)

    def leave_for(self, table: MatchTable) -> None:
        self.table, table.watcher, self.scene = table, self, None
        self.moving = asyncio.ensure_future(self._begin())

    def _tell_meters(self, before: Scene, after: Scene) -> None:
        known: dict[str, Meter] = {meter.label: meter for meter in before.meters}
        for meter in after.meters:
            if known.get(meter.label) != meter and (sentence := meter_sentence(meter, after.legend)):
                self.speak(sentence)

    def _tell_status(self, before: Scene | None, after: Scene) -> None:
        outcome = self.table.outcome
        if outcome is not None:
            if self.told_outcome != outcome:
                for text in dict.fromkeys((outcome.title, *outcome.lines, *self.table.end_lines())):
                    self.speak(text)
                if outcome.stars >= 0:
                    self.speak(f"{outcome.stars} of {len(stars(0, False))} stars")
                following = [what for what in AFTER_THE_END if self.table.can(what)]
                self.speak(f"You can type {', '.join(following)} or quit" if following else "Type quit to leave")
        elif before is None or before.status != after.status:
            self.speak(after.status)

    # The person.

    async def run(self, read: Callable[[], Awaitable[str]]) -> None:
        """Speak until the person leaves or the input ends."""
        await self._begin()
        while not self.has_left:
            self._ask()
            line = await self._line(read)
            if not line:
                return
            if line.strip() or self.table.handing_over or self.table.stopped:
                await self._until_done(line.strip(), read)

    async def _line(self, read: Callable[[], Awaitable[str]]) -> str:
        if self.reading is None:
            self.reading = asyncio.ensure_future(read())
        line = await self.reading
        self.reading = None
        return line

    async def _until_done(self, line: str, read: Callable[[], Awaitable[str]]) -> None:
        """Do what a line says. Whoever is cut off meanwhile may leave, with `quit` or the end of input."""
        self.cut_off.clear()
        work, cut_off = asyncio.ensure_future(self._do(line)), asyncio.ensure_future(self.cut_off.wait())
        try:
            await asyncio.wait((work, cut_off), return_when=asyncio.FIRST_COMPLETED)
            while not work.done():
                if self.reading is None:
                    self.reading = asyncio.ensure_future(read())
                await asyncio.wait((work, self.reading), return_when=asyncio.FIRST_COMPLETED)
                if work.done():
                    break
                if (await self._line(read)).strip().lower() in ("", "quit"):
                    self.has_left = True
                    return
                self.speak("Until the connection is back only quit is heard")
            await work
        except GridhallError as wrong:
            self.refused = wrong.rules
            self.speak(wrong.plain)
        finally:
            for task in (work, cut_off):
                task.cancel()

    async def _begin(self) -> None:
        table = self.table
        self.speak(f"{table.title}: {table.subtitle}" if table.subtitle else table.title)
        self.speak(table.who)
        await table.begin()
        if self.scene is None:
            self.show([])
        self.speak(table.scene.hint)
        self._list_if_few()

    def _ask(self) -> None:
        """Say what is waited for, where that is not the next word."""
        table = self.table
        if table.curtain >= 0:
            number = table.curtain + 1
            self.speak(f"Player {number}: type {number} when only you can hear or read this")
        elif table.handing_over:
            self.speak("Your turn is over. Press Enter, or type on, to hide the board")
        elif table.stopped:
            self.speak("The machine was stopped. Press Enter to let it think again, or quit")
        elif self.question is not None:
            self.speak(f"{self.question.confirm} Yes or no?")
        self._tell_notice()

    def _tell_notice(self) -> None:
        """Say what is to be known besides the match when it is new, and that a lost connection is back."""
        notice = self.table.notice
        if (kind := re.sub(r"now|in \d+ s", "", notice)) != self.told_notice:
            self.speak(notice or (BACK if self.told_notice.startswith(LOST) else ""))
            self.told_notice = kind

    @property
    def listed(self) -> list[Choice]:
        """The choices by their numbers, from 1."""
        return self.table.scene.choices if self.table.active else []

    def _list_if_few(self) -> None:
        """Tell what can be done now, as far as it was not told before."""
        if self.table.active:
            lines = self.choice_lines("")
            if len(lines) <= MANY:
                for line in lines:
                    if line not in self.told:
                        self.speak(line)
            elif not self.told:
                self.speak(f"{len(lines)} choices; the command choices lists them")
            self.told = set(lines)

    async def _do(self, line: str) -> None:
        """Do what a line says: answer a question, play a number or a word, or follow a command."""
        table = self.table
        if self.question is not None:
            choice, self.question = self.question, None
            if line.lower().startswith("y"):
                await self.play(table.play(choice))
            else:
                self.speak("Not done")
            return
        if table.curtain >= 0 or table.handing_over:
            if table.handing_over or line == str(table.curtain + 1):
                await table.go_on()
                self._list_if_few()
            return
        if table.stopped and not line:
            await table.go_on()
            return
        command, _, rest = line.partition(" ")
        if line.isdecimal() and 1 <= int(line) <= len(self.listed):
            await self._choose(self.listed[int(line) - 1])
            return
        if line in ARROWS:  # a terminal that hands over lines puts these signs into them
            pointed = next((choice for choice in self.listed if choice.key == ARROWS[line]), None)
            if pointed is None:
                raise BadAction("the arrows mean nothing here; choices lists what you can do")
            await self._choose(pointed)
            return
        try:
            await self._word(line)
        except BadAction:
            if command.lower() not in COMMANDS:
                raise
            await COMMANDS[command.lower()](self, rest.strip())

    async def _word(self, word: str) -> None:
        """Play a word; one that a choice of the scene goes by is asked about as that choice is."""
        choice = self.table.choice_of(word)
        if choice is not None and choice.confirm:
            await self._choose(choice)
        elif self.table.active:
            await self.play(self.table.say_word(word))
        else:
            raise BadAction("it is not your turn; help lists the commands")

    async def _choose(self, choice: Choice) -> None:
        if choice.why:
            self.refused = choice.rule.split(", ") if choice.rule else []
            self.speak(choice.why)
        elif choice.confirm and self.confirms:
            self.question = choice
        else:
            await self.play(self.table.play(choice))

    async def play(self, work: Awaitable[None]) -> None:
        await work
        self._list_if_few()

    def choice_lines(self, rest: str) -> list[str]:
        """The choices with their numbers; with a text only those whose name or word has it in it."""
        return [
            f"{number}: {choice_sentence(choice, self.table.scene)}"
            for number, choice in enumerate(self.listed, 1)
            if rest.lower() in f"{choice.word} {name_of(choice)}".lower() and (not choice.why or rest)
        ]


async def _speak(
    opening: Callable[[], Awaitable[MatchTable]], again: Callable[[str], MatchTable], confirms: bool
) -> None:
    lines = TypedLines()
    table: MatchTable | None = await opening()
    while table is not None:
        speaker = Speaker(table, lambda text: print(text, flush=True), confirms)
        try:
            await speaker.run(lines.next)
        finally:
            last = speaker.table
            saved = last.saved_as
            await last.close()
            farewell = f"Saved. Go on with gridhall play --resume {saved} --speak." if saved else last.left_behind
            if farewell:
                print(farewell, flush=True)
        table = again(speaker.following) if speaker.following else None


def speak(opening: Callable[[], Awaitable[MatchTable]], again: Callable[[str], MatchTable], confirms: bool) -> None:
    """Play in spoken lines on standard input and output; `again` opens the level that follows."""
    asyncio.run(_speak(opening, again, confirms))
