"""Write all finished public matches of a hall into one file, from which everybody can compute its tables."""

import json
from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE
from gridhall.commands.output import writing

EXAMPLE = "gridhall dump matches.jsonl.gz"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the new file: JSON Lines, compressed with gzip")
    parser.add_argument("--database", metavar="URL", help="as `gridhall serve` was told")


def run(args: Namespace) -> int:
    """Write the dump, and say how much is in it."""
    from gridhall.paths import written_whole
    from gridhall.server.ranking.dumps import write_dump
    from gridhall.server.serve import default_database
    from gridhall.server.store.database import open_database

    engine = open_database(args.database or default_database())
    with writing(args.file), written_whole(args.file) as beside, beside.open("wb") as file:
        matches = write_dump(engine, file)
    engine.dispose()
    print(json.dumps({"file": args.file, "matches": matches}) if args.json else f"{args.file}: {matches:,} matches")
    return DONE
