"""What a learning agent sees of a position: planes and scalars, from its own side."""

from gridhall.games.echoes.codes import CODES, FIRE, GUARD_AFTER, LONGEST, MINE, REACH, SHIELD, STEP
from gridhall.games.echoes.rules import SIDE, first_cell, first_index, living_of
from gridhall.games.echoes.ticks import SLOTS
from gridhall.kernel import kernel


@kernel
def shape(setup):
    return 12, 8, 8, 20


@kernel
def observe(setup, state, player, planes, scalars):
    """Write twelve planes and twenty scalars.

    Planes 0 to 7 come in pairs, own side and other side: home tiles (the length of the list, -1 if free), where lists
    end, the shield there, and the first tick of a shot or mine on a tile. Planes 8 to 11 show the own plan: where its
    echo stands, its home, the tiles it acts on, and the first ticks of its shots and mines. The scalars are points,
    turn and limit, who has submitted, the own plan (kind, column, points left, actions before it, its codes + 1), how
    many live, the side, the ticks of the last replay, and whether the match is over.
    """
    for at in range(12 * 64):
        planes[at] = 0
    for at in range(20):
        scalars[at] = 0
    me = player if player < 2 else 0
    for column in range(SIDE):
        planes[setup.home[me * SIDE + column]] = -1
        planes[64 + setup.home[(1 - me) * SIDE + column]] = -1
    for slot in range(SLOTS):
        if state.living >> slot & 1:
            theirs = 1 if setup.side[slot] != me else 0
            length = state.lengths[slot]
            planes[theirs * 64 + setup.home[slot]] = max(1, length)
            planes[(2 + theirs) * 64 + state.tips[slot]] = 1
            if length:
                planes[(4 + theirs) * 64 + state.tips[slot]] = GUARD_AFTER[state.lists[slot * LONGEST + length - 1]]
            cell = setup.home[slot]
            for at in range(length):
                cell = foresee(planes, (6 + theirs) * 64, cell, state.lists[slot * LONGEST + at], at + 1)
    if player < 2 and state.plan_kind[player]:
        slot = player * SIDE + state.plan_column[player]
        cell = first_cell(setup, state, slot, state.plan_kind[player])
        before = first_index(state, slot, state.plan_kind[player])
        planes[8 * 64 + state.plan_cell[player]] = 1
        planes[9 * 64 + setup.home[slot]] = 1
        for at in range(state.plan_count[player]):
            code = state.plan[player * 5 + at]
            scalars[10 + at] = code + 1
            planes[10 * 64 + cell] = at + 1
            cell = foresee(planes, 11 * 64, cell, code, before + at + 1)
        scalars[6] = state.plan_kind[player]
        scalars[7] = state.plan_column[player]
        scalars[8] = state.plan_left[player]
        scalars[9] = before
    scalars[0] = state.points[me]
    scalars[1] = state.points[1 - me]
    scalars[2] = state.turn
    scalars[3] = setup.turns
    scalars[4] = state.submitted[me]
    scalars[5] = state.submitted[1 - me]
    scalars[15] = living_of(setup, state.living, me)
    scalars[16] = living_of(setup, state.living, 1 - me)
    scalars[17] = me
    scalars[18] = state.replay_ticks
    scalars[19] = state.over


@kernel
def foresee(planes, plane, cell, code, tick):
    """Note on each tile the first tick of a shot or mine of this action, with nobody in its way.

    Return where the echo then stands.
    """
    if code < FIRE:
        return cell + STEP[code]
    if code < SHIELD:
        target = REACH[cell * CODES + code]
        while target >= 0:
            if planes[plane + target] == 0 or planes[plane + target] > tick:
                planes[plane + target] = min(tick, 126)
            if code >= MINE:
                break
            target = REACH[target * CODES + code]
            tick += 1
    return cell
