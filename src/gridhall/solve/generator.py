"""New levels from Python, each with its proof, as a level that everything takes: matches, `solve`, environments."""

import os
from typing import Any

from gridhall.errors import Usage
from gridhall.game import Game
from gridhall.match import Match
from gridhall.options import parameters
from gridhall.registry import ShippedLevel, load, name_of


def generate(game: str | Game, seed: int | None = None, **options: Any) -> ShippedLevel:
    """A new level of a game. `options` are those of its generator (`gridhall generate GAME --options` lists them).

    The same seed and options give the same level; without a seed another one each time.
    """
    from gridhall.solve.certificate import prove
    from gridhall.solve.generation import generate as generate_proved

    loaded = load(game) if isinstance(game, str) else game
    if loaded.generate is None:
        raise Usage(f"{loaded.TITLE} has no generator")
    known = [parameter.option.name for parameter in parameters(loaded.generate)]
    for name in options:
        if name not in known:
            raise Usage(f"the generator of {loaded.TITLE} has no option {name!r}; it has {', '.join(known)}")
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    if hasattr(seed, "__index__"):  # also NumPy's numbers
        seed = seed.__index__()
    if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise Usage(f"the seed is {seed!r}; it must be a whole number from 0 to 2^64 - 1, or None")
    text, proof = generate_proved(loaded, seed, options)
    if loaded.PUZZLE and (proof is None or proof.witness is None):
        proof = prove(Match.of_text(loaded, text))
    certificate = proof.as_json() if proof and loaded.PUZZLE else {}
    name = f"{name_of(loaded)}_{seed}"
    return ShippedLevel(name, name, "generated", text, certificate, {"seed": seed, **options})
