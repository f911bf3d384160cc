"""A level as a search problem: the same answers as the solver's, states that are never changed. Games are found."""

from collections import deque

import pytest

import gridhall
from gridhall.errors import Unavailable
from gridhall.registry import games, load

PUZZLES = [name for name in games() if load(name).PUZZLE]


@pytest.mark.parametrize("name", PUZZLES)
def test_breadth_first_search_over_a_problem_finds_the_solvers_optimum(name):
    problem = gridhall.Problem(name)
    begin = bytes(problem.start)
    empty: tuple[int, ...] = ()
    queue, seen, solution = deque([(problem.start, empty)]), {problem.key(problem.start)}, None
    while queue and solution is None:
        state, path = queue.popleft()
        assert problem.heuristic(state) >= 0
        for action, after in problem.successors(state):
            if problem.is_goal(after):
                solution = (*path, action)
                break
            if problem.key(after) not in seen:
                seen.add(problem.key(after))
                queue.append((after, (*path, action)))
    assert bytes(problem.start) == begin
    assert problem.check(solution) == ""
    assert len(problem.words(solution)) == gridhall.solve(name).length


@pytest.mark.parametrize("name", PUZZLES)
def test_a_heuristic_never_promises_more_than_the_optimum(name):
    problem = gridhall.Problem(name)
    proof = gridhall.solve(name)
    state, left = problem.start, proof.length
    for word in proof.witness:
        assert problem.heuristic(state) <= left
        action = problem.game.read_word(problem.setup, state, word)
        state = dict(problem.successors(state))[action]
        left -= 1
    assert problem.is_goal(state) and problem.heuristic(state) == 0
    assert list(problem.successors(state)) == []


@pytest.mark.parametrize("name", PUZZLES)
def test_a_wrong_solution_is_told_what_is_wrong_with_it(name):
    problem = gridhall.Problem(name)
    assert "the level is not won" in problem.check([])
    assert "is not allowed there" in problem.check([10**6])
    match = gridhall.Match(name)
    words = gridhall.solve(name).witness
    actions = []
    for word in words:
        actions.append(match.read(word)[1])
        match.play(word)
    assert "is over before move" in problem.check([*actions, actions[0]])


def test_what_is_no_puzzle_is_no_problem():
    other = next(name for name in games() if not load(name).PUZZLE)
    with pytest.raises(Unavailable, match="nothing to search for"):
        gridhall.Problem(other)
