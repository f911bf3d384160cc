"""The hall's log: one JSON object a line on standard error, for programs that collect it. No line has a secret.

Of a bug only the place is told (see failures.py). With `--log-level info` every answered request and everybody who
joins a room is a line. Whatever is logged on the way says to which request and room it belongs (`BELONGS`).
"""

import asyncio
import json
import logging
import sys
from contextvars import ContextVar
from typing import Any

# The ids of the request or the room that is being served; of a task and of what it waits for.
BELONGS: ContextVar[dict[str, str]] = ContextVar("BELONGS")


class JsonLines(logging.Formatter):
    """A record as one JSON object; `extra={"fields": {...}}` adds to it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **BELONGS.get({}),
            **getattr(record, "fields", {}),
        }
        return json.dumps(line, ensure_ascii=False)


class NothingWrong(logging.Filter):
    """Leaves out what uvicorn calls errors and is none: answers that are broken off because the hall closes, and texts
    that are no HTTP, which were refused.
    """

    SENTENCES = "Cancel %s running task", "Invalid HTTP request received"

    def filter(self, record: logging.LogRecord) -> bool:
        wrong = record.exc_info[1] if record.exc_info else None
        return not isinstance(wrong, asyncio.CancelledError) and not str(record.msg).startswith(self.SENTENCES)


def set_up_logs(level: str) -> None:
    """Write what is at least as important as `level`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(NothingWrong())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("gridhall").setLevel(level.upper())
