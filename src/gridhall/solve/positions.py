"""The positions of one puzzle that searches have met, in arrays that grow, and the searches that fill them."""

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct

from gridhall.game import Game, SetupRecord, Truth
from gridhall.kernel import array, bind, compiled, kernel
from gridhall.registry import with_functions
from gridhall.solve import search

FIRST = 1 << 12  # positions there is room for at first
MOST = 1 << 40  # positions a search may be allowed: more than any memory has room for
TURN = 100_000  # positions expanded between two looks at the clock, the keyboard and the room left
BUCKETS = 1 << 16  # values of the queue; whatever costs more is in the last one
# One number for each position. Each search needs some of them: BEST_FIRST are in the order its kernel takes them.
COLUMNS = {
    "parents": np.int32,
    "actions": np.int16,
    "depths": np.int32,
    "scores": np.int32,
    "marks": np.int32,
    "left": np.int32,
    "best": np.int16,
}
BEST_FIRST = ("after", "left", "best", "parents", "actions", "depths", "marks")

Progress = Callable[[int, int], None]  # gets the positions stored, and how many moves were proved too few


class SearchResult(Struct):
    """How a search ended."""

    actions: list[int] | None  # of a win, if there is one
    shortest: bool  # no win is shorter
    exhausted: bool  # everything was searched, and there is no win
    bound: int  # every win takes at least so many moves
    nodes: int  # positions this search has stored
    points: int | None = None  # the score of the win, where the most points were sought


@kernel
def no_bound(setup: SetupRecord, state: Truth) -> int:
    """The `bound` of a game that has none: a win may be 0 moves away."""
    return 0


@cache
def with_bound(game: Game) -> Game:
    """The game, with a `bound` if it has none of its own."""
    return game if game.bound is not None else with_functions(game, bound=no_bound)


