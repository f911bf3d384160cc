"""A sixth game is one more folder: found, played, solved, drawn and recorded with no other change."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent / "toy" / "steps"


class Hall:
    """The command line with the toy's folder copied to a place of its own, under another name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(SOURCE, folder / "sixth", ignore=shutil.ignore_patterns("__pycache__"))
        own = {"GRIDHALL_GAMES": str(folder), "GRIDHALL_HOME": str(folder / "home"), "NUMBA_NUM_THREADS": "1"}
        self.environment = {**os.environ, **own}

    def __call__(self, *arguments: str, typed: str = "", code: int = 0) -> str:
        """What a command line prints, which must end with this exit code."""
        return self.python("-m", "gridhall", *arguments, typed=typed, code=code)

    def python(self, *arguments: str, typed: str = "", code: int = 0) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, input=typed, capture_output=True, text=True, env=self.environment, cwd=self.folder
        )
        assert done.returncode == code, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    return Hall(tmp_path_factory.mktemp("games"))


def test_it_is_found(hall: Hall) -> None:
    assert '{"game": "sixth", "title": "Steps", "players": 1, "version": 1, "from": "' in hall("games", "--json")
    assert "Round the corner" in hall("levels", "sixth")


def test_it_is_played_recorded_replayed_and_verified(hall: Hall) -> None:
    hall("play", "sixth", "corner", typed="s\ns\ne\ne\ne\n")
    (path,) = (hall.folder / "home" / "matches").glob("*.jsonl")
    assert "valid, Steps version 1, 5 words, won" in hall("verify", str(path), path.stem)
    assert "You are out" in hall("replay", path.stem)
    hall("replay", str(path), "--gif", "six.gif")
    assert (hall.folder / "six.gif").read_bytes()[:4] == b"GIF8"


def test_it_is_solved_and_checked(hall: Hall) -> None:
    certificate = json.loads(hall("solve", "sixth", "bend", "--json"))
    assert (certificate["status"], certificate["length"], len(certificate["witness"].split("; "))) == ("OPTIMAL", 6, 6)
    (hall.folder / "closed.txt").write_text("@#E\n")
    (hall.folder / "bad.txt").write_text("@?\n")
    out = hall("check", "sixth", "corner", "closed.txt", "bad.txt", code=3)
    assert "OPTIMAL 5" in out and "cannot be won" in out and "unknown tile" in out
    assert "can be won in 6 moves" in hall("solve", "sixth", "bend")


def test_it_is_drawn(hall: Hall) -> None:
    hall("draw", "sixth", "bend", "-o", "six.svg")
    hall("draw", "sixth", "bend", "-o", "six.png", "--cell", "16", "--dark")
    assert (hall.folder / "six.svg").read_text().startswith("<svg")
    assert (hall.folder / "six.png").read_bytes()[1:4] == b"PNG"


def test_it_is_drawn_with_a_theme_of_ones_own(hall: Hall) -> None:
    own = hall.folder / "own"
    own.mkdir()
    hall("draw", "sixth", "bend", "-o", "own.svg", "--theme", "own", code=1)
    (own / "theme.svg").write_text('<svg><symbol id="you" viewBox="0 0 48 48"><path d="M1 2L3 4"/></symbol></svg>')
    hall("draw", "sixth", "bend", "-o", "own.svg", "--theme", "own")
    assert "M1 2L3 4" in (hall.folder / "own.svg").read_text()


def test_it_can_be_learnt(hall: Hall) -> None:
    code = (
        "import gridhall.learn, gridhall\n"
        "envs = gridhall.learn.vector('sixth', num_envs=4, setup='corner')\n"
        "print(envs.reset(seed=1)[0] is not None, envs.single_action_space.n)\n"
    )
    assert hall.python("-c", code).split() == ["True", "4"]
