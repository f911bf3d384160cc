"""Who is hit by what (GU21 to GU23)."""

from gridhall.kernel import kernel, show

from .board import cell_of, is_dead
from .codes import (
    BEFORE,
    BEGAN,
    CROSSING,
    DIED,
    ENDPOINT,
    HIT,
    IMMUNITY,
    LETHAL,
    OVERLAP,
    PHASING,
    ROWS,
    SLOTS,
    SWAP,
    VISITS,
    WARDED,
)
from .effects import serving, spend


@kernel
def strike(setup, state, turn, trails, hits):
    """Let damagers, ascending, hit targets, ascending, each pair once a turn (GU21 to GU23)."""
    # Only if a damager that cannot move lies on somebody's trail are all of them asked, otherwise only the mobile ones.
    near = False
    for t in range(setup.vitals):
        m = setup.mobile[setup.patient[t]]
        if m >= 0 and turn[SLOTS * m + VISITS] > 1:
            for row in range(setup.height):
                if trails[ROWS * m + row] & setup.danger[row]:
                    near = True
        else:
            cell = cell_of(setup, state, setup.patient[t])
            if cell >= 0 and is_dangerous(setup, cell):
                near = True
    for n in range(setup.damagers if near else setup.rovers):
        number = n if near else setup.rover[n]
        damager = setup.damager[number]
        d = setup.mobile[damager]
        cell = cell_of(setup, state, damager)
        if cell < 0:
            continue
        before = turn[SLOTS * d + BEFORE] if d >= 0 else cell
        for t in range(setup.vitals):
            patient = setup.patient[t]
            place = cell_of(setup, state, patient)
            pair = number * setup.vitals + t
            if place < 0 or patient == damager or state.health[t] == 0 or hits[pair >> 6] >> (pair & 63) & 1:
                continue
            if is_dead(setup, state, damager):
                break
            p = setup.mobile[patient]
            earlier = turn[SLOTS * p + BEFORE] if p >= 0 else place
            if cell == place:
                how = OVERLAP
            elif place == before and cell == earlier:
                how = SWAP
            elif crosses(setup, turn, trails, d, cell, p, place):
                how = CROSSING
            elif place == before and has_been(turn, trails, d, cell, earlier):
                how = ENDPOINT
            else:
                continue
            hits[pair >> 6] |= 1 << (pair & 63)
            ward = serving(setup, state, patient, IMMUNITY | PHASING)
            if ward >= 0:
                spend(setup, state, ward)
                show(state, WARDED, damager + HIT * patient, place)
                continue
            state.health[t] = 0 if setup.flags[damager] & LETHAL else max(0, state.health[t] - setup.damage[damager])
            show(state, how, damager + HIT * patient, place)
            if state.health[t] == 0:
                if patient == setup.hero:
                    state.hit = how
                    state.killer = damager
                    state.origin = turn[SLOTS * d + BEGAN] if d >= 0 else cell
                    state.start = turn[SLOTS * p + BEGAN]
                show(state, DIED, patient, place)


@kernel
def is_dangerous(setup, cell):
    """Does a tile have a damager that cannot change place?"""
    return setup.danger[cell >> 5] >> (cell & 31) & 1 == 1


@kernel
def has_been(turn, trails, m, cell, other):
    """Is the tile `other` in the trail of who stands on `cell` (mobile m, or NOTHING if it cannot move)?"""
    if m < 0 or turn[SLOTS * m + VISITS] <= 1:
        return cell == other
    return trails[ROWS * m + (other >> 5)] >> (other & 31) & 1 == 1


@kernel
def crosses(setup, turn, trails, a, here, b, there):
    """Do the trails of mobile a, now on `here`, and mobile b, now on `there`, share a tile?"""
    if a < 0 or turn[SLOTS * a + VISITS] <= 1:
        return has_been(turn, trails, b, there, here)
    if b < 0 or turn[SLOTS * b + VISITS] <= 1:
        return trails[ROWS * a + (there >> 5)] >> (there & 31) & 1 == 1
    for row in range(setup.height):
        if trails[ROWS * a + row] & trails[ROWS * b + row]:
            return True
    return False