class Positions:
    """Positions of one puzzle. A best-first search goes on with what those before it found out."""

    def __init__(self, game: Game, setup: SetupRecord, state: Truth, room: int = 0) -> None:
        """`room` is how many positions there is space for at once; with 0 the arrays begin small."""
        self.game, self.setup, self.setup_row = with_bound(game), setup, array(setup)[0]
        self.kind, self.room = type(state), room
        self.memory: Any = search.Memory()
        self.nodes = array(self.kind, 0)
        self.words = np.zeros((0, 1), np.int64)
        self.table = np.zeros(0, np.int32)
        self.columns: dict[str, Any] = {name: np.zeros(0, kind) for name, kind in COLUMNS.items()}
        self.columns["after"] = np.zeros((0, self.game.ACTIONS), np.int32)
        self.used: tuple[str, ...] = ()  # the columns this search needs
        self.entries = np.zeros((2, 0), np.int32)

    @property
    def stored(self) -> int:
        """How many positions there are."""
        return int(self.memory.stored)

    @property
    def full(self) -> bool:
        """Whether the next expansion might need more room than there is."""
        return self.stored + self.game.ACTIONS >= min(len(self.nodes), int(self.memory.room))

    def _begin(self, state: Truth, nodes: int, used: tuple[str, ...]) -> int:
        """Prepare a search that may store so many positions more; returns the node it starts from."""
        self.used, memory = used, self.memory
        # The kernels want room for one expansion beyond.
        memory.room = memory.stored + min(max(1, nodes), MOST) + self.game.ACTIONS + 2
        memory.goal = memory.win_node = memory.win_moves = memory.win_action = search.NOTHING
        memory.head = memory.entries = 0
        memory.run += 1
        return self._node_of(state)

    def _node_of(self, state: Truth) -> int:
        """The node of a state, which is stored if it is new."""
        if self.full:
            self._grow()
        node, canonical = self.stored, copy.copy(state)
        self.game.canonicalize(self.setup, canonical)
        self.nodes[node : node + 1] = array(canonical)
        slot = compiled(search.slot_of)(self.words, self.table, node)
        if not self.table[slot]:
            self.memory.stored += 1
            self.table[slot] = node + 1
            if "left" in self.used:
                playing = self.game.acting(self.setup, state)
                bound = self.game.bound
                self.columns["left"][node] = bound(self.setup, canonical) if bound and playing else search.NOTHING
        return int(self.table[slot]) - 1

    def _grow(self) -> bool:
        """Double the room, up to the limit of this search; False if there is no more to be had."""
        room, most = len(self.nodes), self.memory.room
        if room >= most:
            return False
        wanted = max(self.room, min(max(FIRST, 2 * room), most))
        nodes = array(self.kind, wanted)
        nodes[:room] = self.nodes
        self.nodes, self.words = nodes, nodes.view(np.int64).reshape(wanted, -1)
        for name in self.used:
            old = self.columns[name]
            self.columns[name] = np.zeros((wanted, *old.shape[1:]), old.dtype)
            self.columns[name][:room] = old
        size = 1 << (2 * wanted - 1).bit_length()
        self.table = np.zeros(size, np.int32)
        compiled(search.rehash)(self.words, self.table, self.stored)
        return True

    def _grow_entries(self) -> None:
        """Double the room of the queue."""
        room = self.entries.shape[1]
        entries = np.zeros((2, max(2 * FIRST, 2 * room)), np.int32)
        entries[:, :room] = self.entries
        self.entries = entries

    def _run(self, driver: Any, *arguments: Any) -> None:
        """Let a driver of search.py work for a while."""
        compiled(bind(driver, self.game))(self.setup_row, self.nodes, self.words, self.table, *arguments)

    def _path(self, start: int, node: int, last: list[int]) -> list[int]:
        """The actions from the start to a node, and then `last`."""
        path = last
        while node != start:
            path.insert(0, int(self.columns["actions"][node]))
            node = int(self.columns["parents"][node])
        return path

    def breadth_first(self, state: Truth, nodes: int, progress: Progress | None) -> SearchResult:
        """Look for a shortest win in the order of distance, without a `bound`: the first in the order of actions."""
        memory = self.memory
        start = self._begin(state, nodes, ("parents", "actions"))
        over = not self.game.acting(self.setup, state)
        while not over and memory.goal < 0 and memory.head < memory.stored:
            if self.full and not self._grow():
                break
            self._run(search.breadth_first, self.columns["parents"], self.columns["actions"], memory, TURN)
            if progress:
                progress(self.stored, len(self._path(start, memory.head, [])))
        if memory.goal >= 0:
            path = self._path(start, memory.goal, [])
            return SearchResult(path, True, False, len(path), self.stored)
        exhausted = over or memory.head >= memory.stored
        bound = 0 if exhausted else len(self._path(start, memory.head, [])) + 1
        return SearchResult(None, False, exhausted, bound, self.stored)

    def best_first(self, state: Truth, nodes: int, weight: int, progress: Progress | None) -> SearchResult:
        """Look for a win, the most promising positions first.

        Weight 1 proves a shortest win, or says how many moves it takes at least; a larger one is content with any win.
        """
        memory, before = self.memory, self.stored
        start = self._begin(state, nodes, BEST_FIRST)
        columns, buckets = self.columns, np.zeros(BUCKETS, np.int32)
        left = int(columns["left"][start])
        if left < 0:
            return SearchResult(None, False, True, 0, self.stored - before)
        if columns["best"][start]:
            return SearchResult(self._known_way(start), True, False, left, 0)
        if not self.entries.size:
            self._grow_entries()
        columns["depths"][start], columns["marks"][start] = 0, 2 * memory.run
        memory.floor = memory.proved = min(weight * left, BUCKETS - 1)
        self.entries[:, 0], buckets[memory.floor], memory.entries = (start, 0), 1, 1
        while memory.goal < 0 and memory.floor < BUCKETS:
            if self.full and not self._grow():
                break
            if memory.entries + self.game.ACTIONS >= self.entries.shape[1]:
                self._grow_entries()
            columns = self.columns
            in_order = (columns[name] for name in BEST_FIRST)
            self._run(search.best_first, *in_order, buckets, *self.entries, memory, weight, TURN)
            if progress:
                progress(self.stored, memory.floor)
        count, moves = self.stored - before, memory.win_moves
        exhausted, shortest = moves < 0 and memory.floor >= BUCKETS, weight == 1 and memory.goal >= 0
        bound = 0 if exhausted or weight > 1 else moves if shortest else memory.proved
        if exhausted or weight == 1:
            needed = search.NOTHING if exhausted else bound
            compiled(search.learn)(columns["left"], columns["depths"], columns["marks"], memory, needed)
        if moves < 0:
            return SearchResult(None, False, exhausted, bound, count)
        node = memory.win_node
        last = [memory.win_action] if memory.win_action >= 0 else self._known_way(node)
        path = self._path(start, node, last)
        if shortest:
            self._know(start, path)
        return SearchResult(path, shortest, False, bound, count)

    def _know(self, node: int, path: list[int]) -> None:
        """Keep a proved shortest way for good; its nodes have been expanded, so `after` leads along it."""
        for number, action in enumerate(path):
            self.columns["left"][node], self.columns["best"][node] = len(path) - number, action + 1
            node = int(self.columns["after"][node, action]) - 1

    def _known_way(self, node: int) -> list[int]:
        """The actions of the proved shortest way that goes through a node."""
        path = []
        while node >= 0:
            path.append(int(self.columns["best"][node]) - 1)
            node = int(self.columns["after"][node, path[-1]]) - 1
        return path

    def trust(self, state: Truth, path: list[int]) -> None:
        """Take a way for a shortest one, because that was proved elsewhere."""
        start = self._begin(state, len(path) * self.game.ACTIONS, BEST_FIRST)
        node, expand = start, compiled(bind(search.expand, self.game))
        for action in path:
            after, left = self.columns["after"], self.columns["left"]
            stored = expand(self.setup_row, self.nodes, self.words, self.table, after, left, node, self.stored)
            self.memory.stored = stored
            node = int(after[node, action]) - 1
        self._know(start, path)

    def best_score(self, state: Truth, nodes: int, shortest: SearchResult, progress: Progress | None) -> SearchResult:
        """Among all wins as short as this one, one with most points."""
        assert shortest.actions is not None
        memory = self.memory
        used = ("parents", "actions", "depths", "scores")
        start = self._begin(state, nodes, used)
        longest = len(shortest.actions)
        while memory.head < memory.stored and self.columns["depths"][memory.head] < longest:
            if self.full and not self._grow():
                return shortest
            self._run(search.best_score, *(self.columns[name] for name in used), memory, longest, TURN)
            if progress:
                progress(self.stored, longest)
        if memory.goal < 0:
            return shortest
        path = self._path(start, memory.goal, [memory.win_action])
        return SearchResult(path, True, False, longest, shortest.nodes + self.stored, memory.win_points)
