"""What simulated people play: sensible actions of any game."""

import contextlib
import copy
from collections.abc import Iterator
from random import Random

from gridhall import registry
from gridhall.errors import GridhallError
from gridhall.match import Match
from gridhall.terminal.prompt import SINGLE


def next_action(match: Match, player: int, chance: Random, may_end: bool = False) -> int:
    """A sensible action.

    Of the proved way, of the game's own proposal, or any; if possible not one that ends the match.
    """
    last = -1
    for action in _wishes(match, player, chance):
        if may_end or not ends(match, player, action):
            return action
        last = action
    return last


def _wishes(match: Match, player: int, chance: Random) -> Iterator[int]:
    game, plies = match.game, len(match.plies)
    for level in registry.levels(game) if game.PLAYERS == 1 else ():
        way = [word.strip() for word in (level.certificate.get("witness") or "").split(";") if word]
        if level.text == match.setup_text and [ply.word for ply in match.plies] == way[:plies] and plies < len(way):
            yield match.read(way[plies], player)[1]
    if game.propose is not None:
        yield int(game.propose(match.setup, match.view(player), player, chance.getrandbits(60)))
    legal = match.legal(player)
    yield from chance.sample(legal, len(legal))


def ending_action(match: Match, player: int) -> int | None:
    """The action by which a player gives up, where the game has one."""
    for word in ("resign", "q"):
        with contextlib.suppress(GridhallError):
            action = match.read(word, player)[1]
            match.check(player, action)
            if ends(match, player, action):
                return action
    return None


def key_of(match: Match, player: int, action: int) -> str:
    """The single key that plays an action at the prompt; "" if there is none."""
    choices = [choice for choice in match.scene(player).choices if choice.key in SINGLE and not choice.why]
    key = next((choice.key for choice in choices if choice.action == action), "")
    return key if len({choice.action for choice in choices if choice.key == key}) == 1 else ""


def ends(match: Match, player: int, action: int) -> bool:
    after = copy.copy(match.state)
    match.game.step(match.setup, after, player, action)
    return not match.game.acting(match.setup, after)
