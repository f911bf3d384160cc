"""Which choices lose: found out by playing the rules on copies of what the player may know.

A choice is *surely fatal* (`danger`) if every outcome of it, over chance and all the player cannot know, is a loss
before their next choice. It is *likely fatal* (`risk`, `odds`) if some outcomes are. Nothing is ever called surely
fatal that some outcome survives; what cannot be decided is not marked at all.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gridhall.game import LIMIT, LOST, Action, Game, Guess, Player, SetupRecord, Trials, View
from gridhall.scene import Choice, Mark, Preview, Scene

if TYPE_CHECKING:
    from fractions import Fraction

SAMPLES = 48  # plays of an action that draws lots, where the game does not tell the exact chance
COUNTABLE = 100  # odds are told as they are up to so many cases, and else in per cent
OFFERS = ("choice", "target", "reach")  # marks of cells that invite a player


def mark_dangers(game: Game, setup: SetupRecord, view: View, player: Player, scene: Scene) -> None:
    """Mark in place the choices of a player's scene that lose, and the cells they lead to."""
    if not scene.choices or not 0 <= player < game.PLAYERS:
        return
    choices, harmless = scene.choices, game.HARMLESS
    # A game may say itself what is never and what is always fatal.
    for index, choice in [numbered for numbered in enumerate(choices) if numbered[1].action not in harmless]:
        if choice.why or choice.reports or choice.danger:
            continue
        chance = chance_of_loss(game, setup, view, player, choice.action)
        if chance:
            choices = list(choices) if choices is scene.choices else choices
            choices[index] = _marked(game, setup, view, player, choice, chance)
    if choices is scene.choices:
        return
    scene.choices = choices
    if any(choice.cell >= 0 and (choice.danger or choice.risk) for choice in scene.choices):
        _mark_cells(scene)


def _marked(
    game: Game, setup: SetupRecord, view: View, player: Player, choice: Choice, chance: Fraction | float
) -> Choice:
    """A choice with its danger."""
    from msgspec.structs import replace  # only here: it would take the time of a first board to load

    if chance < 1:
        risk = percent(chance)
        return replace(choice, risk=risk, odds=odds_text(chance), danger=False)
    return replace(choice, danger=True, confirm=choice.confirm or _question(game, setup, view, player, choice))


def preview_of(game: Game, setup: SetupRecord, view: View, player: Player, actions: Sequence[Action]) -> Preview | None:
    """What an action, or a walk of several, would do, with the odds of losing; None where the game tells nothing."""
    if len(actions) > 1 and game.preview_walk is not None:
        return game.preview_walk(setup, view, player, list(actions))
    if game.preview is None:
        return None
    preview = game.preview(setup, view, player, actions[0])
    chance = chance_of_loss(game, setup, view, player, actions[0])
    if 0 < chance < 1:
        from msgspec.structs import replace

        odds = odds_text(chance)
        preview = replace(preview, text=f"{preview.text} {odds[0].upper()}{odds[1:]}.".lstrip(), danger=True)
    return preview


def percent(chance: Fraction | float) -> int:
    """A chance between never and always in per cent, which is neither 0 nor 100."""
    return min(99, max(1, round(100 * chance)))


def odds_text(chance: Fraction | float) -> str:
    """The chance to lose in words: what is known of it, or what trials have shown."""
    if isinstance(chance, Trials):
        return f"lost in {'all' if chance.lost == chance.tried else f'{chance.lost} of'} {chance.tried} trials"
    from fractions import Fraction  # only here: most choices are safe, and a first board is to be there soon

    if isinstance(chance, Fraction) and chance.denominator <= COUNTABLE:
        return f"loses in {chance.numerator} of {chance.denominator}"
    return f"loses in about {percent(chance)} of 100"


def _question(game: Game, setup: SetupRecord, view: View, player: Player, choice: Choice) -> str:
    """What is asked before a choice that surely loses: what it would do, and whether it is meant."""
    text = game.preview(setup, view, player, choice.action).text if game.preview is not None else ""
    return f"{text or 'This loses.'} Do it all the same?"


def chance_of_loss(game: Game, setup: SetupRecord, view: View, player: Player, action: Action) -> Fraction | float:
    """The chance that a legal action loses before the player's next choice; 1 only if nothing survives.

    The game knows it, or the action is played.
    """
    chance = game.fatal(setup, view, player, action) if game.fatal is not None else None
    return _chance_by_playing(game, setup, view, player, action) if chance is None else chance


def _chance_by_playing(game: Game, setup: SetupRecord, view: View, player: Player, action: Action) -> Fraction | float:
    """The same where the game does not know it.

    Where the action draws lots, it is played with other lots, too, and then it is not called sure; where a game has
    secrets, playing proves nothing.
    """
    if game.SECRETS or game.refusal(setup, view, player, action):
        return 0
    after = _play(game, setup, view, player, action, 0)
    lost = is_lost(game, setup, after, player)
    if after.rng == _guess(game, setup, view, player, 0).rng:
        return int(lost)
    losses = int(lost) + sum(
        is_lost(game, setup, _play(game, setup, view, player, action, seed), player) for seed in range(1, SAMPLES)
    )
    return Trials(losses, SAMPLES)


def _guess(game: Game, setup: SetupRecord, view: View, player: Player, seed: int) -> Guess:
    guess = copy.copy(view)
    game.resample(setup, guess, player, seed)
    return guess


def _play(game: Game, setup: SetupRecord, view: View, player: Player, action: Action, seed: int) -> Guess:
    """The position after an action, with the lots of this seed."""
    after = _guess(game, setup, view, player, seed)
    game.step(setup, after, player, action)
    return after


def is_lost(game: Game, setup: SetupRecord, state: Guess, player: Player) -> bool:
    """Whether the match has ended without a win or a draw for this player."""
    return game.outcome(setup, state, player) in (LOST, LIMIT)


def _mark_cells(scene: Scene) -> None:
    """Mark the cells that only losing choices lead to; marks that invite there are taken away."""
    worst: dict[tuple[int, int], str] = {}
    risks: dict[tuple[int, int], int] = {}
    for choice in scene.choices:
        place = (choice.layer, choice.cell)
        if choice.cell < 0 or choice.why:
            continue
        if not choice.danger and not choice.risk:
            worst[place] = ""
        elif worst.get(place) != "":
            worst[place] = "danger" if choice.danger and worst.get(place) != "risk" else "risk"
            risks[place] = min(choice.risk or 99, risks.get(place, 99))
    fatal = {place for place, style in worst.items() if style == "danger"}
    marks = []
    for mark in scene.marks:
        left = [cell for cell in mark.cells if (mark.layer, cell) not in fatal]
        if mark.style not in OFFERS or len(left) == len(mark.cells):
            marks.append(mark)
        elif left:
            kept = copy.copy(mark)
            kept.cells = left
            marks.append(kept)
    there = {(mark.layer, mark.style, cell) for mark in marks for cell in mark.cells}
    for style in ("danger", "risk"):
        for layer in range(len(scene.layers)):
            cells = sorted(cell for (on, cell), worse in worst.items() if worse == style and on == layer)
            cells = [cell for cell in cells if (layer, style, cell) not in there]
            shares = [risks[layer, cell] for cell in cells] if style == "risk" else []
            marks += [Mark(style, layer, cells, ticks=shares)] if cells else []
    scene.marks = marks
