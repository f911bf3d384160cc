"""Phones: taps, swipes, long presses, and pages that fit, in a real browser with touch."""

import re

import pytest
from playwright.sync_api import expect

from gridhall.match import Match
from gridhall.registry import games, load

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LAVA = """#####
#@~E#
#...#
#####
"""


def enter(visitor, game, **wish):
    """A room of this visitor's own, with all its seats; behind the curtain if there is one."""
    visitor.page.goto("/")
    room, _ = visitor.make(game, **wish)
    visitor.page.goto(f"/r/{room}")
    curtain = visitor.page.get_by_role("button", name="open the curtain")
    choices = visitor.page.get_by_role("region", name="Choices")
    expect(curtain.or_(choices).first).to_be_visible()
    if curtain.count():
        curtain.tap()
    expect(choices).to_be_visible()


def moves(visitor, number):
    expect(visitor.page.get_by_role("meter", name="Moves")).to_have_attribute("aria-valuenow", str(number))


def cell_of(word):
    """Where this word leads at the start of the source's own level of Phase Shift."""
    return next(choice.cell for choice in Match("phase_shift", "walkthrough").scene(0).choices if choice.word == word)


def touch(visitor, kind, x=None, y=None, after=None):
    """Put a finger down, move it or lift it; the event says it was `after` milliseconds after it was put down."""
    if not hasattr(visitor, "finger"):
        visitor.finger = visitor.context.new_cdp_session(visitor.page)
    if kind == "touchStart" and after is not None:  # in the past of this page, so that nothing is ahead of its time
        visitor.page.wait_for_function("() => performance.now() > 1000")
        visitor.touched = visitor.page.evaluate("Date.now()") / 1000 - 0.8
    time = {} if after is None else {"timestamp": visitor.touched + after / 1000}
    points = [] if x is None else [{"x": x, "y": y}]
    visitor.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **time})


def middle(locator):
    """The middle of something on the page."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_phone_plays_by_tap_and_by_swipe(visit):
    visitor = visit(**PHONE)
    enter(visitor, "phase_shift", level="walkthrough")
    expect(visitor.page.get_by_role("region", name="Status")).to_contain_text("Tap a yellow cell, or swipe.")
    visitor.cell(cell_of("e"), "Alpha").tap()
    moves(visitor, 1)
    x, y = middle(visitor.page.get_by_role("grid", name="Alpha"))
    touch(visitor, "touchStart", x - 40, y, 0)
    touch(visitor, "touchMove", x + 20, y, 30)
    touch(visitor, "touchMove", x + 60, y, 60)
    touch(visitor, "touchEnd", after=200)  # at rest: after a fling Chromium takes the next tap for its end
    moves(visitor, 2)
    visitor.page.locator(".bar").get_by_role("button", name="Undo").tap()
    moves(visitor, 1)


@pytest.mark.parametrize("way", ["swipe", "tap", "slow swipe"])
def test_a_page_that_hears_late_of_a_finger_asks_when_it_was(visit, way):
    """The page's own timer has taken the touch for a long press; the events say how long it was."""
    visitor = visit(**PHONE)
    enter(visitor, "phase_shift", level="walkthrough")
    status = visitor.page.get_by_role("region", name="Status")
    east = visitor.cell(cell_of("e"), "Alpha")
    east.scroll_into_view_if_needed()
    x, y = middle(east)
    touch(visitor, "touchStart", x, y, 0)
    expect(status).to_contain_text("Step east: floor.")
    if way != "tap":
        touch(visitor, "touchMove", x + 60, y, 100 if way == "swipe" else 700)
    touch(visitor, "touchEnd", after=120 if way != "slow swipe" else 720)
    if way == "slow swipe":
        visitor.page.keyboard.press("ArrowRight")
    moves(visitor, 1)
    visitor.page.keyboard.press("z")
    moves(visitor, 0)  # it was the only one


def test_a_long_press_tells_what_a_thing_is_and_plays_nothing(visit):
    visitor = visit(**PHONE)
    enter(visitor, "phase_shift", level="walkthrough")
    beacon = visitor.page.get_by_role("grid", name="Alpha").get_by_role("gridcell", name=re.compile("beacon")).first
    status = visitor.page.get_by_role("region", name="Status")
    for cell, says in (
        (beacon, "Enter it to turn it on, in both phases."),
        (visitor.cell(cell_of("e"), "Alpha"), "Step east: floor."),
    ):
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        touch(visitor, "touchStart", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(status).to_contain_text(says)
        touch(visitor, "touchEnd")
    moves(visitor, 0)


def test_two_taps_play_where_that_is_set(visit):
    visitor = visit(**PHONE)
    enter(visitor, "phase_shift", level="walkthrough")
    visitor.page.get_by_role("button", name="Settings").tap()
    visitor.page.get_by_role("radio", name="Two taps play").check(force=True)
    visitor.page.get_by_role("button", name="Close").tap()
    east = visitor.cell(cell_of("e"), "Alpha")
    east.tap()
    expect(visitor.page.get_by_role("region", name="Status")).to_contain_text("Tap again to play.")
    moves(visitor, 0)
    east.tap()
    moves(visitor, 1)


def test_in_a_duel_the_first_tap_previews_and_the_second_plays(visit):
    visitor = visit(**PHONE)
    enter(visitor, "echoes")
    home = visitor.cell(59)  # D1
    home.tap()
    expect(visitor.page.get_by_role("region", name="Status")).to_contain_text(re.compile("tap again to play", re.I))
    expect(visitor.heading("Turn 1 of 40: create an echo.")).to_be_visible()
    home.tap()
    expect(visitor.heading(re.compile("Plan echo D"))).to_be_visible()


def test_the_first_tap_on_danger_warns(visit):
    visitor = visit(**PHONE)
    enter(visitor, "grid_universe", text=LAVA)
    choice = next(choice for choice in Match.of_text(load("grid_universe"), LAVA).scene(0).choices if choice.danger)
    visitor.cell(choice.cell).tap()
    expect(visitor.page.locator(".says.danger")).to_contain_text("Tap again to play.")
    expect(visitor.page.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuetext", "move 0 of 0")
    visitor.cell(choice.cell).tap()
    visitor.page.get_by_role("dialog").get_by_role("button", name=choice.name).tap()
    expect(visitor.page.get_by_role("slider", name="Timeline")).to_have_attribute("aria-valuetext", "move 1 of 1")


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(PHONE, id="360 pixels"),
        pytest.param(
            {"viewport": {"width": 640, "height": 430}, "device_scale_factor": 2},
            id="zoom of 200 %",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_nothing_is_scrolled_sideways(visit, shape):
    """A small phone; a window of 1280 x 860 at a zoom of 200 %."""
    visitor = visit(**{"has_touch": True, **shape})

    def fits():
        expect(visitor.page.get_by_role("heading", level=1).first).to_be_visible()
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{visitor.page.url} is {wide} pixels too wide"

    visitor.page.goto("/")
    fits()
    for game in games():
        visitor.page.goto(f"/g/{game}")
        expect(visitor.page.get_by_role("heading", name="New room")).to_be_visible()
        fits()
        enter(visitor, game)
        fits()
        box = visitor.page.locator(".stage").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= shape["viewport"]["width"]
