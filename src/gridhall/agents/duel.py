"""Whole plans for sealed turns. The `duel` agent: solve the turn as a matrix game and draw from the mixture; see
duel_kernels.py.

Its data: `templates`, `times`, `samples`, `tremble` of the turn; `ahead` plans of each side are looked at one turn
further, with `inner_templates`, `inner_times`, `inner_samples`. `slip` is the chance of a careless plan. With a budget
of `simulations` (pairs of plans played) or `milliseconds` the turn is solved again and again instead, with ever more
effort, as long as the next time is likely to be within it. The `script` agent enters the plan of a fixed strategy
(`skill`) of the game's own.
"""

import math
import time
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from gridhall.agents import duel_kernels as duel
from gridhall.agents.kernels import draw_below, next_seed
from gridhall.errors import Unavailable
from gridhall.kernel import array, bind, compiled

USUAL = {
    "templates": 8, "times": 1, "samples": 60, "tremble": 0.15, "ahead": 0, "inner_templates": 6, "inner_times": 1, "inner_samples": 100, "slip": 0.0,
}  # fmt: skip
EFFORTS: tuple[dict[str, Any], ...] = (
    {},
    {"templates": 8, "times": 1, "samples": 200, "tremble": 0.4, "ahead": 3, "inner_samples": 60},
    {"templates": 12, "times": 3, "samples": 600, "tremble": 0.4, "ahead": 6},
    {
        "templates": 12,
        "times": 3,
        "samples": 600,
        "tremble": 0.4,
        "ahead": 8,
        "inner_templates": 12,
        "inner_times": 2,
        "inner_samples": 400,
    },
    {
        "templates": 12,
        "times": 4,
        "samples": 1500,
        "tremble": 0.4,
        "ahead": 12,
        "inner_templates": 12,
        "inner_times": 3,
        "inner_samples": 800,
    },
)
GROWTH = 6  # what an effort costs, in those of the one before it


@cache
def _kernel(driver: Any, game: Any) -> Any:
    return compiled(bind(driver, game))


def choose(game: Any, setup: Any, view: Any, player: int, agent: dict[str, Any], seed: int) -> int:
    """The next action of the plan chosen for this turn; the whole turn gives the same plan for the same seed."""
    if (game.plan_script if agent["agent"] == "script" else game.plan_play) is None:
        raise Unavailable(f"{game.TITLE} has no sealed plans to duel with")
    begun = type(view).from_buffer_copy(view)
    for one in range(game.PLAYERS):
        game.plan_begin(setup, begun, one)
    kinds: tuple[Any, Any] = type(setup), type(view)
    plan = _plan(game, kinds, bytes(setup), bytes(begun), player, tuple(sorted({**USUAL, **agent}.items())), seed)
    return int(_kernel(duel.enter, game)(array(setup)[0], array(view)[0], player, plan))


@lru_cache(maxsize=4096)
def _plan(
    game: Any, kinds: tuple[Any, Any], setup: bytes, view: bytes, player: int, options: tuple[Any, ...], seed: int
) -> Any:
    told = dict(options)
    board, seen = (array(kind.from_buffer_copy(content))[0] for kind, content in zip(kinds, (setup, view)))
    states = array(kinds[1], 2)
    own = next_seed(seed ^ int.from_bytes(blake2b(view, digest_size=8).digest()))  # other chances in every turn
    if told["agent"] == "script":
        plan = np.zeros(game.PLAN, np.int64)
        compiled(game.plan_script)(board, seen, states[0], player, own, told.get("skill", 0), plan)
        return plan
    if told["slip"] and draw_below(next_seed(own ^ 5), 10_000) < told["slip"] * 10_000:
        plan = np.zeros(game.PLAN, np.int64)
        _kernel(duel.slip, game)(board, seen, states[0], player, own, plan)
        return plan
    mixes, plans = solve(game, board, seen, states, told, own)
    chances = mixes[player].copy()
    chances[chances < chances.max() / 10] = 0
    draw = draw_below(next_seed(own ^ 9), 1 << 30) / (1 << 30) * chances.sum()
    chosen = int(np.searchsorted(np.cumsum(chances), draw, side="right"))
    return plans[player, min(chosen, int(np.flatnonzero(chances)[-1]))].copy()


def solve(game: Any, board: Any, seen: Any, states: Any, told: dict[str, Any], seed: int) -> tuple[Any, Any]:
    """Both sides' mixtures over their plans, and the plans.

    Within a budget those of the greatest effort it allows, of the least in any case.
    """
    spent = np.zeros(1, np.int64)
    if "simulations" not in told and "milliseconds" not in told:
        return mixture(game, board, seen, states, told, seed, spent)
    most, began = (told.get("simulations", math.inf), told.get("milliseconds", math.inf)), time.monotonic()
    used, before = (0.0, 0.0), (0.0, 0.0)
    for effort in EFFORTS:
        found = mixture(game, board, seen, states, {**told, **effort}, seed, spent)
        before, used = used, (float(spent[0]), 1000 * (time.monotonic() - began))
        if any(now + GROWTH * (now - then) > limit for now, then, limit in zip(used, before, most)):
            break
    return found


def mixture(
    game: Any, board: Any, seen: Any, states: Any, told: dict[str, Any], seed: int, spent: Any
) -> tuple[Any, Any]:
    """What the effort told comes to; nothing is planned in `seen`. Counts what is `spent`."""
    most, samples = duel.MOST, max(told["samples"], told["inner_samples"], duel.MOST)
    plans, counts = np.zeros((2, most, game.PLAN), np.int64), np.zeros(2, np.int64)
    matrix, mixes, work = np.zeros((most, most)), np.zeros((2, most)), np.zeros((6, most))
    candidates, scores, order = np.zeros((samples, game.PLAN), np.int64), np.zeros(samples), np.zeros(samples, np.int64)
    rivals, weights = np.zeros((duel.NEAR + duel.FRESH, game.PLAN), np.int64), np.zeros(duel.NEAR + duel.FRESH)
    _kernel(duel.solve_turn, game)(
        board, seen, states[0], plans, counts, matrix, mixes, work, candidates, scores, order, rivals, weights, seed, 0,
        told["templates"], told["times"], told["samples"], float(told["tremble"]), spent,
    )  # fmt: skip
    if told["ahead"]:
        inner = np.zeros_like(plans), np.zeros_like(counts), np.zeros_like(matrix), np.zeros_like(mixes)
        _kernel(duel.look_ahead, game)(
            board, seen, states[1], states[0], plans, counts, matrix, mixes, work, *inner, candidates, scores, order, rivals, weights,
            next_seed(seed), told["ahead"], told["inner_templates"], told["inner_times"], told["inner_samples"], float(told["tremble"]), spent,
        )  # fmt: skip
    return mixes, plans
