"""What a person sees: both phases, with the focus on the one they are in; renderers may leave out the other (PS15)."""

from typing import NamedTuple

from gridhall.game import Action, Player, Position, SetupRecord, Truth, View
from gridhall.games.phase_shift.rules import (
    BEACON,
    DECOR,
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
    STRIDE,
    TOOK,
    VOID,
    WALL,
    WASTED,
    WORTH,
    cell_ahead,
    is_late,
    is_solid,
    is_taken,
    is_way_out,
    phase_ahead,
    score,
    stars,
)
from gridhall.games.phase_shift.setup import DIFFICULTIES
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
ADORNED_LEGEND = {  # of levels with décor (PS18)
    **LEGEND,
    "grass": Kind(DECOR[0], "grass", "ψ", "As good as floor: it only looks different."),
    "pebbles": Kind(DECOR[1], "pebbles", "∴", "As good as floor: it only looks different."),
}


def _sign(tile: int, keys: int) -> str:
    """How a tile is drawn for somebody who holds these keys."""
    if GATE <= tile < GATE + 4 and keys >> (tile - GATE) & 1:
        return "/"
    return SIGNS[tile] if tile < len(SIGNS) else "?"


TABLES = [bytes(ord(_sign(tile, keys)) for tile in range(256)) for keys in range(16)]  # for bytes.translate
TILE_NAMES = {VOID: "void", FLOOR: "floor", WALL: "a wall", EXIT: "the exit", RIFT: "a rift", BEACON: "a beacon"}
QUIT_CHOICE = Choice(QUIT, "q", "Quit", "q", confirm="Quit? That loses this level.", gives_up=True)
TITLES = {SOLVED: "Solved", FELL: "A rift took you", LATE: "Out of moves", LEFT: "You quit"}
THANKS = "Thanks for playing PHASE SHIFT!"


def scene(setup: SetupRecord, state: Position, player: Player) -> Scene:
    height, width, cell, phase = setup.height, setup.width, board_cell(setup, state.cell), state.phase
    plays = state.ending == RUNNING and player == 0
    targets = [target(setup, state, action) for action in range(SHIFT + 1)] if plays else []
    if plays:
        marks = _marks(phase, targets)
    else:
        marks = [Mark("danger", phase, [cell])] if state.ending == FELL else []
    return Scene(
        width,
        height,
        ADORNED_LEGEND if setup.adorned else LEGEND,
        _layers(setup, state),
        [Piece("you", "runner", cell, phase), Piece("ghost", "ghost", cell, 1 - phase, faded=True)],
        marks=marks,
        meters=_meters(setup, state),
        choices=[*(_choice(state, into) for into in targets), QUIT_CHOICE] if plays else [],
        status=_status(setup, state),
        hint=_hint(setup, state),
        labels=Labels([str(col) for col in range(width)], [str(row) for row in range(height)]),
        outcome=None if state.ending == RUNNING else _outcome(setup, state),
    )


def _layers(setup: SetupRecord, state: Position) -> list[Layer]:
    layers = []
    for side, board in enumerate(tiles(setup, state)):
        here = side == state.phase
        note = "you are here" if here else "the other phase"
        layers.append(Layer(board, PHASES[side], note, TONES[side], focus=here))
    return layers


def board_cell(setup: SetupRecord, cell: int) -> int:
    """A cell of the rules as a cell of the scene; -1 outside the board."""
    row, col = (cell >> 5) - 1, cell & 31
    return row * setup.width + col if 0 <= row < setup.height and col < setup.width else -1


def tiles(setup: SetupRecord, state: Position) -> list[list[str]]:
    """Both phases as rows of signs: lit beacons `b`, taken keys floor, opened gates `/` (PS7, PS8)."""
    signs = bytes(setup.tiles).translate(TABLES[state.keys & 15]).decode("ascii")
    if setup.adorned:
        signs = "".join(DECOR[look - 1] if look else sign for look, sign in zip(setup.decor, signs))
    boards = []
    for base in (0, LAYER):
        starts = range(base + STRIDE, base + STRIDE * (setup.height + 1), STRIDE)
        boards.append([signs[start : start + setup.width] for start in starts])
    for row in range(min(setup.height, LARGEST)):
        lit, taken = state.lit[row], state.taken[row]
        for board in boards if lit or taken else ():
            board[row] = "".join(
                _changed(sign, lit >> col & 1, taken >> col & 1) for col, sign in enumerate(board[row])
            )
    return boards


