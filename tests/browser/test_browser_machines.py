"""The machines of docs/operating.md as network namespaces, with PostgreSQL, haproxy and TLS; people in Chromium."""

import re
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright
from tests.browser.conftest import PATIENCE, Visitor
from tests.browser.test_browser_rooms import seal_ready_plan, seat_two
from tests.chromium import FLAGS, find
from tests.machines import BALANCER, NAME, PORT, Network, missing, network

pytestmark = pytest.mark.xdist_group("browser rooms")


@pytest.fixture
def machines() -> Iterator[Network]:
    if lacking := missing():
        pytest.skip(f"machines of one's own: {lacking}")
    with tempfile.TemporaryDirectory(prefix="gridhall-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as another user
        with network(Path(folder), 3, 2, "--limit", "slowness=1e3") as made:
            yield made


@pytest.fixture
def visit(machines: Network) -> Iterator[Callable[..., Visitor]]:
    """Visitors on a machine of their own, who know the balancer's name; their consoles may tell of broken lines."""
    visitors: list[Visitor] = []
    chromium = machines.folder / "chromium"
    command = machines.visitors.command(str(find()))
    chromium.write_text(f'#!/bin/sh\nexec {" ".join(command)} "$@"\n')
    chromium.chmod(0o755)
    names = f"--host-resolver-rules=MAP {NAME} {BALANCER}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, names], timeout=PATIENCE)

        def make(**options: Any) -> Visitor:
            address = f"https://{NAME}:{PORT}"
            visitors.append(Visitor(browser, None, address=address, ignore_https_errors=True, **options))  # type: ignore[arg-type]
            visitors[-1].forgiven = (
                "WebSocket",
                "ERR_CONNECTION",
                "ERR_EMPTY_RESPONSE",
                "status of 503",
                "status of 504",
            )
            return visitors[-1]

        yield make
        for visitor in visitors:
            visitor.check()
            visitor.context.close()
        browser.close()


@pytest.mark.slow
def test_people_go_on_while_one_machine_after_the_other_is_lost(
    visit: Callable[..., Visitor], machines: Network
) -> None:
    moving: Callable[..., Visitor] = lambda: visit(reduced_motion="no-preference")  # noqa: E731
    red, blue, address = seat_two(moving)
    watcher, room = moving(), address.rpartition("/")[2]
    watcher.page.goto(address)
    expect(watcher.page.get_by_text("All seats are taken.")).to_be_visible()
    seal_ready_plan(red)
    seal_ready_plan(blue)
    for visitor in (red, blue, watcher):
        expect(visitor.heading(re.compile("Turn 1, tick [1-9]"))).to_be_visible()
    killed = machines.owner(room)
    killed.signal(signal.SIGKILL)
    for visitor in (red, blue, watcher):  # the film goes on to its end
        expect(visitor.heading(re.compile("Turn 2 of 40"))).to_be_visible()
    for visitor in (red, blue):
        visitor.page.keyboard.press("a")
        expect(visitor.heading(re.compile("Plan echo A: 5 points left"))).to_be_visible()
    unplugged = machines.owner(room)
    unplugged.unplug()
    for visitor in (red, blue):
        for key in ("w", "ArrowUp", "Enter"):
            visitor.page.keyboard.press(key)
        expect(visitor.heading(re.compile("Plan echo A: 4 points left"))).to_be_visible()
    assert machines.owner(room) not in (killed, unplugged)
