"""The generator keeps its promises on every seed; matches keep the page's invariants; no text breaks the readers."""

import random
from collections import deque
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.maze_runner.half_turn import is_half_turn_image

from gridhall.errors import BadAction, BadSetup
from gridhall.games.maze_runner import digging, tables
from gridhall.games.maze_runner.setup import _draw, read_setup, write_setup
from gridhall.games.maze_runner.words import read_word
from gridhall.kernel import array, compiled
from gridhall.match import Match

QUICK = settings(max_examples=150)
WIDTH = tables.WIDTH
RANGE = {25: (16, 32), 31: (20, 40), 37: (24, 48)}


def routes(rows):
    """Cell-disjoint 4-connected ways between the nexuses, by plain augmenting paths over (cell, in or out)."""
    cells = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "#"}
    start, goal = (next(cell for cell, sign in cells.items() if sign == name) for name in "NM")
    flow = set()  # directed edges between nodes
    count = 0
    while count < 5:
        came: dict[Any, Any] = {(start, 1): None}
        queue = deque([(start, 1)])
        while queue and (goal, 0) not in came:
            cell, side = node = queue.popleft()
            x, y = cell
            near = [
                there for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if there in cells and there != start
            ]
            following = [(there, 0) for there in near] if side else [(cell, 1)]
            following = [other for other in following if (node, other) not in flow]
            following += [first for first, second in flow if second == node]
            for other in following:
                if other not in came:
                    came[other] = node
                    queue.append(other)
        if (goal, 0) not in came:
            break
        node = (goal, 0)
        while came[node] is not None:
            before = came[node]
            if (node, before) in flow:
                flow.discard((node, before))
            else:
                flow.add((before, node))
            node = before
        count += 1
    return count


def check_maps(size, seeds, symmetry="half-turn"):
    dig, ways, walk = (
        compiled(digging.dig),
        compiled(digging.count_routes),
        compiled(digging.walk_between),
    )
    setup, state = read_setup(f"; size: {size}\n; symmetry: {symmetry}\n")
    board, truth = array(setup)[0], array(state)[0]
    for seed in seeds:
        truth["rng"] = seed
        draws = dig(board, truth)
        assert 1 <= draws <= digging.DRAWS
        assert ways(truth, size, setup.symmetric, False) >= 3
        assert RANGE[size][0] <= walk(truth) <= RANGE[size][1]
        for unit in range(6):
            state.home[unit] = state.cell[unit]
        if symmetry == "half-turn":
            assert is_half_turn_image(state, size)


def test_three_hundred_seeds_give_good_maps():
    for size in RANGE:
        check_maps(size, range(90))
    check_maps(31, range(30), "none")


@pytest.mark.parametrize("symmetry", ["half-turn", "none"])
def test_the_lattice_that_is_taken_when_all_draws_fail_keeps_every_promise(symmetry):
    """No seed is known that comes so far, so it is made here, at every size there is."""
    for size in range(23, 38, 2):
        setup, state = read_setup(f"; size: {size}\n; symmetry: {symmetry}\n")
        digging.place_bases(setup, state, size, setup.symmetric, True)
        digging.grow_tree(state, size, setup.symmetric, True)
        assert digging.count_routes(state, size, setup.symmetric, False) >= 3
        assert round(20 * size / 31) <= digging.walk_between(state) <= round(40 * size / 31)
        for unit in range(6):
            state.home[unit] = state.cell[unit]
        assert symmetry == "none" or is_half_turn_image(state, size)


@pytest.mark.slow
@pytest.mark.parametrize("size", RANGE)
def test_twenty_thousand_seeds_give_good_maps(size):
    check_maps(size, range(100_000, 106_700))


@pytest.mark.parametrize("seed", range(6))
def test_three_routes_by_another_count(seed):
    match = Match("maze_runner", f"; size: {(25, 31, 37)[seed % 3]}\n; minions: 1\n", seed)
    assert routes([row.replace("1", ".").replace("4", ".") for row in _draw(match.state)]) >= 3


def test_every_seed_starts_a_match_interpreted():
    for seed in (0, 1, 2**63, 2**64 - 1):
        match = Match("maze_runner", "; size: 25\n", seed)
        assert match.state.rng == 0
        assert len(match.facts()["minions"]) == 6


@pytest.mark.parametrize("seed", range(4))
def test_invariants_over_random_matches(seed):
    match, draw = (
        Match("maze_runner", ("; size: 25\n", "two_rings", "siege", "crossing")[seed], seed),
        random.Random(seed),
    )
    for _ in range(150):
        if match.over:
            break
        match.act(match.acting[0], draw.choice(match.legal(match.acting[0])))
        state = match.state
        standing = [state.cell[unit] for unit in range(6) if state.alive[unit]]
        assert len(standing) == len(set(standing))
        for player in range(2):
            for cell in range(tables.AREA):
                if state.visible[player * tables.WORDS + (cell >> 6)] >> (cell & 63) & 1:
                    assert state.memory[player * tables.AREA + cell] == state.cells[cell]
                if state.memory[player * tables.AREA + cell]:
                    assert state.cells[cell] != tables.OFF
        doors = [sum(1 for code in state.cells if code < 0), sum(1 for code in state.cells if code > tables.DOORS)]
        assert doors == [state.standing[1], state.standing[0]]
        assert max(doors) <= 3


