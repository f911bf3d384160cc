"""New levels from Python, each with its proof, as a level that everything takes: matches, `solve`, environments."""

import inspect
import os
from typing import TYPE_CHECKING, Any

from gridhall.errors import Usage
from gridhall.game import Game
from gridhall.match import Match
from gridhall.registry import ShippedLevel, load, name_of

if TYPE_CHECKING:
    from gridhall.solve.certificate import Certificate


def generate(game: str | Game, seed: int | None = None, **options: Any) -> ShippedLevel:
    """A new level of a game. `options` are those of its generator (`gridhall generate GAME --options` lists them).

    The same seed and options give the same level; without a seed another one each time.
    """
    from gridhall.solve.certificate import NODES, prove

    loaded = load(game) if isinstance(game, str) else game
    if loaded.generate is None:
        raise Usage(f"{loaded.TITLE} has no generator")
    known = [
        option.name
        for option in inspect.signature(loaded.generate).parameters.values()
        if option.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    for name in options:
        if name not in known:
            raise Usage(f"the generator of {loaded.TITLE} has no option {name!r}; it has {', '.join(known)}")
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    if hasattr(seed, "__index__"):  # also NumPy's numbers
        seed = seed.__index__()
    if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise Usage(f"the seed is {seed!r}; it must be a whole number from 0 to 2^64 - 1, or None")
    proofs: dict[str, Certificate] = {}

    def proved(text: str, nodes: int | None = None) -> "Certificate":
        proofs.clear()
        proofs[text] = prove(Match.of_text(loaded, text), nodes or NODES)
        return proofs[text]

    text = loaded.generate(seed, proved, **options)
    certificate = {}
    if loaded.PUZZLE:
        certificate = (proofs.get(text) or proved(text)).as_json()
    name = f"{name_of(loaded)}_{seed}"
    return ShippedLevel(name, name, "generated", text, certificate, {"seed": seed, **options})
