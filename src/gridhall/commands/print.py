"""Write a game's sheet for pencil and dice, or a level as a page, as a PDF."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from gridhall.commands import DONE
from gridhall.commands.arguments import add_game_and_setup, whole_number
from gridhall.commands.output import writing
from gridhall.errors import Usage

EXAMPLE = "gridhall print GAME -o sheet.pdf"


def arguments(parser: ArgumentParser) -> None:
    add_game_and_setup(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="ends in .pdf")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the page (a4)")
    parser.add_argument("--seed", type=whole_number, metavar="N")


def run(args: Namespace) -> int:
    """Write one page: the game's own sheet if it has one and no level is named, else the level."""
    if not args.output.lower().endswith(".pdf"):
        raise Usage(f"{args.output}: the file must end in .pdf")
    from gridhall.render.paper import page_of

    page = page_of(args.game, args.setup, args.seed, args.paper)
    with writing(args.output):
        Path(args.output).write_bytes(page.as_pdf())
    print(json.dumps({"page": args.output}) if args.json else args.output)
    return DONE
