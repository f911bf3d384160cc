"""Opponents: legal everywhere, reproducible, blind for secrets, and not asleep when one action decides."""

import copy
import itertools
import random

import numpy as np
import pytest
from tests import toy_nim

from gridhall.agents import agent_of, choose, duel
from gridhall.agents.players import draw_below, next_seed
from gridhall.agents.tree_search import root_of
from gridhall.errors import Unavailable
from gridhall.kernel import array, compiled
from gridhall.match import Match
from gridhall.registry import complete, games, levels, load

NIM = complete(toy_nim)
SEARCH = {"agent": "search", "simulations": 2000, "longest": 40}
echoes = load("echoes")


def heap(stones, player=0, face=0, coin=0):
    return toy_nim.Setup(coin=coin), toy_nim.State(stones=stones, turn=player, face=face)


def ask(agent, stones, seed=1, player=0, coin=0):
    setup, state = heap(stones, player, coin=coin)
    return choose(NIM, setup, state, player, agent, seed)


@pytest.mark.parametrize("agent", ["greedy", SEARCH, {"agent": "search", "simulations": 1}])
@pytest.mark.parametrize("player", [0, 1])
def test_a_win_in_one_is_always_taken(agent, player):
    for stones in (1, 2, 3):
        for seed in range(20):
            assert ask(agent, stones, seed, player) == stones - 1


@pytest.mark.parametrize(
    "agent",
    [
        "greedy",
        {"agent": "search", "simulations": 1},
        {"agent": "uniform", "slip": 1.0},
        {"agent": "greedy", "slip": 1.0},
    ],
)
def test_a_loss_in_one_is_avoided_where_possible(agent):
    if agent == {"agent": "uniform", "slip": 1.0}:
        assert {ask(agent, 9, seed) for seed in range(40)} == {0, 1, 2, toy_nim.GIVE_UP}  # uniform has no care to lose
        return
    for seed in range(40):
        assert ask(agent, 9, seed) in (0, 1, 2)
    assert ask(agent, 0) == toy_nim.GIVE_UP  # nothing else is left


def test_search_leaves_four_or_eight_stones():
    for stones in (5, 6, 7, 9, 10, 11):
        for seed in range(5):
            assert (stones - ask(SEARCH, stones, seed) - 1) % 4 == 0, (stones, seed)


def test_search_does_not_bet_on_what_it_cannot_know():
    """Naming the hidden face wins half of the time; taking the right stones always (P3)."""
    for seed in range(10):
        assert ask(SEARCH, 6, seed, coin=1) == 1


@pytest.mark.parametrize("agent", ["uniform", "greedy", SEARCH])
def test_same_view_and_seed_give_the_same_action_whatever_is_hidden(agent):
    chosen = set()
    for seed in range(12):
        views = []
        for face in (1, 2):
            setup, state = heap(12, face=face, coin=1)
            toy_nim.hide(setup, state, 0)
            views.append(choose(NIM, setup, state, 0, agent, seed))
        assert views[0] == views[1]
        chosen.add(views[0])
    assert len(chosen) > 1  # and the seed matters


def test_a_search_by_the_clock_ends_and_is_legal():
    assert ask({"agent": "search", "milliseconds": 5}, 6) in range(4)


def test_agents_are_named_by_level_strategy_kind_and_number():
    assert agent_of(echoes, "hard") == echoes.LEVELS_OF_PLAY["hard"] and agent_of(echoes, "wall")["agent"] == "script"
    for kind in ("search", "duel"):
        assert agent_of(echoes, kind) == {"agent": kind}
        assert agent_of(echoes, f"{kind}:50") == {"agent": kind, "simulations": 50}
        assert agent_of(echoes, f"{kind}:50ms") == {"agent": kind, "milliseconds": 50}
    assert agent_of(echoes, "policy:2") == {"agent": "policy", "skill": 2} and agent_of(echoes, "greedy:4") == {
        "agent": "greedy",
        "deals": 4,
    }
    with pytest.raises(Unavailable, match="did you mean 'hard'"):
        agent_of(echoes, "hrad")
    for name in ("easy:3", "search:x", "search:", "search:ms", "search:5 ms", "uniform:4", "uniform:4ms", "policy:4ms"):
        with pytest.raises(Unavailable):
            agent_of(echoes, name)


def test_kinds_a_game_lacks_are_refused_with_a_sentence():
    for agent, text in (("policy", "scripted"), ("duel", "sealed plans"), ("script", "sealed plans")):
        with pytest.raises(Unavailable, match=text):
            ask(agent, 5)


