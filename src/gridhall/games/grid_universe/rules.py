"""Grid Universe: one agent among boxes, movers, chasers, portals, doors, hazards and power-ups.

A turn (GU6 to GU8): timers tick; movers, then chasers move; the action runs in small steps, and after each of them
portals carry, damagers strike, tiles pay and the end is tested; then come the tile's costs, the turn counter and the
turn limit.

This file has the order of a turn and its end. Details are in creatures.py (what moves by itself), movement.py (small
steps and portals), damage.py (the four hits), effects.py (power-ups and their timers), items.py (picking up and
opening) and board.py (what is where). records.py says what a setup and a state consist of.
"""

from gridhall.game import LIMIT, LOST, PLAYING, WON
from gridhall.kernel import kernel, show, zeros
from gridhall.rng import below, mix

from .board import ahead, holds, is_dead, is_exit, is_here
from .codes import (
    BEFORE,
    BEGAN,
    BLOWN,
    CAME,
    CHANGING,
    COLLECT,
    COLLECTIBLE,
    DOWN,
    FELL,
    GRAVITY,
    HIDDEN,
    NOTHING,
    OVERTIME,
    PAID,
    PICK,
    PUSH,
    PUSHABLE,
    REACH_EXIT,
    REACHED,
    SLIPPERY,
    SLOTS,
    SPEED,
    STOOD,
    STOPS_WALK,
    UNLOCK,
    USE,
    WALKED,
    WINDY,
)
from .creatures import roam
from .damage import strike
from .effects import drop_spent, serving, spend, tick
from .items import pick, unlock
from .movement import arrive, carry, steer, stride

PLAYERS, ACTIONS = 1, 7
AIMS = 5  # how many objectives there are; a variant adds to them
REASONS = (
    "",
    "the game is over and takes no further action (GU9)",
    "there is no such action; there are up, down, left, right, use, pick, wait (GU4)",
)


@kernel
def start(setup, state):
    """Do nothing: read_setup has placed everything, and only the wind draws lots."""


@kernel
def acting(setup, state):
    return 1 if state.ending == PLAYING else 0


@kernel
def refusal(setup, state, player, action):
    """Refuse what is no action, and everything after the end (GU9)."""
    if state.ending != PLAYING or player != 0:
        return 1
    return 0 if 0 <= action < ACTIONS else 2


@kernel(inline=False)  # long, and called by every driver
def step(setup, state, player, action):
    """Play one turn in the guide's order; modifies state."""
    mobiles = setup.mobiles
    # The scratch of this turn, laid out as codes.py says. It has room for every index that could be computed: where
    # that was not so, even though such an index was never read, the optimiser made wrong code.
    if mobiles <= 4:
        turn = zeros(16)
    elif mobiles <= 32:
        turn = zeros(128)
    else:
        turn = zeros(1024)
    if mobiles <= 4:
        trails = zeros(128)
    elif mobiles <= 8:
        trails = zeros(256)
    elif mobiles <= 32:
        trails = zeros(1024)
    else:
        trails = zeros(8192)
    # One bit for each damager and target: this pair has met in this turn (GU22).
    pairs = setup.damagers * setup.vitals
    if pairs <= 512:
        hits = zeros(8)
    elif pairs <= 16384:
        hits = zeros(256)
    else:
        hits = zeros(8192)
    used = zeros(32)  # one bit for each portal: it has carried the agent in this action (GU15a)
    for m in range(mobiles):
        turn[SLOTS * m + BEFORE] = state.cells[m]
        turn[SLOTS * m + BEGAN] = state.cells[m]
    tick(setup, state)
    roam(setup, state, turn, trails)
    act(setup, state, action, turn, trails, hits, used)
    if state.ending == PLAYING:  # GU26: no costs on the turn that wins or kills
        charge(setup, state)
    state.turn += 1
    if state.ending == PLAYING and 0 < setup.limit <= state.turn:
        state.ending = LIMIT
        show(state, OVERTIME, setup.hero, state.cells[setup.agent])
    drop_spent(setup, state)


@kernel
def outcome(setup, state, player):
    return state.ending


@kernel
def score(setup, state, player):
    return state.score


@kernel
def hide(setup, state, player):
    """Blank the generator, because nobody knows the wind to come; and a redacted objective until the end."""
    state.rng = 0
    if setup.redacted and state.ending == PLAYING:
        state.aim = HIDDEN


@kernel
def resample(setup, state, player, seed):
    """Guess the wind to come; and a hidden objective, among those that the board allows."""
    state.rng = mix(seed)
    if state.aim == HIDDEN:
        aim = below(state, AIMS)
        while not setup.aims >> aim & 1:
            aim = (aim + 1) % AIMS
        state.aim = aim


@kernel
def canonicalize(setup, state):
    """Blank turn and score (GU32), and the generator where no wind blows."""
    state.turn = 0
    state.score = 0
    if setup.move != WINDY:
        state.rng = 0


