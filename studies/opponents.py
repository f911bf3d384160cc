"""How strong a game's opponents are: cross table with 95 % intervals and Elo, kept in studies/results.

    python studies/opponents.py echoes [--matches 200] [--pool 12] [--processes 1] [--seed 1]

Levels of play meet their neighbours, the next but one and, where the game has a POOL of fixed strategies, its first one
in `--matches` matches; every level meets every strategy of the pool in `--pool` matches. Same seeds from both sides.
Finished matches are kept beside the results, and the same command goes on from there. Budgets are simulations, so the
table is the same on every machine.
"""

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

from gridhall.agents.arena import tournament
from gridhall.agents.cross_table import Table
from gridhall.game import Game
from gridhall.registry import load

RESULTS = Path(__file__).parent / "results"
MOST = 25  # percent no fixed strategy shall score above against the highest level


def progress(done: int, total: int, table: Table) -> None:
    if done % 20 == 0 or done == total:
        print(f"{done} of {total} matches", flush=True)


def play(game: Game, args: argparse.Namespace) -> dict[str, Any]:
    """Play what is still to play and write the table down."""
    levels, pool = list(game.LEVELS_OF_PLAY), list(game.POOL)
    stem = RESULTS / f"{args.game}_opponents{args.name}"
    keep = stem.with_suffix(".matches.jsonl")
    pairs = [*itertools.combinations(levels, 2), *((level, fixed) for level in levels for fixed in pool[:1])]
    common = {
        "setup": args.setup,
        "seed": args.seed,
        "processes": args.processes,
        "keep": keep,
        "progress": progress,
    }
    ladder = tournament(args.game, [*levels, *pool[:1]], args.matches, pairs=pairs, **common)
    write(stem, args, {"ladder": ladder})
    tables = {"ladder": ladder}
    if pool and args.pool:
        tables["pool"] = tournament(
            args.game,
            [*levels, *pool],
            args.pool,
            pairs=[(level, fixed) for level in reversed(levels) for fixed in pool],
            **common,
        )
    return write(stem, args, tables)


def write(stem: Path, args: argparse.Namespace, tables: dict[str, Table]) -> dict[str, Any]:
    options = "".join(
        f" --{key} {getattr(args, key)}"
        for key in ("matches", "pool", "seed", "setup")
        if getattr(args, key) is not None
    )
    command = f"python studies/opponents.py {args.game}{options}"
    report = {"command": command, **{name: table.as_json() for name, table in tables.items()}}
    stem.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    stem.with_suffix(".txt").write_text(
        "\n\n".join([f"$ {command}", *(f"{name}\n{table.as_text()}" for name, table in tables.items())]) + "\n", "utf-8"
    )
    for name, table in tables.items():
        stem.with_name(f"{stem.name}_{name}.svg").write_text(table.as_svg(), "utf-8")
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--pool", type=int, default=12)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--setup")
    parser.add_argument("--name", default="", help="added to the names of the files")
    args = parser.parse_args()
    game = load(args.game)
    report = play(game, args)
    print((RESULTS / f"{args.game}_opponents{args.name}.txt").read_text("utf-8"))
    if "pool" in report:
        best = report["pool"]["agents"][len(game.LEVELS_OF_PLAY) - 1]
        worst, result = min(best["against"].items(), key=lambda item: item[1]["score"])
        score = 100 - 100 * result["score"]
        print(f"the best fixed strategy against {best['agent']}: {worst}, {score:.0f} % (wanted: at most {MOST})")


if __name__ == "__main__":
    main()
