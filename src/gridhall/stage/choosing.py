"""Choosing at the screen of a match: what is pointed at, looked at, asked about, and played in the end."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridhall.game import Advice
from gridhall.scene import Choice, Preview
from gridhall.stage.choice_groups import ChoiceGroup
from gridhall.stage.chooser import Chooser, Picked

if TYPE_CHECKING:
    from gridhall.stage.match_screen import MatchScreen


class Choosing:
    """What somebody is about to choose. The rules of it are the chooser's."""

    def __init__(self, screen: "MatchScreen") -> None:
        self.screen = screen
        self.chooser = Chooser(screen.table.scene)
        self.question: Choice | None = None  # that has to be answered before it is played
        self.picked: Choice | None = None  # that is looked at
        self.preview: Preview | None = None
        self.odds: list[Advice] = []

    def settle(self, fresh: bool = False) -> bool:
        """Begin anew if there is something else to choose between: the piece stays chosen, everything else does not."""
        if not fresh and self.chooser.scene is self.screen.table.scene:
            return False
        self.chooser = Chooser(self.screen.table.scene, None if fresh else self.chooser)
        self.picked, self.preview, self.odds = None, None, []
        self.question = None if fresh else self.question
        return True

    def take(self, picked: Picked) -> None:
        """Something came of a key or a click: a step towards a choice, or a choice."""
        if picked.choice is None:
            self.picked = self.preview = None
            self.screen.message = ""
            self.screen.update()
        elif picked.refused:
            self.screen.refuse(picked.choice.why, picked.choice.rule.split(", "))
        else:
            self.choose(picked.choice)

    def choose(self, choice: Choice) -> None:
        """Play a choice, after asking where the game wants that or where it surely loses."""
        table, asking = self.screen.table, self.screen.settings.asks
        asks = choice.confirm and (asking or choice.gives_up or not (choice.danger or choice.hopeless))
        if not asks and choice.danger and asking and not table.can_take_back:
            choice = replace(choice, confirm=f"{choice.name or choice.word}: this surely loses. Really?")
            asks = True
        if asks:
            self.question = choice
            self.screen.update()
        else:
            self.screen.start(table.play(choice))

    def answer(self, yes: bool) -> None:
        choice, self.question = self.question, None
        if yes and choice is not None:
            self.screen.start(self.screen.table.play(choice))
        else:
            self.screen.update()

    def listed(self) -> list[Choice]:
        """The choices that the panel lists one by one: those of no group, or of the only or chosen one."""
        if not self.screen.table.active:
            return []
        return [choice for choice in self.chooser.buttons if not (choice.key.isdigit() and len(choice.key) > 1)]

    def choice_act(self, choice: Choice) -> Callable[[], None]:
        return lambda: self.take(Picked(choice))

    def group_act(self, group: ChoiceGroup) -> Callable[[], None]:
        return lambda: self.take(self.chooser.choose_group(group))

    def look_at_next(self, by: int) -> None:
        choices = [choice for choice in self.listed() if not choice.why]
        if choices:
            at = next((number for number, choice in enumerate(choices) if choice is self.picked), -1 if by > 0 else 0)
            self.look_at(choices[(at + by) % len(choices)])

    def look_at(self, choice: Choice | None) -> None:
        """Show what a choice would do."""
        if choice is self.picked:
            return
        self.picked, self.preview = choice, None
        self.screen.update()
        if choice is not None:
            looking: Callable[[], Awaitable[None]] = partial(self._look, choice)
            self.screen.run_worker(looking, exclusive=True, group="preview", exit_on_error=False)

    async def _look(self, choice: Choice) -> None:
        preview = await self.screen.table.preview(choice)
        if self.picked is choice:
            self.preview = preview
            self.screen.update()

    def aim(self, choice: Choice) -> None:
        """Point at a place; pointing at it again takes it."""
        if self.picked is not None and self.picked.action == choice.action:
            self.take(Picked(choice))
        else:
            self.look_at(choice)

    def play_picked(self) -> None:
        if self.picked is not None:
            self.take(Picked(self.picked))

    def next_piece(self, by: int) -> None:
        self.chooser.next_piece(by)
        self.picked = self.preview = None
        self.screen.update()

    def back(self) -> None:
        if self.picked is not None:
            self.picked = self.preview = None
        else:
            self.chooser.back()
        self.screen.message = ""
        self.screen.update()
