"""Make new levels, each proved."""

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridhall.commands import DONE
from gridhall.commands.arguments import add_game, add_nodes, count, whole_number
from gridhall.commands.proofs import prove_for_person
from gridhall.errors import Unavailable, Usage
from gridhall.terminal.certificates import as_sentence

if TYPE_CHECKING:
    from gridhall.game import Game, Generate

EXAMPLE = """gridhall generate GAME --count 3 --seed 7 -o my_levels
  gridhall generate GAME --options   lists the game's own options"""


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--count", type=count, default=1, metavar="N")
    first = "of the first level; the next ones follow from it"
    parser.add_argument("--seed", type=whole_number, metavar="N", help=first)
    add_nodes(parser, " for each proof")
    folder = "write files there instead of printing the levels"
    parser.add_argument("-o", "--output", metavar="FOLDER", help=folder)
    parser.set_defaults(takes_more=True)  # the options of the game's own generator


def run(args: Namespace) -> int:
    """Make levels; print them, or write them into a folder."""
    from gridhall import registry
    from gridhall.match import Match
    from gridhall.solve.generation import generate

    game = registry.load(args.game)
    if game.generate is None:
        raise Usage(f"{game.TITLE} has no generator")
    options = _options(game.generate, args.game, game.TITLE, args.rest)
    first = args.seed if args.seed is not None else int.from_bytes(os.urandom(4))
    for seed in range(first, first + args.count):
        text, proof = generate(game, seed, options, args.nodes)
        if game.PUZZLE and (proof is None or proof.witness is None):
            proof = prove_for_person(Match.of_text(game, text), args.nodes)
        name = f"{args.game}_{seed}"
        if args.output:
            _write(game, Path(args.output), name, text)
        if args.json:
            level = {"name": name, "seed": seed, "setup": text}
            print(json.dumps({**level, "certificate": proof.as_json() if proof else None}))
        elif args.output:
            print(f"{name}: {as_sentence(proof)}" if proof else name)
        else:
            print(f"{text.rstrip()}\n{as_sentence(proof)}\n" if proof else text)
    return DONE


def _options(generator: "Generate", name: str, title: str, given: list[str]) -> dict[str, Any]:
    """The game's own options, as `given` on the command line."""
    from gridhall.options import parameters

    parser = ArgumentParser(prog=f"gridhall generate {name}", description=f"Options of the generator of {title}.")
    parser.add_argument("--options", action="help", help="show this list")
    for option, kind, default in parameters(generator):
        flag = "--" + option.name.replace("_", "-")
        text = option.meaning.replace("%", "%%") + f" (otherwise {default})"
        if kind is bool:
            switch = "store_false" if default else "store_true"
            parser.add_argument(flag, action=switch, dest=option.name, help=text)
        else:
            shown = kind.__name__.upper()
            parser.add_argument(flag, type=kind, default=default, dest=option.name, metavar=shown, help=text)
    return vars(parser.parse_args([word for word in given if word != "--"]))


def _write(game: "Game", folder: Path, name: str, text: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if game.FILES:
            for suffix, part in zip(game.FILES, text.split("---\n")):
                (folder / f"{name}{suffix}").write_text(part, "utf-8")
        else:
            (folder / f"{name}{'.json' if text.lstrip().startswith('{') else '.txt'}").write_text(text, "utf-8")
    except OSError as wrong:
        raise Unavailable(f"cannot write into {folder}: {wrong.strerror or wrong}") from wrong
