"""The position as plain data (MR106-MR113)."""

from collections.abc import Iterable
from typing import Any

from gridhall.game import EVERYONE, Player, Position, SetupRecord, Truth, View
from gridhall.games.maze_runner.coordinates import members, place
from gridhall.games.maze_runner.structures import door_hitpoints
from gridhall.games.maze_runner.tables import (
    AREA,
    BACK_BIT,
    BACKSLASH,
    BUILT,
    DOOR_BIT,
    FLAGS,
    MIRROR_BIT,
    NOWHERE,
    OFF,
    SLASH,
    SWORD,
    TEAM,
    UNITS,
)
from gridhall.grid import COMPASS

ENDINGS = (None, "capture", "resign", "approach", "kills", "revealed", "draw")


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

    def structures(self, codes: Iterable[int]) -> dict[str, list[Any]]:
        """The doors, mirrors and built walls among the cells' codes."""
        doors, mirrors, walls = [], [], []
        for cell, code in enumerate(codes):
            flags = FLAGS[code + 128]
            if not flags & (DOOR_BIT | MIRROR_BIT) and code not in (BUILT, BUILT + 1):
                continue
            x, y = self.at(cell)
            if flags & DOOR_BIT:
                doors.append({"x": x, "y": y, "owner": 2 if code < 0 else 1, "hp": door_hitpoints(code)})
            elif flags & MIRROR_BIT:
                owner = code - (BACKSLASH if flags & BACK_BIT else SLASH)
                mirrors.append({"x": x, "y": y, "kind": "\\" if flags & BACK_BIT else "/", "owner": owner or None})
            else:
                walls.append([x, y])
        return {"doors": sorted(doors, key=_corner), "mirrors": sorted(mirrors, key=_corner), "walls": sorted(walls)}


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
    sight = {}
    for player in range(2):
        memory = state.memory[player * AREA : (player + 1) * AREA]
        sight[str(player + 1)] = {
            "visible": ruler.cells(members(state, "visible", player)),
            "revealed": ruler.cells(cell for cell, code in enumerate(memory) if code != OFF),
            "known": ruler.structures(memory),
        }
    return {
        **_head(state),
        "actions": _actions(setup, state, state.turn),
        "minions": {
            str(unit + 1): _minion(state, unit, ruler) for player in range(2) for unit in _units(setup, player)
        },
        **ruler.structures(state.cells[:AREA]),
        "wallsLeft": list(state.walls),
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
    memory = state.memory[player * AREA : (player + 1) * AREA]
    return {
        **_head(state),
        "actions": _actions(setup, state, player),
        "minions": minions,
        "dead": _dead(setup, state),
        **ruler.structures(memory),
        "wallsLeft": state.walls[player],
        "beams": _beams(state),
        "kills": list(state.kills),
        **_tail(state),
        "visible": ruler.cells(members(state, "visible", player)),
        "revealed": ruler.cells(cell for cell, code in enumerate(memory) if code != OFF),
    }


def _dead(setup: SetupRecord, state: View) -> list[int]:
    return [unit + 1 for player in range(2) for unit in _units(setup, player) if not state.alive[unit]]
