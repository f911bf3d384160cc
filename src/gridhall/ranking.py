"""How two results of a game compare: by the facts that its RANKING names; less of a fact is better behind a "-"."""

from collections.abc import Mapping, Sequence
from typing import Any


def ranked_facts(ranking: Sequence[str]) -> list[str]:
    """The names of the facts, the most important first."""
    return [name.removeprefix("-") for name in ranking]


def rank_numbers(ranking: Sequence[str], facts: Mapping[str, Any]) -> list[float]:
    """A result as numbers that sort the better one first; a fact that is missing, or is no number, counts as 0."""
    numbers = []
    for name in ranking:
        fact = facts.get(name.removeprefix("-"))
        number = fact if isinstance(fact, (int, float)) else 0
        numbers.append(number if name.startswith("-") else -number)
    return numbers
