"""Doors and mirrors: what the number of a cell says about them."""

from gridhall.games.maze_runner.tables import BACK_BIT, BEND, DOOR_BIT, DOORS, FLAGS
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
