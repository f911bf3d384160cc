"""Where the board may lie round what is known: a half-turn maps it onto itself, nexus onto nexus (MR4, MR5)."""

from gridhall.games.maze_runner.structures import is_built
from gridhall.games.maze_runner.tables import (
    AREA,
    EXTRA_BIT,
    FLAGS,
    GOLEM_BIT,
    GROUND,
    NEXUS_BIT,
    OFF,
    TOWER_BIT,
    WIDTH,
)
from gridhall.kernel import kernel, zeros

UNSEEN_ROOM, UNSEEN_PASSAGE = 5, 11  # prices in quarter steps; a known floor costs 4

# What a half-turn keeps of a cell; a built wall says nothing of its image.
WALL_KIND, GROUND_KIND, NEXUS_KIND, BUILT_KIND, EXTRA_KIND, TOWER_KIND = range(6)


@kernel
def kind_of(flags, keen):
    """What a cell of these flags is, as far as a half-turn keeps it; only the keen know extra nexuses and towers."""
    if flags & NEXUS_BIT:
        return NEXUS_KIND
    if keen and flags & EXTRA_BIT:
        return EXTRA_KIND
    if keen and flags & TOWER_BIT:
        return TOWER_KIND
    return GROUND_KIND if flags & (GROUND | GOLEM_BIT) else WALL_KIND


@kernel
def place_on_board(setup, state, player):
    """The place of the player's nexus on the board (y * WIDTH + x), worked out from where the enemy's is."""
    own = (state.nexus[player] - state.origin + AREA) % AREA
    goal = (state.nexus[1 - player] - state.origin + AREA) % AREA
    x = (setup.size - 1 - (goal % WIDTH - own % WIDTH)) // 2
    y = (setup.size - 1 - (goal // WIDTH - own // WIDTH)) // 2
    return y * WIDTH + x


@kernel(inline=False)
def weigh_boards(setup, state, player, keen, guesses):
    """Write every place that the board can have round what is known (MR5), the likeliest first; return how many.

    Each is a pair of numbers, the board's corner and its weight: how much of what is known speaks for it.
    """
    size, own, count = int(setup.size), (state.nexus[player] - state.origin + AREA) % AREA, 0
    known, kinds, total = zeros(1600), zeros(1600), 0
    for cell in range(AREA):
        code = state.cells[cell]
        if code != OFF:
            flags = FLAGS[code + 128]
            known[total] = cell
            kinds[total] = BUILT_KIND if is_built(code) else kind_of(flags, keen)
            total += 1
    for y in range(5, size - 5, 2):
        for x in range(5, size - 5, 2):
            if 2 * max(abs(size - 1 - 2 * x), abs(size - 1 - 2 * y)) < size:
                continue
            corner = (state.nexus[player] - y * WIDTH - x + 2 * AREA) % AREA
            turned = 2 * corner + (size - 1) * (WIDTH + 1)
            weight, fits, extras = 0, True, 0
            for index in range(total):
                cell, kind = known[index], kinds[index]
                at = (cell - state.origin + AREA) % AREA
                column, row = at % WIDTH - own % WIDTH + x, at // WIDTH - own // WIDTH + y
                if column < 0 or row < 0 or column >= size or row >= size:
                    fits = False
                    break
                passage = (column ^ row) & 1
                if column == 0 or row == 0 or column == size - 1 or row == size - 1:
                    if kind != WALL_KIND:
                        fits = False
                        break
                    weight += 8 * passage
                    continue
                if kind == BUILT_KIND:
                    continue
                if kind >= EXTRA_KIND:
                    near = max(abs(column - x), abs(row - y))
                    far = max(abs(column - (size - 1 - x)), abs(row - (size - 1 - y)))
                    extras += kind == EXTRA_KIND and near < far
                    if min(near, far) < 6 or (kind == EXTRA_KIND and near == far):
                        fits = False  # the ruling puts nothing there (MR115)
                        break
                code = state.cells[(turned - cell + 2 * AREA) % AREA]
                if code == OFF or is_built(code):
                    continue
                flags = FLAGS[code + 128]
                if kind != kind_of(flags, keen):
                    fits = False
                    break
                if passage:
                    weight += 2
                elif kind == GROUND_KIND and column & 1 == 0:
                    weight += 8
            if fits and (extras == setup.nexuses or not keen):  # one's own are known from the beginning (MR117)
                place = count
                while place > 0 and guesses[2 * place - 1] < weight:
                    guesses[2 * place], guesses[2 * place + 1] = guesses[2 * place - 2], guesses[2 * place - 1]
                    place -= 1
                guesses[2 * place], guesses[2 * place + 1] = corner, weight
                count += 1
    return count


@kernel(inline=False)
def lay_guess(setup, state, corner, toll):
    """Write the tolls of unseen cells if the board's corner is there: what the half-turn image shows, else a guess."""
    size = int(setup.size)
    turned = 2 * corner + (size - 1) * (WIDTH + 1)
    for row in range(1, size - 1):
        for column in range(1, size - 1):
            cell = (corner + row * WIDTH + column) % AREA
            if state.cells[cell] == OFF:
                image = state.cells[(turned - cell + 2 * AREA) % AREA]
                if image != OFF and not is_built(image):
                    toll[cell] = 4 if FLAGS[image + 128] & (GROUND | GOLEM_BIT) else 0
                elif column & 1 and row & 1:
                    toll[cell] = UNSEEN_ROOM
                elif (column ^ row) & 1:
                    toll[cell] = UNSEEN_PASSAGE
