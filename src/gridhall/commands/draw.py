"""Draw a picture of a level."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from gridhall.commands import DONE
from gridhall.commands.arguments import add_game_and_setup, add_viewer, cell_size, whole_number
from gridhall.commands.output import writing
from gridhall.errors import Unavailable, Usage

EXAMPLE = "gridhall draw GAME LEVEL -o level.png"


def arguments(parser: ArgumentParser) -> None:
    add_game_and_setup(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="ends in .svg or .png")
    parser.add_argument("--seed", type=whole_number, metavar="N")
    add_viewer(parser, "from this player's eyes: 1, 2 ... or spectator")
    parser.add_argument("--cell", type=cell_size, default=48, metavar="PIXELS", help="size of a cell")
    parser.add_argument("--dark", action="store_true", help="dark colours")
    theme = "with the drawings of its theme.svg instead of the game's; what that lacks is a letter"
    parser.add_argument("--theme", metavar="FOLDER", help=theme)


def run(args: Namespace) -> int:
    """Write a picture of a level's start."""
    if not args.output.lower().endswith((".svg", ".png")):
        raise Usage(f"{args.output}: the file must end in .svg or .png")
    from gridhall import registry
    from gridhall.commands.viewer import person_or_everyone
    from gridhall.match import Match
    from gridhall.render.picture import write_picture

    match = Match(args.game, args.setup, args.seed)
    scene = match.scene(person_or_everyone(args.viewer, match.game))
    folder = Path(args.theme) if args.theme else registry.folder_of(match.game)
    if args.theme and not (folder / "theme.svg").is_file():
        raise Unavailable(f"{args.theme}: there is no theme.svg in this folder")
    with writing(args.output):
        write_picture(scene, args.output, folder, cell=args.cell, dark=args.dark)
    print(json.dumps({"picture": args.output}) if args.json else args.output)
    return DONE
