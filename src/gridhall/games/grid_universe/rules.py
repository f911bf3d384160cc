"""Grid Universe: one agent among boxes, movers, chasers, portals, doors, hazards and power-ups.

A turn (GU6 to GU8): timers tick; movers, then chasers move; the action runs in small steps, and after each portals
carry, damagers strike, tiles pay and the end is tested; then the tile's costs, the turn counter and the turn limit.

An entity is a number, ascending by id (GU5). What never changes of it is in the setup; what can change place is a
`mobile` with a cell in the state, what has health is `vital`, an effect with a limit has a `limit`; what can only
vanish, open or be used up is a bit. A cell is y * 32 + x, so that shifts replace divisions; off the board, picked up
and nested is NOWHERE.
"""

from ctypes import sizeof

from gridhall.game import LIMIT, LOST, PLAYING, WON
from gridhall.kernel import copy_numbers, i8, i16, i32, i64, kernel, record, show, u64, zeros
from gridhall.rng import below, mix

PLAYERS, ACTIONS = 1, 7
UP, DOWN, LEFT, RIGHT, USE, PICK, WAIT = range(7)
REASONS = (
    "",
    "the game is over and takes no further action (GU9)",
    "there is no such action; there are up, down, left, right, use, pick, wait (GU4)",
)

NOWHERE = -1
NOTHING = -1

# Properties (GU2), one bit each; the first PLAIN of them are also planes of an observation.
AGENT, BLOCKING, PUSHABLE, COLLIDABLE, COLLECTIBLE, REQUIRED = 1, 2, 4, 8, 16, 32
EXIT, LETHAL, IMMUNITY, PHASING, SPEED, REWARD = 64, 128, 256, 512, 1024, 2048
COST, DAMAGE, KEY, LOCKED, PORTAL, HEALTH = 4096, 8192, 16384, 32768, 65536, 131072
CHASING, MOVING, INVENTORY, STATUS, TIME, USES = 262144, 524288, 1048576, 2097152, 4194304, 8388608
VERTICAL, BOUNCE, STRAIGHT = 16777216, 33554432, 67108864  # how it moves or chases
CHANGING = 134217728  # of a tile: something here may vanish, open or die
STOPS_WALK = BLOCKING | PUSHABLE  # GU10
STOPS_BOX = BLOCKING | PUSHABLE | COLLIDABLE  # GU11, GU20
EFFECT = IMMUNITY | PHASING | SPEED
HARMS = DAMAGE | LETHAL
PLAIN = 19  # planes 0 to 18 are the properties up to chasing
PLANES = PLAIN + 4  # and where movers go: up, down, left, right

DEFAULT_MOVE, MIRROR, WRAP, SLIPPERY, WINDY, GRAVITY = range(6)
DEFAULT_AIM, REACH_EXIT, COLLECT, UNLOCK, PUSH = range(5)
AIMS = 5
HIDDEN = -1  # the objective of a level that redacts it, in a view
SCALARS = 16
LANDMARKS = 6  # places whose distances `bound` knows
FAR = 32000  # no way at all

# What `show` tells; `who` is an entity, of a hit the damager plus 4096 times the target.
(
    MOVED, CHASED, TURNED, STEPPED, PUSHED, PHASED, BUMPED, BLOWN, FELL, CARRIED, OVERLAP, SWAP, CROSSING, ENDPOINT, WARDED, DIED, PAID, PICKED, LEFT_BEHIND,
    NOTHING_HERE, OPENED, NO_KEY, NO_LOCK, REACHED, OVERTIME, FADED,
) = range(26)  # fmt: skip
USE_ORDER = (WAIT, LEFT, RIGHT, UP, DOWN)  # GU25: WAIT is the own tile


