"""The stored form of a match: JSON Lines with a chain of hashes, and its replay. See docs/match_record.md.

A head line, a line a ply, a line `{"undo": n}` where plies were taken back, an end line. The hash of a line is that of
the line before and the canonical JSON of everybody's facts, so a record outlives any change of memory layout.
"""

import functools
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from gridhall.errors import BadRecord, GridhallError
from gridhall.game import EVERYONE, OUTCOMES
from gridhall.match import Match
from gridhall.paths import written_whole
from gridhall.ready_code import hurry_plies
from gridhall.registry import load

FORMAT = 1
LONGEST = 64 << 20  # bytes of a record that is read
LONGEST_TIME = 1e12  # seconds that a ply may say it was played after
Result = TypeVar("Result")
_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder().decode


def commitment(nonce: bytes, seed: int) -> str:
    """SHA-256 of nonce and seed: published before a match, so that its chance can be verified afterwards."""
    return hashlib.sha256(nonce + seed.to_bytes(8, "big")).hexdigest()


def check_commitment(lines: list[dict[str, Any]]) -> bool | None:
    """Whether a finished record's seed is the one committed to before the match; None where nothing was committed to.

    Raises BadRecord where it is another one, or where the nonce that would show it is missing.
    """
    head, last = lines[0], lines[-1]
    if head.get("commit") is None or "end" not in last:
        return None
    try:
        revealed = commitment(bytes.fromhex(str(last.get("nonce"))), int(head["seed"]))
    except (TypeError, ValueError) as wrong:
        raise BadRecord("the record commits to a seed but does not reveal its nonce at the end") from wrong
    if revealed != head["commit"]:
        raise BadRecord(f"the seed is not the one committed to: expected {head['commit']}, found {revealed}")
    return True


def chain(before: str, match: Match) -> str:
    """The next hash: of the one before and of the facts now."""
    facts = canonical_json(match.game.facts(match.setup, match.state, EVERYONE))
    return hashlib.sha256(before.encode() + facts).hexdigest()[:32]


def canonical_json(facts: dict[str, Any]) -> bytes:
    """Facts as the JSON that is hashed: keys sorted, no spaces, only ASCII.

    Facts hold no floating numbers, so that msgspec writes what `json` would, ten times faster; signs beyond ASCII are
    left to `json`, which escapes them.
    """
    text = _encode(facts)
    if text.isascii():
        return text
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def head_line(match: Match, **more: Any) -> dict[str, Any]:
    """The first line, of a match at its start.

    `more` may be: open (a person chose seed or map), commit, level, players (names), started, replaces (see saves.py).
    """
    head = {
        "gridhall": FORMAT,
        "game": match.name,
        "version": match.game.VERSION,
        "setup": match.setup_text,
        "seed": match.seed,
        **more,
    }
    return {**head, "hash": chain("", match)}


def ply_line(match: Match, before: str) -> dict[str, Any]:
    """The line of the ply just played."""
    ply = match.plies[-1]
    line: dict[str, Any] = {"player": ply.player + 1, "word": ply.word}
    if ply.seconds:
        line["time"] = round(ply.seconds, 3)
    return {**line, "hash": chain(before, match)}


def end_line(match: Match, **more: Any) -> dict[str, Any]:
    """The last line; `more` may be: nonce (hex)."""
    outcomes = [OUTCOMES[match.game.outcome(match.setup, match.state, player)] for player in range(match.game.PLAYERS)]
    return {"end": True, "outcome": outcomes, "score": match.scores(), **more}


