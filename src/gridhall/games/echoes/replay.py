"""A whole replay as pictures, tick by tick, with what happened in words. The rules' own `advance` plays it."""

from functools import lru_cache
from typing import NamedTuple

from gridhall.game import Position, SetupRecord
from gridhall.games.echoes.codes import CODES, FIRE, HEADING, LONGEST, MINE, REACH, SHIELD
from gridhall.games.echoes.legend import SIDES
from gridhall.games.echoes.memory import keep_last
from gridhall.games.echoes.paths import flight, track
from gridhall.games.echoes.setup import HOMES, tile_name
from gridhall.games.echoes.ticks import BLOCKED, CELL, CLASHED, DIED, GUARD, SLOTS, advance, farthest, place
from gridhall.games.echoes.words import COLUMNS, echo_id
from gridhall.grid import NAMES

# By slot, in a match: its side, and the short name of its echo. A position file has its own.
SIDE_OF_SLOT = bytes(slot // 8 for slot in range(SLOTS))
NAME_OF_SLOT = tuple(COLUMNS[slot % 8] for slot in range(SLOTS))


class Projectile(NamedTuple):
    """A shot, or a mine (heading -1). Its id is its echo's slot and the tick of its birth."""

    id: str
    slot: int
    heading: int
    cell: int
    ahead: tuple[int, ...] = ()  # the tiles that a shot has yet to visit


class Picture(NamedTuple):
    """The board after a tick, and what happened on it. Tiles, shields and deaths are by slot.

    `hits` are the (slot, tiles) of the shots that met an echo on this tick; `acts` tells who fired, `story` what met.
    """

    cells: dict[int, int]
    guards: dict[int, int]
    projectiles: tuple[Projectile, ...]
    died: dict[int, int]
    blocked: tuple[int, ...]
    clashes: tuple[int, ...]
    hits: tuple[tuple[int, tuple[int, ...]], ...]
    acts: tuple[str, ...]
    story: tuple[str, ...]


def pictures(setup: SetupRecord, state: Position) -> tuple[Picture, ...]:
    """The replay of a state's lists, from tick 0 on."""
    living, lists, lengths = state.living, bytes(state.lists), bytes(state.lengths)
    if not setup.position:
        return _pictures(living, lists, lengths)
    for slot, tick in enumerate(state.fell):
        if tick:  # a position keeps the lists of those who fell
            living |= 1 << slot
    names = tuple(echo_name(setup, slot) if living >> slot & 1 else "" for slot in range(SLOTS))
    return _pictures(living, lists, lengths, bytes(setup.home), bytes(setup.side), names)


def echo_name(setup: SetupRecord, slot: int) -> str:
    """An echo's short name on the board: its column, or the id of a position file."""
    return echo_id(setup, slot) if setup.position else COLUMNS[slot % 8]


@keep_last
@lru_cache(64)
def _pictures(
    living: int,
    lists: bytes,
    lengths: bytes,
    home: bytes = HOMES,
    side: bytes = SIDE_OF_SLOT,
    names: tuple[str, ...] = NAME_OF_SLOT,
) -> tuple[Picture, ...]:
    board, fell = [0] * 64, [0] * SLOTS
    place(living, home, board)
    cells = {slot: home[slot] for slot in range(SLOTS) if living >> slot & 1}
    shown = [Picture(cells, {}, (), {}, (), (), (), (), ())]
    flying: list[Projectile] = []
    tick, last = 0, farthest(lengths, board)
    while tick < last:
        tick += 1
        last = advance(lists, lengths, board, fell, tick, last)
        put_down = [
            (slot, code)
            for slot in cells
            if tick <= lengths[slot] and FIRE <= (code := lists[slot * LONGEST + tick - 1]) < SHIELD
        ]
        flying = _moved(flying) + [_spawned(slot, code, cells[slot], tick) for slot, code in put_down]
        cells = {slot: board[CELL + slot] for slot in cells}
        acts = _acts(names, side, put_down) if put_down else ()
        if board[CLASHED]:
            shown.append(_clash(home, side, names, lists, board, tick, flying, cells, acts))
            flying, cells = list(shown[-1].projectiles), shown[-1].cells
        else:
            shown.append(Picture(cells, _guards(board, cells), tuple(flying), {}, (), (), (), acts, ()))
    return tuple(shown)


def _clash(
    home: bytes,
    side: bytes,
    names: tuple[str, ...],
    lists: bytes,
    board: list[int],
    tick: int,
    arrived: list[Projectile],
    standing: dict[int, int],
    acts: tuple[str, ...],
) -> Picture:
    """The picture of a tick on which something met: `arrived` and `standing` are where all would be without that."""
    clashed = board[CLASHED]
    clashes = tuple([cell for cell in range(64) if clashed >> cell & 1])
    died = {slot: cell for slot, cell in standing.items() if board[DIED] >> slot & 1}
    blocked = tuple([slot for slot in standing if board[BLOCKED] >> slot & 1])
    hits = tuple(
        [
            (shot.slot, _flown(home, lists, shot, tick))
            for shot in arrived
            if clashed >> shot.cell & 1 and shot.heading >= 0 and shot.cell in standing.values()
        ]
    )
    story = _story(names, side, arrived, standing, died, blocked, clashes)
    cells = {slot: cell for slot, cell in standing.items() if slot not in died}
    flying = tuple([thing for thing in arrived if not clashed >> thing.cell & 1])  # what met is gone
    return Picture(cells, _guards(board, cells), flying, died, blocked, clashes, hits, acts, story)


def _guards(board: list[int], cells: dict[int, int]) -> dict[int, int]:
    """The shields that are up, by slot."""
    return {slot: guard for slot in cells if (guard := board[GUARD + slot])}


def _moved(flying: list[Projectile]) -> list[Projectile]:
    """Mines where they were, and shots a tile on, but for those that leave the board."""
    return [
        Projectile(thing.id, thing.slot, thing.heading, thing.ahead[0], thing.ahead[1:]) if thing.ahead else thing
        for thing in flying
        if thing.ahead or thing.heading < 0
    ]


def _spawned(slot: int, code: int, cell: int, tick: int) -> Projectile:
    """The shot or mine that an echo puts down."""
    target = REACH[cell * CODES + code]
    if code >= MINE:
        return Projectile(f"{slot}.{tick}", slot, -1, target)
    return Projectile(f"{slot}.{tick}", slot, HEADING[code], target, flight(code, target)[1:])


def _flown(home: bytes, lists: bytes, shot: Projectile, tick: int) -> tuple[int, ...]:
    """The tiles a shot has visited, from the one it appeared on."""
    birth = int(shot.id.partition(".")[2])
    codes = lists[shot.slot * LONGEST : shot.slot * LONGEST + birth]
    path = track(home[shot.slot], codes)
    return flight(codes[-1], path.spawns[-1][2])[: tick - birth + 1]


def _acts(names: tuple[str, ...], side: bytes, put_down: list[tuple[int, int]]) -> tuple[str, ...]:
    """Who fired and who laid mines on one tick, a sentence a side."""
    sentences = []
    for player, name in enumerate(SIDES):
        own = [(f"{names[slot]} {NAMES[HEADING[code]]}", code) for slot, code in put_down if side[slot] == player]
        fired = [act for act, code in own if code < MINE]
        laid = [act for act, code in own if code >= MINE]
        sentences += [f"{name} fires: {', '.join(fired)}."] if fired else []
        sentences += [f"{name} lays mines: {', '.join(laid)}."] if laid else []
    return tuple(sentences)


def _story(
    names: tuple[str, ...],
    side: bytes,
    arrived: list[Projectile],
    standing: dict[int, int],
    died: dict[int, int],
    blocked: tuple[int, ...],
    clashes: tuple[int, ...],
) -> tuple[str, ...]:
    """A sentence for each tile where something met: deaths first, then blocks, then what only vanished."""
    deaths, blocks, vanished = [], [], []
    for cell in clashes:
        here = [slot for slot in standing if standing[slot] == cell]
        met = [thing for thing in arrived if thing.cell == cell]
        sentence = _meeting(names, side, tile_name(cell), here, met, died, blocked)
        if any(slot in died for slot in here):
            deaths.append(sentence)
        elif here:
            blocks.append(sentence)
        else:
            vanished.append(sentence)
    return (*deaths, *blocks, *vanished)


def _meeting(
    names: tuple[str, ...],
    side: bytes,
    tile: str,
    here: list[int],
    met: list[Projectile],
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
