"""Make the shipped levels of Phase Shift: `python makers/phase_shift_levels.py [NAME...]`.

The first three are drawn by hand, because they teach. Every other one is the best of many generated levels of its kind:
the one with few open cells beside the way, few different best solutions and both phases used alike. Takes some minutes.
"""

import ctypes
import json
import math
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from gridhall.errors import BadSetup
from gridhall.games import phase_shift as game
from gridhall.games.phase_shift.generate import COL, GATES, ROW, Board, as_text, generate, places_of, walk
from gridhall.games.phase_shift.rules import LAYER, STRIDE
from gridhall.games.phase_shift.setup import TILE
from gridhall.games.phase_shift.words import KEY_IDS
from gridhall.kernel import array, bind, compiled
from gridhall.match import Match
from gridhall.solve import search
from gridhall.solve.certificate import Certificate, prove

FOLDER = Path(game.__file__).parent / "levels"
ROOM = 1 << 16  # positions the quick proof may store
LONGEST = 54  # three stars even on a hard board
TRIED = {5: 60, 7: 30, 9: 4}  # candidates of a slot, by size
DENSITY = 0.7  # share of the open cells that the best way should use: less is a desert, more a corridor

FIRST_LIGHT = "##### P.B.# ###.# ###.. #####", "##### P#### ##### ####E #####"
BEHIND_THE_WALL = "##### P.#.E #.#.# #B#.# #####", "##### P#### ##### #...# #####"
MIND_THE_GAP = "##### P.X.B ###.# E.X.# #####", "##### P...# ##### #...# #####"
WALKTHROUGH = "####### #P..B## ###.### #k...E# #######", "####### #.#.B## ###.### ##.#.E# #######"

Place = tuple[int, int, int]  # side (0 Alpha, 1 Beta), row, column

# Name and title, then a drawing, or what is wished for: size, beacons, keys, rifts, optimum, shifts.
LADDER: list[tuple[str, str, Any]] = [
    ("easy-1", "First Light", FIRST_LIGHT),
    ("easy-2", "Behind the Wall", BEHIND_THE_WALL),
    ("easy-3", "Mind the Gap", MIND_THE_GAP),
    ("easy-4", "The Key Is Elsewhere", (5, 1, 1, 0, 15, 3)),
    ("easy-5", "Two Lamps, Two Nights", (5, 2, 0, 0, 16, 4)),
    ("easy-6", "Thin Ice", (5, 2, 0, 2, 18, 5)),
    ("easy-7", "Locked Out", (5, 2, 1, 1, 20, 5)),
    ("easy-8", "Small House, Many Doors", (5, 3, 1, 1, 22, 6)),
    ("medium-1", "The Long Corridor", (7, 2, 0, 0, 23, 4)),
    ("medium-2", "Gatekeeper", (7, 2, 1, 0, 24, 5)),
    ("medium-3", "Stepping Stones", (7, 3, 0, 3, 25, 7)),
    ("medium-4", "There and Back", (7, 3, 1, 1, 26, 6)),
    ("medium-5", "Needlework", (7, 3, 1, 2, 28, 8)),
    ("medium-6", "Two Keys", (7, 3, 2, 0, 30, 7)),
    ("medium-7", "Lamplighter's Round", (7, 4, 1, 2, 32, 8)),
    ("medium-8", "Clockwork", (7, 4, 2, 2, 34, 9)),
    ("hard-1", "Crossing Over", (9, 3, 1, 2, 36, 8)),
    ("hard-2", "Four Corners", (9, 4, 1, 3, 38, 9)),
    ("hard-3", "Double Lock", (9, 4, 2, 2, 40, 9)),
    ("hard-4", "Fault Line", (9, 4, 1, 4, 42, 11)),
    ("hard-5", "The Lighthouse Keeper", (9, 5, 1, 3, 44, 10)),
    ("hard-6", "Day Shift, Night Shift", (9, 4, 2, 3, 46, 12)),
    ("hard-7", "Three Locks Down", (9, 3, 3, 2, 48, 9)),
    ("hard-8", "Every Lamp in Town", (9, 5, 2, 3, 50, 10)),
]
QUICK: list[tuple[str, str, Any]] = [
    ("walkthrough", "The Walk-through", WALKTHROUGH),
    ("easy", "Pocket Lantern", (5, 2, 1, 1, 17, 4)),
    ("medium", "Twin Halls", (7, 3, 1, 2, 27, 7)),
    ("hard", "The Undercroft", (9, 4, 2, 3, 41, 10)),
]


