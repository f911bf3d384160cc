"""Odds on request: the chance to survive the coming field, exact; the chance to win, estimated by search and said so.

And the story afterwards.
"""

import copy
from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from gridhall.game import Advice
from gridhall.games.warpgrid import kernels_search, kernels_survive, rules
from gridhall.games.warpgrid.kernels_turn import ONE
from gridhall.games.warpgrid.words import WORDS, legal_actions
from gridhall.kernel import array, compiled
from gridhall.rng import mix

# Play-outs; the budget is counted in them, so that the same seed gives the same advice everywhere.
TRIES_A_MILLISECOND = 100
TRIES_A_CHOICE = 128  # for each of the `tries` of kernels_search.weigh
TABLE_MATCHES = 10_000  # play-outs behind each number of chances.py
# Half the 95 % interval of a number there, which is smoothed over five neighbours; part of every estimate that ends in
# it.
TABLE_ERROR = 0.004
LEAST = 1e-9  # a chance below is none: the sums of floating numbers


class Room:
    """Memory for one question; asked anew each time, so that several threads may ask."""

    def __init__(self, state_kind: Any) -> None:
        import numpy

        ways = kernels_search.WAYS
        self.ends, self.scratch = array(state_kind, ways), array(state_kind, 1)
        self.plans, self.looks, self.prints = (
            numpy.zeros(ways * size, numpy.int64) for size in (kernels_search.PLAN, 1, 1)
        )
        self.sums, self.alive = numpy.zeros(ways * 3, numpy.int64), numpy.zeros(ways, numpy.int64)
        self.pool = array(state_kind, kernels_survive.POOL)
        self.keys, self.values = (
            numpy.zeros(kernels_survive.SLOTS, numpy.int64),
            numpy.zeros(kernels_survive.SLOTS, numpy.float64),
        )


class Weighed(NamedTuple):
    """One choice: its best way, how often it was tried, and the mean and half 95 % interval of the chance to win."""

    action: int
    plan: tuple[int, ...]
    value: float
    error: float
    samples: int


@cache
def _kernels() -> tuple[Any, Any]:
    return compiled(kernels_search.weigh), compiled(kernels_survive.survive)


def _asked(state: Any) -> bool:
    return state.phase not in (rules.OVER, rules.MOVING, rules.ROLL)