class Recorder:
    """Keeps a match in a file: what `note` and `note_undo` append is on the disk when they return.

    Call them after each ply and before showing it, so that even `kill -9` loses nothing that was seen.
    """

    def __init__(
        self, match: Match, path: str | Path, fresh: bool = True, file: IO[str] | None = None, **more: Any
    ) -> None:
        """With `fresh` the file is begun anew; otherwise it is the one that `match` was read from.

        `file` is that file where it is open already; `more` goes into the head. A record begins where the match
        does: what was played before is written down, too.
        """
        self.match, self.path = match, Path(path)
        if file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            mode = "w" if fresh else "a"
            file = open(self.path, mode, encoding="utf-8")  # noqa: SIM115  (lives as long as the match)
        self.file: IO[str] = file
        self.hashes = [""]
        if fresh:
            self._append(*lines_of(match, more))
        else:
            self.hashes = _hashes(record_lines(self.path))

    def note(self) -> None:
        """Append the ply just played, and the end if it was the last."""
        end = [end_line(self.match)] if self.match.over else []
        self._append(ply_line(self.match, self.hashes[-1]), *end)

    def note_undo(self, count: int) -> None:
        """Append that plies were taken back."""
        del self.hashes[len(self.hashes) - count :]
        self._append({"undo": count})

    def note_end(self) -> None:
        """Append the end, which a sudden death between the last ply and its end line may have left out."""
        self._append(end_line(self.match))

    def close(self) -> None:
        self.file.close()

    def _append(self, *lines: dict[str, Any]) -> None:
        self.file.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
        self.file.flush()
        os.fsync(self.file.fileno())
        self.hashes += [line["hash"] for line in lines if "hash" in line]


def _hashes(lines: list[dict[str, Any]]) -> list[str]:
    """The hashes of the plies that stand, after what was taken back."""
    hashes = [""]
    for line in lines:
        if "undo" in line:
            del hashes[len(hashes) - line["undo"] :]
        elif "hash" in line:
            hashes.append(line["hash"])
    return hashes


def record_text(match: Match, head: dict[str, Any] | None = None, end: dict[str, Any] | None = None) -> str:
    """The record of a match as text, with every hash; made by playing it again."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines_of(match, head, end))


def lines_of(
    match: Match, head: dict[str, Any] | None = None, end: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The lines of a match's record from its start to now."""
    again = Match.of_text(match.game, match.setup_text, match.seed) if match.plies else match
    lines = [head_line(again, **(head or {}))]
    for ply in match.plies:
        again.act(ply.player, ply.action, ply.seconds)
        lines.append(ply_line(again, lines[-1]["hash"]))
    if match.undone:
        lines.insert(1, {"undo": 0, "undone": match.undone})
    if again.over:
        lines.append(end_line(again, **(end or {})))
    return lines


def write_record(match: Match, path: str | Path) -> None:
    """Write a match's record."""
    with written_whole(path) as file:
        file.write_text(record_text(match), "utf-8")


def read_record(source: str | Path, partial: bool = False, every: bool = True, hurry: bool = False) -> Match:
    """Replay a record (a file's path, or its text) and check every hash, or only that of the end (see `replay`).

    With `partial` a half written last line is forgiven.
    """
    return replay(record_lines(source, partial), every, hurry)


def record_lines(source: str | Path, partial: bool = False) -> list[dict[str, Any]]:
    """The lines of a record as objects; raises BadRecord for what is none."""
    text = source if isinstance(source, str) and "\n" in source else _file_text(Path(source))
    raw = text.split("\n")
    if raw and raw[-1].strip() and partial:
        raw.pop()
    lines: list[dict[str, Any]] = []
    for number, line in enumerate(raw, 1):
        if not line.strip():
            continue
        try:
            value = _decode(line)
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise BadRecord(f"line {number} is not JSON; a record is JSON Lines, as `save` writes it") from wrong
        if not isinstance(value, dict):
            raise BadRecord(f"line {number} is no object; a record has one JSON object a line")
        lines.append(value)
    if not lines:
        raise BadRecord("the record is empty")
    return lines