def _changed(sign: str, lit: int, taken: int) -> str:
    """The sign of a cell whose beacon is lit or whose key is taken."""
    if lit and sign == "B":
        return "b"
    return "." if taken and sign in "kuvw" else sign


class Target(NamedTuple):
    """Where a step or a shift leads. A taken key and an open gate are floor."""

    action: Action
    cell: int  # of the rules
    at: int  # of the scene; -1 outside the board
    phase: int
    tile: int
    wasted: bool  # nothing would change (PS6)

    @property
    def deadly(self) -> bool:
        return self.tile == RIFT

    @property
    def name(self) -> str:
        if self.tile >= GATE:
            return f"a closed gate {SIGNS[self.tile]}"
        if self.tile >= KEY:
            return f"key {SIGNS[self.tile]}"
        return "the edge" if self.at < 0 else TILE_NAMES[self.tile]


def target(setup: SetupRecord, state: Position, action: Action) -> Target:
    cell, phase = cell_ahead(state, action), phase_ahead(state, action)
    tile = setup.tiles[phase * LAYER + cell]
    wasted = bool(is_solid(state, tile))
    if (tile >= GATE and not wasted) or (KEY <= tile < GATE and is_taken(state, cell)):
        tile = FLOOR
    return Target(action, cell, board_cell(setup, cell), phase, tile, wasted)


def _marks(phase: int, targets: list[Target]) -> list[Mark]:
    entered = [into for into in targets if not into.wasted]
    steps = [into.at for into in entered if into.action != SHIFT]
    shifts = [into.at for into in entered if into.action == SHIFT]
    marks = [Mark("choice", phase, steps)] if steps else []
    return marks + ([Mark("target", 1 - phase, shifts)] if shifts else [])


