"""The generator (MR2-MR7): a maze in half-turn pairs with three cell-disjoint routes between the nexuses.

It ends on every seed: if no draw of DRAWS keeps every promise, an open lattice with the bases in opposite corners is
taken, which does.
"""

from gridhall.games.maze_runner.tables import AREA, FLOOR, NEXUS, NOWHERE, OFF, STEP, TEAM, WALL, WIDTH
from gridhall.games.maze_runner.walk import measure
from gridhall.kernel import kernel, zeros
from gridhall.rng import below

DRAWS = 200
REPAIRS = 6
ROUTES = 3  # more than two built walls can close (MR76)


@kernel(inline=False)
def dig(setup, state):
    """Draw a map and the start cells from `state.rng`; return how many draws it took."""
    size, pairs = int(setup.size), int(setup.symmetric)
    shortest, longest = (40 * size + 31) // 62, (80 * size + 31) // 62  # 20 and 40 at 31, others in proportion
    for attempt in range(DRAWS + 1):
        sure = attempt == DRAWS
        place_bases(setup, state, size, pairs, sure)
        grow_tree(state, size, pairs, sure)
        if not sure:
            braid(state, size, pairs)
        ways = 0
        for repair in range(REPAIRS + 1):
            ways = count_routes(state, size, pairs, repair < REPAIRS)
            if ways >= ROUTES:
                break
        if sure or (ways >= ROUTES and shortest <= walk_between(state) <= longest):
            return attempt + 1
    return 0


@kernel
def walk_between(state):
    """The shortest walk from nexus to nexus, or NOWHERE."""
    before = state.cell[0]
    for unit in range(TEAM):
        state.alive[unit] = 1 if unit == 0 else 0
    state.cell[0], state.approach[0] = state.nexus[0], NOWHERE
    length = measure(state, 0)
    state.cell[0], state.alive[0] = before, 0
    return length


