"""Events as sentences, for whoever may know of them and no further (MR19, MR20, MR60)."""

from gridhall.game import EVERYONE, Player, SetupRecord, Truth, View
from gridhall.games.maze_runner.legend import COLOURS
from gridhall.games.maze_runner.pieces import number_of
from gridhall.games.maze_runner.scene import ending_text
from gridhall.games.maze_runner.sight import is_visible, unit_on
from gridhall.games.maze_runner.tables import (
    AREA,
    BEGAN,
    BUILT_DOOR,
    BUILT_MIRROR,
    BUILT_WALL,
    BURNT,
    DIED,
    DOOR_GONE,
    FINISHED,
    FIRED,
    NOWHERE,
    RESPAWNED,
    RETREATED,
    SCORCHED,
    SET_LASER,
    STEPPED,
    STRUCK,
    SWITCHED,
    SWORD,
    TEAM,
)
from gridhall.games.maze_runner.viewpoint import Viewpoint
from gridhall.grid import NAMES

BUILDS = {BUILT_WALL: "a wall", BUILT_DOOR: "a door"}


def describe(setup: SetupRecord, state: Truth, player: Player, what: int, who: int, cell: int) -> str | None:
    """An event as a sentence for one viewer: "" if there is nothing to say, None if they may not know of it."""
    here, there = cell % AREA, cell // AREA
    if what == BEGAN:
        return "Your turn." if who == player else f"{COLOURS[who]}'s turn."
    if what == FINISHED:
        return ending_text(state)
    if what == DIED:  # everybody is told which one it is and whether it is a kill, but not where (MR20)
        return f"{_name(player, who)} is dead{', a kill' if cell else ', not counted as a kill'}."
    if what == RESPAWNED:
        at = f" at {_where(state, player, here)}" if _sees(state, player, here) or who // TEAM == player else ""
        return f"{_name(player, who)} is back{at}."
    if player not in (EVERYONE, 0, 1):
        return None
    if what in (STEPPED, SWITCHED, STRUCK, SET_LASER, BUILT_WALL, BUILT_DOOR, BUILT_MIRROR, RETREATED):
        if who // TEAM == player:
            return _describe_own(player, what, who)
        return _describe_enemy(state, player, what, who, here, there)
    if what == FIRED:
        if who // TEAM == player:
            return f"{_name(player, who)}'s laser fires."
        return "A laser beam flashes where you look." if player == EVERYONE or there >> player & 1 else None
    if what == BURNT:
        if who // TEAM == player:
            source = NAMES[(there + 4) % 8]
            return f"{_name(player, who)} is hit by a laser from the {source}: {_hitpoints(state.hp[who])}."
        if not _sees(state, player, here):
            return None
        return f"{_name(player, who)} is hit by a laser at {_where(state, player, here)}."
    if what == SCORCHED:
        return f"A laser hits the door at {_where(state, player, here)}." if _sees(state, player, here) else None
    if what == DOOR_GONE:
        if who == player:
            return f"Your door at {_where(state, player, here)} is destroyed."
        return f"The door at {_where(state, player, here)} is destroyed." if _sees(state, player, here) else None
    raise ValueError(f"unknown event {what}")


def _describe_own(player: Player, what: int, who: int) -> str:
    """A player saw what they did themselves; only what the board does not show is said."""
    if what == SET_LASER:
        return f"{_name(player, who)} set its laser; it fires as {COLOURS[1 - player]}'s turn begins."
    return ""


def _describe_enemy(state: View, player: Player, what: int, who: int, here: int, there: int) -> str | None:
    """What is seen of the enemy's act; of an act on two cells only the visible half is described (MR19)."""
    near, far, name = _sees(state, player, here), _sees(state, player, there), _name(player, who)
    if what == SET_LASER:  # a pending beam is not shown (MR46)
        return f"{name} set its laser." if player == EVERYONE else None
    if what == STEPPED:
        if near and far:
            return f"{name} steps from {_where(state, player, here)} to {_where(state, player, there)}."
        if far:
            return f"{name} comes into sight at {_where(state, player, there)}."
        return f"{name} goes out of sight at {_where(state, player, here)}." if near else None
    if what in (SWITCHED, RETREATED, BUILT_MIRROR):
        if not near:
            return None
        if what == SWITCHED:
            return f"{name} {'draws its sword' if state.stance[who] == SWORD else 'lights its lantern'}."
        if what == RETREATED:
            return f"{name} leaves the board."
        return f"{name} puts a mirror at {_where(state, player, here)}."
    if what == STRUCK:
        target = unit_on(state, there)
        if far:
            struck = f"the door at {_where(state, player, there)}"
            if target != NOWHERE:
                struck = f"{_name(player, target).replace('Your', 'your')}, {_hitpoints(state.hp[target])}"
            return f"{name if near else 'Somebody'} strikes {struck}."
        return f"{name} strikes." if near else None
    if far:
        return f"{name if near else 'Somebody'} builds {BUILDS[what]} at {_where(state, player, there)}."
    return f"{name} builds." if near else None


def _sees(state: View, player: Player, cell: int) -> bool:
    if player == EVERYONE:
        return True
    return player in (0, 1) and bool(is_visible(state, player, cell))


def _where(state: View, player: Player, cell: int) -> str:
    return Viewpoint(state, player).where(cell)


def _name(player: Player, unit: int) -> str:
    if unit // TEAM == player:
        return f"Your minion {number_of(player, unit)}"
    return f"{COLOURS[unit // TEAM]}'s minion {number_of(player, unit)}"


def _hitpoints(count: int) -> str:
    return f"{count} hit point{'s' * (count != 1)} left"
