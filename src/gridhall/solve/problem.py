"""A level as a search problem, for people who write searches: start, successors, cost, goal, key and heuristic.

It runs the interpreted rules, so that everything can be looked at; `gridhall.solve` is the quick way to an answer.
"""

import copy
from collections.abc import Hashable, Iterable, Iterator

from gridhall.errors import Unavailable
from gridhall.game import WON, Game, Truth
from gridhall.match import Match
from gridhall.registry import SetupLike


class Problem:
    """What a search asks of a single-player level. States are not changed by any of these functions."""

    def __init__(self, game: str | Game, level: SetupLike = None, seed: int | None = None) -> None:
        """`level` is a shipped level's name, a file, a text, a level, or None for the game's default."""
        match = Match(game, level, seed)
        if not match.game.PUZZLE:
            raise Unavailable(f"{match.game.TITLE} is not a puzzle: there is nothing to search for")
        self.game, self.setup, self.text, self._seed = match.game, match.setup, match.setup_text, match.seed
        self.start: Truth = match.state

    def successors(self, state: Truth) -> Iterator[tuple[int, Truth]]:
        """Every legal action with the state that follows; those that lose are left out, a won state has none."""
        if not self.game.acting(self.setup, state):
            return
        for action in range(self.game.ACTIONS):
            if not self.game.refusal(self.setup, state, 0, action):
                after = copy.copy(state)
                self.game.step(self.setup, after, 0, action)
                if self.game.acting(self.setup, after) or self.is_goal(after):
                    yield action, after

    def cost(self, state: Truth, action: int) -> int:
        """What an action costs: one move."""
        return 1

    def is_goal(self, state: Truth) -> bool:
        """Whether the level is won."""
        return bool(self.game.outcome(self.setup, state, 0) == WON)

    def key(self, state: Truth) -> Hashable:
        """The same for two states from which the same can happen; counters of moves do not matter."""
        if self.is_goal(state):
            return b"won"
        same = copy.copy(state)
        self.game.canonicalize(self.setup, same)
        return bytes(same)

    def heuristic(self, state: Truth) -> int:
        """Never more than the moves that are still needed: 0 where the game knows no better."""
        if self.game.bound is None or self.is_goal(state):
            return 0
        left = int(self.game.bound(self.setup, state))
        return left if left >= 0 else HOPELESS

    def words(self, actions: Iterable[int]) -> list[str]:
        """Actions as a player types them."""
        state, words = copy.copy(self.start), []
        for action in actions:
            words.append(self.game.word(self.setup, state, action))
            self.game.step(self.setup, state, 0, action)
        return words

    def check(self, actions: Iterable[int]) -> str:
        """What is wrong with a solution, as a sentence; "" if it is a shortest one."""
        from gridhall.solve.certificate import solve

        match, moves = Match(self.game, self.text, self._seed), list(actions)
        for number, action in enumerate(moves, 1):
            if match.over:
                return f"the match is over before move {number}"
            if match.refuses(0, action):
                return f"move {number}, action {action}, is not allowed there"
            match.act(0, action)
        if match.outcome != "won":
            return f"after {len(moves)} moves the level is not won"
        best = solve(self.game, self.text, seed=self._seed).length
        return "" if best == len(moves) else f"it wins in {len(moves)} moves; {best} would do"


HOPELESS = 1 << 30  # a heuristic's answer where there is surely no win any more
