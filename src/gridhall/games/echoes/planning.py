"""The board and the timeline while plans are made: every list as if it were alone, and no collision promised (EC59)."""

from functools import lru_cache
from typing import NamedTuple

from gridhall.game import EVERYONE, Player, SetupRecord, View
from gridhall.games.echoes.codes import CODES, HEADING, LONGEST, MINE
from gridhall.games.echoes.legend import ECHO, MINES, SHOT
from gridhall.games.echoes.paths import flight, things_at, tiles_visited, track
from gridhall.games.echoes.rules import CREATING, first_index
from gridhall.games.echoes.ticks import SLOTS
from gridhall.games.echoes.words import CODE_WORDS, COLUMNS, KINDS, kind_of, plan_codes
from gridhall.grid import ARROWS
from gridhall.scene import Mark, Piece, Row, Tick

SIGNS = tuple(KINDS[kind_of(code)][0].upper() + ARROWS[HEADING[code]] for code in range(CODES))
DONE, PLANNED = ([Tick(sign, CODE_WORDS[code], state) for code, sign in enumerate(SIGNS)] for state in ("done", "plan"))
NEXT, SEAL = Tick(state="next"), Tick(state="sealed")
LEAST_TICKS = 5  # of a timeline
SLOTS_OF_BOTH = (tuple(range(SLOTS)), (*range(8, SLOTS), *range(8)))  # by player, the own side's first


class KnownList(NamedTuple):
    """The list of an echo as one viewer knows it: what is there from earlier turns, and what is planned in this one."""

    slot: int
    owner: int
    name: str
    codes: bytes
    planned: bytes = b""
    edited: bool = False  # this turn's plan is for it
    row: Row | None = None  # of the timeline, unless it is edited


def known_lists(state: View, player: Player) -> list[KnownList]:
    """The lists of all echoes this view knows, own side first."""
    known = {entry.slot: entry for entry in _finished_lists(bytes(state.lists), bytes(state.lengths), state.living)}
    for side in (0, 1):
        if player in (side, EVERYONE) and state.plan_kind[side]:
            slot = side * 8 + state.plan_column[side]
            codes = known[slot].codes if slot in known else b""
            name = f"{side + 1}{COLUMNS[slot % 8]}"
            known[slot] = KnownList(slot, side + 1, name, codes, plan_codes(state, side), True)
    return [known[slot] for slot in SLOTS_OF_BOTH[player == 1] if slot in known]


@lru_cache(4096)
def _finished_lists(lists: bytes, lengths: bytes, living: int) -> tuple[KnownList, ...]:
    """The lists of earlier turns, which are the same for everybody and until the next replay."""
    finished = []
    for slot in range(SLOTS):
        codes = lists[slot * LONGEST : slot * LONGEST + lengths[slot]]
        if living >> slot & 1 and codes:
            owner, letter = 1 + slot // 8, COLUMNS[slot % 8]
            row = Row([DONE[code] for code in codes], f"{owner}{letter}", owner, letter)
            finished.append(KnownList(slot, owner, row.piece, codes, row=row))
    return tuple(finished)


def planned_tick(state: View, player: Player) -> int:
    """The tick after which the board is shown: that of the last planned action, 0 while nothing is planned."""
    if player not in (0, 1) or not state.plan_kind[player]:
        return 0
    slot = player * 8 + state.plan_column[player]
    return int(first_index(state, slot, state.plan_kind[player]) + state.plan_count[player])


def planning_pieces(setup: SetupRecord, known: list[KnownList], tick: int) -> list[Piece]:
    planning = any(entry.edited for entry in known)
    pieces: list[Piece] = []
    for entry in known:
        codes, faded = entry.codes + entry.planned, planning and not entry.edited
        pieces += echo_pieces(entry.slot, setup.home[entry.slot], codes, tick, faded)
    return pieces


@lru_cache(8192)
def echo_pieces(slot: int, home: int, codes: bytes, tick: int, faded: bool) -> tuple[Piece, ...]:
    """One list's shots, mines, shield and echo after a tick, with nobody in their way (EC59)."""
    path, owner, name = track(home, codes), 1 + slot // 8, f"{1 + slot // 8}{COLUMNS[slot % 8]}"
    at = min(tick, len(codes))
    cell, guard = path.cells[at], path.guards[at]
    pieces = [
        projectile_piece(f"{slot}.{birth}", heading, where, owner, faded)
        for birth, heading, where in things_at(path, tick)
    ]
    if guard:
        pieces.append(Piece(f"{name}.shield", "shield", cell, facing=2 * guard - 2, owner=owner, faded=faded))
    pieces.append(Piece(name, ECHO[owner], cell, owner=owner, label=COLUMNS[slot % 8], faded=faded))
    return tuple(pieces)


