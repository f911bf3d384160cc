"""Agents of one's own in the arena: views only, a process of their own, and failures that cost one match."""

import re

import pytest

from gridhall.__main__ import main
from gridhall.agents.arena import play_match, tournament
from gridhall.agents.guest import check_file
from gridhall.errors import Usage
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.registry import games, load

GAME = next(name for name in games() if load(name).PLAYERS == 2)

AGENTS = """
import os, time

def choose(seat):
    assert seat.view.rng == 0, "an agent was handed the truth"
    assert seat.game.hide.__name__ == "hide"
    before = bytes(seat.view)
    seat.game.hide(seat.setup, seat.view, seat.player)
    assert bytes(seat.view) == before, "an agent was handed more than its view"
    return seat.legal()[0]

class Words:
    def choose(self, seat):
        return seat.word(seat.legal()[-1])

def crash(seat):
    raise ZeroDivisionError("oh")

def leave(seat):
    os._exit(3)

def sleep(seat):
    while True:
        pass

def greedy_for_memory(seat):
    return len(bytearray(8 << 30))

def cheat(seat):
    return 10 ** 9

def chatter(seat):
    print("thinking aloud")
    return seat.legal()[0]
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("agents") / "mine.py"
    path.write_text(AGENTS, "utf-8")
    return path


def played(file, name, seconds=180.0, records=None):  # a busy machine may let an agent wait
    text = Match(GAME).setup_text
    return play_match(GAME, text, 3, (f"{file}:{name}", "uniform"), 5, records, seconds)


@pytest.mark.parametrize("name", ["choose", "Words", "chatter"])
def test_an_agent_of_ones_own_plays_a_whole_match_from_views(file, name, tmp_path):
    result = played(file, name, records=str(tmp_path))
    assert result.note == ""
    (record,) = tmp_path.glob("*.jsonl")
    assert len(read_record(record).plies) == result.plies


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("crash", "failed with ZeroDivisionError: oh"),
        ("leave", "ended its process"),
        ("greedy_for_memory", "failed with memory was used up"),
        ("cheat", "which is no action"),
        ("missing", "failed with AttributeError"),
    ],
)
def test_what_goes_wrong_in_an_agent_loses_its_match_and_is_told(file, name, why):
    result = played(file, name)
    assert result.score == 0.0
    assert why in result.note


def test_an_agent_that_thinks_too_long_has_lost(file):
    result = played(file, "sleep", seconds=0.2)
    assert (result.score, result.plies) == (0.0, 0)
    assert "took more than 0.2 s" in result.note


def test_a_tournament_goes_on_after_a_crash_and_is_written_as_a_page(file, tmp_path, capsys):
    page, records = tmp_path / "arena.html", tmp_path / "records"
    words = [GAME, "uniform", f"{file}:choose", f"{file}:crash", "--matches", "2", "--html", str(page)]
    assert main(["arena", *words, "--records", str(records), "--seconds", "180"]) == 0
    shown = capsys.readouterr()
    assert "6 matches" in shown.out
    assert shown.err.count("ZeroDivisionError") == 4
    assert len(list(records.glob("*.jsonl"))) == 6
    text = page.read_text("utf-8")
    assert text.count("ZeroDivisionError") == 4
    assert len(re.findall("±", text)) == 3


def test_a_callable_is_found_by_its_file_and_what_cannot_be_found_is_told(file):
    import importlib.util

    spec = importlib.util.spec_from_file_location("mine", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert tournament(GAME, [module.cheat, "uniform"], 1).results[0].note
    with pytest.raises(Usage, match="put it into a file"):
        tournament(GAME, [lambda seat: 0, "uniform"], 1)
    with pytest.raises(Usage, match=r"there is no file nowhere\.py"):
        tournament(GAME, ["nowhere.py:choose", "uniform"], 1)


def test_a_name_that_a_file_does_not_have_is_told_before_anything_is_played(file, tmp_path):
    def refusal(name):
        with pytest.raises(Usage) as wrong:
            tournament(GAME, [name, "uniform"], 1)
        return str(wrong.value)

    assert refusal(f"{file}:chose") == f"{file} has no chose; did you mean choose?"
    assert "write `def choose(seat)`" in refusal(f"{file}:nobody")
    broken = tmp_path / "broken.py"
    broken.write_text("def choose(seat):\n    return seat.legal()[0\n", "utf-8")
    assert refusal(f"{broken}:choose").startswith(f"{broken}, line 2: ")
    broken.write_bytes(b"choose = 1\0")
    assert refusal(f"{broken}:choose").startswith(f"{broken}")
    broken.write_text("raise SystemExit('run')\nfrom elsewhere import *\n", "utf-8")
    check_file(f"{broken}:choose")  # may have it; it was not run
    for name in ("Words", "choose"):
        check_file(f"{file}:{name}")
