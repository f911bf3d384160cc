"""Make the levels of gridhall-1000: tiers of generated levels in three sets whose canonical forms are all different.

    python makers/tiers.py NEW.json [GAME TIER]

The suite that is shipped (src/gridhall/learn/gridhall-1000.json) stays as it is, because results on it are compared.
"""

import json
import sys
from pathlib import Path
from typing import Any

from gridhall.learn.generalisation import SETS, canonical
from gridhall.solve.generator import generate

COUNTS = {"train": 1000, "validation": 100, "held_out": 100}
LEAST = 4  # moves a level must need
PLAIN = {"coins": 0, "doors": 0, "boxes": 0, "portals": 0, "patrols": 0, "spikes": 0}
TIERS: list[tuple[str, str, dict[str, Any]]] = [
    ("grid_universe", "small", {"width": 6, "height": 6, "walls": 40, "cores": 1, "lava": 1, **PLAIN}),
    ("grid_universe", "medium", {"width": 8, "height": 8}),
    ("phase_shift", "small", {"size": 5, "beacons": 1, "keys": 0, "rifts": 1, "margin": 0}),
    ("phase_shift", "medium", {"size": 6, "beacons": 2, "keys": 1, "rifts": 1, "margin": 0}),
]


def make(game: str, name: str, options: dict[str, Any]) -> dict[str, Any]:
    known: set[str] = set()
    seeds: dict[str, list[int]] = {}
    optima: dict[str, list[int]] = {}
    hashes: dict[str, str] = {}
    seed = 0
    for part in SETS:
        seeds[part], optima[part], hashes[part] = [], [], ""
        while len(seeds[part]) < COUNTS[part]:
            seed += 1
            level = generate(game, seed, **options)
            form, length = canonical(game, level.text), level.certificate["length"]
            if form not in known and level.certificate["status"] == "OPTIMAL" and length >= LEAST:
                known.add(form)
                seeds[part].append(seed)
                optima[part].append(length)
                hashes[part] += form
    return {"game": game, "tier": name, "options": options, "seeds": seeds, "optima": optima, "hashes": hashes}


def main() -> None:
    if len(sys.argv) not in (2, 4):
        raise SystemExit(__doc__)
    wanted = [tier for tier in TIERS if len(sys.argv) == 2 or list(tier[:2]) == sys.argv[2:]]
    tiers = [make(*tier) for tier in wanted]
    Path(sys.argv[1]).write_text(json.dumps(tiers, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
