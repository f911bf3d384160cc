"""Nobody is told more than their minions saw: what a player cannot see changes no byte that they get."""

import copy
import random

import pytest

from gridhall.games.maze_runner import tables
from gridhall.match import Match
from gridhall.scene import as_json

SETUPS = (
    "; size: 25\n; rounds: 8\n",
    "; size: 23\n; symmetry: none\n",
    "crossing",
    "two_rings",
    "lantern_hall",
    "siege",
    "; size: 23\n; golems: 3\n; towers: 2\n; nexuses: 3\n; majority: on\n",
    "; minions: 2\n; golems: 1\n; towers: 1\n; nexuses: 1\nN1...n..\n.2.T.>..\n...#....\n.<..T.4.\n..m..5.M\n",
)
PLACED = (tables.STEPPED, tables.SWITCHED, tables.STRUCK, tables.BUILT_WALL, tables.BUILT_DOOR, tables.BUILT_MIRROR)


def random_match(seed):
    return Match("maze_runner", SETUPS[seed % len(SETUPS)], seed), random.Random(seed)


def likely(draw, match):
    """A legal action; ends are rare, so that minions walk far and meet."""
    legal = match.legal(match.acting[0])
    return draw.choices(
        legal, [0.3 if action == tables.END else 3.0 if action % tables.ACTS < 16 else 0.4 for action in legal]
    )[0]


def sent(match, state, player):
    view = match.view_of(state, player)
    return (
        bytes(view),
        match.game.facts(match.setup, view, player),
        as_json(match.game.scene(match.setup, view, player)),
    )


@pytest.mark.parametrize("seed", range(12))
def test_an_enemy_act_that_is_not_seen_changes_no_byte_and_is_not_told(seed):
    match, draw = random_match(seed)
    game, setup = match.game, match.setup
    unseen, watcher, after = 0, None, None
    for _ in range(160):
        if match.over:
            break
        player = 1 - match.acting[0]
        before, state = after if watcher == player else sent(match, match.state, player), copy.copy(match.state)
        watcher, action = player, likely(draw, match)
        moments = match.act(1 - player, action)
        after = sent(match, match.state, player)
        unit = (1 - player) * tables.TEAM + action // tables.ACTS
        shown = list(match.moments(moments, player))
        if action != tables.END and after[1] == before[1]:
            assert after == before
            if state.visible[player * tables.WORDS + (state.cell[unit] >> 6)] >> (state.cell[unit] & 63) & 1 == 0:
                assert [moment.text for moment in shown] == []
                unseen += 1
        for moment in shown:
            assert match.view_of(moment.view, player) == moment.view
        view = type(match.state).from_buffer_copy(after[0])
        assert game.outcome(setup, view, player) == game.outcome(setup, match.state, player)
    assert unseen > 10 or seed % len(SETUPS) in (2, 4)


@pytest.mark.parametrize("seed", range(6))
def test_truths_that_look_the_same_give_the_same_bytes_and_sentences(seed):
    match, draw = random_match(seed)
    game, setup = match.game, match.setup
    for number in range(120):
        if match.over:
            break
        moments = match.act(match.acting[0], likely(draw, match))
        if number % 4:
            continue
        for player in (0, 1):
            dealt = match.view(player)
            game.resample(setup, dealt, player, seed * 1000 + number)
            assert sent(match, dealt, player) == sent(match, match.state, player)
            for action in range(game.ACTIONS + 1):
                assert game.refusal(setup, dealt, player, action) == game.refusal(setup, match.state, player, action)
            for state, what, who, cell in moments:
                text = game.describe(setup, state, player, what, who, cell)
                if text is None or what not in PLACED:
                    continue
                other = match.view_of(state, player)
                game.resample(setup, other, player, seed + number)
                nexus = state.nexus[player]
                here, there = (cell % tables.AREA - nexus) % tables.AREA, (cell // tables.AREA - nexus) % tables.AREA
                assert game.describe(setup, other, player, what, who, here + tables.AREA * there) == text


@pytest.mark.parametrize("symmetry", ["half-turn", "none"])
def test_extra_nexuses_are_guessed_where_the_player_has_never_been_and_by_the_half_turn(symmetry):
    match, draw = Match("maze_runner", f"; size: 23\n; nexuses: 3\n; symmetry: {symmetry}\n", 5), random.Random(5)
    for number in range(80):
        match.act(match.acting[0], likely(draw, match))
        for player in (0, 1) if number % 8 == 0 else ():
            dealt = match.view(player)
            known = list(dealt.cells)
            match.game.resample(match.setup, dealt, player, number)
            extras = [cell for cell, code in enumerate(dealt.cells) if code in (tables.EXTRA, tables.EXTRA + 1)]
            assert len(extras) == 6
            assert all(known[cell] in (tables.OFF, dealt.cells[cell]) for cell in [*extras, *dealt.nexus])
            if symmetry == "half-turn":
                assert {(sum(dealt.nexus) - cell) % tables.AREA for cell in extras} == set(extras)


def test_what_is_guessed_for_a_spectator_has_extra_nexuses_so_that_both_keep_their_actions():
    match = Match("maze_runner", "; size: 23\n; nexuses: 3\n", 1)
    dealt = match.view(2)
    match.game.resample(match.setup, dealt, 2, 7)
    assert [list(dealt.cells).count(tables.EXTRA + player) for player in (0, 1)] == [3, 3]
    for player in (match.acting[0], 1 - match.acting[0]):
        match.game.step(match.setup, dealt, player, tables.END)
        assert dealt.given == match.setup.actions


def test_a_spectator_learns_only_what_is_told_to_both():
    match, draw = random_match(2)
    for _ in range(60):
        if match.over:
            break
        match.act(match.acting[0], likely(draw, match))
        view = match.view(2)
        assert not any(view.cells) and not any(view.memory) and not any(view.visible)
        assert list(view.cell) == [tables.NOWHERE] * 6
        assert set(match.facts(2)) == {"round", "player", "dead", "kills", "status", "winner", "reason"}


def test_previews_and_refusals_use_the_view_only():
    match, draw = random_match(0)
    game, setup = match.game, match.setup
    for number in range(60):
        match.act(match.acting[0], likely(draw, match))
        if number % 6 or match.over:
            continue
        player = match.acting[0]
        view = match.view(player)
        dealt = copy.copy(view)
        game.resample(setup, dealt, player, number)
        hidden = match.view_of(dealt, player)
        for action in range(game.ACTIONS + 1):
            assert as_json(game.preview(setup, view, player, action)) == as_json(
                game.preview(setup, hidden, player, action)
            )


def test_nothing_secret_is_in_the_setup():
    small, large = (
        Match("maze_runner", f"; minions: 1\n{drawing}")
        for drawing in ("N1..\n....\n..4M\n", "N1..\n.../\n4..M\n####\n")
    )
    assert bytes(small.setup) == bytes(large.setup)
