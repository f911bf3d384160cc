"""The bar of keys is never wrong: in scenes of every game each key it shows does what it says."""

from pathlib import Path
from typing import Any

import pytest
from tests.stage.sitting_at import on_stage, settled, some_plies, table_of

from gridhall import registry
from gridhall.stage.app import Stage
from gridhall.stage.local_table import LocalTable
from gridhall.stage.match_screen import MatchScreen
from gridhall.stage.offers import KeyOffer


async def sit_down(stage: Stage, name: str, plies: list[tuple[int, int]]) -> MatchScreen:
    """The screen of a match that has come so far, with its player at the board."""
    screen = await settled(stage)
    before = screen.table
    screen.take(table_of(name, plies))
    await before.close()
    screen = await settled(stage)
    if screen.table.curtain >= 0:
        screen.press(str(screen.table.curtain + 1))
        screen = await settled(stage)
    return screen


def steps_to(screen: MatchScreen) -> list[list[str]]:
    """Keys that lead to states in which something else can be chosen: none, a piece, each of its groups."""
    ways: list[list[str]] = [[]]
    chooser = screen.choosing.chooser
    first = [piece.label for piece in chooser.labelled()][:1]
    ways += [first] if first else []
    if first:
        chooser.choose_piece(next(piece.id for piece in chooser.labelled()))
    ways += [[*first, group.key] for group in chooser.groups if group.key and len(group.open) > 1]
    return ways


@pytest.mark.parametrize("name", registry.games())
@pytest.mark.parametrize("count", [0, 7])
def test_each_key_of_the_bar_does_what_it_says(name: str, count: int, home: Path) -> None:
    plies = some_plies(name, count, seed=count)

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await sit_down(stage, name, plies)
        tried: set[tuple[str, str]] = set()
        for way in steps_to(screen):
            for key, text in await offered(stage, way):
                if (key, text) in tried:
                    continue
                tried.add((key, text))
                screen = await sit_down(stage, name, plies)
                for step in way:
                    screen.press(step)
                offer = next(offer for offer in screen.offers() if offer.key == key)
                await press_and_check(stage, screen, offer)
        assert len(tried) >= 2

    async def offered(stage: Stage, way: list[str]) -> list[tuple[str, str]]:
        screen = await sit_down(stage, name, plies)
        for step in way:
            screen.press(step)
        return [(offer.key, offer.text) for offer in screen.offers() if offer.choice is not None]

    on_stage(work, table_of(name, plies))


async def press_and_check(stage: Stage, screen: MatchScreen, offer: KeyOffer) -> None:
    """A choice's key plays it, asks the choice's question, aims at it if it says so, or says why it cannot be."""
    assert isinstance(screen.table, LocalTable) and offer.choice is not None
    choice, match = offer.choice, screen.table.match
    before, points = len(match.plies), bool(screen.choosing.chooser.chosen_group)
    screen.press(offer.key)
    await settled(stage)
    if screen.choosing.question is not None:
        assert screen.choosing.question.action == choice.action
        return
    if choice.why:
        assert len(match.plies) == before
        assert screen.message.lower() == choice.why.lower()
        return
    if len(match.plies) == before:
        assert points and offer.text == "aim", f"{offer.key} ({offer.text}) did nothing"
        assert screen.choosing.picked is not None and screen.choosing.picked.action == choice.action
        screen.press(offer.key)
        await settled(stage)
        if screen.choosing.question is not None:
            assert screen.choosing.question.action == choice.action
            return
    else:
        assert offer.text != "aim", f"{offer.key} was played, not aimed at"
    assert match.plies[before].action == choice.action, offer
