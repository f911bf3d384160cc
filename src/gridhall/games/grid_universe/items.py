"""Picking things up (GU24), and opening locks with keys (GU25)."""

from gridhall.kernel import kernel, show

from .board import ahead, cell_of, has_bit, is_gone, is_open, set_bit
from .codes import (
    CHANGING,
    COLLECTIBLE,
    EFFECT,
    INVENTORY,
    LEFT_BEHIND,
    LOCKED,
    NO_KEY,
    NO_LOCK,
    NOTHING,
    NOTHING_HERE,
    NOWHERE,
    OPENED,
    PICKED,
    REQUIRED,
    STATUS,
    USE_ORDER,
)


@kernel
def pick(setup, state):
    """Take every collectible on the tile that the agent has room for (GU24)."""
    cell = state.cells[setup.agent]
    any_there = False
    entity = setup.head[cell] if setup.tile[cell] & CHANGING else NOTHING
    m = 0
    while entity >= 0 or m < setup.mobiles:  # first what cannot change place, then the mobiles
        if entity >= 0:
            taken = entity
            entity = setup.next[entity]
        else:
            taken = setup.thing[m]
            m += 1
        flags = setup.flags[taken]
        if not is_collectible_on(setup, state, taken, cell):
            continue
        any_there = True
        if not setup.flags[setup.hero] & (STATUS if flags & EFFECT else INVENTORY):
            show(state, LEFT_BEHIND, taken, cell)
            continue
        set_bit(state, setup.gone[taken])
        if setup.mobile[taken] >= 0:
            state.cells[setup.mobile[taken]] = NOWHERE
        state.score += setup.reward[taken]
        if flags & REQUIRED:
            state.left -= 1
        if flags & LOCKED and not is_open(setup, state, taken):
            state.locks -= 1
        show(state, PICKED, taken, cell)
    if not any_there:
        show(state, NOTHING_HERE, setup.hero, cell)


@kernel
def is_collectible_on(setup, state, entity, cell):
    """Is it something on this tile that can be picked up?"""
    return setup.flags[entity] & COLLECTIBLE != 0 and cell_of(setup, state, entity) == cell


@kernel
def unlock(setup, state):
    """Open every lock on the own tile, then left, right, up, down, for which there is a key (GU25)."""
    any_there = False
    for n in range(5):
        cell = ahead(setup, state.cells[setup.agent], USE_ORDER[n], False)
        if cell < 0:
            continue
        still = setup.head[cell] if setup.tile[cell] & CHANGING else NOTHING
        m = 0
        while still >= 0 or m < setup.mobiles:
            while m < setup.mobiles and (state.cells[m] != cell or not setup.body[m] & LOCKED):
                m += 1
            if m < setup.mobiles and (still < 0 or setup.thing[m] < still):  # ascending id, mobile or not
                lock = setup.thing[m]
                m += 1
            elif still >= 0:
                lock = still
                still = setup.next[still]
            else:
                break
            if not is_locked_on(setup, state, lock, cell):
                continue
            any_there = True
            key = fitting(setup, state, setup.lock[lock])
            if key < 0:
                show(state, NO_KEY, lock, cell)
                continue
            set_bit(state, setup.used[key])
            set_bit(state, setup.opened[lock])
            state.locks -= 1
            show(state, OPENED, lock, cell)
    if not any_there:
        show(state, NO_LOCK, setup.hero, state.cells[setup.agent])


@kernel
def is_locked_on(setup, state, entity, cell):
    """Is it something on this tile whose lock is still closed?"""
    closed = setup.flags[entity] & LOCKED != 0 and not is_open(setup, state, entity)
    return closed and cell_of(setup, state, entity) == cell


@kernel
def fitting(setup, state, name):
    """The first key of that name in the inventory, NOTHING if there is none."""
    for n in range(setup.pockets):
        key = setup.keys[n]
        if setup.key[key] == name and is_in_hand(setup, state, key):
            return key
    return NOTHING


@kernel
def is_used(setup, state, entity):
    """Is it a key that has opened its lock?"""
    return setup.used[entity] >= 0 and has_bit(state, setup.used[entity])


@kernel
def is_in_hand(setup, state, key):
    """Is a key of the list `keys` in the agent's inventory, and not used up?"""
    return not is_used(setup, state, key) and (setup.holder[key] >= 0 or is_gone(setup, state, key))
