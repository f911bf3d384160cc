"""Events as sentences, for whoever may know of them and no further (MR19, MR20, MR60)."""

import copy

from gridhall.game import EVERYONE, Player, SetupRecord, Truth, View
from gridhall.games.maze_runner.legend import COLOURS
from gridhall.games.maze_runner.pieces import number_of
from gridhall.games.maze_runner.scene import ending_text
from gridhall.games.maze_runner.sight import is_visible, refresh_sight, unit_on
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
    FLAGS,
    GOLEM_BIT,
    GOLEM_FELL,
    GOLEM_STRUCK,
    GOLEM_WALKED,
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
    TOOK_HEART,
    TOOK_NEXUS,
    TOOK_TOWER,
    TOWER_BIT,
    TOWER_GONE,
)
from gridhall.games.maze_runner.viewpoint import Viewpoint
from gridhall.grid import NAMES

EXPANSION = (GOLEM_WALKED, GOLEM_STRUCK, GOLEM_FELL, TOWER_GONE, TOOK_HEART, TOOK_NEXUS, TOOK_TOWER)
BUILDS = {BUILT_WALL: "a wall", BUILT_DOOR: "a door"}


def describe(setup: SetupRecord, state: Truth, player: Player, what: int, who: int, cell: int) -> str | None:
    """An event as a sentence for one viewer: "" if there is nothing to say, None if they may not know of it."""
    here, there = cell % AREA, cell // AREA
    if what == BEGAN:
        whose = "your" if who == player else f"{COLOURS[who]}'s"
        return f"Round {state.round}: {whose} turn."
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
            return _describe_own(setup, state, player, what, who, here, there)
        return _describe_enemy(setup, state, player, what, who, here, there)
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
        return f"{_name(player, who)} is hit by a laser at {_where(state, player, here)}: {state.hp[who]} left."
    if what in EXPANSION:
        return _describe_expansion(setup, state, player, what, who, here, there)
    if what == SCORCHED:
        return (
            f"A laser hits the {_obstacle(state, here)} at {_where(state, player, here)}."
            if _sees(state, player, here)
            else None
        )
    if what == DOOR_GONE:
        if who == player:
            return f"Your door at {_where(state, player, here)} is destroyed."
        return f"The door at {_where(state, player, here)} is destroyed." if _sees(state, player, here) else None
    raise ValueError(f"unknown event {what}")


def _describe_own(setup: SetupRecord, state: View, player: Player, what: int, who: int, here: int, there: int) -> str:
    """What a player did themselves; of a step only whom it has brought into sight."""
    if what == STEPPED:
        return _come_into_sight(setup, state, player, who, here)
    name = _name(player, who)
    if what == SET_LASER:
        return f"{name} set its laser; it fires as {COLOURS[1 - player]}'s turn begins."
    if what == SWITCHED:
        return f"{name} {_drawn(state, who)}."
    if what == STRUCK:  # what stands on the next cell is seen (MR29)
        return f"{name} struck {_struck(state, player, there)}."
    if what == RETREATED:
        return f"{name} leaves the board."
    built = "a tower" if what == BUILT_WALL and setup.towers else BUILDS.get(what, "a mirror")
    cell = here if what == BUILT_MIRROR else there
    return f"{name} builds {built} at {_where(state, player, cell)}."


def _come_into_sight(setup: SetupRecord, state: View, player: Player, who: int, start: int) -> str:
    """The enemies that a player sees now and would not see if their minion still stood where its step began."""
    enemies = [unit for unit in range((1 - player) * TEAM, (2 - player) * TEAM) if state.alive[unit]]
    enemies = [unit for unit in enemies if is_visible(state, player, state.cell[unit])]
    if not enemies:
        return ""
    before = copy.copy(state)
    before.cell[who] = start
    refresh_sight(setup, before, player)
    new = [unit for unit in enemies if not is_visible(before, player, state.cell[unit])]
    return " ".join(f"You see {_name(player, unit)} at {_where(state, player, state.cell[unit])}." for unit in new)


def _obstacle(state: View, cell: int) -> str:
    """What a strike or a beam meets on a cell: a door, a golem or a tower."""
    flags = FLAGS[state.cells[cell] + 128]
    return "golem" if flags & GOLEM_BIT else "tower" if flags & TOWER_BIT else "door"


def _describe_expansion(
    setup: SetupRecord, state: View, player: Player, what: int, who: int, here: int, there: int
) -> str | None:
    """What golems do, and what changes hands; told to who sees it, and to who is hurt or loses something."""
    seen = _sees(state, player, here)
    if what == GOLEM_WALKED:
        near, far = seen, _sees(state, player, there)
        if near and far:
            return ""
        if far:
            return f"A golem comes into sight at {_where(state, player, there)}."
        return f"A golem goes out of sight at {_where(state, player, here)}." if near else None
    if what == GOLEM_STRUCK:
        if who // TEAM == player or _sees(state, player, there):
            return f"A golem strikes {_name(player, who).replace('Your', 'your')}: {_hitpoints(state.hp[who])}."
        return f"A golem strikes at {_where(state, player, here)}." if seen else None
    if what == GOLEM_FELL:
        return f"The golem at {_where(state, player, here)} falls and leaves its heart." if seen else None
    if what == TOWER_GONE:
        if who == player:
            return f"Your tower at {_where(state, player, here)} is destroyed."
        return f"The tower at {_where(state, player, here)} is destroyed." if seen else None
    if what == TOOK_HEART:
        if who // TEAM == player or seen:
            return f"{_name(player, who)} takes a heart: more hit points and new actions for its whole team."
        return None
    thing = "extra nexus" if what == TOOK_NEXUS else "stone tower"
    gives_actions = what == TOOK_NEXUS and not setup.majority  # MR134
    if who // TEAM == player:
        gain = " Each of your minions has an action more a turn." if gives_actions else ""
        return f"The {thing} at {_where(state, player, here)} is yours.{gain}"
    if not seen:
        return None
    loss = " Each of your minions has an action less a turn." if gives_actions and player != EVERYONE else ""
    return f"{COLOURS[who // TEAM]} takes the {thing} at {_where(state, player, here)}.{loss}"


def _describe_enemy(
    setup: SetupRecord, state: View, player: Player, what: int, who: int, here: int, there: int
) -> str | None:
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
            return f"{name} {_drawn(state, who)}."
        if what == RETREATED:
            return f"{name} leaves the board."
        return f"{name} puts a mirror at {_where(state, player, here)}."
    if what == STRUCK:
        if far:
            return f"{name if near else 'Somebody'} struck {_struck(state, player, there)}."
        return f"{name} struck." if near else None
    if far:
        built = "a tower" if what == BUILT_WALL and setup.towers else BUILDS[what]
        return f"{name if near else 'Somebody'} builds {built} at {_where(state, player, there)}."
    return f"{name} builds." if near else None


def _drawn(state: View, unit: int) -> str:
    return "draws its sword" if state.stance[unit] == SWORD else "lights its lantern"


def _struck(state: View, player: Player, cell: int) -> str:
    """What a strike at a visible cell has met, and how it is now."""
    target = unit_on(state, cell)
    if target == NOWHERE:
        return f"the {_obstacle(state, cell)} at {_where(state, player, cell)}"
    return f"{_name(player, target).replace('Your', 'your')}: {state.hp[target]} left"


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
