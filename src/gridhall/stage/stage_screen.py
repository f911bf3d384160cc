"""A screen of the program, and the keys on their way to it.

Keys are handed over one after the other, each when the one before has done its work: what is typed in one burst means
the same as what is typed slowly, also where one of the keys opens or closes a screen.
"""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from textual import events
from textual.screen import Screen

from gridhall.stage.keyboard import key_name

if TYPE_CHECKING:
    from gridhall.stage.app import Stage

MOST_WAITING = 1000  # keys
Result = TypeVar("Result")


class StageScreen(Screen[Result]):
    """Does in `press` what a key means now."""

    AUTO_FOCUS = ""
    is_on = False  # whether it is the screen on show, and drawn

    @property
    def stage(self) -> "Stage":
        return cast("Stage", self.app)

    async def on_screen_resume(self) -> None:
        self.is_on = True
        await self.stage.keys.hand_over()

    def on_screen_suspend(self) -> None:
        self.is_on = False

    def waits_with(self, name: str) -> bool:
        """Whether a key has to wait until something else is done."""
        return False

    async def take_key(self, event: events.Key) -> None:
        self.press(key_name(event.key, event.character))

    def press(self, name: str) -> None:
        """Do what a key means now."""
        raise NotImplementedError


class KeyQueue:
    """Keys that nobody has taken yet. `screen` gives the screen that takes them; None while screens change."""

    def __init__(self, screen: "Callable[[], StageScreen[object] | None]") -> None:
        self.screen = screen
        self.waiting: deque[events.Key] = deque()
        self.is_handing_over = False

    def __len__(self) -> int:
        return len(self.waiting)

    async def add(self, event: events.Key) -> None:
        """Take another key; Escape, where it means something at once, is not for what was typed before and waits."""
        if event.key == "escape" and self.is_blocked and not self._waits_with(event):
            self.waiting.clear()
        if len(self.waiting) < MOST_WAITING:
            self.waiting.append(event)
        await self.hand_over()

    @property
    def is_blocked(self) -> bool:
        """Whether the first key has to wait until something else is done."""
        return bool(self.waiting) and self._waits_with(self.waiting[0])

    def _waits_with(self, key: events.Key) -> bool:
        screen = self.screen()
        return screen is not None and screen.waits_with(key_name(key.key, key.character))

    async def hand_over(self) -> None:
        """Hand over what can be taken now."""
        if self.is_handing_over:
            return
        self.is_handing_over = True
        try:
            while self.waiting and (screen := self.screen()) is not None:
                if self.is_blocked:
                    break
                await screen.take_key(self.waiting.popleft())
        finally:
            self.is_handing_over = False