def _file_text(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise BadRecord(f"{path.name} is no file; a record is one")
        with path.open("rb") as file:
            content = file.read(LONGEST + 1)
        if len(content) > LONGEST:
            raise BadRecord(f"{path.name} is larger than {LONGEST >> 20} MiB; that is no record")
        return content.decode("utf-8")
    except (OSError, ValueError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else "it is not UTF-8 text"
        raise BadRecord(f"{path.name} cannot be read: {reason}") from wrong


def replay(lines: list[dict[str, Any]], every: bool = True, hurry: bool = False) -> Match:
    """Play a record's lines again, checking every hash; BadRecord says where it first differs.

    Every word is played by the rules in any case. Without `every` only the hash of the last ply is compared: that the
    match leads to the facts it says is all a result needs, and most of the time goes into facts that nobody asks for.
    `hurry` is for whoever verifies many records: the rules are run compiled where that code is there already.
    """
    head = lines[0]
    match = _match_of(head)
    if hurry:
        hurry_plies(match)
    last = next((number for number, line in reversed([*enumerate(lines)]) if "word" in line), 0)
    hashes: list[Any] = []
    if every or not last:
        _check_hash(match, head, hashes)
    hashes.append(head.get("hash"))
    for number, line in enumerate(lines[1:], 1):
        if "word" in line:
            _replay_ply(number + 1, line, match)
            if every or number == last:
                _check_hash(match, line, hashes)
            hashes.append(line.get("hash"))
        elif "undo" in line:
            _replay_undo(number + 1, line, match)
            del hashes[len(hashes) - line["undo"] :]
        elif "end" in line:
            _check_end(number + 1, line, match)
        else:
            raise _unreadable(number + 1)
    return match


def _check_hash(match: Match, line: dict[str, Any], hashes: Sequence[Any]) -> None:
    """Raise unless a line has the hash of the position; `hashes` are those that stand before it."""
    before = hashes[-1] if hashes and isinstance(hashes[-1], str) else ""
    recorded, replayed = line.get("hash"), chain(before, match)
    if recorded != replayed:
        ply = len(match.plies)
        raise BadRecord(f"ply {ply} differs: the record says {recorded}, replaying gives {replayed}")


def _replay_ply(number: int, line: dict[str, Any], match: Match) -> None:
    player, word, seconds = line.get("player"), line["word"], line.get("time", 0.0)
    if type(word) is not str or type(player) is not int or not 1 <= player <= match.game.PLAYERS:
        raise _unreadable(number)
    is_time = type(seconds) in (int, float) and 0 <= seconds < LONGEST_TIME
    seconds = float(seconds) if is_time else 0.0
    if not match.repeat(player - 1, word, seconds):
        _guard(number, functools.partial(match.play, f"{player}: {word}", None, seconds))


def _replay_undo(number: int, line: dict[str, Any], match: Match) -> None:
    count = line["undo"]
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= len(match.plies):
        raise BadRecord(f"line {number}: cannot take back {count!r} plies")
    _guard(number, functools.partial(match.undo, count))
    more = line.get("undone", 0)
    match.undone += more if isinstance(more, int) and 0 <= more < 1 << 31 else 0


def _unreadable(number: int) -> BadRecord:
    return BadRecord(f"line {number} is neither a ply (player, word, hash), nor an undo, nor the end")


def _match_of(head: dict[str, Any]) -> Match:
    name, version, setup, seed = head.get("game"), head.get("version"), head.get("setup"), head.get("seed")
    if head.get("gridhall") != FORMAT or not isinstance(name, str) or not isinstance(setup, str):
        raise BadRecord("line 1 is no head of a record: it needs gridhall, game, version, setup, seed and hash")
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 1 << 64:
        raise BadRecord("line 1: the seed must be a whole number from 0 to 2^64 - 1")
    game = _guard(1, lambda: load(name))
    if version != game.VERSION:
        raise BadRecord(
            f"the record is of version {version} of {game.TITLE}; this is version {game.VERSION}, whose rules differ"
        )
    return _guard(1, lambda: Match.of_text(game, setup, seed))


def _guard(number: int, work: Callable[[], Result]) -> Result:
    """Do something for a line of a record; what the game refuses there is a BadRecord that names the line."""
    try:
        return work()
    except BadRecord:
        raise
    except GridhallError as wrong:
        raise BadRecord(f"line {number}: {wrong}") from wrong


def _check_end(number: int, line: dict[str, Any], match: Match) -> None:
    end = end_line(match)
    if not match.over:
        raise BadRecord(f"line {number}: the record ends, but the match does not")
    for key in ("outcome", "score"):
        if line.get(key) != end[key]:
            raise BadRecord(f"the end differs in {key}: the record says {line.get(key)}, replaying gives {end[key]}")
