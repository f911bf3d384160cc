"""Prove what the best play of a level is."""

import json
from argparse import ArgumentParser, Namespace

from gridhall.commands.arguments import add_game_and_setup, add_nodes, whole_number
from gridhall.commands.proofs import EXIT_CODES, prove_for_person
from gridhall.errors import Usage
from gridhall.terminal.certificates import as_sentence

EXAMPLE = "gridhall solve GAME LEVEL"


def arguments(parser: ArgumentParser) -> None:
    add_game_and_setup(parser)
    add_nodes(parser)
    parser.add_argument("--seed", type=whole_number, metavar="N")


def run(args: Namespace) -> int:
    """Print the certificate of a level; the exit code says what was proved."""
    from gridhall import registry
    from gridhall.match import Match

    game = registry.load(args.game)
    if not game.PUZZLE:
        raise Usage(f"{game.TITLE} is not a puzzle: there is nothing to solve")
    certificate = prove_for_person(Match(game, args.setup, args.seed), args.nodes)
    if args.json:
        print(json.dumps(certificate.as_json()))
    else:
        print(as_sentence(certificate))
        if certificate.witness is not None:
            print("; ".join(certificate.witness))
        effort = f"{certificate.nodes:,} positions, {certificate.seconds:.2f} s"
        print(f"{effort}, {game.TITLE} version {certificate.version}")
    return EXIT_CODES[certificate.status]
