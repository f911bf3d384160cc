"""The board and the timeline while plans are made: every list as if it were alone, and no collision promised (EC59)."""

from collections.abc import Sequence
from functools import lru_cache

from gridhall.game import EVERYONE, Player, View
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
SLOTS_OF_BOTH = (tuple(range(SLOTS)), (*range(8, SLOTS), *range(8)))  # by player, the own side's first


class KnownList:
    """The list of an echo as one viewer knows it: what is there from earlier turns, and what is planned in this one.

    What was drawn of it is kept with it, because lists of earlier turns are drawn again after every word.
    """

    __slots__ = (
        "_known_marks",
        "_marks",
        "_pieces",
        "codes",
        "edited",
        "name",
        "owner",
        "path",
        "planned",
        "row",
        "slot",
        "still",
    )

    def __init__(self, slot: int, codes: bytes, planned: bytes = b"", edited: bool = False) -> None:
        self.slot, self.codes, self.planned = slot, codes, planned
        self.edited = edited  # this turn's plan is for it
        self.owner, self.name = 1 + slot // 8, ECHO_NAMES[slot]
        self.path = track(HOMES[slot], codes + planned)
        self.still = NEVER if edited else last_change(self.path)  # nothing of it moves after this tick
        # Of the timeline, unless it is edited.
        self.row = None if edited else Row([DONE[code] for code in codes], self.name, self.owner, COLUMNS[slot % 8])
        self._pieces: dict[tuple[int, bool], tuple[Piece, ...]] = {}
        self._marks: dict[int, tuple[Mark, ...]] = {}
        self._known_marks: tuple[Mark, ...] | None = None

    def pieces(self, tick: int, faded: bool) -> tuple[Piece, ...]:
        """Its shots, mines, shield and echo after a tick, with nobody in their way (EC59)."""
        key = min(tick, self.still), faded
        if key not in self._pieces:
            self._pieces[key] = tuple(echo_pieces(self.slot, self.path, tick, faded))
        return self._pieces[key]

    def own_marks(self, tick: int) -> tuple[Mark, ...]:
        """Its path and its shots for its owner, after a tick."""
        tick = min(tick, self.still)
        if tick not in self._marks:
            planned_from = len(self.codes) if self.edited else -1
            self._marks[tick] = tuple(_own_marks(self.path, self.owner, planned_from, tick))
        return self._marks[tick]

    def known_marks(self) -> tuple[Mark, ...]:
        """Its whole path and the lines of all its shots for the other side."""
        if self._known_marks is None:
            self._known_marks = tuple(_known_marks(self.path, self.owner))
        return self._known_marks


_finished_list = lru_cache(1 << 14)(KnownList)  # the lists of about two thousand matches


def known_lists(state: View, player: Player) -> Sequence[KnownList]:
    """The lists of all echoes this view knows, own side first."""
    finished = _finished_lists(bytes(state.lists), bytes(state.lengths), state.living)[player == 1]
    sides = [side for side in (0, 1) if player in (side, EVERYONE) and state.plan_kind[side]]
    if not sides:
        return finished
    known = {entry.slot: entry for entry in finished}
    for side in sides:
        slot = side * 8 + state.plan_column[side]
        codes = known[slot].codes if slot in known else b""
        known[slot] = KnownList(slot, codes, plan_codes(state, side), True)
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
    """The tick after which the board is shown: that of the last planned action, 0 while nothing is planned."""
    if player not in (0, 1) or not state.plan_kind[player]:
        return 0
    slot = player * 8 + state.plan_column[player]
    return int(first_index(state, slot, state.plan_kind[player]) + state.plan_count[player])


def planning_pieces(known: Sequence[KnownList], tick: int) -> list[Piece]:
    """All lists after a tick; while one is edited, the others are faded."""
    planning = any(entry.edited for entry in known)
    pieces: list[Piece] = []
    for entry in known:
        pieces += entry.pieces(tick, planning and not entry.edited)
    return pieces


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


def planning_marks(state: View, player: Player, known: Sequence[KnownList], tick: int) -> list[Mark]:
    """Paths and shots: own ones as trails; the other side's, known from earlier turns, as `known` (EC59)."""
    if state.over:
        return []
    marks: list[Mark] = []
    plays = player in (0, 1)
    for entry in known:
        marks += entry.known_marks() if plays and entry.owner != player + 1 else entry.own_marks(tick)
    return marks


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
        if 0 <= planned_from < birth:
            marks.append(Mark("shot", line=list(cells), ticks=list(range(birth, birth + len(cells))), owner=owner))
        elif birth <= tick < birth + len(cells) - 1:
            marks.append(Mark("shot", line=list(cells[tick - birth :]), owner=owner))
    return marks


def timeline_rows(state: View, player: Player, known: Sequence[KnownList]) -> tuple[list[Row], int, int]:
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
