"""Easy levels first: levels in the order of their optima, of which more are opened as episodes are won.

A player who acts at random hardly ever wins a level of a tier, but often dies; so that to stand still is what it learns
first, and for good. Therefore levels without danger come before those of the tier, and where a generator can be asked
for an optimum, they are shorter, too.
"""

import inspect

import numpy as np
from harness import levels

from gridhall.learn.batch import Vector
from gridhall.learn.generalisation import GeneratedLevel, Tier
from gridhall.registry import load
from gridhall.solve.generator import generate

DANGERS = ("lava", "patrols", "rifts", "spikes")  # what generators call them
HARMLESS, EASIEST = 200, 4  # how many levels without danger, and the fewest moves of one
FIRST, MORE = 50, 1.3  # levels that are open in the beginning, and by how much they grow
ENOUGH, EPISODES = 0.7, 100  # the share of the last so many episodes that must be won before more are opened


def ladder(tier: Tier, most: int | None = None) -> list[GeneratedLevel]:
    """Levels without danger, then the training levels of the tier, each in the order of their optima."""
    tier_levels = levels(tier.game, tier.tier, "train", most)
    harmless = tier.options | {name: 0 for name in DANGERS if name in tier.options}
    makes, optima = load(tier.game).generate, [0]  # 0: whatever comes
    if makes is not None and "optimum" in inspect.signature(makes).parameters:
        optima = list(range(EASIEST, min(level.optimum for level in tier_levels)))
    easier = []
    for number in range(min(HARMLESS, most or HARMLESS)):
        optimum = optima[number % len(optima)]
        made = generate(tier.game, number, **harmless, **({"optimum": optimum} if optimum else {}))
        easier.append(GeneratedLevel(made.text, int(made.certificate["length"])))
    return [level for part in (easier, tier_levels) for level in sorted(part, key=lambda level: level.optimum)]


class Ladder:
    """A curriculum for `Vector`: draws among the open levels, half of the time among the hardest of them."""

    def __init__(self, count: int, seed: int) -> None:
        self.count, self.open = count, min(FIRST, count)
        self.chance = np.random.default_rng(seed)
        self.won = self.played = 0

    def __call__(self, environment: int, episode: int, earned: float) -> int:
        if episode > 0:
            self.played += 1
            self.won += earned > 0  # what win-soon pays for a win, and for nothing else
        if self.played == EPISODES:
            if self.won >= ENOUGH * EPISODES:
                self.open = min(self.count, int(MORE * self.open) + 1)
            self.won = self.played = 0
        least = self.open * 3 // 4 if self.chance.random() < 0.5 else 0
        return int(self.chance.integers(least, self.open))


def environments(
    tier: Tier, count: int, seed: int, pad: tuple[int, int] | None = None, most: int | None = None
) -> Vector:
    """Environments that climb the ladder of a tier.

    They have half as much time again as the hardest level needs. A short time makes a step dear (rewards.py): waiting
    must not seem better than the danger of walking, or else that is what is learnt first, and for good.
    """
    rungs = ladder(tier, most)
    longest = 3 * max(level.optimum for level in rungs) // 2
    return Vector(
        tier.game, count, setup=[level.text for level in rungs], autoreset="same_step", pad=pad, max_steps=longest,
        curriculum=Ladder(len(rungs), seed),
    )  # fmt: skip
