"""Somebody to play with: two strangers find each other, greet, and play a rematch with a running score."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.browser.test_browser_people import claim_with_password

pytestmark = pytest.mark.xdist_group("browser lobby")
ALONE = True  # nobody else waits there, and its tables are empty


def seek(visitor, game="Echoes"):
    visitor.page.goto("/")
    lobby = visitor.page.get_by_role("region", name="Somebody to play with")
    lobby.get_by_label("Game").select_option(label=game)
    lobby.get_by_role("button", name="Play someone now").click()
    return lobby


def test_two_strangers_are_paired_greet_and_play_again(visit):
    red, blue = visit(), visit()
    lobby = seek(red)
    expect(lobby.get_by_text("You wait for somebody: Echoes")).to_be_visible()
    expect(lobby.get_by_label("Rated")).to_have_count(0)  # guests have no rating
    assert not violations(red)
    seek(blue)
    for visitor in (red, blue):
        expect(visitor.page).to_have_url(re.compile(r"/r/"))
        expect(visitor.heading("Turn 1 of 40: create an echo.")).to_be_visible()
    expect(red.page).to_have_url(blue.page.url)
    red.page.get_by_label("Say something").select_option(label="Good luck!")
    expect(blue.page.get_by_text(re.compile(r"Guest \d+: Good luck!"))).to_be_visible()
    first = red.page.url
    red.page.get_by_role("button", name="Resign").click()
    red.page.get_by_role("button", name="Yes, resign").click()
    for visitor in (red, blue):
        visitor.page.get_by_role("button", name="Rematch").click()
    for visitor in (red, blue):
        expect(visitor.page).not_to_have_url(first)
        expect(visitor.page.get_by_title("points in this series so far")).to_have_count(2)


def test_a_guest_is_shown_the_way_to_a_rated_seat_instead_of_a_refusal(visit, house):
    ann, guest = visit(address=f"http://localhost:{house.port}"), visit()
    ann.page.goto("/")
    claim_with_password(ann, "Ratina")
    ann.page.goto("/")
    lobby = ann.page.get_by_role("region", name="Somebody to play with")
    lobby.get_by_label("Game").select_option(label="Echoes")
    lobby.get_by_role("checkbox", name="Rated").check()
    lobby.get_by_role("button", name="Play someone now").click()
    guest.page.goto("/")
    seats = guest.page.get_by_role("list", name="Open seats")
    expect(seats.get_by_role("listitem").filter(has_text="Ratina")).to_contain_text("rated")
    expect(seats.get_by_role("button", name="Play Echoes with Ratina")).to_have_count(0)
    seats.get_by_role("link", name="Take a name to play").click()
    expect(guest.heading("Keep what you have won")).to_be_visible()
    ann.page.get_by_role("button", name="Stop waiting").click()
    expect(ann.page.get_by_text("You wait for somebody")).to_have_count(0)


def test_whoever_waits_plays_the_machine_and_is_called_away(visit):
    red, blue = visit(), visit()
    seek(red, "Maze Runner")
    expect(red.page.get_by_text("You wait for somebody: Maze Runner")).to_be_visible()
    red.page.get_by_role("button", name="Play Phase Shift").click()
    expect(red.page).to_have_url(re.compile(r"/r/"))
    alone = red.page.url
    lobby = blue.page
    lobby.goto("/")
    lobby.get_by_role("button", name=re.compile("Play Maze Runner with")).click()
    expect(lobby).to_have_url(re.compile(r"/r/"))
    expect(red.page.get_by_text("Somebody plays with you")).to_be_visible()
    expect(red.page).to_have_title(re.compile(r"^\(1\) "))
    expect(red.page).to_have_url(alone)
    red.page.get_by_role("link", name="Gridhall, to the hall").click()
    expect(red.heading(re.compile("on squared paper$"))).to_be_visible()
    expect(red.page).to_have_title("(1) Gridhall")  # wherever one goes meanwhile
    red.page.get_by_role("button", name="Go there").click()
    expect(red.page).to_have_url(lobby.url)
    expect(red.page.get_by_text("Somebody plays with you")).not_to_be_visible()


# The browser's own notifications, as far as a page can tell: who looks elsewhere, and what they are told.
NOTIFICATIONS = """
  window.told = [];
  window.Notification = class {
    static permission = 'default';
    static requestPermission = async () => (this.permission = 'granted');
    constructor(title, options) { this.title = title; this.tag = options.tag; window.told.push(this); }
  };
  Object.defineProperty(document, 'hidden', { get: () => window.isAway === true });
"""


def test_whoever_looks_elsewhere_gets_a_notification_of_their_browser(visit):
    red, blue = visit(), visit()
    red.page.add_init_script(NOTIFICATIONS)
    seek(red, "Echoes")  # which asks for the permission
    expect(red.page.get_by_text("You wait for somebody: Echoes")).to_be_visible()
    red.until(lambda: red.page.evaluate("Notification.permission"), "granted")
    red.page.get_by_role("button", name="Play Phase Shift").click()
    expect(red.page).to_have_url(re.compile(r"/r/"))
    red.page.evaluate("isAway = true")
    seek(blue, "Echoes")
    expect(blue.page).to_have_url(re.compile(r"/r/"))
    expect(red.page.get_by_text("Somebody plays with you")).to_be_visible()
    red.until(lambda: red.page.evaluate("told.map(({ title }) => title)"), ["A partner for Echoes"])
    red.page.evaluate("told[0].onclick()")
    expect(red.page).to_have_url(blue.page.url)
    expect(red.page.get_by_text("Somebody plays with you")).not_to_be_visible()
    red.page.get_by_role("link", name="Gridhall").first.click()
    expect(red.page).to_have_url(re.compile("/$"))
    blue.page.get_by_role("button", name="Resign").click()
    blue.page.get_by_role("button", name="Yes, resign").click()
    expect(blue.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert red.page.evaluate("told.length") == 1, "nobody is called to a match that is over"


def test_a_table_shows_the_best_results_and_how_hard_a_level_is(visit):
    visitor = visit()
    visitor.page.goto("/g/phase_shift")
    visitor.page.get_by_role("link", name="The best results").click()
    expect(visitor.heading("Phase Shift tables")).to_be_visible()
    expect(visitor.page.get_by_text("This level is rated")).to_be_visible()
    expect(visitor.page.get_by_text("Nobody stands here yet.")).to_be_visible()
    assert not violations(visitor)
    visitor.page.goto("/g/warpgrid/table")
    visitor.page.get_by_label("When").select_option(label="today")
    expect(visitor.page.get_by_text("Everybody has the same dice today")).to_be_visible()
    visitor.page.goto("/g/echoes/table")
    expect(visitor.page.get_by_role("row", name="the machine, hard 1813 measured")).to_be_visible()
    assert not violations(visitor)
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    pace, card = visitor.page.get_by_label("Pace"), visitor.page.locator(".page .card")
    visitor.page.wait_for_function("() => document.documentElement.clientWidth === 390")
    assert pace.bounding_box()["width"] > 0.85 * card.bounding_box()["width"]
