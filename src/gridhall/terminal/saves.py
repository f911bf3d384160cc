"""Matches on disk: each is written while it is played, and can be gone on with after any interruption."""

import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

from gridhall.errors import BadRecord, Unavailable
from gridhall.match import Match
from gridhall.paths import home, lock
from gridhall.record import Recorder, record_lines, replay

ENDING = ".jsonl"
LONGEST_HEAD = 4 << 20  # bytes of a first line that is read
TAIL = 4096  # bytes from the end of a record in which its end line stands, if it has one
PERSON, MACHINE = "person", "machine: "  # in a record's list of players; the second one before the level of play


class Saved(NamedTuple):
    """A match on disk, as far as its first and last lines tell."""

    name: str
    path: Path
    head: dict[str, Any]
    changed: float
    over: bool = False


def folder() -> Path:
    """Where the records are; it need not exist yet."""
    return home() / "matches"


def path_of(name: str) -> Path:
    """The file of a saved match; an unknown one is an error a person can act on."""
    if (path := _find(name)) is None:
        raise BadRecord(f"there is no saved match {name!r}; `gridhall play --resume` goes on with the last one")
    return path


def _find(name: str) -> Path | None:
    """The file of a saved match; None if there is none of that name."""
    path = folder() / f"{name}{ENDING}"
    return path if "/" not in name and os.sep not in name and path.is_file() else None


def read(name: str) -> tuple[Match, list[dict[str, Any]]]:
    """The match of a record and the record's lines; `name` is a file, or else the name of a saved match."""
    path = Path(name)
    saved = None if path.exists() else _find(name)
    lines = record_lines(saved or path, partial=True)
    return replay(lines), lines


