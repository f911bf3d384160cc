"""Replays as pictures: the path of one list with nobody in its way, and a whole replay tick by tick with what happened.

By the rules' own `advance`.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from gridhall.games.echoes.rules import (
    BLOCKED,
    CELL,
    CLASHED,
    CODES,
    COMPASS_STEP,
    DIED,
    FIRE,
    GUARD,
    HEADING,
    LONGEST,
    MINE,
    REACH,
    SHIELD,
    SLOTS,
    TURN,
    advance,
    farthest,
    place,
)  # fmt: skip
from gridhall.games.echoes.setup import tile_name
from gridhall.games.echoes.words import COLUMNS, echo_id
from gridhall.grid import NAMES

SIDES = ("Red", "Blue")


class Thing(NamedTuple):
    """A shot or a mine (heading -1): its id is its echo's and the tick of its birth."""

    id: str
    slot: int
    heading: int
    cell: int


class Track(NamedTuple):
    """A list played alone.

    Tiles and shields (0 none, 1-4 N E S W) after each tick, and the (tick, code, tile) of shots and mines.
    """

    cells: tuple[int, ...]
    guards: tuple[int, ...]
    spawns: tuple[tuple[int, int, int], ...]


@lru_cache(8192)
def track(home: int, codes: bytes) -> Track:
    """The nominal path of a list (EC11)."""
    cells, guards, spawns, cell = [home], [0], [], home
    for tick, code in enumerate(codes, 1):
        if code < FIRE:
            cell = REACH[cell * CODES + code]
        elif code < SHIELD:
            spawns.append((tick, code, REACH[cell * CODES + code]))
        cells.append(cell)
        guards.append(TURN[code])
    return Track(tuple(cells), tuple(guards), tuple(spawns))


@lru_cache(8192)
def flight(code: int, cell: int) -> tuple[int, ...]:
    """The tiles a shot that appears on a tile visits, one a tick, until it leaves the board."""
    cells = [cell]
    while (cell := REACH[cell * CODES + code]) >= 0:
        cells.append(cell)
    return tuple(cells)


def things_at(path: Track, tick: int) -> list[tuple[int, int, int]]:
    """The (birth, heading or -1, tile) of a list's shots and mines after a tick, with nothing in their way."""
    found = []
    for birth, code, cell in path.spawns:
        if birth > tick:
            break
        if code >= MINE:
            found.append((birth, -1, cell))
        elif tick - birth < len(cells := flight(code, cell)):
            found.append((birth, HEADING[code], cells[tick - birth]))
    return found


class Picture(NamedTuple):
    """The board after a tick: tiles and shields of the living by slot, shots and mines, who died where, and what
    happened in words.

    `hits` are the (slot, tiles) of the shots that met an echo on this tick; `acts` tells who fired, `story` what met.
    """

    cells: dict[int, int]
    guards: dict[int, int]
    things: tuple[Thing, ...]
    died: dict[int, int]
    blocked: tuple[int, ...]
    clashes: tuple[int, ...]
    hits: tuple[tuple[int, tuple[int, ...]], ...]
    acts: tuple[str, ...]
    story: tuple[str, ...]


def film(setup: Any, state: Any) -> tuple[Picture, ...]:
    """The replay of a state's lists, from tick 0 on."""
    living = state.living
    for slot, tick in enumerate(state.fell):
        if tick and setup.position:  # a position keeps the lists of those who fell
            living |= 1 << slot
    names = tuple(echo_name(setup, slot) if living >> slot & 1 else "" for slot in range(SLOTS))
    return _film(living, bytes(state.lists), bytes(state.lengths), bytes(setup.home), bytes(setup.side), names)


def echo_name(setup: Any, slot: int) -> str:
    return echo_id(setup, slot) if setup.position else COLUMNS[slot % 8]


