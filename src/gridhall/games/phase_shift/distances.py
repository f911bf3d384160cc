"""Distances that no play can beat, for `bound` in lower_bound.py; they are computed once, when a level is read."""

from gridhall.game import SetupRecord
from gridhall.games.phase_shift.rules import BEACON, EXIT, FAR, LAYER, MARKED, PLACES, RIFT, STRIDE, VOID, WALL

Place = int  # phase * LAYER + cell
PASSABLE = bytes(ord("0" if tile in (VOID, WALL, RIFT) else "1") for tile in range(256))  # by tile, gates among them


def mark(setup: SetupRecord) -> None:
    """Fill in what `bound` reads: the marked beacons, the ways from every place, and the legs between them."""
    tiles = bytes(setup.tiles)
    passable = int(tiles.translate(PASSABLE)[::-1], 2)
    _write_ways(setup, 0, _places(tiles, EXIT), passable)
    beacons = sorted({place % LAYER for place in _places(tiles, BEACON)})[:MARKED]
    setup.marked = len(beacons)
    for n, cell in enumerate(beacons):
        setup.marks[n] = cell
        places = [place for place in (cell, LAYER + cell) if tiles[place] == BEACON]  # one beacon in both phases (PS7)
        _write_ways(setup, n + 1, places, passable)
        setup.legs[n * MARKED + n] = _shortest(setup, 0, places)
        for other in range(n):
            setup.legs[n * MARKED + other] = _shortest(setup, other + 1, places)


def _places(tiles: bytes, tile: int) -> list[Place]:
    places, place = [], tiles.find(tile)
    while place >= 0:
        places.append(place)
        place = tiles.find(tile, place + 1)
    return places


def _write_ways(setup: SetupRecord, table: int, goals: list[Place], passable: int) -> None:
    """Write how many moves each place is from the nearest goal, through gates: a wave of bits, one for each place."""
    base, moves, wave = table * PLACES, 0, sum(1 << place for place in goals)
    unreached = passable
    while wave:
        unreached &= ~wave
        rest = wave
        while rest:
            lowest = rest & -rest
            setup.ways[base + lowest.bit_length() - 1] = 1 + moves
            rest ^= lowest
        beside = wave << 1 | wave >> 1 | wave << STRIDE | wave >> STRIDE | wave << LAYER | wave >> LAYER
        wave, moves = beside & unreached, min(moves + 1, FAR)


def _shortest(setup: SetupRecord, table: int, places: list[Place]) -> int:
    ways = [setup.ways[table * PLACES + place] for place in places]
    return min((way - 1 for way in ways if way), default=FAR)
