"""Use a game with interpreted kernels, and keep calls of every kernel: its arguments before and after, and its answer.

Run as a program (`python -m tests.kernel_calls GAME FILE`) with GRIDHALL_INTERPRETED=1, so that nothing is compiled;
tests/test_every_kernel.py makes the same calls compiled.
"""

import ctypes
import importlib
import pickle
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy

import gridhall
from gridhall import learn, prepare, registry
from gridhall.agents.choice import agent_of, choose, with_defaults
from gridhall.agents.tree_search import play_outs, sample_values
from gridhall.compiler.interpreted import Cells
from gridhall.errors import GridhallError
from gridhall.kernel import Record, array, bind, compiled, is_kernel
from gridhall.learn import distances
from gridhall.learn.crew import ring_and_wait
from gridhall.learn.oracle import Oracle
from gridhall.match import Match
from gridhall.record import read_record
from gridhall.solve import search
from gridhall.solve.positions import no_bound

Use = Callable[[], object]

MOST = 4  # calls kept of each kernel
LARGEST = 1 << 22  # bytes of arguments worth keeping
LONGEST = 20_000  # kernels called in one use, which is then broken off


class Enough(Exception):
    """This use has gone on for long enough."""


class Part(NamedTuple):
    """An argument in memory: its place in a block, and what is there: an array (dtype, shape) or a record (kind)."""

    block: int
    offset: int
    dtype: Any
    shape: tuple[int, ...]
    kind: Any


class Call(NamedTuple):
    """One call of a kernel. `game` is the game a driver was bound to; blocks are the memory its arguments share."""

    module: str
    name: str
    game: str
    arguments: list[Any]
    before: list[bytes]
    after: list[bytes]
    answer: Any


@cache
def kernels() -> dict[str, FunctionType]:
    """Every kernel of the package, by module and name, found by listing, but for those that are compared elsewhere.

    What kernel.py offers has tests of its own; drivers of the conformance tests are what compares, and a new game's
    templates are compared by these when a game is made of them (test_new_game.py).
    """
    functions, top = {}, Path(gridhall.__file__).parent
    for path in sorted(top.rglob("*.py")):
        marked = re.search(r"^@kernel", path.read_text("utf-8"), re.MULTILINE)
        parts = path.relative_to(top).with_suffix("").parts
        is_elsewhere = parts == ("kernel",) or parts[0] in ("conformance", "templates")
        if marked and not is_elsewhere and not path.name.startswith("test_"):
            module = ".".join(("gridhall", *parts))
            for name, value in vars(importlib.import_module(module)).items():
                if is_kernel(value) and value.__module__ == module:
                    functions[f"{module}.{name}"] = value
    return functions


def memory(value: Any) -> tuple[int, int] | None:
    """Where an argument lies, from and to; None for a number."""
    if isinstance(value, Cells):
        return value.array.ctypes.data, value.array.ctypes.data + value.array.nbytes
    if isinstance(value, (Record, ctypes.Array)):
        return ctypes.addressof(value), ctypes.addressof(value) + ctypes.sizeof(value)
    return None


class Blocks:
    """The memory of a call's arguments: those that overlap are one block, and stay so in copies."""

    def __init__(self, values: list[Any]) -> None:
        spans = sorted({span for value in values if (span := memory(value))})
        self.spans: list[list[int]] = []
        for low, high in spans:
            if self.spans and low < self.spans[-1][1]:
                self.spans[-1][1] = max(self.spans[-1][1], high)
            else:
                self.spans.append([low, high])

    def content(self) -> list[bytes]:
        return [ctypes.string_at(low, high - low) for low, high in self.spans]

    def part(self, value: Any) -> Any:
        """An argument as data; numbers as they are."""
        span = memory(value)
        if span is None:
            return value
        block = next(i for i, (low, high) in enumerate(self.spans) if low <= span[0] < high or low == span[0])
        offset = span[0] - self.spans[block][0]
        if isinstance(value, Record):
            return Part(block, offset, None, (), type(value))
        if isinstance(value, ctypes.Array):
            return Part(block, offset, numpy.dtype(value._type_), (len(value),), None)
        return Part(block, offset, value.array.dtype, value.array.shape, None)


