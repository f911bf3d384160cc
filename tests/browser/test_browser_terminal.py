"""A room in which one plays in a browser, another in a terminal, and a third watches from a terminal."""

import re

import pytest
from playwright.sync_api import expect
from tests.stage.full_screen import FullScreen


@pytest.fixture
def terminal(tmp_path):
    """Start a full screen of somebody with a home of their own."""
    opened = []

    def start(*arguments):
        home = tmp_path / f"home-{len(opened)}"
        opened.append(FullScreen(home, 100, 30, *arguments, GRIDHALL_PATIENCE="60"))
        return opened[-1]

    yield start
    for screen in opened:
        screen.close()


def test_a_browser_a_terminal_and_a_spectator_in_one_room(visit, house, relay, terminal):
    """A turn in secret, a hall that dies and comes back, clocks, a draw declined and agreed, a rematch."""
    red = visit(address=relay.address)
    red.forgiven = ("WebSocket", "ERR_", "Failed to load resource")
    red.page.goto("/")
    room, _ = red.make("echoes", seats=[{"kind": "me"}, {"kind": "open"}], clock=600)
    red.page.goto(f"/r/{room}")
    blue = terminal("play", f"{relay.address}/r/{room}", "--speed", "0")
    blue.sees("You watch")
    blue.press("S")
    blue.sees("You are Blue")
    expect(red.heading("Turn 1 of 40: create an echo.")).to_be_visible()
    blue.until(lambda: re.search(r"Red (10|9):\d\d  Blue (10|9):\d\d", blue.text))
    watcher = terminal("play", f"{relay.address}/r/{room}", "--speed", "0")
    watcher.sees("You watch")
    assert "sit down" not in watcher.text

    red.choice("Ready plan").click()
    red.choice("Seal my plan").click()
    expect(red.page.get_by_role("group", name="Red, you")).to_contain_text("waiting")
    house.kill()
    blue.sees("Connection lost")
    blue.press("Enter")  # the ready plan: it waits for the hall
    house.open()
    blue.sees("all points are used")
    assert "F↑" not in watcher.text  # neither plan is seen before both are sealed
    blue.press("Enter")
    for screen in (blue, watcher):
        screen.sees("Turn 2 of 40")
    red.skip_film(red.heading(re.compile("Turn 2 of 40")))

    blue.press("D")
    blue.sees("You offer a draw.")
    expect(red.page.get_by_role("alert").filter(has_text="Blue offers a draw")).to_be_visible()
    red.page.get_by_role("button", name="Decline").click()
    blue.until(lambda: "You offer a draw." not in blue.text)
    red.page.get_by_role("button", name="Offer a draw").click()
    blue.sees("Red offers a draw.")
    blue.press("Y")
    for screen in (blue, watcher):
        screen.sees("A draw was agreed.")
    expect(red.heading("A draw")).to_be_visible()

    red.page.get_by_role("button", name="Rematch").click()
    blue.sees("Red offers a rematch.")
    blue.press("Y")
    blue.sees("Turn 1 of 40")
    expect(red.page).not_to_have_url(re.compile(f"/r/{room}$"))
    expect(red.page.get_by_role("heading", level=1)).to_have_text(re.compile("Turn 1 of 40"))
    watcher.sees("Turn 1 of 40")  # whoever watches comes along
