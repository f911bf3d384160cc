"""Copy the hall's store while it is in use, and look over every log in the copy."""

import json
from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE, FAILED

EXAMPLE = "gridhall backup hall-monday.sqlite"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the new copy")
    parser.add_argument("--database", metavar="URL", help="as `gridhall serve` was told")


def run(args: Namespace) -> int:
    """Copy, check, and say what was found."""
    from gridhall.server.serve import default_database
    from gridhall.server.store.backups import back_up, changed_logs

    back_up(args.database or default_database(), args.file)
    rooms, changed = changed_logs(args.file)
    if args.json:
        print(json.dumps({"file": args.file, "rooms": rooms, "changed": changed}))
    else:
        print(f"{args.file}: {rooms:,} rooms")
        for room, entry in changed.items():
            print(f"room {room}: entry {entry} of its log is not what was stored")
    return FAILED if changed else DONE