def _meters(setup: SetupRecord, state: Position) -> list[Meter]:
    three, two = (setup.limit * share // 100 for share in STARS)
    if state.moves <= three:
        reward = f"★★★ up to {three}"
    else:
        reward = f"★★ up to {two}" if state.moves <= two else f"★ up to {setup.limit}"
    meters = [
        Meter("bar", "Moves", state.moves, setup.limit, reward, marks=[three, two]),
        Meter("number", "Beacons", setup.beacons - state.missing, setup.beacons, icon="beacon-on"),
        Meter("number", "Wasted", state.wastes),
    ]
    if state.keys:
        meters.insert(2, Meter("items", "Keys", items=[f"key-{name}" for name in held(state)]))
    return meters


def _choice(state: Position, into: Target) -> Choice:
    action = into.action
    name = NAMES[action] if action < SHIFT else f"Shift to {PHASES[into.phase]}"
    if into.wasted or into.deadly:
        name += ": " + into.name.removeprefix("a ").removeprefix("the ")
    # Who has bumped into something again may not know that there is another way.
    glows = action == SHIFT and bool(state.wasted) and state.wastes >= 2 and not into.wasted and not into.deadly
    return Choice(
        action, WORDS[action], name, KEYS[action],
        cell=into.at, layer=into.phase, main=glows, idle=into.wasted,
    )  # fmt: skip


def _status(setup: SetupRecord, state: Position) -> str:
    if state.ending != RUNNING:
        return TITLES[state.ending]
    if state.missing == 0:
        return "All beacons are on: reach the exit."
    beacons = "the beacon" if setup.beacons == 1 else f"{state.missing} more beacon{_s(state.missing)}"
    return f"Light {beacons}, then reach the exit."


def _hint(setup: SetupRecord, state: Position) -> str:
    if state.ending != RUNNING:
        return ""
    if is_late(setup, state.moves + 1):
        return "No move is left: the next one loses."
    if state.wasted:
        return "That was a wasted move: it cost one and changed nothing."
    if state.missing and setup.tiles[state.phase * LAYER + state.cell] == EXIT:
        return f"This is the exit; {_missing(state)}."
    if state.keys:
        gates = [SIGNS[GATE + number] for number in range(4) if state.keys >> number & 1]
        return f"You hold {' '.join(held(state))}: gates {' '.join(gates)} stand open."
    return ""


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _missing(state: Position) -> str:
    return f"{state.missing} beacon{_s(state.missing)} {'is' if state.missing == 1 else 'are'} still missing"


def _outcome(setup: SetupRecord, state: Position) -> Outcome:
    won, count = state.ending == SOLVED, stars(setup, state)
    percent = (200 * state.moves + setup.limit) // (2 * setup.limit)  # to nearest (PS14)
    after = f"after {state.moves} move{_s(state.moves)}"
    summary = {
        SOLVED: f"Solved in {state.moves} move{_s(state.moves)} ({percent} % of limit) → {count} ★",
        FELL: f"Lost {after}: a rift is deadly → 0 ★",
        LATE: f"Lost {after}: the limit is {setup.limit} → 0 ★",
        LEFT: f"Lost {after}: you quit → 0 ★",
    }[state.ending]
    points, factor = score(setup, state, 0) / 10, WORTH[setup.difficulty] / 10
    article = "an" if setup.difficulty == 0 else "a"
    reckoning = f"{count} ★ × {factor:g} for {article} {DIFFICULTIES[setup.difficulty]} level" if won else ""
    return Outcome(TITLES[state.ending], int(won), [summary, THANKS], count, won, points, reckoning)


def describe(setup: SetupRecord, state: Truth, player: Player, what: int, who: int, cell: int) -> str | None:
    if what == ENDED:
        return _outcome(setup, state).lines[0]
    if what == LIT:
        return "The beacon is on: " + ("all are; reach the exit." if state.missing == 0 else _missing(state) + ".")
    if what == TOOK:
        tile = setup.tiles[state.phase * LAYER + cell]
        return f"You took key {SIGNS[tile]}: every gate {SIGNS[tile + GATE - KEY]} is open."
    if what == EARLY:
        return f"This is the exit; {_missing(state)}."
    if what >= WASTED:
        action = what - WASTED
        into = target(setup, state, action)
        where = f"{PHASES[into.phase]} here" if action == SHIFT else NAMES[action]
        return f"{where} is {into.name}: a wasted move."
    return f"You shifted to {PHASES[state.phase]}." if what == SHIFT else f"You stepped {NAMES[what].lower()}."


def preview(setup: SetupRecord, state: View, player: Player, action: Action) -> Preview:
    if action >= QUIT:
        return Preview("Quit: you lose this level.", danger=True)
    into = target(setup, state, action)
    late = bool(is_late(setup, state.moves + 1))
    way = f"Shift to {PHASES[into.phase]}" if action == SHIFT else f"Step {NAMES[action].lower()}"
    if into.wasted:
        text = f"{way}: {into.name}, a wasted move." + (" It is one too many." if late else "")
        return Preview(text, late, [Mark("last", into.phase, [into.at])] if into.at >= 0 else [])
    ghost = [Piece("preview", "ghost", into.at, into.phase, faded=True)]
    if into.deadly or late:
        text = f"{way}: a rift, deadly." if into.deadly else f"{way}: one move too many."
        return Preview(text, True, [Mark("danger", into.phase, [into.at])], ghost)
    if is_way_out(state, into.tile):
        return Preview(f"{way}: the exit, and you win.", False, [Mark("good", into.phase, [into.at])], ghost)
    text = f"{way}: the exit; {_missing(state)}." if into.tile == EXIT else f"{way}: {into.name}."
    return Preview(text, False, [Mark("target", into.phase, [into.at])], ghost)
