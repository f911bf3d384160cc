"""The golden cases of Maze Runner, through the command line.

The truth, each player's view, and set-ups that are refused.
"""

import json
from pathlib import Path

import pytest

from gridhall.__main__ import main

GOLDEN = Path(__file__).parents[2] / "golden"
CASES, VIEWS, BAD = (
    json.loads((GOLDEN / f"maze_runner_{name}.json").read_text("utf-8")) for name in ("cases", "views", "bad_setups")
)


def names(cases):
    return [f"{case['name'].split(' ')[0]}-{number}" for number, case in enumerate(cases)]


def run(capsys, tmp_path, setup, words, *options):
    """What `gridhall run --json` prints, and its exit status."""
    file = tmp_path / "setup.txt"
    file.write_text(setup, "utf-8")
    status = main(["run", "maze_runner", str(file), "--actions", "\n".join(words), "--json", *options])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()], status


def assert_part(expected, actual, path=""):
    """Of an object the keys given are compared, recursively; all else whole (MR111)."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert key in actual, f"{path}/{key}"
            assert_part(value, actual[key], f"{path}/{key}")
    else:
        assert actual == expected, path


@pytest.mark.parametrize("case", CASES, ids=names(CASES))
def test_golden_case(case, capsys, tmp_path):
    lines, status = run(capsys, tmp_path, case["setup"], case["words"], "--keep-going")
    assert len(lines) == len(case["words"]) + 1
    assert [line["ply"] for line in lines if "error" in line] == case["refused"]
    assert status == (1 if case["refused"] else 0)
    facts, after_each = lines[0]["facts"], []
    for line in lines:
        facts = line.get("facts", facts)
        after_each.append(facts)
    for number, expected in [*case["checkpoints"].items(), (len(case["words"]), case["expect"])]:
        assert_part(expected, after_each[int(number)], f"after {number}")


@pytest.mark.parametrize("case", VIEWS, ids=names(VIEWS))
def test_golden_view(case, capsys, tmp_path):
    lines, status = run(capsys, tmp_path, case["setup"], case["words"], "--as", str(case["player"]))
    assert status == 0
    assert [line["facts"] for line in lines] == case["lines"]
    assert [line["ply"] for line in lines] == list(range(len(lines)))


@pytest.mark.parametrize("case", BAD, ids=names(BAD))
def test_golden_bad_setup(case, capsys, tmp_path):
    lines, status = run(capsys, tmp_path, case["setup"], ["end"])
    assert status == 1
    assert lines[0]["error"]["code"] == "bad_setup"
    assert lines[0]["error"]["defects"]
    assert len(lines) == 1


def test_the_golden_files_are_whole():
    assert (len(CASES), len(VIEWS), len(BAD)) == (40, 10, 4)
