"""Requests to a hall over HTTP, for the terminal."""

import json
import urllib.error
import urllib.request
from http.client import HTTPException

from gridhall.errors import Unavailable


class Refusal(Unavailable):
    """A hall has answered that it will not. `reason` is its code; "" if what answers has none, and so is no hall."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


def requested(url: str, body: bytes | None, method: str, seconds: float, **headers: str) -> bytes:
    """What a hall answers; raises Refusal with its own words, or Unavailable if none answers within so many seconds."""
    try:
        request = urllib.request.Request(url, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as wrong:
        raise _refusal(wrong) from wrong
    except (OSError, ValueError, OverflowError, HTTPException) as wrong:
        raise no_hall_at(url, wrong) from wrong


def no_hall_at(url: str, reason: object) -> Unavailable:
    """The error where something else than a hall answers, or nothing does."""
    return Unavailable(f"there is no hall at {url.partition('/api')[0]}: {reason}")


def _refusal(wrong: urllib.error.HTTPError) -> Refusal:
    """What a hall says of a refusal; what answers in a hall's place may say nothing of the kind."""
    try:
        failure = json.loads(wrong.read())
        return Refusal(str(failure["message"]), str(failure["code"]))
    except (OSError, ValueError, KeyError, TypeError, HTTPException):
        return Refusal(f"the hall answered {wrong.code}", "")


def bearer(token: str) -> dict[str, str]:
    """The header that says who asks."""
    return {"Authorization": f"Bearer {token}"} if token else {}