def _setup(entities, mobiles, names, text):
    """The fields of a setup with room for so many entities, mobiles, bytes of key names and bytes of title, author and
    message.
    """
    return {
        "seed": u64,
        "danger": i64 * 32,  # rows of bits: tiles with a damager that cannot change place
        "free": i64 * 32,  # rows of bits: tiles that no wall fills for good
        "limit": i32,  # turns; 0 is none
        "carriers": i32,  # mobile portals
        "id": i32 * entities,
        "flags": i32 * entities,
        "reward": i32 * entities,
        "cost": i32 * entities,
        "damage": i32 * entities,
        "multiplier": i32 * entities,
        "most": i32 * mobiles,  # of a vital: its greatest health
        "pace": i32 * mobiles,  # of a mobile: its speed as a mover
        "body": i32 * mobiles,  # of a mobile: its flags
        "tile": i32 * 1024,  # of a cell: the flags of what is there for good
        "pay": i32 * 1024,  # of a cell: rewards and costs of what is there for good
        "toll": i32 * 1024,
        "place": i16 * entities,  # cell of what cannot change place; NOWHERE of mobiles and nested
        "holder": i16 * entities,  # of what is nested: in whom
        "link": i16 * entities,  # the paired portal
        "target": i16 * entities,  # whom it chases
        "key": i16 * entities,  # number of the key's or lock's name
        "lock": i16 * entities,
        "mobile": i16 * entities,  # its number among the mobiles, vitals, limits; bits of gone, open, used
        "vital": i16 * entities,
        "limited": i16 * entities,
        "gone": i16 * entities,
        "opened": i16 * entities,
        "used": i16 * entities,
        "next": i16 * entities,  # the next changing thing of the same tile
        "effect": i16 * entities,  # effects that are or may come into a status
        "bearer": i16 * entities,  # of effects[i]: whose
        "damager": i16 * entities,
        "portal": i16 * entities,
        "changing": i16 * entities,
        "keys": i16 * entities,  # keys that are or may come into the agent's inventory
        "head": i16 * 1024,  # of a cell: the first changing thing
        "thing": i16 * mobiles,  # of a mobile: its entity
        "patient": i16 * mobiles,  # of a vital: its entity
        "timed": i16 * mobiles,  # of a limit: its effect entity
        "mover": i16 * mobiles,
        "chaser": i16 * mobiles,
        "rover": i16 * mobiles,  # numbers among the damagers of those that are mobile
        "payer": i16 * mobiles,  # mobiles with a reward or a cost
        # For `bound`: tiles (on ice: actions) at least from a cell to an exit, and to each landmark; all 0 if nothing
        # is known.
        "ways": i16 * (1024 * (LANDMARKS + 1)),
        "landmark": i16 * LANDMARKS,  # entities
        # Hero: the agent's entity; agent: its mobile.
        "width": i16, "height": i16, "move": i16, "hero": i16, "agent": i16,
        "entities": i16, "mobiles": i16, "vitals": i16, "limits": i16, "effects": i16, "damagers": i16, "rovers": i16, "portals": i16, "changers": i16,
        # Exits: mobile ones and those that may vanish.
        "movers": i16, "chasers": i16, "payers": i16, "pockets": i16, "landmarks": i16, "exits": i16,
        "stride": i16,  # for `bound`: what an action covers at most, in the unit of `ways` (tiles; on ice: actions)
        "seeded": i16,
        "redacted": i16,  # 1: nobody is told the objective before the end
        "aims": i16,  # bits of the objectives that this board allows (GU27a)
        "base": i8 * (PLANES * 1024),  # the observation of what is there for good
        "names": i8 * names,  # of keys and locks, each after a byte with its length
        "words": i8 * text,  # title, author and message, each after four bytes with its length
    }  # fmt: skip


