"""Ask a hall that runs on this machine how it is, and tell it what to do."""

from argparse import ArgumentParser, Namespace
from typing import Any

from gridhall.commands import DONE
from gridhall.errors import Unavailable

EXAMPLE = "gridhall admin rooms"
QUESTIONS = {
    "health": "can it do its work, and what waits?",
    "rooms": "the rooms in its memory",
    "visitors": "addresses and how many connections each has",
    "close": "close ROOM: its clients come back to what is stored",
    "ban": "close the hall to ADDRESS",
    "unban": "let ADDRESS in again",
    "sweep": "forget rooms and guests that are old",
    "reports": "what people have reported of others, the newest first",
    "notice": "tell everybody TEXT; without one the notice ends",
}


def default_socket() -> str:
    """The private socket of this user's hall."""
    from gridhall.paths import home

    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "admin.socket")


def arguments(parser: ArgumentParser) -> None:
    listed = "; ".join(f"{name}: {text}" for name, text in QUESTIONS.items())
    parser.add_argument("question", metavar="QUESTION", choices=list(QUESTIONS), help=listed)
    parser.add_argument("words", metavar="WORD", nargs="*", help="a room, an address or a text")
    parser.add_argument("--admin-socket", metavar="FILE", help="as `gridhall serve` was told")


def run(args: Namespace) -> int:
    """Ask, and print the answer."""
    import json

    answer = asked(args.admin_socket or default_socket(), [args.question, *args.words])
    if args.json:
        print(json.dumps(answer))
    elif isinstance(answer, list):
        for line in answer:
            print("  ".join(str(value) for value in line.values()))
    else:
        for name, value in answer.items():
            print(f"{name}: {value}")
    return DONE


def asked(path: str, words: list[str]) -> Any:
    """The answer of a hall to a question; raises Unavailable."""
    import json
    import socket

    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(60)
            line.connect(path)
            line.sendall(json.dumps(words).encode() + b"\n")
            with line.makefile("rb") as file:
                answer = json.loads(file.readline() or b"{}")
    except (OSError, AttributeError) as wrong:
        raise Unavailable(f"no hall answers at {path}: is one running here, as the same user?") from wrong
    if "answer" not in answer:
        raise Unavailable(str(answer.get("error", "the hall has ended")))
    return answer["answer"]
