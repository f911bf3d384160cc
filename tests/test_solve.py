"""The solver: breadth first and A* agree with a plain search, and what it cannot prove it does not claim."""

import copy
import random
import re
from types import ModuleType

import pytest

from gridhall.errors import MatchOver, Unavailable
from gridhall.game import PLAYING, WON, SetupRecord, Truth
from gridhall.kernel import i8, i32, kernel, record, u64
from gridhall.match import Match
from gridhall.registry import complete, games, levels, load
from gridhall.solve import find, hint, hints, positions, prove, solve

SIDE = 12
STEP = (-SIDE, SIDE, -1, 1)


@record
class Field:
    goal: i32
    tiles: i8 * (SIDE * SIDE)  # 0 floor, 1 wall, 2 to 9 a coin of so many points less 1


@record
class Place:
    rng: u64
    cell: i32
    points: i32
    taken: i8 * (SIDE * SIDE)


@kernel
def acting(setup, state):
    return state.cell != setup.goal


@kernel
def refusal(setup, state, player, action):
    return setup.tiles[state.cell + STEP[action]] == 1


@kernel
def step(setup, state, player, action):
    state.cell += STEP[action]
    tile = setup.tiles[state.cell]
    if tile > 1 and not state.taken[state.cell]:
        state.taken[state.cell] = 1
        state.points += tile - 1


@kernel
def outcome(setup, state, player):
    return WON if state.cell == setup.goal else PLAYING


@kernel
def score(setup, state, player):
    return state.points


@kernel
def canonicalize(setup, state):
    state.rng = 0
    state.points = 0


