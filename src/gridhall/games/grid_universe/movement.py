"""How things come to another tile: the agent's small steps, pushes, and portals (GU10 to GU12, GU14, GU15, GU20)."""

from gridhall.kernel import kernel, show

from .board import ahead, body_of, cell_of, holds, holds_for_good
from .codes import (
    BLOCKING,
    BUMPED,
    CAME,
    CARRIED,
    COLLIDABLE,
    LEFT,
    MIRROR,
    NOTHING,
    PHASED,
    PHASING,
    PORTED,
    PUSHABLE,
    PUSHED,
    RIGHT,
    ROWS,
    SLOTS,
    STEPPED,
    STOPS_BOX,
    STOPS_WALK,
    VISITS,
    WALKED,
    WRAP,
)
from .effects import serving, spend


@kernel
def steer(setup, action):
    """The direction in which a move action leads: in a mirror level left and right are swapped (GU14)."""
    if setup.move == MIRROR and action >= LEFT:
        return LEFT + RIGHT - action
    return action


@kernel
def stride(setup, state, turn, trails, way):
    """One small step of the agent: push, or walk, or phase; False if blocked (GU10 to GU12)."""
    agent = setup.agent
    wraps = setup.move == WRAP
    near = ahead(setup, state.cells[agent], way, wraps)
    if near < 0:
        show(state, BUMPED, setup.hero, state.cells[agent])
        return False
    boxes, other = False, False
    for m in range(setup.mobiles):
        if state.cells[m] == near:
            body = body_of(setup, state, m)
            if body & PUSHABLE:
                boxes = True
            elif body & BLOCKING:
                other = True
    if not other:
        other = holds_for_good(setup, state, near, BLOCKING)
    if boxes and not other:
        far = ahead(setup, near, way, wraps)
        if far >= 0 and not holds(setup, state, far, STOPS_BOX, NOTHING):
            for m in range(setup.mobiles):
                if state.cells[m] == near and setup.body[m] & PUSHABLE:
                    arrive(state, turn, trails, m, far)
                    turn[SLOTS * m + CAME] = WALKED
                    show(state, PUSHED, setup.thing[m], far)
            boxes = False
    if boxes or other:
        effect = serving(setup, state, setup.hero, PHASING)
        if effect < 0:
            show(state, BUMPED, setup.hero, near)
            return False
        spend(setup, state, effect)
        show(state, PHASED, effect, near)
    arrive(state, turn, trails, agent, near)
    turn[SLOTS * agent + CAME] = WALKED
    show(state, STEPPED, setup.hero, near)
    return True


@kernel
def carry(setup, state, turn, trails, used, only, once):
    """Let portals, ascending by id, carry whoever has just walked onto them (GU20).

    `only` is the one mobile that they may carry, NOTHING for all. With `once` a pair carries the agent only once an
    action, which `used` keeps (GU15a).
    """
    for n in range(setup.portals):
        portal = setup.portal[n]
        here = cell_of(setup, state, portal)
        there = cell_of(setup, state, setup.link[portal])
        if here < 0 or there < 0 or here == there:
            continue
        first = 0 if only < 0 else only
        last = setup.mobiles if only < 0 else only + 1
        for m in range(first, last):
            if state.cells[m] != here or turn[SLOTS * m + CAME] != WALKED or setup.thing[m] == portal:
                continue
            body = body_of(setup, state, m)
            if not body & COLLIDABLE or (once and m == setup.agent and used[n >> 6] >> (n & 63) & 1):
                continue
            if holds(setup, state, there, STOPS_BOX if body & STOPS_WALK else STOPS_WALK, m):
                continue
            arrive(state, turn, trails, m, there)
            turn[SLOTS * m + CAME] = PORTED
            if once and m == setup.agent:
                for other in range(setup.portals):
                    if setup.portal[other] == portal or setup.portal[other] == setup.link[portal]:
                        used[other >> 6] |= 1 << (other & 63)
            show(state, CARRIED, setup.thing[m], here)


@kernel
def arrive(state, turn, trails, m, cell):
    """Put a mobile on a tile, which joins its trail (GU21b).

    A trail of a single tile is never asked for, so the first tile is written down only when the second is reached.
    """
    if turn[SLOTS * m + VISITS] == 1:
        trails[ROWS * m + (state.cells[m] >> 5)] |= 1 << (state.cells[m] & 31)
    if turn[SLOTS * m + VISITS] >= 1:
        trails[ROWS * m + (cell >> 5)] |= 1 << (cell & 31)
    turn[SLOTS * m + VISITS] += 1
    state.cells[m] = cell
