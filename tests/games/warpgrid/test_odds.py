"""Warpgrid's odds: exact ones against brute force, estimates with honest errors, and the players they come from."""

import copy
import io
import random
import sys

import numpy
import pytest

from gridhall.__main__ import main
from gridhall.games.warpgrid import matches, rules, search
from gridhall.games.warpgrid.advise import SearchMemory, advise, percent, survival, weigh
from gridhall.games.warpgrid.chances import CHANCES
from gridhall.games.warpgrid.greedy import best_way, play_out, propose
from gridhall.games.warpgrid.review import review
from gridhall.games.warpgrid.setup import read_setup
from gridhall.kernel import array, compiled
from gridhall.match import Match


def brute_force(setup, state):
    """The chance to survive the field round by playing every roll and every choice with the rules themselves (paper
    mode).
    """
    if state.ending:
        return float(state.ending == rules.ESCAPED)
    if state.phase == rules.ROLL:
        if state.roll != rules.ROLL_FIELD:
            return 1.0
        return (
            sum(brute_force(setup, played(setup, state, action)) for action in range(rules.ROLL_1_1, rules.ACTIONS))
            / 36
        )
    if state.phase == rules.FIRST:
        return 1.0
    return max(
        brute_force(setup, played(setup, state, action))
        for action in range(rules.ROLL_1_1)
        if not rules.refusal(setup, state, 0, action)
    )


def played(setup, state, action):
    after = copy.copy(state)
    rules.step(setup, after, 0, action)
    return after


def crowded(seed, grid, charge):
    """A paper match at the last choice of a turn: level 1 underfoot, a crowded board."""
    rng = random.Random(seed)
    match = Match("warpgrid", f"; rolls: ask\n; grid: {grid}\n; charge: {charge}\n")
    while match.facts()["phase_of_play"] != "second":
        if match.over:
            return None
        match.play(rng.choice(match.facts()["legal"]))
    state = match.state
    for cell in range(36):
        if cell not in (state.cell, state.out):
            state.levels[cell] = rng.choice((0, 0, 1, 1, 2, 3))
    state.charge = min(charge, rules.capacity(grid))
    return match


@pytest.mark.parametrize(
    ("seed", "grid", "charge"), [(1, 1, 3), (2, 1, 12), (3, 1, 28), (4, 1, 14), (5, 2, 13), (6, 2, 16), (7, 2, 12)]
)
def test_the_chance_to_survive_the_field_is_exact(seed, grid, charge):
    match = crowded(seed, grid, charge)
    chances = survival(match.setup, match.view(0))
    for action, chance in chances.items():
        assert chance == pytest.approx(brute_force(match.setup, played(match.setup, match.state, action)), abs=1e-12)
    assert len(chances) == len(match.facts()["legal"])


def test_the_chance_at_a_field_hit_is_exact():
    match = Match("warpgrid", "; rolls: ask\n; grid: 3\n; charge: 30\n; dice: 1 1 6 6 5 5 5 6 2 1 3 2\n")
    for word in ("x+", "stay", "y+", "stay", "roll 4 3"):
        match.play(word)
    assert match.facts()["phase_of_play"] == "field"
    chances = survival(match.setup, match.view(0))
    assert chances == pytest.approx(
        {action: brute_force(match.setup, played(match.setup, match.state, action)) for action in chances}, abs=1e-12
    )
    assert 0 < chances[rules.STAY] < chances[rules.PHASE_1]  # who stays lives only if hit again


def test_without_a_full_charge_only_hits_matter():
    match = Match("warpgrid", "; grid: 6\n; dice: 1 1 6 6 2 6 3 6 4 6 5 6 6 2 6 3 2 2\n")
    assert max(survival(match.setup, match.view(0)).values()) == pytest.approx((35 / 36) ** 6)


