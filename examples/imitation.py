"""Imitate the solver: learn from the witnesses of some levels, then play levels never seen.

    pip install gridhall[learn] torch
    python examples/imitation.py

The training set is the suite's, written as trajectories and read back; the score is the optimality gap on the held-out
levels.
"""

import argparse
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from gridhall.learn import suite, trajectories
from gridhall.match import Match


def demonstrations(path: Path) -> int:
    """Write the witnesses of the training levels as trajectories."""
    matches = []
    for task in suite.tasks("train"):
        match = task.match()
        for word in task.witness.split("; "):
            match.play(word)
        matches.append(match)
    return trajectories.write(path, matches)


def flatten(planes: np.ndarray, scalars: np.ndarray) -> torch.Tensor:
    return torch.cat(
        [
            torch.from_numpy(planes.reshape(len(planes), -1)).float(),
            torch.log1p(torch.from_numpy(scalars).float().clamp(min=0)),
        ],
        1,
    )


def train(path: Path, epochs: int) -> dict[tuple[Any, ...], nn.Module]:
    """One small network for each game and shape."""
    inputs, targets = defaultdict(list), defaultdict(list)
    for trajectory in trajectories.read(path):
        key = (trajectory.game, trajectory.planes.shape[1:])
        inputs[key].append(flatten(trajectory.planes[:-1], trajectory.scalars[:-1]))
        targets[key].append(torch.from_numpy(trajectory.actions).long())
    networks: dict[tuple[Any, ...], nn.Module] = {}
    for key in inputs:
        seen, done = torch.cat(inputs[key]), torch.cat(targets[key])
        network = nn.Sequential(nn.Linear(seen.shape[1], 128), nn.ReLU(), nn.Linear(128, 64))
        optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
        for _ in range(epochs):
            optimiser.zero_grad()
            nn.functional.cross_entropy(network(seen), done).backward()
            optimiser.step()
        networks[key] = network
    return networks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=300)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "witnesses.npz"
        print(f"{demonstrations(path)} demonstrations")
        networks = train(path, arguments.epochs)
    draw = np.random.default_rng(0)

    def imitator(match: Match) -> int:
        planes, rows, columns, scalars = match.game.shape(match.setup)
        flat, few = np.zeros((1, planes, rows, columns), np.int8), np.zeros((1, scalars), np.int32)
        match.game.observe(match.setup, match.view(0), 0, flat.reshape(-1), few.reshape(-1))
        network, legal = networks.get((match.name, (planes, rows, columns))), match.legal(0)
        if network is None or draw.random() < 0.1:  # a little chance leaves loops
            return int(draw.choice(legal))
        with torch.no_grad():
            values = network(flatten(flat, few))[0]
        return max(legal, key=lambda action: float(values[action]))

    for name, agent in (
        ("random", suite.random_agent()),
        ("imitation", imitator),
        ("witnesses", suite.perfect_agent()),
    ):
        for part in ("train", "held_out"):
            result = suite.score(agent, part)
            print(f"{name:10} {part:9} solved {result.solved:2} of {result.levels}, gap of the solved {result.gap:.2f}")


if __name__ == "__main__":
    main()
