"""`replay`, `verify`, `draw`, `check`, `solve`, `generate`: verdicts, refusals, exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest

from gridhall.__main__ import main
from gridhall.match import Match
from gridhall.record import commitment, record_text

Line = dict[str, Any]  # of a record


@pytest.fixture(autouse=True)
def folder(toys: None, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home.parent)


def save(name: str, words: str, file: str = "one.jsonl", head: Line | None = None, end: Line | None = None) -> None:
    match = Match(name, seed=5)
    for word in words.split(";"):
        match.play(word)
    Path(file).write_text(record_text(match, head, end))


COINS = "1: heads;2: heads;1: heads;2: tails;2: heads"


def test_a_good_and_a_bad_record_have_their_verdicts_and_the_worst_decides(capsys: pytest.CaptureFixture[str]) -> None:
    save("steps", "e;w")
    save("steps", "e;w", "bad.jsonl")
    Path("bad.jsonl").write_text(Path("bad.jsonl").read_text().replace('"word": "w"', '"word": "e"'))
    assert main(["verify", "one.jsonl"]) == 0
    assert main(["verify", "one.jsonl", "bad.jsonl", "none.jsonl"]) == 1
    lines = capsys.readouterr().out.splitlines()[1:]
    assert lines[0] == "one.jsonl: valid, Steps version 1, 2 words, playing"
    assert "NOT VALID: ply 2 differs" in lines[1] and "cannot be read" in lines[2]


def test_verdicts_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    save("steps", "e;w", head={"open": True})
    assert main(["verify", "one.jsonl", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["valid"], printed["game"], printed["plies"], printed["open"], printed["commit"]) == (
        True,
        "steps",
        2,
        True,
        None,
    )


def test_the_seed_is_compared_with_what_was_committed_to(capsys: pytest.CaptureFixture[str]) -> None:
    nonce = bytes(range(16))
    save("coins", COINS + ";1: heads", head={"commit": commitment(nonce, 5)}, end={"nonce": nonce.hex()})
    assert main(["verify", "one.jsonl"]) == 0
    assert "the dice are those committed to" in capsys.readouterr().out
    save("coins", COINS + ";1: heads", head={"commit": commitment(nonce, 6)}, end={"nonce": nonce.hex()})
    assert main(["verify", "one.jsonl"]) == 1
    save("coins", COINS + ";1: heads", head={"commit": commitment(nonce, 5)})
    assert main(["verify", "one.jsonl"]) == 1


@pytest.mark.parametrize(
    "arguments", ["replay", "replay --as spectator", "replay --gif one.gif", "verify", "replay --json"]
)
def test_an_unfinished_match_with_secrets_is_refused(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    save("coins", COINS)
    assert main([*arguments.split(), "one.jsonl"]) == 1
    caught = capsys.readouterr()
    assert (
        "secrets" in caught.out + caught.err and "heads" not in caught.out + caught.err and not Path("one.gif").exists()
    )


def test_a_seats_owner_sees_their_own_view_of_it_and_after_the_end_everybody_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    save("coins", COINS)
    assert main(["replay", "one.jsonl", "--as", "1", "--json"]) == 0
    mine = capsys.readouterr().out
    assert main(["replay", "one.jsonl", "--as", "2", "--json"]) == 0
    assert mine != capsys.readouterr().out and '"cell": 1' not in mine
    save("coins", COINS + ";1: heads")
    assert main(["replay", "one.jsonl"]) == 0
    assert "Player 1 wins" in capsys.readouterr().out


def test_a_replay_prints_every_board(capsys: pytest.CaptureFixture[str]) -> None:
    save("steps", "s;s;e;e;e")
    assert main(["replay", "one.jsonl"]) == 0
    out = capsys.readouterr().out
    assert [f"Moves {moves}/12" in out for moves in range(6)] == [True] * 6 and "You are out" in out


@pytest.mark.parametrize(
    "arguments, code",
    [
        ("draw steps -o x.jpg", 2),
        ("draw steps -o no/such/x.png", 1),
        ("draw steps nothing -o x.png", 1),
        ("replay nothing.jsonl", 1),
        ("generate coins", 2),
        ("check steps nothing", 1),
    ],
)
def test_what_cannot_be_done_is_said_with_its_code(
    arguments: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == code
    caught = capsys.readouterr()
    assert caught.err.startswith("gridhall: ") or "defect" in caught.out


def test_check_on_what_is_no_puzzle_only_reads(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty.txt").write_text("")
    Path("odd.txt").write_text("x")
    assert main(["check", "coins", "empty.txt"]) == 0
    assert main(["check", "coins", "odd.txt", "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["error"]["code"] == "bad_setup"


def test_a_search_without_budget_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "steps", "bend", "--nodes", "1", "--json"]) == 4
    assert json.loads(capsys.readouterr().out)["status"] == "OPEN"


def test_an_arena_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "coins", "uniform", "search:2", "--matches", "2", "--json", "--svg", "table.svg"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["matches"] == 2 and [row["agent"] for row in printed["agents"]] == ["uniform", "search:2"]
    assert Path("table.svg").read_text().startswith("<svg")
    assert main(["arena", "coins", "uniform", "uniform"]) == 2
    assert main(["arena", "steps", "uniform", "greedy"]) == 1
    assert "an arena needs two" in capsys.readouterr().err
