"""Strength from results: shares with their intervals, and Elo ratings by maximum likelihood.

The model is Bradley and Terry's; a draw is half a win for each.
"""

import math
from typing import Any

import numpy as np

SCALE = 400 / math.log(10)  # Elo points of one natural unit
Z = 1.959964  # 95 %


def interval(score: float, matches: int) -> tuple[float, float]:
    """The 95 % interval (Wilson) of a share, from the sum of scores in `matches` matches."""
    if not matches:
        return 0.0, 1.0
    share, spread = score / matches, Z * Z / matches
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * math.sqrt(share * (1 - share) / matches + spread / (4 * matches))
    return max(0.0, middle - half), min(1.0, middle + half)


def expected(difference: float) -> float:
    """The score expected of a player who is so many Elo points stronger."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo(scores: Any, matches: Any, rounds: int = 200) -> tuple[Any, Any]:
    """Ratings (mean 0) and half their 95 % intervals from cross tables: scores[i, j] of i in matches[i, j] against j.

    One drawn match between all pairs that met is added, so that clean sheets stay finite.
    """
    scores, matches = np.asarray(scores, float), np.asarray(matches, float)
    met = matches > 0
    scores, matches = scores + 0.5 * met, matches + met
    count = len(scores)
    ratings = np.zeros(count)
    information = np.zeros((count, count))
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        slope = (scores - matches * chance).sum(1)
        weight = matches * chance * (1 - chance)
        information = np.diag(weight.sum(1)) - weight
        step = np.linalg.pinv(information) @ slope
        ratings += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    spread = np.sqrt(np.maximum(np.diag(np.linalg.pinv(information)), 0))
    return (ratings - ratings.mean()) * SCALE, Z * spread * SCALE
