"""What is proved of a level: the shortest win, that there is none, or how far the search came."""

import copy
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct

from gridhall.errors import Unavailable
from gridhall.game import LIMIT, WON
from gridhall.kernel import array, bind, compiled
from gridhall.match import Match
from gridhall.registry import name_of
from gridhall.solve import search

OPTIMAL, SOLVABLE, UNSOLVABLE, OPEN = "OPTIMAL", "SOLVABLE", "UNSOLVABLE", "OPEN"
NODES = 10_000_000  # positions a search may store unless told otherwise
FIRST = 1 << 12  # positions there is room for at first
TURN = 100_000  # positions expanded between two looks at the clock, the keyboard and the room left
BUCKETS = 1 << 16
# The columns it needs, in the order the kernel takes them.
BEST_FIRST = ("after", "left", "best", "parents", "actions", "depths", "marks")
COLUMNS = {
    "parents": np.int32,
    "actions": np.int16,
    "depths": np.int32,
    "scores": np.int32,
    "marks": np.int32,
    "left": np.int32,
    "best": np.int16,
}
GREED = 4  # weight of the bound when any win is looked for

Progress = Callable[[int, int], None]  # positions stored, moves proved too few


class Certificate(Struct):
    """A proof and its witness; `length` is the witness's, `bound` never more than the fewest moves."""

    status: str
    length: int | None
    bound: int
    witness: list[str] | None
    nodes: int
    seconds: float
    game: str
    version: int
    score: int | None = None  # the most points within the fewest moves, where the game asks for it (CERTIFY_SCORE)
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The form that `gridhall solve --json` prints."""
        shown = {
            "status": self.status, "length": self.length, "bound": self.bound,
            "witness": None if self.witness is None else "; ".join(self.witness),
            "nodes": self.nodes, "seconds": round(self.seconds, 3), "game": self.game, "version": self.version,
        }  # fmt: skip
        if self.score is not None:
            shown["score"] = self.score
        return {**shown, "note": self.note} if self.note else shown


class Found(Struct):
    """The end of a search.

    Actions of a win if there is one, whether it is the shortest, and what is proved otherwise.
    """

    actions: list[int] | None
    shortest: bool
    exhausted: bool
    bound: int
    nodes: int
    points: int | None = None


def solve(
    game: str | Any,
    setup: str | None = None,
    nodes: int = NODES,
    seed: int | None = None,
    progress: Progress | None = None,
) -> Certificate:
    """Prove a level: `setup` is a shipped level's name, a file, a text, or None for the default.

    `nodes` limits the positions stored.
    """
    return prove(Match(game, setup, seed), nodes, progress)


def prove(
    match: Match, nodes: int = NODES, progress: Progress | None = None, known: "Positions | None" = None
) -> Certificate:
    """The certificate of the position a match is in; the match is not changed.

    What is `known` is used and added to; then no best score is sought.
    """
    game, began = match.game, time.process_time()
    if not game.PUZZLE:
        raise Unavailable(f"{game.TITLE} is not a puzzle: there is nothing to solve")
    found = find(game, match.setup, match.state, nodes, progress, known)
    witness, status, note, score = None, OPEN, "", None
    length = None if found.actions is None else len(found.actions)
    if found.actions is not None:
        end, witness = _replay(match, found.actions)
        status = OPTIMAL if found.shortest else SOLVABLE
        if end == LIMIT and found.shortest:
            status, witness = UNSOLVABLE, None
            note = f"it takes {length} moves from here, more than the limit allows; without the limit it can be won"
            length = None
        elif end != WON:
            status, witness, length = OPEN, None, None
        score = found.points
    elif found.exhausted:
        status = UNSOLVABLE
    seconds = time.process_time() - began
    return Certificate(
        status, length, found.bound, witness, found.nodes, seconds, name_of(game), game.VERSION, score, note
    )


def _replay(match: Match, actions: list[int]) -> tuple[int, list[str]]:
    state, words = copy.copy(match.state), []
    for action in actions:
        if not match.game.acting(match.setup, state):
            break
        words.append(match.game.word(match.setup, state, action))
        match.game.step(match.setup, state, 0, action)
    return match.game.outcome(match.setup, state, 0), words


def find(
    game: Any,
    setup: Any,
    state: Any,
    nodes: int = NODES,
    progress: Progress | None = None,
    known: "Positions | None" = None,
) -> Found:
    """Look for the shortest win from a state; if the budget does not suffice and the game has a bound, for any win."""
    if known is None and game.bound is None:
        return Positions(game, setup, state).breadth_first(state, nodes, progress)
    store = known or Positions(game, setup, state)
    found = store.best_first(state, nodes, 1, progress)
    if known is None and found.shortest and game.CERTIFY_SCORE:
        return Positions(game, setup, state).best_score(state, nodes, found, progress)
    if found.actions is None and not found.exhausted:
        any_win = store.best_first(state, nodes // 2, GREED, progress)
        if any_win.actions is not None or any_win.exhausted:
            shortest = any_win.actions is not None and len(any_win.actions) == found.bound
            return Found(any_win.actions, shortest, any_win.exhausted, found.bound, found.nodes + any_win.nodes)
    return found


class Positions:
    """Positions of one puzzle, in arrays that grow; a best-first search goes on with what those before it found out."""

    def __init__(self, game: Any, setup: Any, state: Any, room: int = 0) -> None:
        self.game, self.record, self.setup = search.bounded(game), setup, array(setup)[0]
        self.kind, self.room = type(state), room
        self.memory = np.zeros(11, np.int64)
        self.nodes = array(self.kind, 0)
        self.words = np.zeros((0, 1), np.int64)
        self.table = np.zeros(0, np.int32)
        self.columns = {name: np.zeros(0, kind) for name, kind in COLUMNS.items()}
        self.columns["after"] = np.zeros((0, self.game.ACTIONS), np.int32)
        self.used: tuple[str, ...] = ()
        self.entries = np.zeros((2, 0), np.int32)

    def _begin(self, state: Any, nodes: int, used: tuple[str, ...]) -> int:
        """Prepare a search that may store so many positions more; the node it starts from."""
        self.used = used
        # The kernels want room for one expansion beyond.
        self.memory[search.ROOM] = self.memory[search.FOUND] + max(1, nodes) + self.game.ACTIONS + 2
        self.memory[[search.GOAL, search.NODE, search.TOTAL, search.LAST]] = search.NOTHING
        self.memory[[search.HEAD, search.ENTRIES]] = 0
        self.memory[search.RUN] += 1
        return self._node_of(state)

    def _node_of(self, state: Any) -> int:
        """The node of a state."""
        if self.full:
            self._grow()
        found, first = int(self.memory[search.FOUND]), copy.copy(state)
        self.game.canonicalize(self.record, first)
        self.nodes[found : found + 1] = array(first)
        slot = compiled(search.slot_of)(self.words, self.table, found)
        if not self.table[slot]:
            self.memory[search.FOUND] += 1
            self.table[slot] = found + 1
            if "left" in self.used:
                bound = search.bounded(self.game).bound
                playing = self.game.acting(self.record, state)
                self.columns["left"][found] = bound(self.record, first) if bound and playing else search.NOTHING
        return int(self.table[slot]) - 1

    def _grow(self) -> bool:
        """Double the room, up to the limit; False if there is no more to be had."""
        room, most = len(self.nodes), int(self.memory[search.ROOM])
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
        compiled(search.rehash)(self.words, self.table, self.memory[search.FOUND])
        return True

    def _grow_entries(self) -> None:
        room = self.entries.shape[1]
        entries = np.zeros((2, max(2 * FIRST, 2 * room)), np.int32)
        entries[:, :room] = self.entries
        self.entries = entries

    @property
    def full(self) -> bool:
        return bool(self.memory[search.FOUND] + self.game.ACTIONS >= min(len(self.nodes), self.memory[search.ROOM]))

    def _report(self, progress: Progress | None, bound: int) -> None:
        if progress:
            progress(int(self.memory[search.FOUND]), bound)

    def _path(self, start: int, node: int, last: list[int]) -> list[int]:
        """The actions from the start to a node, and then `last`."""
        path = last
        while node != start:
            path.insert(0, int(self.columns["actions"][node]))
            node = int(self.columns["parents"][node])
        return path

    def breadth_first(self, state: Any, nodes: int, progress: Progress | None) -> Found:
        memory, run = self.memory, compiled(bind(search.breadth_first, self.game))
        start = self._begin(state, nodes, ("parents", "actions"))
        over = not self.game.acting(self.record, state)
        while not over and memory[search.GOAL] < 0 and memory[search.HEAD] < memory[search.FOUND]:
            if self.full and not self._grow():
                break
            run(
                self.setup,
                self.nodes,
                self.words,
                self.table,
                self.columns["parents"],
                self.columns["actions"],
                memory,
                TURN,
            )
            self._report(progress, len(self._path(start, int(memory[search.HEAD]), [])))
        count = int(memory[search.FOUND])
        if memory[search.GOAL] >= 0:
            path = self._path(start, count, [])
            return Found(path, True, False, len(path), count)
        head = int(memory[search.HEAD])
        exhausted = over or head >= count
        return Found(None, False, exhausted, 0 if exhausted else len(self._path(start, head, [])) + 1, count)

    def best_first(self, state: Any, nodes: int, weight: int, progress: Progress | None) -> Found:
        """Weight 1 proves the shortest win, or says what it came to; a larger one is content with any."""
        memory, run, before = self.memory, compiled(bind(search.best_first, self.game)), int(self.memory[search.FOUND])
        start = self._begin(state, nodes, BEST_FIRST)
        columns, buckets = self.columns, np.zeros(BUCKETS, np.int32)
        left = int(columns["left"][start])
        if left < 0:
            return Found(None, False, True, 0, int(memory[search.FOUND]) - before)
        if columns["best"][start]:
            return Found(self._known_way(start), True, False, left, 0)
        if not self.entries.size:
            self._grow_entries()
        columns["depths"][start], columns["marks"][start] = 0, 2 * memory[search.RUN]
        memory[search.FLOOR] = memory[search.PROVED] = min(weight * left, BUCKETS - 1)
        self.entries[:, 0], buckets[memory[search.FLOOR]], memory[search.ENTRIES] = (start, 0), 1, 1
        while memory[search.GOAL] < 0 and memory[search.FLOOR] < BUCKETS:
            if self.full and not self._grow():
                break
            if memory[search.ENTRIES] + self.game.ACTIONS >= self.entries.shape[1]:
                self._grow_entries()
            columns = self.columns
            run(
                self.setup,
                self.nodes,
                self.words,
                self.table,
                *(columns[name] for name in BEST_FIRST),
                buckets,
                *self.entries,
                memory,
                weight,
                TURN,
            )
            self._report(progress, int(memory[search.FLOOR]))
        count, total = int(memory[search.FOUND]) - before, int(memory[search.TOTAL])
        exhausted, shortest = total < 0 and memory[search.FLOOR] >= BUCKETS, weight == 1 and memory[search.GOAL] >= 0
        bound = 0 if exhausted or weight > 1 else total if shortest else int(memory[search.PROVED])
        if exhausted or weight == 1:
            compiled(search.learn)(
                columns["left"], columns["depths"], columns["marks"], memory, search.NOTHING if exhausted else bound
            )
        if total < 0:
            return Found(None, False, exhausted, bound, count)
        node, last = int(memory[search.NODE]), int(memory[search.LAST])
        path = self._path(start, node, self._known_way(node) if last < 0 else [last])
        if shortest:
            self._know(start, path)
        return Found(path, shortest, False, bound, count)

    def _know(self, node: int, path: list[int]) -> None:
        """Keep a proved shortest way for good; what follows each of its nodes is known."""
        for number, action in enumerate(path):
            self.columns["left"][node], self.columns["best"][node] = len(path) - number, action + 1
            node = int(self.columns["after"][node, action]) - 1

    def _known_way(self, node: int) -> list[int]:
        path = []
        while node >= 0:
            path.append(int(self.columns["best"][node]) - 1)
            node = int(self.columns["after"][node, path[-1]]) - 1
        return path

    def trust(self, state: Any, path: list[int]) -> None:
        """Take a way for a shortest one, because that was proved elsewhere."""
        state, start = copy.copy(state), self._begin(state, len(path) * self.game.ACTIONS, BEST_FIRST)
        node = start
        for action in path:
            self.memory[search.FOUND] = compiled(bind(search.expand, self.game))(
                self.setup,
                self.nodes,
                self.words,
                self.table,
                self.columns["after"],
                self.columns["left"],
                node,
                self.memory[search.FOUND],
            )
            node = int(self.columns["after"][node, action]) - 1
        self._know(start, path)

    def best_score(self, state: Any, nodes: int, shortest: Found, progress: Progress | None) -> Found:
        """Among all wins as short as this one, one with most points."""
        assert shortest.actions is not None
        memory, run = self.memory, compiled(bind(search.best_score, self.game))
        start = self._begin(state, nodes, ("parents", "actions", "depths", "scores"))
        longest, columns = len(shortest.actions), self.columns
        while memory[search.HEAD] < memory[search.FOUND] and columns["depths"][memory[search.HEAD]] < longest:
            if self.full and not self._grow():
                return shortest
            columns = self.columns
            run(self.setup, self.nodes, self.words, self.table, columns["parents"], columns["actions"], columns["depths"], columns["scores"],
                memory, longest, TURN)  # fmt: skip
            self._report(progress, longest)
        if memory[search.GOAL] < 0:
            return shortest
        path = self._path(start, int(memory[search.GOAL]), [int(memory[search.NODE])])
        nodes = shortest.nodes + int(memory[search.FOUND])
        return Found(path, True, False, longest, nodes, int(memory[search.FLOOR]))
