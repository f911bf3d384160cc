"""Films and thinking machines never swallow a key, and can be stopped; the curtain hides everything."""

import asyncio
import time
from pathlib import Path
from typing import Any

from tests.stage.sitting_at import PATIENCE, on_stage, settled, table_of, text_of, until

from gridhall.stage.app import Stage


def test_a_key_during_a_film_ends_it_and_is_played(home: Path) -> None:
    table = table_of("grid_universe", setup="ice")

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        stage.settings.speed = 0.01
        screen.press("ArrowDown")
        await settled(stage)
        assert screen.film is not None
        screen.press("ArrowRight")
        await settled(stage)
        assert [ply.word for ply in table.match.plies] == ["down", "right"]

    on_stage(work, table)


def test_a_film_of_the_match_is_scrubbed_with_the_arrows(home: Path) -> None:
    table = table_of("phase_shift", [(0, 3), (0, 3)])

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        screen.press(",")
        await settled(stage)
        assert screen.film is not None and screen.film.whole and screen.film.is_last
        screen.press("ArrowLeft")
        assert not screen.film.is_last and screen.film.paused
        screen.press("Enter")
        assert screen.film is None and len(table.match.plies) == 2

    on_stage(work, table)


def test_a_machine_that_thinks_says_so_and_is_stopped_by_escape(home: Path) -> None:
    table = table_of("echoes", [(0, 3), (0, 28), (0, 28), (0, 44)], machines={1: "hard"})

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        screen.press("Enter")  # the plan is sealed, and the machine makes its own
        end = time.monotonic() + PATIENCE
        while not table.thinks:
            assert time.monotonic() < end, text_of(stage)
            await asyncio.sleep(0)
        assert any(offer.key == "Escape" and offer.text == "stop it" for offer in screen.offers())
        screen.press("Escape")
        await settled(stage)
        assert table.stopped and not table.thinks and not table.active
        assert any(offer.key == "Enter" and offer.text == "let it think" for offer in screen.offers())

    on_stage(work, table)


def test_behind_the_curtain_is_nothing_but_the_next_players_number(home: Path) -> None:
    table = table_of("echoes", [(0, 3)])

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        await pilot.pause()
        assert table.curtain == 0
        assert [offer.key for offer in screen.offers()] == ["1", "Escape"]
        lines = [line.strip(" │") for line in text_of(stage).splitlines() if line.strip(" │")]
        about = ["Pass the keyboard to Red.", "Red: press 1 when only you look."]
        assert lines == ["Echoes", *about, "1 I am Red: show my board  Esc menu"]
        screen.press("?")
        screen.press("2")
        await settled(stage)
        assert stage.screen is screen and table.curtain == 0
        screen.press("1")
        await settled(stage)
        assert table.curtain < 0 and screen.board.picture is not None
        await until(stage, lambda: "Red echoes 0/8" in text_of(stage))

    on_stage(work, table)


def test_the_log_beside_a_film_of_the_match_tells_nothing_that_comes_later(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        await settled(stage)
        await pilot.press("left")  # into a wall
        screen = await settled(stage)
        assert [line.text for line in screen.log_shown()] == ["West is a wall: a wasted move."]
        await pilot.press(",")
        await until(stage, lambda: screen.film is not None and screen.film.whole)
        screen.projector.jump(0)
        assert not screen.log_shown()
        screen.projector.jump(99)
        assert [line.text for line in screen.log_shown()] == ["West is a wall: a wasted move."]

    on_stage(work, table_of("phase_shift"))
