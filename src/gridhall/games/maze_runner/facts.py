"""The position as plain data (MR106-MR113)."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gridhall.game import EVERYONE, Player, Position, SetupRecord, Truth, View
from gridhall.games.maze_runner.coordinates import members, place
from gridhall.games.maze_runner.structures import (
    door_hitpoints,
    golem_hitpoints,
    golem_quarter,
    tower_hitpoints,
    tower_owner,
)
from gridhall.games.maze_runner.tables import (
    AREA,
    BACK_BIT,
    BACKSLASH,
    BUILT,
    DOOR_BIT,
    EXTRA,
    EXTRA_BIT,
    FLAGS,
    GOLEM_BIT,
    HEART_BIT,
    MIRROR_BIT,
    NOWHERE,
    OFF,
    SLASH,
    SWORD,
    TEAM,
    TOWER_BIT,
    UNITS,
    WIDTH,
)
from gridhall.grid import COMPASS


def _marks(is_meant: Callable[[int, int], object]) -> bytes:
    """A table for `bytes.translate` that marks the codes of cells that are meant, by themselves or by their flags."""
    signed = (code - 256 if code > 127 else code for code in range(256))
    return bytes(bool(is_meant(code, FLAGS[code + 128])) for code in signed)


STRUCTURES = _marks(lambda code, flags: flags & (DOOR_BIT | MIRROR_BIT) or code in (BUILT, BUILT + 1))
GOLEMS = _marks(lambda _, flags: flags & GOLEM_BIT)
HEARTS = _marks(lambda _, flags: flags & HEART_BIT)
TOWERS = _marks(lambda _, flags: flags & TOWER_BIT)
NEXUSES = _marks(lambda _, flags: flags & EXTRA_BIT)
REVEALED = _marks(lambda code, _: code != OFF)
MARKED = re.compile(b"\1")

ENDINGS = (None, "capture", "resign", "approach", "kills", "revealed", "draw", "majority")


class _Ruler:
    """Coordinates from a cell that is [0, 0]: of the truth the map's corner, for a player their own nexus (MR5)."""

    def __init__(self, state: View, zero: int) -> None:
        self.state = state
        self.zero = place(state, zero)

    def at(self, cell: int) -> list[int]:
        x, y = place(self.state, cell)
        return [x - self.zero[0], y - self.zero[1]]

    def cells(self, cells: Iterable[int]) -> list[list[int]]:
        return sorted(self.at(cell) for cell in cells)

    def revealed(self, codes: bytes) -> list[list[int]]:
        """The cells of a memory of which anything is known, column by column."""
        marked, origin, (left, top) = codes.translate(REVEALED), self.state.origin, self.zero
        rolled = marked[origin:] + marked[:origin]
        return [[x - left, mark.start() - top] for x in range(WIDTH) for mark in MARKED.finditer(rolled[x::WIDTH])]

    def structures(self, codes: bytes) -> dict[str, list[Any]]:
        """The doors, mirrors and built walls among the cells' codes."""
        doors, mirrors, walls = [], [], []
        for cell, code in _marked(codes, STRUCTURES):
            flags = FLAGS[code + 128]
            x, y = self.at(cell)
            if flags & DOOR_BIT:
                doors.append({"x": x, "y": y, "owner": 2 if code < 0 else 1, "hp": door_hitpoints(code)})
            elif flags & MIRROR_BIT:
                owner = code - (BACKSLASH if flags & BACK_BIT else SLASH)
                mirrors.append({"x": x, "y": y, "kind": "\\" if flags & BACK_BIT else "/", "owner": owner or None})
            else:
                walls.append([x, y])
        return {"doors": sorted(doors, key=_corner), "mirrors": sorted(mirrors, key=_corner), "walls": sorted(walls)}

    def expansion(self, setup: SetupRecord, codes: bytes) -> dict[str, list[Any]]:
        """The golems, hearts, towers and extra nexuses among the cells' codes, as far as the match has them (MR132)."""
        things: dict[str, list[Any]] = {}
        if setup.golems:
            things["golems"] = [
                {**at, "facing": COMPASS[2 * golem_quarter(code)], "hp": golem_hitpoints(code)}
                for at, code in self._among(codes, GOLEMS)
            ]
            things["hearts"] = [[at["x"], at["y"]] for at, _ in self._among(codes, HEARTS)]
        if setup.towers:
            things["towers"] = [
                {**at, "owner": tower_owner(code) or None, "hp": tower_hitpoints(code) or None}
                for at, code in self._among(codes, TOWERS)
            ]
        if setup.nexuses:
            things["nexuses"] = [{**at, "owner": code - EXTRA + 1} for at, code in self._among(codes, NEXUSES)]
        return things

    def _among(self, codes: bytes, marks: bytes) -> list[tuple[dict[str, int], int]]:
        """The places of the things that `marks` means, by x and y, and their codes."""
        placed = sorted((*self.at(cell), code) for cell, code in _marked(codes, marks))
        return [({"x": x, "y": y}, code) for x, y, code in placed]


