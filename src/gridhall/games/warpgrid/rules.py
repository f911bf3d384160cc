"""Warpgrid: a dice solitaire over six grids of 6 x 6 cells.

Distortions rise, charge is gathered by moving, phases save your life.

    in a grid:  roll the in and the out portal; a field round; then turns until the out portal is entered
    a turn:     roll two dice; move one along x, one along y, in the order you like; a phase may follow each;
                then a field round
    lost:       entering a distortion of level 3, or standing on level 2 after the field round

A roll is a cell: the left die is its column, the right one its row. Numbers in comments are those of the rules page
(WG1 to WG27).
"""

from gridhall.game import LOST, PLAYING, WON
from gridhall.games.warpgrid.records import CELLS, GRIDS, SIZE
from gridhall.kernel import kernel, show
from gridhall.rng import below, mix

PLAYERS = 1
ACTIONS = 47
NOBODY = -1
PHASE_CELLS = 12

# Actions, WG24: the first four are the directions, too.
X_PLUS, X_MINUS, Y_PLUS, Y_MINUS, WARP, RICOCHET, STAY, PHASE_1 = 0, 1, 2, 3, 4, 5, 6, 7
ROLL_1_1 = 11
STEP = (1, -1, SIZE, -SIZE)
ACROSS = (1 - SIZE, SIZE - 1, SIZE - CELLS, CELLS - SIZE)  # from a wall cell to the opposite one, by direction
DRAIN = (0, 0, 1, 4)  # by the level that appears, WG10

# What is asked: state.phase. MOVING is between two questions and never seen by a player who is asked.
FIRST, SECOND, WALL, PHASE, FIELD, ROLL, OVER, MOVING = range(8)
# Which roll is due: state.roll.
NO_ROLL, ROLL_IN, ROLL_OUT, ROLL_FIELD, ROLL_MOVE = range(5)
# Where in a turn we are: state.leg. A phase is one more than the die it follows.
FIRST_DIE, FIRST_PHASE, SECOND_DIE, SECOND_PHASE, FIELD_ROUND, WARP_IN = range(6)
# How it ended: state.ending.
NOT_YET, ESCAPED, STOOD, ENTERED = range(4)

# Events, see `describe`.
(
    SHOW_GRID, SHOW_IN, SHOW_SAME, SHOW_OUT, SHOW_FIELD, SHOW_NOTHING, SHOW_HIT, SHOW_ARRIVED, SHOW_ROLLED,
    SHOW_STARTED, SHOW_SPACE, SHOW_WARPED, SHOW_RICOCHET, SHOW_PASSED, SHOW_LANDED, SHOW_PHASE, SHOW_CLEARED,
    SHOW_ESCAPED, SHOW_STOOD, SHOW_ENTERED,
) = range(20)  # fmt: skip

(
    NOT_ACTING, OTHER_AXIS, NO_WALL, NO_PHASE_NOW, NO_CHARGE, NO_ROLL_NOW, ROLL_FIRST, WALL_FIRST,
    STAY_OR_PHASE, UNKNOWN,
) = range(1, 11)  # fmt: skip
REASONS = (
    "",
    "the match is over, or you only watch (WG25)",
    "the second die moves along the other axis (WG12)",
    "you are not at a wall (WG15)",
    "no phase is offered now (WG17)",
    "a phase of that length needs 12 charge cells a space (WG17)",
    "no roll is asked for now (WG4)",
    "first roll the dice and type what they show, as in `roll 3 4` (WG4)",
    "a wall is met: warp or ricochet (WG15)",
    "a phase is offered: stay, or phase and its length (WG17)",
    "there is no such action (WG24)",
)


@kernel
def start(setup, state):
    state.charge = setup.charge
    for grid in range(GRIDS):
        state.ins[grid] = NOBODY
        state.outs[grid] = NOBODY
    state.axis = NOBODY
    state.rolled = NOBODY
    enter_grid(state, setup.grid)
    advance(setup, state)


@kernel
def acting(setup, state):
    return 0 if state.phase == OVER else 1


@kernel
def refusal(setup, state, player, action):
    phase = state.phase
    if player != 0 or phase in (OVER, MOVING):
        return NOT_ACTING
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    if action >= ROLL_1_1:
        return 0 if phase == ROLL else NO_ROLL_NOW
    if phase == ROLL:
        return ROLL_FIRST
    if action <= Y_MINUS:
        if phase == FIRST:
            return 0
        if phase == SECOND:
            return OTHER_AXIS if action >> 1 == state.axis else 0
        return WALL_FIRST if phase == WALL else STAY_OR_PHASE
    if action <= RICOCHET:
        return 0 if phase == WALL else NO_WALL
    if phase not in (PHASE, FIELD):
        return NO_PHASE_NOW
    return NO_CHARGE if (action - STAY) * PHASE_CELLS > state.charge else 0


