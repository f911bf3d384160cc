"""What all baselines share: the levels of a tier, all held-out levels played at once, and a curve with its CPU time."""

import time
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gridhall.game import WON
from gridhall.learn import generalisation
from gridhall.learn.batch import Vector
from gridhall.learn.generalisation import GeneratedLevel, Tier, TierScore
from gridhall.learn.suite import PATIENCE

Actions = NDArray[np.int64]
Choose = Callable[[Vector, NDArray[np.int8]], Actions]  # from a batch and its planes; `envs.masks` says what is legal


class Point(Struct):
    """A point of a learning curve: what was spent so far, and the score on the validation levels."""

    seconds: float
    steps: int
    solved: float
    efficiency: float


def levels(game: str, tier: str, part: str, most: int | None = None) -> list[GeneratedLevel]:
    """The levels of a set, made from their seeds once."""
    return _made(game, tier, part, most)


@cache
def _made(game: str, tier: str, part: str, most: int | None) -> list[GeneratedLevel]:
    return list(islice(generalisation.kept(generalisation.tier_of(game, tier), part), most))


def play(choose: Choose, tier: Tier, played: list[GeneratedLevel], pad: tuple[int, int] | None = None) -> TierScore:
    """The score on these levels: all are played at once, each until it ends or four times its optimum is used."""
    longest = PATIENCE * max(level.optimum for level in played)
    texts = [level.text for level in played]
    envs = Vector(tier.game, len(played), setup=texts, pad=pad, max_steps=longest, autoreset="next_step")
    seen, _ = envs.reset(seed=0, options={"level": np.arange(len(played))})
    used: list[int | None] = [None] * len(played)
    running = np.ones(len(played), np.bool_)
    for step in range(1, longest + 1):
        seen, _, terminated, truncated, info = envs.step(choose(envs, seen["planes"]))
        for i in np.flatnonzero(running & (terminated | truncated)):
            if info["outcome"][i] == WON and step <= PATIENCE * played[i].optimum:
                used[i] = step
        running &= ~(terminated | truncated)
        if not running.any():
            break
    return generalisation.score_of(tier, [0.0 if n is None else level.optimum / n for n, level in zip(used, played)])


class Curve:
    """Points of learning, taken at most every so many CPU seconds; playing for a point does not count as learning, nor
    does making the training levels (`most` of them), which are the same for all."""

    def __init__(
        self, tier: Tier, budget: float, every: float = 15.0, pad: tuple[int, int] | None = None,
        most: int | None = None,
    ) -> None:  # fmt: skip
        self.tier, self.budget, self.every, self.pad = tier, budget, every, pad
        levels(tier.game, tier.tier, "train", most)
        self.points: list[Point] = []
        self._began, self._paused = time.process_time(), 0.0

    def seconds(self) -> float:
        """CPU seconds spent on learning."""
        return time.process_time() - self._began - self._paused

    def spent(self) -> float:
        """The share of the budget that is used up; 1 and more: stop."""
        return self.seconds() / self.budget

    def take(self, steps: int, choose: Choose, last: bool = False) -> None:
        """Play the validation levels, if it is time for it."""
        seconds = self.seconds()
        if seconds < (self.points[-1].seconds if self.points else 0) + (1 if last else self.every):
            return
        before = time.process_time()
        score = play(choose, self.tier, levels(self.tier.game, self.tier.tier, "validation"), self.pad)
        self._paused += time.process_time() - before
        self.points.append(Point(round(seconds, 1), steps, score.solved, round(score.efficiency, 4)))


def greedily(network: Any, masked: bool = True) -> Choose:
    """The likeliest action of a network's first answer."""
    import torch

    def choose(envs: Vector, planes: NDArray[np.int8]) -> Actions:
        with torch.no_grad():
            logits = network(torch.from_numpy(planes))[0]
        if masked:
            logits = logits.masked_fill(torch.from_numpy(envs.masks) == 0, -1e9)
        actions: Actions = logits.argmax(1).numpy()
        return actions

    return choose
