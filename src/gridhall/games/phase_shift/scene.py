"""What a person sees.

Both phases, the one he is in with focus; the renderer decides whether to show the other (PS15).
"""

from typing import Any

from gridhall.games.phase_shift.rules import (
    BEACON,
    EARLY,
    ENDED,
    EXIT,
    FELL,
    FLOOR,
    GATE,
    KEY,
    LARGEST,
    LATE,
    LAYER,
    LEFT,
    LIT,
    QUIT,
    RIFT,
    RUNNING,
    SHIFT,
    SIGNS,
    SOLVED,
    STARS,
    STEP,
    STRIDE,
    TOOK,
    VOID,
    WALL,
    WASTED,
    stars,
)
from gridhall.games.phase_shift.words import WORDS, held
from gridhall.scene import Choice, Kind, Labels, Layer, Mark, Meter, Outcome, Piece, Preview, Scene

PHASES = ("Alpha", "Beta")
TONES = ("day", "night")
NAMES = ("North", "South", "West", "East")
KEYS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "f", "q")

LEGEND = {
    "void": Kind("_", "void", "░", "Nothing is here in this phase: a move or a shift onto it is wasted."),
    "floor": Kind(".", "floor", "·"),
    "wall": Kind("#", "wall", "█", "A move or a shift into it is wasted.", join=True),
    "exit": Kind("E", "exit", "∩", "Stand here when all beacons are on."),
    "rift": Kind("X", "rift", "╳", "Deadly, however you enter it."),
    "beacon": Kind("B", "beacon, off", "○", "Enter it to turn it on, in both phases."),
    "beacon-on": Kind("b", "beacon, on", "●", "It stays on."),
    "key-k": Kind("k", "key k", tell="Opens every gate G."),
    "key-u": Kind("u", "key u", tell="Opens every gate U."),
    "key-v": Kind("v", "key v", tell="Opens every gate V."),
    "key-w": Kind("w", "key w", tell="Opens every gate W."),
    "gate-g": Kind("G", "gate G, closed", "╬", "Key k opens it."),
    "gate-u": Kind("U", "gate U, closed", tell="Key u opens it."),
    "gate-v": Kind("V", "gate V, closed", tell="Key v opens it."),
    "gate-w": Kind("W", "gate W, closed", tell="Key w opens it."),
    "gate-open": Kind("/", "gate, open", "╱", "As good as floor."),
    "runner": Kind("P", "you", "◉"),
    "ghost": Kind("p", "you, seen from the other phase", "◌", "A shift would put you here."),
}
TABLES = [  # a translation from tiles to signs for each set of keys held
    bytes(
        ord("/")
        if GATE <= tile < GATE + 4 and keys >> (tile - GATE) & 1
        else ord(SIGNS[tile])
        if tile < len(SIGNS)
        else ord("?")
        for tile in range(256)
    )
    for keys in range(16)
]
TILE_NAMES = {VOID: "void", FLOOR: "floor", WALL: "a wall", EXIT: "the exit", RIFT: "a rift", BEACON: "a beacon"}
THANKS = "Thanks for playing PHASE SHIFT!"


def scene(setup: Any, state: Any, player: int) -> Scene:
    height, width, cell, phase = setup.height, setup.width, board_cell(setup, state.cell), state.phase
    playing = state.ending == RUNNING
    boards = tiles(setup, state)
    layers = [
        Layer(
            boards[side],
            PHASES[side],
            "you are here" if side == phase else "the other phase",
            TONES[side],
            focus=side == phase,
        )
        for side in range(2)
    ]
    pieces = [Piece("you", "runner", cell, phase), Piece("ghost", "ghost", cell, 1 - phase, faded=True)]
    return Scene(
        width,
        height,
        LEGEND,
        layers,
        pieces,
        marks=_marks(setup, state)
        if playing and player == 0
        else [Mark("danger", phase, [cell])]
        if state.ending == FELL
        else [],
        meters=_meters(setup, state),
        choices=[_choice(setup, state, action) for action in range(QUIT + 1)] if playing and player == 0 else [],
        status=_status(setup, state),
        hint=_hint(setup, state),
        labels=Labels([str(col) for col in range(width)], [str(row) for row in range(height)]),
        outcome=None if playing else _outcome(setup, state),
    )


