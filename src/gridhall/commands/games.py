"""List the games."""

import json
from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE

EXAMPLE = "gridhall games --json"


def arguments(parser: ArgumentParser) -> None:
    """There are none but those that every command has."""


def run(args: Namespace) -> int:
    """Print every game."""
    from gridhall import registry

    names = registry.games()
    longest = max(map(len, names))
    for name in names:
        game = registry.load(name)
        origin = registry.origin(name)
        if args.json:
            facts = {"game": name, "title": game.TITLE, "players": game.PLAYERS, "version": game.VERSION}
            print(json.dumps({**facts, **({"from": origin} if origin else {})}))
            continue
        players = "1 player " if game.PLAYERS == 1 else f"{game.PLAYERS} players"
        count = len(registry.levels(game))
        levels = f"{count} levels" if count else ""
        print(f"{name:<{longest}}  {game.TITLE:<14}  {players}  {levels:<10}  {origin and f'from {origin}'}".rstrip())
    return DONE
