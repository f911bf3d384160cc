"""Learn from the reward alone: a table of what was tried on each training level, then one network from all tables.

python baselines/distilled.py phase_shift --seconds 90

Each training level is explored by itself: what has never been tried is worth going to. What an action earned, and what
was seen after it, is kept; from these the worth of every action tried follows. Then the network learns, as in
imitation.py, which actions were worth most. Nobody asks the solver; but the rules must leave nothing to chance, and a
level must have few positions.
"""

import argparse
from collections.abc import Iterator

import numpy as np
import torch
from harness import Curve, greedily, levels, play
from imitation import Lesson, learn, together
from network import Planner

from gridhall.learn.batch import Vector
from gridhall.learn.generalisation import Tier, tier_of
from gridhall.registry import load

LONGEST = 45  # steps of an episode: fewer than the moves any level allows, which planes do not tell
POSITIONS = 64  # of a level, to begin with
FADING = 0.97  # how much less what has not been tried is worth a step further away
PART = 0.25  # of the budget, at most, for exploring once something was won
UNKNOWN, OVER = -1, -2  # instead of the position that an action leads to
START = 0  # the number of the position that an episode begins with


class Tables:
    """For each environment of a batch its positions, told apart by their planes, and what each action did there."""

    def __init__(self, envs: Vector) -> None:
        shape = (envs.num_envs, POSITIONS, envs.game.ACTIONS)
        self.envs = envs
        self.numbers: list[dict[bytes, int]] = [{} for _ in range(envs.num_envs)]
        self.after, self.reward = np.full(shape, UNKNOWN, np.int32), np.zeros(shape, np.float32)
        self.news = np.zeros(shape, np.float32)  # what an action is worth to somebody who looks for what is new
        self.untried = 0  # legal actions of all positions
        for i in range(envs.num_envs):
            self.visit(i)

    def visit(self, i: int) -> int:
        """The number of the position an environment is in; of a new one all legal actions are worth trying."""
        numbers, key = self.numbers[i], self.envs.planes[i].tobytes()
        if key not in numbers:
            numbers[key] = len(numbers)
            if numbers[key] == self.after.shape[1]:
                self._grow()
            self.news[i, numbers[key]] = self.envs.masks[i]
            self.untried += int(self.envs.masks[i].sum())
        return numbers[key]

    def _grow(self) -> None:
        """Make room for twice as many positions."""
        for name, blank in (("after", UNKNOWN), ("reward", 0), ("news", 0)):
            table = getattr(self, name)
            setattr(self, name, np.concatenate([table, np.full_like(table, blank)], 1))

    def lesson(self, i: int) -> Lesson:
        """The planes of all positions of an environment, and which actions are worth most where a win was found."""
        count = len(self.numbers[i])
        after, reward = self.after[i, :count], self.reward[i, :count]
        worth = np.full(after.shape, -np.inf, np.float32)
        for _ in range(count):  # a way is no longer than that
            following = np.where(after == OVER, 0.0, worth.max(1)[after])
            better = np.where(after == UNKNOWN, -np.inf, reward + following)
            if (better == worth).all():
                break
            worth = better
        most = worth.max(1, keepdims=True)
        best = (worth > most - 1e-4) & (most > 0)  # only a win is worth more than nothing
        planes = np.frombuffer(b"".join(self.numbers[i]), np.int8)
        return planes.reshape(count, *self.envs.planes.shape[1:]), best


def explored(tier: Tier, curve: Curve, seed: int, most: int | None = None) -> Iterator[Lesson]:
    """Try everything in every training level, or what the budget allows; the lesson of each level."""
    played = levels(tier.game, tier.tier, "train", most)
    longest = max(LONGEST, *(level.optimum for level in played))
    envs = Vector(
        tier.game, len(played), setup=[level.text for level in played], autoreset="next_step", max_steps=longest,
        curriculum=lambda environment, episode, earned: environment,
    )  # fmt: skip
    chance, every = np.random.default_rng(seed), np.arange(len(played))
    envs.reset(seed=seed)
    tables, here, over = Tables(envs), np.full(len(played), START), np.zeros(len(played), np.bool_)
    won = False
    while tables.untried > 0 and not (won and curve.spent() > PART):
        news = tables.news[every, here]
        actions = np.where(envs.masks > 0, news + 1e-3 * chance.random(news.shape), -1).argmax(1)
        _, reward, terminated, truncated, _ = envs.step(actions)
        won |= bool((reward > 0).any())
        acted = every[~over]  # the others have begun a new episode, whatever they answered
        for i in acted[tables.after[acted, here[acted], actions[acted]] == UNKNOWN]:
            tables.after[i, here[i], actions[i]] = OVER if terminated[i] else tables.visit(i)
            tables.reward[i, here[i], actions[i]] = reward[i]
            tables.untried -= 1
        at = acted, here[acted], actions[acted]
        after = tables.after[at]
        tables.news[at] = np.where(after == OVER, 0, FADING * tables.news[acted, after].max(1))
        here[over], here[acted] = START, after
        over = terminated | truncated
    envs.close()
    return (tables.lesson(i) for i in range(len(played)))


def train(tier: Tier, curve: Curve, seed: int, most: int | None = None) -> Planner:
    """Explore, then learn until the budget of the curve is used up."""
    torch.manual_seed(seed)
    network = Planner(load(tier.game))
    learn(network, together(explored(tier, curve, seed, most), network.own), curve)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="phase_shift")
    parser.add_argument("--tier", default="small")
    parser.add_argument("--seconds", type=float, default=90, help="CPU seconds of exploring and learning")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", help="keep the network in this file; trained.py plays it")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    tier = tier_of(arguments.game, arguments.tier)
    curve = Curve(tier, arguments.seconds)
    network = train(tier, curve, arguments.seed)
    for point in curve.points:
        print(point)
    if arguments.save:
        network.save(arguments.save)
    print(play(greedily(network), tier, levels(tier.game, tier.tier, "held_out")))


if __name__ == "__main__":
    main()
