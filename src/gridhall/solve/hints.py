"""What the solver would do from here, and whether the position can still be won; honest about what it did not find out.

What one hint found out serves the next: a puzzle's positions are kept, and a shipped level's proof is known from the
start.
"""

import copy
import ctypes
from functools import lru_cache

from msgspec import Struct

from gridhall.errors import MatchOver
from gridhall.game import Game
from gridhall.match import Match
from gridhall.registry import levels
from gridhall.solve.certificate import OPTIMAL, UNSOLVABLE, prove
from gridhall.solve.positions import Positions

# New positions that a hint may cost. Each puzzle gets one long search; all other hints are short, so that nobody waits,
# and whoever asks again goes on from there.
FIRST, NODES = 300_000, 20_000
KEPT = 600_000  # positions of a puzzle that are kept from hint to hint, if they fit into BYTES
BYTES = 200 << 20


class Hint(Struct):
    """What the solver advises."""

    text: str  # a sentence for people
    word: str | None = None  # the move advised
    left: int | None = None  # moves of the win that was found
    lost: bool = False  # no win can be reached any more
    undo: int = 0  # if lost: how many moves back a win was still possible
    nodes: int = 0  # positions this hint has cost
    seconds: float = 0.0


def hint(match: Match) -> Hint:
    """Advise the player of a puzzle."""
    if match.over:
        raise MatchOver("the match is over: there is nothing left to advise")
    puzzle = puzzle_of(match)
    # A large board leaves room for fewer positions.
    known, nodes = puzzle.known, min(NODES if puzzle.searched else FIRST, puzzle.room // 3)
    proof = prove(match, nodes, known=known)
    puzzle.searched |= proof.nodes > min(NODES, nodes // 2)
    spent, seconds = proof.nodes, round(proof.seconds, 3)
    if proof.witness and proof.length is not None:
        best = "no shorter way" if proof.status == OPTIMAL else f"a shorter way may exist, but none below {proof.bound}"
        word = proof.witness[0]
        text = f"{word} ({proof.length} moves to go, and {best})"
        return Hint(text, word, proof.length, nodes=spent, seconds=seconds)
    if proof.status != UNSOLVABLE:
        text = f"no win found among {spent:,} positions; "
        text += f"at least {proof.bound} moves are needed, if it can be won at all"
        return Hint(f"{text}. Ask again to look farther", nodes=spent, seconds=seconds)
    back, more = _back_to_hope(match, known, nodes - spent)
    text = "this position can no longer be won"
    if back:
        text += f"; it could, {back} move{'s' * (back > 1)} ago"
    elif proof.note:
        text += f": {proof.note}"
    return Hint(text, lost=True, undo=back, nodes=spent + more, seconds=seconds)


class Puzzle:
    """What is known of a puzzle so far."""

    def __init__(self, match: Match) -> None:
        self.match = match
        # Besides the state itself a position needs about as much as its columns, two lists and a table hold.
        bytes_each = ctypes.sizeof(type(match.state)) + 4 * match.game.ACTIONS + 64
        self.room = min(KEPT, BYTES // bytes_each)
        self.searched = False  # whether the one long search has been spent
        self._begin_again()

    def _begin_again(self) -> None:
        """Know no more than the shipped proof, if there is one."""
        match = self.match
        self.positions = Positions(match.game, match.setup, match.state, self.room)
        for level in levels(match.game):
            proof = level.certificate
            proved = proof.get("status") == OPTIMAL and proof.get("version") == match.game.VERSION
            if level.text == match.setup_text and proved:
                named = match.game.named_seed(level.text) if match.game.named_seed is not None else None
                # A shipped level under chance names its seed; the proof holds for that one.
                if named in (None, match.seed):
                    self.positions.trust(match.state, _actions(match, proof["witness"].split("; ")))

    @property
    def known(self) -> Positions:
        """The positions met so far; they are forgotten when there might be no room for two hints more."""
        if self.positions.stored + 2 * min(NODES, self.room // 3) > self.room:
            self._begin_again()
        return self.positions


def puzzle_of(match: Match) -> Puzzle:
    """What is known of the puzzle of a match; whatever searches it goes on from there."""
    return _puzzle(match.game, match.setup_text, match.seed)


@lru_cache(maxsize=2)
def _puzzle(game: Game, text: str, seed: int) -> Puzzle:
    return Puzzle(Match.of_text(game, text, seed))


def _actions(match: Match, words: list[str]) -> list[int]:
    """The actions that these words mean, one after the other."""
    state, actions = copy.copy(match.state), []
    for word in words:
        actions.append(match.game.read_word(match.setup, state, word))
        match.game.step(match.setup, state, 0, actions[-1])
    return actions


def _back_to_hope(match: Match, known: Positions, nodes: int) -> tuple[int, int]:
    """How many moves back a win is known to have been possible, 0 if it never was; and the positions this has cost.

    Found by halving: once a position is lost, all that follow are.
    """
    states, spent, winnable = match.states(), 0, 0
    lost, probe = len(states) - 1, Match.of_text(match.game, match.setup_text, match.seed)
    if not lost or not prove(probe, nodes, known=known).witness:
        return 0, spent
    while lost - winnable > 1:
        middle = (winnable + lost) // 2
        probe.state = states[middle]
        proof = prove(probe, nodes - spent, known=known)
        spent += proof.nodes
        if proof.witness:
            winnable = middle
        else:
            lost = middle
    return len(states) - 1 - winnable, spent
