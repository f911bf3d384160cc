"""A shipped level's name and own files of that name: the name means the level and says so, `./NAME` means the files."""

import io
import json
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from gridhall import registry
from gridhall.__main__ import main
from gridhall.errors import HiddenFiles
from gridhall.learn.levels import Pool
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.results import Results

GAMES = [name for name in registry.games() if len(registry.levels(registry.load(name))) > 1]


class Files:
    """A shipped level, and files of its name in the current folder that hold another level."""

    def __init__(self, name: str) -> None:
        self.game = registry.load(name)
        levels = registry.levels(self.game)
        self.id, self.name, self.own = name, levels[0].name, f"./{levels[0].name}"
        self.shipped = Match.of_text(self.game, levels[0].text)
        other = next(level for level in levels if Match.of_text(self.game, level.text).facts() != self.shipped.facts())
        self.mine = Match.of_text(self.game, other.text)
        parts = other.text.split("---\n") if self.game.FILES else [other.text]
        self.paths = [self.name + suffix for suffix in self.game.FILES or ("",)]
        for path, part in zip(self.paths, parts):
            Path(path).write_text(part, "utf-8")
        files = " and ".join(self.paths)
        self.notice = (
            f"gridhall: {self.name} is taken as the level that {self.game.TITLE} ships, not as your own {files}; "
            f"say {self.own} for your own\n"
        )


@pytest.fixture(params=GAMES)
def files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path / "home"))
    return Files(request.param)


def first_facts(out: str) -> dict[str, Any]:
    return dict(json.loads(out.splitlines()[0])["facts"])


def notices(err: str) -> str:
    """What is said on standard error, but for what is being prepared when it is first used."""
    return "".join(line for line in err.splitlines(keepends=True) if not line.startswith("preparing "))


def as_data(facts: dict[str, Any]) -> dict[str, Any]:
    return dict(json.loads(json.dumps(facts)))


@pytest.mark.parametrize("command", ["run", "play"])
def test_for_programs_the_notice_is_on_standard_error_only(
    files: Files, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for setup, expected, notice in ((files.name, files.shipped, files.notice), (files.own, files.mine, "")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        assert main([command, files.id, setup, "--json"]) == 0
        out, err = capsys.readouterr()
        assert first_facts(out) == as_data(expected.facts()) and err == notice and len(out.splitlines()) == 1


def test_at_the_prompt_the_match_has_the_setup_that_is_told(
    files: Files, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for setup, expected, notice in ((files.name, files.shipped, files.notice), (files.own, files.mine, "")):
        monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path / f"home {bool(notice)}"))
        player = expected.acting[0]
        word = files.game.word(expected.setup, expected.state, expected.legal(player)[0])
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{word}\n"))
        assert main(["play", files.id, setup, "--seed", str(expected.seed)]) == 0
        out, err = capsys.readouterr()
        assert err == notice and "ships" not in out
        (path,) = (tmp_path / f"home {bool(notice)}" / "matches").iterdir()
        assert read_record(path).setup_text == expected.setup_text
        assert json.loads(path.read_text("utf-8").splitlines()[0])["level"] == setup


def test_drawing_says_it_and_draws_what_it_says(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = []
    for setup, notice in ((files.name, files.notice), (files.own, "")):
        assert main(["draw", files.id, setup, "--seed", "1", "-o", "level.svg"]) == 0
        assert capsys.readouterr() == ("level.svg\n", notice)
        pictures.append(Path("level.svg").read_text())
    assert pictures[0] != pictures[1]


def test_checking_says_it_once_for_each_name(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", files.id, files.name, files.name, files.own, "--json", "--nodes", "1"])
    out, err = capsys.readouterr()
    verdicts = [json.loads(line) for line in out.splitlines()]
    assert [verdict["file"] for verdict in verdicts] == [files.name, files.name, files.own]
    assert notices(err) == files.notice
    if files.game.FILES:  # each of several files means all of them
        assert main(["check", files.id, *files.paths, "--nodes", "1"]) in (0, 4)
        assert notices(capsys.readouterr().err) == ""


def test_a_defect_of_ones_own_is_found_by_the_dot(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    for path in files.paths:
        Path(path).write_bytes(b"\xff")
    assert main(["check", files.id, files.own]) == 1
    assert "is not UTF-8" in capsys.readouterr().out
    main(["check", files.id, files.name, "--nodes", "1"])
    out, err = capsys.readouterr()
    assert "well formed" in out and notices(err) == files.notice


def test_solving_says_it_and_proves_what_it_says(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    if files.game.PUZZLE:
        for setup, expected, notice in ((files.name, files.shipped, files.notice), (files.own, files.mine, "")):
            assert main(["solve", files.id, setup, "--json"]) == 0
            out, err = capsys.readouterr()
            level = next(level for level in registry.levels(files.game) if level.text == expected.setup_text)
            assert json.loads(out)["length"] == level.certificate["length"] and notices(err) == notice


def test_a_tournament_says_it_once(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    if files.game.PLAYERS == 2:
        for setup, notice in ((files.name, files.notice), (files.own, "")):
            assert main(["arena", files.id, "uniform", "propose", "--matches", "2", "--setup", setup, "--json"]) == 0
            out, err = capsys.readouterr()
            assert json.loads(out)["matches"] == 2 and notices(err) == notice


def test_from_python_it_is_a_warning(files: Files) -> None:
    sentence = files.notice.removeprefix("gridhall: ").strip()
    for make in (Match, Pool):
        with pytest.warns(HiddenFiles) as caught:
            make(files.game, files.name)
        assert [str(warning.message) for warning in caught] == [sentence]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            make(files.game, files.own)
            make(files.game, files.shipped.setup_text)
            make(files.game, None)
    with pytest.warns(HiddenFiles):
        assert Match(files.game, files.name).setup_text == files.shipped.setup_text
    assert Match(files.game, files.own).setup_text == files.mine.setup_text


def test_without_such_files_nothing_is_said(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    for path in files.paths:
        Path(path).unlink()
    Path(files.name).mkdir()  # a folder is no level
    assert main(["run", files.id, files.name, "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_results_of_ones_own_are_not_those_of_the_level_of_that_name(
    files: Files, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if files.game.PLAYERS == 1 and files.game.PUZZLE:
        level = next(level for level in registry.levels(files.game) if level.text == files.mine.setup_text)
        monkeypatch.setattr(sys, "stdin", io.StringIO(level.certificate["witness"].replace("; ", "\n") + "\n"))
        assert main(["play", files.id, files.own]) == 0
        out = capsys.readouterr().out
        assert "Best possible" not in out and "Next: " not in out
        version = files.game.VERSION
        assert Results().best(files.id, files.name, version) is None
        own = Results().best(files.id, files.own, version)
        assert own is not None and own.won
