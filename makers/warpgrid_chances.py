"""Measure Warpgrid's table of chances again: `python makers/warpgrid_chances.py` writes the game's chances.py.

The greedy player's chance to win, by grid and charge, is measured from the last grid back. The seeds are always the
same; the shipped table was measured with others, so a new one differs from it within its error. Odds and the searching
player rest on this table: with a new one they change, too.
"""

from pathlib import Path
from typing import Any

import numpy

from gridhall.games.warpgrid import matches, rules
from gridhall.games.warpgrid.setup import read_setup
from gridhall.kernel import array, compiled

SEED = 1_000_003
MATCHES = 10_000  # from each grid and charge


def main() -> None:
    """Measure the rows, smooth each over its neighbours, and write them."""
    setup, state = read_setup("")
    run, states = compiled(matches.grids_left), array(type(state), 2)
    after, rows = numpy.ones(49), list[Any]()
    for grid in range(6, 0, -1):
        most = rules.capacity(grid)
        row = numpy.zeros(49)
        for charge in range(most + 1):
            left = numpy.zeros(50, numpy.int64)
            run(array(setup)[0], states, grid, charge, MATCHES, (grid * 1000 + charge) * SEED, left)
            row[charge] = (left[:49] * after).sum() / MATCHES
        row[: most + 1] = numpy.maximum.accumulate(
            numpy.convolve(numpy.pad(row[: most + 1], 2, "edge"), numpy.ones(5) / 5, "valid")
        )
        row[most + 1 :] = row[most]
        rows.insert(0, row)
        after = row
    path = Path(rules.__file__).with_name("chances.py")
    head = path.read_text("utf-8").partition("CHANCES")[0]
    lines = [
        ", ".join(str(round(value * 1e6)) for value in row[first : first + 14])
        for row in rows
        for first in range(0, 49, 14)
    ]
    path.write_text(head + "CHANCES = (\n" + "".join(f"    {line},\n" for line in lines) + ")  # fmt: skip\n", "utf-8")
    print(f"{path.name} is written; greedy wins {100 * rows[0][0]:.1f} %")


if __name__ == "__main__":
    main()
