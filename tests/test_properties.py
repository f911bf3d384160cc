"""What every game keeps, over random play, in both speeds. Games are found, none is named."""

import copy
import random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gridhall.errors import GridhallError
from gridhall.game import OUTCOMES, PLAYING, Truth
from gridhall.kernel import array, bind, compiled, kernel
from gridhall.match import Match
from gridhall.record import read_record, record_text
from gridhall.registry import games, levels, load
from gridhall.scene import as_json

GAMES = games()
PLIES = 60
WALKS = 4  # of those offered in a position, how many are played to their end
QUICK = settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**64 - 1)


def setups(name: str) -> list[str | None]:
    """The default and a few shipped levels, spread over the ladder."""
    shipped = levels(load(name))
    return [None, *(level.name for level in shipped[:: max(1, len(shipped) // 4)])]


def begin(name: str, seed: int) -> Match:
    chosen = setups(name)
    return Match(name, chosen[seed % len(chosen)], seed)


def random_play(match: Match, seed: int, plies: int = PLIES):
    """Play random legal actions, yielding (player, action) before each is played."""
    draw = random.Random(seed)
    for _ in range(plies):
        if match.over:
            return
        player = draw.choice(match.acting)
        legal = match.legal(player)
        assert legal, "whoever acts has a legal action"
        action = draw.choice(legal)
        yield player, action
        match.act(player, action)


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_a_record_replays_to_the_same_bytes_and_hashes(name, seed):
    match = begin(name, seed)
    for _ in random_play(match, seed):
        pass
    again = read_record(record_text(match))
    assert again.state == match.state
    assert [ply.word for ply in again.plies] == [ply.word for ply in match.plies]
    assert match.states()[-1] == match.state


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_words_survive_a_round_trip(name, seed):
    match = begin(name, seed)
    game = match.game
    for player, _ in random_play(match, seed, 25):
        view = match.view(player)
        for action in match.legal(player):
            assert game.read_word(match.setup, view, game.word(match.setup, view, action)) == action


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_a_refused_action_changes_no_byte(name, seed):
    match = begin(name, seed)
    draw = random.Random(seed)
    for _ in random_play(match, seed, 25):
        before = bytes(match.state)
        player, action = draw.randrange(match.game.PLAYERS), draw.randrange(match.game.ACTIONS)
        if match.game.refusal(match.setup, match.state, player, action):
            with pytest.raises(GridhallError):
                match.act(player, action)
        with pytest.raises(GridhallError):
            match.play("1: no such word at all")
        assert bytes(match.state) == before


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_views_are_stable_and_tell_the_same_legality(name, seed):
    """Hiding twice is hiding once, and so is to resample and hide again; legality is the same from state and view."""
    match = begin(name, seed)
    game, setup = match.game, match.setup
    for step, _ in enumerate(random_play(match, seed)):
        if step % 7:
            continue
        for player in range(game.PLAYERS + 1):
            view = match.view(player)
            assert match.view_of(view, player) == view
            dealt = copy.copy(view)
            game.resample(setup, dealt, player, seed ^ 0x5DEECE66D)
            assert match.view_of(dealt, player) == view
            if player < game.PLAYERS:
                for action in range(game.ACTIONS):
                    assert game.refusal(setup, match.state, player, action) == game.refusal(
                        setup, view, player, action
                    ), (player, action)


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_nothing_sent_depends_on_what_is_hidden(name, seed):
    """Facts, scenes and observations of a view are those of any state that looks the same to the player."""
    match = begin(name, seed)
    game, setup = match.game, match.setup
    planes, rows, columns, scalars = game.shape(setup)
    for step, _ in enumerate(random_play(match, seed)):
        if step % 10:
            continue
        for player in range(game.PLAYERS):
            view = match.view(player)
            dealt = copy.copy(view)
            game.resample(setup, dealt, player, seed ^ 77)
            seen = []
            for state in (match.state, view, dealt):
                flat, few = np.zeros(planes * rows * columns, np.int8), [0] * scalars
                game.observe(setup, state, player, flat, few)
                hidden = match.view_of(state, player)
                seen.append(
                    (bytes(flat), few, game.facts(setup, hidden, player), as_json(game.scene(setup, hidden, player)))
                )
            assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_scenes_are_well_formed(name, seed):
    match = begin(name, seed)
    game = match.game
    for step, _ in enumerate(random_play(match, seed, 30)):
        if step % 6:
            continue
        for player in range(game.PLAYERS + 1):
            scene = match.scene(player)
            assert scene.layers
            signs = {kind.text for kind in scene.legend.values()}
            rows, columns = (scene.window[2], scene.window[3]) if scene.window else (scene.height, scene.width)
            for layer in scene.layers:
                assert len(layer.tiles) == rows
                assert {len(row) for row in layer.tiles} == {columns}
                assert set("".join(layer.tiles)) <= signs
            assert {piece.kind for piece in scene.pieces} <= scene.legend.keys()
            assert len({(piece.id, piece.layer) for piece in scene.pieces}) == len(scene.pieces)
            assert all(0 <= piece.cell < scene.width * scene.height for piece in scene.pieces)
            assert scene.status
            assert match.text(player)


def refused_step(match: Match, state: Truth, player: int, actions: list[int]) -> int | None:
    """Play the actions of a walk on a copy of the state; the number of the first that the rules refuse, or None.

    It ends where `Match.walk` ends: with the turn, or when other players' pieces come in sight. What was planned before
    that need not be possible afterwards.
    """
    trial = copy.copy(match)
    trial.state = copy.copy(state)
    others = trial.visible_others(player)
    for number, action in enumerate(actions):
        if number and (player not in trial.acting or trial.visible_others(player) != others):
            return None
        if trial.game.refusal(trial.setup, trial.state, player, action):
            return number
        trial.game.step(trial.setup, trial.state, player, action)
    return None


def check_offers(match: Match, draw: random.Random) -> None:
    """Compare the choices that players and a spectator are offered with `refusal`, asked of the truth and of the view.

    A choice that is offered may be played. One that is shown with a reason (`why`) is refused, and the reason is one of
    the rules' own. Of the actions of agents none is missing. `then` is allowed, too: on the truth, and on what the
    player may take for the truth.
    """
    game, setup = match.game, match.setup
    for player in range(game.PLAYERS + 1):
        view = match.view(player)
        choices = game.scene(setup, view, player).choices
        for choice in choices:
            for state in (match.state, view):
                assert bool(choice.why) == bool(game.refusal(setup, state, player, choice.action)), (player, choice)
            assert choice.why in game.REASONS, choice
        offered = {choice.action for choice in choices if not choice.why}
        assert {action for action in offered if action < game.ACTIONS} == set(match.legal(player)), player
        walks = [choice for choice in choices if choice.then and not choice.why]
        guess = copy.copy(view)
        game.resample(setup, guess, player, draw.getrandbits(60))
        for choice in draw.sample(walks, min(WALKS, len(walks))):
            for state in (match.state, guess):
                assert refused_step(match, state, player, [choice.action, *choice.then]) is None, (player, choice)


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_a_scene_offers_what_the_rules_allow(name, seed):
    match = begin(name, seed)
    draw = random.Random(seed)
    for step, _ in enumerate(random_play(match, seed)):
        if step % 5 == 0:
            check_offers(match, draw)
    check_offers(match, draw)


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_setups_survive_a_round_trip(name, seed):
    match = begin(name, seed)
    game = match.game
    text = game.write_setup(match.setup, game.read_setup(match.setup_text)[1])
    setup, state = game.read_setup(text)
    first = Match.of_text(game, match.setup_text, match.seed)
    state.rng = match.seed
    game.start(setup, state)
    assert bytes(setup) == bytes(match.setup)
    assert state == first.state


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_made_of_a_module_that_was_only_imported(name):
    """A program that imports a game's package gets it without the optional names that `registry.load` puts in."""
    whole = load(name)
    imported = ModuleType(whole.__name__)
    vars(imported).update({key: value for key, value in vars(whole).items() if value is not None})
    match = Match(whole, None, 3)
    assert Match.of_text(imported, match.setup_text, 3).state == match.state


@pytest.mark.parametrize("name", GAMES)
@QUICK
@given(seeds)
def test_outcomes_are_playing_until_the_end_and_never_after(name, seed):
    match = begin(name, seed)
    game = match.game
    for _ in random_play(match, seed, 200):
        assert all(game.outcome(match.setup, match.state, player) == PLAYING for player in range(game.PLAYERS))
    if match.over:
        assert all(game.outcome(match.setup, match.state, player) != PLAYING for player in range(game.PLAYERS))
        assert match.outcome != OUTCOMES[PLAYING]
        assert not any(match.legal(player) for player in range(game.PLAYERS))


game: Any = None  # filled by kernel.bind


@kernel
def play_and_watch(setup, state, players, actions, planes, scalars, legal):
    """Play the actions; count legal ones on the way, and write what the first player sees at the end."""
    for i in range(len(actions)):
        for action in range(game.ACTIONS):
            legal[i] += game.refusal(setup, state, players[i], action) == 0
        game.step(setup, state, players[i], actions[i])
    game.observe(setup, state, 0, planes, scalars)


@kernel
def hide_and_deal(setup, state, player, seed):
    game.hide(setup, state, player)
    game.resample(setup, state, player, seed)


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_and_compiled_agree_byte_for_byte(name):
    this = load(name)
    plain, plain_deal = bind(play_and_watch, this), bind(hide_and_deal, this)
    speeds = (  # a driver, its dealing, and how it wants its records
        (compiled(plain), compiled(plain_deal), lambda thing: array(thing)[0]),
        (plain, plain_deal, lambda thing: thing),
    )
    for seed in range(12):
        match = Match(name, None, seed)
        start = copy.copy(match.state)
        moves = list(random_play(match, seed, 150))
        players = np.array([player for player, _ in moves], np.int64)
        actions = np.array([action for _, action in moves], np.int64)
        planes, rows, columns, scalars = this.shape(match.setup)
        results = []
        for run, deal, as_argument in speeds:
            setup, state = as_argument(match.setup), copy.copy(start)
            flat, few = np.zeros(planes * rows * columns, np.int8), np.zeros(scalars, np.int32)
            legal = np.zeros(len(moves), np.int64)
            run(setup, as_argument(state), players, actions, flat, few, legal)
            views = [copy.copy(state) for _ in range(this.PLAYERS + 1)]
            for player, view in enumerate(views):
                deal(setup, as_argument(view), player, 99)
            results.append((bytes(state), bytes(flat), bytes(few), legal.tolist(), [bytes(view) for view in views]))
        assert results[0] == results[1], f"seed {seed}"
        assert results[0][0] == bytes(match.state)