def _state(mobiles, limits, bits):
    """The fields of a state with room for so many mobiles, limits and vitals, and bits."""
    return {
        "rng": u64,
        "score": i64,
        "turn": i32,
        "bits": i32 * (bits // 32),
        "facing": i32 * (mobiles // 32),  # bits of the mobiles: 1 goes up or left
        "health": i32 * limits,  # 0 is dead
        "time": i32 * limits,  # what is left of a limit; -1: dropped
        "uses": i32 * limits,
        "cells": i16 * mobiles,
        "left": i16,  # required things still to collect
        "locks": i16,  # locks still closed
        "ending": i16,
        "aim": i16,  # the objective
        # Why the agent died, all 0 before: which of the four hits, by whom, and where that one and the agent began the
        # turn.
        "hit": i16, "killer": i16, "origin": i16, "start": i16,
    }  # fmt: skip


def _sized(name, fields):
    """A record class of these fields, filled up so that no byte is without a meaning."""
    size = sum(sizeof(kind) for kind in fields.values())
    if size % 8:
        fields["spare"] = i8 * (8 - size % 8)
    return record(
        type(
            name,
            (),
            {
                "__annotations__": fields,
                "__doc__": f"{name} of Grid Universe; its fields are explained above.",
                "__module__": __name__,
            },
        )
    )


SMALL = {"entities": 1280, "mobiles": 32, "limits": 8, "bits": 256, "names": 256, "text": 512}
LARGE = {"entities": 2048, "mobiles": 256, "limits": 256, "bits": 4096, "names": 34816, "text": 16384}
Setup = _sized("Setup", _setup(SMALL["entities"], SMALL["mobiles"], SMALL["names"], SMALL["text"]))
LargeSetup = _sized("LargeSetup", _setup(LARGE["entities"], LARGE["mobiles"], LARGE["names"], LARGE["text"]))
State = _sized("State", _state(SMALL["mobiles"], SMALL["limits"], SMALL["bits"]))
LargeState = _sized("LargeState", _state(LARGE["mobiles"], LARGE["limits"], LARGE["bits"]))


@kernel
def start(setup, state):
    """Do nothing: read_setup has placed everything, and chance is drawn only by the wind."""


@kernel
def acting(setup, state):
    return 1 if state.ending == PLAYING else 0


@kernel
def refusal(setup, state, player, action):
    """Refuse what is no action, and everything after the end (GU9)."""
    if state.ending != PLAYING or player != 0:
        return 1
    return 0 if 0 <= action < ACTIONS else 2


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


@kernel(inline=False)  # long, and called by every driver
def step(setup, state, player, action):
    """Play one turn in the guide's order; modifies state."""
    mobiles = setup.mobiles
    # Scratch of this turn. Four numbers a mobile: the tile before this round, how many tiles it came to, 1 if it has
    # just come (3: and was carried), the tile where it began the turn.
    if mobiles <= 32:
        turn = zeros(128)
    else:
        turn = zeros(1024)
    # Rows of bits a mobile: the tiles it came to, kept only from the second on. All scratch has room for every index
    # that could be computed: where that was not so, though never read, the optimiser made wrong code.
    if mobiles <= 8:
        trails = zeros(256)
    elif mobiles <= 32:
        trails = zeros(1024)
    else:
        trails = zeros(8192)
    # One bit for each damager and target: this hit has been this turn (GU22).
    pairs = setup.damagers * setup.vitals
    if pairs <= 512:
        hits = zeros(8)
    elif pairs <= 16384:
        hits = zeros(256)
    else:
        hits = zeros(8192)
    used = zeros(32)  # bits of the portals that have carried the agent in this action (GU15a)
    for m in range(mobiles):
        turn[4 * m] = state.cells[m]
        turn[4 * m + 3] = state.cells[m]
    for slot in range(setup.limits):  # GU6: timers first
        if (
            state.time[slot] > 0
            and setup.flags[setup.timed[slot]] & TIME
            and is_active(setup, state, setup.timed[slot])
        ):
            state.time[slot] -= 1
    roam(setup, state, turn, trails)
    act(setup, state, action, turn, trails, hits, used)
    if state.ending == PLAYING:  # GU26: no costs on the turn that wins or kills
        charge(setup, state)
    state.turn += 1
    if state.ending == PLAYING and 0 < setup.limit <= state.turn:
        state.ending = LIMIT
        show(state, OVERTIME, setup.hero, state.cells[setup.agent])
    for slot in range(setup.limits):  # spent effects are dropped
        entity = setup.timed[slot]
        if state.time[slot] >= 0 and is_active(setup, state, entity):
            flags = setup.flags[entity]
            if (flags & TIME and state.time[slot] == 0) or (flags & USES and state.uses[slot] == 0):
                state.time[slot] = -1
                state.uses[slot] = -1
                show(state, FADED, entity, NOWHERE)


@kernel
def roam(setup, state, turn, trails):
    """Let the movers move, then the chasers, each carried by a portal at the end of its motion (GU18 to GU20)."""
    movers = setup.movers
    for n in range(movers + setup.chasers):
        chases = n >= movers
        entity = setup.chaser[n - movers] if chases else setup.mover[n]
        m = setup.mobile[entity]
        if state.cells[m] < 0 or is_dead(setup, state, entity):
            continue
        flags = setup.flags[entity]
        stops = STOPS_WALK
        if chases:
            count = 1
            way = hunt(setup, state, entity, m)
        else:
            count = setup.pace[m]
            way = (UP if flags & VERTICAL else LEFT) + 1 - (state.facing[m >> 5] >> (m & 31) & 1)
            if flags & BLOCKING and not is_open(setup, state, entity):
                stops = STOPS_BOX
        moved = False
        while count > 0 and way != WAIT:
            to = ahead(setup, state.cells[m], way, False)
            if to < 0 or holds(setup, state, to, stops, m):
                if not chases and flags & BOUNCE:
                    state.facing[m >> 5] ^= 1 << (m & 31)
                    show(state, TURNED, entity, state.cells[m])
                break
            arrive(setup, state, turn, trails, m, to)
            show(state, CHASED if chases else MOVED, entity, to)
            moved = True
            count -= 1
        if moved:
            turn[4 * m + 2] = 1
            carry(setup, state, turn, trails, trails, m, False)
            turn[4 * m + 2] = 0


@kernel
def hunt(setup, state, entity, m):
    """The direction a chaser takes, or WAIT (GU19)."""
    prey = setup.target[entity]
    goal = cell_of(setup, state, prey)
    cell = state.cells[m]
    if goal < 0 or goal == cell or serving(setup, state, prey, PHASING) >= 0:
        return WAIT
    if not setup.flags[entity] & STRAIGHT:
        return flood(setup, state, cell, goal)
    down = (goal >> 5) - (cell >> 5)
    right = (goal & 31) - (cell & 31)
    if abs(down) >= abs(right):
        return DOWN if down > 0 else UP
    return RIGHT if right > 0 else LEFT


@kernel
def flood(setup, state, cell, goal):
    """The first direction, down, up, right, left, of a shortest path.

    Grow the tiles around the goal, rows of bits at a time, to a neighbour of `cell`.
    """
    free, reached = zeros(34), zeros(34)  # one row above and one below the board stay empty
    height = setup.height
    for row in range(height):
        free[row + 1] = setup.free[row]
    for n in range(setup.changers):
        entity = setup.changing[n]
        if setup.flags[entity] & BLOCKING and is_here(setup, state, entity) and not is_open(setup, state, entity):
            free[(setup.place[entity] >> 5) + 1] &= ~(1 << (setup.place[entity] & 31))
    for other in range(setup.mobiles):
        at = state.cells[other]
        if at >= 0 and at != cell and body_of(setup, state, other) & STOPS_WALK:
            free[(at >> 5) + 1] &= ~(1 << (at & 31))
    row, col = (cell >> 5) + 1, cell & 31
    top = (goal >> 5) + 1
    reached[top] = 1 << (goal & 31) & free[top]
    bottom = top
    changed = reached[top]
    while changed != 0:
        if reached[row + 1] >> col & 1:
            return DOWN
        if reached[row - 1] >> col & 1:
            return UP
        if reached[row] >> 1 >> col & 1:
            return RIGHT
        if reached[row] << 1 >> col & 1:
            return LEFT
        changed = 0
        first, last = max(1, top - 1), min(height, bottom + 1)
        above = 0
        for line in range(first, last + 1):
            now = reached[line]
            grown = (now | now << 1 | now >> 1 | above | reached[line + 1]) & free[line]
            above = now
            if grown != now:
                reached[line] = grown
                changed = 1
                top = min(top, line)
                bottom = max(bottom, line)
    return WAIT


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
        if setup.move == MIRROR and action >= LEFT:
            way = LEFT + RIGHT - action
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
            arrive(setup, state, turn, trails, agent, to)
            turn[4 * agent + 2] = 1
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
                    arrive(setup, state, turn, trails, m, far)
                    turn[4 * m + 2] = 1
                    show(state, PUSHED, setup.thing[m], far)
            boxes = False
    if boxes or other:
        effect = serving(setup, state, setup.hero, PHASING)
        if effect < 0:
            show(state, BUMPED, setup.hero, near)
            return False
        spend(setup, state, effect)
        show(state, PHASED, effect, near)
    arrive(setup, state, turn, trails, agent, near)
    turn[4 * agent + 2] = 1
    show(state, STEPPED, setup.hero, near)
    return True


@kernel
def interact(setup, state, turn, trails, hits, used):
    """One round of interactions: portals, damage, rewards, then the tests of win and death (GU7)."""
    agent = setup.agent
    if setup.portals:
        carry(setup, state, turn, trails, used, NOTHING, setup.move == SLIPPERY or setup.move == GRAVITY)
    if setup.damagers and setup.vitals:
        strike(setup, state, turn, trails, hits)
    for m in range(setup.mobiles):  # GU21c: the round ends here for those who move
        turn[4 * m] = state.cells[m]
        turn[4 * m + 2] = 0
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
def carry(setup, state, turn, trails, used, only, once):
    """Let portals, ascending, carry who has just come to them.

    Everybody, or only one mobile; `once`: a pair carries the agent once an action (GU15, GU20).
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
            if state.cells[m] != here or turn[4 * m + 2] != 1 or setup.thing[m] == portal:
                continue
            body = body_of(setup, state, m)
            if not body & COLLIDABLE or (once and m == setup.agent and used[n >> 6] >> (n & 63) & 1):
                continue
            if holds(setup, state, there, STOPS_BOX if body & STOPS_WALK else STOPS_WALK, m):
                continue
            arrive(setup, state, turn, trails, m, there)
            turn[4 * m + 2] = 3
            if once and m == setup.agent:
                for other in range(setup.portals):
                    if setup.portal[other] == portal or setup.portal[other] == setup.link[portal]:
                        used[other >> 6] |= 1 << (other & 63)
            show(state, CARRIED, setup.thing[m], here)


@kernel
def strike(setup, state, turn, trails, hits):
    """Let damagers, ascending, hit targets, ascending, each pair once a turn (GU21 to GU23)."""
    near = False  # is a damager that cannot move on anybody's trail? Only then all of them are asked.
    for t in range(setup.vitals):
        m = setup.mobile[setup.patient[t]]
        if m >= 0 and turn[4 * m + 1] > 1:
            for row in range(setup.height):
                if trails[32 * m + row] & setup.danger[row]:
                    near = True
        else:
            cell = cell_of(setup, state, setup.patient[t])
            if cell >= 0 and setup.danger[cell >> 5] >> (cell & 31) & 1:
                near = True
    for n in range(setup.damagers if near else setup.rovers):
        number = n if near else setup.rover[n]
        damager = setup.damager[number]
        d = setup.mobile[damager]
        cell = cell_of(setup, state, damager)
        if cell < 0:
            continue
        before = turn[4 * d] if d >= 0 else cell
        for t in range(setup.vitals):
            patient = setup.patient[t]
            place = cell_of(setup, state, patient)
            pair = number * setup.vitals + t
            if place < 0 or patient == damager or state.health[t] == 0 or hits[pair >> 6] >> (pair & 63) & 1:
                continue
            if is_dead(setup, state, damager):
                break
            p = setup.mobile[patient]
            earlier = turn[4 * p] if p >= 0 else place
            if cell == place:
                how = OVERLAP
            elif place == before and cell == earlier:
                how = SWAP
            elif crosses(setup, state, turn, trails, d, cell, p, place):
                how = CROSSING
            elif place == before and has_been(setup, state, turn, trails, d, cell, earlier):
                how = ENDPOINT
            else:
                continue
            hits[pair >> 6] |= 1 << (pair & 63)
            ward = serving(setup, state, patient, IMMUNITY | PHASING)
            if ward >= 0:
                spend(setup, state, ward)
                show(state, WARDED, damager + 4096 * patient, place)
                continue
            state.health[t] = 0 if setup.flags[damager] & LETHAL else max(0, state.health[t] - setup.damage[damager])
            show(state, how, damager + 4096 * patient, place)
            if state.health[t] == 0:
                if patient == setup.hero:
                    state.hit = how
                    state.killer = damager
                    state.origin = turn[4 * d + 3] if d >= 0 else cell
                    state.start = turn[4 * p + 3]
                show(state, DIED, patient, place)


@kernel
def has_been(setup, state, turn, trails, m, cell, other):
    """Is a tile in the trail of who stands on `cell` (mobile m, or NOTHING if it cannot move)?"""
    if m < 0 or turn[4 * m + 1] <= 1:
        return cell == other
    return trails[32 * m + (other >> 5)] >> (other & 31) & 1 == 1


@kernel
def crosses(setup, state, turn, trails, a, here, b, there):
    """Do two trails share a tile?"""
    if a < 0 or turn[4 * a + 1] <= 1:
        return has_been(setup, state, turn, trails, b, there, here)
    if b < 0 or turn[4 * b + 1] <= 1:
        return trails[32 * a + (there >> 5)] >> (there & 31) & 1 == 1
    for row in range(setup.height):
        if trails[32 * a + row] & trails[32 * b + row]:
            return True
    return False


@kernel
def arrive(setup, state, turn, trails, m, cell):
    """Put a mobile on a tile, which joins its trail (GU21b)."""
    if turn[4 * m + 1] == 1:
        trails[32 * m + (state.cells[m] >> 5)] |= 1 << (state.cells[m] & 31)
    if turn[4 * m + 1] >= 1:
        trails[32 * m + (cell >> 5)] |= 1 << (cell & 31)
    turn[4 * m + 1] += 1
    state.cells[m] = cell


@kernel
def ahead(setup, cell, way, wraps):
    """The next tile in a direction, or NOWHERE beyond the edge."""
    row, col = cell >> 5, cell & 31
    if way == UP:
        row -= 1
    elif way == DOWN:
        row += 1
    elif way == LEFT:
        col -= 1
    elif way == RIGHT:
        col += 1
    if 0 <= row < setup.height and 0 <= col < setup.width:
        return row * 32 + col
    if not wraps:
        return NOWHERE
    if row < 0:
        row = setup.height - 1
    elif row == setup.height:
        row = 0
    if col < 0:
        col = setup.width - 1
    elif col == setup.width:
        col = 0
    return row * 32 + col


@kernel
def holds(setup, state, cell, what, but):
    """Does a tile hold anything of these properties, a mobile `but` left out?"""
    if holds_for_good(setup, state, cell, what):
        return True
    for m in range(setup.mobiles):
        if state.cells[m] == cell and m != but and body_of(setup, state, m) & what:
            return True
    return False


@kernel
def holds_for_good(setup, state, cell, what):
    """Does a tile hold anything of these properties that cannot change place?"""
    tile = setup.tile[cell]
    if tile & what:
        return True
    if tile & CHANGING:
        entity = setup.head[cell]
        while entity >= 0:
            flags = setup.flags[entity]
            if (
                flags & what
                and is_here(setup, state, entity)
                and (flags & what & ~BLOCKING or not is_open(setup, state, entity))
            ):
                return True
            entity = setup.next[entity]
    return False


@kernel
def body_of(setup, state, m):
    """The flags of a mobile now: an opened lock blocks no more."""
    body = setup.body[m]
    if body & LOCKED and is_open(setup, state, setup.thing[m]):
        return body & ~(BLOCKING | LOCKED)
    return body


@kernel
def has_bit(state, bit):
    return state.bits[bit >> 5] >> (bit & 31) & 1 == 1


@kernel
def set_bit(state, bit):
    state.bits[bit >> 5] |= 1 << (bit & 31)


@kernel
def is_open(setup, state, entity):
    return setup.opened[entity] >= 0 and has_bit(state, setup.opened[entity])


@kernel
def is_gone(setup, state, entity):
    """Has it been picked up?"""
    return setup.gone[entity] >= 0 and has_bit(state, setup.gone[entity])


@kernel
def is_here(setup, state, entity):
    """Is a thing that cannot change place still on the board?"""
    return setup.place[entity] >= 0 and not is_gone(setup, state, entity)


@kernel
def cell_of(setup, state, entity):
    """Where a thing is, NOWHERE if it is not on the board."""
    m = setup.mobile[entity]
    if m >= 0:
        return state.cells[m]
    if is_gone(setup, state, entity):
        return NOWHERE
    return setup.place[entity]


@kernel
def is_dead(setup, state, entity):
    return setup.vital[entity] >= 0 and state.health[setup.vital[entity]] == 0


@kernel
def is_active(setup, state, entity):
    """Is an effect in a status (and not dropped, if it has a limit)?"""
    slot = setup.limited[entity]
    if slot >= 0 and state.time[slot] < 0:
        return False
    return setup.holder[entity] >= 0 or is_gone(setup, state, entity)


@kernel
def serving(setup, state, bearer, kinds):
    """The effect that serves now (GU13): without a use limit first, then the lowest id; NOTHING if none does."""
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
    if setup.flags[effect] & USES:
        state.uses[setup.limited[effect]] -= 1


@kernel
def pick(setup, state):
    """Take every collectible on the tile that the agent has room for (GU24)."""
    cell = state.cells[setup.agent]
    found = False
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
        if not flags & COLLECTIBLE or cell_of(setup, state, taken) != cell:
            continue
        found = True
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
    if not found:
        show(state, NOTHING_HERE, setup.hero, cell)


@kernel
def unlock(setup, state):
    """Open every lock on the own tile, then left, right, up, down, for which there is a key (GU25)."""
    found = False
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
            if not setup.flags[lock] & LOCKED or is_open(setup, state, lock) or cell_of(setup, state, lock) != cell:
                continue
            found = True
            key = fitting(setup, state, setup.lock[lock])
            if key < 0:
                show(state, NO_KEY, lock, cell)
                continue
            set_bit(state, setup.used[key])
            set_bit(state, setup.opened[lock])
            state.locks -= 1
            show(state, OPENED, lock, cell)
    if not found:
        show(state, NO_LOCK, setup.hero, state.cells[setup.agent])


@kernel
def fitting(setup, state, name):
    """The first key of that name in the inventory, or NOTHING."""
    for n in range(setup.pockets):
        key = setup.keys[n]
        if (
            setup.key[key] == name
            and not has_bit(state, setup.used[key])
            and (setup.holder[key] >= 0 or is_gone(setup, state, key))
        ):
            return key
    return NOTHING


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
    """Is the objective met (GU27)?"""
    aim = state.aim
    if aim == HIDDEN:
        return False
    if aim == COLLECT:
        return state.left == 0
    if aim == UNLOCK:
        return state.locks == 0
    if aim == PUSH:
        for m in range(setup.mobiles):
            if setup.body[m] & PUSHABLE and state.cells[m] >= 0 and not is_exit(setup, state, state.cells[m]):
                return False
        return True
    return (aim == REACH_EXIT or state.left == 0) and is_exit(setup, state, cell)


@kernel
def is_exit(setup, state, cell):
    if setup.exits == 0:
        return setup.tile[cell] & EXIT != 0
    return holds(setup, state, cell, EXIT, NOTHING)


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


@kernel
def shape(setup):
    """Planes: the properties in the order of their bits, then movers going up, down, left, right."""
    return PLANES, setup.height, setup.width, SCALARS


@kernel
def observe(setup, state, player, planes, scalars):
    """Write the planes (0 or an amount, at most 127) and the scalars: turn, turns left, score, health, its maximum,
    things to collect, locks, keys, variant, objective (-1 if redacted), then time and uses left of immunity, phasing
    and speed (0 none, -1 without that limit)."""
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
            way = (
                (UP if setup.body[m] & VERTICAL else LEFT) + 1 - (state.facing[m >> 5] >> (m & 31) & 1)
                if setup.body[m] & MOVING
                else WAIT
            )
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
        key = setup.keys[n]
        if not has_bit(state, setup.used[key]) and (setup.holder[key] >= 0 or is_gone(setup, state, key)):
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
    """Add one entity to the planes, where there is not already more; `way` is a mover's direction, or WAIT."""
    flags = setup.flags[entity]
    if is_open(setup, state, entity):
        flags &= ~(BLOCKING | LOCKED)
    if is_dead(setup, state, entity):
        flags &= ~(HARMS | HEALTH | CHASING)
    elif way != WAIT:
        planes[(PLAIN + way) * area + at] = 1
    for plane in range(PLAIN):
        if flags >> plane & 1:
            amount = 1
            if plane >= 10:
                flag = 1 << plane
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


@kernel
def bound(setup, state):
    """Never more than the actions still needed to win; -1 if it surely cannot be won any more.

    The distances of the setup ignore all that may move, open or vanish, and count what falls or is carried as free.
    """
    if state.ending != PLAYING:
        return 0 if state.ending == WON else -1
    cell = state.cells[setup.agent]
    aim = state.aim
    needed, actions = 0, 0
    if aim == REACH_EXIT or (aim == DEFAULT_AIM and state.left == 0):
        needed = setup.ways[cell]
    elif aim == PUSH:
        needed = push_bound(setup, state)
    else:
        for n in range(setup.landmarks):
            entity = setup.landmark[n]
            if is_here(setup, state, entity) and not is_open(setup, state, entity):
                way = setup.ways[1024 * (n + 1) + cell]
                if aim == DEFAULT_AIM:
                    way += setup.ways[setup.place[entity]]
                needed = max(needed, way)
                actions += 1
        if aim == UNLOCK:
            actions = 1  # one use opens up to five tiles
    if needed >= FAR:
        return -1
    needed = max(1, actions + (needed + setup.stride - 1) // setup.stride)
    if setup.limit and state.turn + needed > setup.limit:
        return -1
    return needed


@kernel
def push_bound(setup, state):
    """Small steps that boxes have to go at least.

    Of the farthest one, or of all where one step moves one tile's boxes.
    """
    total, most = 0, 0
    for m in range(setup.mobiles):
        at = state.cells[m]
        if not setup.body[m] & PUSHABLE or at < 0 or setup.body[m] & (MOVING | CHASING | COLLECTIBLE | AGENT):
            continue
        way = setup.ways[at]
        most = max(most, way)
        for other in range(m):  # those of one tile move together
            if (
                state.cells[other] == at
                and setup.body[other] & PUSHABLE
                and not setup.body[other] & (MOVING | CHASING | COLLECTIBLE | AGENT)
            ):
                way = 0
        total += way
    if most >= FAR:
        return FAR
    return total if setup.stride == 1 and setup.move <= WRAP else most
