"""Deep Q-learning on a whole tier: double estimates, a memory of steps, targets from an older copy of the network.

python baselines/dqn.py grid_universe --seconds 300

Each environment explores at a rate of its own, some hardly ever, so that the ladder sees what is known already.
"""

import argparse
import copy
from collections import deque

import numpy as np
import torch
from boards import Boards, at
from harness import Curve, greedily, levels, play
from ladder import environments
from network import Planner
from torch import nn

from gridhall.learn.batch import Vector
from gridhall.learn.generalisation import Tier, tier_of

ENVS, HORIZON, UPDATES = 128, 16, 6  # UPDATES after so many steps of all environments
ROLLS, DRAWN, SOME = 64, 4, 16  # that are remembered; of so many, drawn by chance, so many environments make a batch
RATE, DISCOUNT, TRACE = 2e-3, 0.97, 0.9  # TRACE: how far what was earned later counts, instead of an estimate
OLD = 25  # updates after which the targets' network is renewed
EXPLORED, LESS = 0.4, 7.0  # environment i of n acts by chance at a rate of EXPLORED ** (1 + LESS * i / n),
BLIND = 40  # after so many rolls, in which the rates fall to it from 1

Roll = dict[str, torch.Tensor]  # `floors` of its boards; the rest is a row for each step, a column for each environment
Seen = dict[str, np.ndarray]


def acted(network: Planner, envs: Vector, seen: Seen, rates: torch.Tensor) -> tuple[Roll, Seen]:
    """Some steps of all environments, and what is seen then."""
    boards, kept = Boards(network), dict[str, list[torch.Tensor]]()
    for step in range(HORIZON + 1):  # of the last one only where it begins
        mask = torch.from_numpy(envs.masks.copy())
        logits, _, board, place = boards.answers(torch.from_numpy(seen["planes"]))
        parts = {"mask": mask, "board": board, "place": place}
        if step < HORIZON:
            explores = (torch.rand(ENVS) < rates)[:, None]
            liked = torch.where(explores, torch.rand(mask.shape), logits)
            action = liked.masked_fill(mask == 0, -1e9).argmax(1)
            seen, reward, terminated, truncated, _ = envs.step(action.numpy())
            earned, over, cut = (torch.from_numpy(part) for part in (reward, terminated, truncated))
            parts |= {"action": action, "reward": earned.float(), "over": over.float(), "cut": cut.float()}
        for name, part in parts.items():
            kept.setdefault(name, []).append(part)
    return {name: torch.stack(rows) for name, rows in kept.items()} | {"floors": boards.looked_at()}, seen


def drawn(memory: deque[Roll]) -> Roll:
    """A batch: what some environments did in some of the rolls."""
    parts, count = list[Roll](), 0
    for number in torch.randint(len(memory), (DRAWN,)):
        roll, some = memory[int(number)], torch.randperm(ENVS)[:SOME]
        part = {name: rows[:, some] for name, rows in roll.items() if name != "floors"}
        shown, board = part["board"].unique(return_inverse=True)
        parts.append(part | {"board": board + count, "floors": roll["floors"][shown]})
        count += len(shown)
    return {name: torch.cat([part[name] for part in parts], 0 if name == "floors" else 1) for name in parts[0]}


def values(network: Planner, batch: Roll) -> torch.Tensor:
    """What each action is worth: steps, environments, actions."""
    logits, value = at(network, batch["floors"], batch["board"].flatten(), batch["place"].flatten())
    worth = value[:, None] + logits - logits.mean(1, keepdim=True)
    return worth.view(*batch["board"].shape, -1)


def loss_of(network: Planner, older: Planner, batch: Roll) -> torch.Tensor:
    worth = values(network, batch)
    with torch.no_grad():
        best = worth.masked_fill(batch["mask"] == 0, -1e9).argmax(2, keepdim=True)
        estimates = values(older, batch).gather(2, best).squeeze(2)
        wanted, follows = torch.empty_like(batch["reward"]), estimates[-1]
        for step in reversed(range(len(wanted))):
            wanted[step] = batch["reward"][step] + DISCOUNT * follows * (1 - batch["over"][step])
            trace = TRACE * (1 - batch["cut"][step])  # what the time limit broke off says nothing of what follows
            follows = torch.lerp(estimates[step], wanted[step], trace)
    expected = worth[:-1].gather(2, batch["action"][..., None]).squeeze(2)
    losses = nn.functional.smooth_l1_loss(expected, wanted, reduction="none")
    return (losses * (1 - batch["cut"])).mean()


def train(tier: Tier, curve: Curve, seed: int, most: int | None = None) -> Planner:
    """Learn until the budget is used up."""
    torch.manual_seed(seed)
    envs = environments(tier, ENVS, seed, most=most)
    network = Planner(envs.game, width=16, rounds=12)
    older, memory = copy.deepcopy(network), deque[Roll](maxlen=ROLLS)
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    rates = EXPLORED ** (1 + LESS * torch.arange(ENVS) / ENVS)
    seen, _ = envs.reset(seed=seed)
    steps = updates = 0
    while curve.spent() < 1:
        roll, seen = acted(network, envs, seen, rates.clamp(min=1 - updates / (UPDATES * BLIND)))
        memory.append(roll)
        for _ in range(UPDATES):
            loss = loss_of(network, older, drawn(memory))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            updates += 1
            if updates % OLD == 0:
                older.load_state_dict(network.state_dict())
        steps += ENVS * HORIZON
        curve.take(steps, greedily(network))
    curve.take(steps, greedily(network), last=True)
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