@kernel
def step(setup, state, player, action):
    if action >= ROLL_1_1:
        state.phase = MOVING
        take_roll(state, (action - ROLL_1_1) % SIZE * SIZE + (action - ROLL_1_1) // SIZE)
    else:
        choose(state, action)
    advance(setup, state)


@kernel
def outcome(setup, state, player):
    if state.ending == NOT_YET:
        return PLAYING
    return WON if state.ending == ESCAPED else LOST


@kernel
def score(setup, state, player):
    """1000 points a grid; a win adds points for few turns and for charge left (WG23)."""
    if state.ending == ESCAPED:
        return 1000 * (state.grid - setup.grid + 1) + 3 * (210 - state.turn) + state.charge
    return 1000 * (state.grid - setup.grid)


@kernel
def hide(setup, state, player):
    """Blank the dice to come: the generator, and how many scripted faces are used."""
    state.rng = 0
    state.used = 0


@kernel
def resample(setup, state, player, seed):
    """Guess other dice: whoever simulates must not read the scripted ones either."""
    state.rng = mix(seed)
    state.used = setup.count


@kernel
def canonicalize(setup, state):
    for grid in range(GRIDS):
        state.visited[grid] = 0
        state.ins[grid] = NOBODY
        state.outs[grid] = NOBODY
    state.turn = 0
    state.spaces = 0
    state.phases = 0
    state.rolled = NOBODY


@kernel
def capacity(grid):
    return 24 + 4 * grid  # WG8


@kernel
def enter_grid(state, grid):
    """Set at once all that entering a grid changes (WG26); the portals are rolled next."""
    state.grid = grid
    for cell in range(CELLS):
        state.levels[cell] = 0
    state.cell = NOBODY
    state.out = NOBODY
    state.die_x = 0
    state.die_y = 0
    state.direction = NOBODY
    state.steps = 0
    state.field_left = 0
    state.leg = WARP_IN
    state.roll = ROLL_IN
    state.phase = MOVING
    show(state, SHOW_GRID, 0, NOBODY)


@kernel
def advance(setup, state):
    """Make the rolls that need no word, until a choice is due."""
    while state.phase == MOVING:
        if state.used < setup.count:
            column = setup.dice[state.used] - 1
            row = setup.dice[state.used + 1] - 1
            state.used += 2
        elif setup.ask:
            state.phase = ROLL
            return
        else:
            column = below(state, SIZE)  # WG3
            row = below(state, SIZE)
        take_roll(state, row * SIZE + column)


@kernel
def take_roll(state, rolled):
    """Do with a roll what was due; afterwards the next roll is due, or a choice."""
    state.rolled = rolled
    if state.roll == ROLL_FIELD:
        field_roll(state, rolled)
    elif state.roll == ROLL_MOVE:
        state.die_x = rolled % SIZE + 1
        state.die_y = rolled // SIZE + 1
        state.turn += 1
        state.roll = NO_ROLL
        state.phase = FIRST
        show(state, SHOW_ROLLED, 0, rolled)
    elif state.roll == ROLL_IN:
        state.cell = rolled
        state.ins[state.grid - 1] = rolled
        state.roll = ROLL_OUT
        show(state, SHOW_IN, 0, rolled)
    elif rolled == state.cell:
        show(state, SHOW_SAME, 0, rolled)  # WG6: rolled again
    else:
        state.out = rolled
        state.outs[state.grid - 1] = rolled
        state.field_left = state.grid  # WG7
        state.roll = ROLL_FIELD
        show(state, SHOW_OUT, 0, rolled)


@kernel
def field_roll(state, rolled):
    """Raise the cell that the field has rolled, and ask the player whose cell it is."""
    state.field_left -= 1
    if rolled == state.out or state.levels[rolled] == 3 or (rolled == state.cell and state.leg == WARP_IN):
        show(state, SHOW_NOTHING, 0, rolled)  # WG9, WG10
    elif rolled == state.cell:
        state.levels[rolled] += 1
        state.owed = DRAIN[state.levels[rolled]]  # WG19
        show(state, SHOW_HIT, 0, rolled)
        if state.charge >= PHASE_CELLS:
            state.phase = FIELD
            return
        pay(state)
    else:
        raise_level(state, rolled)
        show(state, SHOW_FIELD, 0, rolled)
    end_field_roll(state)


@kernel
def pay(state):
    """Take the drain that has waited for the choice (WG19)."""
    state.charge = max(0, state.charge - state.owed)
    state.owed = 0


@kernel
def raise_level(state, cell):
    """Raise a cell and take its drain (WG10); the out portal and a level 3 stay as they are (WG9)."""
    level = state.levels[cell] + 1
    if level > 3 or cell == state.out:
        return
    state.levels[cell] = level
    state.charge = max(0, state.charge - DRAIN[level])


@kernel
def end_field_roll(state):
    """Go on with the field round, or end it."""
    state.phase = MOVING
    if state.field_left:
        return
    if state.leg == WARP_IN:
        state.levels[state.cell] = 1
        state.visited[state.grid - 1] |= 1 << state.cell
        show(state, SHOW_ARRIVED, 0, state.cell)
    elif state.levels[state.cell] >= 2:  # WG22
        end(state, STOOD)
        show(state, SHOW_STOOD, 0, state.cell)
        return
    state.roll = ROLL_MOVE


@kernel
def end(state, ending):
    """End the match."""
    state.ending = ending
    state.phase = OVER
    state.roll = NO_ROLL
    state.die_x = 0
    state.die_y = 0
    state.steps = 0
    state.field_left = 0


@kernel
def choose(state, action):
    """Do what a word other than a roll says, up to the next choice or roll.

    No dice are touched: the search looks ahead with it.
    """
    asked = state.phase
    state.phase = MOVING
    length = 0
    if asked in (FIRST, SECOND):
        state.leg = FIRST_DIE if asked == FIRST else SECOND_DIE
        if asked == FIRST:
            state.axis = action >> 1
        state.direction = action
        length = state.die_x if action <= X_MINUS else state.die_y
    elif asked != WALL and action >= PHASE_1:
        length = action - STAY
        state.charge -= PHASE_CELLS * length  # WG18
        state.phases = min(127, state.phases + 1)
        if asked == PHASE:
            state.leg += 1
        pay(state)  # WG19
        show(state, SHOW_PHASE, 0, state.cell)
    if length:
        state.steps = length
        state.entered = 0
        raise_level(state, state.cell)  # WG13
        show(state, SHOW_STARTED, 0, state.cell)
        move(state, NOBODY)
    elif asked == WALL:
        move(state, action)
    else:
        pay(state)
        go_on(state)


@kernel
def move(state, at_wall):
    """Move the steps that are left; `at_wall` answers the wall met first, WG15."""
    most = capacity(state.grid)
    while state.steps:
        cell = state.cell
        direction = state.direction
        if direction <= X_MINUS:
            outside = cell % SIZE == (SIZE - 1 if direction == X_PLUS else 0)
        else:
            outside = cell // SIZE == (SIZE - 1 if direction == Y_PLUS else 0)
        if outside and at_wall == NOBODY:
            state.phase = WALL
            return
        target = cell + STEP[direction]
        if outside and at_wall == WARP:
            target = cell + ACROSS[direction]
        if outside and at_wall == RICOCHET:
            raise_level(state, cell)
            direction ^= 1
            state.direction = direction
            target = cell + STEP[direction]
            show(state, SHOW_RICOCHET, 0, cell)
        elif state.entered and state.levels[cell] == 2:  # WG14
            raise_level(state, cell)
            show(state, SHOW_PASSED, 0, cell)
        state.cell = target
        state.entered = 1
        state.steps -= 1
        state.spaces += 1
        state.charge = min(most, state.charge + 1)  # WG16
        state.visited[state.grid - 1] |= 1 << target
        show(state, SHOW_WARPED if outside and at_wall == WARP else SHOW_SPACE, 0, target)
        at_wall = NOBODY
        if state.levels[target] == 3:  # WG20
            end(state, ENTERED)
            show(state, SHOW_ENTERED, 0, target)
            return
    land(state)


@kernel
def land(state):
    """End a movement: on the out portal, or with a mark on the cell and perhaps a phase to choose."""
    cell = state.cell
    if cell == state.out:  # WG21
        if state.grid == GRIDS:
            end(state, ESCAPED)
            show(state, SHOW_ESCAPED, 0, cell)
        else:
            show(state, SHOW_CLEARED, 0, cell)
            enter_grid(state, state.grid + 1)
        return
    state.levels[cell] = max(1, state.levels[cell])  # WG13
    show(state, SHOW_LANDED, 0, cell)
    if state.charge >= PHASE_CELLS and state.leg in (FIRST_DIE, SECOND_DIE):
        state.phase = PHASE  # WG17
    else:
        go_on(state)


@kernel
def go_on(state):
    """Go on after a movement and its phase: to the second die, or to the field round."""
    if state.leg <= FIRST_PHASE:
        state.phase = SECOND
    elif state.leg == FIELD_ROUND:
        end_field_roll(state)
    else:
        state.leg = FIELD_ROUND
        state.die_x = 0  # WG26
        state.die_y = 0
        state.field_left = state.grid
        state.roll = ROLL_FIELD
