"""Where a generated maze has its extra nexuses, towers of stone and golems (MR115)."""

from gridhall.games.maze_runner.structures import golem_code, golem_hitpoints, golem_quarter, tower_code
from gridhall.games.maze_runner.tables import (
    AREA,
    EXTRA,
    EXTRA_BIT,
    EXTRAS,
    FLAGS,
    FLOOR,
    GOLEM_BIT,
    GROUND,
    NEXUS_BIT,
    NOWHERE,
    STEP,
    TOWER_BIT,
    TOWERS,
    WALL,
    WIDTH,
)
from gridhall.games.maze_runner.walk import far_apart
from gridhall.kernel import kernel
from gridhall.rng import below

GAP = 5  # wanted between things of one kind


@kernel(inline=False)
def place_things(setup, state):
    """Draw the places of all that the settings ask for, in half-turn pairs if the maze has them."""
    size, pairs = int(setup.size), int(setup.symmetric)
    turned = (size - 1) * (WIDTH + 1)
    for kind in (EXTRA_BIT, TOWER_BIT, GOLEM_BIT):
        count = setup.nexuses if kind == EXTRA_BIT else setup.towers if kind == TOWER_BIT else setup.golems
        for _ in range(count):
            for player in range(2):
                if player == 1 and pairs:
                    continue
                cell = draw_place(state, size, pairs, kind, player)
                put(setup, state, cell, kind, player, below(state, 4))
                if pairs:
                    put_image(state, cell, turned - cell)


@kernel(inline=False)
def draw_place(state, size, pairs, kind, player):
    """A place for a thing of this kind, drawn from all that are far enough from others, else from nearer ones."""
    turned = (size - 1) * (WIDTH + 1)
    for gap in range(GAP, -1, -1):
        chosen, count = NOWHERE, 0
        for y in range(1, size - 1):
            for x in range(1, size - 1):
                cell = y * WIDTH + x
                if not is_fit(state, kind, player, cell, gap):
                    continue
                if pairs and far_apart(state, cell, turned - cell) < max(gap, 1):
                    continue
                count += 1
                if below(state, count) == 0:
                    chosen = cell
        if chosen != NOWHERE:
            return chosen
    return NOWHERE


@kernel
def is_fit(state, kind, player, cell, gap):
    """May a thing of this kind stand on a cell, with nothing that it keeps away from nearer than `gap`?"""
    odd = cell % WIDTH & 1 and cell // WIDTH & 1
    even = cell % WIDTH & 1 == 0 and cell // WIDTH & 1 == 0
    if kind == TOWER_BIT:
        if not even or state.cells[cell] != WALL:
            return False
    elif not odd or state.cells[cell] != FLOOR:
        return False
    own, other = far_apart(state, cell, state.nexus[player]), far_apart(state, cell, state.nexus[1 - player])
    least = 7 if kind == GOLEM_BIT else 6
    if own < least or (other < least if kind != EXTRA_BIT else other <= own):
        return False
    away = kind | EXTRA_BIT if kind == GOLEM_BIT else kind
    for row in range(1 - gap, gap):
        for column in range(1 - gap, gap):
            if FLAGS[state.cells[(cell + row * WIDTH + column + AREA) % AREA] + 128] & away:
                return False
    return True


@kernel
def put(setup, state, cell, kind, player, quarter):
    """Put a thing on its place; a golem looks along an open passage, the first from a drawn quarter on clockwise."""
    if kind == EXTRA_BIT:
        state.cells[cell] = EXTRA + player
    elif kind == TOWER_BIT:
        state.cells[cell] = tower_code(0, 0)
    else:
        look = quarter
        for turn in range(3, -1, -1):
            if FLAGS[state.cells[(cell + STEP[2 * (quarter + turn & 3)]) % AREA] + 128] & (GROUND | NEXUS_BIT):
                look = quarter + turn & 3
        state.cells[cell] = golem_code(look, setup.golem_hitpoints)


@kernel
def put_image(state, cell, image):
    """Put the half-turn image of a thing: the other player's, looking the other way."""
    code = state.cells[cell]
    flags = FLAGS[code + 128]
    if flags & EXTRA_BIT:
        code = 2 * EXTRA + 1 - code
    elif flags & GOLEM_BIT:
        code = golem_code(golem_quarter(code) + 2 & 3, golem_hitpoints(code))
    state.cells[image] = code


@kernel
def list_places(state):
    """Note where extra nexuses and towers are, from the north-west corner row by row."""
    extras, towers = 0, 0
    for index in range(AREA):
        cell = (state.origin + index) % AREA
        flags = FLAGS[state.cells[cell] + 128]
        if flags & EXTRA_BIT and extras < EXTRAS:
            state.extras[extras] = cell + 1
            extras += 1
        elif flags & TOWER_BIT and towers < TOWERS:
            state.towers[towers] = cell + 1
            towers += 1
    for index in range(extras, EXTRAS):
        state.extras[index] = 0
    for index in range(towers, TOWERS):
        state.towers[index] = 0
