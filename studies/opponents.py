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

from gridhall.agents.arena import Table, tournament
from gridhall.registry import load

RESULTS = Path(__file__).parent / "results"
MOST = 25  # percent no fixed strategy shall score above against the highest level


def progress(done: int, total: int, table: Table) -> None:
    if done % 20 == 0 or done == total:
        print(f"{done} of {total} matches", flush=True)


def play(game: Any, chosen: argparse.Namespace) -> dict[str, Any]:
    """Play what is still to play and write the table down."""
    levels, pool = list(game.LEVELS_OF_PLAY), list(getattr(game, "POOL", {}))
    stem = RESULTS / f"{chosen.game}_opponents{chosen.name}"
    keep = stem.with_suffix(".matches.jsonl")
    pairs = [*itertools.combinations(levels, 2), *((level, fixed) for level in levels for fixed in pool[:1])]
    common = {
        "setup": chosen.setup,
        "seed": chosen.seed,
        "processes": chosen.processes,
        "keep": keep,
        "progress": progress,
    }
    ladder = tournament(chosen.game, [*levels, *pool[:1]], chosen.matches, pairs=pairs, **common)
    write(stem, chosen, {"ladder": ladder})
    tables = {"ladder": ladder}
    if pool and chosen.pool:
        tables["pool"] = tournament(
            chosen.game,
            [*levels, *pool],
            chosen.pool,
            pairs=[(level, fixed) for level in reversed(levels) for fixed in pool],
            **common,
        )
    return write(stem, chosen, tables)


def write(stem: Path, chosen: argparse.Namespace, tables: dict[str, Table]) -> dict[str, Any]:
    options = "".join(
        f" --{key} {getattr(chosen, key)}"
        for key in ("matches", "pool", "seed", "setup")
        if getattr(chosen, key) is not None
    )
    command = f"python studies/opponents.py {chosen.game}{options}"
    told = {"command": command, **{name: table.as_json() for name, table in tables.items()}}
    stem.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    stem.with_suffix(".txt").write_text(
        "\n\n".join([f"$ {command}", *(f"{name}\n{table.as_text()}" for name, table in tables.items())]) + "\n", "utf-8"
    )
    for name, table in tables.items():
        stem.with_name(f"{stem.name}_{name}.svg").write_text(table.as_svg(), "utf-8")
    return told


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--matches", type=int, default=200)
    asked.add_argument("--pool", type=int, default=12)
    asked.add_argument("--processes", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--setup")
    asked.add_argument("--name", default="", help="added to the names of the files")
    chosen = asked.parse_args()
    told = play(load(chosen.game), chosen)
    print((RESULTS / f"{chosen.game}_opponents{chosen.name}.txt").read_text("utf-8"))
    if "pool" in told:
        best = told["pool"]["agents"][len(load(chosen.game).LEVELS_OF_PLAY) - 1]
        worst = min(best["against"].items(), key=lambda one: one[1]["score"])
        print(
            f"the best fixed strategy against {best['agent']}: {worst[0]}, {100 - 100 * worst[1]['score']:.0f} % (wanted: at most {MOST})"
        )


if __name__ == "__main__":
    main()
