"""Train a best response to a level of Echoes among strategies made of parts (strategies.PARTS), and say what it
scores on fresh seeds.

    python studies/best_response.py [--against hard] [--matches 200] [--test 40] [--seed 1]

Evolution with more matches for those that do well: random strategies and the wall's play 4 matches, the best are
changed in one part and play again, and the four best by a lower confidence bound play on until `--matches` are used.
Tested are fresh seeds, from both sides.
"""

import argparse
import json
import random
from pathlib import Path
from typing import Any

from gridhall.agents.arena import play_match
from gridhall.agents.choice import seed_from
from gridhall.agents.rating import interval
from gridhall.games.echoes.strategies import PARTS, TUNED

RESULTS = Path(__file__).parent / "results"
TRIES = 4  # matches a new strategy gets


def number_of(parts: tuple[int, ...]) -> int:
    number = 0
    for part, count in reversed(list(zip(parts, PARTS))):
        number = number * count + part
    return number


def play(parts: tuple[int, ...], against: str, count: int, seed: int) -> float:
    """What a strategy scores in `count` matches, from both sides in turn."""
    name, total = f"script:{TUNED + number_of(parts)}", 0.0
    for match in range(count):
        seats = (name, against) if match % 2 == 0 else (against, name)
        score = play_match("echoes", "", seed_from(seed, match // 2), seats, seed_from(seed, match)).score
        total += score if match % 2 == 0 else 1 - score
    return total


def train(against: str, matches: int, seed: int) -> tuple[tuple[int, ...], dict[tuple[int, ...], list[float]]]:
    draw = random.Random(seed)
    found: dict[tuple[int, ...], list[float]] = {}

    def try_out(parts: tuple[int, ...]) -> None:
        row = found.setdefault(parts, [0.0, 0])
        row[0] += play(parts, against, TRIES, seed_from(seed, len(found) * 1000 + int(row[1])))
        row[1] += TRIES

    def rank(parts: tuple[int, ...]) -> float:
        score, count = found[parts]
        return (score + 0.5) / (count + 4)

    for parts in [
        (0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 1),
        *(tuple(draw.randrange(count) for count in PARTS) for _ in range(matches // TRIES // 3)),
    ]:
        try_out(parts)
    while sum(row[1] for row in found.values()) < matches * 3 // 4:
        parent = list(draw.choice(sorted(found, key=rank)[-4:]))
        at = draw.randrange(len(PARTS))
        parent[at] = draw.randrange(PARTS[at])
        try_out(tuple(parent))
    while sum(row[1] for row in found.values()) < matches:
        try_out(max(sorted(found, key=rank)[-4:], key=lambda parts: rank(parts) - found[parts][1] / 1e3))
    return max(found, key=rank), found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--against", default="hard")
    asked.add_argument("--matches", type=int, default=200)
    asked.add_argument("--test", type=int, default=40)
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args()
    best, found = train(chosen.against, chosen.matches, chosen.seed)
    score = play(best, chosen.against, chosen.test, seed_from(chosen.seed, 1 << 20))
    low, high = interval(score, chosen.test)
    told: dict[str, Any] = {
        "command": f"python studies/best_response.py --against {chosen.against} --matches {chosen.matches} --test {chosen.test} --seed {chosen.seed}",
        "strategies": len(found), "training": {"score": found[best][0], "matches": found[best][1]}, "best": f"script:{TUNED + number_of(best)}", "parts": best,
        "test": {"score": score / chosen.test, "low": round(low, 3), "high": round(high, 3), "matches": chosen.test},
    }  # fmt: skip
    (RESULTS / f"echoes_best_response_{chosen.against}.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
