"""Warpgrid's balance and speed: `python benchmarks/warpgrid.py` plays random, greedy and searching players; times are CPU seconds of one core.

    python benchmarks/warpgrid.py                      balance over 2,000 seeds each, and speed
    python benchmarks/warpgrid.py --matches 200        quicker
    python benchmarks/warpgrid.py --table              measure the table of chances again (chances.py)
"""

import argparse
import time
from math import sqrt
from pathlib import Path
from typing import Any

import numpy

from gridhall.games.warpgrid import kernels_match, rules
from gridhall.games.warpgrid.advise import Room
from gridhall.games.warpgrid.setup import read_setup
from gridhall.kernel import array, compiled

PLAYERS = {"random": kernels_match.random_matches, "greedy": kernels_match.greedy_matches, "search": kernels_match.search_matches}
TABLE_SEED = 1_000_003


def play(player: str, first: int, count: int, tries: int) -> tuple[Any, float]:
    """The results of the matches of seeds `first` on, and the CPU seconds they took."""
    setup, state = read_setup("")
    room, results = Room(type(state)), numpy.zeros(count * kernels_match.COLUMNS, numpy.int64)
    more = (room.ends, room.plans, room.looks, room.prints, room.sums, tries) if tries else ()
    run = compiled(PLAYERS[player])
    run(array(setup)[0], array(type(state), 3), results, first, 1, *more)  # compile
    began = time.process_time()
    run(array(setup)[0], array(type(state), 3), results, first, count, *more)
    return results.reshape(count, kernels_match.COLUMNS), time.process_time() - began


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
        print(f"| {player} | {matches:,} | {shares} | {cleared:.2f} | {numpy.median(turns):.0f} | {lost} | {seconds:.1f} |", flush=True)


def speed() -> None:
    results, seconds = play("random", 1, 200_000, 0)
    print(f"random decisions: {results[:, 4].sum() / seconds / 1e6:.1f} million a second on one core ({results[:, 4].sum():,} in {seconds:.2f} CPU s)")


def table(count: int) -> None:
    """Measure, from the last grid back, the greedy player's chance to win by grid and charge, smooth it over neighbours, and write chances.py."""
    setup, state = read_setup("")
    run, states = compiled(kernels_match.grids_left), array(type(state), 2)
    after, rows = numpy.ones(49), []
    for grid in range(6, 0, -1):
        most = rules.capacity(grid)
        row = numpy.zeros(49)
        for charge in range(most + 1):
            left = numpy.zeros(50, numpy.int64)
            run(array(setup)[0], states, grid, charge, count, (grid * 1000 + charge) * TABLE_SEED, left)
            row[charge] = (left[:49] * after).sum() / count
        row[: most + 1] = numpy.maximum.accumulate(numpy.convolve(numpy.pad(row[: most + 1], 2, "edge"), numpy.ones(5) / 5, "valid"))
        row[most + 1 :] = row[most]
        rows.insert(0, row)
        after = row
    path = Path(rules.__file__).with_name("chances.py")
    head = path.read_text("utf-8").partition("CHANCES")[0]
    lines = [", ".join(str(round(value * 1e6)) for value in row[first : first + 14]) for row in rows for first in range(0, 49, 14)]
    path.write_text(head + "CHANCES = (\n" + "".join(f"    {line},\n" for line in lines) + ")  # fmt: skip\n", "utf-8")
    print(f"{path.name} is written; greedy wins {100 * rows[0][0]:.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000, help="matches of each player")
    parser.add_argument("--tries", type=int, default=32, help="play-outs of each way in the first round of a search")
    parser.add_argument("--table", action="store_true", help="measure chances.py again")
    options = parser.parse_args()
    if options.table:
        table(10_000)
        return
    balance(options.matches, options.tries)
    speed()


if __name__ == "__main__":
    main()
