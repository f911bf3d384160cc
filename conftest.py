"""What tests of all folders share. Their own modules are imported as `tests.NAME`, wherever pytest is started."""

import sys
from pathlib import Path

import pytest

from gridhall import registry

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small games of tests/toy are found beside the shipped ones, also by programs that a test starts."""
    folder = str(ROOT / "tests" / "toy")
    monkeypatch.setattr(registry, "FOLDERS", [*registry.FOLDERS, folder])
    monkeypatch.setenv("GRIDHALL_GAMES", folder)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder; it is not there yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GRIDHALL_HOME", str(folder))
    return folder
