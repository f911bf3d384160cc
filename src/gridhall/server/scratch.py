"""The hall's folder for what is temporary: sockets of its workers, fonts, counters.

It goes with the hall. Of a hall that was killed it stays behind, and the next one to start on this machine removes it.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
from multiprocessing.util import Finalize
from pathlib import Path
from typing import IO

PREFIX, LOCK = "gridhall-", "lock"


def make_scratch_folder() -> Path:
    """Let this process, and all that it starts, keep temporary files in a folder of its own until it ends."""
    _remove_abandoned(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    file = (folder / f"{LOCK}.new").open("wb")
    _lock(file)
    (folder / f"{LOCK}.new").rename(folder / LOCK)  # only now others look at it
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
    # After multiprocessing has removed its own folder (-100), which is in this one.
    Finalize(None, _remove, (folder, file), exitpriority=-200)
    return folder


def _remove(folder: Path, lock: IO[bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    lock.close()


def _remove_abandoned(place: Path) -> None:
    """Remove this user's folders of halls that were killed: nobody holds their locks any more."""
    for lock in place.glob(f"{PREFIX}*/{LOCK}"):
        with contextlib.suppress(OSError):
            if lock.parent.lstat().st_uid == os.getuid():
                with lock.open("rb") as file:
                    if _lock(file):
                        shutil.rmtree(lock.parent, ignore_errors=True)


def _lock(file: IO[bytes]) -> bool:
    """Hold on to a file until it is closed; False if somebody else does."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