def weigh(setup: Any, state: Any, seed: int, playouts: int, room: Room | None = None) -> tuple[list[Weighed], int]:
    """Each legal choice weighed with about `playouts` play-outs in all, best first, and how many ways there are.

    Dice to come are guessed, never read.
    """
    room = room or Room(type(state))
    guess = copy.copy(state)
    guess.rng = 0
    tries = max(1, playouts // (TRIES_A_CHOICE * len(legal_actions(setup, state))))
    memory = (room.ends, room.plans, room.looks, room.prints, room.sums, room.alive, room.scratch[0])
    ways = _kernels()[0](array(setup)[0], array(guess)[0], *memory, tries, mix(seed) >> 2)
    found = [_weighed(room, way) for way in range(ways) if room.alive[way]]
    return sorted(found, key=lambda one: (-one.value, one.action)), ways


def _weighed(room: Room, way: int) -> Weighed:
    plan = tuple(
        int(action) for action in room.plans[way * kernels_search.PLAN : (way + 1) * kernels_search.PLAN] if action >= 0
    )
    samples, total, squares = (int(number) for number in room.sums[way * 3 : way * 3 + 3])
    if not samples:  # the match is over there, or the next grid entered
        value = int(room.looks[way]) / ONE
        if room.ends[way]["ending"]:
            return Weighed(plan[0], plan, value, 0.0, 0)
        return Weighed(plan[0], plan, value, _error(value * (1 - value), TABLE_MATCHES), TABLE_MATCHES)
    mean = total / samples / ONE
    spread = max(squares / samples / 1e6 - mean * mean, (1 - mean) / samples)  # never 0 only because few were tried
    table = TABLE_ERROR if room.ends[way]["grid"] < rules.GRIDS else 0.0  # the last grid ends in a win or a loss
    return Weighed(plan[0], plan, mean, sqrt(_error(spread, samples) ** 2 + table**2), samples)


def _error(variance: float, samples: int) -> float:
    return float(1.96 * sqrt(max(0.0, variance) / samples))


def survival(setup: Any, state: Any, room: Room | None = None) -> dict[int, float]:
    """For each legal choice the exact chance to survive the coming field round, if all that follows is chosen for that
    alone.
    """
    if not _asked(state):
        return {}
    room = room or Room(type(state))
    guess = copy.copy(state)
    guess.rng = 0
    ways = compiled(kernels_search.all_ways)(
        array(setup)[0], array(guess)[0], room.ends, room.plans, room.looks, room.prints
    )
    return _survival(setup, room, ways)


def _survival(setup: Any, room: Room, ways: int) -> dict[int, float]:
    survive, options = _kernels()[1], array(setup)[0]
    best: dict[int, float] = {}
    for way in range(ways):
        action = int(room.plans[way * kernels_search.PLAN])
        room.pool[0] = room.ends[way]
        chance = survive(options, room.pool, 0, room.keys, room.values)
        best[action] = max(best.get(action, 0.0), float(chance))
    return best


def advise(setup: Any, state: Any, player: int, seed: int, milliseconds: int) -> list[Advice]:
    """What the search thinks of each legal choice; best first."""
    if player != 0 or not _asked(state):
        return []
    room = Room(type(state))
    weighed, ways = weigh(setup, state, seed, milliseconds * TRIES_A_MILLISECOND, room)
    chances = _survival(setup, room, ways)
    return [
        Advice(one.action, WORDS[one.action], one.value, one.error, one.samples, _text(one, chances[one.action]))
        for one in weighed
    ]


def percent(chance: float) -> str:
    """A chance as people read it; never 0 or 100 % unless it is."""
    if chance <= LEAST or chance >= 1 - LEAST:
        return f"{round(chance) * 100} %"
    return f"{min(99.9, max(0.1, chance * 100)):.1f} %"


def _text(one: Weighed, survive: float) -> str:
    """What the number means: how it was found, and the way it holds for."""
    if not one.samples:
        return "wins at once" if one.value else "loses at once"
    then = " ".join(WORDS[action] for action in one.plan[1:])
    return f"{percent(survive)} to survive the coming field (exact); to win: estimated, greedy play afterwards{f'; best with {then}' if then else ''}"


def review(setup: Any, states: Sequence[Any], players: Sequence[int], actions: Sequence[int]) -> list[str]:
    """The story: the choice that lost most winning chance, and the dice that did."""
    playouts = 6_000
    room: Room | None = None
    before = 0.0
    worst: tuple[float, str] = (0.0, "")
    luck: tuple[float, str] = (0.0, "")
    for number, action in enumerate(actions):
        state = states[number]
        if not _asked(state):
            continue
        room = room or Room(type(state))
        weighed, _ = weigh(setup, state, number, playouts, room)
        best, chosen = weighed[0], next(one for one in weighed if one.action == action)
        where = f"turn {state.turn} (grid {state.grid})"
        if before - best.value > luck[0]:
            when = "in the field round of" if state.phase == rules.FIELD else "before"
            luck = (
                before - best.value,
                f"The dice cost most {when} {where}: the chance to win fell from {percent(before)} to {percent(best.value)}.",
            )
        loss, doubt = best.value - chosen.value, sqrt(best.error**2 + chosen.error**2)
        if loss > max(worst[0], doubt):  # what the samples cannot tell apart is no mistake
            text = f"{WORDS[action]} left {percent(chosen.value)} to win, {WORDS[best.action]} {percent(best.value)} (± {doubt * 100:.1f}, estimated)"
            worst = (loss, f"It turned in {where}: {text}.")
        before = chosen.value
    if before > luck[0] and states[-1].ending in (rules.STOOD, rules.ENTERED):
        luck = (before, f"The dice cost most at the end: the last choice still left {percent(before)} to win.")
    found = [worst[1] or "No choice cost anything that the search could measure."]
    return [*found, luck[1]] if luck[1] else found
