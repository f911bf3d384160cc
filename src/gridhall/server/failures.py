"""What goes wrong: messages that are refused, and bugs, which are logged."""

import logging
import traceback

from gridhall.errors import GridhallError
from gridhall.server.operators import metrics

logger = logging.getLogger("gridhall.server")
RENAMED = {"bad_seat": "no_seat"}  # codes of GridhallError that the protocol calls otherwise


class Refused(Exception):
    """A message that is refused, with one of messages.CODES; `wait` is the seconds after which to try again."""

    def __init__(self, code: str, message: str, wait: float = 0.0) -> None:
        super().__init__(message)
        self.code, self.wait = code, wait

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, str, float]]:
        return Refused, (self.code, str(self), self.wait)


class OlderRules(Refused):
    """A room of older rules: it cannot be gone on with, but its film may be there."""


def code_of(wrong: Refused | GridhallError) -> str:
    """The protocol's code of a refusal."""
    return RENAMED.get(wrong.code, wrong.code)


def log_bug(where: str, wrong: BaseException) -> None:
    """Log the place of a bug, but never a value, because values may be secret."""
    metrics.BUGS.inc()
    frames = reversed(traceback.extract_tb(wrong.__traceback__))
    places = " <- ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
    logger.error("internal error in %s: %s at %s", where, type(wrong).__name__, places)
