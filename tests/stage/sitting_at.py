"""People at the full screen: a stage without a terminal, its matches, and what it shows as text."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

from tests.choices import next_action

from gridhall import registry
from gridhall.match import Match
from gridhall.stage.app import Stage
from gridhall.stage.local_table import LocalTable
from gridhall.stage.match_screen import MatchScreen
from gridhall.stage.menu_screen import MenuScreen
from gridhall.stage.stage_screen import StageScreen
from gridhall.stage.table import MatchTable
from gridhall.terminal.session import Session

SIZES = [(80, 24), (100, 30), (140, 45)]
PATIENCE = 60.0  # seconds; only a broken program takes so long


def table_of(
    name: str, plies: Sequence[tuple[int, int]] = (), setup: str = "", machines: dict[int, str] | None = None
) -> LocalTable:
    """A table of a new match in which some actions were played already."""
    game = registry.load(name)
    match = Match(name, setup or None, seed=3)
    for player, action in plies:
        match.act(player, action)
    return LocalTable(Session(match, setup or game.DEFAULT, False, machines or {}, print))


def some_plies(name: str, count: int, seed: int) -> list[tuple[int, int]]:
    """Actions of a match as somebody might play it, that do not end it."""
    match, luck = Match(name, None, seed=3), Random(seed)
    for _ in range(count):
        player = match.acting[0]
        forced = match.game.automatic(match.setup, match.view(player), player) if match.game.automatic else -1
        match.act(player, forced if forced >= 0 else next_action(match, player, luck))
        if match.over:
            match.undo(1)
            break
    return [(ply.player, ply.action) for ply in match.plies]


def text_of(stage: Stage) -> str:
    """What the screen shows, without its colours."""
    strips = stage.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"


async def settled(stage: Stage) -> MatchScreen:
    """The screen of the match, when nothing is under way on it any more."""
    end = time.monotonic() + PATIENCE
    while True:
        screen: Any = stage.screen
        if isinstance(screen, MatchScreen) and screen.is_mounted and screen.work is not None and screen.work.done():
            return screen
        assert time.monotonic() < end, text_of(stage)
        await asyncio.sleep(0)


async def until(stage: Stage, fact: Callable[[], Any]) -> None:
    """Wait for a fact."""
    end = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < end, text_of(stage)
        await asyncio.sleep(0.005)


async def menu_of(stage: Stage) -> Any:
    """The menu, when it is the screen on show."""
    await shown(stage, MenuScreen)
    return stage.screen


async def shown(stage: Stage, kind: type[StageScreen[Any]]) -> None:
    """Wait until a screen of a kind takes keys."""
    await until(stage, lambda: isinstance(stage._screen_for_keys(), kind))


def on_stage(
    work: Callable[[Stage, Any], Awaitable[None]], table: MatchTable | None = None, size: tuple[int, int] = (100, 30)
) -> None:
    """Do something at a stage."""

    async def run() -> None:
        stage = Stage(table)
        stage.settings.speed = 0.0
        async with stage.run_test(size=size) as pilot:
            await pilot.pause()
            await work(stage, pilot)
            if stage.table is not None:
                await stage.table.close()

    asyncio.run(run())
