"""Warpgrid's speed: random decisions of whole matches in CPU seconds of one core; wanted 5 million a second.

python benchmarks/warpgrid.py [--json]
"""

import json
import sys
import time

import numpy
from _table import row

from gridhall.games.warpgrid.matches import COLUMNS, random_matches
from gridhall.games.warpgrid.setup import read_setup
from gridhall.kernel import array, compiled

WANTED, MATCHES = 5.0, 200_000


def main() -> None:
    setup, state = read_setup("")
    run, results = compiled(random_matches), numpy.zeros(MATCHES * COLUMNS, numpy.int64)
    run(array(setup)[0], array(type(state), 3), results, 1, 1)  # compile
    began = time.process_time()
    run(array(setup)[0], array(type(state), 3), results, 1, MATCHES)
    seconds = time.process_time() - began
    decisions = int(results.reshape(MATCHES, COLUMNS)[:, 4].sum())
    if "--json" in sys.argv:
        print(json.dumps({"benchmark": "warpgrid", "decisions": decisions, "seconds": seconds}))
    else:
        print(
            f"random decisions: {decisions:,} in {seconds:.2f} CPU s, {decisions / seconds / 1e6:.1f} million a second"
        )
    row("random decisions a second", decisions / seconds / 1e6, " million", at_least=WANTED)


if __name__ == "__main__":
    main()
