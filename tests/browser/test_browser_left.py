"""Pages that are left while they wait for an answer ask for nothing under the name of the page that came after them."""

import re

from playwright.sync_api import expect
from tests.browser.conftest import Door

from gridhall.registry import games, load

GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
KNOCK = "async () => { for (let i = 0; i < 5; i++) await (await fetch('/api/games')).text(); }"


def test_what_comes_after_an_answer_is_asked_for_under_the_old_name(visit):
    """Every kind of page is left for others, with its first answers held back until the other is there."""
    maker, visitor = visit(), visit()
    maker.page.goto("/")
    first, second = (maker.make(game)[0] for game in games() if load(game).PLAYERS == 2)
    places = [
        f"/r/{first}",
        f"/r/{second}",
        f"/m/{first}",
        f"/m/{second}",
        f"/g/{games()[0]}",
        f"/g/{games()[1]}",
        f"/g/{games()[0]}/edit",
        "/",
    ]
    known = {*games(), first, second}
    visitor.page.goto(places[0])
    expect(visitor.page.get_by_text("You are watching.")).to_be_visible()
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    door = Door(visitor.page)
    for place, before in enumerate(places):
        after = places[(place + (1 if place % 2 else 3)) % len(places)]
        door.closed = True
        visitor.page.goto(before)
        # A spectator's room asks for what was said before.
        wanted = "/api/match/" if before.startswith("/r/") else "/api/"
        visitor.until(lambda wanted=wanted: any(wanted in route.request.url for route in door.held))
        visitor.page.evaluate(GO, after)
        door.open()
        visitor.page.evaluate(KNOCK)
    names = {name for url in asked for name in re.findall(r"/api/(?:games|match|rooms)/([^/?]+)", url)}
    assert names <= known and len(names) > 3
