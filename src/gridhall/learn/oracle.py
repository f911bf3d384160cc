"""The optimum of every position of a level: all positions are listed once; then each question is one look-up."""

import copy
from typing import Any

import numpy as np

from gridhall.errors import Unavailable
from gridhall.game import Game, SetupRecord, Truth
from gridhall.kernel import array, bind, compiled
from gridhall.learn import distances
from gridhall.solve import search

NODES = 4_000_000  # positions beyond which a level has no oracle
FIRST = 1 << 12


class Oracle:
    """Fewest moves to a win from any position that can be reached in a level, limits of moves or turns left aside."""

    def __init__(self, game: Game, setup: SetupRecord, state: Truth, nodes: int = NODES) -> None:
        if not game.PUZZLE:
            raise Unavailable(f"{game.TITLE} is not a puzzle: it has no optimum to compare with")
        self.game, self.setup = game, setup
        self._enumerate(state, nodes)
        self.lefts = np.zeros(self.count, np.int32)
        compiled(distances.distances)(self.children, self.count, self.lefts)

    def _enumerate(self, state: Truth, limit: int) -> None:
        """List every position, in arrays that are doubled until all have room."""
        expand, size = compiled(bind(distances.expand, self.game)), FIRST
        memory: Any = search.Memory()
        memory.stored = 1
        nodes = array(type(state), size)
        nodes[:1] = array(self._key(state))
        children = np.zeros((size, self.game.ACTIONS), np.int32)
        while True:
            words = nodes.view(np.int64).reshape(size, -1)
            table = np.zeros(1 << (2 * size - 1).bit_length(), np.int32)
            compiled(search.rehash)(words, table, memory.stored)
            expand(array(self.setup)[0], nodes, words, table, children, memory)
            if memory.head == memory.stored:
                break
            if size >= limit:
                raise Unavailable(f"the level has more than {limit:,} positions; there is no oracle for it")
            size *= 2
            grown, more = array(type(state), size), np.zeros((size, self.game.ACTIONS), np.int32)
            grown[: size // 2], more[: size // 2] = nodes, children
            nodes, children = grown, more
        self.nodes, self.words, self.table, self.children = nodes, words, table, children
        self.count: int = memory.stored

    def _key(self, state: Truth) -> Truth:
        """The position without what does not matter for its future."""
        key = copy.copy(state)
        self.game.canonicalize(self.setup, key)
        return key

    def node(self, state: Truth) -> int:
        """The number of a position, -1 if the level cannot reach it."""
        key = array(self._key(state)).view(np.int64)
        return int(compiled(distances.node_of)(self.words, self.table, key))

    def left(self, state: Truth) -> int | None:
        """The fewest moves to a win, None if there is none."""
        node = self.node(state)
        return None if node < 0 or self.lefts[node] < 0 else int(self.lefts[node])
