"""Keep records of a version for ever: `python makers/records.py OLD_TREE tests/records/VERSION`.

OLD_TREE is a checkout of that version; its package is run from its `src` folder. For every game found there are records
of its default and of levels spread over its ladder, played with fixed seeds. Records of a released version are never
made anew: that they still replay is what `tests/test_old_records.py` holds.
"""

import contextlib
import sys
from pathlib import Path
from random import Random

LEVELS = 5  # of a game's ladder
SEEDS = 2  # of each level
PLIES = 200  # after which a match is left as it is


def main(tree: Path, folder: Path) -> None:
    """Write the records, with `gridhall` imported from the tree."""
    import gridhall
    from gridhall import registry

    if not Path(gridhall.__file__).is_relative_to(tree):
        sys.exit(f"{gridhall.__file__} is not of {tree}")
    folder.mkdir(parents=True)
    for name in registry.games():
        shipped = [level.name for level in registry.levels(registry.load(name))]
        for level in ["", *shipped[:: max(1, len(shipped) // LEVELS)]]:
            for seed in range(SEEDS):
                write(folder / f"{name}-{level or 'default'}-{seed}.jsonl", name, level, seed)


def write(path: Path, name: str, level: str, seed: int) -> None:
    """Play one match: of the proved way as far as it goes, else what the game proposes, else anything legal."""
    from gridhall import Match, registry

    match, draw = Match(name, level or None, seed), Random(seed)
    game = match.game
    known = {level.name: level.certificate.get("witness") or "" for level in registry.levels(game)}
    witness = known.get(level or game.DEFAULT, "") if seed == 0 else ""
    with contextlib.suppress(Exception):  # in a game of two the witness names the words of one side only
        for word in (part.strip() for part in witness.split(";") if part.strip()):
            match.play(word)
    propose = getattr(game, "propose", None)
    while not match.over and len(match.plies) < PLIES:
        player = draw.choice(match.acting)
        action = draw.choice(match.legal(player))
        if propose is not None and draw.random() < 0.8:
            action = int(propose(match.setup, match.view(player), player, draw.getrandbits(60)))
        match.act(player, action, seconds=round(len(match.plies) * 1.5, 1))
    match.save(path)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source = Path(sys.argv[1]).resolve()
    sys.path.insert(0, str(source / "src"))
    main(source, Path(sys.argv[2]))
