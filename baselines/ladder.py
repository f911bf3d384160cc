"""Easy levels first: levels in the order of their difficulty, of which more are opened as episodes are won.

A player who acts at random hardly ever wins a level of a tier, but often dies; so it first learns to stand still, and
never stops. Therefore small boards without danger come before those of the tier, with walls around them, so that all
have one size.
"""

from typing import Any

import numpy as np
from harness import levels

from gridhall.learn.batch import Vector
from gridhall.learn.generalisation import GeneratedLevel, Tier
from gridhall.solve.generator import generate

# Of each game what its generator is asked for beside the options of the tier, stage by stage.
STAGES: dict[str, list[dict[str, Any]]] = {
    "grid_universe": [{"width": 4, "height": 4, "lava": 0}, {"width": 5, "height": 5, "lava": 0}, {"lava": 0}],
    "phase_shift": [
        {"size": 3, "rifts": 0, "optimum": 5}, {"size": 4, "rifts": 0, "optimum": 7},
        {"size": 4, "rifts": 0, "optimum": 9}, {"size": 5, "rifts": 0, "optimum": 11}, {"rifts": 0},
    ],
}  # fmt: skip
EACH = 50  # levels of a stage
LONGEST = 60  # steps of an episode
FIRST, MORE = 50, 1.5  # levels that are open in the beginning, and by how much they grow
ENOUGH, EPISODES = 0.6, 100  # the share of the last so many episodes that must be won before more are opened


def ladder(tier: Tier, most: int | None = None) -> list[GeneratedLevel]:
    """The levels of all stages, then the training levels of the tier, each in the order of their optima."""
    parts = [levels(tier.game, tier.tier, "train", most)]
    side = len(_rows(parts[0][0].text))
    for stage in reversed(STAGES[tier.game]):
        made = (generate(tier.game, seed, **tier.options | stage) for seed in range(min(EACH, most or EACH)))
        parts.insert(0, [GeneratedLevel(walled(level.text, side), int(level.certificate["length"])) for level in made])
    return [level for part in parts for level in sorted(part, key=lambda level: level.optimum)]


def walled(text: str, side: int) -> str:
    """A level with walls to the right and below, so that its boards have so many rows and columns."""
    lines: list[str] = []
    for block in text.split("---\n"):
        rows = _rows(block)
        full = [row.ljust(side, "#") for row in rows] + ["#" * side] * (side - len(rows))
        others = [line for line in block.splitlines() if line not in rows]
        lines += ["---"] * bool(lines) + [line for line in others if line[0] == ";"]
        lines += full + [line for line in others if line[0] != ";"]
    return "\n".join(lines) + "\n"


def _rows(text: str) -> list[str]:
    """The drawn rows of a level's first board."""
    first = text.split("---\n")[0]
    return [line for line in first.splitlines() if line and line[0] != ";" and " = " not in line]


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
    """Environments that climb the ladder of a tier."""
    rungs = ladder(tier, most)
    return Vector(
        tier.game, count, setup=[level.text for level in rungs], autoreset="same_step", pad=pad, max_steps=LONGEST,
        curriculum=Ladder(len(rungs), seed),
    )  # fmt: skip
