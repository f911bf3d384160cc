"""A first lesson at the prompt: the steps one after the other, each until the rules confirm what it asks for."""

from msgspec.structs import replace

from gridhall.match import Moment
from gridhall.scene import Scene
from gridhall.terminal.lesson_session import LessonSession
from gridhall.terminal.prompt import Left, Prompt
from gridhall.terminal.screen import Screen

HELP = "`hint` shows how, `restart` begins the step again, `skip` leaves it out, `quit` ends the lesson."


class Skipped(Exception):
    """The learner does not want this step."""


class LessonPrompt(Prompt):
    """A step of a lesson and the learner at the keyboard."""

    def __init__(self, session: LessonSession, screen: Screen, confirms: bool) -> None:
        super().__init__(session, screen, confirms)
        self.taught = session
        self.wants_more = False  # whether the next step shall follow

    @property
    def scene(self) -> Scene:
        """The match's own, with the sentences of the step in the place of the match's."""
        scene, step = self.match.moment(self.sitting).scene, self.taught.step
        return replace(scene, status=step.text, hint="", outcome=None)

    def run(self) -> None:
        try:
            self._begin()
            while not self.taught.lesson.done:
                if self.taught.lesson.missed:
                    self._show_end([self.match.moment(self.sitting).scene.status, "That did not work. Try again."])
                    self.restart()
                    self._begin()
                self._turn()
            self._show_end([f"Done. {self.taught.step.after}"])
            self.wants_more = self._goes_on()
        except Skipped:
            self.wants_more = True
        except Left:
            return

    def _begin(self) -> None:
        self.sitting = self.taught.lesson.learner
        self.messages = [f"{self.game.TITLE}: {self.taught.title}", HELP]
        self.draw_board()

    def _show_end(self, sentences: list[str]) -> None:
        """The last board, and what is said of it."""
        self.screen.draw(replace(self.scene, choices=[], status="", hint=""), self.messages)
        self.messages = []
        for sentence in sentences:
            self.screen.say_wrapped(sentence)

    def _goes_on(self) -> bool:
        """Whether the next step shall follow; where nobody can be asked, it does."""
        if not self.keyboard.keys:
            return True
        what = "the end of the lesson" if self.taught.is_last else "next step"
        return str(self.line(f"Enter: {what}, q: leave. ", "q")).strip().lower() != "q"

    def _word(self, text: str, scene: Scene) -> None:
        if text.lower() == "skip":
            raise Skipped
        if text.lower() == "hint":
            self.screen.say_wrapped(f"Hint: {self.taught.shown_way()}")
        else:
            super()._word(text, scene)

    def _next_person(self) -> None:
        """Let the other side follow its script."""
        self.sitting = self.taught.lesson.learner
        while not self.taught.lesson.done and (reply := self.taught.lesson.reply()) is not None:
            self._act(*reply)

    def go_on(self) -> None:
        self._next_person()
        if not self.taught.is_over:
            self.draw_board()

    def _end_of_input(self, scene: Scene) -> None:
        self.leave()

    def shown_last(self) -> list[Moment]:
        return super().shown_last() if len(self.match.plies) > len(self.taught.step.before) else []


def teach(session: LessonSession, screen: Screen, confirms: bool) -> None:
    """Go through a lesson from this step on."""
    while True:
        prompt = LessonPrompt(session, screen, confirms)
        prompt.run()
        if not prompt.wants_more:
            return
        if session.is_last:
            screen.say_wrapped(f"That was the lesson. `gridhall play {session.match.name}` begins a match.")
            return
        session = LessonSession(session.game, session.number + 1, screen.complain)
