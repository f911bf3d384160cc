"""Enter the lobby of a hall from the terminal: open seats, and somebody to play with now."""

import sys
from argparse import ArgumentParser, Namespace

from gridhall.errors import Usage

EXAMPLE = "gridhall lobby http://localhost:8000"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("hall", metavar="URL", help="the hall's address, as the browser shows it")


def run(args: Namespace) -> int:
    """Show the lobby on the full screen."""
    from gridhall.stage.hall_address import read_hall
    from gridhall.terminal.keys import is_terminal

    hall = read_hall(args.hall)
    if not is_terminal() or sys.platform == "win32" or args.plain or args.json:
        raise Usage("the lobby needs the full screen of a terminal")
    from gridhall.stage.app import run_stage

    return run_stage(lobby=hall)
