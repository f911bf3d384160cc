"""Whom this terminal belongs to in a hall, and the records that go there.

`gridhall login` keeps the hall's address and a token in a file that only its owner can read. The record of a puzzle
that is played to its end waits in a folder until the hall has taken it: without a connection it goes out the next time.
"""

import json
import threading
from pathlib import Path
from typing import Any, NamedTuple

from gridhall.errors import Unavailable
from gridhall.hall_requests import Refusal, no_hall_at, requested
from gridhall.match import Match
from gridhall.paths import home, write_private
from gridhall.record import record_text

PATIENCE = 5.0  # seconds for an answer
MOST_WAITING = 500  # records
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
    """Who this terminal is; None if it belongs to nobody."""
    try:
        kept = json.loads(path().read_text("utf-8"))
        return Member(str(kept["hall"]), str(kept["token"]), str(kept["name"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(member: Member) -> None:
    """Write down who this terminal is, so that only the person can read it."""
    write_private(path(), json.dumps(member._asdict()).encode())


def forget() -> None:
    """Belong to nobody; what waits is thrown away, because it was played for that account."""
    path().unlink(missing_ok=True)
    for record in waiting():
        record.unlink(missing_ok=True)


def ask(url: str, body: Any = None, method: str = "POST", token: str = "") -> dict[str, Any]:
    """The answer of a hall; raises Unavailable with its sentence."""
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode() if body is not None else None
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = requested(url, content, method, PATIENCE, **headers)
    try:
        decoded = json.loads(answer)
    except ValueError as wrong:
        raise no_hall_at(url, wrong) from wrong
    if not isinstance(decoded, dict):
        raise no_hall_at(url, "what answers there is none")
    return decoded


def waiting() -> list[Path]:
    """The records that no hall has taken yet, the oldest first."""
    return sorted(outbox().glob("*.jsonl"))


def post(match: Match, name: str) -> str:
    """Let the record of a finished match of one player go to the account; a sentence about it, or ""."""
    member = read()
    if member is None or match.game.PLAYERS != 1 or not match.over:
        return ""
    try:
        outbox().mkdir(parents=True, exist_ok=True)
        if len(waiting()) < MOST_WAITING:
            (outbox() / f"{name or match.name}.jsonl").write_text(record_text(match), "utf-8")
    except OSError as wrong:
        return f"The record cannot be kept for your account ({wrong})."
    threading.Thread(target=send, name="gridhall-records").start()
    return f"The record goes to {member.name} at {member.hall}."


def send() -> int:
    """Send what waits; how many records the hall has taken. What it refuses for good is thrown away."""
    member, taken = read(), 0
    with _sending:
        for record in waiting() if member is not None else ():
            assert member is not None
            try:
                ask(f"{member.hall}/api/records", record.read_text("utf-8"), token=member.token)
                taken += 1
            except Refusal as wrong:
                if wrong.status in (401, 429) or wrong.status >= 500:  # signed out, or not now
                    break
            except (Unavailable, OSError):
                break
            record.unlink(missing_ok=True)
    return taken
