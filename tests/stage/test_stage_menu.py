"""The menu of the full screen: every page opens, and going back one stands where one was."""

from pathlib import Path
from typing import Any

from tests.stage.sitting_at import menu_of, on_stage, settled, table_of, text_of, until

from gridhall import registry
from gridhall.stage.app import Stage
from gridhall.stage.menu_entries import MenuEntry, MenuPage
from gridhall.stage.menu_pages import results_of
from gridhall.stage.wishes import wish

PUZZLE = next(name for name in reversed(registry.games()) if registry.load(name).PUZZLE)
PAGES = ("Records", "Results", "Options")


def entry_of(menu: Any, text: str) -> int:
    return [entry.text for entry in menu.entries].index(text)


def test_every_page_opens_and_going_back_stands_at_its_entry(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)
        for title in (*PAGES, *(registry.load(name).TITLE for name in registry.games())):
            menu.open(entry_of(menu, title))
            await pilot.pause()
            assert f"Gridhall › {title}" in text_of(stage)
            for number in range(len(menu.entries)):
                menu.move(number - menu.page.at)  # each shows something beside it
            menu.back()
            assert menu.entries[menu.page.at].text == title

    on_stage(work)


def test_a_match_that_was_begun_is_offered_first_and_the_menu_stands_at_its_game(home: Path) -> None:
    title = registry.load(PUZZLE).TITLE

    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)
        menu.open(entry_of(menu, title))
        menu.open()
        screen = await settled(stage)
        offered = screen.table.scene.choices
        choice = next(choice for choice in offered if not (choice.why or choice.confirm or choice.idle))
        await pilot.press(choice.key.replace("Arrow", "").lower())
        await settled(stage)
        await pilot.press("escape")
        menu = await menu_of(stage)
        await pilot.press("escape")
        await pilot.pause()
        assert menu.entries[0].text.startswith(f"{title}: ")
        assert menu.entries[menu.page.at].text == title

    on_stage(work)


def test_a_level_that_was_won_tells_its_stars_and_names_are_not_cut_for_notes(home: Path) -> None:
    entries = [
        MenuEntry("Stop looking for Maze Runner", lambda: None, "looking, 10 minutes a turn"),
        MenuEntry("Actions in the very first turn of all", lambda: None, "worked out", change=lambda by: None),
    ]

    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)
        menu.open(entry_of(menu, registry.load("phase_shift").TITLE))
        menu.open()
        await settled(stage)
        await pilot.press("right", "right", "right", "down", "down", "right", "f")
        screen = await settled(stage)
        assert screen.table.over and text_of(stage).count("Solved in 7 moves") == 1
        await pilot.press("m")
        menu = await menu_of(stage)
        await pilot.pause()
        assert "Yours 7, ★★★, " in text_of(stage)
        menu.show_page(MenuPage("Names", lambda: entries))
        await pilot.pause()
        assert "Stop looking for Maze Runner look" in text_of(stage) and "… worked out" in text_of(stage)

    on_stage(work, size=(80, 24))


def test_a_line_that_only_says_something_offers_no_enter_and_others_say_what_it_does(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)
        menu.open(entry_of(menu, "Records"))
        await pilot.pause()
        assert "No match has been played yet" in text_of(stage) and "Enter" not in text_of(stage)
        await pilot.press("enter")
        assert menu.page.title == "Records"
        menu.back()
        menu.move(entry_of(menu, "Leave") - menu.page.at)
        await pilot.pause()
        assert "Enter leave" in text_of(stage)

    on_stage(work)


def test_puzzles_of_a_game_for_two_stand_on_its_page_and_the_next_one_follows(home: Path) -> None:
    game = registry.load("echoes")
    puzzles = [level for level in registry.levels(game) if level.side]

    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)
        menu.open(entry_of(menu, game.TITLE))
        menu.open(entry_of(menu, puzzles[0].title))
        screen = await settled(stage)
        assert screen.table.subtitle == puzzles[0].title and screen.table.seat == puzzles[0].side - 1
        for word in puzzles[0].certificate["witness"].split("; "):
            if word.startswith(f"{puzzles[0].side}: "):
                screen.word_typed(word.partition(": ")[2])
                await settled(stage)
        assert screen.table.over and "n next level" in text_of(stage)
        assert [line.partition(",")[0] for line in results_of("echoes")] == [f"{puzzles[0].title}: Won"]
        await pilot.press("n")
        await until(stage, lambda: stage.table is not None and stage.table.subtitle == puzzles[1].title)
        screen = await settled(stage)
        assert screen.table.seat == puzzles[1].side - 1 and screen.table.curtain < 0

    on_stage(work)


def test_whoever_leaves_the_match_they_asked_for_stands_on_its_games_page(home: Path) -> None:
    level = registry.levels(registry.load(PUZZLE))[3]

    async def work(stage: Stage, pilot: Any) -> None:
        await settled(stage)
        await pilot.press("escape")
        menu = await menu_of(stage)
        assert menu.page.title == registry.load(PUZZLE).TITLE
        assert menu.entries[menu.page.at].text == level.title
        await pilot.press("escape")
        await pilot.pause()
        assert menu.entries[menu.page.at].text == registry.load(PUZZLE).TITLE

    on_stage(work, table_of(PUZZLE, setup=level.name))


def test_a_match_that_is_left_is_offered_again_at_once(home: Path) -> None:
    async def work(stage: Stage, pilot: Any) -> None:
        menu = await menu_of(stage)
        stage.play(wish("echoes", against="easy", side=1))
        screen = await settled(stage)
        await pilot.press("enter", "enter")  # the ready plan; the machine, which takes its time to leave, answers
        await until(stage, lambda: screen.table.scene.status.startswith("Turn 2"))
        await pilot.press("escape")
        await menu_of(stage)
        await until(stage, lambda: "Continue" in text_of(stage))
        assert menu.entries[0].text == "Echoes"

    on_stage(work)
