"""gridhall-1000: training, validation and held-out levels in tiers, proved disjoint; and fresh ones at evaluation.

A level is kept as the seed that its generator makes it of, with the fewest moves that win it and a hash of its
canonical form. Two levels that are mirrored or turned images of each other have the same canonical form, and all forms
of a tier are different: what an agent is scored on it has never seen, not even in a mirror. makers/tiers.py made them.
"""

import json
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from gridhall.agents.rating import Z, interval
from gridhall.errors import Usage
from gridhall.learn.policies import moves_of_policy
from gridhall.learn.spaces import observe
from gridhall.learn.suite import PATIENCE
from gridhall.match import Match
from gridhall.rng import mix
from gridhall.solve.generator import generate

FILE = Path(__file__).parent / "gridhall-1000.json"
SETS = ("train", "validation", "held_out")
WAYS = (" up", " down", " left", " right")  # planes whose names end so change places when a board is turned
DIGITS = 12  # of a hash
ABROAD = 1 << 40  # seeds of fresh levels begin here; those that are kept are far below


class Tier(Struct):
    """Levels of one kind: the generator's options, and for each set the seeds, optima and hashes of its levels."""

    game: str
    tier: str
    options: dict[str, Any]
    seeds: dict[str, list[int]]
    optima: dict[str, list[int]]
    hashes: dict[str, str]  # one after the other, DIGITS each

    def forms(self, part: str) -> list[str]:
        """The hashes of a set's canonical forms."""
        text = self.hashes[part]
        return [text[at : at + DIGITS] for at in range(0, len(text), DIGITS)]

    def known(self) -> set[str]:
        """The forms of all sets."""
        return {form for part in SETS for form in self.forms(part)}


class GeneratedLevel(Struct):
    """A level to be scored on."""

    text: str
    optimum: int


class TierScore(Struct):
    """How a policy did: the share solved, and the mean of optimum / used moves (0 for what was not solved), each with
    its 95 % interval."""

    game: str
    tier: str
    levels: int
    solved: float
    solved_interval: tuple[float, float]
    efficiency: float
    efficiency_interval: tuple[float, float]


@cache
def tiers() -> tuple[Tier, ...]:
    return tuple(Tier(**tier) for tier in json.loads(FILE.read_text("utf-8")))


def tier_of(game: str, name: str) -> Tier:
    for tier in tiers():
        if (tier.game, tier.tier) == (game, name):
            return tier
    there = ", ".join(f"{tier.game} {tier.tier}" for tier in tiers())
    raise Usage(f"the suite has no tier {' '.join(filter(None, (game, name)))}; it has {there}")


def canonical(game: str, text: str) -> str:
    """A hash that is the same for all turned and mirrored images of a level.

    It forgets amounts, numbers and directions, so that some levels that differ have one form, too: that is on the safe
    side, as levels whose forms differ are no images of each other.
    """
    match = Match(game, text)
    planes = observe(match.game, match.setup, match.view(0), 0)["planes"] != 0
    ways = [name.endswith(WAYS) for name, _ in match.game.PLANES_SEEN]
    folded = np.concatenate([planes[~np.array(ways)], planes[np.array(ways)].any(0)[None]]).astype(np.uint8)
    images = []
    for turns in range(4):
        turned = np.rot90(folded, turns, (1, 2))
        images += [turned, turned[:, :, ::-1]]
    forms = [bytes(image.shape) + np.packbits(image).tobytes() for image in images]
    return blake2b(min(forms), digest_size=DIGITS // 2).hexdigest()


def kept(tier: Tier, part: str) -> Iterator[GeneratedLevel]:
    """The levels of a set, made anew from their seeds."""
    if part not in SETS:
        raise Usage(f"a tier has no set {part!r}; it has {', '.join(SETS)}")
    for seed, optimum in zip(tier.seeds[part], tier.optima[part], strict=True):
        yield GeneratedLevel(generate(tier.game, seed, **tier.options).text, optimum)


def fresh(tier: Tier, seed: int, count: int) -> Iterator[GeneratedLevel]:
    """Levels that nobody has seen: none is an image of a kept one, or of another of these."""
    known, number = tier.known(), 0
    while count > 0:
        level = generate(tier.game, ABROAD + mix(mix(seed) ^ number) % ABROAD, **tier.options)
        number += 1
        form = canonical(tier.game, level.text)
        if form not in known:
            known.add(form)
            count -= 1
            yield GeneratedLevel(level.text, int(level.certificate["length"]))


def score(policy: Any, tier: Tier, levels: list[GeneratedLevel], **options: Any) -> TierScore:
    """Let a policy of Gymnasium's kind play levels of a tier; `options` are those of its environment."""
    if not levels:
        raise Usage("there is no level to score the policy on; give at least one, such as those of `fresh` or `kept`")
    shares = []
    for level in levels:
        used = moves_of_policy(policy, tier.game, level.text, PATIENCE * level.optimum, **options)
        shares.append(0.0 if used is None else level.optimum / used)
    return score_of(tier, shares)


def score_of(tier: Tier, shares: list[float]) -> TierScore:
    """The score of optimum / used moves of each level, 0 for what was not solved."""
    count, solved = len(shares), sum(share > 0 for share in shares)
    mean, spread = float(np.mean(shares)), Z * float(np.std(shares)) / count**0.5
    between = max(0.0, mean - spread), min(1.0, mean + spread)
    return TierScore(tier.game, tier.tier, count, solved / count, interval(solved, count), mean, between)
