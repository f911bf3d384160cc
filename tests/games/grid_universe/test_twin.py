"""The rules agree with their slow twin, interpreted and compiled, on levels with any combination of properties."""

import copy
import json
from pathlib import Path

import pytest
from tests.games.grid_universe.random_levels import WORDS, random_level, random_words
from tests.games.grid_universe.twin import Twin

from gridhall.kernel import array, compiled
from gridhall.registry import load

CASES = json.loads((Path(__file__).parents[2] / "golden" / "grid_universe_cases.json").read_text("utf-8"))


def agree(numbers, fast=None):
    game = load("grid_universe")
    for number in numbers:
        level = random_level(number)
        setup, state = game.read_setup(json.dumps(level))
        state.rng = level.get("seed") or 0
        twin = Twin(level)
        assert game.facts(setup, state, -1) == twin.facts(), number
        for ply, word in enumerate(random_words(number)):
            if twin.status != "playing":
                assert not game.acting(setup, state)
                break
            action = WORDS.index(word)
            if fast:
                before = copy.copy(state)
                fast(array(setup)[0], array(state)[0], 0, action)
                if number % 10 == 0:  # byte for byte
                    game.step(setup, before, 0, action)
                    assert bytes(before) == bytes(state), (number, ply)
            else:
                game.step(setup, state, 0, action)
            twin.play(word)
            assert game.facts(setup, state, -1) == twin.facts(), (number, ply, word)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_twin_passes_the_golden_cases(case):
    twin = Twin(case["setup"])
    for number, word in enumerate(case["words"], 1):
        if str(number - 1) in case["checkpoints"]:
            assert twin.facts() == case["checkpoints"][str(number - 1)]
        if number in case["refused"]:
            assert twin.status != "playing"
        else:
            twin.play(word)
    assert twin.facts() == case["expect"]


def test_interpreted_rules_agree_with_the_twin():
    agree(range(150))


def test_compiled_rules_agree_with_the_twin():
    agree(range(150, 400), compiled(load("grid_universe").step))


@pytest.mark.slow
def test_compiled_rules_agree_with_the_twin_on_many_levels():
    agree(range(400, 2400), compiled(load("grid_universe").step))


@pytest.mark.slow
def test_interpreted_rules_agree_with_the_twin_on_many_levels():
    agree(range(2400, 4400))
