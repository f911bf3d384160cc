"""Veiled Nim in which whoever can only take the last one does so without being asked."""

from gridhall.games.veiled import *  # noqa: F403
from gridhall.games.veiled import SECRETS, advise, describe, hide, read_word, scene, step  # noqa: F401

from gridhall.game import Action, Player, SetupRecord, View

TITLE = "Forced Nim"


def automatic(setup: SetupRecord, view: View, player: Player) -> Action:
    """The contract gives `automatic` a view, in which the dice are always hidden."""
    if view.rng:
        raise ValueError("this is the truth, not a view")
    return 0 if view.left == 1 else -1
