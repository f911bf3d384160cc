"""List a game's levels, what is proved of them, and your own results."""

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from gridhall.commands import DONE
from gridhall.commands.arguments import add_game
from gridhall.ranking import ranked_facts
from gridhall.terminal.certificates import in_short

if TYPE_CHECKING:
    from gridhall.game import Game
    from gridhall.results import OwnResult, Results

EXAMPLE = "gridhall levels GAME"
TABLES = {  # of results that belong to a seed, by their kind
    "drawn": "Your best with seeds the program drew",
    "named": "Your first attempts at seeds or maps a person chose (open)",
}


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)


def run(args: Namespace) -> int:
    """Print a game's ladder, level by level, and below it the tables of results with seeds."""
    from gridhall import registry
    from gridhall.results import Results

    game, results = registry.load(args.game), Results()
    if args.json:
        _print_lines(args.game, game, results)
        return DONE
    levels = registry.levels(game)
    group = None
    for level in levels:
        if level.group != group:
            group = level.group
            print(f"{group}:" if group else "")
        best = results.best(args.game, level.name, game.VERSION, game.RANKING)
        proved, yours = in_short(level.certificate), best.text() if best else ""
        print(f"  {level.name:<18} {level.title:<28} {proved:<14} {yours}".rstrip())
    for kind, title in TABLES.items():
        for place, result in enumerate(results.table(args.game, game.VERSION, kind, game.RANKING), 1):
            if place == 1:
                print(f"{title}:")
            print(_table_row(place, result, game))
    if not levels:
        print(f"{game.TITLE} has no fixed levels; `gridhall play {args.game}` starts a match")
    if results.trouble:
        print(results.trouble)
    return DONE


def _table_row(place: int, result: "OwnResult", game: "Game") -> str:
    facts = "  ".join(f"{name} {result.facts.get(name)}" for name in ranked_facts(game.RANKING))
    level = f"{result.level}  " if result.level else ""
    return f"  {place:>2}  {level}{facts}  {'won' if result.won else 'lost'}  seed {result.seed}"


def _print_lines(name: str, game: "Game", results: "Results") -> None:
    """The same for programs: a line of JSON for each level and for each place in a table."""
    from gridhall import registry

    for level in registry.levels(game):
        best = results.best(name, level.name, game.VERSION, game.RANKING)
        line = {"game": name, "name": level.name, "title": level.title, "group": level.group}
        print(json.dumps({**line, "certificate": level.certificate, "best": best.as_json() if best else None}))
    for kind in TABLES:
        for place, result in enumerate(results.table(name, game.VERSION, kind, game.RANKING), 1):
            print(json.dumps({"game": name, "table": kind, "place": place, **result.as_json()}))