def begin(match: Match, **more: Any) -> Recorder:
    """Start the record of a match, with `more` in its head; raises Unavailable where nothing can be written."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        while True:
            name = f"{match.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}"
            path = folder() / f"{name}{ENDING}"
            try:
                file = open(path, "x", encoding="utf-8")  # noqa: SIM115  (lives as long as the match)
            except FileExistsError:  # another match began in the same second with the same four digits
                continue
            lock(file)
            return Recorder(match, path, file=file, started=int(time.time()), **more)
    except OSError as wrong:
        raise Unavailable(f"this match cannot be saved ({wrong.strerror or wrong}); you can play on") from wrong


def go_on(path: Path) -> tuple[Recorder, dict[str, Any]]:
    """A saved match, played to where it was left, and its head line.

    Raises Unavailable for a match that is over or is being played elsewhere, and BadRecord, with the reason, for a
    record that cannot be replayed. A half written last line, which a sudden end may leave, is dropped; an end line
    that was left out is added.
    """
    try:
        file = open(path, "a", encoding="utf-8")  # noqa: SIM115  (lives as long as the match)
    except OSError as wrong:
        raise Unavailable(f"{path.stem} cannot be gone on with: {wrong.strerror or wrong}") from wrong
    try:
        if not lock(file):  # before anything is changed: the other's last line may be half written just now
            raise Unavailable(f"{path.stem} is being played in another window")
        _drop_half_line(path)
        match, lines = _replayed(path)
        if "end" in lines[-1]:
            raise Unavailable(f"{path.stem} is over; `gridhall replay {path.stem}` shows it")
        recorder = Recorder(match, path, fresh=False, file=file)
        if match.over:
            recorder.note_end()
        return recorder, lines[0]
    except BaseException as wrong:
        file.close()
        if isinstance(wrong, OSError):
            raise Unavailable(f"{path.stem} cannot be gone on with: {wrong.strerror or wrong}") from wrong
        raise


def _replayed(path: Path) -> tuple[Match, list[dict[str, Any]]]:
    """The match of a record and its lines; nothing on disk is changed."""
    try:
        lines = record_lines(path, partial=True)
        return replay(lines), lines
    except BadRecord as wrong:
        reason = str(wrong)
        if reason.startswith("ply 0 differs") and any(name.startswith(MACHINE) for name in players_of(lines[0])):
            reason = "it begins too late, because version 1.0.0 did not write down the words of a machine that begins"
        raise BadRecord(f"the record {path.stem} cannot be gone on with: {reason}") from wrong


def _drop_half_line(path: Path) -> None:
    """Drop a half written last line."""
    text = path.read_bytes()
    if text and not text.endswith(b"\n"):
        os.truncate(path, text.rfind(b"\n") + 1)


def unfinished() -> list[Saved]:
    """The matches on disk that are not over, the last played first.

    Left out are files that do not begin like a record. So are matches that `restart` has replaced by another one, as
    long as that one is still there and was played later. Whether a record can be replayed is asked by `trouble_with`.
    """
    matches = recorded()
    replaced: dict[str, float] = {}  # the record left by `restart`, and when the one in its place was last played
    for saved in matches:
        if left := saved.head.get("replaces"):
            replaced[str(left)] = max(saved.changed, replaced.get(str(left), 0.0))
    return [saved for saved in matches if not saved.over and saved.changed > replaced.get(saved.name, 0.0)]


def recorded() -> list[Saved]:
    """All matches on disk, the last played first, without files that do not begin like a record.

    Raises Unavailable where the folder cannot be read.
    """
    matches: list[Saved] = []
    for path in _files():
        head, over, changed = _head_and_end(path)
        if head is not None:
            matches.append(Saved(path.stem, path, head, changed, over))
    return sorted(matches, key=lambda saved: (saved.changed, saved.name), reverse=True)


def _files() -> list[Path]:
    try:
        return [path for path in folder().iterdir() if path.suffix == ENDING]
    except FileNotFoundError:  # nothing was played yet
        return []
    except OSError as wrong:
        raise Unavailable(f"your matches cannot be read: {folder()}: {wrong.strerror or wrong}") from wrong


def _head_and_end(path: Path) -> tuple[dict[str, Any] | None, bool, float]:
    """The head of a record (None if it is none), whether it has an end line, and when it was changed.

    Only the first and the last bytes are read, because there may be thousands of records.
    """
    try:
        with path.open("rb") as file:
            about = os.fstat(file.fileno())
            head = json.loads(file.readline(LONGEST_HEAD))
            file.seek(max(0, about.st_size - TAIL))
            last = file.read().rpartition(b"\n")[0].rpartition(b"\n")[2]
    except (OSError, ValueError, RecursionError):
        return None, False, 0.0
    if not isinstance(head, dict) or not isinstance(head.get("game"), str):
        return None, False, 0.0
    try:
        line = json.loads(last)
    except (ValueError, RecursionError):  # a ply longer than an end line is
        line = None
    return head, isinstance(line, dict) and "end" in line, about.st_mtime


def trouble_with(saved: Saved) -> str:
    """Why a match cannot be gone on with; "" if it can. Nothing on disk is changed."""
    try:
        _replayed(saved.path)
        with saved.path.open("a", encoding="utf-8") as file:
            return "" if lock(file) else f"{saved.name} is being played in another window"
    except BadRecord as wrong:
        return str(wrong)
    except OSError as wrong:
        return f"{saved.name} cannot be gone on with: {wrong.strerror or wrong}"


def describe(saved: Saved) -> str:
    """A saved match in a few words."""
    when = time.strftime("%d %b %H:%M", time.localtime(saved.changed))
    level = saved.head.get("level") or ""
    lines = record_lines(saved.path, partial=True)
    count = sum("word" in line for line in lines) - sum(line.get("undo", 0) for line in lines)
    return f"{saved.head['game']}{f' {level}' if level else ''}, {count} words played, {when}"


def players_of(head: dict[str, Any]) -> list[str]:
    """Who sits where, as `begin` was told: `person`, or `machine: LEVEL`."""
    names = head.get("players")
    return [str(name) for name in names] if isinstance(names, list) else []
