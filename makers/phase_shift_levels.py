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
from gridhall.games.phase_shift.generate import COL, GATES, ROW, Board, as_text, generate, walk
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

# name, title, then a drawing or the wishes: size, beacons, keys, rifts, optimum, shifts
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
        setup, state, lamps = self.setup, self.first, set()
        ctypes.memset(ctypes.byref(setup), 0, ctypes.sizeof(setup))
        ctypes.memset(ctypes.byref(state), 0, ctypes.sizeof(state))
        for side, layer in enumerate(text.split("---\n")):
            rows = layer.split()
            for row, line in enumerate(rows):
                cell = side * LAYER + (row + 1) * STRIDE
                setup.tiles[cell : cell + len(line)] = tuple(TILE[sign] for sign in line)
                lamps |= {(row, col) for col, sign in enumerate(line) if sign == "B"}
                if side == 0 and "P" in line:
                    setup.first = cell + line.index("P")
            setup.height, setup.width = len(rows), len(rows[0])
        setup.beacons, setup.limit = len(lamps), LONGEST
        game.start(setup, state)
        self.table[:] = 0
        memory: Any = search.Memory()
        memory.goal, memory.stored = search.NOTHING, 1
        self.nodes[:1] = self.firsts
        self.table[0] = 1  # never looked up: the start is only found again, and then it is one position more
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


def ways_on(board: Board, place: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """The places one action away, walls and voids left out."""
    side, row, col = place
    around = [(side, row + ROW[turn], col + COL[turn]) for turn in range(4)] + [(1 - side, row, col)]
    inside = [one for one in around if 0 <= one[1] < len(board[0]) and 0 <= one[2] < len(board[0][0])]
    return [one for one in inside if board[one[0]][one[1]][one[2]] not in "#_"]


def reachable(board: Board) -> set[tuple[int, int, int]]:
    """Every place one can ever stand on, with all keys in hand."""
    queue = walk(board, [])
    for place in queue:
        queue += [one for one in ways_on(board, place) if one not in queue and board[one[0]][one[1]][one[2]] != "X"]
    return set(queue)


def count_wins(board: Board) -> int:
    """How many different shortest wins there are."""
    lamps = len(
        {
            (row, col)
            for layer in board
            for row, line in enumerate(layer)
            for col, sign in enumerate(line)
            if sign == "B"
        }
    )
    ways: dict[Any, int] = {(walk(board, [])[0], frozenset(), frozenset()): 1}
    seen, wins = set(ways), 0
    while ways and not wins:
        after: dict[Any, int] = {}
        for (place, lit, keys), count in ways.items():
            for into in ways_on(board, place):
                sign = board[into[0]][into[1]][into[2]]
                if sign == "X" or (sign in GATES and KEY_IDS[GATES.index(sign)] not in keys):
                    continue
                node = into, lit | {into[1:]} if sign == "B" else lit, keys | {sign} if sign in KEY_IDS else keys
                if sign == "E" and len(lit) == lamps:
                    wins += count
                elif node not in seen:
                    after[node] = after.get(node, 0) + count
        seen |= set(after)
        ways = after
    return wins


def tidy(board: Board) -> Board:
    """Wall up what nobody can ever enter."""
    reached = reachable(board)
    made: Board = tuple([row[:] for row in layer] for layer in board)  # type: ignore[assignment]
    for side in range(2):
        for row, line in enumerate(made[side]):
            for col, sign in enumerate(line):
                if sign == "." and (side, row, col) not in reached:
                    line[col] = "#"
    return made


def interest(board: Board, witness: list[str]) -> float:
    reached, wins = reachable(board), count_wins(board)
    path = walk(board, witness)
    in_beta = sum(side for side, _, _ in path) / len(path)
    hasty = sum(one == two == "f" for one, two in pairwise(witness))
    dense = 1 - abs(len(set(path)) / len(reached) - DENSITY)
    return 40 * dense + 30 * min(in_beta, 1 - in_beta) - 4 * math.log2(max(1, wins)) - 10 * hasty


def turned(board: Board) -> list[str]:
    """The level in all eight symmetries of the square."""
    made = []
    layers = [["".join(row) for row in layer] for layer in board]
    for _ in range(4):
        layers = [["".join(row) for row in zip(*layer[::-1])] for layer in layers]
        made += ["\n".join(layers[0] + layers[1]), "\n".join(row[::-1] for row in layers[0] + layers[1])]
    return made


def choose(wishes: tuple[int, ...], known: set[str]) -> Board:
    """The most interesting of many candidates that is like none of the levels known."""
    size, beacons, keys, rifts, optimum, shifts = wishes
    best: tuple[float, Board] | None = None
    quick = Prover()
    for seed in range(TRIED[size]):
        try:
            text = generate(
                seed, quick, size=size, beacons=beacons, keys=keys, rifts=rifts, optimum=optimum, shifts=shifts
            )
        except BadSetup:
            continue
        board = tidy(from_text(text))
        found = certify(as_text(board))
        if found.witness is None:
            continue
        worth = interest(board, found.witness)
        if found.length == optimum and (best is None or worth > best[0]) and not known & set(turned(board)):
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
                drawing = [
                    path.read_text("utf-8").partition("\n")[2] if number == 0 else path.read_text("utf-8")
                    for number, path in enumerate(files)
                ]
                board = as_board((drawing[0], drawing[1]))
            else:
                board = as_board(wishes) if isinstance(wishes[0], str) else choose(wishes, known)
            known |= set(turned(board))
            layers = as_text(board).split("---\n")
            files[0].write_text(f"; title: {title}\n{layers[0]}", "utf-8")
            files[1].write_text(layers[1], "utf-8")
            found = certify(as_text(board)).as_json()
            found.pop("seconds")
            index.append({"name": name, "title": title, "group": group, "certificate": found})
            print(name, title, found["length"], found["witness"].count("f"), flush=True)
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in index)
    (FOLDER / "index.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
