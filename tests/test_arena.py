"""Tournaments: fair pairs, ratings that are right, and a table that outlives interruptions."""

import contextlib
import itertools
import json
import math
import os
import pty
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from gridhall.__main__ import main
from gridhall.agents.arena import pairings, play_match, tournament
from gridhall.agents.cross_table import MatchResult, Table
from gridhall.agents.rating import elo, expected, interval
from gridhall.errors import Unavailable

pytestmark = pytest.mark.usefixtures("toys")
TOYS = str(Path(__file__).parent / "toy")
NAMES = ["uniform", "greedy:1", "propose"]


# Ratings against known cases.


def test_the_expected_score_is_elos():
    assert expected(0) == 0.5
    assert math.isclose(expected(400), 10 / 11) and math.isclose(expected(-400), 1 / 11)


def test_two_players_differ_by_the_logarithm_of_their_odds():
    """300 : 100 with the half point each of the added draw: 400 lg (300.5 / 100.5)."""
    ratings, spread = elo([[0, 300], [100, 0]], [[0, 400], [400, 0]])
    assert math.isclose(ratings[0] - ratings[1], 400 * math.log10(300.5 / 100.5), abs_tol=1e-6)
    assert math.isclose(ratings.sum(), 0, abs_tol=1e-6) and math.isclose(spread[0], spread[1], rel_tol=1e-6)


def test_ratings_are_found_again_from_the_scores_they_predict():
    true = np.array([250.0, 40.0, -90.0, -200.0])
    matches = np.full((4, 4), 1e7) - np.diag([1e7] * 4)
    scores = matches / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    ratings, spread = elo(scores, matches)
    assert np.allclose(ratings, true - true.mean(), atol=0.01) and spread.max() < 1


def test_a_clean_sheet_is_finite_and_more_matches_are_surer():
    few, many = elo([[0, 5], [0, 0]], [[0, 5], [5, 0]])[0], elo([[0, 500], [0, 0]], [[0, 500], [500, 0]])[0]
    assert 0 < few[0] < many[0] < 2000
    even_few, even_many = (
        elo([[0, 5], [5, 0]], [[0, 10], [10, 0]])[1],
        elo([[0, 500], [500, 0]], [[0, 1000], [1000, 0]])[1],
    )
    assert even_many[0] * 8 < even_few[0]


