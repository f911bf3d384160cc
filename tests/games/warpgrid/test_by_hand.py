"""Games worked out with pencil and paper, compared line by line with the program and with the record of the game."""

import re

import pytest

from gridhall import registry
from gridhall.match import Match
from gridhall.record import read_record

FOLDER = registry.folder_of(registry.load("warpgrid")) / "transcripts"
SECTIONS = dict(
    part.split("\n", 1)
    for part in re.split(r"^## ", (FOLDER / "worked_by_hand.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
)
LINE = re.compile(r"^\| \d+ \| `([^`]+)` \| ([^|]+) \| ([^|]+) \| (\d+) \|([^|]*)\|", re.MULTILINE)
KILLER = re.compile(r"^\| (\d+) \| `([^`]+)` \| (\d),(\d) \|$", re.MULTILINE)


def begin(words=()):
    match = Match("warpgrid", "paper")
    for word in words:
        match.play(word)
    return match


def words_of(section):
    return [line[0] for line in LINE.findall(SECTIONS[section])]


@pytest.mark.parametrize(
    ("section", "lines", "ending", "points"),
    [
        ("The game", 147, "escaped", 6587),
        ("A game lost by standing", 7, "stood", 0),
        ("A game lost by entering", 13, "entered", 0),
    ],
)
def test_a_game_worked_out_by_hand(section, lines, ending, points):
    match, levels, grid, turn = begin(), [0] * 36, 1, 0
    worked = LINE.findall(SECTIONS[section])
    assert len(worked) == lines
    for number, (word, asked, at, charge, rises) in enumerate(worked, 1):
        match.play(word)
        facts = match.facts()
        if rises.strip() == "blank":
            levels, grid = [0] * 36, grid + 1
        else:
            for x, y, level in re.findall(r"(\d),(\d)=(\d)", rises):
                levels[int(y) * 6 + int(x) - 7] = int(level)
        turn += asked == "first"
        roll = f" {facts['roll']}" if facts["roll"] else ""
        reached = (
            facts["phase_of_play"] + roll,
            f"{facts['x']},{facts['y']}" if facts["x"] else "-",
            facts["charge"],
            facts["grid"],
            facts["turn"],
        )
        assert reached == (asked, at, int(charge), grid, turn), f"line {number}: {word}"
        assert facts["levels"] == levels, f"line {number}: {word}"
    assert (match.facts()["reason"], match.facts()["score"]) == (ending, points)


def test_what_would_have_killed_by_hand():
    killers = KILLER.findall(SECTIONS["What would have killed"])
    assert len(killers) == 7
    for after, words, x, y in killers:
        match = begin(words_of("The game")[: int(after)] + words.split("; "))
        facts = match.facts()
        assert (facts["reason"], facts["x"], facts["y"]) == ("entered", int(x), int(y)), words


def test_the_record_is_that_of_the_game_worked_out():
    match = read_record(FOLDER / "worked_by_hand.jsonl")
    assert [ply.word for ply in match.plies] == words_of("The game")
    assert match.setup_text == registry.read_text(match.game, "paper")
