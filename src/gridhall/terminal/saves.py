"""Matches on disk: each is written while it is played, and can be gone on with after any interruption."""

import os
import time
from pathlib import Path
from typing import Any, NamedTuple

from gridhall.errors import BadRecord, GridhallError, Unavailable
from gridhall.match import Match
from gridhall.record import Recorder, record_lines, replay
from gridhall.results import home

ENDING = ".jsonl"
LOOKED_AT = 200  # files


class Saved(NamedTuple):
    """A match on disk."""

    name: str
    path: Path
    head: dict[str, Any]
    plies: int
    over: bool
    changed: float


def folder() -> Path:
    return home() / "matches"


def path_of(name: str) -> Path:
    """The file of a saved match; an unknown one is an error a person can act on."""
    path = folder() / f"{name}{ENDING}"
    if "/" in name or os.sep in name or not path.is_file():
        raise BadRecord(f"there is no saved match {name!r}; `gridhall play --resume` goes on with the last one")
    return path


def begin(match: Match, **more: Any) -> Recorder:
    """Start the record of a new match; raises Unavailable where nothing can be written."""
    name = f"{match.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}"
    try:
        folder().mkdir(parents=True, exist_ok=True)
        recorder = Recorder(match, folder() / f"{name}{ENDING}", started=int(time.time()), **more)
    except OSError as wrong:
        raise Unavailable(f"this match cannot be saved ({wrong.strerror or wrong}); you can play on") from wrong
    _lock(recorder)
    return recorder


def go_on(path: Path) -> tuple[Recorder, dict[str, Any]]:
    """A saved match, played to where it was left, and its head line."""
    try:
        _mend(path)
        lines = record_lines(path, partial=True)
        match = replay(lines)
        recorder = Recorder(match, path, fresh=False)
    except OSError as wrong:
        raise Unavailable(f"{path.name} cannot be gone on with: {wrong.strerror or wrong}") from wrong
    if not _lock(recorder):
        recorder.close()
        raise Unavailable(f"{path.stem} is being played in another window")
    return recorder, lines[0]


def _mend(path: Path) -> None:
    """Drop a half written last line, which a sudden end may leave."""
    kept = path.read_bytes()
    if kept and not kept.endswith(b"\n"):
        os.truncate(path, kept.rfind(b"\n") + 1)


def _lock(recorder: Recorder) -> bool:
    """Keep two windows from writing one record; False if another has it."""
    try:
        import fcntl
    except ImportError:  # such as on Windows
        return True
    try:
        fcntl.flock(recorder.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def saved(unfinished: bool = True) -> list[Saved]:
    """The matches on disk, the last played first, at most LOOKED_AT of them; files that are no records are left out."""
    files = []
    for path in folder().glob(f"*{ENDING}") if folder().is_dir() else ():
        try:
            files.append((path.stat().st_mtime, path))
        except OSError:  # just removed
            continue
    found = []
    for changed, path in sorted(files, reverse=True)[:LOOKED_AT]:
        try:
            lines = record_lines(path, partial=True)
        except GridhallError:
            continue
        over = "end" in lines[-1]
        if isinstance(lines[0].get("game"), str) and not (unfinished and over):
            found.append(Saved(path.stem, path, lines[0], sum("word" in line for line in lines), over, changed))
    return found


def describe(one: Saved) -> str:
    """A saved match in a few words."""
    when = time.strftime("%d %b %H:%M", time.localtime(one.changed))
    level = one.head.get("level") or ""
    return f"{one.head['game']} {level}, {one.plies} words played, {when}" if level else f"{one.head['game']}, {one.plies} words played, {when}"


def players_of(head: dict[str, Any]) -> list[str]:
    """Who sits where, as `begin` was told: `you`, or `machine: LEVEL`."""
    names = head.get("players")
    return [str(name) for name in names] if isinstance(names, list) else []


