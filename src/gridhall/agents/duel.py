"""Whole plans for sealed turns, in which both players plan in secret and both plans happen at once.

The `duel` agent solves the turn as a matrix game and draws a plan from the mixture; see matrix.py. Its data:
    templates, times, samples, tremble            how much is tried in this turn
    ahead                                         how many plans of each side are looked at one turn further, with
    inner_templates, inner_times, inner_samples   as much of each for that turn
    slip                                          the chance of a careless plan
With a budget of `simulations` (pairs of plans played) or `milliseconds` the turn is solved again and again instead,
with ever more effort, as long as the next time is likely to be within it.

The `script` agent enters the plan of a fixed strategy (`skill`) of the game's own.
"""

import math
import time
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from gridhall.agents import matrix
from gridhall.agents.players import draw_below, next_seed
from gridhall.errors import Unavailable
from gridhall.game import Game, Plan, SetupRecord, View
from gridhall.kernel import array, bind, compiled

Effort = dict[str, Any]
USUAL: Effort = {
    "templates": 8, "times": 1, "samples": 60, "tremble": 0.15,
    "ahead": 0, "inner_templates": 6, "inner_times": 1, "inner_samples": 100, "slip": 0.0,
}  # fmt: skip
EFFORTS: tuple[Effort, ...] = (
    {},
    {"templates": 8, "times": 1, "samples": 200, "tremble": 0.4, "ahead": 3, "inner_samples": 60},
    {"templates": 12, "times": 3, "samples": 600, "tremble": 0.4, "ahead": 6},
    {"templates": 12, "times": 3, "samples": 600, "tremble": 0.4,
     "ahead": 8, "inner_templates": 12, "inner_times": 2, "inner_samples": 400},
    {"templates": 12, "times": 4, "samples": 1500, "tremble": 0.4,
     "ahead": 12, "inner_templates": 12, "inner_times": 3, "inner_samples": 800},
)  # fmt: skip
GROWTH = 6  # what an effort costs, in those of the one before it


@cache
def _compiled(driver: Any, game: Game) -> Any:
    """A driver's compiled twin for a game."""
    return compiled(bind(driver, game))


def choose(game: Game, setup: SetupRecord, view: View, player: int, agent: Effort, seed: int) -> int:
    """The next action of the plan chosen for this turn; the whole turn gives the same plan for the same seed."""
    plans = game.plan_script if agent["agent"] == "script" else game.plan_play
    if plans is None or game.plan_begin is None:
        raise Unavailable(f"{game.TITLE} has no sealed plans to duel with")
    begun = type(view).from_buffer_copy(view)
    for number in range(game.PLAYERS):
        game.plan_begin(setup, begun, number)
    kinds: tuple[Any, Any] = type(setup), type(view)
    plan = _plan(game, kinds, bytes(setup), bytes(begun), player, tuple(sorted({**USUAL, **agent}.items())), seed)
    return int(_compiled(matrix.enter, game)(array(setup)[0], array(view)[0], player, plan))


@lru_cache(maxsize=4096)
def _plan(
    game: Game, kinds: tuple[Any, Any], setup: bytes, view: bytes, player: int, options: tuple[Any, ...], seed: int
) -> Plan:
    """The plan of a turn in which nothing is planned yet; `options` are the agent's data."""
    agent = dict(options)
    setup_row, view_row = (array(kind.from_buffer_copy(content))[0] for kind, content in zip(kinds, (setup, view)))
    states = array(kinds[1], 2)
    own = next_seed(seed ^ int.from_bytes(blake2b(view, digest_size=8).digest()))  # other chances in every turn
    if agent["agent"] == "script":
        plan = np.zeros(game.PLAN, np.int64)
        compiled(game.plan_script)(setup_row, view_row, states[0], player, own, agent.get("skill", 0), plan)
        return plan
    if agent["slip"] and draw_below(next_seed(own ^ 5), 10_000) < agent["slip"] * 10_000:
        plan = np.zeros(game.PLAN, np.int64)
        _compiled(matrix.slip, game)(setup_row, view_row, states[0], player, own, plan)
        return plan
    mixes, plans = solve(game, setup_row, view_row, states, agent, own)
    chances = mixes[player].copy()
    chances[chances < chances.max() / 10] = 0
    draw = draw_below(next_seed(own ^ 9), 1 << 30) / (1 << 30) * chances.sum()
    chosen = int(np.searchsorted(np.cumsum(chances), draw, side="right"))
    return plans[player, min(chosen, int(np.flatnonzero(chances)[-1]))].copy()


def solve(game: Game, setup: SetupRecord, view: View, states: Any, agent: Effort, seed: int) -> tuple[Any, Any]:
    """Both sides' mixtures over their plans, and the plans.

    Within a budget those of the greatest effort it allows, of the least in any case.
    """
    spent = np.zeros(1, np.int64)
    if "simulations" not in agent and "milliseconds" not in agent:
        return mixture(game, setup, view, states, agent, seed, spent)
    most, began = (agent.get("simulations", math.inf), agent.get("milliseconds", math.inf)), time.monotonic()
    used, before = (0.0, 0.0), (0.0, 0.0)
    for effort in EFFORTS:
        solution = mixture(game, setup, view, states, {**agent, **effort}, seed, spent)
        before, used = used, (float(spent[0]), 1000 * (time.monotonic() - began))
        if any(now + GROWTH * (now - then) > limit for now, then, limit in zip(used, before, most)):
            break
    return solution


def mixture(
    game: Game, setup: SetupRecord, view: View, states: Any, effort: Effort, seed: int, spent: Any
) -> tuple[Any, Any]:
    """What one effort comes to; nothing is planned in the view, `states` are scratch. Counts what is `spent`."""
    most, samples = matrix.MOST, max(effort["samples"], effort["inner_samples"], matrix.MOST)
    plans, counts = np.zeros((2, most, game.PLAN), np.int64), np.zeros(2, np.int64)
    payoffs, mixes, work = np.zeros((most, most)), np.zeros((2, most)), np.zeros((6, most))
    rivals = matrix.NEAR + matrix.FRESH
    scratch = (  # candidates, scores, order, rivals, weights
        np.zeros((samples, game.PLAN), np.int64), np.zeros(samples), np.zeros(samples, np.int64),
        np.zeros((rivals, game.PLAN), np.int64), np.zeros(rivals),
    )  # fmt: skip
    tremble = float(effort["tremble"])
    turn = effort["templates"], effort["times"], effort["samples"]
    _compiled(matrix.solve_turn, game)(
        setup, view, states[0], plans, counts, payoffs, mixes, work, *scratch, seed, 0, *turn, tremble, spent
    )
    if effort["ahead"]:
        inner = np.zeros_like(plans), np.zeros_like(counts), np.zeros_like(payoffs), np.zeros_like(mixes)
        turn = effort["inner_templates"], effort["inner_times"], effort["inner_samples"]
        _compiled(matrix.look_ahead, game)(
            setup, view, states[1], states[0], plans, counts, payoffs, mixes, work, *inner, *scratch,
            next_seed(seed), effort["ahead"], *turn, tremble, spent,
        )  # fmt: skip
    return mixes, plans
