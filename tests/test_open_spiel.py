"""The games inside OpenSpiel: its own simulations, playthroughs and CFR run on them. Needs OpenSpiel."""

import random

import pytest

from gridhall.match import Match
from gridhall.registry import games, load

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (gridhall[spiel])")
pytestmark = pytest.mark.slow

SMALL_MAZE = "; minions: 1\n; actionsNumber: 1\n; rounds: 1\nN1.\n...\n.4M\n"


def hosted(name: str, **options):
    from gridhall.learn import open_spiel

    return open_spiel.load(name, **options)


def ends_soon(name: str) -> bool:
    """Whether random play is over within 300 plies."""
    match, draw = Match(name, None, 3), random.Random(3)
    while not match.over and len(match.plies) < 300:
        player = match.acting[0]
        match.act(player, draw.choice(match.legal(player)))
    return match.over


@pytest.mark.parametrize("name", games())
def test_states_agree_with_matches_and_clone(name):
    game = hosted(name, seed=3)
    assert game.num_players() == load(name).PLAYERS
    state, match, draw = game.new_initial_state(), Match(name, None, 3), random.Random(1)
    for _ in range(30):
        assert state.is_terminal() == match.over
        if match.over:
            break
        player = match.acting[0]
        assert state.current_player() == player
        assert state.legal_actions() == match.legal(player)
        action = draw.choice(state.legal_actions())
        assert state.action_to_string(player, action) == match.game.word(match.setup, match.state, action)
        state.apply_action(action)
        match.act(player, action)
        assert state.clone().state == state.state == match.state


@pytest.mark.parametrize("name", games())
def test_openspiels_random_simulations_and_playthroughs_pass(name):
    from open_spiel.python.algorithms import generate_playthrough

    game = hosted(name)
    if not ends_soon(name):
        pytest.skip("random play takes too long for a playthrough")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    assert "IsTerminal() = True" in generate_playthrough.playthrough(f"gridhall_{name}", action_sequence=None, seed=5)


@pytest.mark.parametrize("name", [name for name in games() if load(name).SECRETS and load(name).PLAYERS == 2])
def test_a_tensor_shows_the_player_his_view_only(name):
    import numpy as np
    from open_spiel.python.observation import make_observation

    game = hosted(name, seed=4)
    state, match, draw = game.new_initial_state(), Match(name, None, 4), random.Random(2)
    seen = make_observation(game)
    for _ in range(20):
        player = match.acting[0]
        action = draw.choice(match.legal(player))
        other = 1 - player
        seen.set_from(state, other)
        before, view = np.array(seen.tensor), match.view(other)
        state.apply_action(action)
        match.act(player, action)
        if match.view(other) == view:
            seen.set_from(state, other)
            assert np.array_equal(seen.tensor, before)
            assert seen.string_from(state, other)


def test_cfr_finds_the_capture_in_a_tiny_maze():
    from open_spiel.python.algorithms import cfr, exploitability

    game = hosted("maze_runner", setup=SMALL_MAZE)
    solver = cfr.CFRSolver(game)
    for _ in range(8):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.5
