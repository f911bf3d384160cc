"""The examples do what they say. They take minutes and need PyTorch and Stable-Baselines3."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
pytestmark = pytest.mark.slow


def run(name: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_tabular_methods_reach_the_proved_optimum():
    moves = re.findall(r"(\d+) moves", run("tabular.py"))
    assert len(set(moves)) == 1
    assert len(moves) == 3


def test_ppo_solves_the_first_levels_of_a_ladder(tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("matplotlib")
    printed = run("ppo.py", "--levels", "3", "--plot", str(tmp_path / "curve.png"))
    assert printed.count("regret 0") == 3, printed
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_imitation_beats_chance_on_its_training_levels():
    pytest.importorskip("torch")
    printed = run("imitation.py")
    solved = {name: int(count) for name, count in re.findall(r"(\w+) +train +solved +(\d+)", printed)}
    assert solved["witnesses"] == 10
    assert solved["imitation"] > solved["random"]


def test_stable_baselines_trains_on_an_environment():
    pytest.importorskip("stable_baselines3")
    returns = re.search(r"before (-?[\d.]+), after (-?[\d.]+)", run("stable_baselines.py"))
    assert returns and float(returns[2]) > float(returns[1])
