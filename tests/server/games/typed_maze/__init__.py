"""Maze Runner in which every word is typed, also the `end` of a team that has no choice."""

from gridhall.games.maze_runner import *  # noqa: F403

TITLE = "Typed Maze"


def automatic(setup, state, player):  # type: ignore[no-redef]  # instead of the one imported
    return -1
