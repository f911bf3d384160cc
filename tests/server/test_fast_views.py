"""Views of large states are made by compiled code, and are the same."""

import copy
import random

from gridhall.kernel import compiled
from gridhall.match import Match
from gridhall.server.rooms.fast_views import hurry_views


def test_views_of_a_large_state_are_made_by_code_that_is_there_and_are_the_same() -> None:
    match, drawn = Match("maze_runner", seed=5), random.Random(5)
    compiled(match.game.hide).code_for(match.setup, match.state, 0)  # shipped, or compiled now
    quick = copy.copy(match)
    hurry_views(quick)
    assert quick.compiled_hide is not None and match.compiled_hide is None
    for _ in range(8):
        player = match.acting[0]
        action = drawn.choice(match.legal(player))
        for either in (match, quick):
            either.act(player, action)
        assert [bytes(quick.view(viewer)) for viewer in range(-1, 3)] == [
            bytes(match.view(viewer)) for viewer in range(-1, 3)
        ]


def test_small_states_and_those_without_code_are_left_to_the_interpreter() -> None:
    match = Match("echoes")
    hurry_views(match)
    assert match.compiled_hide is None