class Prover:
    """The solver with its memory kept from one level to the next and without reading text twice.

    For boards that are known to be well formed.
    """

    def __init__(self) -> None:
        self.setup: Any = game.Setup()
        self.first: Any = game.State()
        self.setups, self.firsts = array(self.setup), array(self.first)
        self.nodes = array(game.State, ROOM)
        self.words = self.nodes.view(np.int64).reshape(ROOM, -1)
        self.table = np.zeros(2 * ROOM, np.int32)
        self.parents, self.actions = np.zeros(ROOM, np.int32), np.zeros(ROOM, np.int16)
        self.search = compiled(bind(search.breadth_first, game))

    def __call__(self, text: str) -> Certificate:
        """OPTIMAL with a witness, or OPEN for whatever else."""
        setup, state, beacons = self.setup, self.first, set()
        ctypes.memset(ctypes.byref(setup), 0, ctypes.sizeof(setup))
        ctypes.memset(ctypes.byref(state), 0, ctypes.sizeof(state))
        for side, layer in enumerate(text.split("---\n")):
            rows = layer.split()
            for row, line in enumerate(rows):
                cell = side * LAYER + (row + 1) * STRIDE
                setup.tiles[cell : cell + len(line)] = tuple(TILE[sign] for sign in line)
                beacons |= {(row, col) for col, sign in enumerate(line) if sign == "B"}
                if side == 0 and "P" in line:
                    setup.first = cell + line.index("P")
            setup.height, setup.width = len(rows), len(rows[0])
        setup.beacons, setup.limit = len(beacons), LONGEST
        game.start(setup, state)
        self.table[:] = 0
        memory: Any = search.Memory()
        memory.goal, memory.stored = search.NOTHING, 1
        self.nodes[:1] = self.firsts
        # The start is not put where its hash belongs. If the search comes back to it, it counts as one position more.
        self.table[0] = 1
        self.search(self.setups[0], self.nodes, self.words, self.table, self.parents, self.actions, memory, ROOM)
        node = int(memory.goal)
        if node < 0:
            return Certificate("OPEN", None, 0, None, 0, 0.0, "", 0)
        path: list[str] = []
        while node > 0:
            path.append(game.word(setup, state, int(self.actions[node])))
            node = int(self.parents[node])
        return Certificate("OPTIMAL" if len(path) <= LONGEST else "OPEN", len(path), 0, path[::-1], 0, 0.0, "", 0)


def certify(text: str) -> Certificate:
    return prove(Match.of_text(game, text))


def as_board(drawing: tuple[str, str]) -> Board:
    alpha, beta = ([list(row) for row in layer.split()] for layer in drawing)
    return alpha, beta


def from_text(text: str) -> Board:
    alpha, beta = text.split("---\n")
    return as_board((alpha, beta))


def sign_at(board: Board, place: Place) -> str:
    side, row, col = place
    return board[side][row][col]


def ways_on(board: Board, place: Place) -> list[Place]:
    """The places one action away, walls and voids left out."""
    side, row, col = place
    around = [(side, row + ROW[turn], col + COL[turn]) for turn in range(4)] + [(1 - side, row, col)]
    height, width = len(board[0]), len(board[0][0])
    inside = [there for there in around if 0 <= there[1] < height and 0 <= there[2] < width]
    return [there for there in inside if sign_at(board, there) not in "#_"]


def reachable(board: Board) -> set[Place]:
    """Every place one can ever stand on, with all keys in hand."""
    queue = walk(board, [])
    for place in queue:  # grows while it is walked through
        queue += [there for there in ways_on(board, place) if there not in queue and sign_at(board, there) != "X"]
    return set(queue)


