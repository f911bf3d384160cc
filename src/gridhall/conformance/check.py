"""A check: a rule of the contract, and how it is held against a game."""

from collections.abc import Callable
from typing import NamedTuple

from gridhall.conformance.drawn_match import DrawnMatch, smallest_failure
from gridhall.errors import GridhallError
from gridhall.game import Game
from gridhall.registry import load, name_of

EXAMPLES = 6  # matches that are drawn for a check


class Broken(GridhallError):
    """A game does not keep a rule of the contract."""

    def __init__(self, game: str, check: "Check", problem: str, match: str = "") -> None:
        self.game, self.check, self.problem, self.match = game, check.name, problem, match
        lines = [f"{game} breaks {check.name!r}: {check.promise}", *([f"in {match}"] if match else []), problem]
        super().__init__("\n  ".join(lines))

    def as_json(self) -> dict[str, str]:
        return {**super().as_json(), "check": self.check, "match": self.match, "problem": self.problem}


class Check(NamedTuple):
    """One of `of_game`, which looks at the game once, and `of_match`, which looks at drawn matches; both raise."""

    name: str
    promise: str  # the rule of the contract, in a sentence
    of_game: Callable[[Game], None] | None = None
    of_match: Callable[[DrawnMatch], None] | None = None

    def __str__(self) -> str:
        return self.name

    def hold(self, game: str | Game, examples: int = EXAMPLES) -> None:
        """Raise Broken if a game does not keep this rule; `examples` matches are drawn."""
        loaded = load(game) if isinstance(game, str) else game
        if self.of_match is not None:
            failure = smallest_failure(loaded, self.of_match, examples)
            if failure is not None:
                raise Broken(name_of(loaded), self, *failure)
        elif self.of_game is not None:
            try:
                self.of_game(loaded)
            except Exception as wrong:
                raise Broken(name_of(loaded), self, sentence_of(wrong)) from wrong


def sentence_of(wrong: Exception) -> str:
    """What an exception says; of one that no check has raised also its type and its place."""
    if isinstance(wrong, (AssertionError, GridhallError)) and str(wrong):
        return str(wrong)
    import traceback

    frame = traceback.extract_tb(wrong.__traceback__)[-1]
    return f"{type(wrong).__name__}: {wrong} ({frame.name}, line {frame.lineno} of {frame.filename})"
