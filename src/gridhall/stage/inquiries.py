"""What somebody at a match asks besides playing: a hint, the odds, its film, its ticks, its story, help."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from gridhall.scene import Choice, Frame
from gridhall.stage.dialogs import TextDialog
from gridhall.stage.film import Film
from gridhall.stage.help_text import help_lines
from gridhall.stage.keyboard import label_of
from gridhall.stage.offers import short_name

if TYPE_CHECKING:
    from gridhall.stage.match_screen import MatchScreen

Answer = TypeVar("Answer")


def _in_keys(hint: str, choices: Sequence[Choice], fancy: bool) -> str:
    """A hint that begins with a word to type, with the key and the name of its choice instead, where it has a key."""
    for choice in choices:
        if choice.key and (hint == choice.word or hint.startswith(f"{choice.word} (")):
            return f"{label_of(choice.key, fancy)} {short_name(choice)}{hint.removeprefix(choice.word)}"
    return hint


class Inquiries:
    """Asks the table, and shows the answers on its screen."""

    def __init__(self, screen: "MatchScreen") -> None:
        self.screen = screen
        self.frames: list[Frame] = []  # of the timeline, while its ticks are looked at
        self.tick = 0
        self.asked: asyncio.Task[Any] | None = None  # the question whose answer is waited for
        self.has_given_up = False

    async def _answer(self, saying: str, question: Coroutine[Any, Any, Answer]) -> Answer | None:
        """Wait for an answer, and say so; None if somebody does not want to wait for it any more."""
        asked = asyncio.ensure_future(question)
        self.asked, self.has_given_up = asked, False
        self.screen.say(saying)
        try:
            return await asked
        except asyncio.CancelledError:
            if not self.has_given_up:
                raise
            self.screen.say("Never mind.")
            return None
        finally:
            self.asked = None

    def give_up(self) -> None:
        """Wait for the answer no longer."""
        if self.asked is not None:
            self.has_given_up = True
            self.asked.cancel()

    def hint(self) -> None:
        self.screen.start(self._hint())

    async def _hint(self) -> None:
        if (text := await self._answer("Thinking ...", self.screen.table.hint())) is not None:
            self.screen.say(f"Hint: {_in_keys(text, self.screen.table.scene.choices, self.screen.fancy)}")

    def odds(self) -> None:
        self.screen.start(self._odds())

    async def _odds(self) -> None:
        screen = self.screen
        odds = await self._answer("Weighing ...", screen.table.odds())
        if odds is not None:
            screen.choosing.odds = odds
            screen.say("The chance to win with each choice." if odds else "There is nothing to choose between now.")

    def look_back(self) -> None:
        self.screen.start(self.watch())

    async def watch(self) -> None:
        """Show the film of the match: from its start, or of one that goes on from its end."""
        screen = self.screen
        stills = await screen.table.film()
        if stills:
            film = Film(stills, screen.settings.speed or 1.0, whole=True)
            if not screen.table.over:
                film.jump(len(stills) - 1)
            screen.projector.start(film)
            screen.update()

    def ticks(self) -> None:
        self.screen.start(self._ticks())

    async def _ticks(self) -> None:
        self.frames = await self.screen.table.frames()
        self.tick = 0
        self.screen.say("" if self.frames else "There are no ticks to look at now.")

    def step_tick(self, by: int) -> None:
        self.tick = max(0, min(len(self.frames) - 1, self.tick + by))
        self.screen.update()

    def leave_ticks(self) -> None:
        self.frames = []
        self.screen.update()

    def story(self) -> None:
        self.screen.start(self._story())

    async def _story(self) -> None:
        sentences = await self._answer("Reading the match again ...", self.screen.table.story())
        if sentences is not None:
            self.screen.say("")
            sentences = sentences or ["Nothing turned in it."]
            self.screen.app.push_screen(TextDialog("The story of this match", sentences, self.screen.colours))

    def help(self) -> None:
        self.screen.app.push_screen(TextDialog("Help", help_lines(self.screen), self.screen.colours))
