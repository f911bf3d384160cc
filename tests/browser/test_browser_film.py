"""A page that is loaded again, or left and come back to, in the middle of what it shows goes on there."""

import json
import random

import pytest
from playwright.sync_api import expect
from tests.sampling import one_of_each_kind
from tests.server.conftest import Person

from gridhall.registry import games, load

SECRET = [game for game in games() if load(game).SECRETS and load(game).PLAYERS > 1]
SHOWN = """() => [document.querySelector('h1')?.innerText ?? '',
  [...document.querySelectorAll('.log li')].map((line) => line.innerText).join('|'),
  [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.ariaLabel).join('|')]"""
# With one seat of several.
SIT = "([room, key]) => localStorage.setItem('gridhall.seats', JSON.stringify({ [room]: [key] }))"


def shown(visitor):
    return visitor.page.evaluate(SHOWN)


def listen(visitor):
    """What the hall sends to this visitor's page, as it comes."""
    heard = []
    visitor.page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(text)))
    return heard


def play_until(other, seats, enough):
    """Let another device play any legal words, the longest walks and the main ones first, until it is enough."""
    chance = random.Random(2)
    for _ in range(80):
        offered = [
            (seat, choice)
            for seat in seats
            for choice in other.scenes[seat].get("choices", ())
            if not choice.get("why")
        ]
        offered = [(seat, choice) for seat, choice in offered if choice["word"] not in ("resign", "quit")]
        if enough() or not offered:
            return
        chance.shuffle(offered)
        # The longest walk, or what ends the turn: so that much is shown.
        seat, choice = max(offered, key=lambda offer: (len(offer[1].get("then", ())), offer[1].get("main", False)))
        assert other.act("play", seat, action=choice["action"], then=choice.get("then", []))["type"] == "update"
        other.rest()


def steps(heard, seat):
    """How many steps this seat has been shown, as is heard."""
    return sum(
        len(message["steps"])
        for message in map(json.loads, heard)
        if message["type"] == "update" and message["seat"] == seat
    )


@pytest.mark.parametrize("game", one_of_each_kind(games()))
def test_a_reload_in_the_middle_goes_on_where_it_was(visit, house, game):
    visitor = visit()
    visitor.page.clock.install()
    visitor.page.goto("/icon.svg")
    room, keys = visitor.make(game, seed="7", seats=[{"kind": "me"}] * load(game).PLAYERS)
    other = Person(house.port).join(room, keys)
    other.rest()
    visitor.page.evaluate(SIT, [room, keys[0]])
    heard = listen(visitor)
    visitor.page.goto(f"/r/{room}")
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    visitor.freeze()
    before = shown(visitor)
    play_until(other, sorted(other.scenes), lambda: steps(other.heard, 1) >= 8)
    assert steps(other.heard, 1) > 3
    visitor.until(lambda: steps(heard, 1), steps(other.heard, 1))

    def has_begun():
        visitor.page.clock.run_for(1)
        return shown(visitor) != before

    visitor.until(has_begun)  # the first step is shown when it comes
    for way in ("reload", "leave"):
        visitor.page.clock.run_for(300 if way == "reload" else 200)
        middle = shown(visitor)
        if way == "reload":
            visitor.reload()
        else:
            visitor.page.get_by_role("link", name="Gridhall, to the hall").click()
            expect(visitor.page.locator(".hall h1")).to_be_visible()
            visitor.page.go_back()
        expect(visitor.page.get_by_role("region", name="Status")).to_be_visible()
        visitor.until(lambda middle=middle: shown(visitor), middle)  # drawn part by part
    fresh = visit()
    fresh.page.goto("/icon.svg")
    fresh.page.evaluate(SIT, [room, keys[0]])
    fresh.page.goto(f"/r/{room}")
    expect(fresh.page.get_by_role("region", name="Status")).to_be_visible()
    end = shown(fresh)
    assert middle != end

    def half_a_second_later():
        visitor.page.clock.run_for(500)
        return shown(visitor)

    visitor.until(half_a_second_later, end)
    other.close()


