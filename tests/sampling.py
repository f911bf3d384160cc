"""Of tests that take seconds a game: which games `make test` runs; `make test-slow` runs the others."""

import ctypes
from collections.abc import Iterable
from typing import Any

import pytest

from gridhall.registry import load


def one_of_each_kind(names: Iterable[str]) -> list[Any]:
    """The games as parameters: the first game for one player and the first for two are quick, the others slow."""
    known: set[int] = set()
    params = []
    for name in names:
        players = load(name).PLAYERS
        params.append(pytest.param(name, marks=pytest.mark.slow if players in known else ()))
        known.add(players)
    return params


def largest(names: Iterable[str]) -> str:
    """The game with the largest state, which takes the longest to compile."""
    return max(names, key=lambda name: ctypes.sizeof(load(name).State))
