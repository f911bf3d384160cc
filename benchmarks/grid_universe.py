"""Grid Universe's speed on one core, against the engine that its guide was written for.

Wanted: 5,000 times as many steps a second, and 1,000 times as many with planes.

    python benchmarks/grid_universe.py [--json]

Random play on generated levels of four sizes, without and with observations, in CPU seconds; a new match begins when
one has ended or after 100 turns. The other engine's steps per second and core are those measured for it on levels of
these sizes on such a machine.
"""

import ctypes
import json
import os
import sys
import time
from typing import Any

os.environ.setdefault("NUMBA_NUM_THREADS", "1")

import numpy as np
from _table import row

from gridhall.games import grid_universe as game
from gridhall.kernel import add64, array, bind, compiled, copy, kernel, signed, unsigned
from gridhall.match import Match
from gridhall.rng import mix
from gridhall.solve import prove

OTHER = {(7, 5): 964, (9, 9): 531, (15, 15): 246, (31, 31): 49}  # its best of each size
WISHES: dict[tuple[int, int], dict[str, Any]] = {
    (7, 5): {"cores": 1, "coins": 1, "doors": 0, "boxes": 1, "portals": 0, "patrols": 1, "spikes": 1, "lava": 0},
    (9, 9): {"chasers": 1},
    (15, 15): {
        "cores": 2, "coins": 4, "boxes": 3, "patrols": 2, "chasers": 1, "spikes": 3, "lava": 2, "doors": 2, "boots": 1,
        "shields": 1,
    },
    (31, 31): {
        "cores": 3, "coins": 8, "boxes": 6, "patrols": 4, "chasers": 2, "spikes": 6, "lava": 4, "doors": 3,
        "portals": 2, "boots": 1, "ghosts": 1,
    },
}  # fmt: skip
MATCHES, ROUNDS, LONGEST = 256, 2000, 100
WANTED, WANTED_WITH_PLANES = 5000, 1000


@kernel
def play(setup: Any, fresh: Any, states: Any, planes: Any, scalars: Any, rounds: int, seed: int, seen: bool) -> int:
    """Play random actions in every match, `rounds` times; return how many steps that were."""
    count, bits = 0, unsigned(seed)
    for i in range(len(states)):
        copy(states[i], fresh)
        states[i].rng = mix(add64(bits, i))
    for _ in range(rounds):
        for i in range(len(states)):
            bits = mix(add64(bits, 1))
            if game.acting(setup, states[i]) == 0 or states[i].turn >= LONGEST:
                copy(states[i], fresh)
                states[i].rng = bits
            game.step(setup, states[i], 0, signed(bits >> 33) % game.ACTIONS)
            if seen:
                game.observe(setup, states[i], 0, planes, scalars)
            count += 1
    return count


def measure(size: tuple[int, int]) -> dict[str, Any]:
    """Steps per second on a level of a size, the best of three runs each."""
    text = game.generate(
        7,
        lambda text, nodes: prove(Match.of_text(game, text), 2 * nodes),
        width=size[0],
        height=size[1],
        walls=80,
        **WISHES[size],
    )
    setup, state = game.read_setup(text)
    count, rows, columns, extra = game.shape(setup)
    planes, scalars = np.zeros(count * rows * columns, np.int8), np.zeros(extra, np.int32)
    run = compiled(bind(play, game))
    rates = {}
    for seen, rounds in ((0, ROUNDS), (1, ROUNDS // 10)):
        states = array(type(state), MATCHES)
        arguments = array(setup)[0], array(state)[0], states, planes, scalars
        run(*arguments, 1, 1, seen)
        best = 0.0
        for attempt in range(3):
            began = time.process_time()
            steps = run(*arguments, rounds, attempt, seen)
            best = max(best, steps / (time.process_time() - began))
        rates[seen] = best
    other = OTHER[size]
    return {
        "size": f"{size[0]}x{size[1]}",
        "state_bytes": ctypes.sizeof(state),
        "steps": round(rates[0]),
        "times": round(rates[0] / other),
        "with_planes": round(rates[1]),
        "times_with_planes": round(rates[1] / other),
    }


def main() -> None:
    rates = []
    for size in OTHER:
        rate = measure(size)
        rates.append(rate)
        if "--json" in sys.argv:
            print(json.dumps({"benchmark": "grid_universe", **rate}), flush=True)
            continue
        speeds = f"{rate['steps']:>12,} steps a second ({rate['times']:,} times)"
        planes = f"{rate['with_planes']:>12,} with planes ({rate['times_with_planes']:,} times)"
        print(f"{rate['size']:8}{rate['state_bytes']:>6} bytes{speeds}{planes}", flush=True)
    row("steps, times the other engine, least of 4 sizes", min(rate["times"] for rate in rates), at_least=WANTED)
    least = min(rate["times_with_planes"] for rate in rates)
    row("steps with planes, times the other engine, least of 4", least, at_least=WANTED_WITH_PLANES)


if __name__ == "__main__":
    main()
