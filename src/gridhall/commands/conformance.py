"""Hold the whole contract against a game: every check by name, and for a broken one the smallest match found."""

import json
from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE, FAILED
from gridhall.commands.arguments import add_game, count

EXAMPLE = "gridhall conformance GAME"


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--check", action="append", metavar="NAME", help="only this check; may be given several times")
    parser.add_argument("--examples", type=count, metavar="N", help="matches that are drawn for a check (6)")


def run(args: Namespace) -> int:
    """Run the checks one after the other; a broken one does not stop the others."""
    from gridhall.conformance import CHECKS, Broken
    from gridhall.conformance.check import EXAMPLES
    from gridhall.errors import Usage

    known = [check.name for check in CHECKS]
    if unknown := set(args.check or ()) - set(known):
        raise Usage(f"there is no check {sorted(unknown)[0]!r}; there are {', '.join(known)}")
    broken = 0
    for check in CHECKS:
        if args.check and check.name not in args.check:
            continue
        failure = None
        try:
            check.hold(args.game, args.examples or EXAMPLES)
        except Broken as wrong:
            failure, broken = wrong, broken + 1
        if args.json:
            print(json.dumps({"check": check.name, "promise": check.promise, "error": failure and failure.as_json()}))
        elif failure is None:
            print(f"ok      {check.name:<13} {check.promise}", flush=True)
        else:
            print(f"BROKEN  {check.name:<13} {str(failure).partition(': ')[2]}", flush=True)
    if not args.json:
        print("The contract is kept." if not broken else f"{broken} check{'s' * (broken > 1)} broken.")
    return FAILED if broken else DONE
