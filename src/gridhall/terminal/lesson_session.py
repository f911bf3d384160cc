"""A step of a lesson as a session: nothing of it is written down, and the other side follows its script."""

from gridhall.errors import Usage
from gridhall.game import Game
from gridhall.guide import LessonStep, guide_of
from gridhall.lesson import LessonMatch
from gridhall.match import Event
from gridhall.terminal.session import Say, Session


class LessonSession(Session):
    """A step that is being played, by its number from 1; it may begin again as often as one likes."""

    def __init__(self, game: Game, number: int, complain: Say) -> None:
        """Raises Usage if the game has no such step."""
        self.steps, self.number = guide_of(game).lesson, number
        if not 1 <= number <= len(self.steps):
            there = f"steps 1 to {len(self.steps)}" if self.steps else "none"
            raise Usage(f"{game.TITLE} has no such lesson; there {'are' if self.steps else 'is'} {there}")
        self.lesson = LessonMatch(game, self.step)
        others = {player: "" for player in range(game.PLAYERS) if player != self.lesson.learner}
        super().__init__(self.lesson.match, "", True, others, complain)

    @property
    def step(self) -> LessonStep:
        return self.steps[self.number - 1]

    @property
    def is_last(self) -> bool:
        return self.number == len(self.steps)

    @property
    def title(self) -> str:
        return f"step {self.number} of {len(self.steps)}, {self.step.title}"

    @property
    def is_over(self) -> bool:
        """Whether the step is done, or cannot be done any more."""
        return self.lesson.done or self.lesson.missed

    def begin(self) -> None:
        """Nothing is written down."""

    def act(self, player: int, action: int) -> list[Event]:
        return self.lesson.play(player, action)

    def undo(self, count: int) -> int:
        """Take back no more than was played in the step."""
        played = len(self.match.plies) - len(self.step.before)
        self.lesson.done = False
        return super().undo(min(count, played)) if played else 0

    def restart(self) -> None:
        self.lesson = LessonMatch(self.game, self.step)
        self.match = self.lesson.match

    def shown_way(self) -> str:
        """What the step's own way does next; if the learner has left it, a sentence that says so."""
        action = self.lesson.next_of_way()
        if action < 0:
            return "You are off the way; begin the step again, then ask once more."
        choices = self.match.scene(self.lesson.learner).choices
        name = next((choice.name for choice in choices if choice.action == action and choice.name), "")
        word = self.game.word(self.match.setup, self.match.state, action)
        return f"{name} ({word})" if name and name.lower() != word.lower() else name or word
