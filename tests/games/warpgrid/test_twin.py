"""Warpgrid against a plain twin written from its rules page, on random games."""

import random

import pytest
from tests.games.warpgrid import twin

from gridhall.match import Match


def random_setup(rng):
    """A setup's text and the twin's arguments: scripted dice, then seeded or asked ones."""
    grid, faces = rng.choice((1, 1, 2, 3, 4, 5, 6, 6)), 2 * rng.choice((0, 3, 20, 100))
    few = rng.choice(((1, 6), (1, 2), (1, 3), (5, 6)))  # crowded dice make hits, walls and level 3 common
    most = 24 + 4 * grid
    options = {
        "grid": grid,
        "charge": rng.choice((0, 11, 12, rng.randint(0, most), most)),
        "seed": rng.getrandbits(64),
        "ask": rng.random() < 0.4,
    }
    dice = [rng.randint(*few) for _ in range(faces)]
    lines = [
        f"; grid: {grid}",
        f"; charge: {options['charge']}",
        f"; seed: {options['seed']}",
        f"; rolls: {'ask' if options['ask'] else 'seeded'}",
    ]
    return "\n".join([*lines, f"; dice: {' '.join(map(str, dice))}"]) + "\n", {**options, "dice": dice}


def play_both(number, careful):
    """One game with random words, careful ones if asked; the facts must agree after each.

    Return the reason of the end.
    """
    rng = random.Random(f"warpgrid {number}")
    text, options = random_setup(rng)
    match, slow_facts = Match("warpgrid", text), twin.Twin(**options).words()
    expected = next(slow_facts)
    while True:
        assert match.facts() == expected, f"game {number} after {[ply.word for ply in match.plies]} of {text}"
        if match.over:
            return expected["reason"]
        words = match.facts()["legal"]
        if careful:  # any word but those that lose at once: longer games see more
            words = [choice.word for choice in match.scene().choices if not choice.danger] or words
        word = rng.choice(words)
        match.play(word)
        expected = slow_facts.send(word)


def test_300_random_games_agree_with_the_twin():
    reasons = [play_both(number, number % 2) for number in range(300)]
    assert min(reasons.count(reason) for reason in ("stood", "entered", "escaped")) >= 1, (
        "the games must show every end"
    )


@pytest.mark.slow
def test_5000_random_games_agree_with_the_twin():
    for number in range(1000, 6000):
        play_both(number, number % 2)


def test_the_twin_notices_a_changed_rule(monkeypatch):
    from gridhall.games.warpgrid import rules

    monkeypatch.setattr(rules, "DRAIN", (0, 0, 1, 3))
    with pytest.raises(AssertionError):
        for number in range(300):
            play_both(number, number % 2)
