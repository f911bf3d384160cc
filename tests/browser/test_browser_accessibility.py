"""Every kind of page and every board passes axe, the checker of accessibility, in light and dark."""

import re

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.axe import violations
from tests.browser.walkthrough import open_walkthrough, play_walkthrough


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_on_any_kind_of_page(visit, theme):
    visitor = visit(color_scheme=theme)
    visitor.forgiven = ("404",)
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("button", name="Play Phase Shift")).to_be_visible()
    assert not violations(visitor)
    visitor.page.get_by_role("button", name="Settings").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    assert not violations(visitor)
    visitor.page.keyboard.press("Escape")
    visitor.page.goto("/g/phase_shift")
    expect(visitor.page.get_by_role("heading", name="New room")).to_be_visible()
    assert not violations(visitor)
    room = open_walkthrough(visitor)
    visitor.choice("Shift to Beta").hover()
    expect(visitor.page.get_by_role("region", name="Status").get_by_text("Shift to Beta: floor.")).to_be_visible()
    assert not violations(visitor)
    visitor.page.get_by_role("button", name="Share").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    assert not violations(visitor)
    visitor.page.keyboard.press("Escape")
    play_walkthrough(visitor)
    expect(visitor.heading("Solved")).to_be_visible()
    assert not violations(visitor)
    visitor.page.goto(f"/m/{room}#3")
    expect(visitor.page.get_by_role("slider", name="Timeline")).to_be_visible()
    assert not violations(visitor)
    visitor.page.goto("/m/nowhere")
    expect(visitor.heading(re.compile("There is no"))).to_be_visible()
    assert not violations(visitor)
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_role("button", name="Invite a friend").click()
    expect(visitor.page.get_by_role("button", name="Copy link")).to_be_visible()
    assert not violations(visitor)
    visitor.page.get_by_role("button", name="Let the machine play: easy").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes, resign").click()
    expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert not violations(visitor)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_at_forms_and_links_to_levels(visit, theme):
    visitor = visit(color_scheme=theme)
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_text("Settings", exact=True).click()
    expect(visitor.page.get_by_role("spinbutton", name="Turns")).to_be_visible()
    assert not violations(visitor)
    visitor.page.goto("/g/phase_shift/play?level=walkthrough")
    expect(visitor.page.get_by_role("button", name="Edit a copy")).to_be_visible()
    assert not violations(visitor)
    visitor.page.goto("/g/phase_shift/edit#generate")
    expect(visitor.page.get_by_role("dialog", name="Generate a level")).to_be_visible()
    assert not violations(visitor)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_at_any_board(visit, theme):
    from gridhall.registry import games, load

    visitor = visit(color_scheme=theme)
    for game in games():
        visitor.page.goto(f"/g/{game}")
        expect(visitor.page.get_by_role("heading", name="New room")).to_be_visible()
        assert not violations(visitor)
        visitor.page.get_by_role(
            "button", name="Two on this screen" if load(game).PLAYERS > 1 else "Open the room"
        ).click()
        curtain = visitor.page.get_by_role("button", name="open the curtain")
        choices = visitor.page.get_by_role("region", name="Choices")
        expect(curtain.or_(choices).first).to_be_visible()
        if curtain.count():
            assert not violations(visitor)

        def is_open(curtain: Locator = curtain, choices: Locator = choices) -> bool:
            """It is drawn again if the page has to join the room anew."""
            curtain.evaluate_all("buttons => buttons.forEach((button) => button.click())")
            return choices.count() > 0

        visitor.until(is_open)
        expect(choices).to_be_visible()
        assert not violations(visitor)
