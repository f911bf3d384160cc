"""How long a hint takes on every shipped level of every puzzle, after a first move off the proved way: wanted at most 100 ms.

As long as a player follows the shipped proof, a hint is read from it and costs nothing.

    python benchmarks/hints.py [--json]
"""

import argparse
import json
import time

from gridhall.match import Match
from gridhall.registry import games, levels, load
from gridhall.solve import hint

WANTED = 100.0  # milliseconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    for name in games():
        if not load(name).PUZZLE:
            continue
        times = []
        for level in levels(load(name)):
            match = Match(name, level.name)
            away = next(action for action in match.legal(0) if match.game.word(match.setup, match.state, action) != level.certificate["witness"].split("; ")[0])
            match.act(0, away)  # off the shipped proof, so that the solver must search
            if match.over:
                continue
            hint(match)  # compiled now, whatever the size of its records
            began = time.process_time()
            told = hint(match)
            times.append((1000 * (time.process_time() - began), level.name, told.nodes))
        times.sort()
        slowest, level_name, nodes = times[-1]
        found = {"game": name, "levels": len(times), "median_ms": round(times[len(times) // 2][0], 1), "slowest_ms": round(slowest, 1), "slowest": level_name}
        late = sum(one[0] > WANTED for one in times)
        said = f"{name}: {len(times)} levels, median {found['median_ms']} ms, slowest {found['slowest_ms']} ms ({level_name}, {nodes:,} positions), "
        said += f"{late} over {WANTED:.0f} ms"
        print(json.dumps({**found, "over": late}) if chosen.json else said)


if __name__ == "__main__":
    main()
