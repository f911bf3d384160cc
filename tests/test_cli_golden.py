"""Every golden case, through the door other programs use: `gridhall run GAME FILE --actions ... --json`."""

import json
from pathlib import Path
from typing import Any

import pytest

from gridhall.__main__ import main
from gridhall.registry import games

GOLDEN = Path(__file__).parent / "golden"
CASES = [
    pytest.param(name, case, id=f"{name}-{number}")
    for name in games()
    for path in (GOLDEN / f"{name}_cases.json", GOLDEN / f"{name}_matches.json")
    if path.exists()
    for number, case in enumerate(json.loads(path.read_text("utf-8")))
]


def agrees(expected: object, actual: object) -> bool:
    """Whether what is expected is there; golden facts may leave keys out."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            key in actual and agrees(value, actual[key]) for key, value in expected.items()
        )
    return expected == actual


@pytest.mark.parametrize("name, case", CASES)
def test_golden_cases_through_the_command_line(
    name: str, case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = case["setup"] if isinstance(case["setup"], str) else json.dumps(case["setup"])
    file = tmp_path / "setup.txt"
    file.write_text(setup, "utf-8")
    code = main(["run", name, str(file), "--actions", ";".join(case["words"]), "--json", "--keep-going"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ply"] for line in lines] == list(range(len(case["words"]) + 1))
    assert [line["ply"] for line in lines if "error" in line] == case["refused"]
    assert code == bool(case["refused"])
    for ply, facts in case["checkpoints"].items():
        last = next(line["facts"] for line in reversed(lines[: int(ply) + 1]) if "facts" in line)
        assert agrees(facts, last), f"after word {ply}"
    last = next(line["facts"] for line in reversed(lines) if "facts" in line)
    assert agrees(case["expect"], last)


def test_every_game_has_golden_cases() -> None:
    assert {param.values[0] for param in CASES} == set(games())