def test_seeds_and_draws_are_the_same_at_both_speeds():
    draw = random.Random(1)
    seeds = [draw.getrandbits(62) for _ in range(50)]
    for driver in (next_seed, lambda seed: draw_below(seed, 7)):
        assert len({driver(seed) for seed in seeds}) > 5
    for seed in seeds:
        fast = compiled(next_seed)(seed)
        assert fast == next_seed(seed) and 0 <= fast < 1 << 62
        assert compiled(draw_below)(seed, 1000) == draw_below(seed, 1000)
    assert [root_of(n) for n in (0, 1, 3, 4, 99, 100)] == [0, 1, 1, 2, 9, 10]


def wander(game, plies, seed):
    """Uniformly random play at compiled speed, on the default and all shipped levels in turn.

    Setup, state, player and his view.
    """
    step, acting, hide = (compiled(getattr(game, name)) for name in ("step", "acting", "hide"))
    texts, seen = [Match(game).setup_text, *(level.text for level in levels(game))], 0
    for number in itertools.count():
        match = Match.of_text(game, texts[number % len(texts)], number)
        board, state, seed = array(match.setup)[0], match.state, next_seed(seed)
        for ply in range(plies // len(texts) + 40):
            mask = acting(board, array(state)[0])
            if not mask:
                break
            player = [number for number in range(game.PLAYERS) if mask >> number & 1][ply % mask.bit_count()]
            view = copy.copy(state)
            hide(board, array(view)[0], player)
            yield match.setup, state, player, view
            seen += 1
            if seen == plies:
                return
            step(board, array(state)[0], player, choose(game, match.setup, view, player, "uniform", seed ^ ply))


@pytest.mark.parametrize("name", games())
def test_no_game_is_ever_given_an_illegal_action(name):
    """Over thousands of positions, also such as no good player reaches."""
    game, asked = load(name), 0
    refusal = compiled(game.refusal)
    for setup, state, player, view in wander(game, 2500, 5):
        for agent in ("uniform", "propose"):
            action = choose(game, setup, view, player, agent, asked)
            assert not refusal(array(setup)[0], array(state)[0], player, action), (agent, action)
            asked += 1
    assert asked == 5000


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_every_game_is_played_by_greed_and_search(name):
    game, draw = load(name), random.Random(name)
    for agent in (
        "greedy:2",
        {"agent": "search", "simulations": 20, "longest": 20},
        {"agent": "greedy", "deals": 1, "slip": 1.0},
    ):
        for seed in range(20):
            match = Match(game, None, seed)
            for _ in range(draw.randrange(60)):
                if not match.over:
                    player = draw.choice(match.acting)
                    match.act(player, draw.choice(match.legal(player)))
            if not match.over:
                player = draw.choice(match.acting)
                assert choose(game, match.setup, match.view(player), player, agent, seed) in match.legal(player)


# Echoes: whole plans.

SHIELDS = ((1, "shield N"), (2, "shield S"))
ODD = {
    "both at eight": "\n".join(f"{player} {column}: {way}, {way}" for player, way in SHIELDS for column in "ABCDEFGH"),
    "nobody": "",
    "one left": "1 A: walk N, walk N, walk N, walk N, walk N",
    "in the corner": "1 A: dash N, dash N, walk N\n2 H: dash S, dash S, walk S",
    "long lists": "\n".join(
        f"{player} {column}: " + ", ".join([way] * count)
        for player, way in SHIELDS
        for column, count in zip("ABCDEFGH", (119, 120, 121, 122, 119, 120, 121, 122))
    ),
}  # fmt: skip
QUICK = {"agent": "duel", "templates": 2, "times": 1, "samples": 8}
AHEAD = {**QUICK, "ahead": 2, "inner_templates": 1, "inner_samples": 4}


def turn_of(match, player, agent, seed):
    """Enter a whole turn of a player; gives its words."""
    words = []
    while player in match.acting:
        action = choose(echoes, match.setup, match.view(player), player, agent, seed)
        assert action in match.legal(player)
        match.act(player, action)
        words.append(action)
        if action == 48:
            break
        assert len(words) < 9
    return words


@pytest.mark.parametrize("position", ODD)
def test_plans_are_legal_in_odd_positions(position):
    for number, agent in enumerate([QUICK, AHEAD, {**QUICK, "slip": 1.0}, *echoes.POOL.values()]):
        match = Match.of_text(echoes, ODD[position] + ("\n" if ODD[position] else ""), 1)
        assert not match.over
        for _ in range(2):
            if match.over:
                break
            turn = match.state.turn
            turn_of(match, 0, agent, number)
            turn_of(match, 1, agent, number)
            assert match.over or match.state.turn == turn + 1


def test_plans_are_legal_in_a_thousand_random_positions():
    draw, asked = random.Random(4), 0
    while asked < 1000:
        match = Match("echoes", None, asked)
        while not match.over:
            player = match.acting[0]
            agent = draw.choice(
                [
                    {**QUICK, "slip": 1.0},
                    {"agent": "script", "skill": draw.choice([0, 3, 8, 11, 18])},
                    {**QUICK, "times": 0},
                ]
            )
            asked += len(turn_of(match, player, agent, asked))


def test_the_plan_of_a_turn_stays_whatever_the_other_does():
    """Same view, same move, whatever the truth: the other's plan, and whether he has submitted, change nothing."""
    for agent in (QUICK, {**QUICK, "slip": 0.5}, "wall_greedy"):
        alone, hurried = Match("echoes", None, 1), Match("echoes", None, 1)
        for turn in range(4):
            turn_of(hurried, 1, "templates", turn)
            first = turn_of(alone, 0, agent, 77)
            assert turn_of(hurried, 0, agent, 77) == first
            turn_of(alone, 1, "templates", turn)
            assert alone.state == hurried.state


def test_turns_and_seeds_have_chances_of_their_own():
    slips = set()
    for seed in range(12):
        match = Match("echoes", None, 1)
        slips.add(tuple(turn_of(match, 0, {**QUICK, "slip": 1.0}, seed)))
    assert len(slips) > 6
    match, plans = Match("echoes", None, 1), set()
    for _ in range(5):
        for player in range(2):
            words = turn_of(match, player, "templates", 5)
            plans.add(tuple(words[1:]))
    assert len(plans) > 5


def test_what_somebody_else_has_begun_is_taken_back():
    match = Match("echoes", None, 1)
    wanted = turn_of(Match("echoes", None, 1), 0, "wall_left", 3)
    for word in ("new H", "walk N", "mine N"):
        match.play(f"1: {word}")
    seen = []
    while 0 in match.acting:
        action = choose(echoes, match.setup, match.view(0), 0, "wall_left", 3)
        match.act(0, action)
        seen.append(action)
    assert seen == [49, 49, 49, *wanted]


def test_a_winning_plan_is_found():
    """Red has seven columns and Blue one: any new echo of Red's wins, an extension does not."""
    red = "\n".join(f"1 {column}: shield N, shield N, shield N, shield N, shield N" for column in "ABCDEFG")
    for seed in range(5):
        now = Match.of_text(echoes, red + "\n2 A: shield S, shield S, shield S, shield S, shield S\n", 1)
        turn_of(now, 0, {**QUICK, "samples": 40}, seed)
        turn_of(now, 1, "shields", seed)
        assert now.over and now.state.winner == 1


def test_a_duel_within_a_budget_goes_as_far_as_it_allows():
    """The next effort is made if GROWTH times the cost of the last one is still within the budget.

    The least in any case.
    """
    match = Match("echoes", None, 1)
    board, seen, scratch = array(match.setup)[0], array(match.view(0))[0], array(type(match.state), 2)
    mixes, allowed, spent = [], [], np.zeros(1, np.int64)  # of each effort, and the budget that allows the one after it
    for effort in duel.EFFORTS:
        before = int(spent[0])
        mixes.append(duel.mixture(echoes, board, seen, scratch, {**duel.USUAL, **effort}, 1, spent)[0])
        allowed.append(int(spent[0]) + duel.GROWTH * (int(spent[0]) - before))
    assert sorted(set(allowed)) == allowed
    assert not any(np.array_equal(mix, other) for mix, other in itertools.combinations(mixes, 2))

    def last_effort(**budget):
        solved = duel.solve(echoes, board, seen, scratch, {**duel.USUAL, **budget}, 1)[0]
        return next(number for number, mix in enumerate(mixes) if np.array_equal(mix, solved))

    assert last_effort() == last_effort(simulations=0) == last_effort(milliseconds=0) == 0
    for number in range(3):
        assert last_effort(simulations=allowed[number] - 1) == number
        assert last_effort(simulations=allowed[number]) == number + 1
        assert last_effort(simulations=allowed[number], milliseconds=0) == 0
    assert last_effort(simulations=1 << 40, milliseconds=1e9) == len(duel.EFFORTS) - 1


@pytest.mark.parametrize("agent", ["duel:1", "duel:1ms", "duel:0ms", "duel:20000"])
def test_a_duel_within_a_budget_is_legal(agent):
    match = Match("echoes", None, 1)
    assert turn_of(match, 0, agent, 3) == turn_of(Match("echoes", None, 1), 0, agent, 3)
    turn_of(match, 1, agent, 4)
    assert match.state.turn == 2


@pytest.mark.parametrize("skill", [0, 4, 8, 11, 18])
def test_scripts_are_the_same_at_both_speeds(skill):
    match = Match("echoes", None, 3)
    for turn in range(3):
        for player in range(2):
            turn_of(match, player, "templates", turn)
    fast, slow = np.zeros(8, np.int64), [0] * 8
    state = match.view(0)
    script = echoes.plan_script
    assert script is not None
    compiled(script)(array(match.setup)[0], array(state)[0], array(type(state), 1)[0], 0, 1234, skill, fast)
    script(match.setup, state, type(state)(), 0, 1234, skill, slow)
    assert slow[: 3 + slow[2]] == list(fast[: 3 + slow[2]])
