"""Say whom this terminal belongs to."""

from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE, FAILED
from gridhall.errors import Unavailable

EXAMPLE = "gridhall whoami"


def arguments(parser: ArgumentParser) -> None:
    """It takes nothing."""


def run(args: Namespace) -> int:
    """Ask the hall who this is, send what waits, and say so."""
    import json

    from gridhall import membership

    member = membership.read()
    if member is None:
        print(json.dumps({"name": None}) if args.json else "Nobody is signed in here; `gridhall login URL` does it.")
        return FAILED
    trouble = ""
    try:
        me = membership.ask(f"{member.hall}/api/me", method="GET", token=member.token)
        if not me.get("id"):
            trouble = "the hall does not know this terminal any more; `gridhall login` again"
        elif me["name"] != member.name:
            member = member._replace(name=me["name"])
            membership.keep(member)
        membership.send()
    except Unavailable as wrong:
        trouble = str(wrong)
    waiting, refused = len(membership.waiting()), len(membership.refused())
    if refused and not trouble:
        records = "1 record" if refused == 1 else f"{refused} records"
        trouble = f"the hall has refused {records}, such as of other rules than its own; see {membership.outbox()}"
    if args.json:
        print(json.dumps({"name": member.name, "hall": member.hall, "waiting": waiting, "trouble": trouble}))
    else:
        print(f"{member.name} at {member.hall}" + (f"; waiting to be sent: {waiting}" if waiting else ""))
        if trouble:
            print(trouble)
    return FAILED if trouble else DONE
