"""What an environment observes: planes on a ring that begins at the player's nexus, and numbers."""

from gridhall.games.maze_runner.sight import is_visible
from gridhall.games.maze_runner.structures import (
    door_hitpoints,
    golem_hitpoints,
    golem_quarter,
    tower_hitpoints,
    tower_owner,
)
from gridhall.games.maze_runner.tables import (
    AREA,
    BACK_BIT,
    DOOR_BIT,
    EXTRA_BIT,
    FLAGS,
    GOLEM_BIT,
    HEART_BIT,
    MIRROR_BIT,
    NEXUS_BIT,
    OFF,
    OWNED_2,
    SOLID,
    TEAM,
    TOWER_BIT,
    WIDTH,
)
from gridhall.kernel import kernel

# The planes: 0 or 1, except hit points, minions' numbers from 1, actions, and ages in rounds (100 at most).
(
    KNOWN, SOLIDS, GOAL, SLASHES, BACKSLASHES, OWN_DOORS, ENEMY_DOORS, VISIBLE, AGE,
    OWN_UNITS, ACTIONS_LEFT, ENEMY_UNITS, ENEMY_HITPOINTS, GHOSTS,
) = range(14)  # fmt: skip
PLANES = 14
# Further planes of a match with golems, towers or extra nexuses: a golem's hit points and 1 + the quarter it looks to,
# hearts, towers of either side and nobody's (1 + hit points), extra nexuses.
(
    GOLEMS, GOLEM_QUARTERS, HEARTS, OWN_TOWERS, ENEMY_TOWERS, FREE_TOWERS, OWN_EXTRAS, ENEMY_EXTRAS,
) = range(14, 22)  # fmt: skip
ALL_PLANES = 22


@kernel
def shape(setup):
    return count_planes(setup), WIDTH, WIDTH, 9 * TEAM + 13


@kernel
def count_planes(setup):
    """How many planes a match has: more with golems, towers or extra nexuses."""
    return ALL_PLANES if setup.golems + setup.towers + setup.nexuses > 0 else PLANES


@kernel
def observe_stone(code, player, planes, place):
    """Write a golem, heart, tower or extra nexus into its planes."""
    flags = FLAGS[code + 128]
    foreign = (flags & OWNED_2 != 0) != (player == 1)
    if flags & GOLEM_BIT:
        planes[GOLEMS * AREA + place] = golem_hitpoints(code)
        planes[GOLEM_QUARTERS * AREA + place] = 1 + golem_quarter(code)
    elif flags & HEART_BIT:
        planes[HEARTS * AREA + place] = 1
    elif flags & TOWER_BIT:
        plane = FREE_TOWERS if tower_owner(code) == 0 else ENEMY_TOWERS if foreign else OWN_TOWERS
        planes[plane * AREA + place] = 1 + tower_hitpoints(code)
    elif flags & EXTRA_BIT:
        planes[(ENEMY_EXTRAS if foreign else OWN_EXTRAS) * AREA + place] = 1


@kernel(inline=False)
def observe(setup, state, player, planes, scalars):
    """Write what the player knows; the plane constants say which plane has what.

    The scalars are, for each minion of the team: hit points, stance, actions left, door cooldown, turns to respawn,
    whether it lives, whether the enemy's of this number lives. Then the round, whether it is the player's turn and
    whether they began, their walls left and doors standing, both sides' kills, the actions given, and of the setup
    size, rounds, hit points and actions. Then the pending beams, their minions (0: none) and directions, and the siege.
    """
    shift, mine = state.nexus[player], player * AREA
    count = count_planes(setup)
    for index in range(count * AREA):
        planes[index] = 0
    for cell in range(AREA):
        code = state.memory[mine + cell]
        if code != OFF:
            place = (cell - shift) % AREA
            flags = FLAGS[code + 128]
            foreign = (flags & OWNED_2 != 0) != (player == 1)
            planes[KNOWN * AREA + place] = 1
            planes[SOLIDS * AREA + place] = 1 if flags & SOLID else 0
            planes[GOAL * AREA + place] = 1 if flags & NEXUS_BIT and foreign else 0
            planes[SLASHES * AREA + place] = 1 if flags & MIRROR_BIT and flags & BACK_BIT == 0 else 0
            planes[BACKSLASHES * AREA + place] = 1 if flags & BACK_BIT else 0
            if flags & DOOR_BIT:
                planes[(ENEMY_DOORS if foreign else OWN_DOORS) * AREA + place] = door_hitpoints(code)
            if count > PLANES:
                observe_stone(code, player, planes, place)
            planes[VISIBLE * AREA + place] = is_visible(state, player, cell)
            planes[AGE * AREA + place] = min(100, state.round - state.seen[mine + cell])
    for number in range(TEAM):
        unit, enemy = player * TEAM + number, (1 - player) * TEAM + number
        if state.alive[unit]:
            place = (state.cell[unit] - shift) % AREA
            planes[OWN_UNITS * AREA + place] = number + 1
            planes[ACTIONS_LEFT * AREA + place] = state.left[unit]
        here = state.cell[enemy]
        if state.alive[enemy] and here >= 0 and is_visible(state, player, here):
            planes[ENEMY_UNITS * AREA + (here - shift) % AREA] = number + 1
            planes[ENEMY_HITPOINTS * AREA + (here - shift) % AREA] = state.hp[enemy]
        ghost = player * TEAM + number
        if state.ghost[ghost] >= 0:
            age = 1 + state.round - state.ghost_round[ghost]
            planes[GHOSTS * AREA + (state.ghost[ghost] - shift) % AREA] = min(100, age)
        scalars[number] = state.hp[unit]
        scalars[TEAM + number] = state.stance[unit]
        scalars[2 * TEAM + number] = state.left[unit]
        scalars[3 * TEAM + number] = state.cooldown[unit]
        scalars[4 * TEAM + number] = state.respawn[unit]
        scalars[5 * TEAM + number] = state.alive[unit]
        scalars[6 * TEAM + number] = state.alive[enemy]
    rest = 7 * TEAM
    scalars[rest] = state.round
    scalars[rest + 1] = 1 if state.turn == player else 0
    scalars[rest + 2] = 1 if state.first == player else 0
    scalars[rest + 3] = state.walls[player]
    scalars[rest + 4] = state.standing[player]
    scalars[rest + 5] = state.kills[player]
    scalars[rest + 6] = state.kills[1 - player]
    scalars[rest + 7] = state.given
    scalars[rest + 8] = setup.size
    scalars[rest + 9] = setup.rounds
    scalars[rest + 10] = setup.hitpoints
    scalars[rest + 11] = setup.actions
    rest += 12
    for beam in range(TEAM):
        pending = state.turn == player and beam < state.beams
        scalars[rest + beam] = 1 + state.beam_unit[beam] % TEAM if pending else 0
        scalars[rest + TEAM + beam] = state.beam_direction[beam] if pending else 0
    scalars[rest + 2 * TEAM] = setup.siege
