"""A game's generator at work, with the solver at its hand: for commands, the hall, and Python (generator.py)."""

from collections.abc import Callable
from typing import Any

from gridhall.game import Game, Seed
from gridhall.match import Match
from gridhall.solve.certificate import NODES, Certificate, prove
from gridhall.solve.positions import Progress

OnDraft = Callable[[int], None]  # is told how many drafts have been proved so far


def generate(
    game: Game, seed: Seed, options: dict[str, Any], nodes: int | None = None,
    progress: Progress | None = None, on_draft: OnDraft = lambda drafts: None,
) -> tuple[str, Certificate | None]:  # fmt: skip
    """A new level's text, and the certificate of the last draft that its generator let prove: the level's own.

    Each proof may store so many positions (`nodes`), otherwise as many as the generator thinks it is worth.
    """
    assert game.generate is not None, "whoever asks has looked whether the game makes levels"
    proofs: list[Certificate] = []

    def proved(text: str, limit: int | None = None) -> Certificate:
        proofs.append(prove(Match.of_text(game, text), nodes or limit or NODES, progress))
        on_draft(len(proofs))
        return proofs[-1]

    text = game.generate(seed & 0xFFFFFFFFFFFFFFFF, proved, **options)
    return text, proofs[-1] if proofs else None