@kernel
def act(setup, state, action, turn, trails, hits, used):
    """Run the action in small steps, a round of interactions after each (GU7, GU8, GU12 to GU17)."""
    agent = setup.agent
    way, count = action, 1
    if action == PICK:
        pick(setup, state)
    elif action == USE:
        unlock(setup, state)
    elif action < USE:
        way = steer(setup, action)
        effect = serving(setup, state, setup.hero, SPEED)
        if effect >= 0:  # GU13: one use per move action, even if blocked
            count = setup.multiplier[effect]
            spend(setup, state, effect)
    falling, blown = False, False
    while True:
        moved = action >= USE
        if falling:
            to = ahead(setup, state.cells[agent], DOWN, False)
            if to < 0 or holds(setup, state, to, STOPS_WALK, agent):  # GU17: the end of a fall has no round
                falling = False
                if count > 0:
                    continue
                return
            arrive(state, turn, trails, agent, to)
            turn[SLOTS * agent + CAME] = WALKED
            show(state, FELL, setup.hero, to)
            moved = True
        elif action < USE:
            moved = stride(setup, state, turn, trails, way)
            if not blown:
                count -= 1
        interact(setup, state, turn, trails, hits, used)
        if state.ending != PLAYING or not moved or action >= USE:
            return
        if setup.move == SLIPPERY:
            count = 1
        elif setup.move == GRAVITY:
            falling = True
            continue
        elif setup.move == WINDY:
            if blown:
                blown, way = False, action
            elif below(state, 10) < 3:  # GU16
                blown, way = True, below(state, 4)
                show(state, BLOWN, setup.hero, state.cells[agent])
                continue
        if count <= 0:
            return


@kernel
def interact(setup, state, turn, trails, hits, used):
    """One round of interactions: portals, damage, rewards, then the tests of death and victory (GU7)."""
    agent = setup.agent
    if setup.portals:
        carry(setup, state, turn, trails, used, NOTHING, setup.move == SLIPPERY or setup.move == GRAVITY)
    if setup.damagers and setup.vitals:
        strike(setup, state, turn, trails, hits)
    for m in range(setup.mobiles):  # GU21c: the round ends here for those who move
        turn[SLOTS * m + BEFORE] = state.cells[m]
        turn[SLOTS * m + CAME] = STOOD
    if is_dead(setup, state, setup.hero):
        state.ending = LOST
        return
    cell = state.cells[agent]
    paid = setup.pay[cell]
    for n in range(setup.payers):
        m = setup.payer[n]
        if state.cells[m] == cell and not setup.body[m] & COLLECTIBLE:
            paid += setup.reward[setup.thing[m]]
    if paid != 0:
        state.score += paid
        show(state, PAID, setup.hero, cell)
    if is_won(setup, state, cell):
        state.ending = WON
        show(state, REACHED, setup.hero, cell)


@kernel
def charge(setup, state):
    """Take the costs of everything on the agent's tile (GU26)."""
    cell = state.cells[setup.agent]
    cost = setup.toll[cell]
    if setup.tile[cell] & CHANGING:
        entity = setup.head[cell]
        while entity >= 0:
            if setup.flags[entity] & COLLECTIBLE and is_here(setup, state, entity):
                cost += setup.cost[entity]
            entity = setup.next[entity]
    for n in range(setup.payers):
        m = setup.payer[n]
        if state.cells[m] == cell:
            cost += setup.cost[setup.thing[m]]
    state.score -= cost


@kernel
def is_won(setup, state, cell):
    """Is the objective met (GU27)? `cell` is the agent's tile."""
    aim = state.aim
    if aim == HIDDEN:
        return False
    if aim == COLLECT:
        return state.left == 0
    if aim == UNLOCK:
        return state.locks == 0
    if aim == PUSH:
        for m in range(setup.mobiles):
            if is_loose(setup, state, m):
                return False
        return True
    return (aim == REACH_EXIT or state.left == 0) and is_exit(setup, state, cell)


@kernel
def is_loose(setup, state, m):
    """Is a mobile something pushable that still has to come to an exit?"""
    return setup.body[m] & PUSHABLE != 0 and state.cells[m] >= 0 and not is_exit(setup, state, state.cells[m])


@kernel
def is_effective(setup, state, before):
    """Has anything but the turn changed (GU32)? `before` is a copy of the state before the step."""
    if (
        state.score != before.score
        or state.ending != before.ending
        or state.left != before.left
        or state.locks != before.locks
        or state.rng != before.rng
    ):
        return True
    for m in range(setup.mobiles):
        if state.cells[m] != before.cells[m] or (state.facing[m >> 5] ^ before.facing[m >> 5]) >> (m & 31) & 1:
            return True
    for t in range(setup.vitals):
        if state.health[t] != before.health[t]:
            return True
    for slot in range(setup.limits):
        if state.time[slot] != before.time[slot] or state.uses[slot] != before.uses[slot]:
            return True
    for n in range(len(state.bits)):
        if state.bits[n] != before.bits[n]:
            return True
    return False
