"""The bar of keys is never wrong, second part: what the program itself offers, in each state that a match can be in.

Every text that a bar may show has its fact here; one that has none fails, so that no key comes without a check.
"""

from collections.abc import Awaitable, Callable, Iterator
from copy import copy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.choices import next_action
from tests.stage.sitting_at import on_stage, settled, until

from gridhall import registry
from gridhall.match import Match
from gridhall.stage.app import Stage
from gridhall.stage.dialogs import TextDialog
from gridhall.stage.local_table import LocalTable
from gridhall.stage.match_screen import MatchScreen
from gridhall.stage.offers import KeyOffer
from gridhall.terminal.session import Session

MOST_PLIES = 4
ASKING = {"hint", "odds", "story"}  # a process has to be started for the answer: tried in one state only
LEAVING = {"menu": MatchScreen.leave, "next level": MatchScreen.next_level}  # they end the screen: only compared


class Seen:
    """What a key may change, as it is before the key is pressed."""

    def __init__(self, screen: MatchScreen) -> None:
        table, choosing, film = screen.table, screen.choosing, screen.film
        assert isinstance(table, LocalTable)
        self.plies, self.piece, self.picked = len(table.match.plies), choosing.chooser.piece, choosing.picked
        self.at, self.paused, self.speed = (film.at, film.paused, film.speed) if film else (0, False, 0.0)
        self.last = len(film.stills) - 1 if film else 0
        self.tick, self.group = screen.inquiries.tick, choosing.chooser.chosen_group


def has_changed(offer: KeyOffer, before: Seen, screen: MatchScreen, stage: Stage) -> bool:
    """Whether what a key says is so."""
    table, film, asking = screen.table, screen.film, screen.inquiries
    chooser, picked = screen.choosing.chooser, screen.choosing.picked
    assert isinstance(table, LocalTable)
    plies, at = len(table.match.plies), film.at if film else -1
    facts: dict[str, Callable[[], bool]] = {
        "take back": lambda: plies == before.plies - 1,
        "begin again": lambda: plies == 0,
        "play again": lambda: plies == 0 and not table.over,
        "hint": lambda: asking.asked is not None,
        "odds": lambda: asking.asked is not None,
        "story": lambda: asking.asked is not None,
        "stop it": lambda: asking.asked is None and asking.has_given_up,
        "ticks": lambda: bool(asking.frames),
        "tick before": lambda: asking.tick == max(0, before.tick - 1),
        "next tick": lambda: asking.tick == min(len(asking.frames) - 1, before.tick + 1),
        "look back": lambda: film is not None and film.whole,
        "watch it": lambda: film is not None and film.whole,
        "pause": lambda: film is not None and film.paused,
        "go on": lambda: film is not None and not film.paused,
        "start": lambda: at == 0,
        "end": lambda: at == before.last,
        "on": lambda: at == min(before.last, before.at + 1),
        "faster": lambda: film is not None and film.speed > before.speed,
        "slower": lambda: film is not None and film.speed < before.speed,
        "close": lambda: film is None and not asking.frames,
        "skip": lambda: film is None,
        "words": lambda: bool(screen.word_line.display),
        "help": lambda: isinstance(stage.screen, TextDialog),
        "next piece": lambda: chooser.piece != before.piece and bool(chooser.piece),
        "look at each": lambda: picked is not None and picked is not before.picked,
        "yes": lambda: screen.choosing.question is None and plies > before.plies,
        "no": lambda: screen.choosing.question is None and plies == before.plies,
        "hide the board": lambda: table.curtain >= 0,
        "back": lambda: at == max(0, before.at - 1) if film else picked is None or picked is not before.picked,
    }
    if offer.text in facts:
        return facts[offer.text]()
    if offer.text.startswith("I am "):
        return table.curtain < 0
    if offer.key in [piece.label for piece in chooser.labelled()]:
        return any(piece.id == chooser.piece and piece.label == offer.key for piece in chooser.labelled())
    group = next((group for group in chooser.groups if offer.text.startswith(group.name)), None)
    assert group is not None, f"nothing says what {offer.key} ({offer.text}) does"
    return chooser.chosen_group == ("" if before.group == group.name else group.name)


Reach = Callable[[Stage, MatchScreen], Awaitable[None]]


async def beginning(stage: Stage, screen: MatchScreen) -> None:
    """Nothing was pressed yet."""


