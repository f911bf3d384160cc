"""Deep Q-learning on a whole tier: double estimates, a memory of steps, targets from an older copy of the network.

python baselines/dqn.py grid_universe --seconds 300
"""

import argparse
import copy

import numpy as np
import torch
from harness import Curve, greedily, levels, play
from ladder import environments
from network import Planner
from torch import nn

from gridhall.learn.generalisation import Tier, tier_of

ENVS, ROOM, BATCH, UPDATES = 64, 40_000, 128, 2
RATE, DISCOUNT, OLD = 1e-3, 0.97, 200  # OLD: updates after which the targets' network is renewed


class Memory:
    """The last steps of all environments, a ring."""

    def __init__(self, shape: tuple[int, ...], actions: int) -> None:
        self.planes, self.after = (np.zeros((ROOM, *shape), np.int8) for _ in range(2))
        self.masks = np.zeros((ROOM, actions), np.int8)  # of what comes after
        self.actions, self.rewards = np.zeros(ROOM, np.int64), np.zeros(ROOM, np.float32)
        self.over = np.zeros(ROOM, np.float32)
        self.count = 0

    def add(self, **parts: np.ndarray) -> None:
        number = len(parts["actions"])
        places = np.arange(self.count, self.count + number) % ROOM
        for name, part in parts.items():
            getattr(self, name)[places] = part
        self.count += number

    def draw(self, chance: np.random.Generator) -> dict[str, torch.Tensor]:
        places = chance.integers(0, min(self.count, ROOM), BATCH)
        names = ("planes", "after", "masks", "actions", "rewards", "over")
        return {name: torch.from_numpy(getattr(self, name)[places]) for name in names}


def loss_of(network: nn.Module, older: nn.Module, steps: dict[str, torch.Tensor]) -> torch.Tensor:
    values = network(steps["planes"])[0].gather(1, steps["actions"][:, None]).squeeze(1)
    with torch.no_grad():
        best = network(steps["after"])[0].masked_fill(steps["masks"] == 0, -1e9).argmax(1, keepdim=True)
        following = older(steps["after"])[0].gather(1, best).squeeze(1)
        wanted = steps["rewards"] + DISCOUNT * following * (1 - steps["over"])
    return nn.functional.smooth_l1_loss(values, wanted)


def train(tier: Tier, curve: Curve, seed: int, most: int | None = None) -> Planner:
    """Learn until the budget is used up; exploration falls from 1 to 0.05 over the first half of it."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    envs = environments(tier, ENVS, seed, most=most)
    network = Planner(envs.game, width=16, rounds=10)
    older = copy.deepcopy(network)
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    memory, choose = Memory(envs.planes.shape[1:], envs.game.ACTIONS), greedily(network)
    seen, _ = envs.reset(seed=seed)
    steps = updates = 0
    while curve.spent() < 1:
        planes = seen["planes"]
        explored = (chance.random(envs.masks.shape) * envs.masks).argmax(1)
        explores = chance.random(ENVS) < max(0.05, 1 - 2 * curve.spent())
        actions = np.where(explores, explored, choose(envs, planes))
        seen, rewards, terminated, truncated, info = envs.step(actions)
        over, after, masks = terminated | truncated, seen["planes"].copy(), envs.masks.copy()
        for i in np.flatnonzero(over):
            after[i], masks[i] = info["final_obs"][i]["planes"], 1
        memory.add(planes=planes, after=after, masks=masks, actions=actions, rewards=rewards, over=terminated)
        steps += ENVS
        for _ in range(UPDATES if memory.count > 2_000 else 0):
            loss = loss_of(network, older, memory.draw(chance))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            updates += 1
            if updates % OLD == 0:
                older.load_state_dict(network.state_dict())
        curve.take(steps, choose)
    curve.take(steps, choose, last=True)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="grid_universe")
    parser.add_argument("--tier", default="small")
    parser.add_argument("--seconds", type=float, default=300, help="CPU seconds of learning")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    tier = tier_of(arguments.game, arguments.tier)
    curve = Curve(tier, arguments.seconds)
    network = train(tier, curve, arguments.seed)
    for point in curve.points:
        print(point)
    print(play(greedily(network), tier, levels(tier.game, tier.tier, "held_out")))


if __name__ == "__main__":
    main()