@lru_cache(64)
def _film(
    living: int, lists: bytes, lengths: bytes, home: bytes, side: bytes, names: tuple[str, ...]
) -> tuple[Picture, ...]:
    board, fell = [0] * 64, [0] * SLOTS
    place(living, home, board)
    cells = {slot: home[slot] for slot in range(SLOTS) if living >> slot & 1}
    pictures = [Picture(cells, {}, (), {}, (), (), (), (), ())]
    things: dict[tuple[int, int], Thing] = {}
    tick, last = 0, farthest(lengths, board)
    while tick < last:
        tick += 1
        last = advance(lists, lengths, board, fell, tick, last)
        acted = [(slot, lists[slot * LONGEST + tick - 1]) for slot in cells if tick <= lengths[slot]]
        arrived: list[Thing] = []
        for thing in things.values():
            cell = thing.cell if thing.heading < 0 else _onward(thing)
            if cell >= 0:
                arrived.append(thing._replace(cell=cell))
        for slot, code in acted:
            if FIRE <= code < SHIELD:
                heading = -1 if code >= MINE else HEADING[code]
                arrived.append(Thing(f"{slot}.{tick}", slot, heading, REACH[cells[slot] * CODES + code]))
        things = {
            (thing.heading, thing.cell): thing
            for thing in arrived
            if board[thing.heading if thing.heading >= 0 else 8] >> thing.cell & 1
        }
        now = {slot: board[CELL + slot] for slot in cells}
        died = {slot: cell for slot, cell in now.items() if board[DIED] >> slot & 1}
        blocked = tuple(slot for slot in now if board[BLOCKED] >> slot & 1)
        clashes = tuple(cell for cell in range(64) if board[CLASHED] >> cell & 1)
        met = [
            thing for thing in arrived if thing.heading >= 0 and thing.cell in clashes and thing.cell in now.values()
        ]
        hits = tuple((thing.slot, _flown(home, lists, thing, tick)) for thing in met)
        acts = _acts(names, side, acted)
        story = _story(names, side, arrived, now, died, blocked, clashes)
        cells = {slot: cell for slot, cell in now.items() if slot not in died}
        guards = {slot: board[GUARD + slot] for slot in cells if board[GUARD + slot]}
        pictures.append(Picture(cells, guards, tuple(things.values()), died, blocked, clashes, hits, acts, story))
    return tuple(pictures)


def _onward(thing: Thing) -> int:
    """The next tile of a shot, -1 off the board."""
    col = thing.cell % 8 + (0, 1, 1, 1, 0, -1, -1, -1)[thing.heading]
    cell = thing.cell + COMPASS_STEP[thing.heading]
    return cell if 0 <= col < 8 and 0 <= cell < 64 else -1


def _flown(home: bytes, lists: bytes, shot: Thing, tick: int) -> tuple[int, ...]:
    """The tiles a shot has visited, from the one it appeared on."""
    birth = int(shot.id.partition(".")[2])
    codes = lists[shot.slot * LONGEST : shot.slot * LONGEST + birth]
    path = track(home[shot.slot], codes)
    return flight(codes[-1], path.spawns[-1][2])[: tick - birth + 1]


def _acts(names: tuple[str, ...], side: bytes, acted: list[tuple[int, int]]) -> tuple[str, ...]:
    """Who fired and who laid mines on one tick, a sentence a side."""
    told = []
    for player in range(2):
        fired = [
            f"{names[slot]} {NAMES[HEADING[code]]}"
            for slot, code in acted
            if side[slot] == player and FIRE <= code < MINE
        ]
        laid = [
            f"{names[slot]} {NAMES[HEADING[code]]}"
            for slot, code in acted
            if side[slot] == player and MINE <= code < SHIELD
        ]
        told += [f"{SIDES[player]} fires: {', '.join(fired)}."] if fired else []
        told += [f"{SIDES[player]} lays mines: {', '.join(laid)}."] if laid else []
    return tuple(told)


def _story(
    names: tuple[str, ...],
    side: bytes,
    arrived: list[Thing],
    now: dict[int, int],
    died: dict[int, int],
    blocked: tuple[int, ...],
    clashes: tuple[int, ...],
) -> tuple[str, ...]:
    """A sentence for each tile where something met: deaths first, then blocks, then what only vanished."""
    told = []
    for cell in clashes:
        here = [slot for slot in now if now[slot] == cell]
        met = [thing for thing in arrived if thing.cell == cell]
        rank = 0 if any(slot in died for slot in here) else 1 if here else 2
        told.append((rank, _meeting(names, side, tile_name(cell), here, met, died, blocked)))
    return tuple(text for _, text in sorted(told, key=lambda one: one[0]))


def _meeting(
    names: tuple[str, ...],
    side: bytes,
    tile: str,
    here: list[int],
    met: list[Thing],
    died: dict[int, int],
    blocked: tuple[int, ...],
) -> str:
    """One tile's sentence (EC28-EC33, EC44)."""
    whose = [f"{SIDES[side[slot]]}'s {names[slot]}" for slot in here]
    things = [
        f"{SIDES[side[thing.slot]]}'s {'mine' if thing.heading < 0 else 'shot'} from {names[thing.slot]}"
        for thing in met
    ]
    if len(here) > 1:
        return f"{' and '.join(whose)} collide on {tile}: {'both' if len(here) == 2 else 'all'} are destroyed."
    if not here:
        return f"{' and '.join(things)} meet on {tile} and vanish."
    if here[0] in blocked and here[0] not in died:
        return f"{whose[0]} stops {things[0]} with its shield on {tile}."
    return f"{' and '.join(things)} {'destroys' if len(met) == 1 else 'destroy'} {whose[0]} on {tile}."
