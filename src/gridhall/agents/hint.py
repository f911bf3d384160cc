"""What the strongest machine of a game would do: the hint for somebody who plays a game that is no puzzle."""

from typing import NamedTuple

from gridhall.game import Action, Game, Player, Seed, SetupRecord, View


class MachineHint(NamedTuple):
    """An action, the word for it, and the level of play that would choose it."""

    action: Action
    word: str
    level: str


def machine_hint(game: Game, setup: SetupRecord, view: View, player: Player, seed: Seed) -> MachineHint:
    """What the last of the game's LEVELS_OF_PLAY would do in this player's place.

    It sees no more than the player does. With the same seed it keeps to its plan for the whole turn.
    """
    from gridhall.agents.choice import choose  # NumPy and Numba come with it

    level = list(game.LEVELS_OF_PLAY)[-1]
    action = choose(game, setup, view, player, level, seed)
    return MachineHint(action, game.word(setup, view, action), level)
