"""The walkthrough of Phase Shift's rules, played in a browser."""

import re

from playwright.sync_api import expect

WALKTHROUGH = list("eeewssee")
KEYS = {"n": "ArrowUp", "s": "ArrowDown", "e": "ArrowRight", "w": "ArrowLeft", "f": "f"}


def play_walkthrough(visitor, words=WALKTHROUGH, played=0):
    """Play words by the keyboard, each after the one before has been seen."""
    for number, word in enumerate(words, played + 1):
        visitor.page.keyboard.press(KEYS[word])
        expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", str(number))


def open_walkthrough(visitor):
    """Begin the source's own level from the game's page."""
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("combobox", name="Level").select_option("walkthrough")
    visitor.page.get_by_role("button", name="Open the room").click()
    expect(visitor.page.get_by_role("grid", name="Alpha")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(r"/r/\w+$"))
    return visitor.page.url.rsplit("/", 1)[1]
