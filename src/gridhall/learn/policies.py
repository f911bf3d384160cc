"""A policy of Gymnasium's kind, let loose on a level: observations in, actions out."""

import inspect
from typing import Any

import numpy as np

from gridhall.errors import Usage
from gridhall.game import WON
from gridhall.learn.single import Single
from gridhall.solve import find


def moves_of_policy(
    policy: Any, game: str, setup: str, most: int, observation: str = "planes", **options: Any
) -> int | None:
    """How many steps a policy takes to win a level, None if it does not within `most`.

    A policy is a function of an observation; if it has a second parameter, it gets the action mask, too. What has a
    method `predict` is asked through that.
    """
    env = Single(game, setup, observation=observation, max_steps=most, **options)
    seen, _ = env.reset(seed=0)
    ask = policy.plan(env) if isinstance(policy, Solver) else asker(policy)
    while True:
        seen, _, terminated, truncated, info = env.step(ask(seen, env.action_masks()))
        if terminated or truncated:
            return env.age if info["outcome"] == WON else None


def asker(policy: Any) -> Any:
    """A policy as a function of an observation and a mask."""
    if hasattr(policy, "predict"):
        masked = "action_masks" in inspect.signature(policy.predict).parameters

        def predict(seen: Any, mask: Any) -> int:
            chosen = policy.predict(seen, deterministic=True, **({"action_masks": mask} if masked else {}))
            return int(np.asarray(chosen[0]).reshape(()))

        return predict
    if not callable(policy):
        raise Usage(f"a policy is a function of an observation, or has a method predict; this is {policy!r:.60}")
    try:
        counted = inspect.signature(policy).parameters.values()
        places = sum(
            parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD) for parameter in counted
        )
    except (TypeError, ValueError):
        places = 1
    return policy if places > 1 else lambda seen, mask: policy(seen)


class Solver:
    """The policy that nobody beats: it plays the shortest way that the solver proves. It may see the level itself."""

    def plan(self, env: Single) -> Any:
        result = find(env.pool.game, env.setup, env.state)
        actions = iter(result.actions or [])
        return lambda seen, mask: next(actions, 0)
