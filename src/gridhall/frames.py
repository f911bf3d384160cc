"""A match moment by moment, from somebody's eyes: what replays show and animations are made of."""

from typing import NamedTuple

from gridhall.game import EVERYONE
from gridhall.match import Match
from gridhall.scene import Scene


class Frame(NamedTuple):
    """A scene to be shown for a while, and what is said meanwhile."""

    scene: Scene
    text: str


def frames_of(match: Match, viewer: int) -> list[Frame]:
    """Every moment of a match from the start to now; EVERYONE sees all, which is for matches that are over."""
    again = Match.of_text(match.game, match.setup_text, match.seed)
    game, setup = again.game, again.setup
    frames = [Frame(again.scene(viewer), "")]
    for ply in match.plies:
        moments = again.act(ply.player, ply.action, ply.seconds)
        if viewer == EVERYONE:
            told = [
                (state, game.describe(setup, state, EVERYONE, what, who, cell) or "")
                for state, what, who, cell in moments
            ]
        else:
            told = [(shown.view, shown.text) for shown in again.shown(moments, viewer)]
        frames += [Frame(game.scene(setup, view, viewer), text) for view, text in told]
        last = again.scene(viewer)
        if frames[-1].scene != last:
            frames.append(Frame(last, ""))
    return frames
