"""Two people and a spectator, each with a browser of his own, in one room."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


def invite(one):
    """Open a room for a friend and return its address."""
    one.page.goto("/")
    one.page.get_by_role("button", name="Invite a friend to Echoes").click()
    expect(one.heading("Send this link. The match starts when they sit down.")).to_be_visible()
    return one.page.url


def seat_two(visit):
    red, blue = visit(), visit()
    address = invite(red)
    blue.page.goto(address)
    blue.page.get_by_role("button", name="Sit down as Blue").click()
    for one in (red, blue):
        expect(one.heading("Turn 1 of 40: create an echo.")).to_be_visible()
    return red, blue, address


def test_two_browsers_and_a_spectator(visit):
    """Plans stay secret until both have sealed; the spectator is told so and sees the same replay."""
    red, blue, address = seat_two(visit)
    watcher = visit()
    watcher.page.goto(address)
    expect(watcher.page.get_by_text("All seats are taken.")).to_be_visible()
    expect(watcher.page.get_by_role("link", name="New room")).to_be_visible()
    red.choice("Ready plan").click()
    expect(red.page.get_by_role("group", name="Red, you")).to_contain_text("waiting")
    for one in (blue, watcher):
        expect(one.page.get_by_role("table")).to_contain_text("sealed")
        assert one.page.get_by_text("F↑").count() == 0
        assert one.page.locator("[data-piece]").count() == 0
    blue.choice("Ready plan").click()
    for one in (red, blue, watcher):
        one.page.get_by_role("button", name="Skip").click()
        expect(one.page.get_by_role("heading", level=1)).to_have_text(re.compile("Turn 2 of 40"))
        expect(one.page.locator('[data-piece="1D"]')).to_be_attached()
        expect(one.page.locator('[data-piece="2D"]')).to_be_attached()
    assert red.page.locator("g.line.known").count() == 0
    red.page.get_by_role("button", name="Show known paths").click()
    expect(red.page.locator("g.line.known").first).to_be_attached()


def test_resign_and_rematch_by_agreement(visit):
    red, blue, address = seat_two(visit)
    red.page.get_by_role("button", name="Resign").click()
    red.page.get_by_role("button", name="Yes, resign").click()
    for one in (red, blue):
        expect(one.page.get_by_role("button", name="Rematch")).to_be_visible()
    red.page.get_by_role("button", name="Rematch").click()
    blue.page.get_by_role("button", name="Accept").click()
    for one in (red, blue):
        expect(one.page).not_to_have_url(address)
        expect(one.page.get_by_role("heading", level=1)).to_have_text(re.compile("Turn 1 of 40"))


def test_a_draw_is_offered_and_declined(visit):
    red, blue, _ = seat_two(visit)
    red.page.get_by_role("button", name="Offer a draw").click()
    blue.page.get_by_role("button", name="Decline").click()
    expect(red.page.get_by_role("button", name="Offer a draw")).to_be_enabled()


@pytest.mark.slow
def test_the_machine_takes_the_free_seat(visit):
    one = visit()
    invite(one)
    one.page.get_by_role("button", name="Let the machine play: easy").click()
    expect(one.page.get_by_role("group", name="Blue, the machine, easy")).to_be_visible()
    one.choice("Ready plan").click()
    one.page.get_by_role("button", name="Skip").click(timeout=180_000)  # the machine compiles before its first move
    expect(one.page.get_by_role("heading", level=1)).to_have_text(re.compile("Turn 2 of 40|wins"))


def test_the_link_is_copied(visit):
    one = visit(permissions=["clipboard-read", "clipboard-write"])
    address = invite(one)
    one.page.get_by_role("button", name="Copy link").click()
    expect(one.page.get_by_text("The link is copied.")).to_be_visible()
    assert one.page.evaluate("navigator.clipboard.readText()") == address
