"""The examples do what they say. They take minutes and need PyTorch and Stable-Baselines3."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gridhall
import gridhall.learn
from gridhall.learn import generalisation, trajectories

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


def test_cleanrls_form_learns_and_logs_to_tensorboard(tmp_path):
    pytest.importorskip("tensorboard")
    printed = run("cleanrl_form.py", "--updates", "40", "--runs", str(tmp_path))
    returns = re.search(r"episodes (-?[\d.]+), of the last (-?[\d.]+)", printed)
    assert returns and float(returns[2]) > float(returns[1])
    assert list(tmp_path.glob("events.*"))


def test_torchrl_checks_an_environment_and_trains_on_it():
    pytest.importorskip("torchrl")
    assert "in the last" in run("torchrl_form.py", "--updates", "3")


def test_the_notebook_runs(tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(EXAMPLES / "first_steps.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    printed = "".join(
        output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", ()) if "text" in output
    )
    assert "a shortest way" in printed and (tmp_path / "wins.png").exists()


def test_records_become_a_minari_dataset(tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    pytest.importorskip("h5py")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    match = gridhall.Match("phase_shift", "walkthrough")
    for word in gridhall.solve("phase_shift", "walkthrough").witness:
        match.play(word)
    trajectories.write_minari("gridhall/walks-v0", [match, match])
    played = list(minari.load_dataset("gridhall/walks-v0").iterate_episodes())
    wanted = trajectories.trajectory(match)
    assert len(played) == 2 and played[0].terminations[-1]
    assert np.array_equal(played[0].observations["planes"], wanted.planes)
    assert np.array_equal(played[1].actions, wanted.actions)


def test_planes_are_shared_with_torch_without_a_copy():
    torch = pytest.importorskip("torch")
    envs = gridhall.learn.vector("phase_shift", 4, copy=False)
    envs.reset(seed=1)
    shared = torch.from_dlpack(envs.planes)
    envs.step([3] * 4)
    assert np.array_equal(shared.numpy(), envs.planes) and shared.data_ptr() == envs.planes.ctypes.data


def test_the_adapter_of_stable_baselines_tells_ends_as_its_own_vectors_do():
    pytest.importorskip("stable_baselines3")
    from gridhall.learn.stable_baselines import StableVector

    envs = StableVector("phase_shift", 2, setup="walkthrough", max_steps=3)
    envs.seed(5)
    envs.reset()
    for step in range(1, 7):
        seen: Any
        seen, _, over, infos = envs.step(np.array([1, 1]))
        assert over.all() == (step % 3 == 0)
        if over.all():
            assert infos[0]["TimeLimit.truncated"] and infos[0]["episode"]["l"] == 3
            assert infos[0]["terminal_observation"]["planes"].shape == seen["planes"].shape[1:]
    assert len(envs.env_method("action_masks")) == 2


@pytest.mark.parametrize("method", ["without_learning", "tabular", "ppo", "dqn", "imitation", "distilled", "self_play"])
def test_a_baseline_learns_for_a_moment(method):
    """Each runs to its end on a few levels; how well it does is in docs/baselines.md."""
    pytest.importorskip("torch")
    program = f"""
import sys
sys.path.insert(0, {str(EXAMPLES.parent / "baselines")!r})
import {method}
from harness import Curve, greedily, levels, play
from gridhall.learn.generalisation import tier_of
tier = tier_of("grid_universe", "small")
few, curve = levels("grid_universe", "small", "held_out", 4), Curve(tier, 1.0, every=100, most=8)
if {method!r} == "without_learning":
    scores = [play(choose(0), tier, few).solved for choose in ({method}.solver, {method}.greedy, {method}.chance)]
    assert scores[0] == 1.0, scores
elif {method!r} == "tabular":
    assert play({method}.q_learning(0), tier, few).solved == 1.0
elif {method!r} == "self_play":
    network, steps = {method}.train("echoes", 0, 1.0)
    assert steps > 0 and sum({method}.won(network, "echoes", None, 2, 1)) <= 2
