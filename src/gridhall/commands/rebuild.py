"""Play all matches of a hall's dump again, and compute every rating and table from nothing."""

import json
from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE, FAILED

EXAMPLE = "gridhall rebuild matches.jsonl.gz"
MOST = 20  # differences that are printed


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("dump", metavar="DUMP", help="as `gridhall dump` wrote it")
    parser.add_argument("--tables", metavar="FILE", help="write what was computed: JSON Lines")


def run(args: Namespace) -> int:
    """Rebuild, compare with what the dump shows, and say what differs; the exit code is 1 if anything does."""
    import time

    import msgspec

    from gridhall.server.ranking.rebuilding import rebuild

    began = time.perf_counter()
    books, differences = rebuild(args.dump)
    seconds = time.perf_counter() - began
    if args.tables:
        with open(args.tables, "wb") as file:
            file.writelines(msgspec.json.encode(line) + b"\n" for line in books.shown())
    counts = {
        "matches": books.matches,
        "plies": books.plies,
        "ratings": len(books.standings),
        "lines": len(books.lines),
    }
    if args.json:
        print(json.dumps({**counts, "differences": differences, "seconds": round(seconds, 3)}))
    else:
        print(
            f"{books.matches:,} matches, {books.plies:,} plies, {len(books.standings):,} ratings, "
            f"{len(books.lines):,} lines of tables in {seconds:.1f} s"
        )
        for difference in differences[:MOST]:
            print(f"differs: {difference}")
        print(f"{len(differences):,} differences" if differences else "all as the hall shows it, to the bit")
    return FAILED if differences else DONE
