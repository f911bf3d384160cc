"""What the full screen makes of the command line: it holds for this time, and what must be known is said before."""

import asyncio
import os
import shutil
from argparse import Namespace
from pathlib import Path

import pytest
from tests.stage.sitting_at import menu_of, shown, text_of

from gridhall.__main__ import parser
from gridhall.match import Match
from gridhall.stage.app import Stage, opened_table
from gridhall.stage.dialogs import TextDialog
from gridhall.stage.match_screen import MatchScreen
from gridhall.stage.settings import Settings, load_settings, save_settings
from gridhall.terminal import saves

RECORDS = Path(__file__).parents[1] / "records"


def left_at_once(*words: str) -> Stage:
    """A program that was begun with some words, and left by Escape, Escape ..."""
    args = parser("play").parse_args(["play", *words], Namespace(json=False))

    async def work() -> Stage:
        stage = Stage(opened_table(args), args)
        async with stage.run_test(size=(80, 24)) as pilot:
            await shown(stage, MatchScreen)
            await pilot.press("escape")
            menu = await menu_of(stage)
            menu.back()
        return stage

    return asyncio.run(work())


@pytest.mark.parametrize("words", [(), ("--speed", "0.5"), ("--no-confirm",)])
def test_what_was_set_outlives_the_arguments_of_one_time(home: Path, words: tuple[str, ...]) -> None:
    kept = Settings(speed=4.0, theme="dark")
    save_settings(kept)
    stage = left_at_once("phase_shift", "walkthrough", *words)
    assert load_settings() == kept
    assert stage.settings.speed == (0.5 if "--speed" in words else 4.0)
    assert stage.settings.asks == ("--no-confirm" not in words)


def test_a_match_that_cannot_be_gone_on_with_is_named_before_another_is_shown(home: Path) -> None:
    match = Match("phase_shift", "walkthrough")
    recorder = saves.begin(match, level="walkthrough", players=[saves.PERSON])
    match.play("e")
    recorder.note()
    recorder.close()
    broken = home / "matches" / "begun_too_late.jsonl"
    shutil.copy(RECORDS / broken.name, broken)
    os.utime(broken, (4e9, 4e9))
    args = parser("play").parse_args(["play", "--resume"], Namespace(json=False))

    async def work() -> None:
        stage = Stage(opened_table(args), args)
        async with stage.run_test(size=(80, 24)) as pilot:
            await shown(stage, TextDialog)
            assert "begun_too_late" in text_of(stage)
            await pilot.press("escape")
            await shown(stage, MatchScreen)
            assert stage.table is not None
            await stage.table.close()

    asyncio.run(work())


def test_a_bug_ends_the_full_screen_and_shows_no_values(home: Path) -> None:
    async def work() -> Stage:
        stage = Stage()
        stage._handle_exception(KeyError("a secret"))  # as from a callback, which handles no exception itself
        return stage

    stage = asyncio.run(work())
    assert isinstance(stage._exception, KeyError) and stage._exit_renderables == []
