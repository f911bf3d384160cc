"""What each position of a match was worth: exact in puzzles, estimated with an honest error elsewhere."""

import copy
import random

import pytest

from gridhall import replay
from gridhall.agents import values as estimates
from gridhall.agents.choice import choose
from gridhall.game import DRAWN, WON
from gridhall.match import Match
from gridhall.registry import games, levels, load
from gridhall.solve.certificate import find
from gridhall.solve.values import puzzle_values

PUZZLES = [game for game in games() if load(game).PUZZLE]
OTHERS = [game for game in games() if not load(game).PUZZLE]


def wandering_match(game: str, level: str, seed: int) -> Match:
    """Half of the proved way, then a few moves by chance."""
    match, chance = Match(game, level), random.Random(seed)
    words = next(other.certificate["witness"] for other in levels(match.game) if other.name == level).split("; ")
    for word in words[: len(words) // 2]:
        match.play(word)
    for _ in range(8):
        if not match.over:
            match.act(0, chance.choice(match.legal(0)))
    return match


def some_levels(game: str) -> list[str]:
    """A few levels whose whole space a plain search can afford."""
    small = [level for level in levels(load(game)) if 0 < level.certificate.get("nodes", 1 << 30) < 20_000]
    return [level.name for level in small[:: max(1, len(small) // 4)]]


def played_out(game: str, seed: int) -> Match:
    """A match as the game's own player would play it."""
    match = Match(game, seed=seed)
    level = next(iter(match.game.LEVELS_OF_PLAY), "propose")
    while not match.over:
        player = match.acting[0]
        match.act(player, choose(match.game, match.setup, match.view(player), player, level, seed))
    return match


@pytest.mark.parametrize("game", PUZZLES)
def test_a_puzzle_s_values_are_those_of_a_search_that_knows_nothing(game):
    names = some_levels(game)
    assert len(names) > 2
    for number, level in enumerate(names):
        match = wandering_match(game, level, number)
        values, done = puzzle_values(match, [], 60.0)
        assert done and [value.ply for value in values] == list(range(len(match.plies) + 1))
        for value, state in zip(values, match.states()):
            alone = find(match.game, match.setup, state)
            assert alone.shortest or alone.exhausted
            if not match.game.acting(match.setup, state):
                assert value.lost == (match.game.outcome(match.setup, state, 0) != 1)
            elif alone.actions is None:
                assert value.lost
            elif not value.lost:  # else its moves are more than the level's limit allows
                assert value.left == len(alone.actions)


def test_the_move_that_lost_a_puzzle_is_told_and_every_later_position_is_lost():
    fatal = 0
    for game in PUZZLES:
        for number, level in enumerate(some_levels(game)):
            values, _ = puzzle_values(wandering_match(game, level, 50 + number), [], 60.0)
            lost = [value.lost for value in values]
            assert lost == sorted(lost)
            fatal += any(lost)
    assert fatal, "none of these matches was lost: choose other seeds"


def test_values_go_on_where_they_stopped_and_come_to_the_same():
    match = wandering_match(PUZZLES[0], some_levels(PUZZLES[0])[0], 3)
    whole, _ = puzzle_values(copy.copy(match), [], 60.0)
    values, done = puzzle_values(match, [], 0.0)
    while not done:
        values, done = puzzle_values(match, values, 0.01)
    assert values == whole


@pytest.mark.parametrize("game", OTHERS)
def test_the_end_is_exact_and_everything_before_has_an_error(game):
    match = played_out(game, 4)
    values: list[replay.PlyValue] = []
    for _ in range(4):
        before = len(values)
        values, done = estimates.chance_values(match, values, 0.1)
        assert done or len(values) > before
    ends = {WON: 1.0, DRAWN: 0.5}.get(match.game.outcome(match.setup, match.state, 0), 0.0)
    assert values[0].ply == 0 and values[-1] == replay.PlyValue(len(match.plies), chance=ends)
    known = [value for value in values if value.chance >= 0]
    assert len(known) > 2 and all(0 <= value.chance <= 1 for value in known)
    assert all(0 < value.error < 0.2 or value.chance in (0, 1) for value in known[:-1])


def test_two_estimates_of_one_match_are_the_same():
    match = played_out(OTHERS[0], 4)
    assert estimates.chance_values(match, [], 60.0) == estimates.chance_values(match, [], 60.0)


def test_an_estimate_does_not_read_the_chances_to_come():
    for game in OTHERS:
        match = Match(game, seed=1)
        other = copy.copy(match.state)
        other.rng = 12345
        if match.game.advise is None:
            assert estimates.estimated_chance(match, match.state, 5) == estimates.estimated_chance(match, other, 5)


def test_the_truth_lies_within_the_error_nearly_always():
    """Whoever begins, a symmetric match is even: of many estimates about 95 in 100 must say so."""
    match = Match("echoes")
    estimated = [estimates.estimated_chance(match, match.state, seed) for seed in range(100)]
    assert sum(abs(chance - 0.5) < error for chance, error in estimated) >= 88


def test_a_duel_is_valued_where_a_turn_began():
    match = played_out("echoes", 4)
    values, done = estimates.chance_values(match, [], 60.0)
    sealed = [number for number, ply in enumerate(match.plies, 1) if ply.word == "submit"]
    assert done and [value.ply for value in values] == [0, *sealed[1::2]]
