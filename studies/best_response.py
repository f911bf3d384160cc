"""Train a best response to a level of Echoes among strategies made of parts (PARTS of the game's strategies.py).

    python studies/best_response.py [--against hard] [--matches 200] [--test 40] [--seed 1]

Evolution that gives more matches to those that do well. Random strategies and the wall's play 4 matches each; the best
are changed in one part and play again; at last the four best, by a lower confidence bound, play on until `--matches`
are used. The winner is then tested on fresh seeds, from both sides.
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
    """The number that a strategy has among all of them."""
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
    tried: dict[tuple[int, ...], list[float]] = {}  # score and matches

    def try_out(parts: tuple[int, ...]) -> None:
        row = tried.setdefault(parts, [0.0, 0])
        row[0] += play(parts, against, TRIES, seed_from(seed, len(tried) * 1000 + int(row[1])))
        row[1] += TRIES

    def rank(parts: tuple[int, ...]) -> float:
        score, count = tried[parts]
        return (score + 0.5) / (count + 4)

    for parts in [
        (0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 1),
        *(tuple(draw.randrange(count) for count in PARTS) for _ in range(matches // TRIES // 3)),
    ]:
        try_out(parts)
    while sum(row[1] for row in tried.values()) < matches * 3 // 4:
        parent = list(draw.choice(sorted(tried, key=rank)[-4:]))
        at = draw.randrange(len(PARTS))
        parent[at] = draw.randrange(PARTS[at])
        try_out(tuple(parent))
    while sum(row[1] for row in tried.values()) < matches:
        try_out(max(sorted(tried, key=rank)[-4:], key=lambda parts: rank(parts) - tried[parts][1] / 1e3))
    return max(tried, key=rank), tried


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", default="hard")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--test", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    best, tried = train(args.against, args.matches, args.seed)
    score = play(best, args.against, args.test, seed_from(args.seed, 1 << 20))
    low, high = interval(score, args.test)
    options = f"--against {args.against} --matches {args.matches} --test {args.test} --seed {args.seed}"
    report: dict[str, Any] = {
        "command": f"python studies/best_response.py {options}",
        "strategies": len(tried),
        "training": {"score": tried[best][0], "matches": tried[best][1]},
        "best": f"script:{TUNED + number_of(best)}",
        "parts": best,
        "test": {"score": score / args.test, "low": round(low, 3), "high": round(high, 3), "matches": args.test},
    }
    text = json.dumps(report, indent=1)
    (RESULTS / f"echoes_best_response_{args.against}.json").write_text(text + "\n", "utf-8")
    print(text)


if __name__ == "__main__":
    main()
