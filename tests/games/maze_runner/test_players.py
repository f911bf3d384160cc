"""The scripted players.

Legal from any position, from the view alone, never blind to a win, and never endless in a turn.
"""

import copy
import random

import pytest

from gridhall.agents.choice import choose
from gridhall.game import PLAYING
from gridhall.games.maze_runner import tables
from gridhall.games.maze_runner.policy import estimate, policy, propose
from gridhall.games.maze_runner.skills import HARD, is_guard
from gridhall.games.maze_runner.travelling import extra_on_the_way
from gridhall.kernel import array, compiled
from gridhall.match import Match

LEVELS = ("easy", "casual", "normal", "hard")
SETUPS = (
    "; size: 25\n",
    "; size: 23\n; symmetry: none\n; movePrice: 2\n",
    "crossing",
    "lantern_hall",
    "siege",
    "; size: 25\n; golems: 3\n; towers: 2\n; nexuses: 2\n; majority: on\n",
)


def positions(seed, plies, every):
    """Positions of a random match, also such as no good player reaches."""
    match, draw = Match("maze_runner", SETUPS[seed % len(SETUPS)], seed), random.Random(seed)
    for number in range(plies):
        if match.over:
            return
        if number % every == 0:
            yield match, draw
        match.act(match.acting[0], draw.choice(match.legal(match.acting[0])))


def compiled_policy(match, view, player, seed, skill):
    return int(compiled(policy)(array(match.setup)[0], array(view)[0], player, seed, skill))


@pytest.mark.parametrize("seed", range(6))
def test_no_player_ever_proposes_an_illegal_action(seed):
    suggest = compiled(propose)
    for match, draw in positions(seed, 160, 4):
        player = match.acting[0]
        view = match.view(player)
        for skill in range(4):
            action = compiled_policy(match, view, player, draw.getrandbits(62), skill)
            assert match.game.refusal(match.setup, match.state, player, action) == 0, (skill, action)
        for _ in range(3):
            action = int(suggest(array(match.setup)[0], array(view)[0], player, draw.getrandbits(62)))
            assert match.game.refusal(match.setup, match.state, player, action) == 0


def test_same_view_same_move_whatever_the_truth():
    for match, draw in positions(0, 120, 8):
        player = match.acting[0]
        view = match.view(player)
        for level in LEVELS:
            seed, dealt = draw.getrandbits(62), copy.copy(view)
            match.game.resample(match.setup, dealt, player, seed)
            moves = {
                choose(match.game, match.setup, seen, player, level, seed)
                for seen in (view, match.view_of(dealt, player), match.view(player))
            }
            assert len(moves) == 1


def test_interpreted_and_compiled_players_agree():
    for match, draw in positions(0, 40, 10):
        player = match.acting[0]
        view = match.view(player)
        for skill in range(4):
            seed = draw.getrandbits(62)
            assert policy(match.setup, copy.copy(view), player, seed, skill) == compiled_policy(
                match, view, player, seed, skill
            )
        assert estimate(match.setup, view, player) == estimate(match.setup, match.state, player)


@pytest.mark.parametrize("level", LEVELS)
def test_a_capture_in_sight_is_never_missed(level):
    drawing = "; minions: 2\n; firstTurnActions: 5\nN2......\n.#####..\n.#...1..\n.#.###.#\n.4....M#\n5.......\n"
    for seed in range(5):
        match = Match("maze_runner", drawing, seed)
        while match.acting == [0]:
            match.act(0, choose(match.game, match.setup, match.view(0), 0, level, seed))
        assert match.facts()["reason"] == "capture"


def test_a_kill_in_reach_is_taken():
    drawing = (
        "; minions: 1\n; minionsHitpoints: 2\n; firstTurnActions: 5\nN.......\n.1......\n...4....\n........\n.......M\n"
    )
    for level in ("casual", "normal", "hard"):
        match = Match("maze_runner", drawing)
        while match.acting == [0]:
            match.act(0, choose(match.game, match.setup, match.view(0), 0, level, 3))
        assert match.facts()["kills"] == [1, 0]


