"""The language of danger is true: choices that are marked are played, with other chance and other secrets each time."""

import copy
import random

from gridhall.conformance.drawn_match import DrawnMatch
from gridhall.danger import chance_of_loss, is_lost, odds_text, percent
from gridhall.game import Guess
from gridhall.match import Match
from gridhall.scene import Choice

STRICT = 5.0  # standard deviations that a sampled share may be off
SAMPLES = 12
CHOICES = 6  # of a position, how many are played; all that are marked are among them


def dangers(drawn: DrawnMatch) -> None:
    for match in drawn.positions(6):
        for player in match.acting:
            choices = [choice for choice in match.scene(player).choices if not choice.why and not choice.reports]
            marked = [choice for choice in choices if choice.danger or choice.risk]
            others = [choice for choice in choices if not choice.danger and not choice.risk]
            for choice in [*marked, *others][:CHOICES]:
                hold_mark(match, player, choice, SAMPLES)


def hold_mark(match: Match, player: int, choice: Choice, samples: int) -> bool:
    """Compare what a scene says of a choice with what play shows; returns whether it may lose."""
    game = match.game
    if choice.danger:
        count = losses(match, player, choice.action, samples)
        assert count == samples, f"{choice.word!r} is called surely fatal, but survives {samples - count} of {samples}"
        assert choice.confirm and not choice.risk, f"{choice.word!r} is surely fatal; it must ask, and have no odds"
        return True
    if game.PLAYERS > 1:
        return False
    chance = chance_of_loss(game, match.setup, match.view(player), player, choice.action)
    wanted = (percent(chance), odds_text(chance)) if chance else (0, "")
    assert (choice.risk, choice.odds) == wanted, f"{choice.word!r} has odds {choice.odds!r}; they are {wanted[1]!r}"
    count = losses(match, player, choice.action, samples)
    assert chance or not count, f"{choice.word!r} is called safe, but loses in {count} of {samples}"
    off = abs(count / samples - chance)
    near = STRICT * (float(chance * (1 - chance)) / samples) ** 0.5 + 0.02
    assert off <= near, f"{choice.word!r} loses in {count} of {samples}; its odds are {float(chance):.2f}"
    return chance > 0


def losses(match: Match, player: int, action: int, samples: int) -> int:
    """How often an action loses before the player's next choice."""
    game, setup, view = match.game, match.setup, match.view(player)
    count = 0
    for seed in range(samples):
        after = copy.copy(view)
        game.resample(setup, after, player, 1000 + seed)
        game.step(setup, after, player, action)
        chance = random.Random(seed)
        while (mask := game.acting(setup, after)) and (not mask >> player & 1 or _only_reports(match, after, player)):
            other = mask.bit_length() - 1
            legal = [reply for reply in range(game.ACTIONS) if not game.refusal(setup, after, other, reply)]
            game.step(setup, after, other, chance.choice(legal))
            if len(legal) > 50:
                break  # a turn of many acts: nobody knows what the other will do
        count += is_lost(game, setup, after, player)
    return count


def _only_reports(match: Match, state: Guess, player: int) -> bool:
    """Whether the player is asked only for what chance has brought, which is no choice."""
    if match.game.PLAYERS > 1:
        return False
    return all(choice.reports for choice in match.game.scene(match.setup, state, player).choices)