async def with_a_piece(stage: Stage, screen: MatchScreen) -> None:
    for piece in screen.choosing.chooser.labelled()[:1]:
        screen.press(piece.label)


async def with_a_group(stage: Stage, screen: MatchScreen) -> None:
    await with_a_piece(stage, screen)
    chooser = screen.choosing.chooser
    for group in [group for group in chooser.groups if group.key and len(group.open) > 1][:1]:
        screen.press(group.key)


async def looking(stage: Stage, screen: MatchScreen) -> None:
    if any(offer.text == "look at each" for offer in screen.offers()):
        screen.press("Tab")


async def in_the_film(stage: Stage, screen: MatchScreen) -> None:
    screen.press(",")
    await settled(stage)
    assert screen.film is not None
    screen.press("ArrowLeft")


async def at_the_ticks(stage: Stage, screen: MatchScreen) -> None:
    if any(offer.text == "ticks" for offer in screen.offers()):
        screen.press("t")
        await settled(stage)


async def asked(stage: Stage, screen: MatchScreen) -> None:
    giving_up = next((choice for choice in screen.table.scene.choices if choice.gives_up), None)
    if giving_up is not None:
        screen.choosing.choose(giving_up)


async def waiting_for_a_hint(stage: Stage, screen: MatchScreen) -> None:
    for key in [offer.key for offer in screen.offers() if offer.text == "hint"][:1]:
        screen.press(key)
        await until(stage, lambda: screen.inquiries.asked is not None)


async def over(stage: Stage, screen: MatchScreen) -> None:
    await asked(stage, screen)
    if screen.choosing.question is not None:
        screen.press("y")
        await settled(stage)


STATES: list[Reach] = [
    beginning, with_a_piece, with_a_group, looking, in_the_film, at_the_ticks, asked, waiting_for_a_hint, over,
]  # fmt: skip


async def reached(stage: Stage, name: str, reach: Reach) -> MatchScreen:
    """The screen of a new table in this state."""
    screen = await settled(stage)
    before = screen.table
    screen.word_line.display = False
    screen.take(table_for(name))
    await before.close()
    await settled(stage)
    await reach(stage, screen)
    return screen


@cache
def match_of(name: str) -> Match:
    """A match in which something was played, and in which it is still the turn of whoever began."""
    match, luck = Match(name, None, seed=3), Random(1)
    first = match.acting[0]
    for _ in range(MOST_PLIES):
        after = copy(match)
        after.act(first, next_action(after, first, luck))
        if first not in after.acting:
            break
        match = after
    return match


def table_for(name: str) -> LocalTable:
    """A table of that match, against a machine where two play."""
    match = copy(match_of(name))
    others = [player for player in range(match.game.PLAYERS) if player != match.acting[0]]
    machines = {player: next(iter(match.game.LEVELS_OF_PLAY)) for player in others}
    return LocalTable(Session(match, match.game.DEFAULT, False, machines, print))


def cases() -> Iterator[Any]:
    """Each state of each game that has it."""
    for name in registry.games():
        for reach in STATES:
            if reach is not at_the_ticks or registry.load(name).timeline is not None:
                yield pytest.param(name, reach, id=f"{name}-{reach.__name__}")


@pytest.mark.parametrize(("name", "reach"), list(cases()))
def test_each_key_of_the_program_does_what_it_says(name: str, reach: Reach, home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        screen = await reached(stage, name, reach)
        shown = [offer for offer in screen.offers() if offer.shown and offer.choice is None]
        assert shown and len({offer.key for offer in screen.offers()}) == len(screen.offers())
        for offer in shown:
            if offer.text not in ASKING or reach in (with_a_piece, over):
                await try_key(stage, await reached(stage, name, reach), offer.key, offer.text)

    on_stage(work, table_for(name))


async def try_key(stage: Stage, screen: MatchScreen, key: str, text: str) -> None:
    """Press a key, and wait until what it says is so."""
    offer = next(offer for offer in screen.offers() if (offer.key, offer.text) == (key, text))
    if text in LEAVING:
        assert offer.act == getattr(screen, LEAVING[text].__name__)
        return
    before = Seen(screen)
    screen.press(key)
    await until(stage, lambda: has_changed(offer, before, screen, stage))
    dialog: object = stage.screen
    if isinstance(dialog, TextDialog):
        dialog.press("Escape")
        await until(stage, lambda: stage.screen is screen)
    if screen.inquiries.asked is not None:
        screen.press("Escape")
        await settled(stage)