def test_what_ends_at_once_is_exact_and_what_is_sampled_says_so():
    match = Match("warpgrid", "; grid: 6\n; dice: 3 3 5 3 2 3 2 3 2 3 1 1 1 1 1 1 2 1\n")
    by_word = {advice.word: advice for advice in advise(match.setup, match.view(0), 0, 1, 50)}
    assert (by_word["x+"].value, by_word["x+"].samples, by_word["x+"].error) == (1.0, 0, 0.0)  # the last portal
    assert (by_word["x-"].value, by_word["x-"].samples) == (0.0, 0)  # level 3
    assert by_word["y+"].samples > 0
    assert 0 < by_word["y+"].error < 0.2
    assert "estimated" in by_word["y+"].text
    assert "exact" in by_word["y+"].text
    assert next(iter(by_word)) == "x+"


def test_advice_is_the_same_with_the_same_seed_and_reads_no_dice():
    first = Match("warpgrid", "\n", seed=5)
    other = copy.copy(first.state)
    other.rng, other.used = 12345, 0
    advice = [
        [(a.word, a.value, a.error, a.samples, a.text) for a in advise(first.setup, state, 0, 9, 30)]
        for state in (first.state, other, first.view(0))
    ]
    assert advice[0] == advice[1] == advice[2]
    assert [a.value for a in advise(first.setup, first.view(0), 0, 10, 30)] != [row[1] for row in advice[0]]


def test_advice_ignores_scripted_dice_to_come():
    script = "2 2 6 6 5 5 1 3 "
    low, high = (Match("warpgrid", f"; dice: {script}{rest}\n") for rest in ("1 1 " * 30, "6 6 " * 30))
    assert [a.value for a in advise(low.setup, low.view(0), 0, 9, 30)] == [
        a.value for a in advise(high.setup, high.view(0), 0, 9, 30)
    ]


def test_nothing_is_advised_where_nothing_is_chosen():
    match = Match("warpgrid", "; rolls: ask\n")
    assert advise(match.setup, match.view(0), 0, 1, 10) == []
    assert survival(match.setup, match.view(0)) == {}


def test_estimates_with_many_and_few_play_outs_agree_within_their_errors():
    match = Match("warpgrid", "; grid: 4\n; charge: 9\n", seed=31)
    few, _ = weigh(match.setup, match.view(0), 5, 3_000)
    many, _ = weigh(match.setup, match.view(0), 6, 60_000)
    truth = {advice.action: advice for advice in many}
    for estimate in few:  # 2.5 intervals: the ways chosen may differ a little, too
        better = truth[estimate.action]
        assert abs(estimate.value - better.value) <= 2.5 * (estimate.error + better.error)
        assert better.error < estimate.error or not estimate.samples


def test_play_outs_are_the_same_interpreted_and_compiled():
    fast = compiled(play_out)
    for seed in range(4):
        match = Match("warpgrid", f"; grid: {seed % 6 + 1}\n; charge: 20\n", seed=seed)
        slow, quick = copy.copy(match.state), copy.copy(match.state)
        assert play_out(match.setup, slow) == fast(array(match.setup)[0], array(quick)[0])
        assert slow == quick


def test_the_greedy_player_leaves_the_position_as_it_is_and_enters_a_portal_in_reach():
    match = Match("warpgrid", "; charge: 20\n; dice: 1 1 3 1 6 6 2 5\n")
    before = match.view(0)
    view = match.view(0)
    assert {propose(match.setup, view, 0, seed) for seed in range(8)} == {rules.X_PLUS}
    assert view == before
    plan = [0] * 16
    assert best_way(match.setup, view, plan, 0) == 1
    assert plan[0] == rules.X_PLUS


def test_proposals_in_paper_mode_are_fair_rolls():
    match = Match("warpgrid", "; rolls: ask\n")
    drawn = [propose(match.setup, match.view(0), 0, seed) for seed in range(2000)]
    assert set(drawn) == set(range(rules.ROLL_1_1, rules.ACTIONS))
    assert max(drawn.count(action) for action in set(drawn)) < 100


