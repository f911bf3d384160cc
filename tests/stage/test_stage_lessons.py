"""Lessons in the terminal, for every game found: at the prompt, in spoken lines, and on the full screen by keys."""

import asyncio
import io
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
from tests.stage.sitting_at import menu_of, on_stage, settled, text_of

from gridhall import registry
from gridhall.__main__ import main
from gridhall.guide import LessonStep, guide_of
from gridhall.stage.app import Stage
from gridhall.stage.lesson_table import LessonTable, table_of
from gridhall.stage.match_screen import MatchScreen
from gridhall.stage.speaker import Speaker
from gridhall.stage.table import HINT, NEXT, SKIP
from gridhall.stage.wishes import wish
from gridhall.terminal import saves
from gridhall.terminal.lesson_session import LessonSession
from gridhall.terminal.session import session_for

GAMES = [name for name in registry.games() if guide_of(registry.load(name)).lesson]


def lesson_of(name: str) -> list[LessonStep]:
    return guide_of(registry.load(name)).lesson


def taught(screen: MatchScreen) -> LessonTable:
    assert isinstance(screen.table, LessonTable)
    return screen.table


def play(monkeypatch: pytest.MonkeyPatch, typed: list[str], *arguments: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert main(["play", *arguments]) == 0


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_lesson_is_done_at_the_prompt_and_nothing_of_it_is_kept(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word for step in lesson_of(name) for word in step.way]
    play(monkeypatch, words, name, "--lesson", "--plain")
    said = " ".join(capsys.readouterr().out.split())
    for step in lesson_of(name):
        assert f", {step.title} " in said and step.text in said and f"Done. {step.after}" in said
    assert "That was the lesson." in said
    assert not list(saves.unfinished()) and not list(home.glob("results*"))


@pytest.mark.parametrize("name", GAMES)
def test_a_step_can_be_skipped_hinted_begun_again_and_left_at_the_prompt(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = lesson_of(name)
    play(monkeypatch, ["skip", "hint", *["skip"] * (len(steps) - 2), "quit"], name, "--lesson", "--plain")
    said = capsys.readouterr().out
    assert all(f", {step.title}" in said for step in steps) and "Done." not in said and "Hint: " in said


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_lesson_is_done_by_what_spoken_lines_list(name: str, home: Path) -> None:
    """Whoever only hears takes each choice by its number, and says next."""
    lines: list[str] = []

    async def sit() -> None:
        speaker = Speaker(LessonTable(LessonSession(registry.load(name), 1, lines.append)), lines.append)
        await speaker._begin()
        for number, step in enumerate(lesson_of(name), 1):
            for _ in step.way:
                table = speaker.table
                assert isinstance(table, LessonTable) and table.taught.number == number and table.can(HINT)
                action = table.taught.lesson.next_of_way()
                at = next(
                    i for i, choice in enumerate(speaker.listed, 1) if choice.action == action and not choice.then
                )
                await speaker._do(str(at))
                if speaker.question is not None:
                    await speaker._do("yes")
            assert f"{step.after}" in lines and speaker.table.scene.outcome is not None
            if number < len(lesson_of(name)):
                assert speaker.table.can(NEXT)
                await speaker._do("next")
                await speaker.moving

    asyncio.run(sit())
    assert [line for line in lines if "That did not work" in line] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_menu_offers_the_lesson_and_it_is_done_on_the_full_screen(name: str, home: Path) -> None:
    title = registry.load(name).TITLE

    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)
        menu.open([entry.text for entry in menu.entries].index(title))
        assert menu.entries[0].text == "Learn in two minutes"
        menu.open(0)
        for number, step in enumerate(lesson_of(name), 1):
            screen = await settled(stage)
            table = taught(screen)
            assert table.taught.number == number and step.title in text_of(stage)
            for word in step.way:
                await table.say_word(word)
                screen = await settled(stage)
            assert table.scene.outcome is not None and table.scene.outcome.won
            screen.projector.drop()
            screen.update()
            await pilot.pause()
            if number < len(lesson_of(name)):
                await pilot.press("n")
        assert not list(home.glob("results*"))

    on_stage(work)


@pytest.mark.parametrize("name", GAMES[:2])
def test_steps_are_skipped_by_a_key_until_none_is_left(name: str, home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        await menu_of(stage)
        stage.play(wish(name, lesson=1))
        for number in range(1, len(lesson_of(name)) + 1):
            screen = await settled(stage)
            assert taught(screen).taught.number == number and screen.table.can(SKIP)
            await pilot.press("K")
        screen = await settled(stage)
        assert "last step" in text_of(stage)

    on_stage(work)


def test_what_a_lesson_cannot_be_told_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", GAMES[0], "--lesson", "99"]) == 2
    assert "has no such lesson" in capsys.readouterr().err
    assert main(["play", GAMES[0], "--lesson", "--seed", "3"]) == 2
    assert "leave out --seed" in capsys.readouterr().err


def test_a_session_without_a_lesson_has_a_table_of_its_own() -> None:
    args: Namespace = wish(GAMES[0])
    assert not isinstance(table_of(session_for(args, print, print)), LessonTable)
