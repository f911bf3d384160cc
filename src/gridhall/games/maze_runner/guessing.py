"""Where the board may lie round what is known: a half-turn maps it onto itself, nexus onto nexus (MR4, MR5)."""

from gridhall.games.maze_runner.tables import AREA, BUILT, FLAGS, GROUND, NEXUS_BIT, OFF, WIDTH
from gridhall.kernel import kernel, zeros

UNSEEN_ROOM, UNSEEN_PASSAGE = 5, 11  # prices in quarter steps; a known floor costs 4

WALL_KIND, GROUND_KIND, NEXUS_KIND, BUILT_KIND = range(4)  # a built wall says nothing of its half-turn image


@kernel
def kind_of(flags):
    """What a cell of these flags is, as far as a half-turn keeps it."""
    if flags & NEXUS_BIT:
        return NEXUS_KIND
    return GROUND_KIND if flags & GROUND else WALL_KIND


@kernel
def place_on_board(setup, state, player):
    """The place of the player's nexus on the board (y * WIDTH + x), worked out from where the enemy's is."""
    own = (state.nexus[player] - state.origin + AREA) % AREA
    goal = (state.nexus[1 - player] - state.origin + AREA) % AREA
    x = (setup.size - 1 - (goal % WIDTH - own % WIDTH)) // 2
    y = (setup.size - 1 - (goal // WIDTH - own // WIDTH)) // 2
    return y * WIDTH + x


@kernel(inline=False)
def weigh_boards(setup, state, player, guesses):
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
            kinds[total] = BUILT_KIND if code in (BUILT, BUILT + 1) else kind_of(flags)
            total += 1
    for y in range(5, size - 5, 2):
        for x in range(5, size - 5, 2):
            if 2 * max(abs(size - 1 - 2 * x), abs(size - 1 - 2 * y)) < size:
                continue
            corner = (state.nexus[player] - y * WIDTH - x + 2 * AREA) % AREA
            turned = 2 * corner + (size - 1) * (WIDTH + 1)
            weight, fits = 0, True
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
                code = state.cells[(turned - cell + 2 * AREA) % AREA]
                if code == OFF or code in (BUILT, BUILT + 1):
                    continue
                flags = FLAGS[code + 128]
                if kind != kind_of(flags):
                    fits = False
                    break
                if passage:
                    weight += 2
                elif kind == GROUND_KIND and column & 1 == 0:
                    weight += 8
            if fits:
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
                if image != OFF and image not in (BUILT, BUILT + 1):
                    toll[cell] = 4 if FLAGS[image + 128] & GROUND else 0
                elif column & 1 and row & 1:
                    toll[cell] = UNSEEN_ROOM
                elif (column ^ row) & 1:
                    toll[cell] = UNSEEN_PASSAGE
