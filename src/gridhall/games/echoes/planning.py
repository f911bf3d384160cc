"""The board and the timeline while plans are made: every list as if it were alone, and no collision promised (EC59)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gridhall.game import EVERYONE, Player, Position, View
from gridhall.games.echoes.codes import CODES, HEADING, LONGEST, MINE
from gridhall.games.echoes.legend import ECHO, MINES, SHOT
from gridhall.games.echoes.paths import Track, flight, last_change, things_at, tiles_visited, track
from gridhall.games.echoes.rules import CREATING, first_index
from gridhall.games.echoes.setup import HOMES
from gridhall.games.echoes.ticks import SLOTS
from gridhall.games.echoes.words import CODE_WORDS, COLUMNS, ECHO_NAMES, KINDS, kind_of, plan_codes
from gridhall.grid import ARROWS
from gridhall.scene import Mark, Piece, Row, Tick

SIGNS = tuple(KINDS[kind_of(code)][0].upper() + ARROWS[HEADING[code]] for code in range(CODES))
DONE, PLANNED = ([Tick(sign, CODE_WORDS[code], state) for code, sign in enumerate(SIGNS)] for state in ("done", "plan"))
NEXT, SEAL = Tick(state="next"), Tick(state="sealed")
LEAST_TICKS = 5  # of a timeline
NEVER = 1 << 30  # a tick that does not come
PLANS_KNOWN = {0: (0,), 1: (1,), EVERYONE: (0, 1)}  # by player: the sides whose plans they know
SLOTS_OF_BOTH = (tuple(range(SLOTS)), (*range(8, SLOTS), *range(8)))  # by player, the own side's first

Drawn = tuple[list[Piece], list[Mark]]


class Plan(NamedTuple):
    """This turn's plan of one side."""

    kind: int
    slot: int  # of its echo
    codes: bytes
    left: int  # points
    cell: int  # where the echo stands after it


def plan_of(state: Position, side: Player) -> Plan | None:
    """What a side has planned, as far as this view knows it; None if it is nothing."""
    kind = state.plan_kind[side]
    if not kind:
        return None
    slot, codes = side * 8 + state.plan_column[side], plan_codes(state, side)
    return Plan(kind, slot, codes, state.plan_left[side], state.plan_cell[side])


class KnownList:
    """The list of an echo as one viewer knows it: what is there from earlier turns, and this turn's plan if it is for
    this echo.

    What was drawn of it is kept with it, because lists of earlier turns are drawn again after every word.
    """

    __slots__ = ("_known_marks", "_own_marks", "_pieces", "codes", "owner", "path", "plan", "row", "slot", "still")

    def __init__(self, slot: int, codes: bytes, plan: Plan | None = None) -> None:
        self.slot, self.codes, self.plan, self.owner = slot, codes, plan, 1 + slot // 8
        self.path = track(HOMES[slot], codes if plan is None else codes + plan.codes)
        self.still = last_change(self.path) if plan is None else NEVER  # nothing of it moves after this tick
        self.row = _row(slot, codes, plan)  # of the timeline
        self._pieces: dict[tuple[int, bool], list[Piece]] = {}
        self._own_marks: dict[int, list[Mark]] = {}
        self._known_marks: list[Mark] | None = None

    def drawn(self, tick: int, faded: bool, own: bool) -> Drawn:
        """What the board shows of it after a tick, with nobody in its way (EC59): its shots, mines, shield and echo.

        Besides, its path and its shots: for its `own` side until this tick, for the other all of them.
        """
        tick = tick if tick < self.still else self.still
        pieces = self._pieces.get((tick, faded))
        if pieces is None:
            pieces = self._pieces[tick, faded] = echo_pieces(self.slot, self.path, tick, faded)
        marks = self._own_marks.get(tick) if own else self._known_marks
        return pieces, self._make_marks(tick, own) if marks is None else marks

    def _make_marks(self, tick: int, own: bool) -> list[Mark]:
        if own:
            planned_from = NEVER if self.plan is None else len(self.codes)
            self._own_marks[tick] = marks = _own_marks(self.path, self.owner, planned_from, tick)
        else:
            self._known_marks = marks = _known_marks(self.path, self.owner)
        return marks


_finished_list = lru_cache(1 << 14)(KnownList)  # the lists of about two thousand matches


def known_lists(state: View, player: Player) -> Sequence[KnownList]:
    """The lists of all echoes this view knows, own side first."""
    finished = _finished_lists(bytes(state.lists), bytes(state.lengths), state.living)[player == 1]
    plans = [plan for side in PLANS_KNOWN.get(player, ()) if (plan := plan_of(state, side)) is not None]
    if not plans:
        return finished
    known = {entry.slot: entry for entry in finished}
    for plan in plans:
        codes = known[plan.slot].codes if plan.slot in known else b""
        known[plan.slot] = KnownList(plan.slot, codes, plan)
    return [known[slot] for slot in SLOTS_OF_BOTH[player == 1] if slot in known]