def count_wins(board: Board) -> int:
    """How many different shortest wins there are."""
    beacons = len({place for layer in board for place in places_of(layer, "B")})
    ways: dict[Any, int] = {(walk(board, [])[0], frozenset(), frozenset()): 1}
    seen, wins = set(ways), 0
    while ways and not wins:
        after: dict[Any, int] = {}
        for (place, lit, keys), count in ways.items():
            for into in ways_on(board, place):
                sign = sign_at(board, into)
                if sign == "X" or (sign in GATES and KEY_IDS[GATES.index(sign)] not in keys):
                    continue
                lit_then = lit | {into[1:]} if sign == "B" else lit
                keys_then = keys | {sign} if sign in KEY_IDS else keys
                node = into, lit_then, keys_then
                if sign == "E" and len(lit) == beacons:
                    wins += count
                elif node not in seen:
                    after[node] = after.get(node, 0) + count
        seen |= set(after)
        ways = after
    return wins


def tidy(board: Board) -> Board:
    """Wall up what nobody can ever enter."""
    reached = reachable(board)
    walled: Board = [row[:] for row in board[0]], [row[:] for row in board[1]]
    for side, layer in enumerate(walled):
        for row, col in places_of(layer, "."):
            if (side, row, col) not in reached:
                layer[row][col] = "#"
    return walled


def interest(board: Board, witness: list[str]) -> float:
    """How interesting a level is: neither desert nor corridor, both phases used, few best solutions, no shift twice."""
    reached, wins = reachable(board), count_wins(board)
    path = walk(board, witness)
    in_beta = sum(side for side, _, _ in path) / len(path)
    hasty = sum(word == after == "f" for word, after in pairwise(witness))
    dense = 1 - abs(len(set(path)) / len(reached) - DENSITY)
    return 40 * dense + 30 * min(in_beta, 1 - in_beta) - 4 * math.log2(max(1, wins)) - 10 * hasty


def turned(board: Board) -> list[str]:
    """The level in all eight symmetries of the square."""
    texts = []
    layers = [["".join(row) for row in layer] for layer in board]
    for _ in range(4):
        layers = [["".join(row) for row in zip(*layer[::-1])] for layer in layers]
        rows = layers[0] + layers[1]
        texts += ["\n".join(rows), "\n".join(row[::-1] for row in rows)]
    return texts


def choose(wishes: tuple[int, ...], known: set[str]) -> Board:
    """The most interesting of many candidates that is like none of the levels known."""
    options = dict(zip(("size", "beacons", "keys", "rifts", "optimum", "shifts"), wishes))
    size, optimum = options["size"], options["optimum"]
    best: tuple[float, Board] | None = None
    quick = Prover()
    for seed in range(TRIED[size]):
        try:
            text = generate(seed, quick, **options)
        except BadSetup:
            continue
        board = tidy(from_text(text))
        proof = certify(as_text(board))
        if proof.witness is None:
            continue
        worth = interest(board, proof.witness)
        if proof.length == optimum and (best is None or worth > best[0]) and not known & set(turned(board)):
            best = worth, board
    if best is None:
        raise SystemExit(f"no level found for {wishes}")
    return best[1]


def main(names: list[str]) -> None:
    index, known = [], set[str]()
    for group, levels in (("easy", LADDER[:8]), ("medium", LADDER[8:16]), ("hard", LADDER[16:]), ("quick play", QUICK)):
        for name, title, wishes in levels:
            files = [FOLDER / f"{name}_{side}.txt" for side in "AB"]
            if names and name not in names and files[0].exists():
                alpha, beta = (path.read_text("utf-8") for path in files)
                board = as_board((alpha.partition("\n")[2], beta))  # without the line of the title
            else:
                board = as_board(wishes) if isinstance(wishes[0], str) else choose(wishes, known)
            known |= set(turned(board))
            layers = as_text(board).split("---\n")
            files[0].write_text(f"; title: {title}\n{layers[0]}", "utf-8")
            files[1].write_text(layers[1], "utf-8")
            certificate = certify(as_text(board)).as_json()
            certificate.pop("seconds")
            index.append({"name": name, "title": title, "group": group, "certificate": certificate})
            print(name, title, certificate["length"], certificate["witness"].count("f"), flush=True)
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in index)
    (FOLDER / "index.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
