"""Matches drawn at random, and the smallest of them in which something is wrong."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from gridhall.errors import Unavailable
from gridhall.game import Game
from gridhall.match import Event, Match
from gridhall.registry import levels

PLIES = 60  # the most a drawn match has
STOP = 127  # one in so many draws ends a match sooner, so that Hypothesis can make it shorter
SETUPS = 5  # the default and levels spread over the ladder


class DrawnMatch:
    """A match that is played as the draws say, position by position."""

    def __init__(self, game: Game, setup: str | None, seed: int, draws: Sequence[int]) -> None:
        self.game, self.seed = game, seed
        self.draws = draws  # of each ply: which of all the legal actions is played
        self.setup_name = setup
        self.match = Match(game, setup, seed)
        self.chance = Random(seed)  # for whatever else a check has to choose
        self.events: list[Event] = []  # of the ply before the position

    def __str__(self) -> str:
        level = f"the level {self.setup_name}" if self.setup_name else "the default"
        words = [f"{ply.player + 1}: {ply.word}" if self.game.PLAYERS > 1 else ply.word for ply in self.match.plies]
        return f"{level}, seed {self.seed}" + (f", after `{'; '.join(words)}`" if words else ", before the first word")

    def positions(self, every: int = 1) -> Iterator[Match]:
        """The match before each ply, or before each `every`-th, and after the last."""
        match = self.match
        for number, draw in enumerate(self.draws):
            if match.over:
                break
            if number % every == 0:
                yield match
            pairs = [(player, action) for player in match.acting for action in match.legal(player)]
            assert pairs, "somebody may act, but no action is legal"
            self.events = match.act(*pairs[draw % len(pairs)])
        yield match


def some_setups(game: Game) -> list[str | None]:
    """The default and a few shipped levels, spread over the ladder."""
    shipped = levels(game)
    return [None, *(level.name for level in shipped[:: max(1, len(shipped) // (SETUPS - 1))])]


def smallest_failure(game: Game, examine: Callable[[DrawnMatch], None], examples: int) -> tuple[str, str] | None:
    """What is wrong, and the smallest match found in which it is; None if nothing is in so many matches."""
    try:
        from hypothesis import HealthCheck, Phase, Verbosity, given, settings
        from hypothesis import strategies as st
    except ImportError:
        cure = "pip install 'gridhall[conformance]'"
        raise Unavailable(f"matches are drawn by Hypothesis, which is not installed: {cure}") from None

    @st.composite
    def matches(draw: Any) -> DrawnMatch:
        setup, seed = draw(st.sampled_from(some_setups(game))), draw(st.integers(0, 2**64 - 1))
        draws: list[int] = []
        while len(draws) < PLIES and draw(st.integers(0, STOP)):
            draws.append(draw(st.integers(0, 2**31 - 1)))
        return DrawnMatch(game, setup, seed, draws)

    @settings(
        max_examples=examples, deadline=None, derandomize=True, database=None, verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink), report_multiple_bugs=False,
    )  # fmt: skip
    @given(matches())
    def trial(drawn: DrawnMatch) -> None:
        try:
            examine(drawn)
        except Exception as wrong:
            raise _Failure(drawn, wrong) from wrong

    try:
        trial()
    except _Failure as failure:
        return failure.problem, str(failure.drawn)
    return None


class _Failure(Exception):
    """Something is wrong in a drawn match."""

    def __init__(self, drawn: DrawnMatch, wrong: Exception) -> None:
        from gridhall.conformance.check import sentence_of

        super().__init__()
        self.drawn, self.problem = drawn, sentence_of(wrong)
