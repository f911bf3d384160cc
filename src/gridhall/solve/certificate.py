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
COLUMNS = {"parents": np.int32, "actions": np.int16, "depths": np.int32, "scores": np.int32, "done": np.int8}
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
    """The end of a search: actions of a win if there is one, whether it is the shortest, and what is proved otherwise."""

    actions: list[int] | None
    shortest: bool
    exhausted: bool
    bound: int
    nodes: int
    points: int | None = None


def solve(game: str | Any, setup: str | None = None, nodes: int = NODES, seed: int | None = None, progress: Progress | None = None) -> Certificate:
    """Prove a level: `setup` is a shipped level's name, a file, a text, or None for the default. `nodes` limits the positions stored."""
    return prove(Match(game, setup, seed), nodes, progress)


def prove(match: Match, nodes: int = NODES, progress: Progress | None = None, points: bool = True) -> Certificate:
    """The certificate of the position a match is in; the match is not changed. Without `points` the best score is not looked for."""
    game, began = match.game, time.process_time()
    if not game.PUZZLE:
        raise Unavailable(f"{game.TITLE} is not a puzzle: there is nothing to solve")
    found = find(game, match.setup, match.state, nodes, progress, points)
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
    return Certificate(status, length, found.bound, witness, found.nodes, seconds, name_of(game), game.VERSION, score, note)


def _replay(match: Match, actions: list[int]) -> tuple[int, list[str]]:
    state, words = copy.copy(match.state), []
    for action in actions:
        if not match.game.acting(match.setup, state):
            break
        words.append(match.game.word(match.setup, state, action))
        match.game.step(match.setup, state, 0, action)
    return match.game.outcome(match.setup, state, 0), words


def find(game: Any, setup: Any, state: Any, nodes: int = NODES, progress: Progress | None = None, points: bool = True) -> Found:
    """Look for the shortest win from a state; if the budget does not suffice and the game has a bound, for any win."""
    if hasattr(game, "bound"):
        store = _Store(game, setup, state, nodes)
        found = store.best_first(1, progress)
        if points and found.shortest and getattr(game, "CERTIFY_SCORE", False) and found.actions:
            again = _Store(game, setup, state, nodes)
            return again.best_score(found, progress)
        if found.actions is None and not found.exhausted:
            any_win = _Store(game, setup, state, nodes).best_first(GREED, progress)
            if any_win.actions is not None:
                return Found(any_win.actions, len(any_win.actions) == found.bound, False, found.bound, found.nodes + any_win.nodes)
        return found
    return _Store(game, setup, state, nodes).breadth_first(progress)


class _Store:
    """The positions of one search, in arrays that grow."""

    def __init__(self, game: Any, setup: Any, state: Any, limit: int) -> None:
        self.game, self.record, self.setup, self.limit = game, setup, array(setup)[0], max(1, limit)
        self.kind = type(state)
        first = copy.copy(state)
        game.forget(setup, first)
        self.over = not game.acting(setup, state)
        self.memory = np.full(7, 0, np.int64)
        self.memory[search.GOAL] = self.memory[search.NODE] = search.NOTHING
        self.memory[search.FOUND] = 1
        self.nodes = array(self.kind, 0)
        self.words = np.zeros((0, 1), np.int64)
        self.table = np.zeros(0, np.int32)
        self.columns = {name: np.zeros(0, kind) for name, kind in COLUMNS.items()}
        self.used: tuple[str, ...] = ("parents", "actions")
        self.entries = np.zeros((2, 0), np.int32)
        self.first = first

    def _grow(self) -> bool:
        """Double the room, up to the limit; False if there is no more to be had."""
        room = len(self.nodes)
        most = self.limit + self.game.ACTIONS + 2  # the kernels want room for one expansion beyond the limit
        if room >= most:
            return False
        wanted = min(max(FIRST, 2 * room), most)
        nodes = array(self.kind, wanted)
        nodes[:room] = self.nodes
        if not room:
            nodes[:1] = array(self.first)
        self.nodes, self.words = nodes, nodes.view(np.int64).reshape(wanted, -1)
        for name in self.used:
            column = np.zeros(wanted, self.columns[name].dtype)
            column[:room] = self.columns[name]
            self.columns[name] = column
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
        return bool(self.memory[search.FOUND] + self.game.ACTIONS >= len(self.nodes))

    def _report(self, progress: Progress | None, bound: int) -> None:
        if progress:
            progress(int(self.memory[search.FOUND]), bound)

    def _path(self, node: int, last: list[int]) -> list[int]:
        """The actions from the start to a node, and then `last`."""
        path = last
        while node > 0:
            path.insert(0, int(self.columns["actions"][node]))
            node = int(self.columns["parents"][node])
        return path

    def breadth_first(self, progress: Progress | None) -> Found:
        memory, run = self.memory, compiled(bind(search.breadth_first, self.game))
        self._grow()
        while not self.over and memory[search.GOAL] < 0 and memory[search.HEAD] < memory[search.FOUND]:
            if self.full and not self._grow():
                break
            run(self.setup, self.nodes, self.words, self.table, self.columns["parents"], self.columns["actions"], memory, TURN)
            self._report(progress, len(self._path(int(memory[search.HEAD]), [])))
        count = int(memory[search.FOUND])
        if memory[search.GOAL] >= 0:
            path = self._path(count, [])
            return Found(path, True, False, len(path), count)
        head = int(memory[search.HEAD])
        exhausted = self.over or head >= count
        return Found(None, False, exhausted, 0 if exhausted else len(self._path(head, [])) + 1, count)

    def best_first(self, weight: int, progress: Progress | None) -> Found:
        memory, run = self.memory, compiled(bind(search.best_first, self.game))
        self.used = ("parents", "actions", "depths", "done")
        self._grow()
        self._grow_entries()
        buckets = np.zeros(BUCKETS, np.int32)
        left = int(self.game.bound(self.record, self.first)) if not self.over else -1
        if left >= 0:
            memory[search.FLOOR] = min(weight * left, BUCKETS - 1)
            buckets[memory[search.FLOOR]] = 1
            memory[search.ENTRIES] = 1
        spent = left < 0
        while memory[search.GOAL] < 0 and not spent and memory[search.FLOOR] < BUCKETS:
            if self.full and not self._grow():
                break
            if memory[search.ENTRIES] + self.game.ACTIONS >= self.entries.shape[1]:
                self._grow_entries()
            columns = self.columns
            run(self.setup, self.nodes, self.words, self.table, columns["parents"], columns["actions"], columns["depths"], columns["done"],
                buckets, self.entries[0], self.entries[1], memory, weight, TURN)  # fmt: skip
            self._report(progress, int(memory[search.FLOOR]))
        count = int(memory[search.FOUND])
        if memory[search.GOAL] >= 0:
            path = self._path(int(memory[search.GOAL]), [])
            return Found(path, weight == 1, False, len(path) if weight == 1 else 0, count)
        if spent or memory[search.FLOOR] >= BUCKETS:
            return Found(None, False, True, 0, count)
        return Found(None, False, False, int(memory[search.FLOOR]), count)

    def best_score(self, shortest: Found, progress: Progress | None) -> Found:
        """Among all wins as short as this one, one with most points."""
        assert shortest.actions is not None
        memory, run = self.memory, compiled(bind(search.best_score, self.game))
        self.used = ("parents", "actions", "depths", "scores")
        self._grow()
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
        path = self._path(int(memory[search.GOAL]), [int(memory[search.NODE])])
        nodes = shortest.nodes + int(memory[search.FOUND])
        return Found(path, True, False, longest, nodes, int(memory[search.FLOOR]))
