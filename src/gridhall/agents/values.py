"""What each position of a match was worth in a game that is no puzzle: the chance of player 1 to win, estimated."""

import copy
import time
from math import sqrt

import numpy as np

from gridhall.agents import players, tree_search
from gridhall.agents.choice import seed_from, with_defaults
from gridhall.game import DRAWN, WON, Truth
from gridhall.kernel import array, bind, compiled
from gridhall.match import Match
from gridhall.replay import PlyValue, choice_name

MOST = 120  # positions of a match that are looked at
BATCH, BATCHES = 64, 16  # matches that are played on from a position at a time, and how often at most
SURE = 0.02  # half of a 95 % interval that is narrow enough
LONGEST, GUIDED = 60, 7  # actions of each, and how many of 8 the game proposes
ADVICE_MILLISECONDS = 60  # for a game's own search, counted as it counts them


def chance_values(match: Match, before: list[PlyValue], seconds: float) -> tuple[list[PlyValue], bool]:
    """The chances after the plies that began a turn (or all plies, where nobody waits), and whether these are all.

    `before` is what an earlier call has answered, or []: what is valued there is not valued again. Everything of the
    match is known to the estimate but the chances to come, so it is for matches that are over.
    """
    until = time.process_time() + seconds
    values, (states, turns) = {value.ply: value for value in before}, _played_again(match)
    plies = [ply for ply in _coarse_to_fine(_plies(len(match.plies), turns)) if ply not in values]
    for number, ply in enumerate(plies):
        if number and time.process_time() > until:
            break
        values[ply] = _value(match, ply, states[ply])
    return [values[ply] for ply in sorted(values)], all(ply in values for ply in plies)


def _played_again(match: Match) -> tuple[list[Truth], list[int]]:
    """Every state of a match, at compiled speed, and the plies after which somebody may act who could not before."""
    game = match.game
    step, acting = compiled(game.step), compiled(game.acting)
    _, state = game.read_setup(match.setup_text)
    state.rng = match.seed
    game.start(match.setup, state)
    setup, truth = array(match.setup)[0], array(state)[0]
    states, turns, mask = [copy.copy(state)], [], acting(setup, truth)
    for number, ply in enumerate(match.plies, 1):
        step(setup, truth, ply.player, ply.action)
        states.append(copy.copy(state))
        before, mask = mask, acting(setup, truth)
        if mask & ~before:
            turns.append(number)
    return states, turns


def _plies(last: int, turns: list[int]) -> list[int]:
    """The plies after which a position is looked at: the start, where a turn began, and the end; not too many."""
    plies = sorted({0, *(turns or range(last)), last})
    thinned = plies[:: 1 + len(plies) // MOST]
    return thinned if thinned[-1] == last else [*thinned, last]


def _coarse_to_fine(plies: list[int]) -> list[int]:
    """The same plies in an order in which the whole is seen early: the ends, the middle, the quarters and so on."""
    ends = {0, len(plies) - 1}
    return [
        plies[index] for index in sorted(range(len(plies)), key=lambda index: (index not in ends, -(index & -index)))
    ]


def _value(match: Match, ply: int, state: Truth) -> PlyValue:
    """What one position is worth. It has no chance where the game's own search (`advise`) has no choice to weigh."""
    game, setup = match.game, match.setup
    if not game.acting(setup, state):
        worth = {WON: 1.0, DRAWN: 0.5}.get(game.outcome(setup, state, 0), 0.0)
        return PlyValue(ply, chance=worth)
    seed = seed_from(match.seed >> 2, ply)
    if game.advise is not None:
        advice = game.advise(setup, match.view_of(state, 0), 0, seed, ADVICE_MILLISECONDS)
        if not advice:
            return PlyValue(ply)
        best = advice[0]
        return PlyValue(ply, chance=best.value, error=best.error, best=choice_name(match, state, best.word))
    chance, error = estimated_chance(match, state, seed)
    return PlyValue(ply, chance=chance, error=error)


def estimated_chance(match: Match, state: Truth, seed: int) -> tuple[float, float]:
    """The chance of player 1 to win from a state, and half its 95 % interval, by playing on as the game proposes."""
    run = compiled(bind(tree_search.sample_values, with_defaults(match.game)))
    sums, rows = np.zeros(2, np.int64), (array(match.setup)[0], array(state)[0], array(type(state), 1)[0])
    mean, error = 0.0, 1.0
    for batch in range(BATCHES):
        run(*rows, seed_from(seed, batch), BATCH, LONGEST, GUIDED, sums)
        samples = BATCH * (batch + 1)
        mean = float(sums[0]) / samples / players.SCALE
        spread = float(sums[1]) / samples / players.SCALE**2 - mean * mean
        error = 1.96 * sqrt(max(spread, 1 / samples) / samples) / 2  # never 0 only because few were tried
        if error < SURE:
            break
    return (1 + mean) / 2, error
