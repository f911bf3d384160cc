"""What is released: a wheel and a source distribution, checked, installed into an empty environment and used."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

import gridhall

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_version_is_the_same_everywhere():
    assert gridhall.__version__ == PROJECT["version"]
    released = re.findall(
        r"^## (\d+\.\d+\.\d+)(?: \((\d{4}-\d{2}-\d{2})\))?", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M
    )
    assert released and all(date for _, date in released), "every released version of the change log has its date"
    assert released[0][0] == PROJECT["version"]


def run(*command: str | Path, **more: str) -> str:
    """What a command prints; it must succeed."""
    environment = {**os.environ, **more}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ".")
    return folder


@pytest.mark.slow
def test_both_distributions_are_well_formed_and_have_all_that_is_needed(dist):
    assert run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir()).count("PASSED") == 2
    (wheel,), (source,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed, tarfile.open(source) as archive:
        names = set(packed.namelist())
        inside = {re.sub(r"^[^/]+/src/", "", name) for name in archive.getnames()}
    for wanted in (
        "gridhall/py.typed",
        "gridhall/server/client/index.html",
        "gridhall/templates/crumble/levels/first.txt",
        "gridhall/templates/test_crumble.py",
        "gridhall/games/phase_shift/theme.svg",
    ):
        assert wanted in names and wanted in inside, wanted
    assert any(name.startswith("gridhall/compiler/shipped/") and name.endswith(".o") for name in names)
    assert not [name for name in names if name.startswith("tests") or "__pycache__" in name]


@pytest.mark.slow
def test_the_wheel_plays_in_an_empty_environment(dist, tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    (wheel,) = dist.glob("*.whl")
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    command, own = tmp_path / "venv" / "bin" / "gridhall", {"GRIDHALL_HOME": str(tmp_path / "home")}
    assert run(command, "solve", "phase_shift", "walkthrough", **own).startswith("OPTIMAL 8")
    played = run(command, "run", "phase_shift", "walkthrough", "--actions", "e; e; e; w; s; s; e; e", **own)
    assert "outcome: won" in played
    assert "my_game" in run(command, "new-game", "my_game", "--at", tmp_path / "games", **own)
    games = {**own, "GRIDHALL_GAMES": str(tmp_path / "games")}
    assert run(command, "solve", "my_game", **games).startswith("OPTIMAL 5")
    hall = subprocess.Popen(
        [command, "serve", "--host", "127.0.0.1", "--port", "0"],
        env={**os.environ, **games}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert hall.stdout is not None
        address = re.search(r"http://\S+?:\d+", hall.stdout.readline())
        assert address
        with urllib.request.urlopen(address[0] + "/", timeout=60) as page:
            assert b"<title>" in page.read()
        with urllib.request.urlopen(address[0] + "/api/games", timeout=60) as listed:
            assert b'"my_game"' in listed.read()
    finally:
        hall.terminate()
        hall.communicate()
