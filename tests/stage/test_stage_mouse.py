"""The mouse on the board: pointing at a cell shows what a click there plays, in every game."""

from pathlib import Path
from typing import Any

import pytest
from tests.stage.sitting_at import SIZES, on_stage, settled, table_of, until

from gridhall import registry
from gridhall.scene import Choice
from gridhall.stage.app import Stage
from gridhall.stage.match_screen import MatchScreen


def place_of(screen: MatchScreen, cell: int, layer: int) -> tuple[int, int] | None:
    """The middle of a cell on the board's widget; None if it is out of sight."""
    width = screen.shown.width
    for spot in screen.board.spots:
        row, col = cell // width - spot.row, cell % width - spot.col
        if spot.layer == layer and 0 <= row < spot.rows and 0 <= col < spot.cols:
            middle = spot.cell_width // 2, spot.cell_height // 2
            return spot.x + col * spot.cell_width + middle[0], spot.y + row * spot.cell_height + middle[1]
    return None


def choices_in_sight(screen: MatchScreen) -> list[tuple[Choice, tuple[int, int]]]:
    """What a click on the board can play now, each with its place; of several on one cell the first counts."""
    placed: dict[tuple[int, int], Choice] = {}
    for choice in screen.choosing.chooser.candidates:
        if choice.cell >= 0 and not choice.why:
            placed.setdefault((choice.cell, choice.layer), choice)
    places = [(choice, place_of(screen, cell, layer)) for (cell, layer), choice in placed.items()]
    return [(choice, place) for choice, place in places if place is not None]


async def sit_down(stage: Stage, pilot: Any) -> MatchScreen:
    """The screen of a match; where a piece has to be chosen, the first one that stands in sight is clicked."""
    screen = await settled(stage)
    if screen.table.curtain >= 0:
        screen.press(str(screen.table.curtain + 1))
        await settled(stage)
    await pilot.pause()
    pieces = screen.choosing.chooser.labelled()
    for piece in pieces:
        if place := place_of(screen, piece.cell, piece.layer):
            await pilot.click(screen.board, offset=place)
            await until(stage, lambda piece=piece: screen.choosing.chooser.piece == piece.id)  # type: ignore[misc]
            return screen
    assert not pieces
    return screen


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", registry.games())
def test_a_click_on_a_cell_plays_what_pointing_at_it_shows(name: str, size: tuple[int, int], home: Path) -> None:
    table = table_of(name)

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await sit_down(stage, pilot)
        offered = choices_in_sight(screen)
        assert offered
        for choice, place in offered:
            await pilot.hover(screen.board, offset=place)
            await until(stage, lambda choice=choice: screen.choosing.picked is choice)  # type: ignore[misc]
            assert screen.choosing.picked is not None and screen.choosing.picked.cell == choice.cell
        last, place = offered[-1]
        before = len(table.match.plies)
        await pilot.click(screen.board, offset=place)
        await until(stage, lambda: screen.choosing.question is not None or len(table.match.plies) > before)
        if screen.choosing.question is not None:
            assert screen.choosing.question.action == last.action
        else:
            assert table.match.plies[before].action == last.action

    on_stage(work, table, size)


@pytest.mark.parametrize("name", registry.games())
def test_pointing_along_the_list_of_choices_moves_no_line_of_it(name: str, home: Path) -> None:
    """What is told of a choice stands below the list: nothing slips away under the pointer."""

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await sit_down(stage, pilot)
        lines = [(y, line.choice) for y, line in enumerate(screen.side.shown) if line.choice and not line.choice.why]
        assert lines
        for y, choice in lines:
            await pilot.hover(screen.side, offset=(8, y))
            await until(stage, lambda choice=choice: screen.choosing.picked is choice)  # type: ignore[misc]
            await until(stage, lambda: screen.choosing.preview is not None)
            await pilot.pause()
            now = screen.side.shown[y].choice
            assert now is not None and now.action == choice.action

    on_stage(work, table_of(name))
