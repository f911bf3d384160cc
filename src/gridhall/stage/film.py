"""A film: what has happened, still by still. It can be paused, scrubbed, and ended at any time."""

from collections.abc import Callable, Sequence
from typing import Protocol

from textual.timer import Timer

from gridhall.stage.settings import Settings
from gridhall.stage.table import Still
from gridhall.terminal.screen import FASTEST, SAID, SEEN, SLOWEST, TICK

BRIEF = 0.12  # seconds a moment of a short film is shown
SHORT = 4  # stills of a film that needs no controls


class ShowsFilms(Protocol):
    """A screen on which films are shown."""

    def update(self) -> None:
        """Show the present still."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call something later."""


class Film:
    """Stills and where one is among them; who shows it asks how long to wait, and calls `step`."""

    def __init__(self, stills: Sequence[Still], speed: float, whole: bool = False) -> None:
        """`whole` is the film of a match that somebody asked for: it stays at its end."""
        self.stills, self.speed, self.whole = list(stills), speed, whole
        self.at = 0
        self.paused = False

    @property
    def still(self) -> Still:
        return self.stills[self.at]

    @property
    def is_brief(self) -> bool:
        """Whether it is over so soon that its keys are not worth showing."""
        return not self.whole and len(self.stills) <= SHORT and not any(still.scene.timeline for still in self.stills)

    @property
    def is_last(self) -> bool:
        return self.at == len(self.stills) - 1

    @property
    def seconds(self) -> float:
        """How long the present still is shown."""
        timeline = self.still.scene.timeline
        if self.is_brief:
            seconds = BRIEF
        elif timeline is None or timeline.editable:
            seconds = SAID if self.still.text else SEEN
        else:
            goes_on = self.is_last or self.stills[self.at + 1].scene.tick != self.still.scene.tick
            seconds = TICK if goes_on else SEEN * 2
        return seconds / self.speed

    def step(self, by: int = 1) -> bool:
        """Go to another still; False at the end of the film, or before its beginning."""
        if not 0 <= self.at + by < len(self.stills):
            return False
        self.at += by
        return True

    def scrub(self, by: int) -> None:
        """Go back or on by hand, which pauses."""
        self.paused = True
        self.step(by)

    def jump(self, at: int) -> None:
        self.paused = True
        self.at = max(0, min(len(self.stills) - 1, at))

    def change_speed(self, factor: float) -> None:
        self.speed = min(FASTEST, max(SLOWEST, self.speed * factor))


class Projector:
    """Shows a film on a screen, and hands its time on."""

    def __init__(self, screen: ShowsFilms, settings: Settings) -> None:
        self.screen, self.settings = screen, settings
        self.film: Film | None = None
        self.timer: Timer | None = None

    def start(self, film: Film) -> None:
        self.film = film
        self._wait()

    def drop(self) -> None:
        """Have no film any more."""
        self.film = None
        self._wait()

    def end(self) -> None:
        self.drop()
        self.screen.update()

    def _wait(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        if self.film is not None and not self.film.paused:
            self.timer = self.screen.set_timer(self.film.seconds, self._next)

    def _next(self) -> None:
        film = self.film
        if film is None:
            return
        if film.step():
            self._wait()
        elif film.whole:
            film.paused = True
        else:
            self.film = None
        self.screen.update()

    def pause(self) -> None:
        """Pause, or go on."""
        if self.film is not None:
            self.film.paused = not self.film.paused
            self._changed()

    def scrub(self, by: int) -> None:
        if self.film is not None:
            self.film.scrub(by)
            self._changed()

    def jump(self, at: int) -> None:
        if self.film is not None:
            self.film.jump(at)
            self._changed()

    def change_speed(self, factor: float) -> None:
        """Faster or slower, from now on in every film."""
        if self.film is not None:
            self.film.change_speed(factor)
            self.settings.speed = self.film.speed
            self._changed()

    def _changed(self) -> None:
        self._wait()
        self.screen.update()
