"""New levels: draw a random board, then change one thing at a time towards what is wanted; each step is proved."""

from collections.abc import Callable
from typing import Annotated, Any

from gridhall.errors import BadSetup, Defect
from gridhall.game import Seed
from gridhall.games.phase_shift.rules import LARGEST, SHIFT, STARS
from gridhall.games.phase_shift.setup import LIMITS, smallest_preset
from gridhall.games.phase_shift.words import ACTION, KEY_IDS
from gridhall.rng import Dice

GATES = "GUVW"
PASSABLE = ".PBEkuvw"
ROW, COL = (-1, 1, 0, 0), (0, 0, -1, 1)
DRAFTS, CHANGES = 40, 400  # boards begun, and changes tried on each, before giving up
HOPELESS, PATIENCE = 1000, 30  # a board that cannot be won, or without a shift; changes after which it is given up

Board = tuple[list[list[str]], list[list[str]]]  # Alpha and Beta, a sign a cell


class Wish:
    """What a level shall be like. `optimum` and `shifts` are meant exactly; 0 leaves them open, see `generate`."""

    def __init__(self, size: int, beacons: int, keys: int, rifts: int, optimum: int, shifts: int, margin: int) -> None:
        self.size, self.beacons, self.keys, self.rifts, self.shifts = size, beacons, keys, rifts, shifts
        self.margin = margin
        self.optimum = optimum or 4 * size - 6
        self.is_exact = optimum > 0


def generate(
    seed: Seed,
    prove: Callable[[str], Any],
    *,
    size: Annotated[int, range(3, LARGEST + 1)] = 7,
    beacons: Annotated[int, range(1, 9)] = 3,
    keys: Annotated[int, range(5)] = 1,
    rifts: Annotated[int, range(LARGEST + 1)] = 2,
    optimum: Annotated[int, range(LIMITS[-1] + 1)] = 0,
    shifts: Annotated[int, range(41)] = 0,
    margin: Annotated[int, range(101)] = 25,
) -> str:
    """Make a level that is proved to be winnable, needs both phases and uses each key.

    The board:
        size: rows and columns, 3 to 16
        beacons: how many, 1 to 8
        keys: how many different keys, 0 to 4, each with a gate that the best solution passes
        rifts: how many, up to the size
    The best solution:
        optimum: the fewest moves of a win; 0 for what suits the size
        shifts: how many of these moves are shifts; 0 for any number from 2 up
        margin: three stars are for a win with so many per cent more moves than the fewest; 0 for the usual limit
    """
    wish = Wish(size, beacons, keys, rifts, optimum, shifts, margin)
    _check(wish)
    dice = Dice(seed)
    for _ in range(DRAFTS):
        board = draft(dice, wish)
        cost = judge(board, wish, prove)
        for turn in range(CHANGES):
            if cost == 0 or (cost == HOPELESS and turn == PATIENCE):
                break
            changed = change(dice, board)
            price = judge(changed, wish, prove)
            if price <= cost:
                board, cost = changed, price
        if cost == 0:
            return _limit(prove(as_text(board)).length, margin) + as_text(board)
    cure = "ask for a larger board, fewer shifts or an optimum nearer to 4 × size"
    raise BadSetup([Defect("no such level was found", cure)])


def _limit(optimum: int, margin: int) -> str:
    """The header line of a limit under which three stars, which are for 60 % of it (PS13), mean something."""
    best = optimum * (100 + margin) // 100
    return f"; limit: {-(-100 * best // STARS[0])}\n" if margin else ""


def _check(wish: Wish) -> None:
    longest = LIMITS[smallest_preset(wish.size, wish.size)]
    limits = {
        "size": (3, LARGEST),
        "beacons": (1, 8),
        "keys": (0, 4),
        "rifts": (0, max(2, wish.size)),
        "optimum": (0, longest if wish.is_exact else wish.optimum),
        "shifts": (0, 40),
        "margin": (0, 100),
    }
    wrong = [
        Defect(f"{name} is {value}", f"choose from {low} to {high}")
        for name, (low, high) in limits.items()
        if not low <= (value := getattr(wish, name)) <= high
    ]
    things = 2 + wish.beacons + 2 * wish.keys
    if not wrong and things > wish.size * wish.size // 2:
        problem = f"{things} things do not fit a board of {wish.size}×{wish.size}"
        wrong = [Defect(problem, "ask for fewer beacons and keys")]
    if wrong:
        raise BadSetup(wrong)


def draft(dice: Dice, wish: Wish) -> Board:
    """A random board with everything on it that was asked for, each thing at a place of its own."""
    size = wish.size
    board: Board = _noise(dice, size), _noise(dice, size)
    things = ["P", "E", *["B"] * wish.beacons, *KEY_IDS[: wish.keys], *GATES[: wish.keys], *["X"] * wish.rifts]
    places: list[tuple[int, int]] = []
    while len(places) < len(things):
        place = dice.below(size), dice.below(size)
        if place not in places:
            places.append(place)
    for sign, (row, col) in zip(things, places):
        side = dice.below(2)
        board[side][row][col] = sign
        if sign == "P":
            board[0][row][col] = board[1][row][col] = "P"
        elif sign == "E" and dice.below(2):
            board[1 - side][row][col] = "E"
    return board


