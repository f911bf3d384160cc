"""Requests to a hall over HTTP, for the terminal."""

import json
import urllib.error
import urllib.request
from http.client import HTTPException

from gridhall.errors import Unavailable


class Refusal(Unavailable):
    """A hall has answered that it will not."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def requested(url: str, body: bytes | None, method: str, seconds: float, **headers: str) -> bytes:
    """What a hall answers; raises Refusal with its own words, or Unavailable if none answers within so many seconds."""
    try:
        request = urllib.request.Request(url, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as wrong:
        raise Refusal(_sentence(wrong), wrong.code) from wrong
    except (OSError, ValueError, OverflowError, HTTPException) as wrong:
        raise no_hall_at(url, wrong) from wrong


def no_hall_at(url: str, reason: object) -> Unavailable:
    """The error where something else than a hall answers, or nothing does."""
    return Unavailable(f"there is no hall at {url.partition('/api')[0]}: {reason}")


def _sentence(wrong: urllib.error.HTTPError) -> str:
    """What a hall says of a refusal; what answers in a hall's place may say nothing of the kind."""
    try:
        return str(json.loads(wrong.read())["message"])
    except (ValueError, KeyError, TypeError):
        return f"the hall answered {wrong.code}"
