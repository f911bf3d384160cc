"""What the panel and the bar of keys say: the language of danger, the log, and how it goes on after the end."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.stage.screens import StillTable, kept_scene
from tests.stage.sitting_at import on_stage, settled, some_plies, table_of, text_of, until

from gridhall import registry
from gridhall.danger import preview_of
from gridhall.guide import guide_of
from gridhall.match import Match
from gridhall.render.text import danger_text
from gridhall.scene import Choice, Kind, Preview, Scene, danger_words
from gridhall.stage.app import Stage
from gridhall.stage.colours import FEW, Colours
from gridhall.stage.help_text import help_lines, meaning_of
from gridhall.stage.lesson_table import LessonTable
from gridhall.stage.local_table import LocalTable
from gridhall.stage.match_screen import MatchScreen
from gridhall.stage.offers import FATAL, PLAIN, RISKY, KeyOffer, bar_text, packed, sign_of, tone_of
from gridhall.stage.panels import log_lines
from gridhall.stage.spoken import choice_sentence
from gridhall.stage.table import LogLine
from gridhall.terminal.lesson_session import LessonSession
from gridhall.terminal.session import Session


@pytest.mark.parametrize(
    ("choice", "tone", "sign"),
    [
        (Choice(0, "a", danger=True), FATAL, "!"),
        (Choice(0, "a", risk=3), RISKY, "?3%"),
        (Choice(0, "a", hopeless=True), RISKY, "?"),
        (Choice(0, "a", danger=True, gives_up=True), PLAIN, ""),
    ],
)
def test_danger_is_marked_as_in_the_browser(choice: Choice, tone: str, sign: str) -> None:
    assert (tone_of(choice), sign_of(choice)) == (tone, sign)


def test_where_room_is_short_arrows_need_no_words_and_the_rest_has_room() -> None:
    def offer(key: str, text: str) -> KeyOffer:
        return KeyOffer(key, text, lambda: None, choice=Choice(0, text, key=key))

    offers = [offer("ArrowUp", "North"), offer("ArrowDown", "South"), offer("ArrowLeft", "West"), offer("f", "Shift")]
    offers.append(KeyOffer("?", "help", lambda: None))
    rows = packed(offers, 24, 1, fancy=True)
    assert [("".join(offer.label() for offer in group), bar_text(group[0])) for group in rows[0]] == [
        ("↑↓←", ""), ("f", "Shift"), ("?", "help"),
    ]  # fmt: skip


def test_the_log_begins_with_a_whole_sentence() -> None:
    log = [LogLine("one two three four five six", 1), LogLine("seven", 2)]

    def shown(height: int) -> list[str]:
        return ["".join(text for text, _ in line.spans) for line in log_lines(log, 12, height, 0, Colours())]

    assert shown(9) == ["- One two", "three four", "five six", "- Seven"]
    assert shown(3) == ["- Seven"]


def test_after_a_loss_enter_tries_it_again_and_after_a_win_it_leads_on(home: Path) -> None:
    def enter(screen: MatchScreen) -> str:
        return next(offer.text for offer in screen.offers() if offer.key == "Enter")

    async def lose(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        screen.press("q")
        screen.press("y")
        await settled(stage)
        assert screen.table.over and enter(screen) == "play again"

    async def win(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        for _ in range(4):
            screen.press("ArrowRight")
            await settled(stage)
        assert screen.table.over and enter(screen) == "next level"

    on_stage(lose, table_of("phase_shift", setup="walkthrough"))
    on_stage(win, table_of("grid_universe", setup="walking"))


def test_the_title_tells_what_is_proved_best_and_the_log_what_was_before(home: Path) -> None:
    match = Match("phase_shift", "easy-1", seed=3)
    for _, action in some_plies("phase_shift", 1, 1):
        match.act(0, action)
    session = Session(match, "easy-1", False, {}, print)
    session.begin()
    recorder = session.recorder
    assert recorder is not None
    session.close()

    async def work(stage: Stage, pilot: Any) -> None:
        await settled(stage)
        await pilot.pause()
        text = text_of(stage)
        assert "First Light · best 7" in text.splitlines()[0]
        assert "- You " in text and screen_log(stage)

    def screen_log(stage: Stage) -> list[LogLine]:
        assert stage.table is not None
        return stage.table.log

    on_stage(work, LocalTable(Session.of_record(recorder.path, print)))


def test_a_long_preview_has_a_line_that_is_brief() -> None:
    match = Match("warpgrid", None, seed=3)
    while not (choices := [choice for choice in match.scene(0).choices if not choice.reports]):
        match.act(0, match.legal(0)[0])
    for choice in choices:
        preview = preview_of(match.game, match.setup, match.view(0), 0, [choice.action])
        assert preview is not None and preview.brief and len(preview.brief) < len(preview.text)
        assert len(preview.brief) <= 70


def test_a_hint_names_the_key_that_plays_it(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        screen.press("h")
        await settled(stage)
        assert screen.message.startswith("Hint: → East (")

    on_stage(work, table_of("phase_shift", setup="walkthrough"))


def test_who_has_nothing_to_say_is_offered_no_words(home: Path) -> None:
    scene = kept_scene("phase_shift")

    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        assert ":" in [offer.key for offer in screen.offers()]
        screen.table.scene = replace(scene, choices=[])
        screen.changed()
        assert ":" not in [offer.key for offer in screen.offers()]

    on_stage(work, StillTable("phase_shift", scene))


def test_a_sealed_plan_is_no_film_of_one_still(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        stage.settings.speed = 1.0
        screen = await settled(stage)
        screen.press("1")
        await settled(stage)
        for _ in range(2):  # the ready plan, then its seal
            screen.press("Enter")
            await settled(stage)
        assert screen.film is None and screen.table.handing_over

    on_stage(work, table_of("echoes"))


@pytest.mark.parametrize("name", [name for name in registry.games() if guide_of(registry.load(name)).lesson])
def test_on_a_small_screen_a_lesson_says_what_it_teaches(name: str, home: Path) -> None:
    game = registry.load(name)
    step = guide_of(game).lesson[0]

    async def work(stage: Stage, pilot: Any) -> None:
        await settled(stage)
        await pilot.pause()
        assert " ".join(step.text.split()[:4]) in text_of(stage)

    on_stage(work, LessonTable(LessonSession(game, 1, print)), (40, 15))


def test_sixteen_colours_never_show_the_ground_as_ink() -> None:
    colours = Colours(FEW)
    assert colours.halves("void", "void")[0] == " "
    assert colours.halves("ink2", "ink2")[0] == "█"
    pairs = (("good", "void", "▀"), ("void", "good", "▄"), ("good", "ink2", "▄"), ("good", "p1", "▀"))
    for upper, lower, sign in pairs:
        shown, style = colours.halves(upper, lower)
        assert shown == sign and style.color is not None
        assert style.color.name == ("default" if lower == "ink2" else "green")


def test_a_typed_word_is_asked_about_as_its_key_is(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        await pilot.press(":", "q", "enter")
        screen = await settled(stage)
        assert screen.choosing.question is not None and not screen.table.over
        await pilot.press("n")
        screen = await settled(stage)
        assert screen.choosing.question is None and not screen.table.over
        await pilot.press(":", "q", "enter", "y")
        screen = await settled(stage)
        assert screen.table.over

    on_stage(work, table_of("phase_shift"))


def test_the_help_tells_the_rulings_behind_what_is_looked_at_and_what_happened(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        await pilot.press("left")  # into a wall
        screen = await settled(stage)
        lines = help_lines(screen)
        about = lines.index("Why, of what happened: West is a wall: a wasted move.")
        assert lines[about + 1].startswith("PS5: ")
        screen.choosing.preview = Preview("North is a wall: a wasted move.")
        lines = help_lines(screen)
        assert "Why, of what you look at: North is a wall: a wasted move." in lines
        assert sum(line.startswith("PS5: ") for line in lines) == 1

    on_stage(work, table_of("phase_shift"))


def test_a_sign_of_the_legend_is_named_once() -> None:
    assert meaning_of(Kind("o", "level 1", tell="level 1: landing does nothing")) == "level 1: landing does nothing"
    assert meaning_of(Kind("#", "wall", tell="Nobody enters it.")) == "wall: Nobody enters it."


@pytest.mark.parametrize(
    ("choice", "words", "listed"),
    [
        (Choice(0, "a", danger=True), "loses", "  ! loses"),
        (Choice(0, "a", danger=True, idle=True), "loses", "  ! loses"),
        (Choice(0, "a", risk=3, odds="loses in 1 of 36"), "loses in 1 of 36", "  ! loses in 1 of 36"),
        (Choice(0, "a", hopeless=True), "no way out", "  ! no way out"),
        (Choice(0, "a", idle=True), "no effect", "  (no effect)"),
    ],
)
def test_one_language_of_danger_in_lines_speech_and_lists(choice: Choice, words: str, listed: str) -> None:
    assert danger_words(choice) == words
    assert choice_sentence(choice, Scene(1, 1, {}, [])) == f"a, {words}"
    assert danger_text(choice) == listed


def test_what_is_looked_at_says_its_danger_first(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        screen = await settled(stage)
        screen.choosing.picked = Choice(0, "a", risk=3, odds="loses in 1 of 36")
        screen.choosing.preview = Preview("To the wall. Loses in 1 of 36.", danger=True)  # as `preview_of` makes it
        screen.update()
        await pilot.pause()
        text = text_of(stage)
        assert "? Loses in 1 of 36. To the wall." in text and text.count("Loses") == 1

    on_stage(work, table_of("phase_shift"), (140, 45))


def test_what_a_walk_costs_stands_on_lit_cells_too(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        await settled(stage)
        await until(stage, lambda: "╌1╌2╌3" in text_of(stage))

    on_stage(work, table_of("maze_runner", setup="lantern_hall", machines={1: "easy"}), (80, 24))
