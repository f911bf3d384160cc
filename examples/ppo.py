"""Proximal policy optimisation in one file: learn levels of a ladder from planes, on the batched environment.

    pip install gridhall[learn] torch matplotlib
    python examples/ppo.py --game grid_universe --levels 5 --plot curve.png

Each level is learnt from nothing by its own small network and then played greedily; the regret is the moves taken
beyond the proved optimum. Written in the one-file manner: everything is here, nothing is hidden in a library.
"""

import argparse
import json
import time
from typing import Any

import numpy as np
import torch
from torch import nn

import gridhall
import gridhall.learn
from gridhall.game import WON


class Network(nn.Module):
    """Planes and scalars in, action logits and a value out."""

    def __init__(self, shape: tuple[int, int, int, int], actions: int) -> None:
        super().__init__()
        planes, rows, columns, scalars = shape
        self.board = nn.Sequential(nn.Flatten(), nn.Linear(planes * rows * columns, 128), nn.Tanh())
        self.both = nn.Sequential(nn.Linear(128 + scalars, 128), nn.Tanh())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(
        self, planes: torch.Tensor, scalars: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        squeezed = torch.sign(scalars) * torch.log1p(torch.abs(scalars))  # counters of any size
        hidden = self.both(torch.cat([self.board(planes), squeezed], 1))
        return self.policy(hidden).masked_fill(mask == 0, -1e9), self.value(hidden).squeeze(1)


def tensors(seen: dict[str, Any], info: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    return (
        torch.from_numpy(seen["planes"]).float(),
        torch.from_numpy(seen["scalars"]).float(),
        torch.from_numpy(info["action_mask"]),
    )


def train(game: str, level: str, arguments: argparse.Namespace, seed: int) -> dict[str, Any]:
    """Learn one level until it is won greedily in the fewest moves, or the steps are used up."""
    torch.manual_seed(seed)
    optimum = gridhall.solve(game, level).length
    assert optimum is not None, f"{level} cannot be won"
    patience = 4 * optimum + 20  # moves after which an attempt is given up
    envs = gridhall.learn.vector(
        game, arguments.envs, setup=level, autoreset="same_step", reward="win-soon", max_steps=patience
    )
    network = Network(envs.pool.shape, envs.game.ACTIONS)
    optimiser = torch.optim.Adam(network.parameters(), lr=arguments.rate, eps=1e-5)
    seen, info = envs.reset(seed=seed)
    curve, steps, began = [], 0, time.process_time()
    best = None
    while steps < arguments.steps:
        kept: dict[str, list[torch.Tensor]] = {
            name: [] for name in ("planes", "scalars", "mask", "action", "chance", "value", "reward", "over")
        }
        wins = 0.0
        for _ in range(arguments.horizon):
            planes, scalars, mask = tensors(seen, info)
            with torch.no_grad():
                logits, value = network(planes, scalars, mask)
            spread = torch.distributions.Categorical(logits=logits)
            action = spread.sample()
            seen, reward, terminated, truncated, info = envs.step(action.numpy())
            over = terminated | truncated
            if over.any():
                wins += (info["final_info"]["outcome"][over] == WON).sum()
            rest = (torch.from_numpy(reward).float(), torch.from_numpy(over))
            for name, item in zip(kept, (planes, scalars, mask, action, spread.log_prob(action), value, *rest)):
                kept[name].append(item)
            steps += arguments.envs
        learn(network, optimiser, kept, tensors(seen, info), arguments)
        moves = greedy(game, level, network, patience)
        curve.append((steps, wins / arguments.horizon / arguments.envs * optimum, moves))
        if moves is not None and (best is None or moves < best):
            best = moves
        if best == optimum:
            break
    return {
        "level": level,
        "optimum": optimum,
        "moves": best,
        "steps": steps,
        "seconds": time.process_time() - began,
        "curve": curve,
    }


def learn(
    network: Network,
    optimiser: torch.optim.Optimizer,
    kept: dict[str, list[torch.Tensor]],
    last: tuple[torch.Tensor, ...],
    arguments: argparse.Namespace,
) -> None:
    """One update: generalised advantages, then a few passes of clipped gradients."""
    with torch.no_grad():
        following = network(*last)[1]
        advantage = torch.zeros_like(following)
        advantages: list[torch.Tensor] = []
        for t in reversed(range(arguments.horizon)):
            alive = 1 - kept["over"][t].float()
            delta = kept["reward"][t] + arguments.discount * following * alive - kept["value"][t]
            advantage = delta + arguments.discount * arguments.trace * alive * advantage
            advantages.insert(0, advantage)
            following = kept["value"][t]
    flat = {name: torch.cat(items) for name, items in kept.items()}
    gains = torch.cat(advantages)
    returns = gains + flat["value"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    count = len(gains)
    for _ in range(arguments.passes):
        for part in torch.randperm(count).split(count // arguments.parts):
            logits, value = network(flat["planes"][part], flat["scalars"][part], flat["mask"][part])
            spread = torch.distributions.Categorical(logits=logits)
            ratio = (spread.log_prob(flat["action"][part]) - flat["chance"][part]).exp()
            clipped = ratio.clamp(1 - arguments.clip, 1 + arguments.clip)
            loss = -torch.min(ratio * gains[part], clipped * gains[part]).mean()
            loss = loss + 0.5 * (value - returns[part]).pow(2).mean() - arguments.entropy * spread.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def greedy(game: str, level: str, network: Network, patience: int) -> int | None:
    """The moves a greedy match takes to win; None if it does not."""
    match = gridhall.Match(game, level)
    shape = match.game.shape(match.setup)
    while not match.over and len(match.plies) < patience:
        planes, scalars = np.zeros(shape[0] * shape[1] * shape[2], np.int8), np.zeros(shape[3], np.int32)
        match.game.observe(match.setup, match.view(0), 0, planes, scalars)
        mask = np.zeros((1, match.game.ACTIONS), np.int8)
        mask[0, match.legal(0)] = 1
        with torch.no_grad():
            logits, _ = network(
                torch.from_numpy(planes).float()[None], torch.from_numpy(scalars).float()[None], torch.from_numpy(mask)
            )
        match.act(0, int(logits.argmax()))
    return len(match.plies) if match.outcome == "won" else None


def plot(results: list[dict[str, Any]], path: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(7, 4))
    for result in results:
        axis.plot(
            [steps for steps, _, _ in result["curve"]],
            [rate for _, rate, _ in result["curve"]],
            label=f"{result['level']} (best {result['moves']})",
        )
    axis.set_xlabel("steps")
    axis.set_ylabel("wins per optimum's worth of steps (1 = perfect)")
    axis.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="grid_universe")
    parser.add_argument("--levels", type=int, default=5, help="how many of the ladder's first levels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=600_000, help="at most so many steps a level")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--horizon", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--discount", type=float, default=0.98)
    parser.add_argument("--trace", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--parts", type=int, default=4)
    parser.add_argument("--plot", help="write the learning curves to this PNG")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    results = []
    for level in gridhall.levels(gridhall.load(arguments.game))[: arguments.levels]:
        result = train(arguments.game, level.name, arguments, arguments.seed)
        results.append(result)
        regret = "not won" if result["moves"] is None else f"regret {result['moves'] - result['optimum']}"
        effort = f"{result['steps']:,} steps, {result['seconds']:.0f} CPU s"
        line = f"{level.name}: optimum {result['optimum']}, {regret}, {effort}"
        print(
            json.dumps({key: result[key] for key in ("level", "optimum", "moves", "steps", "seconds")})
            if arguments.json
            else line,
            flush=True,
        )
    if arguments.plot:
        plot(results, arguments.plot)


if __name__ == "__main__":
    main()
