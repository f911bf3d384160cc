"""Which choices lose: what every scene says of it is compared with playing each choice many times. No game is named."""

import copy
import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from gridhall.conformance.danger import hold_mark, losses
from gridhall.danger import odds_text, percent, preview_of
from gridhall.game import Trials
from gridhall.match import Match
from gridhall.registry import games, levels, load
from gridhall.scene import Choice

GAMES = games()


def positions(name: str, count: int, seed: int) -> Iterator[tuple[Match, int]]:
    """Positions of random play over all levels, each with a player who acts; most near their end."""
    draw = random.Random(seed)
    setups = [None, *(level.name for level in levels(load(name)))]
    while count > 0:
        match = Match(name, draw.choice(setups), draw.getrandbits(64))
        for _ in range(draw.randrange(1, 60)):
            if match.over or count <= 0:
                break
            player = draw.choice(match.acting)
            yield match, player
            count -= 1
            safe = [choice.action for choice in match.scene(player).choices if is_quiet(match, player, choice)]
            if not safe:
                break
            match.act(player, draw.choice(safe))


def is_quiet(match: Match, player: int, choice: Choice) -> bool:
    """Whether a choice lets the match go on, so that longer matches come up."""
    if choice.why or choice.gives_up:
        return False
    after = copy.copy(match.state)
    match.game.step(match.setup, after, player, choice.action)
    return bool(match.game.acting(match.setup, after))


def hold_marks_true(name: str, positions_wanted: int, samples: int, seed: int) -> int:
    """Compare the marks of so many positions with play; how many choices were surely fatal."""
    sure = 0
    for match, player in positions(name, positions_wanted, seed):
        for choice in match.scene(player).choices:
            if not choice.why and not choice.reports:
                sure += choice.danger
                hold_mark(match, player, choice, samples)
    return sure


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_called_surely_fatal_that_survives_and_odds_are_what_play_shows(name):
    assert hold_marks_true(name, 60 if load(name).PLAYERS == 1 else 12, 12, 1) > 0


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).PLAYERS > 1])
def test_in_a_duel_too_what_loses_in_every_play_is_marked(name):
    """The other direction: where there are secrets playing proves nothing, but what never survives must look so."""
    for match, player in positions(name, 8, 5):
        choices = [choice for choice in match.scene(player).choices if not choice.why and not choice.reports]
        unmarked = [choice for choice in choices if not choice.danger and not choice.risk and not choice.then]
        for choice in unmarked[::7]:
            assert losses(match, player, choice.action, 6) < 6, f"{name}: {choice.word} looks safe, and always loses"
        for choice in choices:
            assert choice.danger or not choice.gives_up, f"{name}: {choice.word} gives up, which is surely fatal"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_same_over_thousands_of_positions(name):
    alone = load(name).PLAYERS == 1
    for seed in range(4):
        hold_marks_true(name, 500 if alone else 100, 12 if alone else 6, 10 + seed)


def test_odds_are_told_in_words():
    assert odds_text(Fraction(35, 36)) == "loses in 35 of 36"
    assert odds_text(Fraction(1225, 1296)) == "loses in about 95 of 100"
    assert odds_text(Fraction(1, 46656)) == "loses in about 1 of 100"
    assert percent(Fraction(9999, 10000)) == 99
    assert odds_text(Trials(12, 12)) == "lost in all 12 trials" and percent(Trials(12, 12)) == 93
    assert odds_text(Trials(5, 48)) == "lost in 5 of 48 trials"
    assert not Trials(0, 48)


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).PLAYERS == 1 and load(name).preview])
def test_a_preview_tells_the_odds_of_its_choice(name):
    for match, player in positions(name, 40, 3):
        for choice in match.scene(player).choices:
            if not choice.why and not choice.reports:
                preview = preview_of(match.game, match.setup, match.view(player), player, [choice.action])
                assert preview is not None
                agrees = choice.odds[1:] in preview.text if choice.odds else "trials" not in preview.text
                assert agrees, f"{name}: {choice.word}: {preview.text}"
