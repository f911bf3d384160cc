"""What a game's bound saves: positions that A* expands without it and with it, on shipped and generated levels.

    python benchmarks/expansions.py [--json] [--page docs/search_lab.md]

Wanted: a bound saves half of them. It counts and does not time, so that it gives the same numbers everywhere.
"""

import argparse
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count, islice
from pathlib import Path
from typing import Any

from _page import write_page
from _table import row

import gridhall
from gridhall.learn.generalisation import kept, tiers
from gridhall.registry import games, levels, load

LARGE = 5_000  # positions of a proof beyond which a level is left out, because A* is interpreted here
DRAWN = 20  # held-out levels of each tier
SAVED = 0.5  # the share that is wanted


def expanded(problem: gridhall.Problem, heuristic: Callable[[Any], int]) -> int:
    """How many positions A* expands until it wins."""
    tie, best, number = count(), {problem.key(problem.start): 0}, 0
    queue = [(heuristic(problem.start), next(tie), 0, problem.start)]
    while True:
        _, _, cost, state = heappop(queue)
        if problem.is_goal(state):
            return number
        if cost > best[problem.key(state)]:
            continue
        number += 1
        for _, after in problem.successors(state):
            key = problem.key(after)
            if cost + 1 < best.get(key, cost + 2):
                best[key] = cost + 1
                heappush(queue, (cost + 1 + heuristic(after), next(tie), cost + 1, after))


def groups(game: str) -> Iterator[tuple[str, list[str]]]:
    """The ladder's levels that are not too large, and some of each tier."""
    ladder = [level.name for level in levels(load(game)) if (level.certificate or {}).get("nodes", LARGE + 1) <= LARGE]
    yield f"shipped, {len(ladder)}", ladder
    for tier in tiers():
        if tier.game == game:
            drawn = [level.text for level in islice(kept(tier, "held_out"), DRAWN)]
            yield f"held out, {tier.tier}, {len(drawn)}", drawn


def measure() -> list[str]:
    rows = ["| game | levels | expanded without a bound | with the game's own | share saved |", "|---|---|---|---|---|"]
    for game in games():
        if not load(game).PUZZLE or load(game).bound is None:
            continue
        for name, texts in groups(game):
            problems = [gridhall.Problem(game, text) for text in texts]
            without = sum(expanded(problem, lambda state: 0) for problem in problems)
            bounded = sum(expanded(problem, problem.heuristic) for problem in problems)
            saved = 1 - bounded / without
            rows.append(f"| {load(game).TITLE} | {name} | {without:,} | {bounded:,} | {100 * saved:.0f} % |")
            row(f"{game}: expansions saved by the bound, {name}", saved, at_least=SAVED)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--page", type=Path, help="write the table into this page")
    arguments = parser.parse_args()
    table = "\n".join(measure())
    if arguments.page:
        write_page(table, arguments.page, "expansions")
    if not arguments.json:
        print(table)


if __name__ == "__main__":
    main()
