"""Effects: speed, immunity and phasing, their timers and their uses (GU6, GU12, GU13)."""

from gridhall.kernel import kernel, show

from .board import is_gone
from .codes import FADED, NOTHING, NOWHERE, TIME, USES


@kernel
def tick(setup, state):
    """Let the timers of all active effects go down by one, as every turn begins (GU6)."""
    for slot in range(setup.limits):
        effect = setup.timed[slot]
        if state.time[slot] > 0 and setup.flags[effect] & TIME and is_active(setup, state, effect):
            state.time[slot] -= 1


@kernel
def drop_spent(setup, state):
    """Drop, as every turn ends, the active effects that have no time or no uses left (GU6)."""
    for slot in range(setup.limits):
        effect = setup.timed[slot]
        if state.time[slot] >= 0 and is_active(setup, state, effect):
            flags = setup.flags[effect]
            if (flags & TIME and state.time[slot] == 0) or (flags & USES and state.uses[slot] == 0):
                state.time[slot] = -1
                state.uses[slot] = -1
                show(state, FADED, effect, NOWHERE)


@kernel
def is_active(setup, state, entity):
    """Does an effect work for somebody, because it is in a status and has not been dropped?"""
    slot = setup.limited[entity]
    if slot >= 0 and state.time[slot] < 0:
        return False
    return setup.holder[entity] >= 0 or is_gone(setup, state, entity)


@kernel
def serving(setup, state, bearer, kinds):
    """The effect of these kinds that serves somebody now, NOTHING if none does (GU13).

    Effects without a limit of uses come first, then the lowest id.
    """
    best = NOTHING
    for n in range(setup.effects):
        if setup.bearer[n] != bearer:
            continue
        entity = setup.effect[n]
        flags = setup.flags[entity]
        if not flags & kinds or not is_active(setup, state, entity):
            continue
        if not flags & USES:
            return entity
        if best < 0 and state.uses[setup.limited[entity]] > 0:
            best = entity
    return best


@kernel
def spend(setup, state, effect):
    """Take one use from an effect, if its uses are limited."""
    if setup.flags[effect] & USES:
        state.uses[setup.limited[effect]] -= 1
