"""What every game keeps, over random play, in both speeds. Games are found, none is named."""

import copy
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gridhall.errors import GridhallError
from gridhall.game import OUTCOMES, PLAYING
from gridhall.kernel import array, compiled, kernel
from gridhall.match import Match
from gridhall.record import read_record, record_text
from gridhall.registry import games, levels, load
from gridhall.scene import as_json

GAMES = games()
PLIES = 60
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
    """Hiding twice is hiding once.

    Redealing and hiding gives the same view; legality is the same from state and view.
    """
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
                flat, few = bytearray(planes * rows * columns), [0] * scalars
                flat = np.frombuffer(flat, np.int8).copy()
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
            legal = set(match.legal(player)) if player < game.PLAYERS else set()
            for choice in scene.choices:
                if not choice.why and choice.action < game.ACTIONS:
                    assert choice.action in legal, choice
            assert match.text(player)


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


game = None


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
    from gridhall.kernel import bind

    this = load(name)
    fast, deal = compiled(bind(play_and_watch, this)), compiled(bind(hide_and_deal, this))
    for seed in range(12):
        match = Match(name, None, seed)
        start = copy.copy(match.state)
        moves = list(random_play(match, seed, 150))
        players = np.array([player for player, _ in moves], np.int64)
        actions = np.array([action for _, action in moves], np.int64)
        planes, rows, columns, scalars = this.shape(match.setup)
        found = []
        for run, prepare in (
            (lambda *a: fast(*a), lambda thing: array(thing)[0]),
            (bind(play_and_watch, this), lambda thing: thing),
        ):
            state = copy.copy(start)
            flat, few, legal = (
                np.zeros(planes * rows * columns, np.int8),
                np.zeros(scalars, np.int32),
                np.zeros(len(moves), np.int64),
            )
            run(prepare(match.setup), prepare(state), players, actions, flat, few, legal)
            views = []
            for player in range(this.PLAYERS + 1):
                view = copy.copy(state)
                (deal if run.__name__ == "<lambda>" else bind(hide_and_deal, this))(
                    prepare(match.setup), prepare(view), player, 99
                )
                views.append(bytes(view))
            found.append((bytes(state), bytes(flat), bytes(few), legal.tolist(), views))
        assert found[0] == found[1], f"seed {seed}"
        assert found[0][0] == bytes(match.state)
