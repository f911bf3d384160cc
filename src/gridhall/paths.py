"""Where the user's own data is kept, and files that are private, written whole, or locked."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO


def home() -> Path:
    """The user's data folder; GRIDHALL_HOME overrides it."""
    if named := named_folder("GRIDHALL_HOME"):
        return named
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or _user_folder()) / "gridhall"
    if sys.platform == "darwin":
        return _user_folder() / "Library" / "Application Support" / "gridhall"
    return standard_folder("XDG_DATA_HOME", ".local/share") / "gridhall"


def named_folder(variable: str) -> Path | None:
    """The folder that a variable of ours names; where no shell has read it, `~` is still the user's folder."""
    named = os.environ.get(variable)
    return Path(os.path.expanduser(named)) if named else None


def standard_folder(variable: str, usual: str) -> Path:
    """A folder of the XDG standard, which says that a variable with a relative path names none."""
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else _user_folder() / usual


def _user_folder() -> Path:
    """The user's own folder; the root for a user without one, who cannot write there and is told so."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.sep)


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only the person themselves can read, such as one with a key in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as place, open(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)


def lock(file: IO[str], wait: bool = False) -> bool:
    """Keep other processes from locking this file until it is closed; False if another has it."""
    try:
        import fcntl
    except ImportError:  # such as on Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let no other process read and rewrite a file meanwhile, or else what one of them writes is lost."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{path}.lock", "a", encoding="utf-8") as file:
        lock(file, wait=True)
        yield


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