class Spy:
    """Keeps calls while kernels run; a profiler of Python's, so nothing of the program is changed."""

    def __init__(self) -> None:
        self.codes = {function.__code__: (function.__module__, function.__name__) for function in kernels().values()}
        self.calls: dict[tuple[str, str, str], list[Call]] = {}
        self.seen: dict[tuple[str, str, str], int] = {}
        self.open: dict[int, tuple[Any, ...]] = {}
        self.chance = random.Random(1)
        self.left = 0

    def __call__(self, frame: Any, event: str, answer: Any) -> None:
        code = frame.f_code
        if code not in self.codes or event not in ("call", "return"):
            return
        game = frame.f_globals.get("game")
        key = (*self.codes[code], registry.name_of(game) if game is not None and game.__name__ != "choice" else "")
        if event == "return":
            if id(frame) in self.open:
                arguments, blocks, before = self.open.pop(id(frame))
                self._keep(key, Call(*key, arguments, before, blocks.content(), answer))
            return
        self.left -= 1
        if self.left < 0:
            raise Enough
        self.seen[key] = count = self.seen.get(key, 0) + 1
        if len(self.calls.get(key, ())) < MOST or self.chance.random() < MOST / count:
            values = [frame.f_locals[name] for name in code.co_varnames[: code.co_argcount]]
            blocks = Blocks(values)
            before = blocks.content()
            if sum(map(len, before)) <= LARGEST:
                self.open[id(frame)] = [blocks.part(value) for value in values], blocks, before

    def watch(self, work: Use, longest: int) -> None:
        """Do something, and keep what kernels it calls; it is broken off when it takes too long."""
        self.left = longest
        sys.setprofile(self)
        try:
            work()
        except (Enough, GridhallError):
            pass
        finally:
            sys.setprofile(None)
            self.open.clear()

    def _keep(self, key: tuple[str, str, str], call: Call) -> None:
        kept = self.calls.setdefault(key, [])
        if len(kept) < MOST:
            kept.append(call)
        else:
            kept[self.chance.randrange(MOST)] = call