@kernel
def in_base(state, cell):
    """Does a cell lie in the 7x7 of a base?"""
    for player in range(2):
        nexus = state.nexus[player]
        if abs(cell % WIDTH - nexus % WIDTH) <= 3 and abs(cell // WIDTH - nexus // WIDTH) <= 3:
            return True
    return False


@kernel(inline=False)
def place_bases(setup, state, size, pairs, sure):
    """Draw rooms, both bases with their gates, and the start cells (MR5-MR7); `sure` puts the bases into corners."""
    cells, places, turned = state.cells, (size - 11) // 2 + 1, (size - 1) * (WIDTH + 1)
    for cell in range(AREA):
        x, y = cell % WIDTH, cell // WIDTH
        cells[cell] = OFF if x >= size or y >= size else FLOOR if x & 1 and y & 1 else WALL
    state.origin = 0
    own, other = 5 * WIDTH + 5, turned - 5 * WIDTH - 5
    if not sure:
        for _ in range(100):
            first = (5 + 2 * below(state, places)) * WIDTH + 5 + 2 * below(state, places)
            second = turned - first if pairs else (5 + 2 * below(state, places)) * WIDTH + 5 + 2 * below(state, places)
            if 2 * max(abs(first % WIDTH - second % WIDTH), abs(first // WIDTH - second // WIDTH)) >= size:
                own, other = first, second
                break
    state.nexus[0], state.nexus[1] = own, other
    closed, offsets = 0, 0
    for player in range(2):
        nexus = state.nexus[player]
        if player == 0 or not pairs:
            closed, offsets = below(state, 4), below(state, 27)
            if sure:
                closed, offsets = 0 if player == 0 else 2, 13
        number, digits = 0, offsets
        for row in range(-2, 3):
            for column in range(-2, 3):
                cells[nexus + row * WIDTH + column] = FLOOR
        cells[nexus] = NEXUS + player
        for unit in range(player * TEAM, (player + 1) * TEAM):
            state.cell[unit] = NOWHERE
        for side in range(4):
            if side == closed:
                continue
            # The second base is the first, turned by half (MR4).
            turn = (2 * side + 4 * player) & 7 if pairs else 2 * side
            out, along = STEP[turn], STEP[(turn + 2) & 7]
            gate = (nexus + 3 * out + 2 * (digits % 3 - 1) * along + 4 * AREA) % AREA
            digits //= 3
            cells[gate] = FLOOR
            if number < setup.minions:
                state.cell[player * TEAM + number] = (nexus + out) % AREA
            number += 1


@kernel(inline=False)
def grow_tree(state, size, pairs, sure):
    """Open passages so that they are a random spanning tree of rooms and bases, in half-turn pairs (MR3).

    `sure` opens all of them.
    """
    boss, order = zeros(1600), zeros(800)
    turned, count = (size - 1) * (WIDTH + 1), 0
    for cell in range(AREA):
        boss[cell] = cell
    for player in range(2):
        nexus = state.nexus[player]
        for ring in range(-3, 4):
            for side in range(0, 8, 2):
                gate = (nexus + 3 * STEP[side] + ring * STEP[(side + 2) & 7] + 3 * AREA) % AREA
                if -3 < ring < 3 and state.cells[gate] == FLOOR:
                    boss[root(boss, (gate + STEP[side]) % AREA)] = root(boss, nexus)
    for y in range(1, size - 1):
        for x in range(1, size - 1):
            cell = y * WIDTH + x
            if (x ^ y) & 1 and (not pairs or cell < turned - cell) and not in_base(state, cell):
                order[count] = cell
                count += 1
    for last in range(count - 1, -1, -1):
        pick = below(state, last + 1)
        cell = order[pick]
        order[pick] = order[last]
        beside = WIDTH if cell % WIDTH & 1 else 1  # the rooms above and below, or left and right
        first, second = root(boss, cell - beside), root(boss, cell + beside)
        if first != second or sure:
            state.cells[cell] = FLOOR
            boss[first] = second
            if pairs:
                image = turned - cell
                state.cells[image] = FLOOR
                boss[root(boss, image - beside)] = root(boss, image + beside)


@kernel
def root(boss, cell):
    """The cell that stands for all cells connected with this one; shortens the way to it."""
    while boss[cell] != cell:
        boss[cell] = boss[boss[cell]]
        cell = boss[cell]
    return cell


@kernel
def exits(state, room):
    """How many of a room's four sides are open."""
    count = 0
    for side in range(0, 8, 2):
        if state.cells[(room + STEP[side]) % AREA] != WALL:
            count += 1
    return count


@kernel(inline=False)
def braid(state, size, pairs):
    """Open half of the dead ends, in half-turn pairs, and if possible towards other dead ends."""
    order = zeros(400)
    turned, count = (size - 1) * (WIDTH + 1), 0
    for y in range(1, size - 1, 2):
        for x in range(1, size - 1, 2):
            room = y * WIDTH + x
            if (not pairs or room <= turned - room) and not in_base(state, room) and exits(state, room) == 1:
                order[count] = room
                count += 1
    wanted = (count + 1) // 2
    for taken in range(wanted):
        pick = taken + below(state, count - taken)
        room = order[pick]
        order[pick] = order[taken]
        if exits(state, room) != 1:
            continue
        chosen, candidates, best = NOWHERE, 0, 0
        for side in range(0, 8, 2):
            cell = (room + STEP[side]) % AREA
            x, y = cell % WIDTH, cell // WIDTH
            if state.cells[cell] != WALL or x < 1 or y < 1 or x > size - 2 or y > size - 2 or in_base(state, cell):
                continue
            rank = 2 if exits(state, (cell + STEP[side]) % AREA) == 1 else 1
            if rank > best:
                best, candidates = rank, 0
            if rank == best:
                candidates += 1
                if below(state, candidates) == 0:
                    chosen = cell
        if chosen != NOWHERE:
            state.cells[chosen] = FLOOR
            if pairs:
                state.cells[turned - chosen] = FLOOR


@kernel(inline=False)
def count_routes(state, size, pairs, mend):
    """Count the routes between the nexuses that share no cell, up to ROUTES.

    With `mend`, if they are too few, open a passage between what the last search reached and what it did not.
    This is a search for augmenting paths. Every cell is two nodes, its way in (cell) and its way out (cell + AREA), so
    that at most one route passes it.
    """
    cells, source, goal = state.cells, state.nexus[0], state.nexus[1]
    used, before = zeros(1600), zeros(1600)  # on a route; the cell before it there
    ways = 0
    while True:
        parent, queue = zeros(3200), zeros(3200)  # parent: 1 + the node that led here
        head, tail, end = 0, 1, NOWHERE
        queue[0] = source + AREA
        parent[source + AREA] = source + AREA + 1
        while head < tail and end == NOWHERE:
            node = queue[head]
            head += 1
            if node >= AREA:
                cell = node - AREA
                for side in range(0, 8, 2):
                    there = (cell + STEP[side]) % AREA
                    if there == goal:
                        end = node
                    elif cells[there] == FLOOR and parent[there] == 0 and not (used[there] and before[there] == cell):
                        parent[there] = node + 1
                        if used[there]:
                            queue[tail] = there
                        else:  # on no route there is nothing between its way in and its way out
                            parent[there + AREA] = there + 1
                            queue[tail] = there + AREA
                        tail += 1
                if cell != source and used[cell] and parent[cell] == 0:
                    parent[cell] = node + 1
                    queue[tail] = cell
                    tail += 1
            else:
                there = before[node]
                if there != source and parent[there + AREA] == 0:
                    parent[there + AREA] = node + 1
                    queue[tail] = there + AREA
                    tail += 1
        if end == NOWHERE:
            break
        ways += 1
        node = end
        while node != source + AREA:
            from_node = parent[node] - 1
            if node >= AREA:
                if from_node == node - AREA:
                    used[from_node] = 1
            elif from_node == node + AREA:
                used[node] = 0
            else:
                before[node] = from_node - AREA
            node = from_node
        if ways == ROUTES:
            return ways
    if mend:
        turned, candidates, chosen = (size - 1) * (WIDTH + 1), 0, NOWHERE
        for y in range(1, size - 1):
            for x in range(1, size - 1):
                cell = y * WIDTH + x
                if (x ^ y) & 1 and state.cells[cell] == WALL and not in_base(state, cell):
                    beside = WIDTH if x & 1 else 1
                    if (parent[cell - beside + AREA] == 0) != (parent[cell + beside + AREA] == 0):
                        candidates += 1
                        if below(state, candidates) == 0:
                            chosen = cell
        if chosen != NOWHERE:
            state.cells[chosen] = FLOOR
            if pairs:
                state.cells[turned - chosen] = FLOOR
    return ways