def _noise(dice: Dice, size: int) -> list[list[str]]:
    """A layer of which a third is walls."""
    return [["#" if dice.below(100) < 33 else "." for _ in range(size)] for _ in range(size)]


def change(dice: Dice, board: Board) -> Board:
    """A copy with one to three small changes: a cell opened or closed, or two cells of a layer swapped."""
    changed: Board = [row[:] for row in board[0]], [row[:] for row in board[1]]
    size = len(changed[0])
    for _ in range(1 + dice.below(3)):
        layer, row, col = changed[dice.below(2)], dice.below(size), dice.below(size)
        if layer[row][col] in ".#_":
            layer[row][col] = dice.pick(".....######_")
            continue
        other_row, other_col = dice.below(size), dice.below(size)
        if dice.below(2):  # to a neighbour: a small change
            turn = dice.below(4)
            other_row, other_col = min(max(row + ROW[turn], 0), size - 1), min(max(col + COL[turn], 0), size - 1)
        start_moves = "P" in (layer[row][col], layer[other_row][other_col])
        for rows in changed if start_moves else (layer,):
            rows[row][col], rows[other_row][other_col] = rows[other_row][other_col], rows[row][col]
    return changed


def as_text(board: Board) -> str:
    return "---\n".join("".join("".join(row) + "\n" for row in layer) for layer in board)


def judge(board: Board, wish: Wish, prove: Callable[[str], Any]) -> int:
    """How far a board is from what is wanted; 0 is there."""
    if any(above == below == "_" for rows in zip(*board) for above, below in zip(*rows)) or not needs_both(board):
        return HOPELESS
    proof = prove(as_text(board))
    if proof.status != "OPTIMAL":
        return HOPELESS
    path = walk(board, proof.witness)
    entered = {board[side][row][col] for side, row, col in path}
    unused = sum(key not in entered or gate not in entered for key, gate in zip(KEY_IDS[: wish.keys], GATES))
    short = wish.optimum - proof.length
    moves_off = abs(short) if wish.is_exact else max(0, short)
    shifts = proof.witness.count("f")
    shifts_off = abs(wish.shifts - shifts) if wish.shifts else max(0, 2 - shifts)
    return int(moves_off + 2 * shifts_off + 4 * unused + idle_rifts(board, path))


def walk(board: Board, witness: list[str]) -> list[tuple[int, int, int]]:
    """The (side, row, column) that a witness enters, the start first; a shortest win wastes no move."""
    row, col = next((row, line.index("P")) for row, line in enumerate(board[0]) if "P" in line)
    side, path = 0, [(0, row, col)]
    for word in witness:
        action = ACTION[word]
        if action == SHIFT:
            side = 1 - side
        else:
            row, col = row + ROW[action], col + COL[action]
        path.append((side, row, col))
    return path


def idle_rifts(board: Board, path: list[tuple[int, int, int]]) -> int:
    """How many rifts are no temptation: neither beside the way nor under it in the other phase."""
    entered = set(path)
    idle = 0
    for side in range(2):
        for row, col in places_of(board[side], "X"):
            beside = {(side, row + ROW[turn], col + COL[turn]) for turn in range(4)}
            idle += not entered & (beside | {(1 - side, row, col)})
    return idle


def places_of(layer: list[list[str]], wanted: str) -> list[tuple[int, int]]:
    """The (row, column) of every cell of a layer with this sign."""
    return [(row, col) for row, line in enumerate(layer) for col, sign in enumerate(line) if sign == wanted]


def needs_both(board: Board) -> bool:
    """Whether the level cannot be won without a shift: some beacon or the exit is out of reach in Alpha alone."""
    alpha, size = board[0], len(board[0])
    start = next(((row, line.index("P")) for row, line in enumerate(alpha) if "P" in line), None)
    if start is None:
        return False
    reached = {start}
    keys: set[str] = set()
    while True:
        queue, before = list(reached), len(reached) + len(keys)
        for row, col in queue:
            for turn in range(4):
                place = row + ROW[turn], col + COL[turn]
                if place not in reached and 0 <= place[0] < size and 0 <= place[1] < len(alpha[0]):
                    sign = alpha[place[0]][place[1]]
                    if sign in PASSABLE or (sign in GATES and KEY_IDS[GATES.index(sign)] in keys):
                        reached.add(place)
                        queue.append(place)
                        if sign in KEY_IDS:
                            keys.add(sign)
        if len(reached) + len(keys) == before:
            break
    beacons = {place for layer in board for place in places_of(layer, "B")}
    lit = {place for place in reached if alpha[place[0]][place[1]] == "B"}
    return lit != beacons or not any(alpha[row][col] == "E" for row, col in reached)
