"""Where the user's own data is kept, and files that are private or written whole."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path


def home() -> Path:
    """The user's data folder; GRIDHALL_HOME overrides it."""
    if named := os.environ.get("GRIDHALL_HOME"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "gridhall"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gridhall"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "gridhall"


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only the person themselves can read, such as one with a key in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)


@contextlib.contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """Where to write what shall be the file `path`: beside it, and in its place when all is written.

    So nobody ever sees half a file. A link stays a link to the new file, and what is no file, such as /dev/null or a
    pipe, stays what it is: it is written into.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        yield place
        return
    beside = Path(f"{place}.{os.getpid()}.part")
    try:
        yield beside
        beside.replace(place)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
