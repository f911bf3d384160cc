"""Odds on request: the chance to survive the coming field, exact; the chance to win, estimated by search."""

import copy
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from gridhall.game import Action, Advice, Milliseconds, Player, Position, Seed, SetupRecord, View
from gridhall.games.warpgrid import search, survive
from gridhall.games.warpgrid.greedy import ONE
from gridhall.games.warpgrid.records import GRIDS
from gridhall.games.warpgrid.words import WORDS, asks_for_choice, legal_actions
from gridhall.kernel import array, compiled
from gridhall.rng import mix

# Budgets are counted in play-outs, so that the same seed gives the same advice on every machine.
TRIES_A_MILLISECOND = 100
TRIES_A_CHOICE = 128  # for each of the `tries` of search.weigh
TABLE_MATCHES = 10_000  # play-outs behind each number of chances.py
# Half the 95 % interval of a number of chances.py, which is smoothed over five neighbours. Every estimate that ends in
# such a number shares its error.
TABLE_ERROR = 0.004
LEAST = 1e-9  # a smaller chance is none: it comes from adding up floating numbers


class SearchMemory:
    """What the kernels of a search write into. Each question gets its own, so that several threads may ask."""

    def __init__(self, state_kind: Any) -> None:
        import numpy

        ways, slots = search.WAYS, survive.SLOTS
        self.ends, self.scratch = array(state_kind, ways), array(state_kind, 1)
        self.plans = numpy.zeros(ways * search.PLAN, numpy.int64)
        self.looks, self.prints, self.alive = (numpy.zeros(ways, numpy.int64) for _ in range(3))
        self.sums = numpy.zeros(ways * 3, numpy.int64)
        self.pool = array(state_kind, survive.POOL)
        self.keys, self.values = numpy.zeros(slots, numpy.int64), numpy.zeros(slots, numpy.float64)

    def plan(self, way: int) -> tuple[Action, ...]:
        """The choices of a way."""
        row = self.plans[way * search.PLAN : (way + 1) * search.PLAN]
        return tuple(int(action) for action in row if action >= 0)


class Weighed(NamedTuple):
    """One choice: its best way, and the mean, half the 95 % interval and the play-outs of its chance to win."""

    action: Action
    plan: tuple[Action, ...]
    value: float
    error: float
    samples: int


@cache
def _kernels() -> tuple[Any, Any]:
    return compiled(search.weigh), compiled(survive.survive)


def _without_dice(state: Position) -> Position:
    guess = copy.copy(state)
    guess.rng = 0
    return guess


def weigh(
    setup: SetupRecord, state: Position, seed: Seed, playouts: int, memory: SearchMemory | None = None
) -> tuple[list[Weighed], int]:
    """Each legal choice weighed with about `playouts` play-outs in all, best first, and how many ways there are.

    Dice to come are guessed, never read.
    """
    memory = memory or SearchMemory(type(state))
    tries = max(1, playouts // (TRIES_A_CHOICE * len(legal_actions(setup, state))))
    ways = _kernels()[0](
        array(setup)[0], array(_without_dice(state))[0],
        memory.ends, memory.plans, memory.looks, memory.prints, memory.sums, memory.alive, memory.scratch[0],
        tries, mix(seed) >> 2,
    )  # fmt: skip
    choices = [_weighed(memory, way) for way in range(ways) if memory.alive[way]]
    return sorted(choices, key=lambda choice: (-choice.value, choice.action)), ways


def _weighed(memory: SearchMemory, way: int) -> Weighed:
    plan = memory.plan(way)
    samples, total, squares = (int(number) for number in memory.sums[way * 3 : way * 3 + 3])
    if not samples:  # the match is over there, or the next grid entered
        value = int(memory.looks[way]) / ONE
        if memory.ends[way]["ending"]:
            return Weighed(plan[0], plan, value, 0.0, 0)
        return Weighed(plan[0], plan, value, _error(value * (1 - value), TABLE_MATCHES), TABLE_MATCHES)
    mean = total / samples / ONE
    spread = max(squares / samples / 1e6 - mean * mean, (1 - mean) / samples)  # never 0 only because few were tried
    table = TABLE_ERROR if memory.ends[way]["grid"] < GRIDS else 0.0  # the last grid ends in a win or a loss
    return Weighed(plan[0], plan, mean, sqrt(_error(spread, samples) ** 2 + table**2), samples)


def _error(variance: float, samples: int) -> float:
    """Half the 95 % interval of a mean."""
    return float(1.96 * sqrt(max(0.0, variance) / samples))


def survival(setup: SetupRecord, state: Position, memory: SearchMemory | None = None) -> dict[Action, float]:
    """The exact chance of each legal choice to survive the coming field round, if survival alone is played for."""
    if not asks_for_choice(state):
        return {}
    memory = memory or SearchMemory(type(state))
    ways = compiled(search.all_ways)(
        array(setup)[0], array(_without_dice(state))[0], memory.ends, memory.plans, memory.looks, memory.prints
    )
    return _survival(setup, memory, ways)


def _survival(setup: SetupRecord, memory: SearchMemory, ways: int) -> dict[Action, float]:
    chance_of, options = _kernels()[1], array(setup)[0]
    best: dict[Action, float] = {}
    for way in range(ways):
        action = memory.plan(way)[0]
        memory.pool[0] = memory.ends[way]
        chance = float(chance_of(options, memory.pool, 0, memory.keys, memory.values))
        best[action] = max(best.get(action, 0.0), chance)
    return best


def advise(setup: SetupRecord, state: View, player: Player, seed: Seed, milliseconds: Milliseconds) -> list[Advice]:
    """What the search thinks of each legal choice; best first."""
    if player != 0 or not asks_for_choice(state):
        return []
    memory = SearchMemory(type(state))
    weighed, ways = weigh(setup, state, seed, milliseconds * TRIES_A_MILLISECOND, memory)
    chances = _survival(setup, memory, ways)
    return [
        Advice(
            choice.action, WORDS[choice.action], choice.value, choice.error, choice.samples,
            _text(choice, chances[choice.action]),
        )
        for choice in weighed
    ]  # fmt: skip


def percent(chance: float) -> str:
    """A chance as people read it; never 0 or 100 % unless it is."""
    if chance <= LEAST or chance >= 1 - LEAST:
        return f"{round(chance) * 100} %"
    return f"{min(99.9, max(0.1, chance * 100)):.1f} %"


def _text(choice: Weighed, to_survive: float) -> str:
    """What the number means: how it was found, and the way it holds for."""
    if not choice.samples:
        return "wins at once" if choice.value else "loses at once"
    then = " ".join(WORDS[action] for action in choice.plan[1:])
    best = f"; best with {then}" if then else ""
    exact = f"{percent(to_survive)} to survive the coming field (exact)"
    return f"{exact}; to win: estimated, greedy play afterwards{best}"