else:
    extra = (True,) if {method!r} == "imitation" else ()
    play(greedily({method}.train(tier, curve, 0, *extra, most=8)), tier, few)
    assert curve.points
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("game", ["grid_universe", "phase_shift"])
def test_who_has_tried_everything_knows_the_best_moves_that_the_solver_proves(game):
    pytest.importorskip("torch")
    program = f"""
import sys
sys.path.insert(0, {str(EXAMPLES.parent / "baselines")!r})
import distilled, imitation
from harness import Curve
from gridhall.learn.generalisation import tier_of
tier = tier_of({game!r}, "small")
tried = list(distilled.explored(tier, Curve(tier, 1000, most=3), 0, 3))
for (planes, best), (seen, proved) in zip(tried, imitation.solved(tier, True, 3), strict=True):
    known = {{position.tobytes(): moves.tolist() for position, moves in zip(planes, best) if moves.any()}}
    wanted = {{position.tobytes(): moves.tolist() for position, moves in zip(seen, proved) if moves.any()}}
    assert known == wanted and len(known) > 10
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def test_more_levels_are_opened_as_those_before_are_won(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES.parent / "baselines")
    ladder = importlib.import_module("ladder")
    climbing, stuck = ladder.Ladder(1000, 0), ladder.Ladder(1000, 0)
    for episode in range(1, 2001):
        assert 0 <= climbing(0, episode, 0.5) < climbing.open
        assert 0 <= stuck(0, episode, -0.5) < ladder.FIRST
    assert climbing.open == 1000
    for game in ladder.STAGES:
        rungs = ladder.ladder(generalisation.tier_of(game, "small"), 2)
        assert [gridhall.solve(game, level.text).length for level in rungs] == [level.optimum for level in rungs]
        assert len({gridhall.learn.vector(game, 1, setup=level.text).planes.shape for level in rungs}) == 1


def test_a_network_that_was_saved_is_scored_by_the_command(tmp_path):
    pytest.importorskip("torch")
    baselines, saved = EXAMPLES.parent / "baselines", tmp_path / "trained.pt"
    learn = [baselines / "imitation.py", "phase_shift", "--seconds", "2", "--save", saved]
    subprocess.run([sys.executable, *map(str, learn)], check=True, capture_output=True)
    score = [baselines / "trained.py", "--game", "phase_shift", "--tier", "small", "--levels", "2", "--json"]
    command = [sys.executable, "-m", "gridhall", "score", *map(str, score)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)["levels"] == 2


@pytest.mark.parametrize("game", ["grid_universe", "phase_shift"])
def test_a_board_is_a_lesson_for_all_its_cells_also_turned_and_mirrored(game):
    """What the network says where the player stands is what it says of that cell; every position finds its own best
    moves in its board's lesson; and a turned board's best moves are the turned ones."""
    pytest.importorskip("torch")
    program = f"""
import sys
sys.path.insert(0, {str(EXAMPLES.parent / "baselines")!r})
import imitation, torch
from network import Planner
from symmetry import Symmetry
from gridhall.learn.generalisation import tier_of
from gridhall.registry import load
game = load({game!r})
network = Planner(game)
planes, boards, moves = imitation.examples(tier_of({game!r}, "small"), network.own, True, 3)
assert len(moves) < len(planes) / 5, "positions of one board share it"
here = (planes[:, network.own] > 0).nonzero(as_tuple=True)
assert moves[boards][here].any(1).all()
with torch.no_grad():
    assert torch.allclose(network(planes)[0], network.everywhere(planes)[here], atol=1e-5)
    outside = torch.zeros_like(planes[:, :1])  # the plane that padded observations have beside the others
    padded = [network(torch.cat([planes, plane], 1))[0] for plane in (outside, 1 - outside)]
    assert torch.allclose(network(planes)[0], padded[0], atol=1e-5), "nothing is outside"
    assert not torch.allclose(network(planes)[0], padded[1], atol=1e-5), "a cell outside is no floor"
steps = torch.tensor([[-1, 0], [1, 0], [0, -1], [0, 1]])  # up, down, left, right
for number in range(8):
    turned, lesson = Symmetry(game).image(number, planes, moves[boards])
    there = (turned[:, network.own] > 0).nonzero(as_tuple=True)
    for way in range(4):
        source = next(other for other in range(4) if _image(number, steps[other]) == steps[way].tolist())
        assert lesson[there][:, way].sum() == moves[boards][here][:, source].sum()
"""
    helper = """
def _image(number, step):
    row, column = step.tolist()
    for _ in range(number % 4):
        row, column = -column, row
    return [row, -column if number >= 4 else column]
"""
    done = subprocess.run([sys.executable, "-c", helper + program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("game", ["grid_universe", "phase_shift"])
def test_positions_of_one_board_share_what_the_network_makes_of_it(game):
    """It answers as if it had looked at each position, but looks at a board once, whichever floor the player is on."""
    pytest.importorskip("torch")
    program = f"""
import sys
sys.path.insert(0, {str(EXAMPLES.parent / "baselines")!r})
import torch
from boards import Boards, at
from ladder import environments
from network import Planner
from gridhall.learn.generalisation import tier_of
torch.manual_seed(0)
envs = environments(tier_of({game!r}, "small"), 8, 0, most=4)
envs.action_space.seed(0)
network = Planner(envs.game)
boards, kept, phases = Boards(network), [], set()
seen, _ = envs.reset(seed=0)
with torch.no_grad():
    for _ in range(40):
        planes = torch.from_numpy(seen["planes"])
        logits, value, number, place = boards.answers(planes)
        alone = network(planes)
        assert torch.allclose(logits, alone[0], atol=1e-5) and torch.allclose(value, alone[1], atol=1e-5)
        kept.append((number, place, alone[0]))
        phases |= set((place // planes[0, 0].numel()).tolist())
        seen = envs.step(envs.action_space.sample())[0]
    number, place, wanted = (torch.cat(parts) for parts in zip(*kept))
    assert torch.allclose(at(network, boards.looked_at(), number, place)[0], wanted, atol=1e-5)
assert phases == set(range(len(network.floors))), phases
assert number.max() + 1 == len(boards.looked_at()) < len(number) / 4, "the player's steps make no new board"
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
