"""How near compiled Phase Shift comes to the same written by hand in C (phase_shift_limit.c): at least 80 % of its
speed.

    python benchmarks/limit.py [--json] [--quick]

Both run in turn in this one process on the same memory, and must give the same bytes. CPU seconds, the best of several
rounds each.
"""

import ctypes
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from _table import left_out, row

from gridhall.games import phase_shift as game
from gridhall.kernel import array, bind, compiled, copy, kernel
from gridhall.match import Match
from gridhall.solve import search

HERE = Path(__file__).parent
WANTED = 0.8
MATCHES = 1024
CAPACITY = 1 << 21
long = ctypes.c_int64


@kernel
def rollout(setup: Any, fresh: Any, states: Any, rounds: int, seed: int) -> int:
    """Play uniform actions in every state, restarting ended ones; count the endings."""
    endings = 0
    for _ in range(rounds):
        for i in range(len(states)):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            game.step(setup, states[i], 0, (seed >> 8) * game.ACTIONS >> 23)
            if game.acting(setup, states[i]) == 0:
                endings += 1
                copy(states[i], fresh[0])
    return endings


@kernel
def rollout_observed(setup: Any, fresh: Any, states: Any, planes: Any, scalars: Any, rounds: int, seed: int) -> int:
    """The same, and after each step write what the player observes."""
    endings = 0
    for _ in range(rounds):
        for i in range(len(states)):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            game.step(setup, states[i], 0, (seed >> 8) * game.ACTIONS >> 23)
            if game.acting(setup, states[i]) == 0:
                endings += 1
                copy(states[i], fresh[0])
            game.observe(setup, states[i], 0, planes[i], scalars[i])
    return endings


def level(size: int, seed: int, beacons: int, walls: float, rifts: float) -> Match:
    """A random board with two keys and their gates, enough for timing."""
    dice = random.Random(seed)
    layers = [[dice.choices("#.X", (walls, 1 - walls - rifts, rifts))[0] for _ in range(size * size)] for _ in range(2)]
    signs = ["P", "E", "k", "G", "u", "U"] + ["B"] * beacons
    for sign, cell in zip(signs, dice.sample(range(size * size), len(signs))):
        for layer in layers:
            layer[cell] = sign
    rows = ["\n".join("".join(layer[at : at + size]) for at in range(0, size * size, size)) for layer in layers]
    return Match.of_text(game, f"{rows[0]}\n---\n{rows[1]}\n")


def build(folder: str) -> ctypes.CDLL:
    library = Path(folder) / "limit.so"
    subprocess.run(
        ["gcc", "-O3", "-march=native", "-shared", "-fPIC", str(HERE / "phase_shift_limit.c"), "-o", str(library)],
        check=True,
    )
    c = ctypes.CDLL(str(library))
    for name in ("rollout", "rollout_observed", "breadth_first"):
        getattr(c, name).restype = ctypes.c_int64
    return c