def use(name: str, spy: Spy) -> None:
    """Use the game as `prepare` does, with budgets for the interpreter; its transcripts; and what only tests use."""
    game = registry.load(name)
    for number, match in enumerate(positions(game)):
        longest = LONGEST if number < 2 else LONGEST // 20
        for _, work in prepare.uses_of(match, least=True):
            spy.watch(work, longest if game.PUZZLE else longest // 10)
        for work in simple_uses(match, number):
            spy.watch(work, longest)
    for path in sorted((registry.folder_of(game) / "transcripts").glob("*.jsonl")):
        spy.watch(partial(read_record, path), 40 * LONGEST)
    for work in OWN_USES.get(name, list)():
        spy.watch(work, 40 * LONGEST)


def positions(game: Any) -> list[Match]:
    """The start of some levels, and positions after random play."""
    chance = random.Random(7)
    names = [level.name for level in registry.levels(game)]
    matches = []
    for name in (None, *names[:: max(1, len(names) // 10)]):
        match = Match(game, name, 5)
        matches.append(Match.of_text(game, match.setup_text, 5))
        play(match, chance.randrange(4, 30), chance)
        if not match.over:
            matches.append(match)
    return matches


def play(match: Match, plies: int, chance: random.Random) -> None:
    """Play some plies of any kind."""
    for _ in range(plies):
        if match.over:
            return
        player = chance.choice(match.acting)
        match.act(player, chance.choice(match.legal(player)))


def simple_uses(match: Match, number: int) -> Iterator[Use]:
    """Every agent, with next to no effort; and the rules' own kernels, for each player and a spectator."""
    game, setup = match.game, match.setup
    agents: list[dict[str, Any]] = [
        {"agent": "propose"},
        {"agent": "greedy", "deals": 1},
        {"agent": "search", "simulations": 3, "longest": 6},
    ]
    for player in match.acting:
        for agent in (*agents, *list(game.POOL.values())[number::12]):
            yield partial(choose_for, match, player, agent)
    for player in range(game.PLAYERS + 1):
        yield partial(rules_of, match, player)
    yield lambda: play(Match.of_text(game, match.setup_text, number), 300, random.Random(number))
    if game.PUZZLE:
        yield lambda: Oracle(game, setup, match.state, 64)
        yield lambda: small_oracle(match)
        yield lambda: compiled(no_bound)(setup, array(match.state)[0])  # of games that have no bound of their own
    if number == 0:
        yield partial(learn_from, match)
        for heard in (0, 1):
            yield partial(compiled(ring_and_wait), numpy.zeros(3, numpy.int64), 0, 1, heard, 2, 3)
    yield lambda: compiled(bind(play_outs, with_defaults(game)))(
        setup, match.state, array(type(match.state), 1)[0], 5, 1, 4, 4
    )
    yield lambda: compiled(bind(sample_values, with_defaults(game)))(
        setup, match.state, array(type(match.state), 1)[0], 5, 1, 4, 4, numpy.zeros(2, numpy.int64)
    )


def learn_from(match: Match) -> None:
    """A step of every kind of batch."""
    name = registry.name_of(match.game)
    if match.game.PLAYERS == 2:
        for crop in (None, (5, 7)) if match.game.focus else (None,):
            duels = learn.duels(name, 1, crop=crop)
            duels.reset(seed=1)
            duels.step(duels.action_masks().argmax(2))
        return
    _, rows, columns, _ = match.game.shape(match.setup)
    for reward in ("score", "win-soon"):
        envs = learn.vector(name, 1, setup=match.setup_text, pad=(rows + 1, columns + 1), reward=reward, max_steps=2)
        envs.reset(seed=1)
        for _ in range(2):
            envs.step(envs.action_masks().argmax(1))


def choose_for(match: Match, player: int, agent: dict[str, Any]) -> int:
    return choose(match.game, match.setup, match.view(player), player, agent, 3)


def rules_of(match: Match, player: int) -> None:
    game, setup, state = match.game, match.setup, match.view(player)
    game.resample(setup, state, player, 12345)
    game.canonicalize(setup, state)
    if player < game.PLAYERS:
        game.score(setup, state, player)
        game.outcome(setup, state, player)


def small_oracle(match: Match) -> None:
    """The oracle's kernels on a few positions."""
    game, size = match.game, 4 * match.game.ACTIONS + 4
    nodes, children = array(type(match.state), size), numpy.zeros((size, game.ACTIONS), numpy.int32)
    nodes[:1] = array(match.state)
    words, table = nodes.view(numpy.int64).reshape(size, -1), numpy.zeros(256, numpy.int32)
    compiled(search.rehash)(words, table, 1)
    memory = search.Memory()
    memory.stored = 1
    compiled(bind(distances.expand, game))(setup_of(match), nodes, words, table, children, memory)
    compiled(distances.distances)(children, 3, numpy.zeros(size, numpy.int32))
    compiled(distances.node_of)(words, table, words[2])


def setup_of(match: Match) -> Any:
    return array(match.setup)[0]


def _echoes_uses() -> Iterator[Use]:
    from gridhall.agents import duel, matrix
    from gridhall.games.echoes import strategies

    match = Match("echoes", None, 1)
    state, scratch, plan = array(match.state)[0], array(type(match.state), 2), numpy.zeros(match.game.PLAN, numpy.int64)
    least = {**duel.USUAL, "templates": 0, "times": 0, "samples": 1, "ahead": 1, "inner_templates": 0, "inner_times": 0}
    for effort in ({}, {"times": 1, "samples": 2, "ahead": 0}):
        numbers = {**least, "inner_samples": 1, **effort}
        yield partial(
            duel.mixture, match.game, setup_of(match), state, scratch, numbers, 3, numpy.zeros(1, numpy.int64)
        )
    yield lambda: compiled(bind(matrix.slip, match.game))(setup_of(match), state, scratch[0], 0, 3, plan)
    for skill in (strategies.WALL_GREEDY, strategies.ANTI_WALL):
        yield partial(compiled(strategies.best_of), setup_of(match), state, scratch[0], 0, 7, 3, skill, plan)
    for number in (0, 5, 77):
        yield partial(compiled(strategies.tuned), setup_of(match), state, scratch[0], 1, 7, number, plan)
    yield lambda: [Match.play(match, word) for word in ("1: new A", "1: undo")]
    yield _try_lists


def _grid_universe_uses() -> Iterator[Use]:
    from gridhall.games.grid_universe import rules

    match = Match("grid_universe", "pushing", 1)
    before = match.states()[0]
    for action in match.legal(0):
        match.act(0, action)
        yield lambda: rules.is_effective(match.setup, match.state, before)
    turn, trails, hits, used = (numpy.zeros(4096, numpy.int64) for _ in range(4))
    yield lambda: compiled(BOUND["act"])(setup_of(match), array(before)[0], 1, turn, trails, hits, used)
    yield lambda: compiled(BOUND["is_won"])(setup_of(match), array(before)[0], 1)
    yield lambda: compiled(BOUND["bound"])(setup_of(match), array(before)[0])


def _bound() -> dict[str, FunctionType]:
    """Kernels that a variant of a game binds to its own, bound to the game's."""
    from gridhall.games.grid_universe import lower_bound, rules, variant_choice

    def space(other: Any) -> ModuleType:
        names = ModuleType("choice")
        vars(names).update(number=99, moves=99, aims=99, own=other, other=other)
        return names

    own = {"act": rules.act, "is_won": rules.is_won, "bound": lower_bound.bound}
    return {name: bind(getattr(variant_choice, name), space(kernel)) for name, kernel in own.items()}


BOUND = _bound()


def _maze_runner_uses() -> Iterator[Use]:
    from gridhall.games.maze_runner import ending, guessing, sight, structures, turns
    from gridhall.games.maze_runner.tables import AREA, BACK_BIT

    chance = random.Random(3)
    for plies in (0, 60, 300):
        match = Match("maze_runner", None, 9)
        play(match, plies, chance)
        state, toll = array(match.state)[0], numpy.zeros(AREA, numpy.int64)
        yield partial(compiled(guessing.place_on_board), setup_of(match), state, 0)
        yield partial(compiled(guessing.lay_guess), setup_of(match), state, 5, toll)
        rays = numpy.zeros(sight.LONGEST_RAY, numpy.int64)
        yield partial(compiled(sight.trace), state, int(state["cell"][0]), 2, 5, rays)
        yield partial(compiled(turns.damage_door), state, 70, 1)
        yield partial(compiled(turns.respawn_cell), setup_of(match), state, 0, 0)
        yield partial(compiled(ending.besiege), state)
        yield partial(compiled(ending.adjudicate), state)
    for flags in (0, BACK_BIT):
        yield partial(compiled(structures.reflect), flags, 2)
    yield from _maze_runner_with_everything(chance)


def _maze_runner_with_everything(chance: random.Random) -> Iterator[Use]:
    """Matches with golems, towers and extra nexuses: drawn, at random, by the machine's players, and as planes."""
    from gridhall.games.maze_runner import turns

    game = registry.load("maze_runner")
    text = "; size: 25\n; golems: 2\n; towers: 2\n; nexuses: 2\n; majority: on\n"
    for seed in (1, 2):
        match = Match.of_text(game, text, seed)
        yield partial(Match.of_text, game, text, seed)
        yield partial(play, match, 900, chance)
        for level in game.LEVELS_OF_PLAY:
            played = Match.of_text(game, text, seed)
            yield partial(play_by_machine, played, agent_of(game, level), 600)
        planes, rows, columns, scalars = game.shape(match.setup)
        room = (numpy.zeros(size, numpy.int32) for size in (planes * rows * columns, scalars))
        yield partial(compiled(game.observe), setup_of(played), array(played.state)[0], 0, *room)
        for fallen in (45, 700):
            yield partial(compiled(turns.nearest_extra), array(match.state)[0], 0, fallen)


def play_by_machine(match: Match, agent: dict[str, Any], plies: int) -> None:
    """Both sides are played by an agent."""
    for _ in range(plies):
        if match.over:
            return
        match.act(match.acting[0], choose_for(match, match.acting[0], agent))


def _try_lists() -> None:
    from gridhall.games.echoes import all_plans

    match = Match("echoes", None, 1)
    lists, lengths = numpy.array(match.state.lists, numpy.int8), numpy.array(match.state.lengths, numpy.int8)
    rows, results = numpy.zeros(40 * 16, numpy.int8), numpy.zeros(40, numpy.int32)
    compiled(all_plans.lists_from)(50, 2, numpy.zeros(0, numpy.int8))
    count = compiled(all_plans.lists_from)(50, 1, rows)
    home = numpy.array(match.setup.home, numpy.int8)
    compiled(all_plans.replay_each)(match.state.living | 1, lists, lengths, home, 0, 0, rows, results[:count].copy())
    for win in (-1, 0, 1):
        compiled(all_plans.count_goal)(setup_of(match), 1, 0, 0, results, 0, 0, 0, win, numpy.zeros(1, numpy.int64))


def _warpgrid_matches() -> Iterator[Use]:
    from gridhall.games.warpgrid import matches
    from gridhall.games.warpgrid.advise import SearchMemory, survival, weigh
    from gridhall.games.warpgrid.search import search as choose_way

    match = Match("warpgrid", "last_grid", 3)
    kind = type(match.state)
    states, results, left = array(kind, 3), numpy.zeros(64, numpy.int64), numpy.zeros(64, numpy.int64)
    memory = SearchMemory(kind)
    arrays = memory.ends, memory.plans, memory.looks, memory.prints, memory.sums
    states[1:2] = array(match.game.read_setup(match.setup_text)[1])
    yield lambda: compiled(matches.random_matches)(setup_of(match), states, results, 1, 1)
    yield lambda: compiled(matches.greedy_matches)(setup_of(match), states, results, 1, 1)
    yield lambda: compiled(matches.grids_left)(setup_of(match), states, 6, 20, 1, 5, left)
    yield lambda: compiled(matches.search_matches)(setup_of(match), states, results, 1, 1, *arrays, 1)
    yield lambda: compiled(choose_way)(setup_of(match), match.state, *arrays, states[2], 1, 9)
    yield lambda: weigh(match.setup, match.state, 3, 1, memory)
    yield lambda: survival(match.setup, match.state, memory)


OWN_USES: dict[str, Callable[[], Iterable[Use]]] = {
    "echoes": _echoes_uses, "grid_universe": _grid_universe_uses, "maze_runner": _maze_runner_uses,
    "warpgrid": _warpgrid_matches,
}  # fmt: skip


def main() -> None:
    name, file = sys.argv[1:]
    spy = Spy()
    use(name, spy)
    with open(file, "wb") as to:
        pickle.dump([call for kept in spy.calls.values() for call in kept], to)


if __name__ == "__main__":
    from tests import kernel_calls  # so that what is pickled belongs to the module, not to the program

    kernel_calls.main()
