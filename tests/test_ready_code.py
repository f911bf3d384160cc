"""Compiled code that is there already makes views and repeats records, with the same bytes as the interpreter."""

import copy
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gridhall import registry
from gridhall.errors import BadRecord
from gridhall.kernel import bind, compiled
from gridhall.match import Match
from gridhall.ply import play_if_allowed
from gridhall.ready_code import hurry_views
from gridhall.record import read_record, record_lines, record_text, replay

ROOT = Path(__file__).parents[1]
CHANGED = 6  # plies of a record that are spoilt, one at a time


def test_views_of_a_large_state_are_made_by_code_that_is_there_and_are_the_same() -> None:
    match, drawn = Match("maze_runner", seed=5), random.Random(5)
    compiled(match.game.hide).code_for(match.setup, match.state, 0)  # shipped, or compiled now
    quick = copy.copy(match)
    hurry_views(quick)
    assert quick.compiled_hide is not None and match.compiled_hide is None
    for _ in range(8):
        player = match.acting[0]
        action = drawn.choice(match.legal(player))
        for either in (match, quick):
            either.act(player, action)
        assert [bytes(quick.view(viewer)) for viewer in range(-1, 3)] == [
            bytes(match.view(viewer)) for viewer in range(-1, 3)
        ]


def test_small_states_and_those_without_code_are_left_to_the_interpreter() -> None:
    match = Match("echoes")
    hurry_views(match)
    assert match.compiled_hide is None


def have_plies_compiled(match: Match) -> None:
    """See to it that the code for a match's records is there: it is shipped, or compiled now."""
    compiled(bind(play_if_allowed, match.game)).code_for(match.setup, match.state, 0, 0)


def transcripts(game: str) -> list[Path]:
    return sorted((registry.folder_of(registry.load(game)) / "transcripts").glob("*.jsonl"))


def verdict(lines: list[dict[str, Any]], hurry: bool) -> Any:
    """Where a record leads by the hash of its end, or what is wrong with it."""
    try:
        match = replay(lines, every=False, hurry=hurry)
    except BadRecord as wrong:
        return str(wrong)
    assert (match.compiled_ply is not None) == hurry
    return bytes(match.state), match.plies


@pytest.mark.parametrize("game", registry.games())
def test_records_are_repeated_by_code_that_is_there_and_lead_to_the_same_bytes(game: str) -> None:
    for path in transcripts(game):
        match = read_record(path)
        have_plies_compiled(match)
        quick = read_record(path, hurry=True)
        assert quick.compiled_ply is not None and match.compiled_ply is None
        assert bytes(quick.state) == bytes(match.state) and quick.plies == match.plies
        if match.game.UNDO:
            assert quick.undo(2) == match.undo(2) and bytes(quick.state) == bytes(match.state)


@pytest.mark.parametrize("game", registry.games())
def test_what_is_wrong_with_a_record_is_found_at_both_speeds(game: str) -> None:
    drawn, path = random.Random(3), transcripts(game)[0]
    have_plies_compiled(read_record(path))
    lines = record_lines(path)
    plies = [number for number, line in enumerate(lines) if "word" in line]
    for number in drawn.sample(plies, min(CHANGED, len(plies))):
        for spoilt in ({"word": lines[drawn.choice(plies)]["word"]}, {"player": 2}, {"word": "?"}):
            changed = [*lines[:number], {**lines[number], **spoilt}, *lines[number + 1 :]]
            assert verdict(changed, hurry=True) == verdict(changed, hurry=False), json.dumps(changed[number])


@pytest.mark.parametrize("word", ["7", "-1", "1" + "0" * 30])
def test_a_number_that_is_no_action_is_refused_at_both_speeds(word: str, toys: None, tmp_path: Path) -> None:
    """A game may read any number as an action; it need not have a word for it, and it may not fit into 64 bits."""
    (tmp_path / "numbered_steps").mkdir()
    (tmp_path / "numbered_steps" / "__init__.py").write_text(
        "from gridhall.games.steps import *\n"
        "from gridhall.games.steps.rules import refusal as refusal_of_steps\n"
        "from gridhall.kernel import kernel\n\n\n"
        "@kernel\n"
        "def refusal(setup, state, player, action):\n"
        "    if action < 0 or action > 3:\n"
        "        return 1\n"
        "    return refusal_of_steps(setup, state, player, action)\n\n\n"
        "def read_word(setup, state, text):\n"
        "    return int(text)\n"
    )
    registry.FOLDERS.append(str(tmp_path))
    match = Match("numbered_steps", (ROOT / "tests/toy/steps/levels/corner.txt").read_text("utf-8"))
    have_plies_compiled(match)
    lines = [*record_lines(record_text(match)), {"player": 1, "word": word}]
    refused = verdict(lines, hurry=True)
    assert refused == verdict(lines, hurry=False) and refused.startswith("line 2: ")


def test_nobody_waits_for_code_that_is_not_there(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from gridhall.record import read_record\n"
        f"match = read_record({str(transcripts('phase_shift')[0])!r}, hurry=True)\n"
        "print(match.over, match.compiled_ply, 'numba' in sys.modules)\n"
    )
    environment = {**os.environ, "GRIDHALL_CACHE": str(tmp_path), "GRIDHALL_SHIPPED": "0"}
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["True", "None", "False"]
