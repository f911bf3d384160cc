"""What must hold of the record of a finished match."""

import contextlib
import hashlib
import io
import json
from pathlib import Path

from tests.cases import Case

from gridhall.__main__ import main
from gridhall.game import EVERYONE
from gridhall.record import read_record, record_lines
from gridhall.scene import as_json


def check_record(path: Path, case: Case, wholly: bool) -> None:
    """Replay the record of a finished match, every hash compared.

    `wholly`: let every command look at it, and play its words again without a person: all must tell the same facts.
    """
    match, lines = read_record(path), record_lines(path)
    assert match.over and lines[-1]["end"] and match.name == case.game
    if not wholly:
        return
    verdict = json.loads(_said("verify", str(path), "--json"))
    assert verdict["valid"] and verdict["plies"] == len(match.plies) and verdict["outcome"] == match.outcome
    words = ";".join(f"{ply.player + 1}: {ply.word}" for ply in match.plies)
    setup = [case.setup] if case.setup else []
    answers = _said("run", case.game, *setup, "--seed", str(match.seed), "--actions", words, "--json").splitlines()
    hashes = [line["hash"] for line in lines if "hash" in line]
    assert len(answers) == len(hashes)
    before = ""
    for line, expected in zip(answers, hashes):
        facts = json.dumps(json.loads(line)["facts"], sort_keys=True, separators=(",", ":"))
        before = hashlib.sha256((before + facts).encode()).hexdigest()[:32]
        assert before == expected
    viewer = 0 if match.game.PLAYERS == 1 else EVERYONE
    frames = _said("replay", str(path), "--json").splitlines()
    assert json.loads(frames[-1])["scene"] == json.loads(json.dumps(as_json(match.scene(viewer))))
    picture = path.with_suffix(".gif")
    _said("replay", str(path), "--gif", str(picture))
    assert picture.read_bytes()[:4] == b"GIF8"
    picture.unlink()


def _said(*arguments: str) -> str:
    """What a command says, which must end well."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(list(arguments)) == 0, f"{arguments}: {out.getvalue()}"
    return out.getvalue()
