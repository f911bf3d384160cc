"""A prompt with piped input, small games beside the shipped ones, and a data folder of the test's own."""

import io
import shutil
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from tests.prompt.typed import TOYS, Play

from gridhall import registry
from gridhall.__main__ import main


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, TOYS])
    monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def run(typed: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", *arguments]) == 0
        return str(capsys.readouterr().out)

    return run


@pytest.fixture
def variant(tmp_path: Path, home: Path) -> Callable[[str, str], str]:
    """Make a game that is a toy but for some lines of code; returns its name."""

    def make(toy: str, code: str) -> str:
        name = f"{toy}_{sha256(code.encode()).hexdigest()[:8]}"  # other code is another module
        folder = tmp_path / "games" / name
        shutil.copytree(Path(TOYS) / toy, folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
        (folder / "__init__.py").write_text(f"from gridhall.games.{toy} import *\n{code}\n")
        registry.FOLDERS.append(str(folder.parent))
        return name

    return make
