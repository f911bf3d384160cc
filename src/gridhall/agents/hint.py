"""What the strongest machine of a game would do: the hint for somebody who plays a game that is no puzzle."""

import copy
from collections.abc import Sequence
from typing import NamedTuple

from gridhall.game import Action, Game, Player, Seed, SetupRecord, View
from gridhall.scene import Choice, Preview

LONGEST = 64  # actions that enter a plan


class MachineHint(NamedTuple):
    """An action, the word for it, and the level of play that would choose it.

    Where a turn is planned in secret it is a whole plan: `then` are the further actions that enter it, `plan` has its
    words, `names` what the buttons call them, and `preview` is what it looks like on the board. It is not sealed.
    """

    action: Action
    word: str
    level: str
    then: Sequence[Action] = ()
    plan: Sequence[str] = ()
    names: Sequence[str] = ()
    preview: Preview | None = None

    @property
    def words(self) -> str:
        """All that is to be typed."""
        return ", ".join(self.plan) or self.word

    @property
    def text(self) -> str:
        """The hint as a sentence."""
        return f"{self.words} (what the machine would do, playing {self.level})"


class HintStep(NamedTuple):
    """An action that enters a plan, the word for it, and what its button is called."""

    action: Action
    word: str
    name: str


def machine_hint(game: Game, setup: SetupRecord, view: View, player: Player, seed: Seed) -> MachineHint:
    """What the last of the game's LEVELS_OF_PLAY would do in this player's place.

    It sees no more than the player does. With the same seed it keeps to its plan for the whole turn.
    """
    from gridhall.agents.choice import choose  # NumPy and Numba come with it

    level = list(game.LEVELS_OF_PLAY)[-1]
    if game.plan_begin is None:
        action = choose(game, setup, view, player, level, seed)
        return MachineHint(action, game.word(setup, view, action), level)
    begun = copy.copy(view)
    game.plan_begin(setup, begun, player)
    whole, _ = _entered(game, setup, begun, player, level, seed)
    plan, names = [step.word for step in whole], [step.name for step in whole]
    steps, planned = _entered(game, setup, view, player, level, seed)
    if not steps:  # it is entered already, and waits to be sealed
        action = choose(game, setup, view, player, level, seed)
        return MachineHint(action, game.word(setup, view, action), level, plan=plan, names=names)
    now, then = (game.scene(setup, state, player) for state in (view, planned))
    pieces = [piece for piece in then.pieces if piece not in now.pieces]
    preview = Preview(", ".join(plan), marks=[mark for mark in then.marks if mark not in now.marks], pieces=pieces)
    first, *rest = steps
    return MachineHint(first.action, first.word, level, [step.action for step in rest], plan, names, preview)


def _entered(
    game: Game, setup: SetupRecord, view: View, player: Player, level: str, seed: Seed
) -> tuple[list[HintStep], View]:
    """The steps that enter the machine's plan, but for the last, which would seal it; and the view then."""
    from gridhall.agents.choice import choose

    state = copy.copy(view)
    steps: list[HintStep] = []
    while len(steps) < LONGEST:
        action = choose(game, setup, state, player, level, seed)
        choice = _choice(game, setup, state, player, action)
        if choice is not None and choice.main:
            break
        word = game.word(setup, state, action)
        steps.append(HintStep(action, word, (choice.name if choice is not None else "") or word))
        game.step(setup, state, player, action)
    return steps, state


def _choice(game: Game, setup: SetupRecord, view: View, player: Player, action: Action) -> Choice | None:
    """The choice of a view's scene that is this action alone, if it is offered."""
    choices = game.scene(setup, view, player).choices
    return next((choice for choice in choices if choice.action == action and not choice.then), None)
