"""`gridhall run`, `games` and `levels`: the line formats and exit codes other programs rely on."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from gridhall import commands, registry
from gridhall.__main__ import main

pytestmark = pytest.mark.usefixtures("toys", "home")
TOYS = str(Path(__file__).parent / "toy")


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_word_gives_one_line_with_the_facts_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "steps", "corner", "--actions", "e; E\ns", "--json"]) == 0
    printed = lines(capsys)
    assert [(line["ply"], line.get("player"), line.get("word")) for line in printed] == [
        (0, None, None), (1, 1, "e"), (2, 1, "E"), (3, 1, "s"),
    ]  # fmt: skip
    assert printed[0].keys() == {"ply", "facts"} and printed[3].keys() == {"ply", "player", "word", "facts"}
    assert (printed[3]["facts"]["row"], printed[3]["facts"]["col"]) == (1, 2)


def test_a_refused_word_changes_nothing_and_ends_the_run_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "steps", "--actions", "e;s;e", "--json"]) == 1
    printed = lines(capsys)
    assert len(printed) == 3 and printed[-1] == {
        "ply": 2,
        "player": 1,
        "word": "s",
        "error": {"code": "illegal_action", "message": "there is a wall (S1)"},
    }


def test_keep_going_plays_on_counts_refused_words_and_still_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "steps", "--actions", "e;jump;; ;w", "--json", "--keep-going"]) == 1
    printed = lines(capsys)
    assert [line["ply"] for line in printed] == [0, 1, 2, 3]
    assert printed[2]["error"]["code"] == "bad_action" and printed[3]["facts"]["col"] == 0


def test_after_the_end_every_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "steps", "--actions", "s;s;e;e;e;w", "--json"]) == 1
    assert lines(capsys)[-1]["error"]["code"] == "match_over"


def test_words_come_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("e\n\nw; e\n"))
    assert main(["run", "steps", "--actions", "-", "--json"]) == 0
    assert len(lines(capsys)) == 4


def test_a_sign_that_only_looks_like_a_number_names_no_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "steps", "corner", "--actions", "²: e; ①: e", "--keep-going", "--json"]) == 1
    assert [line["error"]["code"] for line in lines(capsys)[1:]] == ["bad_action", "bad_action"]


def test_where_two_may_act_the_player_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "coins", "--actions", "heads", "--json"]) == 1
    assert lines(capsys)[-1] == {"ply": 1, "player": None, "word": "heads", "error": {
        "code": "bad_action", "message": "1 and 2 may act: say who, as in `1: heads`"}}  # fmt: skip
    assert main(["run", "coins", "--actions", "2: heads; 2: tails", "--json"]) == 1
    printed = lines(capsys)
    assert (printed[1]["player"], printed[1]["word"]) == (2, "heads") and printed[2]["error"]["code"] == "not_your_turn"


def test_a_bad_setup_is_one_line_with_every_defect(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("?.@\n.!@\n")
    assert main(["run", "steps", str(bad), "--json"]) == 1
    (line,) = lines(capsys)
    assert line["error"]["code"] == "bad_setup"
    assert [(defect.get("line"), defect.get("column")) for defect in line["error"]["defects"]] == [
        (1, 1),
        (2, 2),
        (None, None),
        (None, None),
    ]


def test_an_unknown_game_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "stepps", "--json"]) == 1
    assert lines(capsys) == [
        {"error": {"code": "unknown_game", "message": "there is no game 'stepps'; did you mean 'steps'?"}}
    ]


def test_as_a_player_one_is_told_only_what_they_may_know(capsys: pytest.CaptureFixture[str]) -> None:
    words = "1: heads; 2: tails; 2: heads; 1: tails"
    assert main(["run", "coins", "--actions", words, "--json", "--as", "1"]) == 0
    printed = lines(capsys)
    assert [(line["ply"], line.get("player"), line.get("word")) for line in printed] == [
        (0, None, None),
        (1, 1, "heads"),
        (2, 2, None),
        (3, 1, "tails"),
    ]
    assert printed[1]["facts"]["laid"] == ["heads", None]


def test_as_a_player_the_others_plan_leaves_no_trace(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = set()
    for coin in ("heads", "tails"):
        assert main(["run", "coins", "--actions", f"2: {coin}", "--json", "--as", "1"]) == 0
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == 1
    assert main(["run", "coins", "--actions", "2: heads; 2: sideways; 1: heads", "--json", "--as", "1"]) == 1
    caught = capsys.readouterr()
    assert len(caught.out.splitlines()) == 1 and "sideways" not in caught.out + caught.err


def test_a_spectator_is_not_told_who_came_last(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = set()
    for words in ("1: heads; 2: tails", "2: tails; 1: heads"):
        assert main(["run", "coins", "--actions", words, "--json", "--as", "spectator"]) == 0
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == 1 and '"word": null' in outputs.pop()


@pytest.mark.parametrize(
    "arguments",
    ["run steps --as 3", "run steps --as x", "run", "run steps --seed x", "fly", "games -z", "solve coins", "play"],
)
def test_usage_is_2(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    assert capsys.readouterr().out == ""


def test_the_board_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "steps", "--actions", "e; s"]) == 1
    after_the_first_board = capsys.readouterr().out.splitlines()[4:]
    assert after_the_first_board == [
        "Walk to the exit.", "> e", "Moves 1/12", ".@.#", ".#..", "...E", "Walk to the exit.", "> s",
        "refused: there is a wall (S1)", "outcome: playing",
    ]  # fmt: skip


def test_games_and_levels_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    printed = {line["game"]: line for line in lines(capsys)}
    steps = {"game": "steps", "title": "Steps", "players": 1, "version": 1, "from": str(Path(TOYS, "steps"))}
    assert printed["steps"] == steps
    assert all("from" not in printed[name] for name in registry.games() if not registry.origin(name))
    assert set(printed) >= set(registry.games())
    assert main(["levels", "steps", "--json"]) == 0
    first = lines(capsys)[0]
    assert (first["name"], first["certificate"]["length"], first["best"]) == ("corner", 5, None)


def test_every_games_levels_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    for name in registry.games():
        assert main(["levels", name]) == 0
        out = capsys.readouterr().out
        levels = registry.levels(registry.load(name))
        assert all(f"  {level.name} " in out and level.title in out for level in levels)
        assert ("has no fixed levels" in out) == (not levels)
    assert main(["games"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == registry.games()


def test_help_shows_an_example_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    files = {path.stem for path in Path(commands.__file__).parent.glob("*.py")}
    assert {command.replace("-", "_") for command in commands.SUMMARIES} <= files
    for command in commands.SUMMARIES:
        assert main([command, "--help"]) == 0
        assert f"example:\n  gridhall {command}" in capsys.readouterr().out


def modules_for_help(*words: str) -> set[str]:
    """What a new process has imported after it printed a help text."""
    code = (
        "import sys; from gridhall.__main__ import main; code = main(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    command = [sys.executable, "-c", code, *words, "--help"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stderr.split())


def test_the_help_of_all_imports_no_command() -> None:
    loaded = modules_for_help()
    assert "gridhall.commands" in loaded and not any(name.startswith("gridhall.commands.") for name in loaded)


@pytest.mark.parametrize("words", [[], *([command] for command in commands.SUMMARIES)], ids=" ".join)
def test_no_help_waits_for_matches_and_games(words: list[str]) -> None:
    loaded = modules_for_help(*words)
    assert all(f"gridhall.commands.{word.replace('-', '_')}" in loaded for word in words)
    assert not loaded & {"gridhall.game", "gridhall.match", "gridhall.registry", "msgspec", "numpy", "subprocess"}


@pytest.mark.parametrize("name", registry.games())
def test_the_first_board_waits_for_nothing_that_it_does_not_need(name: str, tmp_path: Path) -> None:
    """Python tells every import on standard error; those until the prompt are written before the prompt is."""
    environment = {**os.environ, "GRIDHALL_HOME": str(tmp_path)}
    command = [sys.executable, "-X", "importtime", "-m", "gridhall", "play", name, "--plain"]
    with (
        (tmp_path / "imports").open("w") as imports,
        subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=imports, env=environment, bufsize=0) as process,
    ):
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"\n")  # opens a curtain, where there is one
        seen = b""
        while not re.search(rb"\n\d?> ", seen):
            seen += process.stdout.read(4096) or pytest.fail(f"no prompt: {seen!r}")
        loaded = {line.rpartition("|")[2].strip() for line in (tmp_path / "imports").read_text().splitlines()}
        process.kill()
    assert "gridhall.match" in loaded
    late = {"difflib", "glob", "gridhall.results", "gridhall.stage", "importlib.metadata", "rich", "sqlite3", "textual"}
    assert not loaded & (late | {"bz2", "gridhall.membership", "gridhall.terminal.ending", "urllib.request"})


def test_a_bug_is_logged_without_its_values_and_shows_no_traceback(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The bug is that of a game, which is right in all that can be checked when it is loaded."""
    (tmp_path / "steps_with_a_bug").mkdir()
    bug = "def scene(setup, state, player):\n    return {}['a secret']\n"
    (tmp_path / "steps_with_a_bug" / "__init__.py").write_text(
        f"from gridhall.games.steps import *\nDEFAULT = ''\n\n\n{bug}"
    )
    registry.FOLDERS.append(str(tmp_path))
    assert main(["run", "steps_with_a_bug", str(Path(TOYS) / "steps" / "levels" / "corner.txt"), "--actions", "e"]) == 1
    caught = capsys.readouterr()
    assert "internal error" in caught.err and "Traceback" not in caught.err and "secret" not in caught.err
    log = (tmp_path / "home" / "errors.log").read_text()
    assert "KeyError" in log and "a secret" not in log
