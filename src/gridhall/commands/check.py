"""Say of a level's files what is wrong with them; of a good puzzle, whether it can be won."""

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from gridhall.commands import DONE, FAILED
from gridhall.commands.arguments import add_game, add_nodes
from gridhall.commands.proofs import EXIT_CODES, prove_for_person
from gridhall.errors import BadSetup
from gridhall.terminal.certificates import as_sentence

if TYPE_CHECKING:
    from gridhall.game import Game

EXAMPLE = "gridhall check GAME my_level.txt"


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("files", metavar="FILE", nargs="+")
    add_nodes(parser)


def run(args: Namespace) -> int:
    """Check each file; the worst decides the exit code."""
    from gridhall import registry

    game = registry.load(args.game)
    return max(_check(game, file, args) for file in args.files)


def _check(game: "Game", file: str, args: Namespace) -> int:
    from gridhall.file_defects import for_people
    from gridhall.match import Match

    try:
        match = Match(game, file)
    except BadSetup as wrong:
        if args.json:
            print(json.dumps({"file": file, "error": wrong.as_json()}))
        else:
            defects = for_people(game, file, wrong).defects
            print(f"{file}: {len(defects)} defect{'s' * (len(defects) > 1)}")
            for defect in defects:
                print(f"  {defect}")
        return FAILED
    if not game.PUZZLE:
        print(json.dumps({"file": file, "status": "READ"}) if args.json else f"{file}: well formed")
        return DONE
    certificate = prove_for_person(match, args.nodes)
    if args.json:
        print(json.dumps({"file": file, **certificate.as_json()}))
    else:
        print(f"{file}: well formed; {as_sentence(certificate)}")
    return EXIT_CODES[certificate.status]
