"""Whether the seats of a two-player game are equal: what the first seat scores when a level plays against itself.

    python studies/balance.py echoes [--levels normal hard] [--matches 200 60] [--seed 1] [--setup SETUP]

Each seat draws from a seed of its own. Results, with 95 % intervals, are kept in studies/results.
"""

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

from gridhall.agents.arena import play_match
from gridhall.agents.choice import seed_from
from gridhall.agents.rating import interval
from gridhall.match import Match

RESULTS = Path(__file__).parent / "results"


def measure(game: str, text: str, level: str, matches: int, seed: int) -> dict[str, Any]:
    results = [
        play_match(game, text, seed_from(seed, 2 * number), (level, level), seed_from(seed, 2 * number + 1))
        for number in range(matches)
    ]
    total = sum(result.score for result in results)
    low, high = interval(total, matches)
    return {
        "level": level,
        "matches": matches,
        "first_seat": round(total / matches, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "draws": sum(result.score == 0.5 for result in results),
        "median_plies": statistics.median(result.plies for result in results),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--levels", nargs="+", default=["normal", "hard"])
    parser.add_argument("--matches", nargs="+", type=int, default=[200, 60], help="for each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--setup")
    args = parser.parse_args()
    text, rows = Match(args.game, args.setup).setup_text, []
    for level, matches in zip(args.levels, args.matches):
        row = measure(args.game, text, level, matches, args.seed)
        rows.append(row)
        share = f"{100 * row['first_seat']:.1f} % ({100 * row['low']:.1f} to {100 * row['high']:.1f})"
        rest = f"{row['draws']} draws, median {row['median_plies']:.0f} plies"
        print(f"{level} against itself: the first seat scores {share} of {matches} matches, {rest}", flush=True)
    setup = f" --setup {args.setup}" if args.setup else ""
    counts = " ".join(map(str, args.matches))
    options = f"--levels {' '.join(args.levels)} --matches {counts}{setup} --seed {args.seed}"
    command = f"python studies/balance.py {args.game} {options}"
    (RESULTS / f"{args.game}_balance.json").write_text(
        json.dumps({"command": command, "levels": rows}, indent=1) + "\n", "utf-8"
    )


if __name__ == "__main__":
    main()