def board_cell(setup: Any, cell: int) -> int:
    """A cell of the rules as a cell of the scene; -1 outside the board."""
    row, col = (cell >> 5) - 1, cell & 31
    return row * setup.width + col if 0 <= row < setup.height and col < setup.width else -1


def tiles(setup: Any, state: Any) -> list[list[str]]:
    """Both phases as rows of signs: lit beacons `b`, taken keys floor, opened gates `/` (PS7, PS8)."""
    signs = bytes(setup.tiles).translate(TABLES[state.keys & 15])
    boards = [
        [
            signs[at : at + setup.width].decode("ascii")
            for at in range(base + STRIDE, base + STRIDE * (setup.height + 1), STRIDE)
        ]
        for base in (0, LAYER)
    ]
    for row in range(min(setup.height, LARGEST)):
        if lit := state.lit[row]:
            for board in boards:
                board[row] = "".join(
                    "b" if sign == "B" and lit >> col & 1 else sign for col, sign in enumerate(board[row])
                )
        if taken := state.taken[row]:
            for board in boards:
                board[row] = "".join(
                    "." if sign in "kuvw" and taken >> col & 1 else sign for col, sign in enumerate(board[row])
                )
    return boards


def target(setup: Any, state: Any, action: int) -> tuple[int, int, int]:
    """The (cell, phase, tile) an action leads to, a taken key or an open gate being floor."""
    cell, phase = state.cell + STEP[action], state.phase ^ (action == SHIFT)
    tile = setup.tiles[phase * LAYER + cell]
    opened = tile >= GATE and state.keys >> (tile - GATE) & 1
    if opened or (KEY <= tile < GATE and state.taken[(cell >> 5) - 1] >> (cell & 31) & 1):
        tile = FLOOR
    return cell, phase, tile


def is_wasted(tile: int) -> bool:
    return bool(tile in (VOID, WALL) or tile >= GATE)


def _tile_name(setup: Any, cell: int, tile: int) -> str:
    if tile >= GATE:
        return f"a closed gate {SIGNS[tile]}"
    if tile >= KEY:
        return f"key {SIGNS[tile]}"
    return "the edge" if board_cell(setup, cell) < 0 else TILE_NAMES[tile]


def _marks(setup: Any, state: Any) -> list[Mark]:
    phase = state.phase
    open_cells: list[int] = []
    other: list[int] = []
    deadly: list[list[int]] = [[], []]
    for action in range(SHIFT + 1):
        cell, into, tile = target(setup, state, action)
        if tile == RIFT:
            deadly[into].append(board_cell(setup, cell))
        elif not is_wasted(tile):
            (open_cells if action != SHIFT else other).append(board_cell(setup, cell))
    marks = [Mark("choice", phase, open_cells)] if open_cells else []
    marks += [Mark("target", 1 - phase, other)] if other else []
    return marks + [Mark("danger", side, cells) for side, cells in enumerate(deadly) if cells]


