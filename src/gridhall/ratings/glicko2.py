"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013): a rating, how unsure it is, and how erratic.

A rating r with deviation RD is a belief about a strength: normal, with that mean and that standard deviation. On the
scale of the formulas, mu = (r - 1500) / 173.7178 and phi = RD / 173.7178, so that a difference of 1 multiplies the odds
of winning by e (173.7178 is 400 / ln 10, the points of Elo's scale for that). Against opponents j with results s_j:

    g_j = 1 / sqrt(1 + 3 phi_j^2 / pi^2)           how much is learnt from j: less, the less is known of j
    E_j = 1 / (1 + exp(-g_j (mu - mu_j)))          the score that is expected against j
    v   = 1 / sum g_j^2 E_j (1 - E_j)              the variance of mu that these results alone would leave
    d   = v sum g_j (s_j - E_j)                    where they alone would move mu

The volatility sigma says how far the true strength wanders in a period. Its new value s maximises the likelihood of
having seen d: with x = ln s^2 it is where

    f(x) = e^x (d^2 - phi^2 - v - e^x) / (2 (phi^2 + v + e^x)^2) - (x - ln sigma^2) / tau^2  =  0

which is found between two ends of different sign by the Illinois way of false position. Then the belief widens by the
wandering, and is combined with what was seen, as two measurements are: by adding what each knows (1 / variance).

    phi* = sqrt(phi^2 + s^2),    phi' = 1 / sqrt(1 / phi*^2 + 1 / v),    mu' = mu + phi'^2 sum g_j (s_j - E_j)

The hall counts every match as a period of its own, and what lies between two matches as fractions of PERIOD in which
nothing was played: phi grows by sqrt(phi^2 + sigma^2 t). Sums are taken in the order given and no step depends on
anything but the numbers, so that the same matches in the same order give the same bits.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

SCALE = 400 / math.log(10)  # points of the scale that people read, for one of the formulas
MIDDLE = 1500.0  # the rating of somebody of whom nothing is known
WIDEST = 350.0  # the deviation of somebody of whom nothing is known; none is larger
NARROWEST = 30.0  # no deviation is smaller, so that a rating can always move
VOLATILITY = 0.06
TAU = 0.5  # how fast volatility may change
PERIOD = 30 * 86400.0  # seconds without a match that widen a belief by the volatility once
PROVISIONAL = 110.0  # with a larger deviation a rating is shown with a question mark
CLOSE = 1e-9  # how near the root of f is looked for
MOST_STEPS = 100  # that the search for it may take; about five are usual


class Rating(NamedTuple):
    """A belief about a player's strength."""

    rating: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = VOLATILITY

    @property
    def provisional(self) -> bool:
        """Whether too little is known for the number to be taken at its word."""
        return self.deviation > PROVISIONAL


class Encounter(NamedTuple):
    """The result against one opponent: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def weight(deviation: float) -> float:
    """How much is learnt from an opponent of this deviation (g)."""
    phi = deviation / SCALE
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def expected(player: Rating, opponent: Rating) -> float:
    """The score to expect, as far as both beliefs tell: unsure ones draw it towards a half."""
    unsure = math.hypot(player.deviation, opponent.deviation)
    return 1 / (1 + math.exp(-weight(unsure) * (player.rating - opponent.rating) / SCALE))


def rested(player: Rating, seconds: float) -> Rating:
    """The belief after a time without a match."""
    if seconds <= 0:
        return player
    phi = player.deviation / SCALE
    wider = math.sqrt(phi * phi + player.volatility * player.volatility * seconds / PERIOD) * SCALE
    return player._replace(deviation=min(WIDEST, wider))


def updated(player: Rating, scores: Sequence[Encounter], tau: float = TAU) -> Rating:
    """The belief after one period with these results, which may be none."""
    mu, phi, sigma = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE, player.volatility
    if not scores:
        return player._replace(deviation=min(WIDEST, math.sqrt(phi * phi + sigma * sigma) * SCALE))
    known = surprise = 0.0
    for opponent, score in scores:
        learnt = weight(opponent.deviation)
        chance = 1 / (1 + math.exp(-learnt * (mu - (opponent.rating - MIDDLE) / SCALE)))
        known += learnt * learnt * chance * (1 - chance)
        surprise += learnt * (score - chance)
    variance = 1 / known
    sigma = _new_volatility(phi, sigma, variance, variance * surprise, tau)
    phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + known)
    rating = (mu + phi * phi * surprise) * SCALE + MIDDLE
    return Rating(rating, min(WIDEST, max(NARROWEST, phi * SCALE)), sigma)


def _new_volatility(phi: float, sigma: float, variance: float, moved: float, tau: float) -> float:
    """The root of f, from its ends on both sides."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        power = math.exp(x)
        spread = phi * phi + variance + power
        return power * (moved * moved - spread) / (2 * spread * spread) - (x - start) / (tau * tau)

    low = start
    if moved * moved > phi * phi + variance:
        high = math.log(moved * moved - phi * phi - variance)
    else:
        high = start - tau
        while slope(high) < 0:
            high -= tau
    at_low, at_high = slope(low), slope(high)
    for _ in range(MOST_STEPS):
        if abs(high - low) <= CLOSE:
            break
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
