"""Files that commands write."""

import contextlib
from collections.abc import Iterator

from gridhall.errors import Unavailable


@contextlib.contextmanager
def writing(path: str) -> Iterator[None]:
    """Write a file within this; where the system refuses, a person is told which file, and why."""
    try:
        yield
    except OSError as wrong:
        raise Unavailable(f"{path} cannot be written: {wrong.strerror or wrong}") from wrong
