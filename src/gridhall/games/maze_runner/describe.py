"""Events as sentences, for whoever may know of them and no further (MR19, MR20, MR60)."""

from typing import Any

from gridhall.game import EVERYONE
from gridhall.games.maze_runner.kernels_sight import is_visible
from gridhall.games.maze_runner.scene import COLOURS, ENDS, spoken
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
from gridhall.games.maze_runner.words import place
from gridhall.grid import NAMES

BUILDS = {BUILT_WALL: "a wall", BUILT_DOOR: "a door"}


def describe(setup: Any, state: Any, player: int, what: int, who: int, cell: int) -> str | None:
    here, there = cell % AREA, cell // AREA
    if what == BEGAN:
        return "Your turn." if who == player else f"{COLOURS[who]}'s turn."
    if what == FINISHED:
        return ENDS[state.over].format(winner=COLOURS[state.winner - 1], loser=COLOURS[2 - state.winner])
    if what == DIED:  # told to all: which, not where, and whether it is a kill (MR20)
        return f"{_name(player, who)} is dead{', a kill' if cell else ', not counted as a kill'}."
    if what == RESPAWNED:
        at = f" at {_where(state, player, here)}" if _sees(state, player, here) or who // TEAM == player else ""
        return f"{_name(player, who)} is back{at}."
    if player not in (EVERYONE, 0, 1):
        return None
    if what in (STEPPED, SWITCHED, STRUCK, SET_LASER, BUILT_WALL, BUILT_DOOR, BUILT_MIRROR, RETREATED):
        return (
            _own(state, player, what, who, here, there)
            if who // TEAM == player
            else _enemy(state, player, what, who, here, there)
        )
    if what == FIRED:
        if who // TEAM == player:
            return f"{_name(player, who)}'s laser fires."
        return "A laser beam flashes where you look." if player == EVERYONE or there >> player & 1 else None
    if what == BURNT:
        if who // TEAM == player:
            return f"{_name(player, who)} is hit by a laser from the {NAMES[(there + 4) % 8]}: {state.hp[who]} hit point{'s' * (state.hp[who] != 1)} left."
        return (
            f"{_name(player, who)} is hit by a laser at {_where(state, player, here)}."
            if _sees(state, player, here)
            else None
        )
    if what == SCORCHED:
        return f"A laser hits the door at {_where(state, player, here)}." if _sees(state, player, here) else None
    if what == DOOR_GONE:
        if who == player:
            return f"Your door at {_where(state, player, here)} is destroyed."
        return f"The door at {_where(state, player, here)} is destroyed." if _sees(state, player, here) else None
    raise ValueError(f"unknown moment {what}")


def _own(state: Any, player: int, what: int, who: int, here: int, there: int) -> str:
    """A player saw what he did himself; only what is not on the board is said."""
    if what == SET_LASER:
        return f"{_name(player, who)} set its laser; it fires as {COLOURS[1 - player]}'s turn begins."
    return ""


def _enemy(state: Any, player: int, what: int, who: int, here: int, there: int) -> str | None:
    """What is seen of the enemy's act; of an act on two cells only the visible half is told (MR19)."""
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
        return (
            f"{name} leaves the board."
            if what == RETREATED
            else f"{name} puts a mirror at {_where(state, player, here)}."
        )
    if what == STRUCK:
        target = next((unit for unit in range(2 * TEAM) if state.alive[unit] and state.cell[unit] == there), -1)
        if far:
            struck = f"the door at {_where(state, player, there)}"
            if target >= 0:
                struck = f"{_name(player, target).replace('Your', 'your')}, {state.hp[target]} hit point{'s' * (state.hp[target] != 1)} left"
            return f"{name if near else 'Somebody'} strikes {struck}."
        return f"{name} strikes." if near else None
    if far:
        return f"{name if near else 'Somebody'} builds {BUILDS[what]} at {_where(state, player, there)}."
    return f"{name} builds." if near else None


def _sees(state: Any, player: int, cell: int) -> bool:
    if player == EVERYONE:
        return True
    return player in (0, 1) and bool(is_visible(state, player, cell))


def _where(state: Any, player: int, cell: int) -> str:
    zero, at = place(state, state.nexus[max(player, 0)]), place(state, cell)
    return spoken(at[0] - zero[0], at[1] - zero[1])


def _name(player: int, unit: int) -> str:
    owner, number = divmod(unit, TEAM)
    if owner == player:
        return f"Your minion {number + 1}"
    return f"{COLOURS[owner]}'s minion {number + 1 + (TEAM if player in (0, 1) or owner else 0)}"
