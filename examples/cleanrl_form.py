"""The form of CleanRL's scripts: one file, Gymnasium's own vector interface and wrappers, curves in TensorBoard.

    pip install gridhall[learn] torch tensorboard
    python examples/cleanrl_form.py --env gridhall/phase_shift-v2 --level walkthrough --runs runs

The algorithm is REINFORCE with a learnt baseline, so that the form is what one sees; examples/ppo.py has PPO.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import nn
from torch.utils.tensorboard import SummaryWriter

import gridhall.learn

gymnasium.register_envs(gridhall.learn)


class Agent(nn.Module):
    """A small network for flat observations."""

    def __init__(self, envs: Any) -> None:
        super().__init__()
        numbers = int(np.prod(envs.single_observation_space.shape))
        self.body = nn.Sequential(nn.Linear(numbers, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.actor, self.critic = nn.Linear(128, int(envs.single_action_space.n)), nn.Linear(128, 1)

    def get_action_and_value(
        self, seen: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """An action that is drawn, the logarithm of its chance, and the value."""
        hidden = self.body(seen.sign() * seen.abs().log1p())
        spread = torch.distributions.Categorical(logits=self.actor(hidden).masked_fill(mask == 0, -1e9))
        action = spread.sample()
        return action, spread.log_prob(action), self.critic(hidden).squeeze(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--env", default="gridhall/phase_shift-v2")
    parser.add_argument("--level", default="easy-1")
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--horizon", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", default="runs", help="a folder for TensorBoard")
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    options = {"setup": arguments.level, "observation": "flat", "autoreset": "same_step", "max_steps": 100}
    envs = RecordEpisodeStatistics(
        gymnasium.make_vec(arguments.env, 64, vectorization_mode="vector_entry_point", **options)
    )
    agent, writer = Agent(envs), SummaryWriter(arguments.runs)
    optimiser = torch.optim.Adam(agent.parameters(), 1e-3)
    seen, info = envs.reset(seed=arguments.seed)
    returns: list[float] = []
    for update in range(arguments.updates):
        chances, values, rewards, alive = [], [], [], []
        for _ in range(arguments.horizon):
            answer = agent.get_action_and_value(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))
            seen, reward, terminated, truncated, info = envs.step(answer[0].numpy())
            over = terminated | truncated
            if over.any():
                returns += info["episode"]["r"][over].tolist()
            chances.append(answer[1])
            values.append(answer[2])
            rewards.append(torch.from_numpy(reward).float())
            alive.append(torch.from_numpy(~over).float())
        with torch.no_grad():
            following = agent.get_action_and_value(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))[2]
        loss = torch.zeros(())
        for step in reversed(range(arguments.horizon)):
            following = rewards[step] + 0.98 * alive[step] * following
            gain = following - values[step]
            loss = loss + (0.5 * gain.pow(2) - gain.detach() * chances[step]).mean()
        optimiser.zero_grad()
        (loss / arguments.horizon).backward()
        optimiser.step()
        if returns:
            writer.add_scalar("charts/episodic_return", np.mean(returns[-100:]), update * 64 * arguments.horizon)
    writer.close()
    first, last = np.mean(returns[:100]), np.mean(returns[-100:])
    print(f"mean return of the first 100 episodes {first:.2f}, of the last {last:.2f}")


if __name__ == "__main__":
    main()
