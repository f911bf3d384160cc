"""Where object code is kept: in the package, for a common processor, and in the user's cache, for this machine's.

Object code is run as it is, so the cache is used only if nobody else could have written there.
"""

import contextlib
import hashlib
import os
import platform
import stat
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gridhall.compiler.loader import host
from gridhall.paths import lock, named_folder, standard_folder

SHIPPED = Path(__file__).parent / "shipped"
# The processor that code is shipped for on each kind of machine, and the features it needs.
COMMON = {"x86_64": "x86-64-v3", "AMD64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}
NEEDED = {"x86-64-v3": {"avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"}}
KEPT_DAYS = 30  # compiled code that nobody used for so long is removed
DAY = 86400
SEAL = 32  # bytes of a checksum
PATIENCE, PAUSE = 60.0, 0.05  # seconds to wait for another process that compiles the same, and between two looks


def cache_folder() -> Path:
    """GRIDHALL_CACHE, or the folder `gridhall` where this system keeps caches."""
    return named_folder("GRIDHALL_CACHE") or standard_folder("XDG_CACHE_HOME", ".cache") / "gridhall"


def shipped_folder() -> Path:
    """The folder of the code made for this kind of processor."""
    return SHIPPED / f"{sys.platform}-{platform.machine()}"


@cache
def shipped_serves() -> bool:
    """Whether this processor can run the code that is shipped; GRIDHALL_SHIPPED=0 says that it shall not."""
    common = COMMON.get(platform.machine(), "")
    wanted = os.environ.get("GRIDHALL_SHIPPED") != "0"
    return wanted and bool(common) and NEEDED.get(common, set()) <= host()[1]


def is_shipped() -> bool:
    """Whether code for this processor came with the package."""
    return shipped_serves() and any(shipped_folder().glob("*.o"))


def target() -> tuple[str, str]:
    """The processor that code is compiled for, and its features: this machine's, or what GRIDHALL_PROCESSOR names."""
    if named := os.environ.get("GRIDHALL_PROCESSOR"):
        return named, ""
    name, features = host()
    return name, ",".join(sorted(f"+{feature}" for feature in features))


def own_name(name: str, processor: str, features: str) -> str:
    """The file of code in the cache: a home folder may be shared by several kinds of machines."""
    return f"{name}-{hashlib.sha256(f'{processor} {features}'.encode()).hexdigest()[:8]}.o"


def read_shipped(name: str) -> bytes | None:
    """Code that came with the package, if there is any of this name for this processor."""
    if not shipped_serves():
        return None
    try:
        return _opened((shipped_folder() / f"{name}.o").read_bytes())
    except OSError:
        return None


def _sealed(code: bytes) -> bytes:
    """Code with its checksum: what a sudden end or a full disk has spoilt must not be run."""
    return hashlib.sha256(code).digest() + code


def _opened(sealed: bytes) -> bytes | None:
    """The code, or None if it is not whole."""
    seal, code = sealed[:SEAL], sealed[SEAL:]
    return code if hashlib.sha256(code).digest() == seal else None


def read(name: str) -> bytes | None:
    """Code from the cache, if it is there and nobody else can have written it."""
    folder = _own_folder()
    if folder is None:
        return None
    path = folder / own_name(name, *target())
    try:
        with path.open("rb") as file:
            if not _ours(os.fstat(file.fileno())):
                return None
            code = _opened(file.read())
            if time.time() - os.fstat(file.fileno()).st_mtime > DAY:
                with contextlib.suppress(OSError):
                    os.utime(path)  # used: see `_prune`
            return code
    except OSError:
        return None


def write(name: str, code: bytes) -> None:
    """Keep code in the cache; where that cannot be, it is compiled again the next time."""
    folder = _own_folder()
    if folder is None:
        return
    beside = folder / f"{name}.{os.getpid()}.part"
    with contextlib.suppress(OSError):
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(_sealed(code))
        beside.replace(folder / own_name(name, *target()))


@contextlib.contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Let no other process compile this code meanwhile: it waits, and then finds it in the cache.

    It waits for some time only: a process may have been stopped while it compiled.
    """
    folder = _own_folder()
    if folder is None:
        yield
        return
    path, end = folder / f"{name}.lock", time.monotonic() + PATIENCE
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # such as a full disk, where nothing is kept either
            file = stack.enter_context(path.open("a"))
            while not lock(file) and time.monotonic() < end:
                time.sleep(PAUSE)
        yield
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _ours(status: os.stat_result) -> bool:
    """Whether nobody but this user could have written it."""
    if not hasattr(os, "geteuid"):  # such as Windows, where the folder is private by its place
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def _own_folder() -> Path | None:
    """The cache, made if need be; None where others could write in it, which is said once."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = os.stat(folder)
        if not _ours(status):
            is_anothers = status.st_uid != os.geteuid()
            cure = "it belongs to another user" if is_anothers else "make it yours alone (chmod go-w)"
            problem = f"{folder} is not used: others could have written compiled code there; {cure}"
            print(f"gridhall: {problem}", file=sys.stderr)
            return None
    except OSError:
        return None
    _prune(folder)
    return folder


def _prune(folder: Path) -> None:
    """Remove code that nobody has used for a long time, and what earlier versions kept in folders."""
    import shutil

    oldest = time.time() - KEPT_DAYS * DAY
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # another process was faster
                if entry.stat().st_mtime >= oldest:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    os.unlink(entry.path)
