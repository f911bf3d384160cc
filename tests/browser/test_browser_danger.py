"""One language of danger in the browser: what surely loses, what may, what is wasted and what cannot be done."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.browser.test_browser_touch import PHONE, enter

RIFT = "#X###\n#P..#\n#B#E#\n---\n#####\n#...#\n#...#\n"
STANDING = "; charge: 24\n; dice: 2 2 6 6 4 4 2 3\n"


def play(visitor, *words):
    """Play these choices one after the other, each as soon as it is offered."""
    for word in words:
        visitor.choice(word).click()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_rift_is_hatched_asked_about_and_spoken_of(visit, theme):
    visitor = visit(color_scheme=theme)
    enter(visitor, "phase_shift", text=RIFT)
    north = visitor.choice("North")
    expect(north).to_have_class(re.compile(r"\bfatal\b"))
    expect(north).to_contain_text("loses")
    expect(visitor.cell(1)).to_have_attribute("aria-label", re.compile("North: rift, loses"))
    west = visitor.choice("West")
    expect(west).to_have_class(re.compile(r"\bwasted\b"))
    expect(west).to_contain_text("no effect")
    assert not violations(visitor)
    visitor.page.keyboard.press("ArrowUp")
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Do it all the same?")
    assert not violations(visitor)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", "0")
    visitor.cell(1).click()
    dialog.get_by_role("button", name="North").click()
    expect(visitor.heading("A rift took you")).to_be_visible()


AT_ONCE = """() => {
  [...document.querySelectorAll('dialog[open] button')].find((button) => button.innerText === 'Go back').click();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
}"""


def test_whoever_is_quicker_than_a_closing_dialog_is_asked_again(visit):
    """The browser tells that a dialog is closed after a key that was pressed at once."""
    visitor = visit()
    enter(visitor, "phase_shift", text=RIFT)
    visitor.page.keyboard.press("ArrowUp")
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Do it all the same?")
    visitor.page.evaluate(AT_ONCE)
    visitor.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(dialog).to_contain_text("Do it all the same?")
    dialog.get_by_role("button", name="North").click()
    expect(visitor.heading("A rift took you")).to_be_visible()


def test_whoever_does_not_want_to_be_asked_is_not_but_giving_up_asks_always(visit):
    visitor = visit()
    enter(visitor, "phase_shift", text=RIFT)
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_label("Ask once more").uncheck()
    visitor.page.keyboard.press("Escape")
    visitor.choice("Quit").click()
    expect(visitor.page.get_by_role("dialog")).to_contain_text("Quit?")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("ArrowUp")
    expect(visitor.heading("A rift took you")).to_be_visible()


def test_a_death_that_only_the_rules_can_foresee_is_hatched_and_asked_about(visit):
    visitor = visit()
    enter(visitor, "grid_universe", level="swapping-places")
    play(visitor, "Right", "Right")
    right = visitor.choice("Right")
    expect(right).to_have_class(re.compile(r"\bfatal\b"))
    expect(visitor.choice("Down")).not_to_have_class(re.compile(r"\bfatal\b"))
    right.click()
    expect(visitor.page.get_by_role("dialog")).to_contain_text("Do it all the same?")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    visitor.page.mouse.move(0, 0)  # it has been over the button all the time
    right.hover()
    ghosts = visitor.page.locator("g.piece.ghost")
    expect(ghosts).to_have_count(2)
    assert not violations(visitor)


def test_a_box_that_cannot_go_on_is_not_offered_as_a_push(visit):
    visitor = visit()
    enter(visitor, "grid_universe", text="#####\n##$.#\n##@E#\n#####\n")
    expect(visitor.choice("Push")).to_have_count(0)
    expect(visitor.choice("Up")).to_contain_text("no effect")


def test_what_is_likely_fatal_carries_its_odds(visit):
    visitor = visit()
    enter(visitor, "warpgrid", text=STANDING)
    play(visitor, "Down 3", "Stay", "Left 2", "Ricochet")
    stay = visitor.choice("Stay")
    expect(stay).to_contain_text("loses in 35 of 36")
    expect(stay).to_have_class(re.compile(r"\brisky\b"))
    assert not violations(visitor)


def test_on_a_phone_a_wasted_move_is_not_the_golden_button(visit):
    visitor = visit(**PHONE)
    enter(visitor, "phase_shift", text="#####\n#P.E#\n#B###\n---\n#####\n#.#.#\n#####\n")
    visitor.choice("East").tap()
    shift = visitor.page.locator(".bar").get_by_role("button", name="Shift to Beta")
    expect(shift).to_contain_text("no effect")
    expect(shift).to_have_class(re.compile(r"\bwasted\b"))
    expect(shift).not_to_have_class(re.compile(r"\bgolden\b"))
    assert not violations(visitor)
