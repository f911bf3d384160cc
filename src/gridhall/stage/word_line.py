"""Lines that are typed: words of a match with completion and a history, and answers to a question."""

from collections.abc import Callable

from textual import events
from textual.suggester import Suggester
from textual.widgets import Input

from gridhall.stage.keyboard import key_name

MOST_KEPT = 50  # words of the history


class LineInput(Input):
    """A line at the bottom of a screen. Its screen hands the keys to it, one after the other."""

    def __init__(self, done: Callable[[str], None], closed: Callable[[], None], placeholder: str = "") -> None:
        super().__init__(placeholder=placeholder, compact=True, select_on_focus=False, id="words")
        self.done, self.closed = done, closed

    async def take_key(self, event: events.Key) -> None:
        """Enter takes the line and Escape closes it; everything else edits it."""
        name = key_name(event.key, event.character)
        if name == "Enter":
            self.done(self.value)
        elif name == "Escape":
            self.closed()
        elif event.is_printable and event.character:
            self.insert_text_at_cursor(event.character)
        else:
            for binding in self._bindings.key_to_bindings.get(event.key, ()):
                await self.run_action(binding.action)


class WordSuggester(Suggester):
    """Completes what is typed to a word that can be played now."""

    def __init__(self, words: Callable[[], list[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self.words = words

    def completed(self, value: str) -> str | None:
        return next((word for word in self.words() if word.lower().startswith(value.lower())), None) if value else None

    async def get_suggestion(self, value: str) -> str | None:
        return self.completed(value)


class WordLine(LineInput):
    """The line that `:` opens: words with completion (Tab or Right) and a history (Up and Down)."""

    def __init__(self, words: Callable[[], list[str]], typed: Callable[[str], None]) -> None:
        super().__init__(self._take, self._shut, "a word, Tab completes, Esc closes")
        self.words_of, self.typed = words, typed
        self.word_suggester = WordSuggester(lambda: self.words_of())
        self.suggester = self.word_suggester
        self.history: list[str] = []
        self.recalled = 0
        self.display = False

    def open(self) -> None:
        self._write("")
        self.recalled = len(self.history)
        self.display = True
        self.screen.set_focus(self)

    def _shut(self) -> None:
        self.display = False
        self.screen.set_focus(None)

    def _write(self, text: str) -> None:
        self.value, self.cursor_position = text, len(text)

    async def take_key(self, event: events.Key) -> None:
        name = key_name(event.key, event.character)
        if name == "Tab":
            self._write(self.word_suggester.completed(self.value) or self.value)
        elif name in ("ArrowUp", "ArrowDown"):
            self.recalled = max(0, min(len(self.history), self.recalled + (1 if name == "ArrowDown" else -1)))
            self._write(self.history[self.recalled] if self.recalled < len(self.history) else "")
        else:
            await super().take_key(event)

    def _take(self, text: str) -> None:
        self._shut()
        if text.strip():
            self.history = [*(word for word in self.history if word != text), text][-MOST_KEPT:]
        self.typed(text)
