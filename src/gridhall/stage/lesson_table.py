"""A step of a lesson as a table: its sentences stand where the match's own would, and the next step follows it."""

from msgspec.structs import replace

from gridhall import registry
from gridhall.scene import Outcome, Scene
from gridhall.stage.local_table import LocalTable
from gridhall.stage.table import AGAIN, HINT, LOOK, NEXT, RESTART, SKIP, TICKS, UNDO
from gridhall.terminal.lesson_session import LessonSession
from gridhall.terminal.session import Session


def table_of(session: Session) -> LocalTable:
    """The table of a session: of a lesson's step one that teaches."""
    return LessonTable(session) if isinstance(session, LessonSession) else LocalTable(session)


class LessonTable(LocalTable):
    """A position to try something out in. It ends when the rules confirm what was asked for, or nothing can be done."""

    teaches = True

    def __init__(self, session: LessonSession) -> None:
        self.taught = session
        self._before: Scene | None = None  # the match's own scene that the one on show was made of
        self._shown: Scene
        super().__init__(session)

    def _look(self) -> None:
        """Let the scene say what the step asks for, and how it went."""
        super()._look()
        lesson, step, scene = self.taught.lesson, self.taught.step, self.scene
        if scene is self._before and not self.taught.is_over:
            self.scene = self._shown
            return
        outcome = None
        if lesson.done:
            outcome = Outcome("Done", 0, [step.after], won=True)
        elif lesson.missed:
            outcome = Outcome("That did not work", 0, [scene.status, "Try again."])
        choices = [] if outcome else scene.choices
        self._before = scene
        self._shown = replace(scene, status=step.title, hint=step.text, outcome=outcome, choices=choices)
        self.scene = self._shown

    @property
    def active(self) -> bool:
        return super().active and not self.taught.is_over

    @property
    def who(self) -> str:
        return ""

    @property
    def next_name(self) -> str:
        return "play" if self.taught.is_last else "next step"

    def can(self, what: str) -> bool:
        is_over = self.taught.is_over
        if what == HINT:
            return self.active
        if what == SKIP:
            return not is_over
        if what == NEXT:
            return self.taught.lesson.done and not (self.taught.is_last and not self._first_level())
        if what == AGAIN:
            return is_over
        if what in (RESTART, UNDO):
            return len(self.match.plies) > len(self.taught.step.before) and super().can(what)
        return what in (LOOK, TICKS) and super().can(what)

    def _first_level(self) -> str:
        """The level that one plays after the lesson; "" where there is no ladder."""
        levels = registry.levels(self.session.game) if self.session.game.PUZZLE else []
        return levels[0].name if levels else ""

    def following(self) -> str:
        return self._first_level() if self.taught.is_last else ""

    def _end(self) -> None:
        """No result is kept of a lesson."""
        self.has_ended = True

    async def _go_on(self) -> None:
        """Let the other side follow its script until the learner has a choice, or the step is over."""
        lesson = self.taught.lesson
        while not lesson.done and (reply := lesson.reply()) is not None:
            self._show(self._act(*reply))
        self._look()
        self.watcher.changed()

    async def do(self, what: str) -> None:
        if what in (NEXT, SKIP):
            if not self.taught.is_last:
                game, number = self.session.game, self.taught.number + 1
                self.watcher.leave_for(LessonTable(LessonSession(game, number, self._complain)))
            else:
                self.watcher.say("That was the last step.")
            return
        await super().do(what)

    async def hint(self) -> str:
        return self.taught.shown_way()
