"""Stable-Baselines3 on a level: MaskablePPO of sb3-contrib on the compiled batch, through an adapter of its kind.

pip install gridhall[learn] sb3-contrib tensorboard
python examples/stable_baselines.py --steps 16000 --tensorboard runs
"""

import argparse

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from gridhall.learn.stable_baselines import StableVector


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="grid_universe")
    parser.add_argument("--level", default="picking-up")
    parser.add_argument("--steps", type=int, default=16_000)
    parser.add_argument("--tensorboard", help="a folder for TensorBoard")
    arguments = parser.parse_args()
    envs = StableVector(arguments.game, 16, setup=arguments.level, max_steps=200)
    model = MaskablePPO(
        "MultiInputPolicy", envs, n_steps=64, batch_size=256, gamma=0.98, ent_coef=0.02, seed=0, device="cpu",
        tensorboard_log=arguments.tensorboard,
    )  # fmt: skip
    before, _ = evaluate_policy(model, envs, 10, warn=False)
    model.learn(arguments.steps)
    after, _ = evaluate_policy(model, envs, 10, warn=False)
    print(f"mean return before {before:.2f}, after {after:.2f}")


if __name__ == "__main__":
    main()
