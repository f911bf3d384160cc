"""The optimum of every position of a level: all of them are enumerated once, then a look-up costs a hash."""

import copy
from typing import Any

import numpy as np

from gridhall.errors import Unavailable
from gridhall.game import WON
from gridhall.kernel import array, bind, compiled
from gridhall.learn import kernels
from gridhall.solve import search

NODES = 4_000_000  # positions beyond which a level has no oracle
FIRST = 1 << 12


class Oracle:
    """Fewest moves to a win from any position that can be reached in a level, limits of moves or turns left aside."""

    def __init__(self, game: Any, setup: Any, state: Any, nodes: int = NODES) -> None:
        if not game.PUZZLE:
            raise Unavailable(f"{game.TITLE} is not a puzzle: it has no optimum to compare with")
        self.game, self.setup = game, setup
        self._enumerate(state, nodes)
        self.lefts = np.zeros(self.count, np.int32)
        compiled(kernels.distances)(self.children, self.count, self.lefts)

    def _enumerate(self, state: Any, limit: int) -> None:
        run, memory = compiled(bind(kernels.expand, self.game)), np.array([0, 1], np.int64)
        size, first = FIRST, self._key(state)
        nodes = array(type(state), size)
        nodes[:1] = array(first)
        children = np.zeros((size, self.game.ACTIONS), np.int32)
        while True:
            words = nodes.view(np.int64).reshape(size, -1)
            table = np.zeros(1 << (2 * size - 1).bit_length(), np.int32)
            compiled(search.rehash)(words, table, memory[1])
            run(array(self.setup)[0], nodes, words, table, children, WON, memory)
            if memory[0] == memory[1]:
                break
            if size >= limit:
                raise Unavailable(f"the level has more than {limit:,} positions; there is no oracle for it")
            size *= 2
            grown, more = array(type(state), size), np.zeros((size, self.game.ACTIONS), np.int32)
            grown[: size // 2], more[: size // 2] = nodes, children
            nodes, children = grown, more
        self.nodes, self.words, self.table, self.children, self.count = nodes, words, table, children, int(memory[1])

    def _key(self, state: Any) -> Any:
        key = copy.copy(state)
        self.game.canonicalize(self.setup, key)
        return key

    def node(self, state: Any) -> int:
        """The number of a position, -1 if the level cannot reach it."""
        key = array(self._key(state)).view(np.int64)
        return int(compiled(kernels.node_of)(self.words, self.table, key))

    def left(self, state: Any) -> int | None:
        """The fewest moves to a win, None if there is none."""
        node = self.node(state)
        return None if node < 0 or self.lefts[node] < 0 else int(self.lefts[node])
