"""What an environment observes: planes of properties and a few numbers."""

from gridhall.kernel import copy_numbers, kernel

from .board import heading, is_dead, is_here, is_open
from .codes import (
    BLOCKING,
    CHASING,
    COST,
    DAMAGE,
    HARMS,
    HEALTH,
    HIDDEN,
    IMMUNITY,
    KEY,
    LOCKED,
    MOVING,
    PLAIN,
    PLANES,
    PORTAL,
    REWARD,
    SCALARS,
    SPEED,
    TIME,
    USES,
    WAIT,
)
from .effects import serving
from .items import is_in_hand

FIRST_AMOUNT = 10  # the plane of SPEED, the first property that may have an amount
# The plane of a property's bit by the bit's remainder by 37, which is different for each.
PLANE_OF = tuple(next((plane for plane in range(PLAIN) if (1 << plane) % 37 == rest), 0) for rest in range(37))


@kernel
def shape(setup):
    """The planes are the properties in the order of their bits, then movers going up, down, left, right."""
    return PLANES, setup.height, setup.width, SCALARS


@kernel
def observe(setup, state, player, planes, scalars):
    """Write the planes and the scalars.

    Planes have 0 or an amount up to 127. The scalars are turn, turns left, score, health, its maximum, things to
    collect, locks, keys, variant, objective (-1 if redacted), then time and uses left of immunity, phasing and speed
    (0: no such effect, -1: it has no such limit).
    """
    width = setup.width
    area = width * setup.height
    copy_numbers(planes, setup.base, PLANES * area)
    for n in range(setup.changers):
        entity = setup.changing[n]
        if is_here(setup, state, entity):
            cell = setup.place[entity]
            paint(setup, state, planes, entity, area, (cell >> 5) * width + (cell & 31), WAIT)
    for m in range(setup.mobiles):
        cell = state.cells[m]
        if cell >= 0:
            way = heading(setup, state, m) if setup.body[m] & MOVING else WAIT
            paint(setup, state, planes, setup.thing[m], area, (cell >> 5) * width + (cell & 31), way)
    vital = setup.vital[setup.hero]
    scalars[0] = state.turn
    scalars[1] = setup.limit - state.turn if setup.limit else -1
    scalars[2] = max(-2147483647, min(2147483647, state.score))
    scalars[3] = state.health[vital] if vital >= 0 else -1
    scalars[4] = setup.most[vital] if vital >= 0 else -1
    scalars[5] = state.left
    scalars[6] = state.locks
    held = 0
    for n in range(setup.pockets):
        if is_in_hand(setup, state, setup.keys[n]):
            held += 1
    scalars[7] = held
    scalars[8] = setup.move
    scalars[9] = HIDDEN if setup.redacted else state.aim
    for n in range(3):
        effect = serving(setup, state, setup.hero, IMMUNITY << n)
        time, uses = 0, 0
        if effect >= 0:
            slot = setup.limited[effect]
            time = state.time[slot] if setup.flags[effect] & TIME else -1
            uses = state.uses[slot] if setup.flags[effect] & USES else -1
        scalars[10 + 2 * n] = time
        scalars[11 + 2 * n] = uses


@kernel
def paint(setup, state, planes, entity, area, at, way):
    """Add one entity to the planes, at the place `at` of each. Where something has more already, that stays.

    `way` is a mover's direction, WAIT for what does not move by itself.
    """
    flags = setup.flags[entity]
    if is_open(setup, state, entity):
        flags &= ~(BLOCKING | LOCKED)
    if is_dead(setup, state, entity):
        flags &= ~(HARMS | HEALTH | CHASING)
    elif way != WAIT:
        planes[(PLAIN + way) * area + at] = 1
    rest = flags & (1 << PLAIN) - 1
    while rest:  # bit by bit, the lowest first
        flag = rest & -rest
        rest ^= flag
        plane = PLANE_OF[flag % 37]
        amount = 1
        if plane >= FIRST_AMOUNT:
            if flag == SPEED:
                amount = setup.multiplier[entity]
            elif flag == REWARD:
                amount = setup.reward[entity]
            elif flag == COST:
                amount = setup.cost[entity]
            elif flag == DAMAGE:
                amount = setup.damage[entity]
            elif flag == KEY:
                amount = 1 + setup.key[entity]
            elif flag == LOCKED:
                amount = 1 + setup.lock[entity]
            elif flag == PORTAL:
                amount = 1 + min(entity, setup.link[entity])
            elif flag == HEALTH:
                amount = state.health[setup.vital[entity]]
        planes[plane * area + at] = max(planes[plane * area + at], min(127, amount))