@lru_cache(4096)
def _finished_lists(lists: bytes, lengths: bytes, living: int) -> tuple[tuple[KnownList, ...], tuple[KnownList, ...]]:
    """The lists of earlier turns, which are the same for everybody and until the next replay: by player, own first."""
    known = {
        slot: _finished_list(slot, lists[slot * LONGEST : slot * LONGEST + lengths[slot]])
        for slot in range(SLOTS)
        if living >> slot & 1 and lengths[slot]
    }
    red, blue = (tuple(known[slot] for slot in slots if slot in known) for slots in SLOTS_OF_BOTH)
    return red, blue


def planned_tick(state: View, player: Player) -> int:
    """The tick of the last planned action; 0 while nothing is planned."""
    if player not in (0, 1) or not state.plan_kind[player]:
        return 0
    slot = player * 8 + state.plan_column[player]
    return int(first_index(state, slot, state.plan_kind[player]) + state.plan_count[player])


def drawn_lists(known: Sequence[KnownList], player: Player, tick: int) -> Drawn:
    """All lists after a tick. While one is edited, the others are faded."""
    planning = any(entry.plan is not None for entry in known)
    pieces: list[Piece] = []
    marks: list[Mark] = []
    for entry in known:
        own = player not in (0, 1) or entry.owner == player + 1
        more_pieces, more_marks = entry.drawn(tick, planning and entry.plan is None, own)
        pieces += more_pieces
        marks += more_marks
    return pieces, marks


def echo_pieces(slot: int, path: Track, tick: int, faded: bool) -> list[Piece]:
    """One list's shots, mines, shield and echo after a tick, with nobody in their way (EC59)."""
    owner, name = 1 + slot // 8, ECHO_NAMES[slot]
    at = min(tick, len(path.cells) - 1)
    cell, guard = path.cells[at], path.guards[at]
    pieces = [
        projectile_piece(f"{slot}.{birth}", heading, where, owner, faded)
        for birth, heading, where in things_at(path, tick)
    ]
    if guard:
        pieces.append(Piece(f"{name}.shield", "shield", cell, facing=2 * guard - 2, owner=owner, faded=faded))
    pieces.append(Piece(name, ECHO[owner], cell, owner=owner, label=COLUMNS[slot % 8], faded=faded))
    return pieces


def projectile_piece(name: str, heading: int, cell: int, owner: int, faded: bool) -> Piece:
    """A shot, or a mine (heading -1)."""
    return Piece(name, (MINES if heading < 0 else SHOT)[owner], cell, 0, heading, owner, faded=faded)


def _known_marks(path: Track, owner: int) -> list[Mark]:
    """The whole path of a list and the lines of all its shots."""
    line = tiles_visited(path.cells)
    marks = [Mark("known", line=line, arrow=True, owner=owner)] if len(line) > 1 else []
    marks += [Mark("known", line=list(flight(code, cell)), owner=owner) for _, code, cell in path.spawns if code < MINE]
    return marks


def _own_marks(path: Track, owner: int, planned_from: int, tick: int) -> list[Mark]:
    """The path of a list, and the lines of its shots.

    A shot of this turn's plan has its whole line with ticks; one that is in flight after `tick`, what is still to come.
    """
    line = tiles_visited(path.cells)
    marks = [Mark("trail", line=line, owner=owner)] if len(line) > 1 else []
    for birth, code, cell in path.spawns:
        if code >= MINE:
            continue
        cells = flight(code, cell)
        if planned_from < birth:
            marks.append(Mark("shot", line=list(cells), ticks=list(range(birth, birth + len(cells))), owner=owner))
        elif birth <= tick < birth + len(cells) - 1:
            marks.append(Mark("shot", line=list(cells[tick - birth :]), owner=owner))
    return marks


def timeline_rows(state: View, player: Player, known: Sequence[KnownList]) -> tuple[list[Row], int, int]:
    """The rows (edited lists first, the other side's plan sealed), how many ticks, and the tick being planned."""
    edited = [entry.row for entry in known if entry.plan is not None]
    rows = edited + [entry.row for entry in known if entry.plan is None]
    ticks = max([LEAST_TICKS, *[len(row.cells) for row in rows]])
    if not state.over and player != EVERYONE:
        rows += [_sealed_row(side + 1, ticks, bool(state.submitted[side])) for side in (0, 1) if side != player]
    return rows, ticks, len(edited[-1].cells) if edited else 0


def _row(slot: int, codes: bytes, plan: Plan | None) -> Row:
    """A list as a row of the timeline; while it is edited, with the tick that is planned next."""
    cells, name = [DONE[code] for code in codes], COLUMNS[slot % 8]
    if plan is not None:
        cells += [PLANNED[code] for code in plan.codes]
        cells += [NEXT] if plan.left else []
        name = f"{name} {'new' if plan.kind == CREATING else 'extend'}"
    return Row(cells, ECHO_NAMES[slot], 1 + slot // 8, name)


@lru_cache(512)
def _sealed_row(owner: int, ticks: int, submitted: bool) -> Row:
    """Stripes as long as the timeline, so that they tell neither the length of the plan nor its echo (EC20)."""
    return Row([SEAL] * ticks, "", owner, "sealed" if submitted else "planning")
