"""No key means two things at once: the client's own keys, as its file lists them, beside those of every scene."""

import json
import random
from pathlib import Path

import pytest

from gridhall.conformance.screen import choosing_steps, meanings_of_keys
from gridhall.match import Match
from gridhall.registry import games, levels, load

OWN = json.loads((Path(__file__).parents[1] / "web/src/keys.json").read_text("utf-8"))


def scenes(name):
    """What players are shown in a few random matches of a game, of its default and of some of its levels."""
    game = load(name)
    for seed, setup in enumerate([None, *[level.name for level in levels(game)][:2]]):
        match, draw = Match(name, setup, seed=seed), random.Random(seed)
        for _ in range(40):
            if match.over:
                break
            yield from (match.scene(player) for player in range(game.PLAYERS))
            player = draw.choice(match.acting)
            match.act(player, draw.choice(match.legal(player)))


@pytest.mark.parametrize("name", games())
def test_the_client_has_a_key_left_for_everything_of_its_own(name):
    for scene in scenes(name):
        for choices, pieces in choosing_steps(scene):
            taken = meanings_of_keys(scene, choices, pieces)
            for own in (entry for entry in OWN if entry["when"] == "play"):
                assert set(own["keys"]) - set(taken), f"{own['name']} has no key left beside {sorted(taken)}"


def test_the_clients_own_keys_differ_from_each_other():
    for when in ("play", "past", "over"):
        keys = [key for entry in OWN if entry["when"] == when for key in entry["keys"]]
        assert len(keys) == len(set(keys))
