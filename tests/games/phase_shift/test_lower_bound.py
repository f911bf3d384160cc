"""The bound on the moves still needed: never too much in any position, exact where nothing is in the way."""

import pytest

from gridhall.games.phase_shift.generate import Wish, as_text, draft
from gridhall.learn.oracle import Oracle
from gridhall.match import Match
from gridhall.registry import levels, load, read_text
from gridhall.rng import Dice
from gridhall.solve import prove

game = load("phase_shift")
DRAWN = {
    "a beacon in both phases": "P.B#E\n.##..\n---\n..B#.\n.#...\n",
    "two exits, one behind walls": "P.B.E\n####.\n..#..\n---\n.#.#.\n####.\nE.#..\n",
    "more beacons than are marked": "PBBBBB\n.....B\nE....B\n---\nBBBBBB\n......\n.....B\n",
    "a gate between": "P.G.B\nk.#.E\n---\n..#..\n.#...\n",
    "a rift in the only way": "PX.BE\n#####\n---\n.#.##\n#####\n",
}


def every_position(text: str) -> list[tuple[int, int]]:
    """The bound and the fewest moves (-1: lost) of all positions that can be reached."""
    match = Match.of_text(game, text)
    oracle = Oracle(game, match.setup, match.state)
    states = (type(match.state).from_buffer_copy(oracle.nodes[number]) for number in range(oracle.count))
    return [(game.bound(match.setup, state), int(left)) for state, left in zip(states, oracle.lefts)]


def admissible(text: str) -> None:
    for bound, left in every_position(text):
        assert left < 0 or 1 <= bound <= left, text


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
def test_no_position_of_a_drawn_level_needs_fewer_moves_than_the_bound(text):
    admissible(text)


def test_no_position_of_a_random_level_needs_fewer_moves_than_the_bound():
    for seed in range(60):
        wish = Wish(4 + seed % 3, 1 + seed % 4, seed % 3, seed % 3, 0, 0, 0)
        admissible(as_text(draft(Dice(seed), wish)))


@pytest.mark.parametrize("name", [level.name for level in levels(game) if level.name.startswith("easy")])
def test_no_position_of_a_shipped_level_needs_fewer_moves_than_the_bound(name):
    admissible(read_text(game, name))


def test_an_open_board_with_two_beacons_is_bounded_exactly():
    bounds = every_position("P...B\n.....\nB...E\n---\n.....\n.....\n.....\n")
    assert bounds[0] == (2 + 6 + 2, 10)
    assert all(bound == left for bound, left in bounds)


def test_what_is_out_of_reach_is_known_to_be_lost():
    bounds = every_position("P.#BE\n..#..\n---\n..#..\n..#..\n")
    assert {bound for bound, _ in bounds} == {-1}


def test_a_proof_that_is_too_large_for_its_budget_finds_a_win_by_the_bound():
    match = Match(game, "hard")
    whole = prove(match)
    few = prove(match, nodes=whole.nodes // 4)
    assert (few.status, whole.status) == ("SOLVABLE", "OPTIMAL")
    assert few.length >= whole.length >= few.bound


def test_the_witness_of_a_shipped_level_stays_the_first_in_the_order_of_actions():
    for level in levels(game):
        proof = prove(Match(game, level.name))
        assert "; ".join(proof.witness) == level.certificate["witness"]
        assert proof.nodes == level.certificate["nodes"]
