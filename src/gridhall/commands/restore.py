"""Bring a backup of the hall's store back."""

import json
from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE

EXAMPLE = "gridhall restore hall-monday.sqlite"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="what `gridhall backup` has written")
    parser.add_argument("--database", metavar="URL", help="as `gridhall serve` is told")


def run(args: Namespace) -> int:
    """Put the backup in the place of the store, which is kept beside it."""
    from gridhall.server.serve import default_database
    from gridhall.server.store.backups import restore

    kept = restore(args.file, args.database or default_database())
    if args.json:
        print(json.dumps({"restored": args.file, "kept": kept}))
    else:
        print(f"{args.file} is in place" + (f"; what was there before is {kept}" if kept else ""))
    return DONE
