"""Make gridhall-30: for every puzzle with a generator, levels in three sets of rising seeds, each proved.

    python makers/suite.py NEW.json

The suite that is shipped (src/gridhall/learn/gridhall-30.json) stays as it is, because results on it are compared. The
generators have changed since it was made, so another run gives other levels: a suite of its own.
"""

import json
import sys
from pathlib import Path
from typing import Any

from gridhall.registry import games, load
from gridhall.solve import solve

PARTS = ("train", "validation", "held_out")
EACH = 5  # levels of a game in a part
LEAST = 6  # moves a level must need


def main(path: Path) -> None:
    tasks: list[dict[str, Any]] = []
    seen: set[str] = set()
    for name in games():
        game = load(name)
        if not game.PUZZLE or game.generate is None:
            continue
        seed = 1000
        for part in PARTS:
            count = 0
            while count < EACH:
                seed += 1
                text = game.generate(seed, lambda level, nodes=0, name=name: solve(name, level))
                proof = solve(name, text)
                if proof.status != "OPTIMAL" or not proof.witness or len(proof.witness) < LEAST or text in seen:
                    continue
                seen.add(text)
                task = {"game": name, "part": part, "setup": text}
                tasks.append({**task, "optimum": proof.length, "witness": "; ".join(proof.witness)})
                count += 1
                print(f"{name} {part} {count}: {proof.length} moves")
    path.write_text(json.dumps(tasks, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
