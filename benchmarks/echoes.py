"""Echoes at speed: whole replays of two full sides, compiled and interpreted, and every list of one column tried.

Times are CPU seconds of one core.

    python benchmarks/echoes.py [--json]

Wanted: a replay of 16 echoes and 10 ticks within 1 microsecond; all new lists of one column against a fixed enemy
within 2 seconds.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy
from _table import row

from gridhall.games.echoes.all_plans import ROW, lists_from, replay_each
from gridhall.games.echoes.rules import start
from gridhall.games.echoes.setup import read_setup
from gridhall.games.echoes.ticks import SLOTS, replay
from gridhall.kernel import compiled, kernel, zeros
from gridhall.match import Match
from gridhall.registry import load

REPLAY_WANTED, COLUMN_WANTED = 1.0, 2.0  # microseconds, seconds
SOUTH = str.maketrans("NS", "SN")
BATTLE = "fire N, fire N, shield N, shield N, fire NE, shield N, fire N, walk W, walk E, shield N"
QUIET = "shield N, fire N, shield N, shield N, shield N, fire N, shield N, shield N, shield N, shield N"


@kernel
def replays(living: Any, lists: Any, lengths: Any, home: Any, rounds: int) -> int:
    """Replay the same lists again and again; return the ticks run."""
    ticks = 0
    for _ in range(rounds):
        board = zeros(64)
        fell = zeros(16)
        ticks += replay(living, lists, lengths, home, board, fell, 0)
    return ticks


def two_sides(red: str) -> Any:
    """Setup and state of eight echoes a side, blue's the mirror image of red's."""
    lines = []
    for column in "ABCDEFGH":
        own = red
        if column == "A":
            own = own.replace("walk W, walk E", "walk E, walk W")
        if column == "H":
            own = own.replace("NE", "NW")
        blue = ", ".join(f"{word.split()[0]} {word.split()[1].translate(SOUTH)}" for word in own.split(", "))
        lines += [f"1 {column}: {own}", f"2 {column}: {blue}"]
    setup, state = read_setup("\n".join(lines) + "\n")
    start(setup, state)
    return setup, state


def seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """CPU seconds of the best of several rounds."""
    took = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)


def arrays(setup: Any, state: Any) -> tuple[Any, Any, Any]:
    return (
        numpy.array(state.lists, numpy.int8),
        numpy.array(state.lengths, numpy.int8),
        numpy.array(setup.home, numpy.int8),
    )


def measure_replay(red: str) -> dict[str, float]:
    setup, state = two_sides(red)
    lists, lengths, home = arrays(setup, state)
    run, count = compiled(replays), 100_000
    ticks = run(state.living, lists, lengths, home, 1)
    fast = seconds(lambda: run(state.living, lists, lengths, home, count)) / count

    def interpreted() -> None:
        for _ in range(50):
            replay(state.living, state.lists, state.lengths, setup.home, [0] * 64, [0] * SLOTS, 0)

    slow = seconds(interpreted) / 50
    return {"ticks": ticks, "compiled": fast, "interpreted": slow}


def measure_column() -> dict[str, float]:
    """Every new list of column D beside seven red echoes and against eight blue ones."""
    setup, state = two_sides(QUIET)
    lists, lengths, home = arrays(setup, state)
    listing, trying = compiled(lists_from), compiled(replay_each)
    count = listing(59, 5, numpy.zeros(0, numpy.int8))
    rows, results = numpy.zeros(count * ROW, numpy.int8), numpy.zeros(count, numpy.int32)
    trying(state.living, lists, lengths, home, 3, 0, rows[:ROW], results[:1])

    def work() -> None:
        listing(59, 5, rows)
        trying(state.living, lists, lengths, home, 3, 0, rows, results)

    return {"lists": count, "seconds": seconds(work, 3)}


def measure_scene() -> float:
    """A player's scene in the middle of a match, a new one each time as words come in."""
    match = Match(load("echoes"))
    propose = match.game.propose
    assert propose is not None
    took, number = [], 0
    while not match.over and number < 160:
        player = match.acting[0]
        match.act(player, propose(match.setup, match.view(player), player, number * 7919))
        number += 1
        began = time.process_time()
        for _ in range(10):
            match.scene(player)
        took.append((time.process_time() - began) / 10)
    return statistics.median(took)


def main() -> None:
    results: dict[str, Any] = {
        "battle": measure_replay(BATTLE),
        "quiet": measure_replay(QUIET),
        "column": measure_column(),
        "scene": measure_scene(),
    }
    column = results["column"]
    if "--json" in sys.argv:
        print(json.dumps({"benchmark": "echoes", **results}))
    else:
        for name in ("battle", "quiet"):
            measured = results[name]
            ticks, fast, slow = measured["ticks"], measured["compiled"] * 1e6, measured["interpreted"] * 1e6
            print(f"replay, {name}, 16 echoes, {ticks} ticks: {fast:.2f} µs compiled, {slow:.0f} µs interpreted")
        microseconds = column["seconds"] / column["lists"] * 1e6
        tried = f"all {column['lists']:,} new lists of one column against a fixed enemy"
        print(f"{tried}: {column['seconds']:.2f} s, {microseconds:.2f} µs each")
        print(f"a player's scene: {results['scene'] * 1e3:.3f} ms")
    slowest = max(results[name]["compiled"] for name in ("battle", "quiet")) * 1e6
    row("a whole replay of 16 echoes", slowest, " µs", at_most=REPLAY_WANTED)
    row("all new lists of one column", column["seconds"], " s", at_most=COLUMN_WANTED)


if __name__ == "__main__":
    main()
