"""Two people and a spectator, each with their own browser, in one room."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gridhall.match import Match

pytestmark = pytest.mark.xdist_group("browser rooms")
# Nim: a duel without secrets, where moves can be taken back.
GAMES = Path(__file__).resolve().parents[1] / "server/games"


def invite(visitor):
    """Open a room for a friend and return its address."""
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Invite a friend to Echoes").click()
    expect(visitor.heading("Send this link. The match starts when they sit down.")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(r"/r/\w+$"))
    return visitor.page.url


def seat_two(visit):
    red, blue = visit(), visit()
    address = invite(red)
    blue.page.goto(address)
    blue.page.get_by_role("button", name="Sit down as Blue").click()
    for visitor in (red, blue):
        expect(visitor.heading("Turn 1 of 40: create an echo.")).to_be_visible()
    return red, blue, address


def seal_ready_plan(visitor):
    """Fill in the plan that is offered first, look at it, and seal it."""
    visitor.choice("Ready plan").click()
    expect(visitor.page.get_by_role("table")).to_contain_text("F")
    visitor.choice("Seal my plan").click()


def test_two_browsers_and_a_spectator(visit):
    """Plans stay secret until both have sealed; the spectator is told so and sees the same replay."""
    red, blue, address = seat_two(visit)
    watcher = visit()
    watcher.page.goto(address)
    expect(watcher.page.get_by_text("All seats are taken.")).to_be_visible()
    expect(watcher.page.get_by_role("link", name="New room")).to_be_visible()
    seal_ready_plan(red)
    expect(red.page.get_by_role("group", name="Red, you")).to_contain_text("waiting")
    for visitor in (blue, watcher):
        expect(visitor.page.get_by_role("table")).to_contain_text("sealed")
        expect(visitor.page.get_by_text("F↑")).to_have_count(0)
        expect(visitor.page.locator("[data-piece]")).to_have_count(0)
    seal_ready_plan(blue)
    for visitor in (red, blue, watcher):
        visitor.skip_film(visitor.heading(re.compile("Turn 2 of 40")))
        expect(visitor.page.locator('[data-piece="1D"]')).to_be_attached()
        expect(visitor.page.locator('[data-piece="2D"]')).to_be_attached()
    expect(red.page.locator("g.line.known")).to_have_count(0)
    red.page.get_by_role("button", name="Show known paths").click()
    expect(red.page.locator("g.line.known").first).to_be_attached()


def test_resign_and_rematch_by_agreement(visit):
    red, blue, address = seat_two(visit)
    red.page.get_by_role("button", name="Resign").click()
    red.page.get_by_role("button", name="Yes, resign").click()
    for visitor in (red, blue):
        expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()
    red.page.get_by_role("button", name="Rematch").click()
    blue.page.get_by_role("button", name="Accept").click()
    for visitor in (red, blue):
        expect(visitor.page).not_to_have_url(address)
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text(re.compile("Turn 1 of 40"))


def test_a_draw_is_offered_declined_and_agreed(visit):
    red, blue, _ = seat_two(visit)
    red.page.get_by_role("button", name="Offer a draw").click()
    expect(red.page.get_by_role("button", name="Draw offered")).to_be_disabled()
    blue.page.get_by_role("button", name="Decline").click()
    red.page.get_by_role("button", name="Offer a draw").click()
    expect(blue.page.get_by_role("alert").filter(has_text="Red offers a draw")).to_be_visible()
    blue.page.get_by_role("button", name="Accept").click()
    for visitor in (red, blue):
        expect(visitor.heading("A draw")).to_be_visible()
        expect(visitor.page.get_by_role("region", name="Status")).to_contain_text("A draw was agreed.")


def seat_two_at_nim(visit):
    """Two browsers in a room of Nim; Red is to take."""
    red, blue = visit(), visit()
    red.page.goto("/")
    room, _ = red.make("nim", seats=[{"kind": "me"}, {"kind": "open"}])
    red.page.goto(f"/r/{room}")
    blue.page.goto(f"/r/{room}")
    blue.page.get_by_role("button", name="Sit down as Blue").click()
    expect(red.choice("3", exact=True)).to_be_visible()
    left(blue, 9)
    return red, blue


def left(visitor, number):
    """The heap as this browser shows it."""
    expect(visitor.page.get_by_role("region", name="Numbers")).to_have_text(re.compile(rf"^\s*{number}\s*Left\s*$"))


def test_a_move_is_taken_back_by_agreement(visit):
    red, blue = seat_two_at_nim(visit)
    red.choice("3", exact=True).click()
    for visitor in (red, blue):
        left(visitor, 6)
    red.page.get_by_role("button", name="Ask to take back").click()
    expect(blue.page.get_by_role("alert").filter(has_text="Red offers to take the last move back")).to_be_visible()
    expect(red.page.get_by_role("button", name="Asked to take back")).to_be_disabled()
    blue.page.get_by_role("button", name="Decline").click()
    expect(red.page.get_by_role("button", name="Ask to take back")).to_be_enabled()
    left(red, 6)
    red.page.get_by_role("button", name="Ask to take back").click()
    blue.page.get_by_role("button", name="Accept").click()
    for visitor in (red, blue):
        left(visitor, 9)
    red.choice("1", exact=True).click()
    left(blue, 8)


def test_a_clock_is_an_option_of_the_room_and_counts(visit):
    visitor = visit()
    visitor.page.goto("/g/echoes")
    visitor.page.get_by_role("combobox", name="Clock").select_option("10 minutes a turn")
    visitor.page.get_by_role("combobox", name="Blue").select_option("me")
    visitor.page.get_by_role("button", name="Open the room").click()
    visitor.page.get_by_role("button", name="I am Red").click()
    clock = visitor.page.get_by_role("group", name="Red, you").get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^(10:00|\d:\d\d)$"))
    expect(clock).not_to_have_text(clock.inner_text())


def test_a_clock_that_runs_out_ends_the_match(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("nim", clock=5)
    visitor.page.goto(f"/r/{room}")  # and nobody takes anything
    expect(visitor.heading("Red ran out of time before it counted: no result.")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(visitor.page.get_by_role("region", name="Choices")).to_have_count(0)


def test_a_turn_that_runs_out_for_both_is_nobodys_fault(visit):
    visitor = visit()
    visitor.page.goto("/")
    room, _ = visitor.make("echoes", clock=5, seats=[{"kind": "me"}, {"kind": "me"}])
    visitor.page.goto(f"/r/{room}")  # and nobody plans anything
    expect(visitor.heading("Everybody ran out of time before it counted: no result.")).to_be_visible()


def test_a_seat_is_taken_along_to_another_device_by_its_link(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    address = invite(visitor)
    visitor.page.get_by_role("button", name="Share").click()
    visitor.page.get_by_role("button", name="Copy the link to my seat").click()
    expect(visitor.page.get_by_text("The link is copied.")).to_be_visible()
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{address}#1.") and len(link) > len(address) + 20
    other, friend = visit(), visit()
    friend.page.goto(address)
    friend.page.get_by_role("button", name="Sit down as Blue").click()
    other.page.goto(link)
    expect(other.page.get_by_role("group", name="Red, you")).to_be_visible()
    expect(other.page).to_have_url(address)  # the secret does not stay in sight
    seal_ready_plan(other)
    for device in (visitor, other):  # both are Red
        expect(device.page.get_by_role("group", name="Red, you")).to_contain_text("waiting")
    other.page.reload()
    expect(other.page.get_by_role("group", name="Red, you")).to_be_visible()


def test_two_devices_of_one_seat_take_turns(visit):
    """What one of them has done does not swallow what the other does next."""
    red, blue, address = seat_two(visit)
    red.page.get_by_role("button", name="Share").click()
    other = visit()
    keys = red.page.evaluate("JSON.parse(localStorage.getItem('gridhall.seats'))")[address.rsplit("/", 1)[1]]
    other.page.goto(f"{address}#1.{keys[0]['secret']}")
    red.page.keyboard.press("Escape")
    red.cell(59).click()
    expect(other.heading(re.compile("Plan echo D"))).to_be_visible()  # before, another button speaks of firing, too
    match = Match("echoes")
    match.play("new D", 0)
    for device, group, cell in ((other, "Fire", 51), (red, "Walk", 51), (other, "Fire", 43)):
        device.choice(group).click()
        device.cell(cell).click()
        match.play(f"{group.lower()} N", 0)
        for visitor in (red, other):
            expect(visitor.page.get_by_role("region", name="Status")).to_contain_text(match.scene(0).status)
    red.page.get_by_role("button", name="Offer a draw").click()
    for visitor in (red, other):
        expect(visitor.page.get_by_role("button", name="Draw offered")).to_be_disabled()
    other.page.get_by_role("button", name="Resign").click()
    other.page.get_by_role("button", name="Yes, resign").click()
    watcher = visit()
    watcher.page.goto(address)
    for visitor, title in ((red, "You lose"), (other, "You lose"), (blue, "You win"), (watcher, "Blue wins")):
        expect(visitor.heading(title)).to_be_visible()
        expect(visitor.page.get_by_role("alert").filter(has_text=title)).to_be_attached()


def test_who_comes_late_to_watch_is_told_what_was_said(visit):
    red, blue, address = seat_two(visit)
    for visitor in (red, blue):
        seal_ready_plan(visitor)
    red.skip_film(red.heading(re.compile("Turn 2 of 40")))
    watcher = visit()
    watcher.page.goto(address)
    happened = watcher.page.get_by_role("region", name="What happened")
    expect(happened).to_contain_text("Nothing was destroyed.")
    expect(happened).to_contain_text("Red has sealed a plan.")
    watcher.page.get_by_role("button", name="One move back").click()
    expect(watcher.heading(re.compile("Looking back: move"))).to_be_visible()


def test_a_full_room_offers_to_watch_or_a_new_room(visit):
    _, _, address = seat_two(visit)
    third = visit()
    third.page.goto(address)
    expect(third.page.get_by_text("All seats are taken.")).to_be_visible()
    expect(third.page.get_by_role("button", name=re.compile("Sit down"))).to_have_count(0)
    third.page.get_by_role("link", name="New room").click()
    expect(third.page.get_by_role("heading", name="New room")).to_be_visible()


@pytest.mark.slow
def test_the_machine_takes_the_free_seat(visit):
    visitor = visit()
    invite(visitor)
    visitor.page.get_by_role("button", name="Let the machine play: easy").click()
    expect(visitor.page.get_by_role("group", name="Blue, the machine, easy")).to_be_visible()
    seal_ready_plan(visitor)
    visitor.skip_film(visitor.heading(re.compile("Turn 2 of 40|wins")))


def test_the_link_is_copied(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    address = invite(visitor)
    visitor.page.get_by_role("button", name="Copy link").click()
    expect(visitor.page.get_by_text("The link is copied.")).to_be_visible()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == address