def _marked(codes: bytes, marks: bytes) -> Iterator[tuple[int, int]]:
    """The cells whose codes a table marks, and their codes."""
    for mark in MARKED.finditer(codes.translate(marks)):
        code = codes[mark.start()]
        yield mark.start(), code - 256 if code > 127 else code


def _memory(state: View, player: Player) -> bytes:
    """What a player remembers of each cell, as bytes."""
    return bytes(state.memory)[player * AREA : (player + 1) * AREA]


def _corner(thing: dict[str, Any]) -> tuple[int, int]:
    return thing["x"], thing["y"]


def facts(setup: SetupRecord, state: Position, player: Player) -> dict[str, Any]:
    """The facts of the truth for EVERYONE, otherwise those of a player's view."""
    return _truth(setup, state) if player == EVERYONE else _view(setup, state, player)


def _units(setup: SetupRecord, player: Player) -> range:
    return range(player * TEAM, player * TEAM + setup.minions)


def _minion(state: View, unit: int, ruler: _Ruler) -> dict[str, Any]:
    alive = bool(state.alive[unit])
    x, y = ruler.at(state.cell[unit]) if alive else (None, None)
    stance = "sword" if state.stance[unit] == SWORD else "lantern"
    respawn = None if alive else state.respawn[unit]
    return {
        "x": x, "y": y, "hp": state.hp[unit], "stance": stance, "respawn": respawn, "cooldown": state.cooldown[unit],
    }  # fmt: skip


def _beams(state: View) -> list[dict[str, Any]]:
    return [
        {"minion": state.beam_unit[beam] + 1, "direction": COMPASS[state.beam_direction[beam]]}
        for beam in range(state.beams)
    ]


def _left(setup: SetupRecord, left: Any, none: Any) -> dict[str, Any]:
    """What is left to build: walls, or towers in their place (MR123)."""
    return {"wallsLeft": none, "towersLeft": left} if setup.towers else {"wallsLeft": left}


def _head(state: View) -> dict[str, Any]:
    return {"round": state.round, "player": state.turn + 1}


def _actions(setup: SetupRecord, state: View, player: Player) -> dict[str, int]:
    if state.over or player != state.turn:
        return {}
    return {str(unit + 1): state.left[unit] for unit in _units(setup, player)}


def _tail(state: View) -> dict[str, Any]:
    return {
        "status": "over" if state.over else "playing",
        "winner": state.winner or None,
        "reason": ENDINGS[state.over],
    }


def _truth(setup: SetupRecord, state: Truth) -> dict[str, Any]:
    ruler = _Ruler(state, state.origin)
    sight: dict[str, dict[str, Any]] = {}
    for player in range(2):
        memory = _memory(state, player)
        sight[str(player + 1)] = {
            "visible": ruler.cells(members(state, "visible", player)),
            "revealed": ruler.revealed(memory),
            "known": {**ruler.structures(memory), **ruler.expansion(setup, memory)},
        }
    codes = bytes(state.cells)[:AREA]
    return {
        **_head(state),
        "actions": _actions(setup, state, state.turn),
        "minions": {
            str(unit + 1): _minion(state, unit, ruler) for player in range(2) for unit in _units(setup, player)
        },
        **ruler.structures(codes),
        **ruler.expansion(setup, codes),
        **_left(setup, list(state.walls), [0, 0]),
        "beams": _beams(state),
        "kills": list(state.kills),
        "approach": [None if value == NOWHERE else value for value in state.approach],
        **_tail(state),
        "sight": sight,
    }


def _view(setup: SetupRecord, state: View, player: Player) -> dict[str, Any]:
    """The facts of a view (MR113); a spectator has no nexus, no minions and sees nothing."""
    if player not in (0, 1):
        return {**_head(state), "dead": _dead(setup, state), "kills": list(state.kills), **_tail(state)}
    ruler = _Ruler(state, state.nexus[player])
    minions = {}
    for unit in range(UNITS):
        if unit % TEAM >= setup.minions:
            continue
        if unit // TEAM == player:
            minions[str(unit + 1)] = _minion(state, unit, ruler)
        elif state.cell[unit] >= 0:
            known = _minion(state, unit, ruler)
            minions[str(unit + 1)] = {key: known[key] for key in ("x", "y", "hp", "stance")}
    memory = _memory(state, player)
    return {
        **_head(state),
        "actions": _actions(setup, state, player),
        "minions": minions,
        "dead": _dead(setup, state),
        **ruler.structures(memory),
        **ruler.expansion(setup, memory),
        **_left(setup, state.walls[player], 0),
        "beams": _beams(state),
        "kills": list(state.kills),
        **_tail(state),
        "visible": ruler.cells(members(state, "visible", player)),
        "revealed": ruler.revealed(memory),
    }


def _dead(setup: SetupRecord, state: View) -> list[int]:
    return [unit + 1 for player in range(2) for unit in _units(setup, player) if not state.alive[unit]]
