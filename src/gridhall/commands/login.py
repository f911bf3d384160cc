"""Let this terminal belong to an account of a hall: it shows a code, which is confirmed in the browser."""

from argparse import ArgumentParser, Namespace

from gridhall.commands import DONE
from gridhall.errors import Unavailable

EXAMPLE = "gridhall login https://hall.example"
ROUND_SECONDS = 1.0  # between two questions whether it is confirmed


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("url", metavar="URL", help="the hall's address, as in the browser")


def run(args: Namespace) -> int:
    """Show a code, wait until its owner has confirmed it in the browser, and keep the token."""
    import json
    import platform
    import time

    from gridhall import membership
    from gridhall.hall_requests import no_hall_at
    from gridhall.stage import hall_keys
    from gridhall.stage.hall_address import read_hall

    hall = read_hall(args.url if "://" in args.url else f"https://{args.url}")
    asked = membership.ask(f"{hall}/api/programs", {"label": f"Terminal on {platform.node() or 'a computer'}"})
    if not {"code", "ticket"} <= asked.keys():
        raise no_hall_at(hall, "what answers there is none")
    address = f"{hall}/link#{asked['code']}"
    if args.json:
        print(json.dumps({"code": asked["code"], "address": address}), flush=True)
    else:
        print(f"Open {address}\nand confirm the code {asked['code']}. (Ctrl-C stops waiting.)", flush=True)
    while not (answer := membership.ask(f"{hall}/api/programs/wait", {"ticket": asked["ticket"]})).get("token"):
        time.sleep(ROUND_SECONDS)
    member = membership.Member(hall, str(answer["token"]), str(answer["name"]))
    try:
        dropped = membership.become(member)
        hall_keys.set_token(hall, member.token)
    except OSError as wrong:
        raise Unavailable(f"it cannot be written down who you are: {wrong}") from wrong
    sent = membership.send()
    if args.json:
        print(json.dumps({"name": member.name, "hall": hall, "sent": sent}))
    else:
        before = f"The account before is left.{membership.dropped_text(dropped)} " if dropped else ""
        print(f"{before}You are {member.name} at {hall}. Finished puzzles go there from now on.")
    return DONE
