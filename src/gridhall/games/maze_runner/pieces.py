"""What stands in the picture: nexuses, structures, minions, and where enemies were seen last."""

from collections.abc import Iterator

from gridhall.game import Player, View
from gridhall.games.maze_runner.legend import LOOKS
from gridhall.games.maze_runner.structures import (
    door_hitpoints,
    golem_hitpoints,
    golem_quarter,
    tower_hitpoints,
    tower_owner,
)
from gridhall.games.maze_runner.tables import AREA, BUILT, DOOR_BIT, FLAGS, GOLEM_BIT, SWORD, TEAM, TOWER_BIT, UNITS
from gridhall.games.maze_runner.viewpoint import Viewpoint
from gridhall.grid import NAMES
from gridhall.scene import Piece


def pieces_of(viewpoint: Viewpoint, codes: bytes) -> list[Piece]:
    """Everything that is drawn above the tiles; `codes` are the bytes of the state's cells."""
    return [*_nexuses(viewpoint), *_structures(viewpoint, codes), *_minions(viewpoint), *_ghosts(viewpoint)]


def _nexuses(viewpoint: Viewpoint) -> Iterator[Piece]:
    for owner, cell in enumerate(viewpoint.state.nexus, 1):
        if cell >= 0:
            faded = not viewpoint.sees(cell)
            yield Piece(f"nexus{owner}", "nexus", viewpoint.at(cell), owner=owner, faded=faded)


def _structures(viewpoint: Viewpoint, codes: bytes) -> Iterator[Piece]:
    """Doors, mirrors, built walls, towers and golems; those that are not visible now are faded."""
    seen = max(viewpoint.player, 0) * AREA
    for cell, byte in enumerate(codes):
        if byte < BUILT:
            continue
        code = byte - 256 if byte > 127 else byte
        faded, at = not viewpoint.sees(cell), viewpoint.at(cell)
        if FLAGS[code + 128] & DOOR_BIT:
            left = door_hitpoints(code)
            age = f", seen round {viewpoint.state.seen[seen + cell]}" if faded else ""
            tell = f"door, {left} hit points{age}"
            yield Piece(f"door{at}", "door", at, owner=2 if code < 0 else 1, badge=str(left), faded=faded, tell=tell)
        elif FLAGS[code + 128] & (TOWER_BIT | GOLEM_BIT):
            yield _stone(code, at, faded, viewpoint.state.seen[seen + cell])
        else:
            kind, owner = LOOKS[code]
            yield Piece(f"{kind}{at}", kind, at, owner=owner, faded=faded)


def _stone(code: int, at: int, faded: bool, seen: int) -> Piece:
    """A tower or a golem; a golem that is only remembered may have walked on (MR125)."""
    age = f", seen round {seen}" if faded else ""
    if FLAGS[code + 128] & GOLEM_BIT:
        left, facing = golem_hitpoints(code), 2 * golem_quarter(code)
        tell = f"golem, {left} hit points, looks {NAMES[facing]}{age}"
        return Piece(f"golem{at}", "golem", at, facing=facing, badge=f"♥{left}", faded=faded, tell=tell)
    owner, left = tower_owner(code), tower_hitpoints(code)
    if left:
        tell = f"tower, {left} hit points{age}"
        return Piece(f"tower{at}", "tower", at, owner=owner, badge=str(left), faded=faded, tell=tell)
    return Piece(f"tower{at}", "stone_tower", at, owner=owner, faded=faded, tell=f"stone tower{age}")


def _minions(viewpoint: Viewpoint) -> Iterator[Piece]:
    state, player = viewpoint.state, viewpoint.player
    for unit in range(UNITS):
        if state.cell[unit] < 0 or not state.alive[unit]:
            continue
        owner = unit // TEAM + 1
        tell = f"{state.hp[unit]} hit points"
        if owner - 1 == player == state.turn:
            tell += f", {state.left[unit]} actions"
        yield Piece(
            f"{owner}.{unit % TEAM + 1}", f"minion{owner}", viewpoint.at(state.cell[unit]), owner=owner,
            label=number_of(player, unit), badge=f"♥{state.hp[unit]}", held=stance_of(state, unit), tell=tell,
        )  # fmt: skip


def _ghosts(viewpoint: Viewpoint) -> Iterator[Piece]:
    """Where a player saw each enemy last who is out of sight now (MR43)."""
    state, player = viewpoint.state, viewpoint.player
    for number in range(TEAM) if player in (0, 1) else ():
        ghost, unit = player * TEAM + number, (1 - player) * TEAM + number
        if state.ghost[ghost] >= 0 and state.cell[unit] < 0:
            seen = state.ghost_round[ghost]
            yield Piece(
                f"ghost{number + 1}", f"ghost{2 - player}", viewpoint.at(state.ghost[ghost]), owner=2 - player,
                label=f"{number_of(player, unit)}?", badge=f"r{seen}", faded=True, tell=f"seen round {seen}",
            )  # fmt: skip


def number_of(player: Player, unit: int) -> str:
    """What a player calls a unit: their own 1 to 3, the enemy's 4 to 6. To others player 1's are 1 to 3."""
    ours = player if player in (0, 1) else 0
    return str(unit % TEAM + 1 + (0 if unit // TEAM == ours else TEAM))


def stance_of(state: View, unit: int) -> str:
    return "sword" if state.stance[unit] == SWORD else "lantern"
