"""Two processes on a real PostgreSQL behind a balancer: the one that has the room is killed in the middle of a film."""

import re
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import Visitor
from tests.browser.test_browser_rooms import seal_ready_plan, seat_two
from tests.server.halls import Halls, postgres_server

pytestmark = pytest.mark.xdist_group("browser rooms")


@pytest.fixture(scope="module")
def halls() -> Iterator[Halls]:
    with postgres_server() as database:
        halls = Halls(database, 2)
        yield halls
        halls.close()


@pytest.fixture
def visit(browser: Browser, halls: Halls) -> Iterator[Callable[..., Visitor]]:
    """Visitors who know the balancer's address only; that a connection broke is what their consoles may complain of."""
    visitors: list[Visitor] = []

    def make(**options: Any) -> Visitor:
        address = f"http://127.0.0.1:{halls.port}"
        visitors.append(Visitor(browser, halls, address=address, **options))  # type: ignore[arg-type]
        visitors[-1].forgiven = ("WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE")
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.check()
        visitor.context.close()


@pytest.mark.slow
def test_people_go_on_when_the_owner_of_their_room_is_killed_in_the_middle_of_a_film(
    visit: Callable[..., Visitor], halls: Halls
) -> None:
    moving: Callable[..., Visitor] = lambda: visit(reduced_motion="no-preference")  # noqa: E731
    red, blue, address = seat_two(moving)
    watcher = moving()
    watcher.page.goto(address)
    expect(watcher.page.get_by_text("All seats are taken.")).to_be_visible()
    everybody = (red, blue, watcher)
    seal_ready_plan(red)
    seal_ready_plan(blue)
    for visitor in everybody:
        expect(visitor.page.get_by_role("button", name="Skip")).to_be_visible()
        expect(visitor.heading(re.compile(r"Turn 1, tick [1-9]"))).to_be_visible()
    halls.end(halls.owner(address.rpartition("/")[2]), signal.SIGKILL)
    for visitor in everybody:  # the film goes on to its end
        expect(visitor.heading(re.compile("Turn 2 of 40"))).to_be_visible()
    for visitor in (red, blue):
        visitor.page.keyboard.press("a")
        expect(visitor.heading(re.compile("Plan echo A: 5 points left"))).to_be_visible()
    assert len(halls.processes) == 1 and halls.owner(address.rpartition("/")[2]) is halls.processes[0]
