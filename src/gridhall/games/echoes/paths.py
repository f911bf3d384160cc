"""The path of one list that is played alone: where its echo, its shots and its mines are after each tick (EC11)."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from gridhall.games.echoes.codes import CODES, FIRE, GUARD_AFTER, HEADING, MINE, REACH, SHIELD


class Track(NamedTuple):
    """A list played alone: tiles and shields (0 none, 1-4 N E S W) after each tick, and what appeared when and where.

    `spawns` are the (tick, code, tile) of shots and mines.
    """

    cells: tuple[int, ...]
    guards: tuple[int, ...]
    spawns: tuple[tuple[int, int, int], ...]


@lru_cache(1 << 14)
def track(home: int, codes: bytes) -> Track:
    """The nominal path of a list (EC11): that of all but its last action, and a step more."""
    if not codes:
        return Track((home,), (0,), ())
    cells, guards, spawns = track(home, codes[:-1])
    code, cell = codes[-1], cells[-1]
    target = REACH[cell * CODES + code]
    if FIRE <= code < SHIELD:
        spawns = (*spawns, (len(codes), code, target))
    return Track((*cells, target if code < FIRE else cell), (*guards, GUARD_AFTER[code]), spawns)


@lru_cache(8192)
def flight(code: int, cell: int) -> tuple[int, ...]:
    """The tiles a shot that appears on a tile visits, one a tick, until it leaves the board."""
    cells = [cell]
    while (cell := REACH[cell * CODES + code]) >= 0:
        cells.append(cell)
    return tuple(cells)


def things_at(path: Track, tick: int) -> list[tuple[int, int, int]]:
    """The (birth, heading or -1, tile) of a list's shots and mines after a tick, with nothing in their way."""
    things = []
    for birth, code, cell in path.spawns:
        if birth > tick:
            break
        if code >= MINE:
            things.append((birth, -1, cell))
        elif tick - birth < len(cells := flight(code, cell)):
            things.append((birth, HEADING[code], cells[tick - birth]))
    return things


def last_change(path: Track) -> int:
    """The tick after which nothing of a list moves any more."""
    gone = [birth + len(flight(code, cell)) for birth, code, cell in path.spawns if code < MINE]
    return max(len(path.cells) - 1, *gone) if gone else len(path.cells) - 1


def tiles_visited(cells: tuple[int, ...]) -> list[int]:
    """The tiles of a path without those where nothing moved."""
    return [cells[0]] + [cell for before, cell in pairwise(cells) if cell != before]
