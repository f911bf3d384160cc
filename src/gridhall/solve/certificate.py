"""What is proved of a level: the shortest win, that there is none, or how far the search came."""

import copy
import time
from typing import Any

from msgspec import Struct

from gridhall.errors import Unavailable
from gridhall.game import LIMIT, WON, Game, SetupRecord, Truth
from gridhall.match import Match
from gridhall.registry import SetupLike, name_of
from gridhall.solve.positions import Positions, Progress, SearchResult

OPTIMAL, SOLVABLE, UNSOLVABLE, OPEN = "OPTIMAL", "SOLVABLE", "UNSOLVABLE", "OPEN"
NODES = 10_000_000  # positions a search may store unless told otherwise
GREED = 4  # weight of the bound when any win is looked for


class Certificate(Struct):
    """A proof and its witness; `length` is the witness's, `bound` never more than the fewest moves."""

    status: str
    length: int | None
    bound: int
    witness: list[str] | None
    nodes: int
    seconds: float
    game: str
    version: int
    score: int | None = None  # the most points within the fewest moves, where the game asks for it (CERTIFY_SCORE)
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The form that `gridhall solve --json` prints."""
        shown = {
            "status": self.status, "length": self.length, "bound": self.bound,
            "witness": None if self.witness is None else "; ".join(self.witness),
            "nodes": self.nodes, "seconds": round(self.seconds, 3), "game": self.game, "version": self.version,
        }  # fmt: skip
        if self.score is not None:
            shown["score"] = self.score
        return {**shown, "note": self.note} if self.note else shown


def solve(
    game: str | Game, setup: SetupLike = None, nodes: int = NODES, seed: int | None = None,
    progress: Progress | None = None,
) -> Certificate:  # fmt: skip
    """Prove a level. `setup` is a shipped level's name, a file, a text, a level, or None for the default.

    `nodes` limits the positions that are stored.
    """
    return prove(Match(game, setup, seed), nodes, progress)


def prove(
    match: Match, nodes: int = NODES, progress: Progress | None = None, known: Positions | None = None
) -> Certificate:
    """The certificate of the position a match is in; the match is not changed.

    `known` are positions of this puzzle that earlier searches met: they are used, and what is new is added. No best
    score is sought then.
    """
    game, began = match.game, time.process_time()
    if not game.PUZZLE:
        raise Unavailable(f"{game.TITLE} is not a puzzle: there is nothing to solve")
    result = find(game, match.setup, match.state, nodes, progress, known)
    witness, status, note, score = None, OPEN, "", None
    length = None if result.actions is None else len(result.actions)
    if result.actions is not None:
        end, witness = _replay(match, result.actions)
        status = OPTIMAL if result.shortest else SOLVABLE
        if end == LIMIT and result.shortest:
            status, witness = UNSOLVABLE, None
            note = f"it takes {length} moves from here, more than the limit allows; without the limit it can be won"
            length = None
        elif end != WON:
            status, witness, length = OPEN, None, None
        score = result.points
    elif result.exhausted:
        status = UNSOLVABLE
    seconds = time.process_time() - began
    return Certificate(
        status, length, result.bound, witness, result.nodes, seconds, name_of(game), game.VERSION, score, note
    )


def _replay(match: Match, actions: list[int]) -> tuple[int, list[str]]:
    """The outcome of these actions under the level's own limit, and their words."""
    state, words = copy.copy(match.state), []
    for action in actions:
        if not match.game.acting(match.setup, state):
            break
        words.append(match.game.word(match.setup, state, action))
        match.game.step(match.setup, state, 0, action)
    return match.game.outcome(match.setup, state, 0), words


def find(
    game: Game, setup: SetupRecord, state: Truth, nodes: int = NODES, progress: Progress | None = None,
    known: Positions | None = None,
) -> SearchResult:  # fmt: skip
    """Look for the shortest win from a state; if the budget does not suffice and the game has a bound, for any win."""
    store = known or Positions(game, setup, state)
    if known is None and (game.bound is None or game.BREADTH_FIRST):
        result = store.breadth_first(state, nodes, progress)
        if game.bound is None:
            return result
        store = Positions(game, setup, state)
    else:
        result = store.best_first(state, nodes, 1, progress)
    if known is None and result.shortest and game.CERTIFY_SCORE:
        return Positions(game, setup, state).best_score(state, nodes, result, progress)
    if result.actions is None and not result.exhausted:
        any_win = store.best_first(state, nodes // 2, GREED, progress)
        if any_win.actions is not None or any_win.exhausted:
            shortest = any_win.actions is not None and len(any_win.actions) == result.bound
            stored = result.nodes + any_win.nodes
            return SearchResult(any_win.actions, shortest, any_win.exhausted, result.bound, stored)
    return result