@pytest.mark.parametrize("game", SECRET)
def test_on_one_screen_for_two_the_film_comes_back_to_whom_it_was_shown(visit, house, game):
    visitor = visit()
    visitor.page.clock.install()
    visitor.page.goto("/icon.svg")
    room, keys = visitor.make(game, seed="7")
    other = Person(house.port).join(room, keys)
    other.rest()
    heard = listen(visitor)
    visitor.page.goto(f"/r/{room}")
    visitor.page.get_by_role("button", name="I am Red, open the curtain").click()
    play_until(other, [1], lambda: not any(choice["word"] != "resign" for choice in other.scenes[1].get("choices", ())))
    visitor.page.get_by_role("button", name="I am Blue, open the curtain").click()
    expect(visitor.page.get_by_role("region", name="Choices")).to_be_visible()
    visitor.freeze()
    seen = steps(other.heard, 2)
    play_until(other, [2], lambda: steps(other.heard, 2) >= seen + 3)
    visitor.until(lambda: steps(heard, 2), steps(other.heard, 2))
    visitor.page.clock.run_for(400)
    expect(visitor.page.get_by_role("region", name="Status")).to_be_visible()
    middle = shown(visitor)
    visitor.reload()
    visitor.page.get_by_role("button", name="I am Blue, open the curtain").click()  # whose film it was
    expect(visitor.page.get_by_role("region", name="Status")).to_be_visible()
    visitor.until(lambda: shown(visitor), middle)
    other.close()


def sealed_by_both(visitor, other):
    """Two browsers in one room of Echoes, to which both sealed plans have come; nothing moves by itself in either."""
    ears = [listen(device) for device in (visitor, other)]
    for device in (visitor, other):
        device.page.clock.install()
        device.page.goto("/icon.svg")
    room, keys = visitor.make("echoes")
    for device, key in ((visitor, keys[0]), (other, keys[1])):
        device.page.evaluate(SIT, [room, key])
        device.page.goto(f"/r/{room}")
        device.choice("Ready plan").click()
        expect(device.choice("Seal my plan")).to_be_enabled()
    for device in (visitor, other):
        device.freeze()
    for device in (visitor, other):
        device.choice("Seal my plan").click()
    for device, heard in zip((visitor, other), ears):
        device.until(
            lambda heard=heard: any("Nothing was destroyed" in text for text in heard)
        )  # the film's last words
    return room


def test_two_browsers_see_the_same_tick_at_the_same_time(visit):
    """Also one that is set to another speed, and one whose page is loaded again in the middle."""
    red, blue = visit(), visit()
    red.page.goto("/icon.svg")
    red.page.evaluate("localStorage.setItem('gridhall.settings', JSON.stringify({ speed: 4 }))")
    sealed_by_both(red, blue)
    film = "The replay now running"

    def are_running():
        for device in (red, blue):
            device.page.clock.run_for(50)
        return [device.page.get_by_role("group", name=film).count() for device in (red, blue)]

    red.until(are_running, [1, 1])
    ticks = []
    for step in range(60):
        running = [device.page.get_by_role("group", name=film).count() for device in (red, blue)]
        assert running[0] == running[1], f"after {step} seconds"
        if not any(running):
            break
        boards = [sorted(shown(device)[2].split("|")) for device in (red, blue)]  # each has their own home below
        assert boards[0] == boards[1], f"after {step} seconds"
        ticks.append(tuple(boards[0]))
        if step == 4:
            blue.reload()
            expect(blue.page.get_by_role("group", name=film)).to_be_visible()
        for device in (red, blue):
            device.page.clock.run_for(1000)
    assert len(set(ticks)) > 3


def test_nothing_tells_the_end_while_the_film_that_leads_to_it_runs(visit):
    visitor = visit()
    page = visitor.page
    page.goto("/")
    seats = [{"kind": "me"}, {"kind": "machine", "level": "easy"}]
    page.goto(f"/r/{visitor.make('echoes', text='; turns: 1', seats=seats)[0]}")
    choices = page.get_by_role("region", name="Choices")
    choices.get_by_role("button", name="Ready plan").click()
    choices.get_by_role("button", name="Seal my plan").click()
    skip, record, resign = (
        page.get_by_role(role, name=name)
        for role, name in (("button", "Skip"), ("link", "Record"), ("button", "Resign"))
    )
    expect(skip).to_be_visible()
    expect(resign).to_be_disabled()  # the hall has told the end, and the tools are what they were
    expect(record).to_have_count(0)
    skip.click()
    expect(record).to_be_visible()
    expect(resign).to_have_count(0)
