"""How near a win comes to the proved best: one mark and one sentence, for terminal, hall and browser."""

from typing import NamedTuple

from gridhall.game import EVERYONE, WON
from gridhall.match import Match
from gridhall.registry import levels

PERFECT, NEAR = "perfect", "near"
QUARTER = 4  # a win is near the best if it takes at most a quarter more


class Praise(NamedTuple):
    """What is said of a win: the fewest moves that any win takes, a mark (or none), and a sentence."""

    best: int
    mark: str
    text: str


def moves_counted(match: Match) -> int:
    """The moves of a match as its game counts them: what it ranks results by, else all plies."""
    facts = match.facts(EVERYONE)
    counts = [facts.get(name[1:]) for name in match.game.RANKING if name.startswith("-")]
    return next((count for count in counts if isinstance(count, int)), len(match.plies))


def fewest_moves(match: Match) -> int:
    """The fewest moves that a win of this match's level takes, where they are proved; else 0."""
    if not match.game.PUZZLE:
        return 0
    level = next((level for level in levels(match.game) if level.text == match.setup_text), None)
    proved = level is not None and level.certificate.get("status") == "OPTIMAL"
    return int(level.certificate["length"]) if proved and level is not None else 0


def praise_of(match: Match) -> Praise | None:
    """What is said of a puzzle that was won; None if it was not, or nothing is proved of it."""
    if match.game.PLAYERS > 1 or match.game.outcome(match.setup, match.state, 0) != WON:
        return None
    best = fewest_moves(match)
    return praise(best, moves_counted(match)) if best else None


def praise(best: int, moves: int) -> Praise:
    """The mark of a win in so many moves, and a sentence that names the goal."""
    if moves <= best:
        return Praise(best, PERFECT, f"Best possible: {best}. Yours: perfect.")
    mark = NEAR if QUARTER * (moves - best) <= best else ""
    return Praise(best, mark, f"Best possible: {best}. You took {moves}: try for {best}.")
