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
    result = survey(puzzle.text, puzzle.note)
    assert (result.solutions, result.plans) == (puzzle.certificate["solutions"], puzzle.certificate["plans"])
    assert result.solutions > 0
    assert judge_puzzle(puzzle.text, puzzle.note, result.witness).solved


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


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_match_of_a_puzzle_plays_the_reply_and_tells_the_result(puzzle):
    side = puzzle.note["side"] - 1
    mine = [
        word.partition(": ")[2] for word in puzzle.certificate["witness"].split("; ") if word.startswith(str(side + 1))
    ]
    for words, title in ((mine, "Solved"), (["new", "extend"], "Not solved")):
        match = Match("echoes", puzzle.name)
        if words != mine:
            first = next(action for action in range(16) if action in match.legal(side))
            words = [
                ECHOES.word(match.setup, match.state, first),
                *[f"shield {'SN'[side]}"] * (5 if first < 8 else 3),
                "submit",
            ]
        for word in words:
            assert ECHOES.automatic(match.setup, match.view(side), side) == -1
            match.play(word, side)
        moments = []
        while not match.over:
            moments = match.act(1 - side, ECHOES.automatic(match.setup, match.view(1 - side), 1 - side))
        assert match.scene(side).outcome.title == title
        assert match.scene(side).outcome.won == (title == "Solved")
        assert title in [shown.text for shown in match.moments(moments, side)][-1]


def test_no_other_match_plays_by_itself():
    puzzle = PUZZLES[0]
    for text in (
        "",
        "; turns: 1\n",
        puzzle.text.replace("Destroy", "Spare"),
        puzzle.text.replace("turns: 1", "turns: 2"),
    ):
        match = Match.of_text(ECHOES, text)
        assert [ECHOES.automatic(match.setup, match.view(player), player) for player in range(2)] == [-1, -1]


def test_a_wrong_plan_is_told_and_not_raised():
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.name == "one_shot_two")
    assert not judge_puzzle(puzzle.text, puzzle.note, ["new A", "fire N", "fire N", "shield N", "submit"]).solved
    assert "EC11" in judge_puzzle(puzzle.text, puzzle.note, ["new A", "walk S"]).text
    assert "not sealed" in judge_puzzle(puzzle.text, puzzle.note, ["new A", "fire N"]).text
    assert "no word" in judge_puzzle(puzzle.text, puzzle.note, ["hop"]).text
    assert judge_puzzle(
        puzzle.text, puzzle.note, ["new A", "undo", "new D", "dash N", "walk NE", "fire NW", "submit"]
    ).solved


def test_without_a_solution_the_survey_says_so():
    note = {"side": 1, "goal": {"destroy": 2}, "reply": ["new A", "fire S", "fire S", "shield S", "submit"]}
    result = survey("; turns: 1\n2 D: shield S\n2 E: shield S\n", {**note, "goal": {"destroy": 4}})
    assert result.solutions == 0
    assert result.witness == []
    assert result.plans == 1_125_452
