"""A browser and a hall as an earlier version left them: everything the visitor had is there, and is gone on with."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import House, Visitor
from tests.upgrades import VERSIONS, copy_hall, load

pytestmark = pytest.mark.xdist_group("browser upgrade")
KEYS = {"n": "ArrowUp", "s": "ArrowDown", "e": "ArrowRight", "w": "ArrowLeft", "f": "f"}


@pytest.fixture(scope="module", params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def house(version: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A hall of today on a copy of the version's store."""
    home = tmp_path_factory.mktemp("hall")
    copy_hall(version, home / "hall.sqlite")
    hall = House(home)
    try:
        hall.open()
        yield hall
    finally:
        hall.close()


def test_results_seats_settings_and_drafts_are_there(version: str, visit: Callable[..., Visitor]) -> None:
    did = load(version, "rooms.json")["visitor"]
    storage = load(version, "storage.json")
    page = (visitor := visit()).page
    page.goto("/icon.svg")  # the hall's, but no page of it
    script = "(entries) => { for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text); }"
    page.evaluate(script, storage)

    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", json.loads(storage["gridhall.settings"])["theme"])
    left = page.locator(f'a[href="/r/{did["left"]}"]').first
    expect(left).to_be_visible()
    # The token is in a cookie now, and opens the same account.
    kept = "JSON.parse(localStorage.getItem('gridhall.%s'))"
    page.wait_for_function(kept % "visitor")
    visitor.until(lambda: page.evaluate(kept % "guest"), None)
    assert page.evaluate(kept % "visitor")["name"] == json.loads(storage["gridhall.guest"])["name"]

    left.click()  # the seat is still the visitor's: they play to the end
    moves = page.get_by_role("meter", name="Moves")
    expect(moves).to_have_attribute("aria-valuenow", "3")
    for number, word in enumerate(did["words"][3:], 4):
        page.keyboard.press(KEYS[word])
        expect(moves).to_have_attribute("aria-valuenow", str(number))
    expect(visitor.heading("Solved")).to_be_visible()

    page.goto("/g/phase_shift")
    level = page.get_by_role("button", name=re.compile("^Level .*3 stars"))
    expect(level).to_have_count(1)
    for room in (did["solved"], did["lost"]):
        page.goto(f"/r/{room}")
        expect(page.get_by_role("link", name="Look back")).to_be_visible()
    page.goto("/g/warpgrid")
    expect(page.locator(".results li")).to_have_count(1)
    expect(page.locator(".results a")).to_have_attribute("href", re.compile(did["lost"]))

    page.goto("/g/grid_universe/edit")
    expect(page.get_by_role("textbox", name="The level's text")).to_have_value(did["draft"])
