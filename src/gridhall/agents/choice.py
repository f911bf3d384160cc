"""Choose an action from a view, as an agent (data, see the package) would."""

import difflib
import time
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np

from gridhall.agents import duel, kernels
from gridhall.errors import Unavailable
from gridhall.kernel import array, bind, compiled
from gridhall.rng import mix

DEALS = 8  # how often what is hidden is dealt anew when looking one action ahead
DEEPEST = 200  # actions a tree may be deep
BATCH = 256  # simulations between two looks at the clock
PLANNERS = ("duel", "script")
# What `search:400` sets.
NUMBER = {"search": "simulations", "duel": "simulations", "policy": "skill", "script": "skill", "greedy": "deals"}

Agent = dict[str, Any]


def agent_of(game: Any, name: str | Agent) -> Agent:
    """The agent a name means.

    A level of play or of the POOL, a kind, or a kind with its number as in `search:400`, `search:50ms`.
    """
    if isinstance(name, dict):
        return name
    named = {**game.POOL, **game.LEVELS_OF_PLAY}
    if name in named:
        return dict(named[name])
    kind, _, number = name.partition(":")
    what = NUMBER.get(kind)
    if what == "simulations" and number.endswith("ms"):
        what, number = "milliseconds", number.removesuffix("ms")
    if kind in (*CHOOSERS, *PLANNERS) and (not number if what is None else number.isdecimal() or name == kind):
        return {"agent": kind, what: int(number)} if what and number else {"agent": kind}
    known = [*named, *CHOOSERS, *PLANNERS]
    near = difflib.get_close_matches(name, known, 1)
    raise Unavailable(
        f"{game.TITLE} has no opponent {name!r}; "
        + (f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}")
    )


def choose(game: Any, setup: Any, view: Any, player: int, agent: str | Agent, seed: int) -> int:
    """The action this agent takes; `view` is the player's, never the true state.

    The same arguments give the same action, but for a budget in milliseconds, which allows more on a faster machine.
    `seed` is the agent's own for the whole match: what it draws depends on the seed and on the view.
    """
    spec = agent_of(game, agent)
    if spec["agent"] in PLANNERS:
        return duel.choose(game, setup, view, player, spec, seed)
    board, seen = array(setup)[0], array(view)[0]
    seed = seed_from(seed ^ int.from_bytes(blake2b(bytes(view), digest_size=8).digest()), 1)
    if spec["agent"] == "uniform":
        return int(_kernel(kernels.uniform, game)(board, seen, player, seed))
    if spec.get("slip") and kernels.draw_below(seed_from(seed, 2), 10_000) < spec["slip"] * 10_000:
        return _slip(game, board, view, player, seed)
    return CHOOSERS[spec["agent"]](game, board, view, player, spec, seed)


def seed_from(seed: int, number: int) -> int:
    """Another seed of 62 bits, for another purpose."""
    return mix((seed + 0x9E3779B97F4A7C15 * (number + 1)) & 0xFFFFFFFFFFFFFFFF) >> 2


@cache
def _kernel(driver: Any, game: Any) -> Any:
    """The compiled driver for a game."""
    return compiled(bind(driver, kernels.with_defaults(game)))


def _scratch(view: Any) -> Any:
    return array(type(view), 1)[0]


def at_once(game: Any, board: Any, view: Any, player: int, seed: int) -> Any:
    """For every action what it decides at once; see kernels.ends_at_once."""
    values = np.zeros(game.ACTIONS, np.int64)
    _kernel(kernels.ends_at_once, game)(board, array(view)[0], _scratch(view), player, seed, DEALS, values)
    return values


def _slip(game: Any, board: Any, view: Any, player: int, seed: int) -> int:
    values = at_once(game, board, view, player, seed)
    careless = np.flatnonzero(values > -kernels.SCALE)
    careless = careless if len(careless) else np.flatnonzero(values > -2 * kernels.SCALE)
    return int(careless[kernels.draw_below(seed_from(seed, 3), len(careless))])


def _uniform(game: Any, board: Any, view: Any, player: int, spec: Agent, seed: int) -> int:
    return int(_kernel(kernels.uniform, game)(board, array(view)[0], player, seed))


def _propose(game: Any, board: Any, view: Any, player: int, spec: Agent, seed: int) -> int:
    return int(_kernel(kernels.proposed, game)(board, array(view)[0], player, seed))


def _greedy(game: Any, board: Any, view: Any, player: int, spec: Agent, seed: int) -> int:
    return int(
        _kernel(kernels.greedy, game)(board, array(view)[0], _scratch(view), player, seed, spec.get("deals", DEALS))
    )


def _policy(game: Any, board: Any, view: Any, player: int, spec: Agent, seed: int) -> int:
    if game.policy is None:
        raise Unavailable(f"{game.TITLE} has no scripted player")
    return int(compiled(game.policy)(board, array(view)[0], player, seed, spec.get("skill", 0)))


def _search(game: Any, board: Any, view: Any, player: int, spec: Agent, seed: int) -> int:
    """The most visited action of a tree search; a win in one is always taken, a loss in one avoided where possible."""
    decided = at_once(game, board, view, player, seed)
    if decided.max() == kernels.SCALE:
        return int(decided.argmax())
    visits, _ = search_values(game, board, view, player, spec, seed)
    visits[decided < 0] -= 1 << 30
    visits[decided == -2 * kernels.SCALE] -= 1 << 31
    return int(visits.argmax())


def search_values(game: Any, board: Any, view: Any, player: int, spec: Agent, seed: int) -> tuple[Any, Any]:
    """Visits and mean value (-1 to 1) of every action after a tree search of `simulations`, or of `milliseconds`."""
    wanted, until = spec.get("simulations", 400), None
    if "milliseconds" in spec:
        wanted, until = spec.get("simulations", 1 << 20), time.monotonic() + spec["milliseconds"] / 1000
    run, longest, guided = _kernel(kernels.tree_search, game), spec.get("longest", 60), spec.get("guided", 6)
    visits, values = np.zeros(game.ACTIONS, np.int64), np.zeros(game.ACTIONS)
    room = min(wanted, 1 << 16) + 1 if until is None else 1 << 16
    tree, totals, path = (
        np.zeros((room, kernels.NODES), np.int64),
        np.zeros(room, np.int64),
        np.zeros(DEEPEST, np.int64),
    )
    if until is None:
        run(board, array(view)[0], _scratch(view), tree, totals, path, player, seed, wanted, longest, guided)
        _add(tree, totals, visits, values)
    # Several smaller trees: a call cannot be resumed.
    while until is not None and visits.sum() < wanted and time.monotonic() < until:
        seed = seed_from(seed, 4)
        tree[:], totals[:] = 0, 0
        run(board, array(view)[0], _scratch(view), tree, totals, path, player, seed, BATCH * 4, longest, guided)
        _add(tree, totals, visits, values)
    return visits, np.divide(values, visits * kernels.SCALE, out=np.zeros_like(values), where=visits > 0)


def _add(tree: Any, totals: Any, visits: Any, values: Any) -> None:
    child = tree[0, kernels.CHILD]
    while child:
        visits[tree[child, kernels.ACTION]] += tree[child, kernels.VISITS]
        values[tree[child, kernels.ACTION]] += totals[child]
        child = tree[child, kernels.SIBLING]


CHOOSERS: dict[str, Callable[[Any, Any, Any, int, Agent, int], int]] = {
    "uniform": _uniform, "propose": _propose, "greedy": _greedy, "search": _search, "policy": _policy,
}  # fmt: skip
