"""Whom this terminal belongs to in a hall, and the records that go there.

`gridhall login` keeps the hall's address and a token in a file that only its owner can read. The record of a puzzle
that is played to its end waits in a folder until the hall has taken it: without a connection it goes out the next time.
What the hall refuses for good stays there under another ending, so that it can be told.
"""

import contextlib
import json
import threading
from pathlib import Path
from typing import Any, NamedTuple

from gridhall.errors import Unavailable
from gridhall.hall_requests import Refusal, bearer, no_hall_at, requested
from gridhall.match import Match
from gridhall.paths import home, write_private
from gridhall.record import record_text

PATIENCE = 5.0  # seconds for an answer
MOST_WAITING = 500  # records
FOR_GOOD = {
    "bad_record",
    "bad_message",
    "bad_setup",
    "unknown_game",
    "too_large",
    "too_costly",
}  # codes: it would be refused again
WAITING, REFUSED = ".jsonl", ".refused"  # the endings of records
_sending = threading.Lock()


class Member(NamedTuple):
    """Who this terminal is in which hall."""

    hall: str
    token: str
    name: str


def path() -> Path:
    """Where it is written who this terminal is."""
    return home() / "account.json"


def outbox() -> Path:
    """Where records wait."""
    return home() / "outbox"


def read() -> Member | None:
    """Who this terminal is; None if it belongs to nobody. Raises Unavailable where that is written but unreadable."""
    try:
        kept = json.loads(path().read_bytes())
        return Member(str(kept["hall"]), str(kept["token"]), str(kept["name"]))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else "it is damaged"
        raise Unavailable(f"{path()} cannot be read: {reason}; `gridhall login URL` writes it anew") from wrong


def keep(member: Member) -> None:
    """Write down who this terminal is, so that only the person can read it."""
    write_private(path(), json.dumps(member._asdict()).encode())


def become(member: Member) -> int:
    """Be somebody from now on; what still waits for somebody else is thrown away. Returns how much that is."""
    try:
        former = read()
    except Unavailable:
        former = None
    is_other = former is not None and (former.hall, former.name) != (member.hall, member.name)
    dropped = leave() if is_other else 0
    keep(member)
    return dropped


def leave() -> int:
    """Send what waits, and belong to nobody.

    What cannot be sent is thrown away, because it was played for that account. Returns how much that is.
    """
    send()
    path().unlink(missing_ok=True)
    waited = waiting()
    for record in [*waited, *refused()]:
        record.unlink(missing_ok=True)
    return len(waited)


def dropped_text(count: int) -> str:
    """What is said of records that were thrown away with an account."""
    records = "1 record" if count == 1 else f"{count} records"
    return f" {records} could not be sent there; among your matches they stay." if count else ""


def ask(url: str, body: Any = None, method: str = "POST", token: str = "") -> dict[str, Any]:
    """The answer of a hall; raises Unavailable with its sentence."""
    content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    answer = requested(url, content, method, PATIENCE, **bearer(token))
    try:
        decoded = json.loads(answer)
    except ValueError as wrong:
        raise no_hall_at(url, wrong) from wrong
    if not isinstance(decoded, dict):
        raise no_hall_at(url, "what answers there is none")
    return decoded


def waiting() -> list[Path]:
    """The records that no hall has taken yet."""
    return sorted(outbox().glob(f"*{WAITING}"))


def refused() -> list[Path]:
    """The records that the hall has refused for good."""
    return sorted(outbox().glob(f"*{REFUSED}"))


def post(match: Match, name: str) -> str:
    """Let the record of a finished match of one player go to the account; a sentence about it, or ""."""
    try:
        member = read()
    except Unavailable as wrong:
        return f"The record goes to no account: {wrong}."
    if member is None or match.game.PLAYERS != 1 or not match.over:
        return ""
    before = len(waiting())
    if before >= MOST_WAITING:
        return f"{before} records wait to be sent to {member.hall}, and no more can; `gridhall whoami` says why."
    try:
        write_private(outbox() / f"{name or match.name}{WAITING}", record_text(match).encode())
    except OSError as wrong:
        return f"The record cannot be kept for your account ({wrong})."
    threading.Thread(target=send, name="gridhall-records").start()
    others = f" {before} before it could not be sent yet; `gridhall whoami` says why." if before else ""
    return f"The record goes to {member.name} at {member.hall}.{others}"


def send() -> int:
    """Send what waits; how many records the hall has taken."""
    member, taken = read(), 0
    with _sending:
        for record in waiting() if member is not None else ():
            assert member is not None
            try:
                ask(f"{member.hall}/api/records", record.read_bytes(), token=member.token)
                taken += 1
                record.unlink(missing_ok=True)
            except FileNotFoundError:  # another window has sent it meanwhile
                continue
            except Refusal as wrong:
                if wrong.reason not in FOR_GOOD:  # signed out, or not now, or it is no hall that answers
                    break
                with contextlib.suppress(OSError):
                    record.replace(record.with_suffix(REFUSED))
            except (Unavailable, OSError):
                break
    return taken
