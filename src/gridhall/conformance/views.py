"""What players may know: views are stable, nothing that is told depends on what is hidden, observations keep bounds."""

import copy
from typing import Any

import numpy as np

from gridhall.conformance.drawn_match import DrawnMatch
from gridhall.game import EVERYONE, Game, Guess, Position, SetupRecord
from gridhall.match import Event, Match
from gridhall.scene import as_json


def _guess(game: Game, setup: SetupRecord, view: Any, player: int, seed: int) -> Guess:
    """A view in which what is hidden has been dealt anew."""
    guess = copy.copy(view)
    game.resample(setup, guess, player, seed)
    return guess


def views(drawn: DrawnMatch) -> None:
    game = drawn.game
    for match in drawn.positions(7):
        for player in range(game.PLAYERS + 1):
            view = match.view(player)
            assert match.view_of(view, player) == view, f"hiding a view of player {player + 1} again changes it"
            guess = _guess(game, match.setup, view, player, drawn.seed ^ 0x5DEECE66D)
            again = match.view_of(guess, player)
            assert again == view, f"hide(resample(view)) of player {player + 1} is another view"
            if player < game.PLAYERS:
                _same_legality(match, view, player)


def _same_legality(match: Match, view: Any, player: int) -> None:
    game = match.game
    for action in range(game.ACTIONS):
        truth = game.refusal(match.setup, match.state, player, action)
        known = game.refusal(match.setup, view, player, action)
        assert truth == known, (
            f"refusal of action {action} is {truth} in the truth, {known} in player {player + 1}'s view"
        )


def secrecy(drawn: DrawnMatch) -> None:
    """Facts, scenes and observations of a view are those of any state that looks the same to the player."""
    game = drawn.game
    for match in drawn.positions(10):
        for player in range(game.PLAYERS):
            view = match.view(player)
            guess = _guess(game, match.setup, view, player, drawn.seed ^ 77)
            seen = [_all_shown(match, state, player) for state in (match.state, view, guess)]
            for what in seen[0]:
                same = seen[0][what] == seen[1][what] == seen[2][what]
                assert same, f"{what} of player {player + 1} differ between states that look the same to them"


def _all_shown(match: Match, state: Position, player: int) -> dict[str, Any]:
    """All that a player is told of a state."""
    game, setup = match.game, match.setup
    planes, scalars = _observed(game, setup, state, player)
    hidden = match.view_of(state, player)
    return {
        "planes": bytes(planes),
        "scalars": scalars.tolist(),
        "facts": game.facts(setup, hidden, player),
        "scenes": as_json(game.scene(setup, hidden, player)),
    }


def public_events(drawn: DrawnMatch) -> None:
    game, kinds = drawn.game, drawn.game.PUBLIC
    for match in drawn.positions() if kinds else ():
        for event in drawn.events:
            if event.what in kinds:
                texts = {match.describe(event, viewer) for viewer in range(EVERYONE, game.PLAYERS + 1)}
                assert len(texts) == 1 and None not in texts, f"event {event.what} is public, but told as {texts}"
                shown = [_shown_to_all(match, event, viewer) for viewer in range(EVERYONE, game.PLAYERS + 1)]
                differ = [name for name in shown[0] if any(scene[name] != shown[0][name] for scene in shown)]
                assert not differ, f"event {event.what} is public, but scenes of it differ in {differ}"


def _shown_to_all(match: Match, event: Event, viewer: int) -> dict[str, Any]:
    """The scene of an event without what is the viewer's own."""
    scene = match.game.scene(match.setup, match.view_of(event.state, viewer), viewer)
    return {name: getattr(scene, name) for name in scene.__struct_fields__ if name not in ("choices", "turned")}


def _observed(game: Game, setup: SetupRecord, state: Position, player: int) -> tuple[Any, Any]:
    planes, rows, columns, scalars = game.shape(setup)
    flat, few = np.zeros(planes * rows * columns, np.int8), np.zeros(scalars, np.int32)
    game.observe(setup, state, player, flat, few)
    return flat, few


def observations(drawn: DrawnMatch) -> None:
    game, setup = drawn.game, drawn.match.setup
    planes, _, _, scalars = game.shape(setup)
    counts = len(game.PLANES_SEEN), len(game.SCALARS_SEEN)
    for count, what, wanted in ((counts[0], "PLANES_SEEN", planes), (counts[1], "SCALARS_SEEN", scalars)):
        assert count in (0, wanted), f"{what} tells of {count}, but shape says {wanted}"
    for match in drawn.positions(10):
        for player in range(game.PLAYERS):
            _, few = _observed(game, setup, match.state, player)
            for (name, least, most, _), value in zip(game.SCALARS_SEEN, few.tolist()):
                assert least <= value <= most, f"the scalar {name} is {value}; SCALARS_SEEN says {least} to {most}"
