"""A compiled batch as a `VecEnv` of Stable-Baselines3; `MaskablePPO` of sb3-contrib finds the masks. Needs both.

envs = gridhall.learn.stable_baselines.StableVector(game, 64, observation="flat")
MaskablePPO("MlpPolicy", envs).learn(100_000)
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from gridhall.learn.batch import Vector


class StableVector(VecEnv):
    """`num_envs` matches of a single-player game; the options are those of `gridhall.learn.vector`.

    Ended matches begin again in the same step, and what was last seen of them is where Stable-Baselines3 looks for it:
    `terminal_observation`, `TimeLimit.truncated`, and `episode` with the return and length.
    """

    def __init__(self, game: str, num_envs: int, **options: Any) -> None:
        self.envs = Vector(game, num_envs, autoreset="same_step", **options)
        self.render_mode = self.envs.render_mode
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)
        self._actions: Any = None
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)

    def reset(self) -> Any:
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        levels = [options.get("level") for options in self._options]
        options = {"level": levels} if all(level is not None for level in levels) else None
        seen, info = self.envs.reset(seed=seeds, options=options)
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        self.reset_infos = self._infos(info)
        return seen

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        seen, rewards, terminated, truncated, info = self.envs.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        over, infos = terminated | truncated, self._infos(info)
        for i in np.flatnonzero(over):
            last = info["final_info"]
            infos[i].update({name: last[name][i] for name in ("level", "illegal", "outcome")})
            infos[i]["terminal_observation"] = info["final_obs"][i]
            infos[i]["TimeLimit.truncated"] = bool(truncated[i] and not terminated[i])
            infos[i]["episode"] = {"r": float(self._returns[i]), "l": int(self._lengths[i])}
        self._returns[over], self._lengths[over] = 0, 0
        return seen, rewards.astype(np.float32), over, infos

    def _infos(self, info: dict[str, Any]) -> list[dict[str, Any]]:
        """What is told of each environment by itself, as Stable-Baselines3 wants it."""
        names = [name for name in ("level", "illegal", "outcome", "action_mask") if name in info]
        return [{name: info[name][i] for name in names} for i in range(self.num_envs)]

    def action_masks(self) -> np.ndarray:
        """Which actions are legal now, a row for each environment."""
        return self.envs.action_masks()

    def close(self) -> None:
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = getattr(self if attr_name in ("action_masks", "render_mode") else self.envs, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """All environments of a batch are one, so that an attribute is set for all of them."""
        setattr(self.envs, attr_name, value)

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **options: Any) -> list[Any]:
        """What a method of the batch answers, the part of each environment."""
        answers = getattr(self.envs, method_name)(*arguments, **options)
        return [None if answers is None else answers[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        drawn: Any = self.envs.render() or ()
        return list(drawn)
