"""Write `levels/features.json` of every puzzle: what ratings/priors.py needs of each shipped level.

    python makers/features.py [GAME ...]

Positions one move beside the proved way that the solver cannot decide within its budget count as half.
"""

import copy
import json
import sys

from gridhall.match import Match
from gridhall.registry import ShippedLevel, folder_of, games, levels, load
from gridhall.solve.certificate import UNSOLVABLE, prove
from gridhall.solve.hints import puzzle_of
from gridhall.solve.positions import Positions
from gridhall.solve.problem import Problem

NODES = 20_000  # positions that one question may cost


def features(name: str, level: ShippedLevel) -> dict[str, float]:
    """The features of one level, from its proof."""
    match, problem = Match(name, level.name), Problem(name, level.name)
    known, words = puzzle_of(match).known, level.certificate["witness"].split("; ")
    choices = beside = 0
    hopeful = 0.0
    for word in words:
        following = {}
        for action in match.legal(0):
            after = copy.copy(match)
            after.act(0, action)
            following[problem.key(after.state)] = after
        following.pop(problem.key(match.state), None)  # a move that changes nothing is no choice
        choices += len(following)
        match.play(word)
        following.pop(problem.key(match.state), None)
        beside += len(following)
        hopeful += sum(_hope(after, known) for after in following.values())
    return {
        "optimum": len(words),
        "branching": round(choices / len(words), 3),
        "winnable": round(hopeful / beside, 3) if beside else 1.0,
    }


def _hope(match: Match, known: Positions) -> float:
    """1 if a match can still be won, 0 if not, and a half if that was not found out."""
    if match.over:
        return float(match.outcome == "won")
    proof = prove(match, NODES, known=known)
    return 1.0 if proof.witness else 0.0 if proof.status == UNSOLVABLE else 0.5


def main() -> None:
    for name in sys.argv[1:] or games():
        game = load(name)
        proved = [level for level in levels(game) if level.certificate.get("status") == "OPTIMAL"]
        if not game.PUZZLE or game.PLAYERS > 1 or not proved:
            continue
        by_level = {level.name: features(name, level) for level in proved}
        path = folder_of(game) / "levels" / "features.json"
        lines = (f" {json.dumps(level)}: {json.dumps(values)}" for level, values in by_level.items())
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(f"{path.name} of {game.TITLE}: {len(by_level)} levels")


if __name__ == "__main__":
    main()