TURNS = {  # how x and y, directions and mirrors change
    "flip": (lambda x, y, w, h: (w - 1 - x, y), {"N": "N", "E": "W", "S": "S", "W": "E"}, True, False),
    "diagonal": (lambda x, y, w, h: (y, x), {"N": "W", "E": "S", "S": "E", "W": "N"}, False, False),
    "half-turn": (lambda x, y, w, h: (w - 1 - x, h - 1 - y), {"N": "S", "E": "W", "S": "N", "W": "E"}, False, True),
}
SWAP = {**dict(zip("NM123456Dd", "MN456123dD"))}


def turned_word(word, ways, mirrors):
    parts = word.split()
    if len(parts) < 3:
        return word
    if parts[1] == "mirror":
        return word if not mirrors else f"{parts[0]} mirror {'/' if parts[2] == chr(92) else chr(92)}"
    letters = "".join(ways[letter] for letter in parts[2])
    return f"{parts[0]} {parts[1]} {letters if letters[0] in 'NS' or len(letters) == 1 else letters[::-1]}"


@pytest.mark.parametrize("name", TURNS)
@pytest.mark.parametrize("seed", range(5))
def test_a_match_turned_round_gives_the_facts_so_turned(name, seed):
    place, ways, mirrors, exchanged = TURNS[name]
    draw = random.Random(seed)
    width, height = draw.randint(7, 12), draw.randint(7, 12)
    cells = {(x, y): draw.choice("#......./\\") for x in range(width) for y in range(height)}
    for sign, cell in zip("NM1245Dd", draw.sample(sorted(cells), 8)):
        cells[cell] = sign
    other = {}
    for (x, y), sign in cells.items():
        sign = SWAP.get(sign, sign) if exchanged else sign
        other[place(x, y, width, height)] = {"/": "\\", "\\": "/"}.get(sign, sign) if mirrors else sign
    texts = []
    for grid in (cells, other):
        wide, high = (1 + max(cell[axis] for cell in grid) for axis in (0, 1))
        rows = ["".join(grid[x, y] for x in range(wide)) for y in range(high)]
        first = 2 if exchanged and grid is other else 1
        texts.append(f"; minions: 2\n; turnsToRespawn: 99\n; rounds: 9\n; first: {first}\n" + "\n".join(rows) + "\n")
    original, turned_match = Match("maze_runner", texts[0]), Match("maze_runner", texts[1])

    def spot(cell):
        return list(place(cell[0], cell[1], width, height))

    def moved(minions):
        turned = {}
        for number, minion in minions.items():
            if minion["x"] is not None:
                x, y = spot((minion["x"], minion["y"]))
                minion = {**minion, "x": x, "y": y}
            turned[str((int(number) + 2) % 6 + 1) if exchanged else number] = minion
        return turned

    for _ in range(60):
        facts, others = original.facts(), turned_match.facts()
        assert moved(facts["minions"]) == others["minions"]
        for player in ("1", "2"):
            mate = str(3 - int(player)) if exchanged else player
            for key in ("visible", "revealed"):
                assert sorted(map(spot, facts["sight"][player][key])) == others["sight"][mate][key]
        assert facts["status"] == others["status"]
        if original.over:
            break
        word = original.game.word(original.setup, original.state, draw.choice(original.legal(original.acting[0])))
        original.play(word)
        turned_match.play(turned_word(word, ways, mirrors))


@QUICK
@given(st.text(alphabet="#.NM123456/\\Dd; :\n\t\r0129abcsizeround", max_size=300))
def test_any_text_is_read_or_refused_with_defects(text):
    try:
        setup, state = read_setup(text)
    except BadSetup as wrong:
        assert wrong.defects
        return
    again = read_setup(write_setup(setup, state))
    assert (bytes(again[0]), bytes(again[1])) == (bytes(setup), bytes(state))


@QUICK
@given(st.text(alphabet="123456 movestrikelasermirrorwalldoorretreatNESWnesw/\\:;", max_size=20))
def test_any_word_is_an_action_or_refused(text):
    try:
        action = read_word(None, None, text)
    except BadAction as wrong:
        assert str(wrong)
        return
    assert 0 <= action <= tables.RESIGN


def test_a_drawn_map_is_written_back_as_it_was():
    head = "; minions: 2\n; siege: on\n; first: 2\n; round: 3\n"
    text = head + "#########\n#N1d.../#\n#2......#\n#D..\\..4#\n#.....5M#\n#########\n"
    assert write_setup(*read_setup(text)) == text
