"""The exact chance that an action loses, over the wind and the orders that a player cannot know."""

import copy
from fractions import Fraction
from functools import cache

from gridhall.game import LIMIT, LOST, Action, Player, SetupRecord, View
from gridhall.kernel import mul64
from gridhall.rng import Dice

from . import rules
from .codes import HIDDEN, SPEED, USE, WINDY
from .effects import serving

CALM, GUST = Fraction(7, 10), Fraction(3, 40)  # no wind after a step, and a blow in one of four directions (GU16)
LONGEST = 2  # small steps of one action whose winds are gone through


def fatal(setup: SetupRecord, state: View, player: Player, action: Action) -> Fraction | None:
    """The chance that an action loses; None where playing it once tells."""
    windy = setup.move == WINDY and action < USE
    if not windy and state.aim != HIDDEN:
        return None
    effect = serving(setup, state, setup.hero, SPEED)
    steps = setup.multiplier[effect] if effect >= 0 else 1
    if windy and steps > LONGEST:
        return None
    weathers = winds(steps) if windy else ((Fraction(1), 0),)
    aims = [state.aim]
    if state.aim == HIDDEN:
        aims = [aim for aim in range(rules.AIMS) if setup.aims >> aim & 1]
    lost, surprises = Fraction(0), False
    for aim in aims:
        for chance, seed in weathers:
            after = copy.copy(state)
            after.aim, after.rng = aim, seed
            rules.step(setup, after, player, action)
            lost += chance if after.ending in (LOST, LIMIT) else 0
            surprises |= not windy and after.rng != seed  # a variant's own movement draws lots
    return min(lost / len(aims), Fraction(99, 100)) if surprises else lost / len(aims)


@cache
def winds(steps: int) -> tuple[tuple[Fraction, int], ...]:
    """Every wind that may blow during so many small steps: its chance, and a seed that brings it.

    The rules draw a number below 10 after each of the agent's own steps, and below 4 if that blows (GU16).
    """
    seeds: dict[tuple[int, ...], int] = {}  # by the direction of each blow, -1 where it is calm
    number = 0
    while len(seeds) < 5**steps:
        number += 1
        seed = mul64(number, 0x9E3779B97F4A7C15)
        dice = Dice(seed)
        seeds.setdefault(tuple(dice.below(4) if dice.below(10) < 3 else -1 for _ in range(steps)), seed)
    return tuple((CALM ** wind.count(-1) * GUST ** (steps - wind.count(-1)), seed) for wind, seed in seeds.items())
