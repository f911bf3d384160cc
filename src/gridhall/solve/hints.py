"""What the solver would do from here, and whether the position can still be won; honest about what it did not find out."""

from msgspec import Struct

from gridhall.errors import MatchOver
from gridhall.match import Match
from gridhall.registry import levels
from gridhall.solve.certificate import OPEN, OPTIMAL, SOLVABLE, prove

NODES = 2_000_000  # positions a hint may cost


class Hint(Struct):
    """`word` is the move advised; `left` the moves of the win found; `undo` how many moves back the position could still be won."""

    text: str
    word: str | None = None
    left: int | None = None
    lost: bool = False
    undo: int = 0
    nodes: int = 0
    seconds: float = 0.0


def hint(match: Match, nodes: int = NODES) -> Hint:
    """Advise the player of a puzzle."""
    if match.over:
        raise MatchOver("the match is over: there is nothing left to advise")
    if (word := _from_witness(match)) is not None:
        return word
    found = prove(match, nodes, points=False)
    spent, seconds = found.nodes, round(found.seconds, 3)
    if found.witness and found.length is not None:
        best = f"{found.length} moves to go, and no shorter way" if found.status == OPTIMAL else f"{found.length} moves to go; a shorter way may exist"
        return Hint(f"{found.witness[0]} ({best})", found.witness[0], found.length, nodes=spent, seconds=seconds)
    if found.status in (OPEN, SOLVABLE):
        text = f"no win found among {spent:,} positions; at least {found.bound} moves are needed, if it can be won at all"
        return Hint(text, nodes=spent, seconds=seconds)
    back, more = _back_to_hope(match, nodes)
    text = f"this position can no longer be won; it could, {back} move{'s' * (back > 1)} ago" if back else "this position can no longer be won"
    if found.note and not back:
        text += f": {found.note}"
    return Hint(text, lost=True, undo=back, nodes=spent + more, seconds=seconds)


def _from_witness(match: Match) -> Hint | None:
    """The next word of a shipped level's proved shortest win, as long as the match has followed it."""
    for level in levels(match.game):
        proof = level.certificate
        if level.text == match.setup_text and proof.get("status") == OPTIMAL and proof.get("version") == match.game.VERSION:
            words, played = proof["witness"].split("; "), [ply.word for ply in match.plies]
            named = match.game.named_seed(level.text) if hasattr(match.game, "named_seed") else None
            if words[: len(played)] == played and named in (None, match.seed):  # a shipped level under chance names its seed; the proof holds for that one
                left = len(words) - len(played)
                return Hint(f"{words[len(played)]} ({left} moves to go, and no shorter way)", words[len(played)], left)
    return None


def _back_to_hope(match: Match, nodes: int) -> tuple[int, int]:
    """How many moves back a win was still there (by halving: once lost, a position stays lost); 0 if never."""
    states, total = match.states(), 0
    if len(states) < 2:
        return 0, 0
    good, bad = 0, len(states) - 1
    probe = Match.of_text(match.game, match.setup_text, match.seed)
    start = prove(probe, nodes, points=False)
    total += start.nodes
    if start.witness is None:
        return 0, total
    while bad - good > 1:
        middle = (good + bad) // 2
        probe.state = states[middle]
        found = prove(probe, nodes, points=False)
        total += found.nodes
        good, bad = (middle, bad) if found.witness else (good, middle)
    return len(states) - 1 - good, total