def test_wilsons_interval_is_that_of_the_books():
    assert np.allclose(interval(8, 10), (0.4902, 0.9433), atol=1e-4)
    assert np.allclose(interval(0, 10), (0.0, 0.2775), atol=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


# Pairs and tables.


def test_each_pair_plays_the_same_seeds_from_both_sides():
    jobs = pairings(["a", "b", "c"], 6, 3, [("a", "b"), ("a", "c")])
    assert len(jobs) == 12
    for first, second in zip(jobs[::2], jobs[1::2]):
        assert first[0] == second[0][::-1] and first[1] == second[1] and first[2] != second[2]
    assert len({seed for _, seed, _ in jobs}) == 3
    assert len(pairings(["a", "b", "c"], 6, 3)) == 18 and jobs[:6] == pairings(["a", "b"], 6, 3) != pairings(
        ["a", "b"], 6, 4
    )


def test_the_table_counts_wins_draws_and_the_first_seat():
    table = Table(["a", "b"])
    results = [(("a", "b"), 1, 1.0, 4), (("b", "a"), 1, 0.5, 6), (("b", "a"), 2, 0.0, 8)]
    for result in itertools.starmap(MatchResult, results):
        table.add(result)
    numbers = table.as_json()
    assert (
        numbers["agents"][0]["against"]["b"]["score"] == round(2.5 / 3, 4)
        and numbers["agents"][1]["against"]["a"]["matches"] == 3
    )
    assert numbers["first_seat"]["score"] == 0.5 and numbers["median_plies"] == 6 and numbers["matches"] == 3
    assert "83 (3)" in table.as_text() and table.as_svg().count("<rect") == 3


def test_a_match_is_the_same_every_time_and_another_with_another_seed():
    """Coins is chance only: scores over many seeds differ, each is repeated."""
    results = [play_match("coins", "", 1, ("uniform", "uniform"), seed) for seed in range(12)]
    assert results == [play_match("coins", "", 1, ("uniform", "uniform"), seed) for seed in range(12)]
    assert {result.score for result in results} == {0.0, 1.0} and {result.plies for result in results} == {6}


def test_solitaires_and_unknown_agents_are_refused():
    with pytest.raises(Unavailable, match="an arena needs two"):
        tournament("phase_shift", ["uniform", "propose"], 2)
    with pytest.raises(Unavailable, match="no opponent 'nobody'"):
        tournament("coins", ["uniform", "nobody"], 2)


# Going on.


def test_an_arena_goes_on_where_it_was_interrupted(tmp_path, capsys):
    keep = tmp_path / "kept.jsonl"
    whole = tournament("coins", NAMES, 6, seed=2).as_json()

    def interrupted(done, total, table):
        if done == 7:
            raise KeyboardInterrupt

    partial = tournament("coins", NAMES, 6, seed=2, keep=keep, progress=interrupted)
    assert partial.as_json()["matches"] == 7 and "interrupted after 7 of 18" in capsys.readouterr().err
    before = keep.read_text()
    with open(keep, "a") as file:
        file.write('{"seats": ["uniform", "gre')  # the machine went down while writing
    assert tournament("coins", NAMES, 6, seed=2, keep=keep).as_json() == whole
    after = keep.read_text()  # every match that is played adds a line
    assert after.startswith(before) and len([json.loads(line) for line in after.splitlines()]) == 18
    assert tournament("coins", NAMES, 6, seed=2, keep=keep).as_json() == whole and keep.read_text() == after


def test_kept_matches_of_other_agents_do_not_count(tmp_path):
    """A level of play keeps its name while its author changes what it is."""
    keep, package = tmp_path / "kept.jsonl", tmp_path / "coins_of_mine"
    package.mkdir()
    environment = {**os.environ, "GRIDHALL_GAMES": os.pathsep.join([TOYS, str(tmp_path)])}
    command = [
        sys.executable,
        "-m",
        "gridhall",
        "arena",
        package.name,
        "easy",
        "propose",
        "--matches",
        "2",
        "--keep",
        str(keep),
    ]
    lines = []
    for agent in ({"agent": "uniform"}, {"agent": "greedy", "deals": 1}):
        levels = f"LEVELS_OF_PLAY = {{'easy': {agent}}}"
        (package / "__init__.py").write_text(f"from gridhall.games.coins import *\n\n{levels}\n", "utf-8")
        subprocess.run(command, env=environment, check=True, capture_output=True)
        lines.append(len(keep.read_text().splitlines()))
    assert lines == [2, 4]


def test_several_processes_give_the_same_table():
    alone, together = (
        tournament("coins", ["uniform", "propose"], 6, seed=5, processes=processes).as_json() for processes in (1, 2)
    )
    assert alone == together


def test_the_command_prints_text_json_and_a_picture(capsys, tmp_path):
    picture = tmp_path / "table.svg"
    assert (
        main(
            [
                "arena",
                "coins",
                "uniform",
                "propose",
                "--matches",
                "4",
                "--svg",
                str(picture),
                "--keep",
                str(tmp_path / "kept"),
            ]
        )
        == 0
    )
    assert "first seat" in capsys.readouterr().out and picture.read_text().startswith("<svg")
    assert (
        main(["arena", "coins", "uniform", "propose", "--matches", "4", "--json", "--keep", str(tmp_path / "kept")])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["matches"] == 4


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_gives_the_table_so_far(tmp_path, processes):
    """It is pressed when the program itself says, on its terminal, that some matches are done."""
    command = [
        sys.executable,
        "-m",
        "gridhall",
        "arena",
        "coins",
        "uniform",
        "propose",
        "--matches",
        "20000",
        "--processes",
        processes,
    ]
    ours, its = pty.openpty()
    # Who runs the tests may ignore Ctrl-C, and children inherit that.
    deliverable = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its, text=True, preexec_fn=deliverable) as running:
        os.close(its)
        said = b""
        while not re.search(rb"\d\d of 20000 matches", said):
            said += os.read(ours, 1 << 16)
        running.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # it has closed its end
            while more := os.read(ours, 1 << 16):
                said += more
        out, _ = running.communicate()
    os.close(ours)
    assert running.returncode == 0 and "first seat" in out
    assert b"interrupted after" in said and b"Traceback" not in said
