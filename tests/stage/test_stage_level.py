"""A level of one's own: its text, its board, its defects, and the editor that changes it."""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.stage.sitting_at import menu_of, on_stage, shown, text_of, until

from gridhall import registry
from gridhall.stage.app import Stage
from gridhall.stage.level_file import LevelFileScreen
from gridhall.stage.match_screen import MatchScreen

DRAWN = [name for name in registry.games() if registry.load(name).draft is not None]


def touched(path: Path, text: str) -> None:
    """Write a file as an editor does, with a time that differs from the one before."""
    before = path.stat().st_mtime_ns
    path.write_text(text, "utf-8")
    os.utime(path, ns=(before + 1_000_000, before + 1_000_000))


@pytest.mark.parametrize("name", DRAWN)
def test_a_new_level_shows_its_defects_and_when_it_is_drawn_its_board(name: str, home: Path, tmp_path: Path) -> None:
    path, game = tmp_path / "mine.txt", registry.load(name)

    async def work(stage: Stage, pilot: Any) -> None:
        await menu_of(stage)
        stage.open_level(name, str(path))
        await shown(stage, LevelFileScreen)
        screen: Any = stage.screen
        await until(stage, lambda: screen.stamp)
        assert path.read_text("utf-8") == game.BLANK
        await pilot.pause()
        text = text_of(stage)
        for defect in screen.defects:
            assert str(defect)[:12] in text
            assert defect.file is None or os.path.exists(defect.file)  # nothing that is not there is named
        assert ("p play" in text) == (not screen.defects)
        levels = [level.text for level in registry.levels(game)]
        touched(path, levels[0])
        screen._read()
        await until(stage, lambda: not screen.defects and screen.scene is not None)
        await pilot.pause()
        assert "No defects." in text_of(stage) and "p play" in text_of(stage)
        await pilot.press("p")
        await shown(stage, MatchScreen)
        await pilot.press("escape")
        await shown(stage, LevelFileScreen)

    on_stage(work, size=(120, 40))
