"""The golden cases of Warpgrid, WG27, through the command line."""

import json
from pathlib import Path

import pytest

from gridhall.__main__ import main
from gridhall.match import Match

CASES = json.loads((Path(__file__).parents[2] / "golden" / "warpgrid_cases.json").read_text("utf-8"))


def run(capsys, tmp_path, setup, words, *options):
    """What `gridhall run --json` prints, and its exit status."""
    file = tmp_path / "setup.txt"
    file.write_text(setup, "utf-8")
    status = main(["run", "warpgrid", str(file), "--actions", "\n".join(words), "--json", *options])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()], status


@pytest.mark.parametrize(
    "case", CASES, ids=[case["name"].split(" ")[0] + f"-{number}" for number, case in enumerate(CASES)]
)
def test_wg27_a_case_has_the_facts_that_it_names(case, capsys, tmp_path):
    lines, status = run(capsys, tmp_path, case["setup"], case["words"], "--keep-going")
    assert [line["ply"] for line in lines] == list(range(len(case["words"]) + 1))
    assert [line["ply"] for line in lines if "error" in line] == case["refused"]
    assert status == bool(case["refused"])
    for number, expected in [*case["checkpoints"].items(), (len(case["words"]), case["expect"])]:
        facts = lines[int(number)]["facts"]
        assert {key: facts[key] for key in expected} == expected, f"after {number} words"


def test_there_are_twenty_cases_with_every_key_of_the_facts():
    assert len(CASES) == 20
    assert set(CASES[1]["expect"]) == set(Match("warpgrid", CASES[1]["setup"]).facts())


def test_a_refused_word_ends_the_run_and_changes_nothing(capsys, tmp_path):
    words = ["warp", "jump", "x+"]
    lines, status = run(capsys, tmp_path, "; dice: 2 2 6 6 5 5 1 3\n", words, "--keep-going")
    assert status == 1
    assert [line.get("error", {}).get("code") for line in lines] == [None, "illegal_action", "bad_action", None]
    assert lines[3]["facts"]["x"] == 3
    lines, status = run(capsys, tmp_path, "; dice: 2 2 6 6 5 5 1 3\n", words)
    assert (status, len(lines)) == (1, 2)


def test_a_bad_setup_is_told_in_one_line_with_its_defects(capsys, tmp_path):
    lines, status = run(capsys, tmp_path, "; dice: 1 2 3\n; grid: 7\n", [])
    assert status == 1
    assert [defect["line"] for defect in lines[0]["error"]["defects"]] == [1, 2]
