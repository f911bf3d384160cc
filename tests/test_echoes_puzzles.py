"""Echoes puzzles: every number in the ladder is proved again."""

import pytest

from gridhall.games.echoes.puzzles import Goal, judge_puzzle, reply, survey
from gridhall.match import Match
from gridhall.registry import levels, load

ECHOES = load("echoes")
PUZZLES = levels(ECHOES)


def test_there_are_enough_and_of_every_sort():
    assert len(PUZZLES) >= 12
    assert {puzzle.note["side"] for puzzle in PUZZLES} == {1, 2}
    assert {"destroy", "lose", "win"} == {key for puzzle in PUZZLES for key in puzzle.note["goal"]}


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_the_number_of_solutions_is_proved(puzzle):
    found = survey(puzzle.text, puzzle.note)
    assert (found.solutions, found.plans) == (puzzle.certificate["solutions"], puzzle.certificate["plans"])
    assert found.solutions > 0
    assert judge_puzzle(puzzle.text, puzzle.note, found.witness).solved


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_the_witness_reaches_the_goal_in_a_match(puzzle):
    match = Match("echoes", puzzle.name)
    for word in puzzle.certificate["witness"].split("; "):
        match.play(word)
    assert match.over
    facts, goal, side = match.facts(), Goal(**puzzle.note["goal"]), puzzle.note["side"]
    fallen = [name for names in facts["last_replay"]["destroyed"].values() for name in names]
    assert sum(name[0] != str(side) for name in fallen) >= goal.destroy
    assert sum(name[0] == str(side) for name in fallen) <= goal.lose
    if goal.win:
        assert (facts["winner"], facts["reason"]) == (side, goal.win)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_the_other_side_plays_its_reply_by_itself(puzzle):
    match = Match("echoes", puzzle.name)
    other = 2 - puzzle.note["side"]
    said = []
    while (word := reply(puzzle.note, match.setup, match.state, other)) is not None:
        match.play(word, other)
        said.append(word)
    assert said == puzzle.note["reply"]
    assert reply(puzzle.note, match.setup, match.state, 1 - other) is None
    assert puzzle.note["reply"][0].split()[0] in puzzle.text.splitlines()[1]  # the title tells the reply


def test_a_wrong_plan_is_told_and_not_raised():
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.name == "one_shot_two")
    assert not judge_puzzle(puzzle.text, puzzle.note, ["new A", "fire N", "fire N", "shield N", "submit"]).solved
    assert "EC11" in judge_puzzle(puzzle.text, puzzle.note, ["new A", "walk S"]).text
    assert "not sealed" in judge_puzzle(puzzle.text, puzzle.note, ["new A", "fire N"]).text
    assert "no word" in judge_puzzle(puzzle.text, puzzle.note, ["hop"]).text
    assert judge_puzzle(puzzle.text, puzzle.note, ["new A", "undo", "new D", "dash N", "walk NE", "fire NW", "submit"]).solved


def test_without_a_solution_the_survey_says_so():
    note = {"side": 1, "goal": {"destroy": 2}, "reply": ["new A", "fire S", "fire S", "shield S", "submit"]}
    found = survey("; turns: 1\n2 D: shield S\n2 E: shield S\n", {**note, "goal": {"destroy": 4}})
    assert found.solutions == 0
    assert found.witness == []
    assert found.plans == 1_125_452