def _meters(setup: Any, state: Any) -> list[Meter]:
    three, two = (setup.limit * share // 100 for share in STARS)
    left = (
        f"★★★ up to {three}"
        if state.moves <= three
        else f"★★ up to {two}"
        if state.moves <= two
        else f"★ up to {setup.limit}"
    )
    meters = [
        Meter("bar", "Moves", state.moves, setup.limit, left, marks=[three, two]),
        Meter("number", "Beacons", setup.beacons - state.missing, setup.beacons, icon="beacon-on"),
        Meter("number", "Wasted", state.wastes),
    ]
    if state.keys:
        meters.insert(2, Meter("items", "Keys", items=[f"key-{name}" for name in held(state)]))
    return meters


def _choice(setup: Any, state: Any, action: int) -> Choice:
    if action == QUIT:
        return Choice(QUIT, "q", "Quit", "q", confirm="Quit? That loses this level.")
    cell, phase, tile = target(setup, state, action)
    name = NAMES[action] if action < SHIFT else f"Shift to {PHASES[phase]}"
    if is_wasted(tile) or tile == RIFT:
        name += ": " + _tile_name(setup, cell, tile).removeprefix("a ").removeprefix("the ")
    # Bumped twice: there is another way.
    glows = action == SHIFT and bool(state.wasted) and state.wastes >= 2 and not is_wasted(tile) and tile != RIFT
    return Choice(
        action,
        WORDS[action],
        name,
        KEYS[action],
        cell=board_cell(setup, cell),
        layer=phase,
        danger=tile == RIFT,
        main=glows,
        idle=is_wasted(tile),
    )


def _status(setup: Any, state: Any) -> str:
    if state.ending != RUNNING:
        return _title(state)
    if state.missing == 0:
        return "All beacons are on: reach the exit."
    return f"Light {'the beacon' if setup.beacons == 1 else f'{state.missing} more beacon{_s(state.missing)}'}, then reach the exit."


def _hint(setup: Any, state: Any) -> str:
    if state.ending != RUNNING:
        return ""
    if state.moves >= setup.limit:
        return "No move is left: the next one loses (PS11)."
    if state.wasted:
        return "That was a wasted move: it cost one and changed nothing (PS6)."
    if state.missing and setup.tiles[state.phase * LAYER + state.cell] == EXIT:
        return f"This is the exit; {_missing(state)} (PS10)."
    if state.keys:
        gates = [SIGNS[GATE + number] for number in range(4) if state.keys >> number & 1]
        return f"You hold {' '.join(held(state))}: gates {' '.join(gates)} stand open."
    return ""


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _missing(state: Any) -> str:
    return f"{state.missing} beacon{_s(state.missing)} {'is' if state.missing == 1 else 'are'} still missing"


def _title(state: Any) -> str:
    return {SOLVED: "Solved", FELL: "A rift took you", LATE: "Out of moves", LEFT: "You quit"}[state.ending]


def _outcome(setup: Any, state: Any) -> Outcome:
    won, count = state.ending == SOLVED, stars(setup, state)
    percent = (200 * state.moves + setup.limit) // (2 * setup.limit)  # to nearest (PS14)
    after = f"after {state.moves} move{_s(state.moves)}"
    summary = {
        SOLVED: f"Solved in {state.moves} move{_s(state.moves)} ({percent} % of limit) → {count} ★",
        FELL: f"Lost {after}: a rift is deadly → 0 ★",
        LATE: f"Lost {after}: the limit is {setup.limit} → 0 ★",
        LEFT: f"Lost {after}: you quit → 0 ★",
    }[state.ending]
    return Outcome(_title(state), int(won), [summary, THANKS], count, won)


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    if what == ENDED:
        return _outcome(setup, state).lines[0]
    if what == LIT:
        return "The beacon is on: " + ("all are; reach the exit." if state.missing == 0 else _missing(state) + ".")
    if what == TOOK:
        tile = setup.tiles[state.phase * LAYER + cell]
        return f"You took key {SIGNS[tile]}: every gate {SIGNS[tile + GATE - KEY]} is open."
    if what == EARLY:
        return f"This is the exit; {_missing(state)} (PS10)."
    if what >= WASTED:
        action = what - WASTED
        _, phase, tile = target(setup, state, action)
        where = f"{PHASES[phase]} here" if action == SHIFT else NAMES[action]
        return f"{where} is {_tile_name(setup, cell, tile)}: a wasted move (PS6)."
    return f"You shifted to {PHASES[state.phase]}." if what == SHIFT else f"You stepped {NAMES[what].lower()}."


def preview(setup: Any, state: Any, player: int, action: int) -> Preview:
    if action >= QUIT:
        return Preview("Quit: you lose this level (PS12).", danger=True)
    cell, phase, tile = target(setup, state, action)
    at, name = board_cell(setup, cell), _tile_name(setup, cell, tile)
    late = state.moves >= setup.limit
    way = f"Shift to {PHASES[phase]}" if action == SHIFT else f"Step {NAMES[action].lower()}"
    if is_wasted(tile):
        text = f"{way}: {name}, a wasted move (PS6)."
        return Preview(
            text + " It is one too many (PS11)." if late else text, late, [Mark("last", phase, [at])] if at >= 0 else []
        )
    ghost = [Piece("preview", "ghost", at, phase, faded=True)]
    if tile == RIFT:
        return Preview(f"{way}: a rift, deadly.", True, [Mark("danger", phase, [at])], ghost)
    if late:
        return Preview(f"{way}: one move too many (PS11).", True, [Mark("danger", phase, [at])], ghost)
    text = f"{way}: {name}."
    if tile == EXIT:
        text = f"{way}: the exit, and you win." if state.missing == 0 else f"{way}: the exit; {_missing(state)} (PS10)."
    return Preview(text, False, [Mark("good" if tile == EXIT and state.missing == 0 else "target", phase, [at])], ghost)