def test_the_table_of_chances_grows_with_charge_and_falls_with_grids_to_go():
    rows = [CHANCES[grid * 49 : grid * 49 + 49] for grid in range(6)]
    assert len(CHANCES) == 294
    assert all(list(row) == sorted(row) and row[-1] <= 1_000_000 for row in rows)
    assert 260_000 < CHANCES[0] < 320_000
    assert rows[5][12] > rows[0][12]


def test_the_story_names_the_choice_that_lost_most():
    match = Match("warpgrid", "; grid: 6\n; dice: 3 3 5 3 2 3 2 3 2 3 1 1 1 1 1 1 2 1\n")
    match.play("x-")
    story = review(match.setup, match.states(), [0], [rules.X_MINUS])
    assert story[0].startswith("It turned in turn 1 (grid 6): x- left 0 % to win, x+ 100 %")


def test_the_story_names_the_field_roll_that_cost_most():
    match = Match("warpgrid", "; charge: 20\n; dice: 2 2 6 6 3 3 1 1 3 3\n")
    for word in ("x+", "stay", "y+", "stay", "phase 1"):  # hit at 3,3
        match.play(word)
    story = review(match.setup, match.states(), [0] * 5, [ply.action for ply in match.plies])
    assert story[1].startswith("The dice cost most in the field round of turn 1 (grid 1): ")


def test_percent_never_pretends():
    assert [percent(chance) for chance in (0.0, 1.0, 0.00001, 0.99999, 0.5)] == [
        "0 %",
        "100 %",
        "0.1 %",
        "99.9 %",
        "50.0 %",
    ]


def run_matches(player, count, tries=0):
    """Results of many matches: how each ended, its grid, turns, score and decisions."""
    setup, state = read_setup("")
    memory, results = SearchMemory(type(state)), numpy.zeros(count * matches.COLUMNS, numpy.int64)
    more = (memory.ends, memory.plans, memory.looks, memory.prints, memory.sums, tries) if tries else ()
    compiled(player)(array(setup)[0], array(type(state), 3), results, 1, count, *more)
    return results.reshape(count, matches.COLUMNS)


def test_the_batch_plays_the_matches_that_a_person_would_see():
    """The greedy matches of seeds 1 to 3, again by the rules one word at a time."""
    results = run_matches(matches.greedy_matches, 3)
    for number in range(3):
        match = Match("warpgrid", "\n", seed=number + 1)
        while not match.over:
            plan = [0] * 16
            length = best_way(match.setup, match.view(0), plan, 0)
            for action in plan[:length]:
                match.act(0, action)
        facts = match.facts()
        assert list(results[number][:4]) == [match.state.ending, facts["grid"], facts["turn"], facts["score"]]


@pytest.mark.slow
def test_the_searching_player_is_far_ahead_of_the_greedy_one_and_that_of_chance():
    searching = (run_matches(matches.search_matches, 200, tries=32)[:, 0] == rules.ESCAPED).mean()
    greedy = (run_matches(matches.greedy_matches, 2000)[:, 0] == rules.ESCAPED).mean()
    anyhow = (run_matches(matches.random_matches, 2000)[:, 0] == rules.ESCAPED).mean()
    assert anyhow < 0.005
    assert 0.25 < greedy < 0.33
    assert searching > greedy + 0.1
    assert search.KEPT == 16


def test_odds_at_the_prompt_fit_the_screen_and_say_so_where_there_is_no_choice(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("GRIDHALL_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("odds\n22\n66\n33\n62\nodds\n"))
    assert main(["play", "warpgrid", "paper", "--plain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines.count("There is nothing to choose between now.") == 1
    assert max(map(len, lines)) <= 80
    assert {line.split()[0] for line in lines if "samples;" in line} == {"x+", "x-", "y+", "y-"}
