"""What the full screen looks like, as text: scenes that are kept in `screens/`, and how they are drawn at three sizes.

    python -m tests.stage.screens            draw the kept scenes anew, after a change of the drawing
    python -m tests.stage.screens --scenes   also keep new scenes, from the games as they are now

Scenes are kept, so that a change of a game changes no picture here. The pictures are meant to be read.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from tests.stage.sitting_at import SIZES, menu_of, on_stage, settled, some_plies, text_of, until

from gridhall import registry
from gridhall.match import Match
from gridhall.scene import Scene
from gridhall.stage.app import Stage
from gridhall.stage.table import LOOK, LogLine, MatchTable

FOLDER = Path(__file__).parent / "screens"
SMALL = (40, 15)


class StillTable(MatchTable):
    """A scene that nobody changes."""

    def __init__(self, game: str, scene: Scene) -> None:
        super().__init__(game, registry.load(game).TITLE, "A picture")
        self.scene = scene
        self.log = [LogLine("Something has happened", 1), LogLine("and something else", 2)]

    @property
    def active(self) -> bool:
        return True

    def can(self, what: str) -> bool:
        return what == LOOK


def scene_path(name: str) -> Path:
    return FOLDER / f"{name}.json"


def picture_path(name: str, size: tuple[int, int]) -> Path:
    return FOLDER / f"{name}-{size[0]}x{size[1]}.txt"


def kept_scene(name: str) -> Scene:
    return msgspec.json.decode(scene_path(name).read_bytes(), type=Scene)


def drawn(name: str, scene: Scene, size: tuple[int, int]) -> str:
    """The screen of a scene, as text."""

    async def run() -> str:
        stage = Stage(StillTable(name, scene))
        stage.settings.speed = 0.0
        async with stage.run_test(size=size) as pilot:
            screen = await settled(stage)
            await pilot.pause()
            screen.update()  # by now every part has its size
            await pilot.pause()
            return text_of(stage)

    return asyncio.run(run())


def menu_pictures(size: tuple[int, int]) -> dict[str, str]:
    """Each kind of page of the menu of somebody who has not played yet, as text."""
    pictures: dict[str, str] = {}

    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)

        async def keep(name: str, *way: str) -> None:
            """Keep the page to which these entries lead."""
            while len(menu.pages) > 1:
                menu.back()
            for text in way:
                menu.open([entry.text for entry in menu.entries].index(text))
            await until(stage, lambda: menu.aside.later is None)  # what is made for who stays is made
            await pilot.pause()
            pictures[name] = text_of(stage)

        await keep("menu")
        for name in registry.games():
            await keep(f"menu-{name}", registry.load(name).TITLE)
        for name in registry.games():
            game = registry.load(name)
            if game.OPTIONS:
                await keep(f"menu-{name}-settings", game.TITLE, "Settings of the match")
        for page in ("A level of your own", "Records", "Results", "Options"):
            await keep(f"menu-{page.lower().replace(' ', '-')}", page)

    on_stage(work, size=size)
    return pictures


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["GRIDHALL_HOME"] = home
        for name in registry.games():
            if "--scenes" in sys.argv:
                match = Match(name, None, seed=3)
                for player, action in some_plies(name, 2, 1):
                    match.act(player, action)
                scene_path(name).write_bytes(
                    msgspec.json.format(msgspec.json.encode(match.scene(match.acting[0])), indent=1)
                )
            for size in (SMALL, *SIZES):
                picture_path(name, size).write_text(drawn(name, kept_scene(name), size), "utf-8")
        for size in (SMALL, *SIZES):
            for name, text in menu_pictures(size).items():
                picture_path(name, size).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
