"""`play --json`: words in, lines of JSON out, from a seat of one's own."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.prompt.typed import Play, Variant, saved

from gridhall.__main__ import main
from gridhall.match import Match
from gridhall.record import read_record


def test_play_for_programs_answers_each_word_with_a_line(
    play: Play, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("e\nn\nw\n"))
    assert main(["play", "steps", "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [("error" in line) for line in lines] == [False, False, True, False]


def test_a_program_plays_the_machine_from_its_own_seat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, variant: Variant, home: Path
) -> None:
    name = variant("coins", "LEVELS_OF_PLAY = {'easy': {'agent': 'uniform'}}")
    monkeypatch.setattr(sys, "stdin", io.StringIO("heads\n1: heads\ntails\n"))
    assert main(["play", name, "--json", "--against", "easy", "--side", "2"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ply"] for line in lines] == list(range(len(lines)))
    assert lines[1]["player"] == 2 and lines[1]["word"] == "heads" and "error" not in lines[1]
    (refused,) = (line for line in lines if "error" in line)
    assert refused["error"] == {"code": "not_your_turn", "message": "you are player 2; player 1 is the machine"}
    (path,) = saved(home)
    match = read_record(path)
    assert [ply.player for ply in match.plies] == [1, 0, 1, 0]
    again = Match("coins", seed=match.seed)
    known = [again.facts(1)]
    for ply in match.plies:  # what player 2 was told is what they may know, whenever that changes or they have played
        again.act(ply.player, ply.action)
        if ply.player == 1 or again.facts(1) != known[-1]:
            known.append(again.facts(1))
    assert [line["facts"] for line in lines if "facts" in line] == known


def test_a_match_of_a_program_is_kept_and_gone_on_with(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def lines(typed: str, *arguments: str) -> list[dict[str, Any]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", "--json", *arguments]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert lines("", "steps") and saved(home) == []  # one without a word is not kept
    first = lines("s\ns\n", "steps")
    second = lines("e\ne\n", "steps", "--resume")
    assert second[0] == {"ply": 0, "facts": first[-1]["facts"]} and second[1]["ply"] == 1
    (path,) = saved(home)
    head = json.loads(path.read_text().splitlines()[0])
    assert (head["seed"], head["open"]) == (0, True)
    third = lines("e\n", "--resume", path.stem)
    assert third[-1]["facts"] == read_record(path).facts() and read_record(path).outcome == "won"
    assert main(["play", "--resume", path.stem, "--json"]) == 1


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_what_would_be_ignored_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], home: Path, more: list[str]
) -> None:
    for arguments, reason in [
        (["coins", "--side", "2"], "--side says which player you are against the machine; say --against LEVEL as well"),
        (["steps", "--side", "1"], "--side says which player you are against the machine"),
        (["steps", "--against", "easy"], "Steps offers no opponents"),
        (["--resume", "--seed", "7"], "--resume goes on with a match as it was begun; leave out --seed"),
        (["steps", "bend", "--resume", "--against", "easy", "--side", "1"], "leave out SETUP and --against and --side"),
    ]:
        assert main(["play", *arguments, *more]) == 2
        assert reason in "".join(capsys.readouterr())
    assert saved(home) == []
