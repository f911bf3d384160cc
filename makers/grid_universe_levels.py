"""Certify the ladder of Grid Universe and write its index: `python makers/grid_universe_levels.py`.

The levels are the texts in the game's `levels` folder, drawn by hand; LADDER gives their order, and what the best
solution must show for a level to teach what it is named after. The index keeps the certificates: the fewest turns, and
the best score within them.
"""

import json
from pathlib import Path
from typing import Any

from gridhall.games import grid_universe as game
from gridhall.games.grid_universe import codes
from gridhall.kernel import watch
from gridhall.match import Match
from gridhall.solve import prove

FOLDER = Path(game.__file__).parent / "levels"
LADDER: dict[str, dict[str, tuple[int, ...]]] = {
    "Moving and taking": {
        "walking": (codes.REACHED,),
        "picking-up": (codes.PICKED,),
        "coins": (),
        "costs": (),
        "reward-tiles": (codes.PAID,),
        "keys-and-doors": (codes.OPENED,),
        "two-colours": (codes.OPENED,),
        "full-pockets": (codes.OPENED, codes.WARDED),
    },
    "Boxes": {
        "pushing": (codes.PUSHED,),
        "no-chains": (codes.PUSHED,),
        "boxes-home": (codes.PUSHED,),
        "spiked-box": (codes.PUSHED,),
        "moving-block": (),
    },
    "Danger": {
        "spikes": (),
        "lava": (),
        "patrol": (),
        "swapping-places": (),
        "fast-patrol": (),
        "one-way-monster": (),
        "monsters-can-die": (codes.DIED,),
        "chased": (codes.CHASED,),
        "straight-chaser": (codes.CHASED,),
        "bait": (codes.CHASED,),
    },
    "Portals and power-ups": {
        "portals": (codes.CARRIED,),
        "parcel": (codes.PUSHED, codes.CARRIED),
        "boots": (codes.PICKED,),
        "shield": (codes.WARDED,),
        "ghost": (codes.PHASED,),
        "two-at-once": (codes.PHASED, codes.WARDED),
    },
    "Other aims": {
        "collect-all": (codes.PICKED,),
        "unlock-all": (codes.OPENED,),
        "just-leave": (),
        "against-the-clock": (),
    },
    "Other worlds": {
        "mirror": (),
        "wrap": (),
        "ice": (),
        "ice-and-boxes": (codes.PUSHED,),
        "wind": (),
        "gravity": (codes.FELL,),
        "climbing": (codes.FELL, codes.CARRIED),
    },
    "Sealed orders": {
        "sealed-orders": (codes.OPENED,),
        "zigzag-orders": (codes.PUSHED,),
    },
    "Everything together": {
        "the-floating-bridge": (codes.FELL, codes.PUSHED, codes.CARRIED, codes.WARDED, codes.PICKED),
        "the-plugged-ring": (codes.PUSHED, codes.CARRIED, codes.OPENED, codes.PICKED),
        "the-round-world": (codes.PUSHED,),
        "let-sleeping-dogs-lie": (codes.OPENED, codes.PICKED),
        "the-empty-rink": (codes.PUSHED, codes.PICKED),
        "the-last-train": (codes.OPENED, codes.CHASED, codes.PICKED, codes.MOVED),
    },
}


def certify(text: str) -> Any:
    """The certificate of a level's text."""
    return prove(Match.of_text(game, text))


def shown(text: str, witness: list[str]) -> set[int]:
    """What happens when the witness is played."""
    match = Match.of_text(game, text)
    with watch() as moments:
        for word in witness:
            game.step(match.setup, match.state, 0, game.read_word(match.setup, match.state, word))
    return {what for _, what, _, _ in moments}


def main() -> None:
    index = []
    for group, levels in LADDER.items():
        for name, needed in levels.items():
            text = (FOLDER / f"{name}.txt").read_text("utf-8")
            certificate = certify(text)
            length, score, nodes = certificate.length, certificate.score, certificate.nodes
            print(f"{name}: {certificate.status} {length}, score {score}, {nodes} nodes", flush=True)
            if certificate.witness is None:
                print("   cannot be won")
                continue
            missing = set(needed) - shown(text, certificate.witness)
            if missing:
                print(f"   does not show {sorted(missing)}: {'; '.join(certificate.witness)}")
            kept = {key: value for key, value in certificate.as_json().items() if key not in ("seconds", "game")}
            level = game.setup.read_level(text)
            index.append({"name": name, "title": level.title, "group": group, "certificate": kept})
    (FOLDER / "index.json").write_text(json.dumps(index, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