def projectile_piece(name: str, heading: int, cell: int, owner: int, faded: bool) -> Piece:
    """A shot, or a mine (heading -1)."""
    if heading < 0:
        return Piece(name, MINES[owner], cell, owner=owner, faded=faded)
    return Piece(name, SHOT[owner], cell, facing=heading, owner=owner, faded=faded)


def planning_marks(setup: SetupRecord, state: View, player: Player, known: list[KnownList], tick: int) -> list[Mark]:
    """Paths and shots: own ones as trails; the other side's, known from earlier turns, as `known` (EC59)."""
    if state.over:
        return []
    marks: list[Mark] = []
    for entry in known:
        home, owner = setup.home[entry.slot], entry.owner
        if player in (0, 1) and owner != player + 1:
            marks += _known_marks(home, entry.codes, owner)
        else:
            planned_from = len(entry.codes) if entry.edited else -1
            marks += _own_marks(home, entry.codes + entry.planned, owner, planned_from, tick)
    return marks


@lru_cache(8192)
def _known_marks(home: int, codes: bytes, owner: int) -> tuple[Mark, ...]:
    """The whole path of a list and the lines of all its shots."""
    path = track(home, codes)
    line = tiles_visited(path.cells)
    marks = [Mark("known", line=line, arrow=True, owner=owner)] if len(line) > 1 else []
    marks += [Mark("known", line=list(flight(code, cell)), owner=owner) for _, code, cell in path.spawns if code < MINE]
    return tuple(marks)


@lru_cache(8192)
def _own_marks(home: int, codes: bytes, owner: int, planned_from: int, tick: int) -> tuple[Mark, ...]:
    """The path of a list, and the lines of its shots.

    A shot of this turn's plan has its whole line with ticks; one that is in flight after `tick`, what is still to come.
    """
    path = track(home, codes)
    line = tiles_visited(path.cells)
    marks = [Mark("trail", line=line, owner=owner)] if len(line) > 1 else []
    for birth, code, cell in path.spawns:
        if code >= MINE:
            continue
        cells = flight(code, cell)
        if 0 <= planned_from < birth:
            marks.append(Mark("shot", line=list(cells), ticks=list(range(birth, birth + len(cells))), owner=owner))
        elif birth <= tick < birth + len(cells) - 1:
            marks.append(Mark("shot", line=list(cells[tick - birth :]), owner=owner))
    return tuple(marks)


def timeline_rows(state: View, player: Player, known: list[KnownList]) -> tuple[list[Row], int, int]:
    """The rows (the edited list first, the other side's plan sealed), how many ticks, and the tick being planned."""
    ticks, now = LEAST_TICKS, 0
    edited_rows, rows = [], []
    for entry in known:
        count = len(entry.codes) + len(entry.planned)
        if entry.row is not None:
            rows.append(entry.row)
        else:
            edited_rows.append(_edited_row(state, entry))
            now = len(edited_rows[-1].cells)
            count += 1 if state.plan_left[entry.owner - 1] else 0
        ticks = max(ticks, count)
    if not state.over and player != EVERYONE:
        rows += [_sealed_row(side + 1, ticks, bool(state.submitted[side])) for side in (0, 1) if side != player]
    return edited_rows + rows, ticks, now


def _edited_row(state: View, entry: KnownList) -> Row:
    side = entry.owner - 1
    name = f"{entry.name[1:]} {'new' if state.plan_kind[side] == CREATING else 'extend'}"
    cells = [DONE[code] for code in entry.codes] + [PLANNED[code] for code in entry.planned]
    return Row(cells + [NEXT] if state.plan_left[side] else cells, entry.name, entry.owner, name)


@lru_cache(512)
def _sealed_row(owner: int, ticks: int, submitted: bool) -> Row:
    """Stripes as long as the timeline, so that they tell neither the length of the plan nor its echo (EC20)."""
    return Row([SEAL] * ticks, "", owner, "sealed" if submitted else "planning")
