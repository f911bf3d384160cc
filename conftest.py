"""What tests of all folders share. Their own modules are imported as `tests.NAME`, wherever pytest is started."""

import os
import shutil
import sys
import tempfile
from multiprocessing.util import Finalize
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from gridhall import registry

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))
# What is drawn is the same in every run, and no busy machine is too slow for it.
settings.register_profile("tests", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


def pytest_configure(config: pytest.Config) -> None:
    """Let nothing stay behind in the system's folder for temporary files, also of programs that tests kill."""
    if hasattr(config, "workerinput"):  # one of several workers, who share the folder of whoever started them
        return
    system = tempfile.gettempdir()
    tempfile.tempdir = os.environ["TMPDIR"] = scratch = tempfile.mkdtemp(prefix="gridhall-tests-")
    os.chmod(scratch, 0o711)  # PostgreSQL does not run as root, and has a folder in this one, too
    # After multiprocessing has removed its own folder (-100), which is in this one.
    Finalize(None, shutil.rmtree, (scratch, True), exitpriority=-200)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", system)  # what failing tests wrote is kept where pytest keeps it


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