def at(values: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(values.ctypes.data)


def race(ours: Callable[[], Any], theirs: Callable[[], Any], rounds: int) -> tuple[float, float]:
    """The best CPU seconds of each, taken in turn; both are run once before."""
    best = [float("inf"), float("inf")]
    assert ours() == theirs(), "the two do not count the same"
    for _ in range(rounds):
        for number, call in enumerate((ours, theirs)):
            began = time.process_time()
            call()
            best[number] = min(best[number], time.process_time() - began)
    return best[0], best[1]


def race_steps(c: ctypes.CDLL, match: Match, turns: int, rounds: int) -> tuple[float, float]:
    setup, fresh, step = array(match.setup), array(match.state), compiled(bind(rollout, game))
    ours, theirs = array(game.State, MATCHES), array(game.State, MATCHES)
    ours[:] = theirs[:] = fresh[0]
    seconds = race(
        lambda: step(setup[0], fresh, ours, turns, 1),
        lambda: c.rollout(at(setup), at(fresh), at(theirs), long(MATCHES), long(turns), long(1)),
        rounds,
    )
    assert ours.tobytes() == theirs.tobytes()
    return seconds


def race_planes(c: ctypes.CDLL, match: Match, turns: int, rounds: int) -> tuple[float, float]:
    setup, fresh, look = array(match.setup), array(match.state), compiled(bind(rollout_observed, game))
    ours, theirs = array(game.State, MATCHES), array(game.State, MATCHES)
    ours[:] = theirs[:] = fresh[0]
    count, rows, columns, numbers = game.shape(match.setup)
    area = count * rows * columns
    planes, scalars = np.zeros((2, MATCHES, area), np.int8), np.zeros((2, MATCHES, numbers), np.int32)
    seconds = race(
        lambda: look(setup[0], fresh, ours, planes[0], scalars[0], turns, 1),
        lambda: c.rollout_observed(
            at(setup),
            at(fresh),
            at(theirs),
            at(planes[1]),
            long(area),
            at(scalars[1]),
            long(MATCHES),
            long(turns),
            long(1),
        ),
        rounds,
    )
    assert ours.tobytes() == theirs.tobytes() and (planes[0] == planes[1]).all() and (scalars[0] == scalars[1]).all()
    return seconds


def race_searches(c: ctypes.CDLL, match: Match, capacity: int, rounds: int) -> tuple[int, tuple[float, float]]:
    """The positions found (the same by both), and the seconds."""
    setup, find = array(match.setup), compiled(bind(search.breadth_first, game))
    game.canonicalize(match.setup, match.state)
    nodes = [array(game.State, capacity) for _ in range(2)]
    words = nodes[0].view(np.int64).reshape(capacity, -1)
    table = np.zeros(1 << (2 * capacity - 1).bit_length(), np.int32)
    parents, actions = np.zeros((2, capacity), np.int32), np.zeros((2, capacity), np.int16)

    def ours() -> int:
        table[:] = 0
        nodes[0][:1] = array(match.state)
        memory: Any = search.Memory()
        memory.goal, memory.stored = search.NOTHING, 1
        table[compiled(search.slot_of)(words, table, 0)] = 1
        find(setup[0], nodes[0], words, table, parents[0], actions[0], memory, 1 << 40)
        return int(memory.stored)

    def theirs() -> int:
        table[:] = 0
        nodes[1][:1] = array(match.state)
        return int(
            c.breadth_first(
                at(setup), at(nodes[1]), long(capacity), at(table), long(len(table)), at(parents[1]), at(actions[1])
            )
        )

    seconds = race(ours, theirs, rounds)
    count = ours()
    assert (
        nodes[0][:count].tobytes() == nodes[1][:count].tobytes()
        and (parents[0] == parents[1]).all()
        and (actions[0] == actions[1]).all()
    )
    return count, seconds


def measure(c: ctypes.CDLL, quick: bool) -> list[dict[str, Any]]:
    results, rounds, effort = [], 3 if quick else 7, 10 if quick else 1

    def note(what: str, size: int, count: int, seconds: tuple[float, float]) -> None:
        ours, theirs = count / seconds[0], count / seconds[1]
        results.append(
            {"what": what, "size": size, "gridhall": round(ours), "c": round(theirs), "ratio": round(ours / theirs, 3)}
        )

    for size, beacons in ((9, 4), (16, 8)):
        match = level(size, 3, beacons, 0.15, 0.005)
        turns = 8_000_000 // MATCHES // effort
        note("steps", size, turns * MATCHES, race_steps(c, match, turns, rounds))
        turns = 1_000_000 // MATCHES // effort
        note("steps with planes", size, turns * MATCHES, race_planes(c, match, turns, rounds))
        many = level(size, 1, beacons + (8 if size == 9 else 10), 0.12, 0.0)
        note("new positions, breadth first", size, *race_searches(c, many, CAPACITY, 3))
    return results


def main(words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            c = build(folder)
        except (OSError, subprocess.CalledProcessError) as wrong:
            left_out("Phase Shift against C by hand", f"the C twin cannot be built, gcc is needed ({wrong})")
            return
        results = measure(c, "--quick" in words)
    if "--json" not in words:
        print(f"{'one core, per second':32}{'board':>8}{'compiled rules':>18}{'C':>16}{'ratio':>8}")
    for result in results:
        if "--json" in words:
            print(json.dumps({"benchmark": "limit", **result}))
        else:
            board = f"{result['size']}×{result['size']}"
            print(f"{result['what']:32}{board:<8}{result['gridhall']:>18,}{result['c']:>16,}{result['ratio']:>8.2f}")
    for result in results:
        row(f"{result['what']}, {result['size']}×{result['size']}, of C by hand", result["ratio"], at_least=WANTED)


if __name__ == "__main__":
    main(sys.argv[1:])
