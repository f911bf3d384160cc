"""Let programs play each other."""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from gridhall.commands import DONE
from gridhall.commands.arguments import add_game, count, whole_number
from gridhall.commands.output import writing
from gridhall.errors import Usage

EXAMPLE = "gridhall arena GAME easy normal --matches 20"
AGENTS = (
    "easy, normal, hard ...; a fixed strategy of the game; uniform, propose, greedy; search or duel with a budget of "
    "simulations or time, as in search:400, duel:20000, duel:300ms or FILE.py:NAME of your own"
)


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("agents", metavar="AGENT", nargs="+", help=AGENTS)
    parser.add_argument("--setup", metavar="SETUP")
    parser.add_argument("--matches", type=count, default=20, metavar="N", help="for each pair")
    parser.add_argument("--processes", type=count, default=1, metavar="N")
    keep = "finished matches are kept there, and gone on from"
    parser.add_argument("--keep", metavar="FILE", help=keep)
    parser.add_argument("--svg", metavar="FILE", help="also the cross table as a picture")
    parser.add_argument("--html", metavar="FILE", help="also all of it as a page")
    parser.add_argument("--records", metavar="FOLDER", help="the record of every match goes there")
    limit = "that an agent of your own may think about a choice; if it takes longer, it has lost the match"
    parser.add_argument("--seconds", type=count, default=5, metavar="N", help=limit)
    parser.add_argument("--seed", type=whole_number, default=0, metavar="N")


def run(args: Namespace) -> int:
    """Play a tournament of the named agents, and print the cross table."""
    if len(set(args.agents)) < 2:
        raise Usage("an arena needs two different agents, as in `gridhall arena GAME easy hard`")
    from gridhall.agents.arena import tournament

    progress = _progress if sys.stderr.isatty() else None
    table = tournament(
        args.game, args.agents, args.matches, args.setup, args.seed, args.processes, args.keep, progress,
        records=args.records, seconds=args.seconds,
    )  # fmt: skip
    if args.svg:
        with writing(args.svg):
            Path(args.svg).write_text(table.as_svg(), "utf-8")
    if args.html:
        from gridhall.agents.arena_page import page

        with writing(args.html):
            Path(args.html).write_text(page(args.game, table), "utf-8")
    for result in table.results:
        if result.note:
            print(f"{' - '.join(result.seats)}: {result.note}", file=sys.stderr)
    print(json.dumps(table.as_json()) if args.json else table.as_text())
    return DONE


def _progress(done: int, total: int, table: object) -> None:
    print(f"{done} of {total} matches", end="\r", file=sys.stderr, flush=True)
