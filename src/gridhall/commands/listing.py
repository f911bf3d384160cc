"""What there is: games, and a game's levels with what is proved of them and your best results."""

import json
from argparse import Namespace
from typing import Any

from gridhall import registry

TABLES = {
    "drawn": "Your best with seeds the program drew",
    "named": "Your first attempts at seeds or maps a person chose (open)",
}


def games(chosen: Namespace) -> int:
    """Print every game."""
    names = registry.games()
    for name in names:
        game = registry.load(name)
        if chosen.json:
            print(json.dumps({"game": name, "title": game.TITLE, "players": game.PLAYERS, "version": game.VERSION}))
        else:
            players = "1 player " if game.PLAYERS == 1 else f"{game.PLAYERS} players"
            count = len(registry.levels(game))
            print(
                f"{name:<{max(map(len, names))}}  {game.TITLE:<14}  {players}  {f'{count} levels' if count else '':<10}".rstrip()
            )
    return 0


def levels(chosen: Namespace) -> int:
    """Print a game's ladder, level by level."""
    from gridhall.results import Results

    game = registry.load(chosen.game)
    results = Results()
    group = None
    for level in registry.levels(game):
        best = results.best(chosen.game, level.name, game.VERSION, game.RANKING)
        if chosen.json:
            line: dict[str, Any] = {
                "game": chosen.game,
                "name": level.name,
                "title": level.title,
                "group": level.group,
                "certificate": level.certificate,
            }
            print(json.dumps({**line, "best": best.as_json() if best else None}))
            continue
        if level.group != group:
            group = level.group
            print(f"{group}:" if group else "")
        print(
            f"  {level.name:<18} {level.title:<28} {proved(level.certificate):<14} {best.text() if best else ''}".rstrip()
        )
    for kind, title in TABLES.items():
        for place, result in enumerate(results.table(chosen.game, game.VERSION, kind, game.RANKING), 1):
            if chosen.json:
                print(json.dumps({"game": chosen.game, "table": kind, "place": place, **result.as_json()}))
                continue
            if place == 1:
                print(f"{title}:")
            shown = "  ".join(f"{name.lstrip('-')} {result.facts.get(name.lstrip('-'))}" for name in game.RANKING)
            where = f"{result.level}  " if result.level else ""
            print(f"  {place:>2}  {where}{shown}  {'won' if result.won else 'lost'}  seed {result.seed}")
    if not chosen.json:
        if not registry.levels(game):
            print(f"{game.TITLE} has no fixed levels; `gridhall play {chosen.game}` starts a match")
        if results.trouble:
            print(results.trouble)
    return 0


def proved(certificate: dict[str, Any]) -> str:
    """A certificate in a few words: `best 8`."""
    status, length = certificate.get("status"), certificate.get("length")
    if status == "OPTIMAL":
        return f"best {length}"
    return f"{str(status).lower()}{f' in {length}' if length else ''}" if status else ""
