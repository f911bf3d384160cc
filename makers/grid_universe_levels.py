"""Certify the ladder of Grid Universe and write its index: `python makers/grid_universe_levels.py`.

The levels are the texts in the game's `levels` folder, drawn by hand; LADDER gives their order, and what the best
solution must show for a level to teach what it is named after. The index keeps the certificates: the fewest turns, and
the best score within them.
"""

import json
from pathlib import Path
from typing import Any

from gridhall.games import grid_universe as game
from gridhall.games.grid_universe import rules
from gridhall.kernel import watch
from gridhall.match import Match
from gridhall.solve import prove

FOLDER = Path(game.__file__).parent / "levels"
LADDER: dict[str, dict[str, tuple[int, ...]]] = {
    "Moving and taking": {
        "walking": (rules.REACHED,),
        "picking-up": (rules.PICKED,),
        "coins": (),
        "costs": (),
        "reward-tiles": (rules.PAID,),
        "keys-and-doors": (rules.OPENED,),
        "two-colours": (rules.OPENED,),
        "full-pockets": (rules.OPENED, rules.WARDED),
    },
    "Boxes": {
        "pushing": (rules.PUSHED,),
        "no-chains": (rules.PUSHED,),
        "boxes-home": (rules.PUSHED,),
        "spiked-box": (rules.PUSHED,),
        "moving-block": (),
    },
    "Danger": {
        "spikes": (),
        "lava": (),
        "patrol": (),
        "swapping-places": (),
        "fast-patrol": (),
        "one-way-monster": (),
        "monsters-can-die": (rules.DIED,),
        "chased": (rules.CHASED,),
        "straight-chaser": (rules.CHASED,),
        "bait": (rules.CHASED,),
    },
    "Portals and power-ups": {
        "portals": (rules.CARRIED,),
        "parcel": (rules.PUSHED, rules.CARRIED),
        "boots": (rules.PICKED,),
        "shield": (rules.WARDED,),
        "ghost": (rules.PHASED,),
        "two-at-once": (rules.PHASED, rules.WARDED),
    },
    "Other aims": {
        "collect-all": (rules.PICKED,),
        "unlock-all": (rules.OPENED,),
        "just-leave": (),
        "against-the-clock": (),
    },
    "Other worlds": {
        "mirror": (),
        "wrap": (),
        "ice": (),
        "ice-and-boxes": (rules.PUSHED,),
        "wind": (),
        "gravity": (rules.FELL,),
        "climbing": (rules.FELL, rules.CARRIED),
    },
    "Sealed orders": {
        "sealed-orders": (rules.OPENED,),
        "zigzag-orders": (rules.PUSHED,),
    },
    "Everything together": {
        "the-floating-bridge": (rules.FELL, rules.PUSHED, rules.CARRIED, rules.WARDED, rules.PICKED),
        "the-plugged-ring": (rules.PUSHED, rules.CARRIED, rules.OPENED, rules.PICKED),
        "the-round-world": (rules.PUSHED,),
        "let-sleeping-dogs-lie": (rules.OPENED, rules.PICKED),
        "the-empty-rink": (rules.PUSHED, rules.PICKED),
        "the-last-train": (rules.OPENED, rules.CHASED, rules.PICKED, rules.MOVED),
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
            print(
                f"{name}: {certificate.status} {certificate.length}, score {certificate.score}, {certificate.nodes} nodes",
                flush=True,
            )
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
