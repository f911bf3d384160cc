"""Light, beams and the lines that a picture shows go the same way (MR32 to MR37, MR58)."""

import copy
import random

import pytest

from gridhall.games.maze_runner.coordinates import members
from gridhall.games.maze_runner.sight import LONGEST_RAY, shine, trace
from gridhall.games.maze_runner.structures import door_code
from gridhall.games.maze_runner.tables import AREA, BACKSLASH, FLAGS, FLOOR, GROUND, OFF, SLASH, WIDTH, WORDS
from gridhall.games.maze_runner.turns import fire_beams
from gridhall.kernel import zeros
from gridhall.match import Match
from gridhall.registry import load


def maze_of(seed):
    """A maze with mirrors and doors all over it, and its floor cells."""
    match, draw = Match("maze_runner", "; size: 23\n", seed), random.Random(seed)
    state = match.state
    floor = [cell for cell in range(AREA) if state.cells[cell] == FLOOR]
    for cell in floor:
        state.cells[cell] = draw.choice([FLOOR] * 4 + [SLASH] * 3 + [BACKSLASH] * 3 + [door_code(draw.randrange(2), 3)])
    return match, floor, draw


def followed(state, start, direction, bends):
    """The cells that `trace` passes, and the one that ends it."""
    rays = zeros(LONGEST_RAY)
    count = trace(state, start, direction, bends, rays)
    return [ray >> 3 for ray in rays[:count]], rays[count] >> 3


@pytest.mark.parametrize("seed", range(6))
def test_mr36_the_picture_of_light_is_what_a_lantern_lights(seed):
    match, floor, draw = maze_of(seed)
    state = match.state
    for start in floor:
        direction, match.setup.bends = draw.randrange(0, 8, 2), draw.choice((0, 1, 5, 99))
        for word in range(WORDS):
            state.visible[word] = 0
        shine(match.setup, state, 0, start, direction)
        passed, end = followed(state, start, direction, match.setup.bends)
        assert members(state, "visible", 0) == {cell for cell in (*passed, end) if state.cells[cell] != OFF}


@pytest.mark.parametrize("seed", range(6))
def test_mr58_the_picture_of_a_beam_is_where_it_fires(seed):
    match, floor, draw = maze_of(seed)
    for word in range(WORDS):
        match.state.visible[word] = -1  # player 1 sees every cell, and so all of the beam
    for start in floor:
        state = copy.copy(match.state)
        direction = draw.randrange(0, 8, 2)
        state.beams, state.beam_cell[0], state.beam_direction[0] = 1, start, direction
        passed, end = followed(state, start, direction, -1)
        lit = {cell for cell in (*passed, end) if FLAGS[state.cells[cell] + 128] & GROUND}
        fire_beams(match.setup, state)
        assert members(state, "lit", 0) == lit


def test_mr37_a_ray_that_comes_back_ends_there():
    match = Match.of_text(load("maze_runner"), "; minions: 1\nN1......\n../..\\..\n........\n..\\../..\n.4.....M\n")
    start = match.state.nexus[0] + WIDTH + 3  # between the upper two of four mirrors that send light round
    passed, end = followed(match.state, start, 2, -1)
    assert end == passed[0] and passed[-1] == start and len(passed) == 10
