"""Let this terminal belong to nobody again."""

from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE
from gridhall.errors import Unavailable

EXAMPLE = "gridhall logout"


def arguments(parser: ArgumentParser) -> None:
    """It takes nothing."""


def run(args: Namespace) -> int:
    """Send what waits, end the session in the hall, as far as it can be reached, and forget the token."""
    import contextlib
    import json

    from gridhall import membership
    from gridhall.stage import hall_keys

    member = membership.read()
    if member is None:
        print(json.dumps({"name": None}) if args.json else "Nobody is signed in here.")
        return DONE
    dropped = membership.leave()
    with contextlib.suppress(Unavailable):  # the list of devices in the browser can end it, too
        membership.ask(f"{member.hall}/api/session", method="DELETE", token=member.token)
    hall_keys.set_token(member.hall, "")
    if args.json:
        print(json.dumps({"name": member.name}))
    else:
        print(f"{member.name} is signed out here.{membership.dropped_text(dropped)}")
    return DONE
