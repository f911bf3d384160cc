"""Phones: taps, swipes, long presses, and pages that fit, in a real browser with touch."""

import re

import pytest
from playwright.sync_api import expect

from gridhall.match import Match
from gridhall.registry import games, load

pytestmark = pytest.mark.xdist_group("browser")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LAVA = """#####
#@~E#
#...#
#####
"""


def enter(one, game, **wish):
    """A room of this visitor's own, with all its seats; behind the curtain if there is one."""
    one.page.goto("/")
    room, _ = one.make(game, **wish)
    one.page.goto(f"/r/{room}")
    curtain = one.page.get_by_role("button", name="open the curtain")
    choices = one.page.get_by_role("region", name="Choices")
    expect(curtain.or_(choices).first).to_be_visible()
    if curtain.count():
        curtain.tap()
    expect(choices).to_be_visible()


def moves(one, number):
    expect(one.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", str(number))


def cell_of(word):
    """Where this word leads at the start of the source's own level of Phase Shift."""
    return next(choice.cell for choice in Match("phase_shift", "walkthrough").scene(0).choices if choice.word == word)


def touch(one, kind, x=None, y=None, after=None):
    """Put a finger down, move it, or lift it, so many milliseconds `after` it was put down, whenever the page hears of
    it.
    """
    if not hasattr(one, "finger"):
        one.finger = one.context.new_cdp_session(one.page)
    if kind == "touchStart" and after is not None:  # in the past of this page, so that nothing is ahead of its time
        one.page.wait_for_function("() => performance.now() > 1000")
        one.touched = one.page.evaluate("Date.now()") / 1000 - 0.8
    time = {} if after is None else {"timestamp": one.touched + after / 1000}
    points = [] if x is None else [{"x": x, "y": y}]
    one.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **time})


def middle(locator):
    """The middle of something on the page."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_phone_plays_by_tap_and_by_swipe(visit):
    one = visit(**PHONE)
    enter(one, "phase_shift", level="walkthrough")
    expect(one.page.get_by_role("region", name="Status")).to_contain_text("Tap a yellow cell, or swipe.")
    one.cell(cell_of("e"), "Alpha").tap()
    moves(one, 1)
    x, y = middle(one.page.get_by_role("grid", name="Alpha"))
    touch(one, "touchStart", x - 40, y, 0)
    touch(one, "touchMove", x + 20, y, 30)
    touch(one, "touchMove", x + 60, y, 60)
    touch(one, "touchEnd", after=200)  # at rest: after a fling Chromium takes the next tap for its end
    moves(one, 2)
    one.page.locator(".bar").get_by_role("button", name="Undo").tap()
    moves(one, 1)


@pytest.mark.parametrize("way", ["swipe", "tap", "slow swipe"])
def test_a_page_that_hears_late_of_a_finger_asks_when_it_was(visit, way):
    """The page's own timer has taken the touch for a long press; the events say how long it was."""
    one = visit(**PHONE)
    enter(one, "phase_shift", level="walkthrough")
    status = one.page.get_by_role("region", name="Status")
    east = one.cell(cell_of("e"), "Alpha")
    east.scroll_into_view_if_needed()
    x, y = middle(east)
    touch(one, "touchStart", x, y, 0)
    expect(status).to_contain_text("Step east: floor.")
    if way != "tap":
        touch(one, "touchMove", x + 60, y, 100 if way == "swipe" else 700)
    touch(one, "touchEnd", after=120 if way != "slow swipe" else 720)
    if way == "slow swipe":
        one.page.keyboard.press("ArrowRight")
    moves(one, 1)
    one.page.keyboard.press("z")
    moves(one, 0)  # it was the only one


def test_a_long_press_tells_what_a_thing_is_and_plays_nothing(visit):
    one = visit(**PHONE)
    enter(one, "phase_shift", level="walkthrough")
    beacon = one.page.get_by_role("grid", name="Alpha").get_by_role("gridcell", name=re.compile("beacon")).first
    status = one.page.get_by_role("region", name="Status")
    for cell, says in (
        (beacon, "Enter it to turn it on, in both phases."),
        (one.cell(cell_of("e"), "Alpha"), "Step east: floor."),
    ):
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        touch(one, "touchStart", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(status).to_contain_text(says)
        touch(one, "touchEnd")
    moves(one, 0)


def test_two_taps_play_where_that_is_set(visit):
    one = visit(**PHONE)
    enter(one, "phase_shift", level="walkthrough")
    one.page.get_by_role("button", name="Settings").tap()
    one.page.get_by_role("radio", name="Two taps play").check(force=True)
    one.page.get_by_role("button", name="Close").tap()
    east = one.cell(cell_of("e"), "Alpha")
    east.tap()
    expect(one.page.get_by_role("region", name="Status")).to_contain_text("Tap again to play.")
    moves(one, 0)
    east.tap()
    moves(one, 1)


def test_in_a_duel_the_first_tap_previews_and_the_second_plays(visit):
    one = visit(**PHONE)
    enter(one, "echoes")
    home = one.cell(59)  # D1
    home.tap()
    expect(one.page.get_by_role("region", name="Status")).to_contain_text(re.compile("tap again to play", re.I))
    expect(one.heading("Turn 1 of 40: create an echo.")).to_be_visible()
    home.tap()
    expect(one.heading(re.compile("Plan echo D"))).to_be_visible()


def test_the_first_tap_on_danger_warns(visit):
    one = visit(**PHONE)
    enter(one, "grid_universe", text=LAVA)
    choice = next(choice for choice in Match.of_text(load("grid_universe"), LAVA).scene(0).choices if choice.danger)
    one.cell(choice.cell).tap()
    expect(one.page.locator(".says.danger")).to_contain_text("Tap again to play.")
    expect(one.page.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuetext", "move 0 of 0")
    one.cell(choice.cell).tap()
    expect(one.page.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuetext", "move 1 of 1")


@pytest.mark.parametrize(
    "shape",
    [PHONE, {"viewport": {"width": 640, "height": 430}, "device_scale_factor": 2}],
    ids=["360 pixels", "zoom of 200 %"],
)
def test_nothing_is_scrolled_sideways(visit, shape):
    """A small phone; a window of 1280 x 860 at a zoom of 200 %."""
    one = visit(**{"has_touch": True, **shape})

    def fits():
        expect(one.page.get_by_role("heading", level=1).first).to_be_visible()
        wide = one.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{one.page.url} is {wide} pixels too wide"

    one.page.goto("/")
    fits()
    for game in games():
        one.page.goto(f"/g/{game}")
        expect(one.page.get_by_role("heading", name="New room")).to_be_visible()
        fits()
        enter(one, game)
        fits()
        box = one.page.locator(".stage").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= shape["viewport"]["width"]
