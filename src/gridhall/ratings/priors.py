"""How hard a level is thought to be before anybody has tried it, from what the solver knows of it.

    effort   = optimum * log2(branching)      bits: how much has to be decided on the shortest way
    rating   = 800 + 150 * log2(1 + effort) + 400 * (1 - winnable)

`optimum` is the proved number of moves, `branching` the mean number of different positions that one move can lead to on
the proved way, and `winnable` the share of those beside that way from which the level can still be won: where much is
lost for good, care is needed, too. That twice the effort is a step of 150 points is a choice, not a measurement: the
deviation of 250 says so, and the first people who try a level soon outweigh it. A level of which nothing is known has
1500 and the widest deviation.

The features are in the game's `levels/features.json`, which makers/features.py writes.
"""

import json
import math
from functools import cache
from typing import NamedTuple

from gridhall.game import Game
from gridhall.ratings.glicko2 import Rating
from gridhall.registry import folder_of

EASIEST, STEP, CARE = 800.0, 150.0, 400.0
DEVIATION = 250.0


class Features(NamedTuple):
    """What the solver knows of a level."""

    optimum: int
    branching: float
    winnable: float


def prior(features: Features) -> Rating:
    """The belief about a level with these features."""
    effort = features.optimum * math.log2(max(1.0, features.branching))
    return Rating(EASIEST + STEP * math.log2(1 + effort) + CARE * (1 - features.winnable), DEVIATION)


@cache
def features_of(game: Game) -> dict[str, Features]:
    """The features of a game's shipped levels, by name; none if the game ships no such file."""
    path = folder_of(game) / "levels" / "features.json"
    if not path.exists():
        return {}
    return {name: Features(**features) for name, features in json.loads(path.read_text("utf-8")).items()}


def level_prior(game: Game, level: str) -> Rating:
    """The belief about a shipped level."""
    features = features_of(game).get(level)
    return prior(features) if features is not None else Rating()