@kernel
def bound(setup, state):
    return abs(state.cell // SIDE - setup.goal // SIDE) + abs(state.cell % SIDE - setup.goal % SIDE)


def toy(**more):
    module = ModuleType("toy")
    names = {
        "ACTIONS": 4,
        "PUZZLE": True,
        "TITLE": "Toy",
        "acting": acting,
        "refusal": refusal,
        "step": step,
        "outcome": outcome,
    }
    names |= {"score": score, "canonicalize": canonicalize}
    vars(module).update(names, **more)
    return complete(module)


BLIND, BOUNDED, SCORED = toy(), toy(bound=bound), toy(bound=bound, CERTIFY_SCORE=True)


def field(seed: int, coins: int = 3) -> tuple[SetupRecord, Truth]:
    draw = random.Random(seed)
    inside = [row * SIDE + col for row in range(1, SIDE - 1) for col in range(1, SIDE - 1)]
    setup = Field(goal=inside[-1])
    for cell in range(SIDE * SIDE):
        wall = cell not in inside or (cell not in (inside[0], inside[-1]) and draw.random() < 0.35)
        setup.tiles[cell] = int(wall)
    for cell in draw.sample(inside[1:-1], coins):
        setup.tiles[cell] = draw.randrange(2, 9)
    return setup, Place(cell=inside[0])


def plain(setup: SetupRecord, state: Truth) -> tuple[int, int] | None:
    """(fewest moves, most points within them), by a search that shares nothing with the solver."""
    best: dict[tuple[int, frozenset[int]], int] = {(state.cell, frozenset()): 0}
    layer, moves = best, 0
    seen = set(best)
    while layer:
        ends = [points for (cell, _), points in layer.items() if cell == setup.goal]
        if ends:
            return moves, max(ends)
        following: dict[tuple[int, frozenset[int]], int] = {}
        for (cell, taken), points in layer.items():
            for way in STEP:
                to = cell + way
                tile = setup.tiles[to]
                if tile == 1:
                    continue
                collected = taken | {to} if tile > 1 else taken
                gain = tile - 1 if tile > 1 and to not in taken else 0
                if (to, collected) not in seen:
                    following[to, collected] = max(following.get((to, collected), 0), points + gain)
        seen |= set(following)
        layer, moves = following, moves + 1
    return None


@pytest.mark.parametrize("seed", range(40))
def test_breadth_first_and_bounded_search_agree_with_a_plain_one(seed):
    setup, state = field(seed)
    known = plain(setup, state)
    results = [find(game, setup, state) for game in (BLIND, BOUNDED, SCORED)]
    for result in results:
        assert (result.actions is None) == (known is None)
        assert result.exhausted == (known is None)
        if known:
            actions = result.actions or []
            assert len(actions) == result.bound == known[0]
            assert result.shortest
            place = copy.copy(state)
            for action in actions:
                assert not refusal(setup, place, 0, action)
                step(setup, place, 0, action)
            assert place.cell == setup.goal
    if known:
        assert results[2].points == known[1]


def test_a_spent_budget_claims_no_proof():
    setup, state = next(pair for pair in (field(seed, coins=8) for seed in range(99)) if plain(*pair))
    for game in (BLIND, BOUNDED):
        result = find(game, setup, state, nodes=5)
        assert not result.exhausted
        assert not result.shortest or result.actions
        assert result.nodes <= 2 * (5 + game.ACTIONS + 2)
    known = plain(setup, state)
    assert known is not None and find(BLIND, setup, state, nodes=5).actions is None
    assert 0 < find(BLIND, setup, state, nodes=5).bound <= known[0]


def test_memory_grows_with_the_positions_found_only():
    setup, state = field(5, coins=12)
    few = find(BLIND, setup, state)
    assert few.nodes == find(BLIND, setup, state, nodes=1 << 40).nodes


def puzzles():
    return [name for name in games() if load(name).PUZZLE]


@pytest.mark.parametrize("name", [name for name in games() if not load(name).PUZZLE])
def test_what_is_not_a_puzzle_is_not_solved(name):
    with pytest.raises(Unavailable):
        solve(name)


@pytest.mark.parametrize("name", puzzles())
def test_shipped_levels_carry_certificates_whose_witnesses_win(name):
    for level in levels(load(name)):
        proof = level.certificate
        assert proof["status"] == "OPTIMAL", level.name
        assert proof["version"] == load(name).VERSION
        match = Match(name, level.name)
        words = proof["witness"].split("; ")
        for word in words:
            match.play(word)
        assert match.outcome == "won", level.name
        assert len(words) == proof["length"]
        if proof.get("score") is not None:
            assert match.scores() == [proof["score"]]


@pytest.mark.parametrize("name", puzzles())
def test_hints_lead_to_the_shortest_win(name):
    match = Match(name)
    length = prove(match).length
    moves = 0
    while not match.over:
        advice = hint(match)
        assert length is not None and advice.word is not None
        assert advice.left == length - moves
        match.play(advice.word)
        moves += 1
    assert match.outcome == "won"
    assert moves == length
    with pytest.raises(MatchOver):
        hint(match)


@pytest.mark.parametrize("name", puzzles())
def test_a_shipped_proof_holds_for_every_seed_unless_the_level_names_one(name):
    game = load(name)
    for level in levels(game):
        if (witness := level.certificate.get("witness")) and not (
            game.named_seed is not None and game.named_seed(level.text) is not None
        ):
            match = Match(name, level.name, seed=7)
            for word in witness.split("; "):
                match.play(word)
            assert match.state.rng == 7 and match.outcome == "won", level.name


@pytest.mark.parametrize("name", puzzles())
def test_a_hint_off_the_shipped_proof_is_as_right_as_a_proof(name):
    """Whatever hints before it have found out; on the shipped way nothing is searched."""
    game, draw = load(name), random.Random(8)
    hints._puzzle.cache_clear()
    assert hint(Match(name, seed=7)).nodes == 0  # as in play, where a seed is drawn
    for level in draw.sample([level for level in levels(game) if level.certificate["nodes"] < 3000], 4):
        words = level.certificate["witness"].split("; ")
        for _ in range(8):
            match = Match(name, level.name)
            for word in words[: draw.randrange(len(words))]:
                match.play(word)
            for _ in range(draw.choice((1, 2, 5))):
                if not match.over:
                    match.act(0, draw.choice(list(match.legal(0))))
            if match.over:
                continue
            advice, proof = hint(match), prove(match)
            assert advice.left == proof.length, (level.name, words_of(match))
            assert advice.lost == (proof.status == "UNSOLVABLE")
            if advice.undo:
                match.undo(advice.undo - 1)
                assert prove(match).status == "UNSOLVABLE"
                match.undo(1)
                assert prove(match).status == "OPTIMAL"
            elif advice.word:
                match.play(advice.word)
                assert proof.length is not None
                assert match.over or prove(match).length == proof.length - 1


def words_of(match: Match) -> list[str]:
    return [ply.word for ply in match.plies]


WIDE = """; objective: push
#########
#..E...##
##$E$$..#
#...E...#
#..$....#
#.#.@E..#
#########
$ = floor + box
@ = floor + agent
E = floor + exit
"""


def test_a_hint_that_may_not_look_far_says_what_it_is():
    """And goes on when asked again, until the shortest way of a level with some 400,000 positions is proved."""
    match = Match("grid_universe", WIDE)
    shortest = prove(match, known=positions.Positions(match.game, match.setup, match.state)).length
    assert shortest is not None
    answers = [hint(match)]
    while "no shorter way" not in answers[-1].text:
        assert len(answers) < 60
        answers.append(hint(match))
    assert len(answers) > 2
    assert answers[-1].left == shortest
    for number, answer in enumerate(answers[:-1]):
        said = re.search(r"(?:at least|none below) (\d+)", answer.text)
        assert said and int(said[1]) <= shortest
        assert (answer.word is None) == (answer.left is None) and (answer.left is None or answer.left >= shortest)
        budget = hints.NODES if number else hints.FIRST
        assert answer.nodes <= budget + budget // 2 + 2 * (match.game.ACTIONS + 2)


def test_a_search_reports_progress_and_can_be_stopped():
    setup, state = field(3)
    reports = []
    find(BLIND, setup, state, progress=lambda nodes, moves: reports.append((nodes, moves)))
    assert reports

    def stop(nodes: int, moves: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find(BLIND, setup, state, progress=stop)


def test_a_hint_says_how_far_back_a_win_was():
    """A box at the upper edge stays there."""
    level = "; objective: push\n.....\n.$..E\n.@...\n.....\n$ = floor + box\n@ = floor + agent\nE = floor + exit\n"
    match = Match("grid_universe", level)
    for word in ("down", "up", "up", "left", "right", "down"):
        assert not hint(match).lost or len(match.plies) > 2
        match.play(word)
    advice = hint(match)
    assert advice.lost
    assert advice.undo == 4
    match.undo(4)
    assert hint(match).left == prove(match).length
