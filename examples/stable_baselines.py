"""Stable-Baselines3 on a level: its PPO sees Gridhall through Gymnasium's own interface.

pip install gridhall[learn] stable-baselines3
python examples/stable_baselines.py --steps 16000
"""

import argparse

import gymnasium
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

import gridhall.learn

gymnasium.register_envs(gridhall.learn)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="gridhall/grid_universe-v1")
    parser.add_argument("--level", default="picking-up")
    parser.add_argument("--steps", type=int, default=16_000)
    arguments = parser.parse_args()
    options = {"max_episode_steps": 200, "setup": arguments.level}
    envs = make_vec_env(arguments.env, n_envs=8, seed=0, env_kwargs=options)
    model = PPO("MultiInputPolicy", envs, n_steps=128, batch_size=256, gamma=0.98, ent_coef=0.02, seed=0, device="cpu")
    before, _ = evaluate_policy(model, envs, 10, warn=False)
    model.learn(arguments.steps)
    after, _ = evaluate_policy(model, envs, 10, warn=False)
    print(f"mean score before {before:.2f}, after {after:.2f}")


if __name__ == "__main__":
    main()
