"""TorchRL on a level: its wrapper of Gymnasium environments, a masked actor, and its own PPO loss and advantages.

pip install gridhall[learn] torchrl
python examples/torchrl_form.py --updates 20
"""

import argparse
from typing import Any

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs import GymWrapper
from torchrl.envs.utils import check_env_specs
from torchrl.modules import ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import gridhall.learn

gymnasium.register_envs(gridhall.learn)


class Flat(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The flat observation beside the mask, in one dictionary, where TorchRL's transforms find both."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        mask = gymnasium.spaces.MultiBinary(int(env.action_space.n))
        self.observation_space = gymnasium.spaces.Dict({"seen": env.observation_space, "action_mask": mask})

    def observation(self, observation: object) -> dict[str, object]:
        inner: Any = self.unwrapped
        return {"seen": observation, "action_mask": inner.action_masks().astype("int8")}


class Masked(nn.Module):
    """Logits of the actions, far below all others where one is illegal."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, 64), nn.Tanh(), nn.Linear(64, actions))

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.body(seen)
        return logits.masked_fill(mask == 0, -1e9)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--env", default="gridhall/phase_shift-v2")
    parser.add_argument("--level", default="easy-1")
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--frames", type=int, default=256, help="steps an update")
    arguments = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    plain = gymnasium.make(arguments.env, setup=arguments.level, observation="flat", max_steps=60)
    env = GymWrapper(Flat(plain), categorical_action_encoding=True)
    check_env_specs(env)
    numbers, actions = env.observation_spec["seen"].shape[-1], env.action_spec.n
    actor = ProbabilisticActor(
        TensorDictModule(Masked(numbers, actions), ["seen", "action_mask"], ["logits"]),
        in_keys=["logits"],
        out_keys=["action"],
        distribution_class=torch.distributions.Categorical,
        return_log_prob=True,
    )
    critic = ValueOperator(nn.Sequential(nn.Linear(numbers, 64), nn.Tanh(), nn.Linear(64, 1)), ["seen"])
    advantage, loss = GAE(gamma=0.98, lmbda=0.9, value_network=critic), ClipPPOLoss(actor, critic)
    optimiser = torch.optim.Adam(loss.parameters(), 2e-3)
    rewards = []
    for _ in range(arguments.updates):
        with torch.no_grad():
            played = env.rollout(arguments.frames, actor, break_when_any_done=False)
            advantage(played)
        rewards.append(float(played["next", "reward"].mean()))
        for _ in range(4):
            losses = loss(played)
            optimiser.zero_grad()
            sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
            optimiser.step()
    print(f"mean reward of a step in the first update {rewards[0]:.4f}, in the last {rewards[-1]:.4f}")


if __name__ == "__main__":
    main()
