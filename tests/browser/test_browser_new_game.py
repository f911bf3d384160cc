"""The games that `gridhall new-game` writes are played in the browser as they are."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.test_browser_people import claim_with_password

from gridhall import registry

pytestmark = pytest.mark.xdist_group("browser new game")
GAMES = Path(registry.__file__).parent / "templates"


def test_a_new_puzzle_is_won_by_its_keys(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("crumble", level="first")
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    for number, key in enumerate(("Right", "Right", "Down", "Right", "Down"), 1):
        visitor.page.keyboard.press(f"Arrow{key}")
        if number < 5:
            expect(visitor.page.get_by_role("slider", name="Timeline")).to_have_attribute(
                "aria-valuetext", f"move {number} of {number}"
            )
    expect(visitor.page.get_by_text("Best possible").first).to_be_visible()


def test_a_new_duel_is_played_against_the_machine(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("three_in_a_row", seats=[{"kind": "me"}, {"kind": "machine", "level": "easy"}])
    visitor.page.goto(f"/r/{room}")
    visitor.cell(4).click()
    expect(visitor.page.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuetext", "move 2 of 2")


def test_a_new_duel_is_rated_between_two_who_found_each_other(visit, house):
    red, blue = (visit(address=f"http://localhost:{house.port}") for _ in range(2))
    for visitor, name in ((red, "Newcomer"), (blue, "Oldtimer")):
        claim_with_password(visitor, name)
    for visitor in (red, blue):
        visitor.page.goto("/")
        lobby = visitor.page.get_by_role("region", name="Somebody to play with")
        lobby.get_by_label("Game").select_option(label="Three in a row")
        lobby.get_by_label("Rated").check()
        lobby.get_by_role("button", name="Play someone now").click()
    for visitor in (red, blue):
        expect(visitor.page).to_have_url(re.compile("/r/"))
        expect(visitor.heading(re.compile("ark a cell"))).to_be_visible()
        expect(visitor.page.get_by_text("rated 1500?")).to_have_count(2)
    expect(red.page.get_by_role("link", name="Oldtimer")).to_have_attribute("href", "/@Oldtimer")
    sides = [red, blue] if red.heading(re.compile("^Mark a cell")).is_visible() else [blue, red]
    for number, cell in enumerate((0, 3, 1, 4, 2), 1):  # the first to act has the top row
        sides[(number + 1) % 2].cell(cell).click()
        for visitor in sides:
            expect(visitor.page.get_by_role("slider", name="Timeline")).to_have_attribute(
                "aria-valuetext", re.compile(f"^move {number} of {number}")
            )
    for visitor, change in zip(sides, ("Rating 1500 → 1662?", "Rating 1500 → 1338?")):
        expect(visitor.page.get_by_text(change)).to_be_visible()
    for visitor, name in ((red, "Newcomer"), (blue, "Oldtimer")):
        visitor.page.goto(f"/@{name}")
        expect(visitor.page.get_by_text(re.compile("one match, still uncertain"))).to_be_visible()
        expect(visitor.page.get_by_role("img", name=re.compile("^From 1500 on"))).to_be_visible()
