"""Doors, mirrors, towers and golems: what the number of a cell says about them."""

from gridhall.games.maze_runner.tables import (
    BACK_BIT,
    BEND,
    BUILT,
    DOOR_BIT,
    DOORS,
    FLAGS,
    FRAGILE,
    GOLEM,
    MOST_GOLEM_HITPOINTS,
    TOWER,
    TOWER_BIT,
)
from gridhall.kernel import kernel


@kernel
def is_door_of(code, player):
    """Is this the number of a door of this player?"""
    return FLAGS[code + 128] & DOOR_BIT != 0 and (code < 0) == (player == 1)


@kernel
def is_door_against(code, player):
    """Is this the number of an enemy door, which does not let this player pass (MR79)?"""
    return FLAGS[code + 128] & DOOR_BIT != 0 and (code < 0) != (player == 1)


@kernel
def door_hitpoints(code):
    """The hit points of a door."""
    return -code if code < 0 else code - DOORS


@kernel
def door_code(player, hitpoints):
    """The number of a cell with a door of this player."""
    return -hitpoints if player else DOORS + hitpoints


@kernel
def reflect(flags, direction):
    """The direction in which light and beams leave a mirror of these flags (MR34)."""
    return BEND[direction + 8] if flags & BACK_BIT else BEND[direction]


@kernel
def tower_code(owner, hitpoints):
    """The number of a cell with a tower: owner 0 is nobody, 1 and 2 the players; hit points 0 is stone (MR122)."""
    return TOWER + 4 * owner + hitpoints


@kernel
def tower_owner(code):
    """Whose a tower is: 0 nobody's, 1 or 2."""
    return (code - TOWER) >> 2


@kernel
def tower_hitpoints(code):
    """The hit points of a tower; 0 for one of stone."""
    return (code - TOWER) & 3


@kernel
def golem_code(quarter, hitpoints):
    """The number of a cell with a golem that looks to a quarter: 0 north, 1 east, 2 south, 3 west."""
    return GOLEM + MOST_GOLEM_HITPOINTS * quarter + hitpoints - 1


@kernel
def golem_quarter(code):
    """Where a golem looks."""
    return (code - GOLEM) // MOST_GOLEM_HITPOINTS


@kernel
def golem_hitpoints(code):
    """The hit points of a golem."""
    return (code - GOLEM) % MOST_GOLEM_HITPOINTS + 1


@kernel
def is_built(code):
    """Does a cell hold what somebody built and nobody passes: a wall or a tower?"""
    return code in (BUILT, BUILT + 1) or FLAGS[code + 128] & (TOWER_BIT | FRAGILE) == TOWER_BIT | FRAGILE
