"""Every error that a person can meet: a code for programs, and a message that says what is wrong and what to do."""

import re
from collections.abc import Iterable
from typing import Any

from gridhall.rulings import numbers_in, plain


class GridhallError(Exception):
    """Base of all errors that reach people; anything else is a bug."""

    @property
    def code(self) -> str:
        """The class name in snake case, for programs."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def plain(self) -> str:
        """The message as a player reads it: without the numbers of rulings."""
        return plain(str(self))

    @property
    def rules(self) -> list[str]:
        """The numbers of the rulings behind it, for whoever asks why."""
        return numbers_in(str(self))

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": str(self)}


class UnknownGame(GridhallError):
    """There is no game of that name."""


class BadGame(GridhallError):
    """A game's package that cannot be imported or lacks what game.py asks for.

    `defects` has a sentence for each mistake.
    """

    def __init__(self, folder: str, defects: Iterable[str]) -> None:
        self.folder, self.defects = folder, list(defects)
        count = f"{len(self.defects)} mistakes" if len(self.defects) > 1 else "a mistake"
        super().__init__(
            "\n  ".join([f"the game in {folder} has {count}; gridhall/game.py says what a game offers:", *self.defects])
        )

    def as_json(self) -> dict[str, Any]:
        return {**super().as_json(), "folder": self.folder, "defects": self.defects}


class BadAction(GridhallError):
    """The word is not one of the game's."""


class IllegalAction(GridhallError):
    """The word is known, but the rules refuse it now."""


class NotYourTurn(GridhallError):
    """Somebody else is to act."""


class MatchOver(GridhallError):
    """The match has ended."""


class BadRecord(GridhallError):
    """A record that cannot be read or does not replay."""


class BadSeat(GridhallError):
    """There is no such player, room or seat."""


class Unavailable(GridhallError):
    """Something the command needs is not there: a file, a program, an extra."""


class Usage(GridhallError):
    """A command that makes no sense as asked, such as proving what is no puzzle."""


class Defect:
    """One thing wrong with a setup: where, what, and how to mend it."""

    __slots__ = ("column", "cure", "file", "line", "problem")

    def __init__(
        self, problem: str, cure: str = "", line: int | None = None, column: int | None = None, file: str | None = None
    ) -> None:
        self.problem, self.cure, self.line, self.column, self.file = problem, cure, line, column, file

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        place += [f"line {self.line}"] if self.line is not None else []
        place += [f"column {self.column}"] if self.column is not None else []
        text = f"{', '.join(place)}: {self.problem}" if place else self.problem
        return f"{text}; {self.cure}" if self.cure else text

    def as_json(self) -> dict[str, Any]:
        pairs = {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "problem": self.problem,
            "cure": self.cure,
            "message": str(self),
        }
        return {key: value for key, value in pairs.items() if value not in (None, "")}


class BadSetup(GridhallError):
    """A level or setup that cannot be used; `defects` lists all that is wrong with it."""

    def __init__(self, defects: Iterable[Defect] | str) -> None:
        self.defects = [Defect(defects)] if isinstance(defects, str) else list(defects)
        super().__init__("\n".join(map(str, self.defects)))

    def as_json(self) -> dict[str, Any]:
        return {**super().as_json(), "defects": [defect.as_json() for defect in self.defects]}


class Notice(UserWarning):
    """Something a person should know that stops nothing."""


class BrokenGame(Notice):
    """A game that was found but cannot be loaded is left out; the message says what is wrong with it."""


class HiddenFiles(Notice):
    """A name means a shipped level, and a person's own files are called that, too; the message says which was taken."""