def test_an_enemy_in_line_is_shot_at():
    """Too far for the sword, five hit points: the laser takes three of them as the enemy's turn begins."""
    drawing = "; minions: 1\n; firstTurnActions: 5\nN###########\n1.........4.\n###########M\n"
    match = Match("maze_runner", drawing)
    action = choose(match.game, match.setup, match.view(0), 0, "hard", 3)
    assert match.game.word(match.setup, match.view(0), action) == "1 laser E"
    match.act(0, action)
    while match.acting == [0]:
        match.act(0, choose(match.game, match.setup, match.view(0), 0, "hard", 3))
    assert match.state.hp[3] == 2
    shots = {
        choose(match.game, match.setup, Match("maze_runner", drawing).view(0), 0, "normal", seed) == action
        for seed in range(30)
    }
    assert shots == {False, True}  # sometimes


@pytest.mark.parametrize("seed", range(2))
def test_whole_matches_end_and_positions_do_not_come_round(seed):
    match, ends, repeated = Match("maze_runner", "; size: 25\n", seed), [], 0
    while not match.over:
        player = match.acting[0]
        action = choose(match.game, match.setup, match.view(player), player, LEVELS[2 + player % 2], 5 + seed)
        match.act(player, action)
        if action == tables.END:
            position = (player, *(match.state.cell[unit] for unit in range(3 * player, 3 * player + 3)))
            repeated += position in ends[-16:]
            ends.append(position)
        assert len(match.plies) < 4000
    assert match.game.outcome(match.setup, match.state, 0) != PLAYING
    assert repeated <= len(ends) // 6


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_sword_stays_drawn_beside_a_tower_that_bars_the_way(level):
    """Two players once switched to and fro before each other's towers until the last round."""
    drawing = "; minions: 1\n; towers: 1\n; firstTurnActions: 5\nN#########\n.#########\n...1.4...M\n##########\n"
    match = Match("maze_runner", drawing)
    for word in ("1 tower E", "end"):
        match.play(word)
    words = []
    while match.acting == [1]:
        action = choose(match.game, match.setup, match.view(1), 1, level, 3)
        words.append(match.game.word(match.setup, match.view(1), action))
        match.act(1, action)
    assert words[:4] == ["1 switch", "1 strike W", "1 strike W", "1 strike W"]


def test_mr115_hard_knows_where_an_extra_nexus_must_lie_that_it_has_not_seen():
    match = Match("maze_runner", "; size: 25\n; nexuses: 1\n", 4)
    state, nexus = copy.copy(match.state), match.state.nexus[1]
    extra = next(cell for cell in range(tables.AREA) if state.cells[cell] == tables.EXTRA + 1)
    state.cells[extra] = tables.OFF  # player 1 has not seen it
    far = [0] * tables.AREA

    def goes_to(to_nexus, to_extra):
        far[nexus], far[extra] = to_nexus, to_extra
        return extra_on_the_way(match.setup, state, state.origin, far, nexus)

    assert goes_to(200, 199) == extra
    assert goes_to(200, 200) == nexus  # it is no nearer
    state.cells[extra] = tables.EXTRA + 1
    assert goes_to(200, 100) == nexus  # what is seen is an errand of its own


def test_hard_goes_round_its_own_tower():
    drawing = "; minions: 1\n; towers: 1\n; firstTurnActions: 5\nN....1....M\n..########.\n..........4\n"
    match = Match("maze_runner", drawing)
    for word in ("1 tower E", "end", "end"):
        match.play(word)
    while match.acting == [0]:
        match.act(0, choose(match.game, match.setup, match.view(0), 0, "hard", 3))
    assert match.facts()["towers"][0]["hp"] == 3


def test_mr129_hard_takes_a_heart_when_its_mates_have_spent_their_actions():
    """A heart gives everybody new actions."""
    drawing = (
        "; minions: 2\n; golems: 1\n; firstTurnActions: 5\n###########+#\n#N.2........1#\n#.###########\n"
        "#..........M#\n#45##########\n"
    )
    match, words = Match("maze_runner", drawing), []
    while match.facts()["hearts"]:
        action = choose(match.game, match.setup, match.view(0), 0, "hard", 3)
        words.append(match.game.word(match.setup, match.view(0), action))
        match.act(0, action)
    assert [word[0] for word in words] == ["2", "2", "2", "2", "2", "1"]
    assert match.facts()["actions"] == {"1": 5, "2": 5}


def test_hards_guard_goes_out_late_where_golems_leave_hearts():
    for header, last in (("; golems: 1\n", 40), ("", 60)):
        match = Match("maze_runner", f"; size: 25\n{header}")
        state = copy.copy(match.state)
        stays = []
        for state.round in range(1, 61):
            stays.append(bool(is_guard(match.setup, state, tables.TEAM - 1, HARD)))
        assert stays == [True] * last + [False] * (60 - last)
