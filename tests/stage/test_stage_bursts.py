"""Keys that are typed in one burst mean what they mean when typed slowly, also where one opens or closes a screen."""

from pathlib import Path
from typing import Any

import pytest
from tests.stage.sitting_at import menu_of, on_stage, settled, shown, table_of, until
from textual import events

from gridhall import registry
from gridhall.stage.app import Stage
from gridhall.stage.dialogs import TextDialog
from gridhall.stage.keyboard import NAMES
from gridhall.stage.match_screen import MatchScreen

PUZZLE = next(name for name in registry.games() if registry.load(name).PUZZLE)


async def burst(stage: Stage, pilot: Any, *names: str) -> None:
    """Let keys come at once, before any of them has been looked at; wait until all have come."""
    for name in names:
        toolkit_name = next((key for key, other in NAMES.items() if other == name), name)
        stage.post_message(events.Key(toolkit_name, name if len(name) == 1 else None))
    await pilot.pause()


@pytest.mark.parametrize("name", registry.games())
def test_help_closed_in_one_burst_leaves_the_match_open(name: str, home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        if screen.table.curtain >= 0:
            await burst(stage, pilot, str(screen.table.curtain + 1))
        await burst(stage, pilot, "?", "Escape", "?", "ArrowDown", "Escape", "?")
        await until(stage, lambda: isinstance(stage.screen, TextDialog) and not stage.keys)
        await burst(stage, pilot, "Escape")
        await until(stage, lambda: stage.screen is screen and screen.is_on and not stage.keys)
        assert screen.table is stage.table

    on_stage(work, table_of(name))


def test_words_moves_and_help_of_one_burst_are_all_done_in_order(home: Path) -> None:
    table = table_of("phase_shift", setup="walkthrough")

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        await burst(
            stage,
            pilot,
            ":",
            "e",
            "Enter",
            "ArrowRight",
            "?",
            "Escape",
            ":",
            "e",
            "Escape",
            "ArrowLeft",
            "z",
            "ArrowRight",
        )
        await until(stage, lambda: not stage.keys and not screen.is_busy)
        assert [ply.word for ply in table.match.plies] == ["e", "e", "e"]
        assert stage.screen is screen and not screen.word_line.display

    on_stage(work, table)


def test_from_the_menu_to_a_move_and_back_in_one_burst(home: Path) -> None:
    title = registry.load(PUZZLE).TITLE

    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)
        menu.page.at = [entry.text for entry in menu.entries].index(title)
        await burst(
            stage,
            pilot,
            "Enter",
            "ArrowDown",
            "ArrowUp",
            "Enter",
            "ArrowRight",
            "?",
            "Escape",
            "Escape",
            "Escape",
            "ArrowUp",
            "Home",
        )
        await until(stage, lambda: stage.screen is menu and not stage.keys and not stage.is_moving)
        assert len(menu.pages) == 1 and menu.page.at == 0
        assert menu.entries[0].text.startswith(f"{title}: ")  # one move was made, so it can be gone on with
        await burst(stage, pilot, "Enter")
        await shown(stage, MatchScreen)

    on_stage(work)
