"""Warpgrid's balance: how often random, greedy and searching players win, with 95 % intervals.

Times are CPU seconds of one core.

    python studies/warpgrid.py                      2,000 seeds each
    python studies/warpgrid.py --matches 200        quicker
"""

import argparse
import time
from math import sqrt
from typing import Any

import numpy

from gridhall.games.warpgrid import matches as played
from gridhall.games.warpgrid import rules
from gridhall.games.warpgrid.advise import SearchMemory
from gridhall.games.warpgrid.setup import read_setup
from gridhall.kernel import array, compiled

PLAYERS = {
    "random": played.random_matches,
    "greedy": played.greedy_matches,
    "search": played.search_matches,
}


def play(player: str, first: int, count: int, tries: int) -> tuple[Any, float]:
    """The results of the matches of seeds `first` on, and the CPU seconds they took."""
    setup, state = read_setup("")
    memory, results = SearchMemory(type(state)), numpy.zeros(count * played.COLUMNS, numpy.int64)
    more = (memory.ends, memory.plans, memory.looks, memory.prints, memory.sums, tries) if tries else ()
    run = compiled(PLAYERS[player])
    run(array(setup)[0], array(type(state), 3), results, first, 1, *more)  # compile
    began = time.process_time()
    run(array(setup)[0], array(type(state), 3), results, first, count, *more)
    return results.reshape(count, played.COLUMNS), time.process_time() - began


def interval(wins: int, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval, right also for no win at all."""
    z, share = 1.96, wins / count
    middle, half = share + z * z / 2 / count, z * sqrt(share * (1 - share) / count + z * z / 4 / count / count)
    return (middle - half) / (1 + z * z / count), (middle + half) / (1 + z * z / count)


def balance(matches: int, tries: int) -> None:
    print("| player | matches | wins | 95 % interval | grids cleared | turns (median) | stood : entered | CPU s |")
    print("|---|---|---|---|---|---|---|---|")
    for player in PLAYERS:
        results, seconds = play(player, 1, matches, tries if player == "search" else 0)
        ending, grid, turns = results[:, 0], results[:, 1], results[:, 2]
        wins = int((ending == rules.ESCAPED).sum())
        low, high = interval(wins, matches)
        cleared = (grid - 1 + (ending == rules.ESCAPED)).mean()
        lost = f"{int((ending == rules.STOOD).sum())} : {int((ending == rules.ENTERED).sum())}"
        shares = f"{100 * wins / matches:.1f} % | {100 * low:.1f} to {100 * high:.1f} %"
        cells = (player, f"{matches:,}", shares, f"{cleared:.2f}", f"{numpy.median(turns):.0f}", lost, f"{seconds:.1f}")
        print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000, help="matches of each player")
    parser.add_argument("--tries", type=int, default=32, help="play-outs of each way in the first round of a search")
    args = parser.parse_args()
    balance(args.matches, args.tries)


if __name__ == "__main__":
    main()
