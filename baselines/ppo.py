"""Proximal policy optimisation on a whole tier: every match a level of the training set, the environment's own reward.

python baselines/ppo.py grid_universe --seconds 300 [--no-mask] [--pad 8 8]
"""

import argparse
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
import torch
from boards import Boards, at
from harness import Curve, greedily, levels, play
from ladder import environments
from network import Planner
from torch import nn

from gridhall.learn.generalisation import Tier, tier_of

ENVS, HORIZON, PASSES, PARTS = 256, 32, 2, 8
RATE, DISCOUNT, TRACE, CLIP, ENTROPY = 2e-3, 0.97, 0.9, 0.2, 0.03

# Some of the positions of a roll, with their logits and values; and a pass over a roll, so in parts.
Lesson = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
Lessons = Callable[[dict[str, torch.Tensor]], Iterable[Lesson]]


class Roll:
    """What happened in some steps of all environments, as lists of tensors, one entry a step."""

    def __init__(self) -> None:
        self.kept: dict[str, list[torch.Tensor]] = {}

    def add(self, **parts: torch.Tensor) -> None:
        for name, part in parts.items():
            self.kept.setdefault(name, []).append(part)

    def advantages(self, following: torch.Tensor) -> torch.Tensor:
        """Generalised advantages; `following` is the value of what comes after the last step."""
        advantage, all_of_them = torch.zeros_like(following), []
        for reward, over, value in list(zip(self.kept["reward"], self.kept["over"], self.kept["value"]))[::-1]:
            alive = 1 - over.float()
            delta = reward + DISCOUNT * following * alive - value
            advantage = delta + DISCOUNT * TRACE * alive * advantage
            all_of_them.append(advantage)
            following = value
        return torch.cat(all_of_them[::-1])


def update(
    network: nn.Module, optimiser: torch.optim.Optimizer, roll: Roll, following: torch.Tensor, lessons: Lessons
) -> None:
    """A few passes of clipped gradients over what happened."""
    with torch.no_grad():
        gains = roll.advantages(following)
    flat = {name: torch.cat(parts) for name, parts in roll.kept.items()}
    returns = gains + flat["value"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(PASSES):
        for part, logits, value in lessons(flat):
            spread = torch.distributions.Categorical(logits=logits.masked_fill(flat["mask"][part] == 0, -1e9))
            ratio = (spread.log_prob(flat["action"][part]) - flat["chance"][part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * gains[part], clipped * gains[part]).mean()
            loss = loss + 0.5 * (value - returns[part]).pow(2).mean() - ENTROPY * spread.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def train(
    tier: Tier, curve: Curve, seed: int, masked: bool = True, pad: tuple[int, int] | None = None,
    most: int | None = None, writer: Any = None,
) -> Planner:  # fmt: skip
    """Learn until the budget is used up. `writer` is a TensorBoard writer, or None."""
    torch.manual_seed(seed)
    envs = environments(tier, ENVS, seed, pad, most)
    network = Planner(envs.game, width=16, rounds=12)
    optimiser = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    seen, _ = envs.reset(seed=seed)
    steps = 0
    while curve.spent() < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.03, 1 - curve.spent())
        roll, boards, earned = Roll(), Boards(network), 0.0
        for _ in range(HORIZON):
            mask = torch.from_numpy(envs.masks.copy() if masked else np.ones_like(envs.masks))
            logits, value, board, place = boards.answers(torch.from_numpy(seen["planes"]))
            spread = torch.distributions.Categorical(logits=logits.masked_fill(mask == 0, -1e9))
            action = spread.sample()
            seen, reward, terminated, truncated, info = envs.step(action.numpy())
            earned += float(reward.mean())
            if truncated.any():  # what was broken off by the time limit would have gone on
                cut = np.flatnonzero(truncated)
                last = torch.from_numpy(np.stack([info["final_obs"][i]["planes"] for i in cut]))
                with torch.no_grad():
                    reward[cut] += DISCOUNT * network(last)[1].numpy()
            ends = {"reward": torch.from_numpy(reward).float(), "over": torch.from_numpy(terminated | truncated)}
            chance = spread.log_prob(action)
            roll.add(board=board, place=place, mask=mask, action=action, chance=chance, value=value, **ends)
        following = boards.answers(torch.from_numpy(seen["planes"]))[1]
        update(network, optimiser, roll, following, partial(by_boards, network, boards.looked_at()))
        steps += ENVS * HORIZON
        if writer is not None:
            writer.add_scalar("reward a step", earned / HORIZON, steps)
        curve.take(steps, greedily(network, masked))
    curve.take(steps, greedily(network, masked), last=True)
    return network


def by_boards(network: Planner, floors: torch.Tensor, flat: dict[str, torch.Tensor]) -> Iterator[Lesson]:
    """What happened, in parts: each has all that happened in some of the environments."""
    numbers = torch.arange(len(flat["board"])).view(-1, ENVS)
    for some in torch.randperm(ENVS).split(ENVS // PARTS):
        part = numbers[:, some].flatten()
        shown, board = flat["board"][part].unique(return_inverse=True)
        yield part, *at(network, floors[shown], board, flat["place"][part])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="grid_universe")
    parser.add_argument("--tier", default="small")
    parser.add_argument("--seconds", type=float, default=300, help="CPU seconds of learning")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-mask", action="store_true", help="illegal actions can be chosen, and are wasted steps")
    parser.add_argument("--pad", type=int, nargs=2, help="rows and columns of the planes")
    parser.add_argument("--save", help="keep the network in this file; trained.py plays it")
    parser.add_argument("--tensorboard", help="a folder for TensorBoard")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    writer = None
    if arguments.tensorboard:
        from torch.utils.tensorboard import SummaryWriter

        writer = SummaryWriter(arguments.tensorboard)
    tier, pad = tier_of(arguments.game, arguments.tier), tuple(arguments.pad) if arguments.pad else None
    curve = Curve(tier, arguments.seconds, pad=pad)
    network = train(tier, curve, arguments.seed, not arguments.no_mask, pad, writer=writer)
    for point in curve.points:
        print(point)
    if arguments.save:
        network.save(arguments.save)
    print(play(greedily(network, not arguments.no_mask), tier, levels(tier.game, tier.tier, "held_out"), pad))


if __name__ == "__main__":
    main()
