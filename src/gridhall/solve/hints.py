"""What the solver would do from here, and whether the position can still be won; honest about what it did not find out.

What one hint found out serves the next: a puzzle's positions are kept, and a shipped level's proof is known from the
start.
"""

import copy
from functools import lru_cache
from typing import Any

from msgspec import Struct

from gridhall.errors import MatchOver
from gridhall.match import Match
from gridhall.registry import levels
from gridhall.solve import search
from gridhall.solve.certificate import OPTIMAL, UNSOLVABLE, Positions, prove

FIRST = 300_000  # new positions one hint may cost in each puzzle, and
NODES = 20_000  # all others, so that nobody waits; asked again, it goes on from there
KEPT = 600_000  # positions of a puzzle that are kept from hint to hint


class Hint(Struct):
    """`word` is the move advised.

    `left` the moves of the win found; `undo` how many moves back the position could still be won.
    """

    text: str
    word: str | None = None
    left: int | None = None
    lost: bool = False
    undo: int = 0
    nodes: int = 0
    seconds: float = 0.0


def hint(match: Match) -> Hint:
    """Advise the player of a puzzle."""
    if match.over:
        raise MatchOver("the match is over: there is nothing left to advise")
    puzzle = _puzzle(match.game, match.setup_text, match.seed)
    known, nodes = puzzle.known, NODES if puzzle.searched else FIRST
    found = prove(match, nodes, known=known)
    puzzle.searched |= found.nodes > NODES
    spent, seconds = found.nodes, round(found.seconds, 3)
    if found.witness and found.length is not None:
        best = "no shorter way" if found.status == OPTIMAL else f"a shorter way may exist, but none below {found.bound}"
        return Hint(
            f"{found.witness[0]} ({found.length} moves to go, and {best})",
            found.witness[0],
            found.length,
            nodes=spent,
            seconds=seconds,
        )
    if found.status != UNSOLVABLE:
        text = (
            f"no win found among {spent:,} positions; at least {found.bound} moves are needed, if it can be won at all"
        )
        return Hint(f"{text}. Ask again to look farther", nodes=spent, seconds=seconds)
    back, more = _back_to_hope(match, known, nodes - spent)
    text = (
        f"this position can no longer be won; it could, {back} move{'s' * (back > 1)} ago"
        if back
        else "this position can no longer be won"
    )
    if found.note and not back:
        text += f": {found.note}"
    return Hint(text, lost=True, undo=back, nodes=spent + more, seconds=seconds)


class _Puzzle:
    """What is known of a puzzle so far."""

    def __init__(self, match: Match) -> None:
        self.match, self.searched = match, False
        self._forget()

    def _forget(self) -> None:
        """Know no more than the shipped proof, if there is one."""
        match = self.match
        self.positions = Positions(match.game, match.setup, match.state, KEPT)
        for level in levels(match.game):
            proof = level.certificate
            if (
                level.text == match.setup_text
                and proof.get("status") == OPTIMAL
                and proof.get("version") == match.game.VERSION
            ):
                named = match.game.named_seed(level.text) if match.game.named_seed is not None else None
                # A shipped level under chance names its seed; the proof holds for that one.
                if named in (None, match.seed):
                    self.positions.trust(match.state, _actions(match, proof["witness"].split("; ")))

    @property
    def known(self) -> Positions:
        if self.positions.memory[search.FOUND] + 2 * NODES > KEPT:
            self._forget()
        return self.positions


@lru_cache(maxsize=2)
def _puzzle(game: Any, text: str, seed: int) -> _Puzzle:
    return _Puzzle(Match.of_text(game, text, seed))


def _actions(match: Match, words: list[str]) -> list[int]:
    state, found = copy.copy(match.state), []
    for word in words:
        found.append(match.game.read_word(match.setup, state, word))
        match.game.step(match.setup, state, 0, found[-1])
    return found


def _back_to_hope(match: Match, known: Positions, nodes: int) -> tuple[int, int]:
    """How many moves back a win is seen to have been there (by halving.

    Once lost, a position stays lost), 0 if never; and positions met.
    """
    states, total, good = match.states(), 0, 0
    bad, probe = len(states) - 1, Match.of_text(match.game, match.setup_text, match.seed)
    if not bad or not prove(probe, nodes, known=known).witness:
        return 0, total
    while bad - good > 1:
        middle = (good + bad) // 2
        probe.state = states[middle]
        found = prove(probe, nodes - total, known=known)
        total += found.nodes
        good, bad = (middle, bad) if found.witness else (good, middle)
    return len(states) - 1 - good, total
