"""Choose an action from a view, as an agent would (agents are data, see the package)."""

import difflib
import time
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np

from gridhall.agents import duel, players, tree_search
from gridhall.errors import Unavailable
from gridhall.game import Game, SetupRecord, View
from gridhall.kernel import array, bind, compiled
from gridhall.registry import with_functions
from gridhall.rng import mix

DEALS = 8  # guesses of what is hidden when looking one action ahead
DEEPEST = 200  # actions a tree may be deep
BATCH = 1024  # simulations between two looks at the clock
PLANNERS = ("duel", "script")
# What `search:400` sets.
NUMBER = {"search": "simulations", "duel": "simulations", "policy": "skill", "script": "skill", "greedy": "deals"}

Agent = dict[str, Any]


def agent_of(game: Game, name: str | Agent) -> Agent:
    """The agent that a name means.

    A name is a level of play, one of the game's POOL, a kind, or a kind with its number: `search:400`, `search:50ms`.
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
    cure = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
    raise Unavailable(f"{game.TITLE} has no opponent {name!r}; {cure}")


def choose(game: Game, setup: SetupRecord, view: View, player: int, agent: str | Agent, seed: int) -> int:
    """The action this agent takes; `view` is the player's, never the true state.

    The same arguments give the same action, but for a budget in milliseconds, which allows more on a faster machine.
    `seed` is the agent's own for the whole match: what it draws depends on the seed and on the view.
    """
    spec = agent_of(game, agent)
    if spec["agent"] in PLANNERS:
        return duel.choose(game, setup, view, player, spec, seed)
    seed = seed_from(seed ^ int.from_bytes(blake2b(bytes(view), digest_size=8).digest()), 1)
    if spec.get("slip") and spec["agent"] != "uniform" and _slips(spec["slip"], seed):
        return _careless(game, setup, view, player, seed)
    return CHOOSERS[spec["agent"]](game, setup, view, player, spec, seed)


def seed_from(seed: int, number: int) -> int:
    """Another seed of 62 bits, for another purpose."""
    return mix((seed + 0x9E3779B97F4A7C15 * (number + 1)) & 0xFFFFFFFFFFFFFFFF) >> 2


@cache
def with_defaults(game: Game) -> Game:
    """The game, with `propose` and `estimate` if it has none of its own."""
    propose = game.propose or bind(players.uniform, game)
    return with_functions(game, propose=propose, estimate=game.estimate or players.no_estimate)


@cache
def _compiled(driver: Any, game: Game) -> Any:
    """A driver's compiled twin for a game."""
    return compiled(bind(driver, with_defaults(game)))


def _row(record: SetupRecord | View) -> Any:
    """A record as compiled kernels take it; they share its memory."""
    return array(record)[0]


def _scratch(view: View) -> Any:
    return array(type(view), 1)[0]


def _decided_at_once(game: Game, setup: SetupRecord, view: View, player: int, seed: int) -> Any:
    """For every action what it decides at once; see players.ends_at_once."""
    values = np.zeros(game.ACTIONS, np.int64)
    run = _compiled(players.ends_at_once, game)
    run(_row(setup), _row(view), _scratch(view), player, seed, DEALS, values)
    return values


def _slips(chance: float, seed: int) -> bool:
    return bool(players.draw_below(seed_from(seed, 2), 10_000) < chance * 10_000)


def _careless(game: Game, setup: SetupRecord, view: View, player: int, seed: int) -> int:
    """Any action that does not lose at once; any legal one if all do."""
    values = _decided_at_once(game, setup, view, player, seed)
    actions = np.flatnonzero(values > -players.SCALE)
    actions = actions if len(actions) else np.flatnonzero(values > -2 * players.SCALE)
    return int(actions[players.draw_below(seed_from(seed, 3), len(actions))])


def _uniform(game: Game, setup: SetupRecord, view: View, player: int, spec: Agent, seed: int) -> int:
    return int(_compiled(players.uniform, game)(_row(setup), _row(view), player, seed))


def _propose(game: Game, setup: SetupRecord, view: View, player: int, spec: Agent, seed: int) -> int:
    return int(_compiled(players.proposed, game)(_row(setup), _row(view), player, seed))


def _greedy(game: Game, setup: SetupRecord, view: View, player: int, spec: Agent, seed: int) -> int:
    run, deals = _compiled(players.greedy, game), spec.get("deals", DEALS)
    return int(run(_row(setup), _row(view), _scratch(view), player, seed, deals))


def _policy(game: Game, setup: SetupRecord, view: View, player: int, spec: Agent, seed: int) -> int:
    if game.policy is None:
        raise Unavailable(f"{game.TITLE} has no scripted player")
    return int(compiled(game.policy)(_row(setup), _row(view), player, seed, spec.get("skill", 0)))


def _search(game: Game, setup: SetupRecord, view: View, player: int, spec: Agent, seed: int) -> int:
    """The most visited action of a tree search; a win in one is always taken, a loss in one avoided where possible."""
    decided = _decided_at_once(game, setup, view, player, seed)
    if decided.max() == players.SCALE:
        return int(decided.argmax())
    visits, _ = search_values(game, setup, view, player, spec, seed)
    visits[decided < 0] -= 1 << 30
    visits[decided == -2 * players.SCALE] -= 1 << 31
    return int(visits.argmax())


def search_values(game: Game, setup: SetupRecord, view: View, player: int, spec: Agent, seed: int) -> tuple[Any, Any]:
    """Visits and mean value (-1 to 1) of every action after a tree search of `simulations`, or of `milliseconds`."""
    timed = "milliseconds" in spec
    wanted = spec.get("simulations", 1 << 20 if timed else 400)
    room = 1 << 16 if timed else min(wanted, 1 << 16) + 1
    tree, totals = np.zeros((room, tree_search.FIELDS), np.int64), np.zeros(room, np.int64)
    visits, values = np.zeros(game.ACTIONS, np.int64), np.zeros(game.ACTIONS)
    run, path = _compiled(tree_search.search_tree, game), np.zeros(DEEPEST, np.int64)

    def grow(seed: int, simulations: int) -> None:
        """Search a tree, and add what its root's children came to."""
        scratch, longest, guided = _scratch(view), spec.get("longest", 60), spec.get("guided", 6)
        run(_row(setup), _row(view), scratch, tree, totals, path, player, seed, simulations, longest, guided)
        _add(tree, totals, visits, values)

    if not timed:
        grow(seed, wanted)
    else:  # several smaller trees, because a call cannot be resumed
        until = time.monotonic() + spec["milliseconds"] / 1000
        while visits.sum() < wanted and time.monotonic() < until:
            seed = seed_from(seed, 4)
            tree[:], totals[:] = 0, 0
            grow(seed, BATCH)
    return visits, np.divide(values, visits * players.SCALE, out=np.zeros_like(values), where=visits > 0)


def _add(tree: Any, totals: Any, visits: Any, values: Any) -> None:
    """Add the visits and values of the root's children to those of their actions."""
    child = tree[0, tree_search.CHILD]
    while child:
        action = tree[child, tree_search.ACTION]
        visits[action] += tree[child, tree_search.VISITS]
        values[action] += totals[child]
        child = tree[child, tree_search.SIBLING]


CHOOSERS: dict[str, Callable[[Game, SetupRecord, View, int, Agent, int], int]] = {
    "uniform": _uniform, "propose": _propose, "greedy": _greedy, "search": _search, "policy": _policy,
}  # fmt: skip
